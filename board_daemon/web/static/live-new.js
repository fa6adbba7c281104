/** The dialog for a new game: who plays, by which rules, with which clock, from which position. */

import { post } from "./api.js";
import { Board } from "./board.js";
import { choices, field, openDialog, select } from "./dialogs.js";
import { make } from "./elements.js";
import { parseFen, START_FEN } from "./fen.js";
import { RULES } from "./game-words.js";
import { levelFields } from "./live-hints.js";
import { opponentChoice } from "./live-opponent.js";
import { nameFields } from "./live-players.js";
import { may } from "./store.js";
import { say } from "./words.js";

/** Minutes for each player and seconds for each turn. */
const CLOCKS = [
  [5, 0],
  [5, 3],
  [10, 0],
  [10, 5],
  [15, 10],
  [30, 0],
  [30, 20],
];

/** @param {import("./store.js").Store} store */
export function openNewGame(store) {
  const { state } = store;
  if (!state) return;
  const names = nameFields(...peoplesNames(state));
  const opponent = opponentChoice(state);
  opponent.listen((color) => names.leave(color));
  // Anybody else would be refused.
  const owned = may(state, "owner") ? ownersChoices(state.settings.rules) : null;
  const clock = select(clockOptions(), clockValue(state.clock));
  const hints = levelFields(state.settings);
  const begin = async () => {
    await post("/api/game/new", {
      ...names.value(),
      ...opponent.value(),
      clock: clockWish(clock.value),
      ...(hints.value() ? { hints: hints.value() } : {}),
      ...owned?.value(),
    });
    // A virtual board sets itself up.
    if (state.virtual) await post("/api/virtual/stand");
  };
  openDialog(
    say("new.title"),
    [
      make("p", { class: "quiet" }, say("new.kept")),
      ...names.fields,
      ...opponent.elements,
      owned?.rules ?? "",
      field(say("new.clock"), clock),
      hints.element,
      owned?.start ?? make("p", { class: "quiet small" }, rulesInWords(state.settings.rules)),
    ],
    [{ label: say("new.start"), do: begin }],
  );
}

/** The players' names, without the board's own. @param {import("./store.js").State} state @returns {[string, string]} */
function peoplesNames({ game, opponent }) {
  const { white, black } = game;
  return [opponent?.color === "w" ? "" : white, opponent?.color === "b" ? "" : black];
}

/** What only an owner chooses: the rules, and from which position. @param {string} usual the rules of the settings */
function ownersChoices(usual) {
  const known = RULES.includes(usual) ? RULES : [usual, ...RULES];
  const rules = choices(
    say("new.rules"),
    "rules",
    known.map((value) => ruleChoice(value)),
    usual,
  );
  const start = startPosition();
  const value = () => {
    const fen = start.value();
    return { rules: rules.value(), ...(fen ? { fen } : {}) };
  };
  return { rules: rules.element, start: start.element, value };
}

/** @param {string} rules */
const rulesInWords = (rules) => say("new.rules-are", { rules: ruleChoice(rules).label });

/** A ruleset by its name and a sentence; a mixture is shown as it is written. @param {string} value */
export function ruleChoice(value) {
  if (!RULES.includes(value)) return { value, label: value };
  return { value, label: say(`rules.${value}`), hint: say(`rules.${value}.hint`) };
}

/** @returns {[string, string][]} */
function clockOptions() {
  const options = CLOCKS.map(([minutes, seconds]) => {
    const key = seconds ? "new.clock-increment" : "new.clock-choice";
    return /** @type {[string, string]} */ ([`${minutes}+${seconds}`, say(key, { minutes, seconds })]);
  });
  return [["", say("new.no-clock")], ...options];
}

/** @param {{base: number, increment: number}|null} clock */
const clockValue = (clock) => (clock ? `${clock.base / 60}+${clock.increment}` : "");

/** @param {string} value */
function clockWish(value) {
  if (!value) return null;
  const [minutes, increment] = value.split("+").map(Number);
  return { base: minutes * 60, increment };
}

/** A field for a FEN, and the board as it would stand. */
function startPosition() {
  const input = make("input", { type: "text", dir: "ltr", spellcheck: "false", autocomplete: "off", maxlength: 200 });
  const place = make("div", { class: "preview" });
  const trouble = make("p", { class: "error small", "aria-live": "polite" });
  const details = make(
    "details",
    {},
    make("summary", {}, say("new.fen")),
    make("div", { class: "stack" }, field("FEN", input, say("new.fen-hint")), trouble, place),
  );
  /** @type {Board|undefined} */
  let board;
  const show = () => {
    trouble.textContent = "";
    try {
      const { squares } = parseFen(input.value.trim() || START_FEN);
      board ??= new Board(place, { label: say("new.preview") });
      board.setPosition(squares, { animate: false });
    } catch (error) {
      trouble.textContent = /** @type {Error} */ (error).message;
    }
  };
  input.addEventListener("input", show);
  details.addEventListener("toggle", () => details.open && show());
  const value = () => {
    // What is wrong with it is for the board to say now.
    trouble.textContent = "";
    return details.open ? input.value.trim() : "";
  };
  return { element: details, value };
}
