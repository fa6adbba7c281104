/**
 * What is on the board now, below it: the turn with the current link of its chain, the same in
 * words, and what the analysis says about it.
 *
 * @typedef {import("./replay-marks.js").Mark} Mark
 */

import { make } from "./elements.js";
import { moverOf, notationParts, sheetNumber } from "./game-steps.js";
import { readableLink } from "./notation.js";
import { MARK_KINDS } from "./replay-marks.js";
import { inDigits, say } from "./say.js";

/** The line; `element` is for the page. */
export class StepLine {
  /** @param {{go: (index: number) => void, choose: (mark: Mark) => void}} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    this.turn = make("p", { class: "step-turn", dir: "ltr" });
    this.words = make("p", { class: "step-words" });
    this.marks = make("p", { class: "step-marks" });
    this.element = make("div", { class: "step-line" }, this.turn, this.words, this.marks);
  }

  /**
   * @param {import("./games-api.js").ArchivedGame} game
   * @param {import("./game-steps.js").Step} step
   * @param {string} words
   * @param {Mark[]} marks of this turn
   * @param {Mark|null} chosen the mark that the board shows
   */
  show(game, step, words, marks, chosen) {
    this.words.textContent = words;
    this.turn.replaceChildren(...(step.ply ? this.links(game, step) : []));
    const shown = chosen && !marks.includes(chosen) ? [chosen, ...marks] : marks;
    this.marks.replaceChildren(...shown.map((mark) => this.chip(mark, mark === chosen)));
  }

  /** @param {import("./games-api.js").ArchivedGame} game @param {import("./game-steps.js").Step} step */
  links(game, step) {
    const turn = game.turns[step.ply - 1];
    const dots = moverOf(game, step.ply) === "w" ? "." : " …";
    const first = step.index - step.link;
    let done = 0;
    const links = notationParts(turn.notation).map((part) => {
      const from = done;
      done += part.actions;
      const isNow = step.link >= from && step.link < done;
      const index = first + Math.min(done, turn.actions.length) - 1;
      const attributes = {
        type: "button",
        class: isNow ? "step-link is-now" : step.link < from ? "step-link is-ahead" : "step-link",
        tabindex: -1,
        onclick: () => this.wishes.go(index),
      };
      return make("button", attributes, readableLink(part.text, turn.notation));
    });
    const current = links.find((link) => link.classList.contains("is-now"));
    // A chain may be longer than the line: the current link is what must be seen.
    queueMicrotask(() => this.follow(current));
    return [make("span", { class: "step-number" }, inDigits(`${sheetNumber(game, step.ply)}${dots} `)), ...links];
  }

  /** @param {HTMLElement|undefined} link */
  follow(link) {
    if (!link || this.turn.scrollWidth <= this.turn.clientWidth) return;
    this.turn.scrollLeft = link.offsetLeft - this.turn.offsetLeft - this.turn.clientWidth / 2;
  }

  /** @param {Mark} mark @param {boolean} isChosen */
  chip(mark, isChosen) {
    const kind = MARK_KINDS[mark.kind];
    const attributes = {
      type: "button",
      class: `mark-chip mark-${mark.kind}`,
      "aria-pressed": String(isChosen),
      "aria-label": say(isChosen ? "marks.hide-way" : "marks.show-way", { name: say(kind.name) }),
      onclick: () => this.wishes.choose(mark),
    };
    return make("button", attributes, make("span", { class: "mark-sign", "aria-hidden": "true" }, kind.sign), say(kind.name));
  }
}
