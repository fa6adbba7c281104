/** What the sensors see, square by square, and which of them are not well. */

import { make } from "./elements.js";
import { SQUARES } from "./fen.js";
import { preferences } from "./preferences.js";
import { counted, say } from "./words.js";

export class LiveSensors {
  #store;
  #board;
  #shown = "";

  /** @param {import("./store.js").Store} store @param {import("./board.js").Board} board */
  constructor(store, board) {
    this.#store = store;
    this.#board = board;
    this.element = make("section", { class: "card sensors", hidden: true });
  }

  update() {
    const { state } = this.#store;
    const isOn = preferences.get().sensors && state !== null;
    const key = isOn ? JSON.stringify([state.readings, state.health]) : "";
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.hidden = !isOn;
    this.#board.setMarks(isOn ? marksOf(state) : {});
    if (isOn) this.element.replaceChildren(...wordsOf(state));
  }
}

/** @param {import("./store.js").State} state @returns {Record<string, {text: string, kind: string}>} */
export function marksOf({ readings, health }) {
  const bad = new Set(health.map(({ square }) => square));
  const marks = SQUARES.filter((square) => square in readings).map((square) => {
    const reading = readings[square];
    const kind = `sensor ${isSeen(reading) ? "seen" : "free"} ${bad.has(square) ? "bad" : ""}`;
    return [square, { text: textOf(reading), kind: kind.trim() }];
  });
  return Object.fromEntries(marks);
}

/** @param {number|string|number[]} reading */
function textOf(reading) {
  if (Array.isArray(reading)) return reading.map((part) => Math.round(part)).join(" ");
  if (reading === 0 || reading === ".") return "";
  if (reading === 1) return "●";
  return typeof reading === "number" ? String(Math.round(reading * 10) / 10) : reading;
}

/** @param {number|string|number[]} reading */
function isSeen(reading) {
  return Array.isArray(reading) ? reading.some((part) => Math.abs(part) > 1) : reading !== 0 && reading !== ".";
}

/** @param {import("./store.js").State} state */
function wordsOf({ readings, health }) {
  const count = Object.values(readings).filter(isSeen).length;
  const troubles = health.map(({ square, state }) =>
    make("li", {}, say("sensors.state", { square, state: say(`health.${state}`) })),
  );
  return [
    make("h2", {}, say("sensors.title")),
    make("p", { class: "small" }, counted("sensors.seen", count)),
    troubles.length
      ? make("ul", { class: "small" }, ...troubles)
      : make("p", { class: "quiet small" }, say("sensors.good")),
  ];
}
