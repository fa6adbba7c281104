/** Sentences for people, made from the texts. */

import { blackOf, isUnion, whiteOf } from "./fen.js";
import { say } from "./say.js";

export { counted, inDigits, locale, locales, say, told } from "./say.js";

/**
 * What stands on a square: "white knight and black pawn, united, e5".
 * @param {string} square @param {string|undefined} pieces
 */
export function squareWords(square, pieces) {
  if (!pieces) return say("square.empty", { square });
  const white = whiteOf(pieces);
  const black = blackOf(pieces);
  if (isUnion(pieces)) {
    const values = { white: coloredWord("w", white), black: coloredWord("b", black), square };
    return say("square.union", values);
  }
  return say("square.single", { piece: coloredWord(white ? "w" : "b", white || black), square });
}

/** A piece with its colour, whose form follows the piece in many a language. @param {"w"|"b"} color @param {string} letter */
export function coloredWord(color, letter) {
  return say(`${color === "w" ? "white" : "black"}.${letter.toLowerCase()}`);
}

/** The pieces that a pawn may become, and their letters. @type {Record<string, string>} */
export const PROMOTIONS = { queen: "q", rook: "r", bishop: "b", knight: "n" };

/** @param {string} letter in either case */
export function pieceWord(letter) {
  return say(`piece.${letter.toLowerCase()}`);
}
