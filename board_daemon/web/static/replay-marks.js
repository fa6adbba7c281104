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
import { nameIn } from "./game-words.js";
import { counted, say } from "./say.js";

/** Every kind: its sign, and the keys of its name in the legend and of what it means. */
export const MARK_KINDS = Object.freeze({
  sako: { sign: "Ŝ", name: "mark.sako", meaning: "mark.sako.meaning" },
  missed: { sign: "◇", name: "mark.missed", meaning: "mark.missed.meaning" },
  allowed: { sign: "△", name: "mark.allowed", meaning: "mark.allowed.meaning" },
  chain: { sign: "∞", name: "mark.chain", meaning: "mark.chain.meaning" },
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
  const name = nameIn(game, mover);
  if (said.sako) {
    const way = wayOf(said.sako);
    yield mark("sako", ply, ply, way, mover, wayWords("mark.sako.words", said.sako, { name }));
  }
  if (said.missed) {
    const key = said.missed_paco_in_one === false ? "mark.missed-later.words" : "mark.missed.words";
    const words = wayWords(key, said.missed, { name });
    yield mark("missed", ply, ply - 1, wayOf(said.missed), mover, words);
  }
  if (said.allowed_paco === true && said.threat) {
    const words = wayWords("mark.allowed.words", said.threat, { name, other: nameIn(game, other) });
    yield mark("allowed", ply, ply, wayOf(said.threat), other, words);
  }
}

/** @param {import("./games-api.js").ArchivedGame} game @param {number} ply */
function chainMark(game, ply) {
  const actions = game.turns[ply - 1].actions;
  const mover = moverOf(game, ply);
  const words = counted("mark.chain.words", takeOvers(actions), { name: nameIn(game, mover) });
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

/** A sentence about a way, which says through how many unions it leads. @param {string} key @param {string[]} actions @param {Record<string, string>} values */
function wayWords(key, actions, values) {
  const chain = takeOvers(actions);
  return say(key, { ...values, through: chain ? counted("mark.through", chain) : "" });
}

/** How often each kind stands in a game. @param {Map<number, Mark[]>} marks */
export function countMarks(marks) {
  /** @type {Record<MarkKind, number>} */
  const counts = { sako: 0, missed: 0, allowed: 0, chain: 0 };
  for (const beside of marks.values()) for (const each of beside) counts[each.kind] += 1;
  return counts;
}
