/** Mouse, finger and keyboard on a board, told as gestures on squares. */

import { keepsStill } from "./motion.js";

const LONG_MS = 550;
const DRAG_PIXELS = 6;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardInput {
  #board;
  /** What one finger does; a second one meanwhile is not for the board.
   * @type {{id: number, square: string, over: string, x: number, y: number, dragged: boolean, long: boolean,
   *   timer: number, modified: boolean}|null} */
  #pressed = null;

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.#board = board;
    const { grid } = board;
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#up(event));
    grid.addEventListener("pointercancel", (event) => this.#isOurs(event) && this.#release());
    grid.addEventListener("pointerleave", () => this.#board.pieces.hoverAt(null));
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    // A screen reader clicks without a pointer.
    grid.addEventListener("click", (event) => this.#clicked(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const board = this.#board;
    const step = STEPS[event.key];
    if (step) {
      const { column, row } = board.position(board.current);
      const next = board.squareAt(column + step[0], row + step[1]);
      if (next) board.focusSquare(next);
    } else if (event.key === "Home" || event.key === "End") {
      const { row } = board.position(board.current);
      board.focusSquare(board.squareAt(event.key === "Home" ? 0 : 7, row) ?? board.current);
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.#tell(board.current, isModified(event) ? "long" : "press", event);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#pressed || (event.button > 0 && event.button !== 2)) return;
    const square = this.#board.squareUnder(event);
    if (!square) return;
    this.#board.setCurrent(square);
    this.#board.grid.setPointerCapture(event.pointerId);
    const timer = window.setTimeout(() => this.#long(), LONG_MS);
    this.#pressed = {
      id: event.pointerId,
      square,
      over: square,
      x: event.clientX,
      y: event.clientY,
      dragged: false,
      long: false,
      timer,
      modified: isModified(event) || event.button === 2,
    };
  }

  #long() {
    const pressed = this.#pressed;
    if (!pressed || pressed.dragged) return;
    pressed.long = true;
    this.#board.onSquare(pressed.square, { kind: "long" });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#pressed && !this.#isOurs(event)) return;
    const pressed = this.#pressed;
    const { playable } = this.#board;
    if (playable && (event.pointerType === "mouse" || pressed?.dragged)) this.#hover(event);
    if (!pressed || !playable || pressed.long) return;
    if (!pressed.dragged) {
      const moved = wayOf(event).map((each) => Math.hypot(each.clientX - pressed.x, each.clientY - pressed.y));
      if (Math.max(...moved) < DRAG_PIXELS) return;
      pressed.dragged = true;
      window.clearTimeout(pressed.timer);
      this.#tell(pressed.square, "drag", event);
    }
    const square = this.#board.squareUnder(event);
    if (square && square !== pressed.over) {
      pressed.over = square;
      this.#tell(square, "over", event, pressed.square);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#isOurs(event)) return;
    const pressed = this.#pressed;
    this.#release();
    if (!pressed || pressed.long) return;
    const square = this.#board.squareUnder(event);
    if (pressed.dragged) {
      this.#tell(square ?? pressed.square, "drop", event, pressed.square);
      if (event.pointerType !== "mouse") this.#board.pieces.hoverAt(null);
    } else if (square === pressed.square) {
      this.#tell(square, pressed.modified ? "long" : "press", event);
    }
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
    const byReader = event.detail === 0 && event.clientX === 0 && event.clientY === 0;
    if (byReader && cell instanceof HTMLElement) {
      this.#board.setCurrent(cell.dataset.square ?? "");
      this.#tell(cell.dataset.square ?? "", "press", event);
    }
  }

  /** @param {PointerEvent} event */
  #isOurs(event) {
    return this.#pressed?.id === event.pointerId;
  }

  #release() {
    window.clearTimeout(this.#pressed?.timer);
    this.#pressed = null;
  }

  /** Lets what is in hand follow the pointer, a little above it. @param {PointerEvent} event */
  #hover(event) {
    if (keepsStill() && !this.#pressed) return;
    const box = this.#board.grid.getBoundingClientRect();
    this.#board.pieces.hoverAt({
      column: ((event.clientX - box.left) / box.width) * 8 - 0.5,
      row: ((event.clientY - box.top) / box.height) * 8 - 0.5,
    });
  }

  /**
   * @param {string} square @param {import("./board.js").Gesture["kind"]} kind
   * @param {MouseEvent|KeyboardEvent} event @param {string} [from]
   */
  #tell(square, kind, event, from) {
    this.#board.onSquare(square, { kind, from, shift: event.shiftKey });
  }
}

/** Where the pointer has been since it was last told: a busy page hears of several places at once.
 * @param {PointerEvent} event @returns {PointerEvent[]}
 */
const wayOf = (event) => [...(event.getCoalescedEvents?.() ?? []), event];

/** @param {MouseEvent|KeyboardEvent} event */
const isModified = (event) => event.ctrlKey || event.altKey || event.metaKey;
