/** What the board refused or has to say, said for a while at the edge of the page. */

import { messageOf } from "./dialogs.js";
import { make } from "./elements.js";

const SHOWN_MS = 6000;

/** `element` is for the page. */
export class Toast {
  element = make("p", { class: "toast", role: "alert", hidden: true });
  #timer = 0;

  /** @param {unknown} what an error, or a sentence */
  tell(what) {
    this.element.textContent = messageOf(what);
    this.element.hidden = false;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.element.hidden = true), SHOWN_MS);
  }

  end() {
    window.clearTimeout(this.#timer);
  }
}
