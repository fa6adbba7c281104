/**
 * Positions as the page uses them: squares by name, pieces as letters (white upper case, black lower
 * case, white first in a union: "P", "n", "Nb"), read from the union FEN.
 */

import { say } from "./say.js";

/** @typedef {Record<string, string>} Squares  what stands where, empty squares left out */
/** @typedef {{square: string, pieces: string}} Hand  where it came from, and what it is */
/** @typedef {{squares: Squares, hand: Hand|null, toMove: "w"|"b"}} FenPosition */

export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -";

/** All 64 names, a1 first, h8 last. */
export const SQUARES = Array.from({ length: 64 }, (_, i) => "abcdefgh"[i % 8] + ((i >> 3) + 1));

/** White piece then black piece for the lower-case letter; upper case swaps the two kinds. */
const UNIONS =
  "a pp, c rp, d np, e bp, f qp, g kp, h rr, i nr, j br, l qr, m kr, o nn, " +
  "s bn, t qn, u kn, v bb, w qb, x kb, y qq, z kq, _ kk, @ kk";

const PIECES_BY_LETTER = piecesByLetter();

function piecesByLetter() {
  /** @type {Map<string, string>} */
  const byLetter = new Map();
  for (const letter of "prnbqk") {
    byLetter.set(letter, letter).set(letter.toUpperCase(), letter.toUpperCase());
  }
  for (const entry of UNIONS.split(", ")) {
    const [letter, [first, second]] = entry.split(" ");
    byLetter.set(letter, first.toUpperCase() + second);
    if (letter !== letter.toUpperCase()) {
      byLetter.set(letter.toUpperCase(), second.toUpperCase() + first);
    }
  }
  return byLetter;
}

/** A text that is no position; its message is a sentence for people. */
class FenError extends Error {}

/** Column 0 to 7 of a square, a first. @param {string} square */
export const fileOf = (square) => square.charCodeAt(0) - 97;

/** Row 0 to 7 of a square, the first rank first. @param {string} square */
export const rankOf = (square) => square.charCodeAt(1) - 49;

/** @param {string} text */
const isSquare = (text) => /^[a-h][1-8]$/.test(text);

/** The white piece's letter, lower case, or "". @param {string} pieces */
export const whiteOf = (pieces) => (pieces.match(/[A-Z]/)?.[0] ?? "").toLowerCase();

/** The black piece's letter, or "". @param {string} pieces */
export const blackOf = (pieces) => pieces.match(/[a-z]/)?.[0] ?? "";

/** Whose a single piece is, "w" or "b". @param {string} piece */
export const colorOf = (piece) => (whiteOf(piece) ? "w" : "b");

/** A union's pieces, that of one colour first. @param {string} pieces @param {string} color "w" or "b" */
export const ownFirst = (pieces, color) => (color === "w" ? [whiteOf(pieces), blackOf(pieces)] : [blackOf(pieces), whiteOf(pieces)]);

/** @param {string} pieces */
export const isUnion = (pieces) => pieces.length === 2;

/**
 * What stands where in a FEN. Only its form is checked; whether the position can be is for the rules.
 * @param {string} fen
 * @returns {FenPosition}
 * @throws {FenError}
 */
export function parseFen(fen) {
  const [placement, side] = fen.trim().split(/\s+/);
  if (!placement) throw new FenError(say("fen.missing"));
  if (side !== "w" && side !== "b") {
    throw new FenError(say("fen.side"));
  }
  const [board, lifted] = placement.split("^");
  return { squares: parseBoard(board), hand: parseHand(lifted), toMove: side };
}

/** @param {string} board @returns {Squares} */
function parseBoard(board) {
  const rows = board.split("/");
  if (rows.length !== 8) throw new FenError(say("fen.rows", { count: rows.length }));
  /** @type {Squares} */
  const squares = {};
  rows.forEach((row, index) => parseRow(row, 8 - index, squares));
  return squares;
}

/** @param {string} row @param {number} rank @param {Squares} squares filled in */
function parseRow(row, rank, squares) {
  let file = 0;
  for (const letter of row) {
    if (/[1-8]/.test(letter)) {
      file += Number(letter);
      continue;
    }
    const pieces = PIECES_BY_LETTER.get(letter);
    if (!pieces) throw new FenError(say("fen.letter", { letter, rank }));
    if (file < 8) squares["abcdefgh"[file] + rank] = pieces;
    file += 1;
  }
  if (file !== 8) throw new FenError(say("fen.row", { rank, count: file }));
}

/** @param {string|undefined} lifted @returns {Hand|null} */
function parseHand(lifted) {
  if (lifted === undefined) return null;
  const square = lifted.slice(0, 2);
  const pieces = PIECES_BY_LETTER.get(lifted.slice(2));
  if (!isSquare(square) || !pieces) {
    throw new FenError(say("fen.hand", { lifted }));
  }
  return { square, pieces };
}
