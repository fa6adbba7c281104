/**
 * What moves a replay: slider, buttons, keys, and a finger drawn over the board.
 *
 * @typedef {object} Wishes
 * @property {(index: number) => void} go to a step
 * @property {(by: -1|1) => void} step
 * @property {(by: -1|1) => void} turn
 * @property {(to: "first"|"last") => void} end
 * @property {() => void} toggle play or pause
 * @property {() => void} flip
 * @property {(pace: import("./playback.js").Pace) => void} pace
 */

import { icon, iconButton, make } from "./elements.js";
import { say } from "./say.js";

/** How far a finger travels for one step, in CSS pixels. */
const STRIDE = 44;

/** Slider and buttons; `element` is for the page. */
export class ReplayControls {
  /** @param {Wishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    this.slider = make("input", {
      type: "range",
      class: "replay-slider",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": say("replay.step"),
      oninput: () => wishes.go(this.slider.valueAsNumber),
    });
    this.ribbon = make("canvas", { class: "replay-ribbon", "aria-hidden": "true" });
    this.play = iconButton(say("replay.play"), "play", () => wishes.toggle(), { class: "icon-button is-play" });
    this.pace = make(
      "select",
      { class: "replay-pace", "aria-label": say("replay.pace"), onchange: () => wishes.pace(/** @type {any} */ (this.pace.value)) },
      make("option", { value: "calm" }, say("replay.calm")),
      make("option", { value: "easy", selected: true }, say("replay.easy")),
      make("option", { value: "quick" }, say("replay.quick")),
    );
    this.backwards = [
      iconButton(say("replay.turn-back"), "backTurn", () => wishes.turn(-1)),
      iconButton(say("replay.step-back"), "back", () => wishes.step(-1)),
    ];
    this.forwards = [
      iconButton(say("replay.step-on"), "next", () => wishes.step(1)),
      iconButton(say("replay.turn-on"), "nextTurn", () => wishes.turn(1)),
    ];
    const flip = iconButton(say("replay.flip"), "flip", () => wishes.flip());
    this.element = make(
      "div",
      { class: "replay-controls", dir: "ltr" },
      make("div", { class: "replay-track" }, this.ribbon, this.slider),
      make("div", { class: "replay-buttons" }, ...this.backwards, this.play, ...this.forwards, flip, this.pace),
    );
  }

  /** @param {number} index @param {number} last @param {string} words what the step is */
  show(index, last, words) {
    this.slider.max = String(last);
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", words);
    this.slider.style.setProperty("--done", last ? `${(100 * index) / last}%` : "0%");
    setResting(this.backwards, index === 0);
    setResting(this.forwards, index === last);
  }

  /** @param {boolean} isRunning */
  showRunning(isRunning) {
    const label = say(isRunning ? "replay.pause" : "replay.play");
    this.play.replaceChildren(icon(isRunning ? "pause" : "play"));
    this.play.setAttribute("aria-label", label);
    this.play.title = label;
  }

  /**
   * Small lights along the slider where something happened.
   * @param {{at: number, color: string}[]} lights `at` from 0 to 1
   */
  showRibbon(lights) {
    const { clientWidth, clientHeight } = this.ribbon;
    const scale = window.devicePixelRatio || 1;
    this.ribbon.width = clientWidth * scale;
    this.ribbon.height = clientHeight * scale;
    const pen = this.ribbon.getContext("2d");
    if (pen === null) return;
    pen.scale(scale, scale);
    const radius = clientHeight / 2;
    for (const { at, color } of lights) {
      pen.fillStyle = color;
      pen.beginPath();
      pen.arc(radius + at * (clientWidth - 2 * radius), radius, radius * 0.62, 0, 2 * Math.PI);
      pen.fill();
    }
  }
}

/**
 * Nothing more in that direction. Not `disabled`, which would drop the focus of whoever arrives
 * there by pressing the button.
 * @param {HTMLElement[]} buttons @param {boolean} isResting
 */
function setResting(buttons, isResting) {
  for (const button of buttons) button.setAttribute("aria-disabled", String(isResting));
}

/**
 * Do what a key says; false: it says nothing here.
 * @param {KeyboardEvent} event
 * @param {Wishes} wishes
 */
export function obeyKey(event, wishes) {
  // Somebody who reads the board square by square keeps the arrow keys.
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (target instanceof HTMLElement && isWriting(target)) return false;
  const presses = target instanceof HTMLElement && target.closest("button, a, summary") !== null;
  if ((event.key === " " && presses) || document.querySelector("dialog[open]")) return false;
  const act = actOf(event.key, wishes);
  if (act === null) return false;
  act();
  return true;
}

/** @param {HTMLElement} target */
function isWriting(target) {
  const isSlider = target instanceof HTMLInputElement && target.type === "range";
  return !isSlider && target.matches("input, textarea, select, [contenteditable]");
}

/** @param {string} key @param {Wishes} wishes */
function actOf(key, wishes) {
  switch (key) {
    case "ArrowLeft":
      return () => wishes.step(-1);
    case "ArrowRight":
      return () => wishes.step(1);
    case "ArrowUp":
    case "PageUp":
      return () => wishes.turn(-1);
    case "ArrowDown":
    case "PageDown":
      return () => wishes.turn(1);
    case "Home":
      return () => wishes.end("first");
    case "End":
      return () => wishes.end("last");
    case " ":
      return () => wishes.toggle();
    case "f":
    case "F":
      return () => wishes.flip();
    default:
      return null;
  }
}

/**
 * A finger drawn over the board turns the pages: to the left goes on, to the right goes back, and
 * a long way goes several steps.
 * @param {HTMLElement} board
 * @param {(by: -1|1) => void} step
 */
export function stepBySwiping(board, step) {
  // Up and down the page scrolls as ever.
  board.style.touchAction = "pan-y";
  /** @type {number|null} */
  let from = null;
  board.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && event.button === 0) from = event.clientX;
  });
  board.addEventListener("pointermove", (event) => {
    if (from === null || !event.isPrimary) return;
    while (Math.abs(event.clientX - from) >= STRIDE) {
      const way = event.clientX < from ? 1 : -1;
      from -= way * STRIDE;
      step(way);
    }
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    window.addEventListener(kind, () => (from = null));
  }
}
