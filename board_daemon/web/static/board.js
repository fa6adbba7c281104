/**
 * The wooden board: an ARIA grid of 64 squares, lights beneath the pieces, pieces that glide.
 *
 * It knows nothing of rules or of the server: others say what stands where and what is lit, and it
 * says which square was pressed. See `board-pieces.js`, `board-lights.js`, `board-trail.js` and
 * `board-input.js` for its layers.
 */

import { BoardInput } from "./board-input.js";
import { BoardLights } from "./board-lights.js";
import { BoardPieces } from "./board-pieces.js";
import { BoardTrail } from "./board-trail.js";
import { fileOf, rankOf } from "./fen.js";
import { say, squareWords } from "./words.js";

/** @typedef {{kind: "press"|"long"|"drag"|"over"|"drop", from?: string, shift?: boolean}} Gesture */

export class Board {
  /**
   * What was done on a square, for whoever uses the board:
   * `press` (click, tap, Enter, Space), `long` (long press, or pressed with Ctrl, Alt or ⌘),
   * `drag` (a drag begins here), `over` (it comes over another square), `drop` (it ends here;
   * `from` is where it began). Without `interactive` only `press` and `long` are told.
   * @type {(square: string, gesture: Gesture) => void}
   */
  onSquare = () => {};

  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {import("./fen.js").Squares} */
  #squares = {};
  #flipped = false;
  #current = "e2";

