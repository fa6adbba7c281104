/** The turns of the game in notation; to choose one offers to take it back. */

import { post } from "./api.js";
import { openDialog } from "./dialogs.js";
import { make } from "./elements.js";
import { nameOf } from "./live-words.js";
import { readable } from "./notation.js";
import { preferences } from "./preferences.js";
import { inDigits } from "./say.js";
import { may, moverOf, movesPieces } from "./store.js";
import { counted, say } from "./words.js";

export class LiveTurns {
  #store;
  #list = make("ol", { class: "live-turns", dir: "ltr", "aria-label": say("turns.label") });
  #none = make("p", { class: "quiet small" }, say("turns.none"));
  /** What the list shows: the turns, and how. @type {string} */
  #shown = "";
  /** Whether the last turn is to stay in sight: until somebody scrolls back. */
  #follows = true;

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.#store = store;
    this.element = make("section", { class: "turns-panel" }, this.#none, this.#list);
    this.#list.addEventListener("click", (event) => this.#clicked(event));
    this.#list.addEventListener("scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = this.#list;
      this.#follows = scrollHeight - scrollTop - clientHeight < 24;
    });
    // The list gets its height only once it is in the page, and loses some to what is asked.
    new ResizeObserver(() => this.#keepLastInSight()).observe(this.#list);
  }

  #keepLastInSight() {
    if (this.#follows) this.#list.scrollTop = this.#list.scrollHeight;
  }

  update() {
    const { state } = this.#store;
    if (!state) return;
    const { figurines } = preferences.get();
    const begins = state.game.start_fen.split(" ")[1];
    const key = JSON.stringify([figurines, may(state, "play"), begins, names(state), last(state.turns)]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#none.hidden = state.turns.length > 0;
    this.#list.replaceChildren(...this.#rows(state, figurines));
    this.#follows = true;
    this.#keepLastInSight();
  }

  /** A row for each pair of turns, White's first. */
  #rows(state, figurines) {
    /** @type {HTMLElement[]} */
    const rows = [];
    const offset = moverOf(state, 1) === "b" ? 1 : 0;
    for (const turn of state.turns) {
      const place = turn.ply - 1 + offset;
      const number = Math.floor(place / 2) + 1;
      if (place % 2 === 0 || !rows.length) {
        rows.push(make("li", { class: "turn-pair" }, make("span", { class: "number" }, inDigits(`${number}.`))));
        if (place % 2) rows[0].append(make("span", { class: "quiet" }, "…"));
      }
      rows[rows.length - 1].append(this.#cell(state, turn, number, figurines));
    }
    return rows;
  }

  #cell(state, turn, number, figurines) {
    const notation = readable(turn.notation);
    const name = nameOf(state, moverOf(state, turn.ply));
    const isLast = turn.ply === state.turns.length;
    return make(
      "button",
      {
        type: "button",
        class: "plain turn-button",
        "data-ply": turn.ply,
        "aria-label": say("turns.item", { number, name, notation }),
        "aria-current": isLast ? "true" : null,
        disabled: !may(state, "play"),
      },
      figurines ? readable(turn.notation, true) : notation,
    );
  }

  /** @param {Event} event */
  #clicked(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
    if (button instanceof HTMLElement) offerTakeBack(this.#store, Number(button.dataset.ply));
  }
}

/** Asks whether a turn and all after it are to be taken back. @param {import("./store.js").Store} store @param {number} ply */
export function offerTakeBack(store, ply) {
  const { state } = store;
  if (!state?.turns[ply - 1]) return;
  const first = firstTakenBack(state, ply);
  const turn = state.turns[first - 1];
  const after = state.turns.length - first;
  const notation = readable(turn.notation);
  const words = [
    after ? counted("turns.after", after, { notation }) : say("turns.last", { notation }),
    say(movesPieces(state) ? "turns.virtual" : "turns.real"),
  ].join(" ");
  openDialog(say("turns.title"), [make("p", {}, words)], [
    { label: say("turns.do"), do: () => takeBack(store, first) },
  ]);
}

/**
 * Whoever takes back what the board has played takes back what he had played before, too; else it
 * would play it at once again.
 * @param {import("./store.js").State} state @param {number} ply
 */
const firstTakenBack = (state, ply) => (ply > 1 && moverOf(state, ply) === state.opponent?.color ? ply - 1 : ply);

/** On a virtual board the pieces need nobody to set them back. */
export async function takeBack(store, ply) {
  await post("/api/game/takeback", { ply });
  if (movesPieces(store.state)) await post("/api/virtual/stand");
}

const names = (state) => [state.game.white, state.game.black];
const last = (turns) => turns.map((turn) => turn.notation);
