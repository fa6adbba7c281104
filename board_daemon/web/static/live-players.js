/** Who plays, whose turn it is, and the clock. */

import { post } from "./api.js";
import { field, openDialog } from "./dialogs.js";
import { make } from "./elements.js";
import { clockWords, nameOf } from "./live-words.js";
import { offerNames } from "./name-field.js";
import { LONGEST_NAME } from "./names.js";
import { dotOf, ensurePeople } from "./people.js";
import { drawing } from "./pieces.js";
import { may, secondsLeft } from "./store.js";
import { say } from "./words.js";

const TICK_MS = 100;

export class LivePlayers {
  #store;
  /** @type {Record<"w"|"b", {row: HTMLElement, name: HTMLButtonElement, clock: HTMLElement}>} */
  #rows;

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.#store = store;
    this.#rows = { w: this.#row("w"), b: this.#row("b") };
    this.element = make(
      "section",
      { class: "players", "aria-label": say("players.label") },
      this.#rows.w.row,
      this.#rows.b.row,
    );
    this.timer = window.setInterval(() => this.#showClocks(), TICK_MS);
  }

  /** @param {"w"|"b"} color */
  #row(color) {
    const name = make("button", { type: "button", class: "plain name", onclick: () => this.#rename() });
    const clock = make("span", { class: "clock", role: "timer", dir: "ltr" });
    const figure = make("span", { class: "figure" }, drawing(color === "w" ? "P" : "p"));
    return { row: make("div", { class: "seat" }, figure, name, clock), name, clock };
  }

  update() {
    const { state } = this.#store;
    if (!state) return;
    ensurePeople();
    for (const color of /** @type {const} */ (["w", "b"])) {
      const { row, name } = this.#rows[color];
      const called = nameOf(state, color);
      const isTurn = !state.game.end && state.game.to_move === color;
      row.classList.toggle("to-move", isTurn);
      row.classList.toggle("thinking", isTurn && Boolean(state.opponent?.thinking));
      if (name.textContent !== called) name.replaceChildren(dotOf(called), called);
      name.disabled = !may(state, "play");
      const label = say("players.rename", { color: say(`color.${color}`), name: called });
      name.setAttribute("aria-label", isTurn ? `${label} (${say("players.turn")})` : label);
    }
    this.#showClocks();
  }

  #showClocks() {
    const { state, clockToldAt } = this.#store;
    const age = (performance.now() - clockToldAt) / 1000;
    for (const color of /** @type {const} */ (["w", "b"])) {
      const { clock } = this.#rows[color];
      clock.hidden = !state?.clock;
      if (!state?.clock) continue;
      const left = secondsLeft(state, color, age);
      const shown = clockWords(left);
      if (clock.textContent !== shown) clock.textContent = shown;
      clock.classList.toggle("running", state.clock.running === color);
      clock.classList.toggle("short", left < 20 || state.clock.flag === color);
    }
  }

  #rename() {
    const { state } = this.#store;
    if (!state) return;
    const { fields, value, leave } = nameFields(state.game.white, state.game.black);
    leave(state.opponent?.color ?? null);
    openDialog(say("names.title"), fields, [
      { label: say("names.save"), do: () => post("/api/game/players", value()) },
    ]);
  }

  end() {
    window.clearInterval(this.timer);
  }
}

/** @param {HTMLInputElement} input */
const nameIn = (input) => (input.disabled ? "" : input.value);

/** Two fields for the players' names. @param {string} white @param {string} black */
export function nameFields(white, black) {
  const input = (/** @type {string} */ value) =>
    make("input", { type: "text", value, maxlength: LONGEST_NAME, autocomplete: "off" });
  const [first, second] = [input(white), input(black)];
  // Whoever types means another name, and need not delete the one that is there.
  for (const name of [first, second]) name.addEventListener("focus", () => name.select());
  const pair = make("div", { class: "pair" }, field(say("new.white"), first), field(say("new.black"), second));
  offerNames(first, second);
  return {
    fields: [pair],
    value: () => ({ white: nameIn(first), black: nameIn(second) }),
    /** The board plays one side, or whichever, under a name of its own. @param {string|null} color "w", "b" or "random" */
    leave(color) {
      for (const [name, side] of /** @type {[HTMLInputElement, string][]} */ ([[first, "w"], [second, "b"]])) {
        name.disabled = color === side;
        name.placeholder = name.disabled ? say("opponent.seat") : "";
        if (name.disabled) name.value = "";
      }
    },
  };
}
