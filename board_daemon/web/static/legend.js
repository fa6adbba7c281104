/** What the marks beside the turns mean; each kind leads to the next one of its kind. */

import { make } from "./elements.js";
import { MARK_KINDS, countMarks } from "./replay-marks.js";
import { say } from "./say.js";

/** The legend; `element` is for the page. */
export class Legend {
  /** @param {{choose: (kind: import("./replay-marks.js").MarkKind) => void}} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    this.element = make("div", { class: "legend" });
  }

  waiting() {
    this.tell(say("marks.looking"));
  }

  /** @param {() => void} again */
  failed(again) {
    this.tell(say("marks.failed"));
    this.element.append(make("button", { type: "button", class: "quiet-button", onclick: again }, say("act.again")));
  }

  /** @param {Map<number, import("./replay-marks.js").Mark[]>} marks */
  show(marks) {
    const counts = countMarks(marks);
    const kinds = Object.keys(MARK_KINDS).filter((kind) => counts[kind]);
    if (!kinds.length) return this.tell(say("marks.none"));
    const list = make("ul", { "aria-label": say("marks.label") }, ...kinds.map((kind) => this.line(kind, counts[kind])));
    this.element.replaceChildren(list);
  }

  /** @param {string} kind @param {number} count */
  line(kind, count) {
    const { sign, name, meaning } = MARK_KINDS[kind];
    const [named, told] = [say(name), say(meaning)];
    const times = count === 1 ? "" : ` × ${count}`;
    const attributes = {
      type: "button",
      class: `legend-line mark-${kind}`,
      title: say("marks.next", { name: named, meaning: told }),
      onclick: () => this.wishes.choose(/** @type {any} */ (kind)),
    };
    const parts = [
      make("span", { class: "mark-sign", "aria-hidden": "true" }, sign),
      make("span", { class: "legend-name" }, `${named}${times}`),
      make("span", { class: "legend-meaning" }, told),
    ];
    return make("li", {}, make("button", attributes, ...parts));
  }

  /** @param {string} words */
  tell(words) {
    this.element.replaceChildren(make("p", { class: "quiet" }, words));
  }
}
