/** The board of a replay: where the pieces stand after a step, what they touched, and the trails. */

import { Board } from "./board.js";
import { make } from "./elements.js";
import { parseFen } from "./fen.js";
import { squareOf } from "./game-steps.js";
import { say } from "./say.js";

/**
 * @typedef {import("./game-steps.js").Step} Step
 * @typedef {import("./games-api.js").ArchivedGame} ArchivedGame
 * @typedef {import("./replay-marks.js").Mark} Mark
 */

/** Nobody plays on it; `element` is for the page. */
export class ReplayBoard {
  constructor() {
    this.element = make("div", { class: "replay-board" });
    this.board = new Board(this.element, { label: say("replay.board") });
    /** @type {number|null} */
    this.index = null;
    // A click must not take the arrow keys away from the steps; the Tab key still gets here.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get isFlipped() {
    return this.board.flipped;
  }

  flip() {
    this.board.flip(!this.board.flipped);
  }

  /** The next position comes at once, without gliding from another game's. */
  forget() {
    this.index = null;
  }

  /** @param {ArchivedGame} game @param {Step} step @param {Mark|null} chosen whose way is drawn */
  show(game, step, chosen) {
    const { squares, hand } = parseFen(step.fen);
    const isNeighbour = this.index !== null && Math.abs(step.index - this.index) <= 1;
    this.board.setPosition(squares, { animate: isNeighbour, move: moveOf(step) });
    this.board.setHand(hand);
    this.board.setLights(chosen ? null : { squares: rolesOf(game, step) });
    this.board.setArrow(chosen ? chosen.way : []);
    this.element.dataset.mark = chosen?.kind ?? "";
    this.index = step.index;
  }
}

/** Which piece a step moves, for where several might have. @param {Step} step */
function moveOf(step) {
  if (step.action[0] !== "P") return null;
  const { hand } = parseFen(step.before);
  return hand && { from: hand.square, to: step.action.slice(1) };
}

/**
 * The light on every square that the turn has touched so far: as on the board, dim where it is
 * over, link by link while it goes on.
 * @param {ArchivedGame} game @param {Step} step
 */
export function rolesOf(game, step) {
  /** @type {Record<string, string>} */
  const roles = {};
  if (step.ply === 0) return roles;
  const turn = game.turns[step.ply - 1];
  const squares = turn.actions.slice(0, step.link + 1).map(squareOf);
  squares.forEach((square, link) => {
    if (square === null) return;
    if (step.ends) roles[square] = "last";
    else roles[square] = turn.actions[link][0] === "L" ? "origin" : "takeover";
  });
  const last = squares.findLast((square) => square !== null);
  if (last && step.ends && turn.status.startsWith("paco")) roles[last] = "paco";
  if (last && step.action[0] === "=" && !step.ends) roles[last] = "promotion";
  return roles;
}
