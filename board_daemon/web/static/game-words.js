/**
 * Games and their steps in words, for the list, the line below the board and whoever listens.
 *
 * @typedef {import("./game-steps.js").Step} Step
 * @typedef {import("./games-api.js").ArchivedGame} ArchivedGame
 */

import { dayText } from "./dates.js";
import { blackOf, parseFen, whiteOf } from "./fen.js";
import { moverOf, squareOf, takeOvers } from "./game-steps.js";
import { shownName } from "./names.js";
import { readable } from "./notation.js";
import { counted, locales, pieceWord, say } from "./words.js";

const DRAWS = ["progress", "repetition", "no-turn", "all-dance", "kings", "agreed"];
/** The rulesets that have a name for people. */
export const RULES = ["pacoplay", "manual", "leaflet", "vchess", "children", "children-take-overs", "children-chains"];
const WINS = ["paco", "resigned", "agreed", "time"];

/**
 * How a game ended, a sentence; empty while it goes on.
 * @param {{result: string|null, reason: string|null, white: string, black: string}} game
 */
export function resultWords(game) {
  const { result } = game;
  const reason = game.reason ?? "";
  if (result === null) return "";
  if (result === "1/2-1/2") return say(DRAWS.includes(reason) ? `result.draw.${reason}` : "result.draw");
  if (result !== "1-0" && result !== "0-1") return say("result.unknown", { result });
  const [white, black] = [nameIn(game, "w"), nameIn(game, "b")];
  const [winner, loser] = result === "1-0" ? [white, black] : [black, white];
  return say(WINS.includes(reason) ? `result.${reason}` : "result.other", { winner, loser });
}

/** What is said instead of a result. @param {boolean} isPlayed whether it is on the board */
export const openWords = (isPlayed) => say(isPlayed ? "result.playing" : "result.open");

/** What a player is called. @param {{white: string, black: string}} game @param {string} color "w" or "b" */
export function nameIn(game, color) {
  return shownName(color === "w" ? game.white : game.black) || say(`color.${color}`);
}

/** What a ruleset is called. @param {string} rules its name in the archive, or a mixture of several */
export const rulesWords = (rules) => (RULES.includes(rules) ? say(`rules.${rules}`) : rules);

/** Who plays. @param {{white: string, black: string}} game */
export function playersWords(game) {
  return say("game.players", { white: nameIn(game, "w"), black: nameIn(game, "b") });
}

/** @param {number} count */
export function turnsWords(count) {
  return count === 0 ? say("game.no-turn") : counted("game.turns", count);
}

/**
 * When a game began, in short.
 * @param {string|null} startedAt
 * @param {Date} [now]
 */
export function dateWords(startedAt, now = new Date()) {
  const began = startedAt ? new Date(startedAt) : null;
  if (began === null || Number.isNaN(began.getTime())) return "";
  const time = began.toLocaleTimeString(locales(), { hour: "2-digit", minute: "2-digit" });
  const days = Math.round((midnight(now) - midnight(began)) / 86_400_000);
  if (days === 0) return say("date.today", { time });
  if (days === 1) return say("date.yesterday", { time });
  return dayText(began);
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
  return say(`step.start-${game.start_fen.split(" ")[1] === "b" ? "b" : "w"}`);
}

/** @param {Step} step @param {"w"|"b"} color @param {string} notation */
function actionWords(step, color, notation) {
  const name = say(`color.${color}`);
  if (step.action[0] === "=") return say("step.promotes", { name, piece: pieceWord(step.action[1]) });
  const square = squareOf(step.action) ?? "";
  const before = parseFen(step.before);
  const after = parseFen(step.fen);
  if (step.action[0] === "L") {
    const what = heldWords(after.hand?.pieces ?? before.squares[square] ?? "", color);
    return say("step.lifts", { name, what, square });
  }
  const held = before.hand?.pieces ?? "";
  if (/^(=.:)?0-0/.test(notation)) {
    return say("step.castles", { name, square });
  }
  if (held.length === 2) return say("step.union-goes", { name, square });
  const own = heldWords(held, color);
  const other = partnerIn(after.squares[square] ?? "", color);
  if (after.hand !== null) {
    const freed = heldWords(after.hand.pieces, color);
    return say("step.frees", { name, own, other, square, freed });
  }
  return say(other ? "step.unites" : "step.goes", { name, own, other, square });
}

/** What a hand of that colour holds. @param {string} pieces @param {"w"|"b"} color */
function heldWords(pieces, color) {
  const own = ownIn(pieces, color);
  const partner = partnerIn(pieces, color);
  if (!own) return say("hand.piece");
  return partner ? say("line.union", { own, partner }) : own;
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

/** A turn as heard: it stays notation, and a chain says how long it is. */
export function turnLabel(/** @type {ArchivedGame} */ game, /** @type {number} */ ply) {
  const turn = game.turns[ply - 1];
  const values = { name: nameIn(game, moverOf(game, ply)), notation: readable(turn.notation) };
  const chain = takeOvers(turn.actions);
  return chain ? counted("game.turn-chain", chain, values) : say("news.turn", values);
}