  /**
   * @param {HTMLElement} element becomes the board; it fills the square of its width
   * @param {{flipped?: boolean, interactive?: boolean, label?: string}} [options]
   */
  constructor(element, { flipped = false, interactive = false, label } = {}) {
    this.element = element;
    element.classList.add("board");
    // From a to h, however the page is read.
    element.dir = "ltr";
    this.setPlayable(interactive);
    this.grid = part("grid", { role: "grid", "aria-label": label ?? say("board.label") });
    this.lights = new BoardLights(this.#cells);
    this.pieces = new BoardPieces((square) => this.position(square));
    this.trail = new BoardTrail((square) => this.position(square));
    element.replaceChildren(this.grid, this.pieces.element, this.trail.element);
    this.flip(flipped);
    new BoardInput(this);
  }

  /** What stands where now. */
  get squares() {
    return this.#squares;
  }

  get flipped() {
    return this.#flipped;
  }

  /** The square that the arrow keys are on. */
  get current() {
    return this.#current;
  }

  /**
   * What stands where from now on; pieces glide to where they are new.
   * @param {import("./fen.js").Squares} squares
   * @param {{animate?: boolean, move?: {from: string, to: string}|null}} [options] `move` says which
   *   piece moved where several might have
   * @returns {Promise<void>} settled when all have arrived
   */
  setPosition(squares, { animate = true, move = null } = {}) {
    this.#squares = { ...squares };
    this.#label();
    return this.pieces.set(this.#squares, animate, move);
  }

  /**
   * What is held above the board, or nothing. Call it after `setPosition`, so that a piece that was
   * in hand glides from there.
   * @param {import("./fen.js").Hand|import("./fen.js").Hand[]|null} held one, or what each hand
   *   holds; the first follows the pointer
   */
  setHand(held) {
    const hands = Array.isArray(held) ? held : held ? [held] : [];
    this.pieces.setHands(hands);
    this.element.classList.toggle("board-holding", hands.some((hand) => !hand.apart));
  }

  /**
   * Small signs on squares, above the pieces: a number, what a sensor reads. `kind` is for the looks.
   * @param {Record<string, {text: string, kind: string}>} marks
   */
  setMarks(marks) {
    for (const [square, cell] of this.#cells) {
      cell.querySelector(".sign")?.remove();
      const mark = marks[square];
      if (!mark) continue;
      const sign = part(`sign ${mark.kind}`, { "aria-hidden": "true" });
      sign.textContent = mark.text;
      cell.append(sign);
    }
  }

  /** Whether pieces may be dragged; else squares are only pressed. @param {boolean} playable */
  setPlayable(playable) {
    this.playable = playable;
    this.element.classList.toggle("board-playable", playable);
  }

  /**
   * The lights as the server tells them (state's `lights`), or null for none. Where there are no
   * layers, each role shows its own colour without motion.
   * @param {import("./board-lights.js").Lights|null} lights
   */
  setLights(lights) {
    this.lights.set(lights);
    this.#label();
  }

  /** Ŝako's way as a trail over these squares. @param {string[]} squares */
  setArrow(squares) {
    this.trail.set(squares);
  }

  /** @param {boolean} shown */
  setCoordinates(shown) {
    this.element.classList.toggle("board-bare", !shown);
  }

  /** Shows the board from Black's side, or from White's. @param {boolean} flipped */
  flip(flipped) {
    this.#flipped = flipped;
    this.#layOut();
    this.pieces.place();
    this.trail.place();
    this.#label();
  }

  /** Moves the keyboard's focus to a square. @param {string} square */
  focusSquare(square) {
    this.setCurrent(square);
    this.#cells.get(square)?.focus();
  }

  /** Makes a square the one that Tab comes to. @param {string} square */
  setCurrent(square) {
    this.#cells.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#cells.get(square)?.setAttribute("tabindex", "0");
    this.#current = square;
  }

  /** Column and row of a square as it is seen, from the top left. @param {string} square */
  position(square) {
    const file = fileOf(square);
    const rank = rankOf(square);
    return this.#flipped ? { column: 7 - file, row: rank } : { column: file, row: 7 - rank };
  }

  /** The square at a column and a row as they are seen. @param {number} column @param {number} row */
  squareAt(column, row) {
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    const [file, rank] = this.#flipped ? [7 - column, row] : [column, 7 - row];
    return "abcdefgh"[file] + (rank + 1);
  }

  /** The square under a point of the window, or null. @param {{clientX: number, clientY: number}} point */
  squareUnder({ clientX, clientY }) {
    const box = this.grid.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * 8);
    const row = Math.floor(((clientY - box.top) / box.height) * 8);
    return this.squareAt(column, row);
  }

  #layOut() {
    const rows = [];
    for (let row = 0; row < 8; row += 1) {
      const line = part("rank-row", { role: "row" });
      for (let column = 0; column < 8; column += 1) line.append(this.#cell(column, row));
      rows.push(line);
    }
    const hadFocus = this.grid.contains(document.activeElement);
    this.grid.replaceChildren(...rows);
    this.setCurrent(this.#current);
    if (hadFocus) this.focusSquare(this.#current);
  }

  /** @param {number} column @param {number} row */
  #cell(column, row) {
    const square = /** @type {string} */ (this.squareAt(column, row));
    const cell = this.#cells.get(square) ?? newCell(square);
    this.#cells.set(square, cell);
    const [rank, file] = cell.querySelectorAll(".coordinate");
    rank.textContent = column === 0 ? square[1] : "";
    file.textContent = row === 7 ? square[0] : "";
    return cell;
  }

  /** What a screen reader says of each square. */
  #label() {
    for (const [square, cell] of this.#cells) {
      const what = squareWords(square, this.#squares[square]);
      const role = this.lights?.roleOf(square);
      const label = role ? say("square.lit", { what, role: say(`role.${role}`) }) : what;
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    }
  }
}

/** @param {string} square */
function newCell(square) {
  const dark = (fileOf(square) + rankOf(square)) % 2 === 0;
  const cell = part(`cell ${dark ? "dark" : "light"}`, {
    role: "gridcell",
    tabindex: "-1",
    "data-square": square,
  });
  const glow = part("glow", { "aria-hidden": "true" });
  const rank = part("coordinate rank", { "aria-hidden": "true" });
  const file = part("coordinate file", { "aria-hidden": "true" });
  cell.append(glow, rank, file);
  return cell;
}

/** @param {string} name @param {Record<string, string>} attributes */
function part(name, attributes) {
  const element = document.createElement("div");
  element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
