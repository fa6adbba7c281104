/**
 * A game as one row of single steps: the start, then one step for each action of each turn.
 *
 * @typedef {import("./games-api.js").ArchivedGame} ArchivedGame
 * @typedef {import("./games-api.js").GameTurn} GameTurn
 *
 * @typedef {object} Step
 * @property {number} index counts from 0, the start
 * @property {number} ply of the turn that the step belongs to; 0 for the start
 * @property {number} link which action of that turn, from 0; -1 for the start
 * @property {string} action compact; "" for the start
 * @property {string} fen the position after the step
 * @property {string} before the position before it; that of the start is its own
 * @property {boolean} ends whether the turn is complete
 */

/** All steps of one game. Nothing is copied, so a game of thousands of turns costs little. */
export class GameSteps {
  /** @param {ArchivedGame} game */
  constructor(game) {
    this.game = game;
    /** The index of the last step of each ply; ply 0 is the start. @type {number[]} */
    this.ends = [0];
    for (const turn of game.turns) {
      this.ends.push(this.ends[this.ends.length - 1] + Math.max(1, turn.actions.length));
    }
  }

  /** The index of the last step. */
  get last() {
    return this.ends[this.ends.length - 1];
  }

  /** How many turns there are. */
  get plies() {
    return this.ends.length - 1;
  }

  /** The turn to which a step belongs; 0 for the start. @param {number} index */
  plyAt(index) {
    let low = 0;
    let high = this.plies;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The step with which a turn is complete, or the nearest there is. @param {number} ply */
  endOf(ply) {
    return this.ends[Math.max(0, Math.min(ply, this.plies))];
  }

  /** The end of the turn before the one a step belongs to. @param {number} index */
  turnBefore(index) {
    return this.endOf(this.plyAt(index) - 1);
  }

  /** The end of the turn that is under way, or else of the next. @param {number} index */
  turnAfter(index) {
    return this.endOf(this.plyAt(index + 1));
  }

  /** @param {number} index @returns {Step} */
  at(index) {
    const bounded = Math.max(0, Math.min(index, this.last));
    const ply = this.plyAt(bounded);
    if (ply === 0) {
      const fen = this.game.start_fen;
      return { index: 0, ply: 0, link: -1, action: "", fen, before: fen, ends: true };
    }
    const turn = this.game.turns[ply - 1];
    const link = bounded - this.ends[ply - 1] - 1;
    return {
      index: bounded,
      ply,
      link,
      action: turn.actions[link] ?? "",
      fen: fenAfter(turn, link),
      before: link > 0 ? fenAfter(turn, link - 1) : this.fenAfterPly(ply - 1),
      ends: bounded === this.ends[ply],
    };
  }

  /** @param {number} ply */
  fenAfterPly(ply) {
    return ply > 0 ? this.game.turns[ply - 1].fen : this.game.start_fen;
  }
}

/** @param {GameTurn} turn @param {number} link */
function fenAfter(turn, link) {
  const isLast = link >= turn.actions.length - 1;
  return isLast ? turn.fen : (turn.steps?.[link] ?? turn.fen);
}

/** The square of an action; null for a promotion. @param {string} action */
export function squareOf(action) {
  return action[0] === "L" || action[0] === "P" ? action.slice(1) : null;
}

/** The squares that actions touch, in order, none twice in a row. @param {string[]} actions */
export function wayOf(actions) {
  const squares = [];
  for (const action of actions) {
    const square = squareOf(action);
    if (square !== null && square !== squares[squares.length - 1]) squares.push(square);
  }
  return squares;
}

/** How many unions a turn takes over: all places but the last. @param {string[]} actions */
export function takeOvers(actions) {
  return Math.max(0, actions.filter((action) => action[0] === "P").length - 1);
}

/** Who plays a ply: "w" or "b". @param {ArchivedGame} game @param {number} ply */
export function moverOf(game, ply) {
  const whiteBegan = game.start_fen.split(" ")[1] !== "b";
  return (ply % 2 === 1) === whiteBegan ? "w" : "b";
}

/** The number of a ply as on a score sheet, and whose it is. */
export function sheetNumber(/** @type {ArchivedGame} */ game, /** @type {number} */ ply) {
  const blackBegan = game.start_fen.split(" ")[1] === "b";
  return Math.floor((ply + 1 + (blackBegan ? 1 : 0)) / 2);
}

/**
 * The notation taken apart where a step ends; castling and a lone step stay whole.
 * @param {string} notation
 * @returns {{text: string, actions: number}[]} each part with how many actions it stands for
 */
export function notationParts(notation) {
  const parts = [];
  let rest = notation;
  const owed = /^=[QRBN]:/.exec(rest);
  if (owed) {
    parts.push({ text: owed[0], actions: 1 });
    rest = rest.slice(owed[0].length);
  }
  const castling = /^0-0(-0)?/.exec(rest);
  if (castling) return [...parts, { text: rest, actions: 2 }];
  const lifted = /^[A-Z]{0,2}[a-h][1-8]/.exec(rest);
  if (!lifted) return [...parts, { text: rest, actions: 1 }];
  parts.push({ text: lifted[0], actions: 1 });
  for (const [link] of rest.slice(lifted[0].length).matchAll(/[>x][A-Z]?[a-h][1-8](=[QRBN])?/g)) {
    parts.push({ text: link, actions: link.includes("=") ? 2 : 1 });
  }
  return parts;
}

/** A long chain by its beginning and its end. @param {string} notation @param {number} most */
export function shortNotation(notation, most = 8) {
  if (notation.length <= most) return notation;
  const parts = notationParts(notation).map((part) => part.text);
  const isOwed = parts[0].endsWith(":");
  if (parts.length - (isOwed ? 1 : 0) < 3) return notation;
  const head = isOwed ? parts[0] + parts[1] : parts[0];
  return `${head}>…${parts[parts.length - 1]}`;
}
