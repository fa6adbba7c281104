/**
 * Games and their steps in words, for the list, the line below the board and whoever listens.
 *
 * @typedef {import("./game-steps.js").Step} Step
 * @typedef {import("./games-api.js").ArchivedGame} ArchivedGame
 */

import { blackOf, parseFen, whiteOf } from "./fen.js";
import { moverOf, squareOf, takeOvers } from "./game-steps.js";
import { pieceWord } from "./words.js";

const COLORS = { w: "White", b: "Black" };

const DRAWS = {
  progress: "A draw: for a long time no new union and no promotion.",
  repetition: "A draw: this position has come up too often.",
  "no-turn": "A draw: there is no turn left to play.",
  "all-dance": "A draw: all pieces but the kings are in unions.",
  kings: "A draw: both kings are in unions.",
  agreed: "Agreed: a draw.",
};

/**
 * How a game ended, a sentence; empty while it goes on.
 * @param {{result: string|null, reason: string|null, white: string, black: string}} game
 */
export function resultWords(game) {
  const { result, reason } = game;
  if (result === null) return "";
  if (result === "1/2-1/2") return DRAWS[reason ?? ""] ?? "A draw.";
  if (result !== "1-0" && result !== "0-1") return `It ended ${result}.`;
  const white = game.white || "White";
  const black = game.black || "Black";
  const [winner, loser] = result === "1-0" ? [white, black] : [black, white];
  if (reason === "paco") return `Paco! ${winner} wins.`;
  if (reason === "resigned") return `${loser} resigns: ${winner} wins.`;
  if (reason === "agreed") return `Agreed: ${winner} wins.`;
  if (reason === "time") return `${loser}'s time is up: ${winner} wins.`;
  return `${winner} wins.`;
}

/** Who plays. @param {{white: string, black: string}} game */
export function playersWords(game) {
  return `${game.white || "White"} and ${game.black || "Black"}`;
}

/** @param {number} count */
export function turnsWords(count) {
  if (count === 0) return "no turn yet";
  return count === 1 ? "1 turn" : `${grouped(count)} turns`;
}

/** @param {number} count */
export function grouped(count) {
  return new Intl.NumberFormat("en").format(count);
}

/**
 * When a game began, in short.
 * @param {string|null} startedAt
 * @param {Date} [now]
 */
export function dateWords(startedAt, now = new Date()) {
  const began = startedAt ? new Date(startedAt) : null;
  if (began === null || Number.isNaN(began.getTime())) return "";
  const time = began.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const days = Math.round((midnight(now) - midnight(began)) / 86_400_000);
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `yesterday, ${time}`;
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { day: "numeric", month: "long", year: "numeric" };
  return began.toLocaleDateString("en-GB", form);
}

/** @param {Date} moment */
function midnight(moment) {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/**
 * One step in a sentence: "White's knight joins the pawn on e5."
 * @param {ArchivedGame} game
 * @param {Step} step
 */
export function stepWords(game, step) {
  if (step.ply === 0) return startWords(game);
  const color = moverOf(game, step.ply);
  const told = actionWords(step, color, game.turns[step.ply - 1].notation);
  return step.ends ? [told, endWords(game, step)].filter(Boolean).join(" ") : told;
}

/** @param {ArchivedGame} game */
function startWords(game) {
  const color = game.start_fen.split(" ")[1] === "b" ? "b" : "w";
  return `The start. ${COLORS[color]} begins.`;
}

/** @param {Step} step @param {"w"|"b"} color @param {string} notation */
function actionWords(step, color, notation) {
  const name = COLORS[color];
  if (step.action[0] === "=") return `${name}'s pawn becomes a ${pieceWord(step.action[1])}.`;
  const square = squareOf(step.action) ?? "";
  const before = parseFen(step.before);
  const after = parseFen(step.fen);
  if (step.action[0] === "L") {
    return `${name} lifts the ${heldWords(after.hand?.pieces ?? (before.squares[square] ?? ""), color)} from ${square}.`;
  }
  const held = before.hand?.pieces ?? "";
  if (/^(=.:)?0-0/.test(notation)) {
    return `${name} castles: the king goes to ${square}.`;
  }
  if (held.length === 2) return `${name}'s union goes to ${square}.`;
  const own = heldWords(held, color);
  const other = partnerIn(after.squares[square] ?? "", color);
  if (after.hand !== null) {
    const freed = heldWords(after.hand.pieces, color);
    return `${name}'s ${own} joins the ${other} on ${square} and frees the ${freed}.`;
  }
  if (other === "") return `${name}'s ${own} goes to ${square}.`;
  if (other === "king") return `${name}'s ${own} unites with the king on ${square}.`;
  return `${name}'s ${own} unites with the ${other} on ${square}.`;
}

/** What a hand of that colour holds. @param {string} pieces @param {"w"|"b"} color */
function heldWords(pieces, color) {
  const own = ownIn(pieces, color);
  const partner = partnerIn(pieces, color);
  if (!own) return "piece";
  return partner ? `union of ${own} and ${partner}` : own;
}

/** @param {string} pieces @param {"w"|"b"} color */
function ownIn(pieces, color) {
  const letter = color === "w" ? whiteOf(pieces) : blackOf(pieces);
  return letter && pieceWord(letter);
}

/** @param {string} pieces @param {"w"|"b"} color */
function partnerIn(pieces, color) {
  return ownIn(pieces, color === "w" ? "b" : "w");
}

/** @param {ArchivedGame} game @param {Step} step */
function endWords(game, step) {
  if (step.ply < game.turns.length) return "";
  return resultWords(game);
}

/** "1 union", "5 unions". @param {number} count */
export function unionsWords(count) {
  return count === 1 ? "1 union" : `${count} unions`;
}

/** A turn as heard: "12, Ada: knight g1 to f3" stays notation, a chain says how long it is. */
export function turnLabel(/** @type {ArchivedGame} */ game, /** @type {number} */ ply) {
  const turn = game.turns[ply - 1];
  const name = moverOf(game, ply) === "w" ? game.white || "White" : game.black || "Black";
  const chain = takeOvers(turn.actions);
  const long = chain ? `, a chain through ${unionsWords(chain)}` : "";
  return `${name}: ${turn.notation}${long}`;
}
