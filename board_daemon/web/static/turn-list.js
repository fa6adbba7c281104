/**
 * The turns of a game in two columns, each with the marks that the analysis gave it.
 *
 * All rows are in the page, so that it can be searched and read aloud; the browser lays out only
 * those in sight (`content-visibility` in turn-list.css), which keeps thousands of turns quick.
 *
 * @typedef {import("./replay-marks.js").Mark} Mark
 * @typedef {import("./games-api.js").ArchivedGame} ArchivedGame
 */

import { make } from "./elements.js";
import { moverOf, sheetNumber, shortNotation } from "./game-steps.js";
import { turnLabel } from "./game-words.js";
import { readable } from "./notation.js";
import { preferences } from "./preferences.js";
import { MARK_KINDS } from "./replay-marks.js";
import { inDigits, say } from "./say.js";

/** The list; `element` is for the page. */
export class TurnList {
  /**
   * @param {{pick: (ply: number) => void, choose: (mark: Mark) => void,
   *   whisper: (words: string|null, at: Element) => void}} wishes
   */
  constructor(wishes) {
    this.wishes = wishes;
    this.element = make("ol", { class: "turn-list", dir: "ltr", "aria-label": say("turns.label") });
    /** The cell of each ply; none for ply 0. @type {HTMLElement[]} */
    this.cells = [];
    /** @type {Map<number, Mark[]>} */
    this.marks = new Map();
    this.current = 0;
    this.element.addEventListener("click", (event) => this.clicked(event));
    for (const kind of ["pointerover", "focusin"]) {
      this.element.addEventListener(kind, (event) => this.pointed(event, true));
    }
    for (const kind of ["pointerout", "focusout"]) {
      this.element.addEventListener(kind, (event) => this.pointed(event, false));
    }
  }

  /** @param {ArchivedGame} game */
  show(game) {
    this.cells = [make("span")];
    this.marks = new Map();
    this.current = 0;
    const rows = document.createDocumentFragment();
    let row = null;
    for (const turn of game.turns) {
      const isWhite = moverOf(game, turn.ply) === "w";
      if (row === null || isWhite) {
        row = make("li", { class: "turn-row" });
        row.append(make("span", { class: "turn-number" }, inDigits(`${sheetNumber(game, turn.ply)}.`)));
        if (!isWhite) row.append(make("span", { class: "turn-cell turn-none" }, "…"));
        rows.append(row);
      }
      const cell = turnCell(game, turn.ply);
      this.cells.push(cell);
      row.append(cell);
    }
    this.element.replaceChildren(rows);
    this.element.scrollTop = 0;
    this.setReachable(0, true);
  }

  /** @param {Map<number, Mark[]>} marks */
  setMarks(marks) {
    for (const ply of this.marks.keys()) this.cells[ply]?.querySelector(".turn-marks")?.remove();
    this.marks = marks;
    for (const [ply, beside] of marks) {
      const signs = beside.map((mark, index) => markButton(mark, index, ply === this.current));
      this.cells[ply]?.append(make("span", { class: "turn-marks" }, ...signs));
    }
  }

  /** Mark a turn as the one on the board and bring it into sight. @param {number} ply */
  setCurrent(ply) {
    if (ply === this.current) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.setReachable(this.current, false);
    this.current = ply;
    this.setReachable(ply, true);
    if (ply === 0) this.element.scrollTop = 0;
    else this.bringIntoSight(this.cells[ply]);
    if (hadFocus) turnButton(this.cells[ply])?.focus({ preventScroll: true });
  }

  /** Only the current turn is a stop of the Tab key: the way through the page stays short. */
  setReachable(/** @type {number} */ ply, /** @type {boolean} */ isCurrent) {
    // At the start no turn is current, and the first one is the way in.
    const cell = this.cells[Math.max(1, ply)];
    if (!cell) return;
    for (const button of cell.querySelectorAll("button")) button.tabIndex = isCurrent ? 0 : -1;
    cell.classList.toggle("is-current", isCurrent && ply > 0);
    if (isCurrent && ply > 0) turnButton(cell)?.setAttribute("aria-current", "true");
    else turnButton(cell)?.removeAttribute("aria-current");
  }

  /** Scrolls the list only: `scrollIntoView` would move the whole page on a phone. */
  bringIntoSight(/** @type {HTMLElement} */ cell) {
    const row = cell.closest("li");
    if (row === null) return;
    // The list is the offset parent of its rows.
    const top = row.offsetTop;
    const { scrollTop, clientHeight } = this.element;
    const margin = row.offsetHeight * 1.5;
    if (top < scrollTop + margin / 3 || top + row.offsetHeight > scrollTop + clientHeight - margin / 3) {
      this.element.scrollTop = top - clientHeight / 2 + row.offsetHeight / 2;
    }
  }

  /** @param {Event} event */
  clicked(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null) return;
    const ply = Number(button.closest(".turn-cell")?.getAttribute("data-ply"));
    if (button.dataset.mark === undefined) this.wishes.pick(ply);
    else this.wishes.choose((this.marks.get(ply) ?? [])[Number(button.dataset.mark)]);
  }

  /** @param {Event} event @param {boolean} isOn */
  pointed(event, isOn) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null) return;
    const full = button.dataset.mark === undefined ? button.dataset.full : button.ariaLabel;
    this.wishes.whisper(isOn ? (full ?? null) : null, button);
  }
}

/** @param {Element|undefined} cell */
function turnButton(cell) {
  return /** @type {HTMLButtonElement|null} */ (cell?.querySelector(".turn-name") ?? null);
}

/** @param {ArchivedGame} game @param {number} ply */
function turnCell(game, ply) {
  const { notation } = game.turns[ply - 1];
  const short = shortNotation(notation);
  const attributes = {
    type: "button",
    class: "turn-name",
    tabindex: -1,
    "aria-label": turnLabel(game, ply),
    "data-full": short === notation ? null : readable(notation),
  };
  const button = make("button", attributes, readable(short, preferences.get().figurines));
  return make("span", { class: "turn-cell", "data-ply": ply }, button);
}

/** @param {Mark} mark @param {number} index @param {boolean} isReachable */
function markButton(mark, index, isReachable) {
  const attributes = {
    type: "button",
    class: `turn-mark mark-${mark.kind}`,
    "data-mark": index,
    "aria-label": mark.words,
    tabindex: isReachable ? 0 : -1,
  };
  return make("button", attributes, MARK_KINDS[mark.kind].sign);
}
