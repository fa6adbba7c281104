/** Hints: a kind question after a risky turn, a turn to be shown, and how much help each player gets. */

import { post } from "./api.js";
import { field, select } from "./dialogs.js";
import { make } from "./elements.js";
import { takeBack } from "./live-turns.js";
import { nameOf } from "./live-words.js";
import { may, movesPieces } from "./store.js";
import { counted, inDigits, pieceWord, PROMOTIONS, say } from "./words.js";

const HINT_LEVELS = ["legal", "graded", "best", "warnings", "off"];
/** Of so many pieces a turn the squares may be graded; 0 is all. */
const PIECES = [1, 2, 3, 4, 5, 6, 8];

/** @typedef {import("./store.js").State} State */

export class LiveHints {
  #store;
  #tell;
  #shown = "";

  /**
   * @param {import("./store.js").Store} store
   * @param {{tell: (path: string) => void}} wishes
   */
  constructor(store, { tell }) {
    this.#store = store;
    this.#tell = tell;
    this.element = make("section", { class: "ask hints", "aria-label": say("hints.title") });
  }

  update() {
    const { state } = this.#store;
    if (!state?.hints) return;
    const { hints, game, settings, you, question, fix } = state;
    const key = JSON.stringify([hints, game, settings, you, question, fix, movesPieces(state)]);
    if (key === this.#shown) return;
    this.#shown = key;
    const hasMore = question || fix.length || game.end;
    const cards = hasMore ? [] : [this.#warning(state), this.#turn(state), spent(state), looked(state)];
    this.element.replaceChildren(...cards.filter((card) => card !== null));
  }

  /** @param {State} state */
  #warning(state) {
    const { warning } = state.hints;
    if (!warning) return null;
    const name = nameOf(state, warning.color === "w" ? "b" : "w");
    const key = movesPieces(state) ? "hints.sure-virtual" : "hints.sure-real";
    const undo = () => takeBack(this.#store, state.turns.length);
    return make(
      "div",
      { class: "card sure" },
      make("h2", {}, say("hints.sure")),
      make("p", {}, say(key, { name })),
      make("div", { class: "row" }, this.#button(say("hints.take-back"), undo)),
    );
  }

  /** @param {State} state */
  #turn({ hints }) {
    const { step } = hints;
    if (hints.thinking) return make("p", { class: "quiet", role: "status" }, say("hints.thinking"));
    if (step) return make("p", { class: "card hint-step", role: "status" }, stepWords(step));
    if (!hints.may_ask || hints.turn) return null;
    return make("div", { class: "row" }, this.#button(say("hints.show"), () => this.#tell("/api/game/advice")));
  }

  /** @param {string} label @param {() => void} onclick */
  #button(label, onclick) {
    const disabled = !may(this.#store.state, "play");
    return make("button", { type: "button", class: "primary", disabled, onclick }, label);
  }
}

/** @param {State} state */
function spent({ hints, settings }) {
  if (!hints.spent) return null;
  const words = counted("hints.spent", settings.hints_pieces);
  return make("p", { class: "card", role: "status" }, words);
}

/** @param {State} state */
function looked({ hints, settings }) {
  const most = settings.hints_pieces;
  if (hints.level !== "graded" || !most || !hints.looked || hints.spent) return null;
  return make("p", { class: "quiet small" }, say("hints.looked", { count: hints.looked, most }));
}

/** What is to be done next of the turn that is shown. */
function stepWords({ what, square, piece }) {
  if (what !== "promote") return say(`hints.step.${what}`, { square });
  return say("hints.step.promote", { square, piece: pieceWord(PROMOTIONS[piece]) });
}

/** How much help each player gets: a field for each. @param {Record<string, any>} settings @param {Record<string, any>} [attributes] */
export function levelFields(settings, attributes = {}) {
  const options = HINT_LEVELS.map((level) => /** @type {[string, string]} */ ([level, say(`hints.level.${level}`)]));
  const white = select(options, settings.hints_white, attributes);
  const black = select(options, settings.hints_black, attributes);
  return {
    white,
    black,
    element: make(
      "div",
      { class: "hint-levels" },
      field(say("hints.for-w"), white),
      field(say("hints.for-b"), black),
    ),
    /** What was changed; null: nothing. */
    value: () => {
      const wish = {
        ...(white.value === settings.hints_white ? {} : { white: white.value }),
        ...(black.value === settings.hints_black ? {} : { black: black.value }),
      };
      return Object.keys(wish).length ? wish : null;
    },
  };
}

/** Of how many pieces the squares are graded in one turn. @param {number} chosen @param {Record<string, any>} attributes */
function piecesChoice(chosen, attributes) {
  const known = PIECES.includes(chosen) || !chosen ? PIECES : [...PIECES, chosen].sort((a, b) => a - b);
  const options = known.map((count) => /** @type {[string, string]} */ ([String(count), inDigits(String(count))]));
  return select([...options, ["0", say("hints.pieces.all")]], String(chosen), attributes);
}

/** The hints among the settings. @param {State} state @param {(work: () => Promise<unknown>) => unknown} tried */
export function hintSettings(state, tried) {
  const levels = levelFields(state.settings, { disabled: !may(state, "play") });
  levels.white.addEventListener("change", () => tried(() => post("/api/game/hints", { white: levels.white.value })));
  levels.black.addEventListener("change", () => tried(() => post("/api/game/hints", { black: levels.black.value })));
  const pieces = piecesChoice(state.settings.hints_pieces, { disabled: !may(state, "owner") });
  pieces.addEventListener("change", () => tried(() => post("/api/settings", { hints_pieces: Number(pieces.value) })));
  return [levels.element, field(say("hints.pieces"), pieces, say("hints.pieces.why"))];
}
