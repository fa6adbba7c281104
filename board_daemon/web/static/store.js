/**
 * What the page knows of the board: the state as the server tells it, message by message.
 *
 * @typedef {object} Turn
 * @property {number} ply
 * @property {number|null} t
 * @property {string} notation
 * @property {string[]} actions
 * @property {string} fen
 * @property {string} status
 *
 * @typedef {Record<string, any> & {turns: Turn[]}} State  as GET /api/state answers
 * @typedef {{event: string, seq: number} & Record<string, any>} Message
 */

import { isUnion, parseFen } from "./fen.js";

/**
 * The state after a message; the one before stays as it was. A message that came before is ignored.
 * @param {State|null} state @param {Message} message @returns {State|null}
 */
export function reduce(state, message) {
  if (message.event === "hello") return { ...message.state, seq: message.seq };
  if (state === null || message.seq <= state.seq) return state;
  return { ...state, ...changeOf(state, message), seq: message.seq };
}

/** @param {State} state @param {Message} message @returns {Partial<State>} */
function changeOf(state, message) {
  const { turns } = state;
  switch (message.event) {
    case "state":
      return message.changed;
    case "lights":
      return { lights: lightsOf(message) };
    case "turn":
      return { turns: [...turns.slice(0, message.ply - 1), turnOf(message)] };
    case "revise":
      return { turns: [...turns.slice(0, -1), turnOf(message)] };
    case "takeback":
      return { turns: turns.filter((turn) => turn.ply < message.ply) };
    case "newgame":
      return { turns: [] };
    default:
      return {};
  }
}

/** @param {Message} message @returns {Turn} */
function turnOf({ ply, t, notation, actions, fen, status }) {
  return { ply, t, notation, actions, fen, status };
}

/** @param {Message} message */
function lightsOf({ squares, show, layers, since }) {
  return { squares, show, layers, since };
}

/**
 * What is to be drawn: what stands where, and what is held. On a virtual board these are the pieces
 * wherever they are; on a real one they are as recorded, in the midst of a turn as far as it is told.
 * @param {State} state
 * @returns {{squares: import("./fen.js").Squares, hands: import("./fen.js").Hand[]}}
 */
export function shownOf(state) {
  if (movesPieces(state)) {
    const { squares, hands, hand_from: from } = state.virtual;
    const held = Object.keys(hands)
      .filter((name) => hands[name])
      .sort((one, other) => Number(isBoards(one)) - Number(isBoards(other)))
      .map((name) => ({
        square: from[name] ?? "e1",
        pieces: hands[name],
        ...(isBoards(name) ? { apart: true } : {}),
      }));
    return { squares, hands: held };
  }
  if (state.hand?.fen) {
    const { squares, hand } = parseFen(state.hand.fen);
    return { squares, hands: hand ? [hand] : [] };
  }
  const { squares } = parseFen(state.game.fen);
  if (!state.hand?.piece || state.phase !== "handling") return { squares, hands: [] };
  const { [state.hand.origin]: _, ...others } = squares;
  return { squares: others, hands: [{ square: state.hand.origin, pieces: state.hand.piece }] };
}

/** Whether a hand is the board's own, which no pointer leads. @param {string} name */
const isBoards = (name) => name.startsWith("board-");

/** From where to where the last turn went, to tell pieces of a kind apart that may have moved. @param {State} state */
export const lastMoveOf = ({ last }) => (last.length > 1 ? { from: last[0], to: last[last.length - 1] } : null);

/** Whether the pieces on the page are the pieces of the board. @param {State} state */
export function movesPieces(state) {
  return state.virtual !== null && state.virtual.driven_by === "pieces";
}

/** Whether what is in hand was freed by a take-over. @param {State} state */
export function isFreed(state) {
  if (!state.hand?.fen) return false;
  const { squares, hand } = parseFen(state.hand.fen);
  return hand !== null && isUnion(squares[hand.square] ?? "");
}

const LEVELS = ["nobody", "watch", "play", "owner"];

/** Whether this device may do that much. @param {State|null} state @param {string} level */
export function may(state, level) {
  return LEVELS.indexOf(state?.you?.level ?? "nobody") >= LEVELS.indexOf(level);
}

/**
 * Seconds a player has left now.
 * @param {State} state @param {"w"|"b"} color @param {number} age seconds since the clock was told
 */
export function secondsLeft(state, color, age) {
  const { clock } = state;
  const told = color === "w" ? clock.white : clock.black;
  return Math.max(0, clock.running === color ? told - age : told);
}

/** The color that plays a turn. @param {State} state @param {number} ply */
export function moverOf(state, ply) {
  const first = state.game.start_fen.split(" ")[1] === "b" ? "b" : "w";
  return ply % 2 === 1 ? first : first === "w" ? "b" : "w";
}

/** The state, kept up to date, and whoever wants to hear of its changes. */
export class Store {
  /** @type {State|null} */
  state = null;
  /** When the clock was told, in milliseconds of `performance.now()`. */
  clockToldAt = 0;
  /** How the connection is: "connecting", "open", "lost", "refused". */
  link = "connecting";
  /** @type {Set<(message: Message|null) => void>} */
  #listeners = new Set();

  /** @param {Message} message */
  take(message) {
    const before = this.state;
    this.state = reduce(before, message);
    if (this.state === before) return;
    if (this.state?.clock !== before?.clock) this.clockToldAt = performance.now();
    this.tell(message);
  }

  /** @param {string} link */
  setLink(link) {
    if (link === this.link) return;
    this.link = link;
    this.tell(null);
  }

  /** Calls a function at each change; answers with what ends that. @param {(message: Message|null) => void} listener */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {Message|null} message what changed; null: only the connection */
  tell(message) {
    for (const listener of [...this.#listeners]) listener(message);
  }

  /** Resolved at the next change that a test accepts, or after a while. @param {(state: State) => boolean} test @param {number} ms */
  until(test, ms) {
    return new Promise((resolve) => {
      const finish = () => {
        stop();
        window.clearTimeout(timer);
        resolve(undefined);
      };
      const timer = window.setTimeout(finish, ms);
      const stop = this.listen(() => this.state && test(this.state) && finish());
      if (this.state && test(this.state)) finish();
    });
  }
}
