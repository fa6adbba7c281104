/** What players can do beside moving pieces: take back, draw, give up, a new game, turn the board. */

import { post } from "./api.js";
import { openDialog } from "./dialogs.js";
import { make } from "./elements.js";
import { nameOf } from "./live-words.js";
import { preferences } from "./preferences.js";
import { may, movesPieces } from "./store.js";
import { say } from "./words.js";

export class LiveActions {
  #store;
  #wishes;
  #buttons;

  /**
   * @param {import("./store.js").Store} store
   * @param {{newGame: () => void, takeBack: () => void, putBack: () => void, pair: () => void,
   *   tell: (path: string, body?: object) => void}} wishes
   */
  constructor(store, wishes) {
    this.#store = store;
    this.#wishes = wishes;
    const ask = (/** @type {"draw"|"resign"} */ what) => () => this.#askWho(what);
    this.#buttons = {
      back: button("act.back", wishes.putBack),
      pair: button("act.pair", wishes.pair),
      takeback: button("act.takeback", wishes.takeBack),
      draw: button("act.draw", ask("draw")),
      resign: button("act.resign", ask("resign")),
      new: button("act.new", wishes.newGame),
      slide: button("act.slide", () => flip("slide"), { title: say("act.slide-hint") }),
      flip: button("act.flip", () => flip("flipped")),
    };
    const attributes = { class: "actions-panel", "aria-label": say("act.label") };
    this.element = make("section", attributes, ...Object.values(this.#buttons));
  }

  update() {
    const { state } = this.#store;
    if (!state) return;
    const { back, pair, takeback, draw, resign, slide, flip } = this.#buttons;
    const plays = may(state, "play");
    const goesOn = !state.game.end && !state.lesson;
    const moves = movesPieces(state);
    this.#buttons.new.hidden = !plays;
    pair.hidden = plays;
    takeback.hidden = !plays || !state.turns.length || Boolean(state.lesson);
    draw.hidden = !plays || !goesOn || !state.turns.length || state.game.draw_offer !== null;
    resign.hidden = !plays || !goesOn || !state.turns.length;
    back.hidden = !plays || !moves || !state.virtual.hands.right;
    slide.hidden = !plays || !moves;
    slide.setAttribute("aria-pressed", String(preferences.get().slide));
    flip.setAttribute("aria-pressed", String(preferences.get().flipped));
  }

  /** A draw or a resignation: which of the two players? @param {"draw"|"resign"} what */
  #askWho(what) {
    const { state } = this.#store;
    if (!state) return;
    const wish = (/** @type {string} */ color) => ({
      label: say(`${what}.do`, { name: nameOf(state, color) }),
      kind: what === "resign" ? "danger" : "",
      do: () =>
        what === "resign"
          ? post("/api/game/resign", { color })
          : post("/api/game/draw", { color, what: "offer" }),
    });
    const hint = what === "resign" ? [make("p", { class: "quiet" }, say("resign.hint"))] : [];
    // The board neither gives up nor offers anything.
    const people = ["b", "w"].filter((color) => color !== state.opponent?.color);
    if (what === "draw" && people.length === 1) {
      this.#wishes.tell("/api/game/draw", { color: people[0], what: "offer" });
      return;
    }
    openDialog(say(`${what}.title`), hint, people.map(wish));
  }
}

/** @param {string} key @param {() => void} onclick @param {Record<string, any>} [attributes] */
function button(key, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, say(key));
}

/** @param {"slide"|"flipped"} like */
function flip(like) {
  preferences.set({ [like]: !preferences.get()[like] });
}
