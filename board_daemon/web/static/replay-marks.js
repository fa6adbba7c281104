/**
 * What the analysis says about a game, as marks beside its turns.
 *
 * @typedef {"sako"|"missed"|"allowed"|"chain"} MarkKind
 *
 * @typedef {object} Mark
 * @property {MarkKind} kind
 * @property {number} ply the turn beside which it stands
 * @property {number} shown the ply after which the board shows it: `ply`, or the one before
 * @property {string[]} way squares of the arrow trail, in order
 * @property {"w"|"b"} by who walks that way
 * @property {string} words one sentence
 */

import { moverOf, takeOvers, wayOf } from "./game-steps.js";
import { unionsWords } from "./game-words.js";

/** Every kind: its sign, its name in the legend, and what it means. */
export const MARK_KINDS = Object.freeze({
  sako: { sign: "Ŝ", name: "Ŝako", meaning: "can unite with the king next" },
  missed: { sign: "◇", name: "Paco missed", meaning: "a way to win, not played" },
  allowed: { sign: "△", name: "Paco allowed", meaning: "the other may unite now" },
  chain: { sign: "∞", name: "Longest chain", meaning: "most unions taken over" },
});

/**
 * The marks of a game, by ply.
 * @param {import("./games-api.js").ArchivedGame} game
 * @param {{turns: any[], longest_chain?: {ply: number, take_overs: number}|null}} analysis
 * @returns {Map<number, Mark[]>}
 */
export function marksOf(game, analysis) {
  /** @type {Map<number, Mark[]>} */
  const marks = new Map();
  for (const said of analysis.turns) {
    const found = [...marksOfTurn(game, said)];
    if (found.length) marks.set(said.ply, found);
  }
  const longest = analysis.longest_chain;
  if (longest && longest.ply <= game.turns.length) {
    const beside = marks.get(longest.ply) ?? [];
    marks.set(longest.ply, [...beside, chainMark(game, longest.ply)]);
  }
  return marks;
}

/**
 * @param {import("./games-api.js").ArchivedGame} game
 * @param {any} said
 * @returns {Iterable<Mark>}
 */
function* marksOfTurn(game, said) {
  const { ply } = said;
  if (ply < 1 || ply > game.turns.length) return;
  const mover = moverOf(game, ply);
  const other = mover === "w" ? "b" : "w";
  const name = nameOf(game, mover);
  if (said.sako) {
    const way = wayOf(said.sako);
    yield mark("sako", ply, ply, way, mover, `Ŝako! ${name} could unite with the king next${through(said.sako)}.`);
  }
  if (said.missed) {
    const when = said.missed_paco_in_one === false ? "a Paco in two turns" : "a Paco at once";
    const words = `${name} missed ${when}${through(said.missed)}.`;
    yield mark("missed", ply, ply - 1, wayOf(said.missed), mover, words);
  }
  if (said.allowed_paco === true && said.threat) {
    const words = `${name} lets ${nameOf(game, other)} unite with the king${through(said.threat)}, and need not have.`;
    yield mark("allowed", ply, ply, wayOf(said.threat), other, words);
  }
}

/** @param {import("./games-api.js").ArchivedGame} game @param {number} ply */
function chainMark(game, ply) {
  const actions = game.turns[ply - 1].actions;
  const mover = moverOf(game, ply);
  const words = `The longest chain of the game: ${nameOf(game, mover)} took over ${unionsWords(takeOvers(actions))}.`;
  return mark("chain", ply, ply, wayOf(actions), mover, words);
}

/** @returns {Mark} */
function mark(
  /** @type {MarkKind} */ kind,
  /** @type {number} */ ply,
  /** @type {number} */ shown,
  /** @type {string[]} */ way,
  /** @type {"w"|"b"} */ by,
  /** @type {string} */ words,
) {
  return { kind, ply, shown, way, by, words };
}

/** @param {string[]} actions */
function through(actions) {
  const chain = takeOvers(actions);
  return chain ? `, through ${unionsWords(chain)}` : "";
}

/** @param {import("./games-api.js").ArchivedGame} game @param {"w"|"b"} color */
function nameOf(game, color) {
  return color === "w" ? game.white || "White" : game.black || "Black";
}

/** How often each kind stands in a game. @param {Map<number, Mark[]>} marks */
export function countMarks(marks) {
  /** @type {Record<MarkKind, number>} */
  const counts = { sako: 0, missed: 0, allowed: 0, chain: 0 };
  for (const beside of marks.values()) for (const each of beside) counts[each.kind] += 1;
  return counts;
}
