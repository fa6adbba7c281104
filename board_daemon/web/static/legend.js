/** What the marks beside the turns mean; each kind leads to the next one of its kind. */

import { make } from "./elements.js";
import { MARK_KINDS, countMarks } from "./replay-marks.js";

/** The legend; `element` is for the page. */
export class Legend {
  /** @param {{choose: (kind: import("./replay-marks.js").MarkKind) => void}} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    this.element = make("div", { class: "legend" });
  }

  waiting() {
    this.say("Looking through the game …");
  }

  /** @param {() => void} again */
  failed(again) {
    this.say("The marks of this game could not be worked out.");
    this.element.append(make("button", { type: "button", class: "quiet-button", onclick: again }, "Try again"));
  }

  /** @param {Map<number, import("./replay-marks.js").Mark[]>} marks */
  show(marks) {
    const counts = countMarks(marks);
    const kinds = Object.keys(MARK_KINDS).filter((kind) => counts[kind]);
    if (!kinds.length) return this.say("Nothing to mark: no Ŝako and no chain.");
    const list = make("ul", { "aria-label": "Marks" }, ...kinds.map((kind) => this.line(kind, counts[kind])));
    this.element.replaceChildren(list);
  }

  /** @param {string} kind @param {number} count */
  line(kind, count) {
    const { sign, name, meaning } = MARK_KINDS[kind];
    const times = count === 1 ? "" : ` × ${count}`;
    const attributes = {
      type: "button",
      class: `legend-line mark-${kind}`,
      title: `${name}: ${meaning}. Shows the next one.`,
      onclick: () => this.wishes.choose(/** @type {any} */ (kind)),
    };
    const told = make("span", { class: "legend-meaning" }, meaning);
    const named = make("span", { class: "legend-name" }, `${name}${times}`);
    return make("li", {}, make("button", attributes, make("span", { class: "mark-sign", "aria-hidden": "true" }, sign), named, told));
  }

  /** @param {string} words */
  say(words) {
    this.element.replaceChildren(make("p", { class: "quiet" }, words));
  }
}
