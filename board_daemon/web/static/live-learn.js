/** On the live page: the way into the lessons for whoever is new, and out of the one on the board. */

import { get } from "./api.js";
import { make } from "./elements.js";
import { may } from "./store.js";
import { say } from "./words.js";

export class LiveLearn {
  #store;
  #tell;
  #shown = "";
  /** Whether there is no game yet at all; null: not known. @type {boolean|null} */
  #isNew = null;

  /** @param {import("./store.js").Store} store @param {(path: string) => void} tell */
  constructor(store, tell) {
    this.#store = store;
    this.#tell = tell;
    this.element = make("section", { class: "learn" });
  }

  update() {
    const { state } = this.#store;
    if (!state) return;
    if (this.#isNew === null && !state.turns.length && state.game.id === null) this.#ask();
    const what = this.#what(state);
    if (what === this.#shown) return;
    this.#shown = what;
    this.element.replaceChildren(...this.#content(state, what));
  }

  /** @param {import("./store.js").State} state */
  #what(state) {
    if (state.lesson) return `lesson ${state.lesson.id} ${may(state, "play")}`;
    return this.#isNew && !state.turns.length ? "new" : "";
  }

  /** @param {import("./store.js").State} state @param {string} what */
  #content(state, what) {
    if (!what) return [];
    if (what === "new") {
      const words = make("p", {}, say("lessons.new-here-hint"));
      const learn = make("a", { class: "button primary big", href: "#/lessons" }, say("lessons.learn"));
      return [make("div", { class: "card" }, make("h2", {}, say("lessons.new-here")), words, learn)];
    }
    const back = { type: "button", disabled: !may(state, "play"), onclick: () => this.#tell("/api/lessons/leave") };
    const buttons = make(
      "div",
      { class: "row" },
      make("a", { class: "button primary", href: `#/lessons/${state.lesson.id}` }, say("lessons.back-to-lesson")),
      make("button", back, say("lessons.back-to-game")),
    );
    const waits = make("p", { class: "quiet" }, say("lessons.game-waits"));
    return [make("div", { class: "card" }, make("h2", {}, say("lessons.on-board")), waits, buttons)];
  }

  async #ask() {
    this.#isNew = false;
    try {
      const { total } = await get("/api/games?limit=1");
      this.#isNew = total === 0;
      this.update();
    } catch {
      // Nobody is invited then; the way in is above all the same.
    }
  }
}
