/** A few words beside what the pointer or the focus is on. One for the whole page. */

import { make } from "./elements.js";

const GAP = 8;

/** Shows words beside an element, and nothing where there are none. */
export class Whisper {
  constructor() {
    // What is pointed at has these words as its label already: they are not to be heard twice.
    this.element = make("div", { class: "whisper", "aria-hidden": "true", hidden: true });
  }

  /** @param {string|null} words @param {Element} at */
  say(words, at) {
    this.element.hidden = words === null;
    if (words === null) return;
    this.element.textContent = words;
    const target = at.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const most = document.documentElement.clientWidth - own.width - GAP;
    const left = Math.max(GAP, Math.min(target.left + target.width / 2 - own.width / 2, most));
    const above = target.top - own.height - GAP;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${above > GAP ? above : target.bottom + GAP}px`;
  }
}
