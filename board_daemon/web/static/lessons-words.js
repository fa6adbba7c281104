/** What lessons say, and the stars and rings that show how far somebody has come. */

import { drawing, svg } from "./pieces.js";
import { counted, say, told as spoken } from "./words.js";

/** @typedef {{key: string, text: string, values: Record<string, string|number>}} Line */

/**
 * A sentence of a lesson in the language of this device; the board sends it in English, and its key.
 * @param {Line|null|undefined} line
 */
export function told(line) {
  if (!line) return "";
  const english = line.text.replace(/\{(\w+)\}/g, (whole, name) => String(line.values[name] ?? whole));
  return spoken(english, line);
}

const STAR = "M50 6 62.500 36.500 95 39.500 70.500 61 78 93.500 50 76.500 22 93.500 29.500 61 5 39.500 37.500 36.500Z";
const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

/** Stars that were won, and those that might have been. @param {number} won @param {number} most */
export function stars(won, most) {
  const each = (/** @type {number} */ index) =>
    svg("path", { d: STAR, class: index < won ? "star" : "star is-open", transform: `translate(${index * 104} 0)` });
  const all = Array.from({ length: most }, (_, index) => each(index));
  return svg("svg", { viewBox: `-4 0 ${most * 104} 100`, class: "stars", "aria-hidden": "true" }, all);
}

/** How many stars, in words; none: that it is still to be solved. @param {number} won */
export const starsWords = (won) => (won ? counted("lessons.stars", won) : say("lessons.unsolved"));

/**
 * A ring that closes as more is done, with a sign in its middle.
 * @param {number} done @param {number} all @param {Element} sign
 */
export function ring(done, all, sign) {
  const circle = (/** @type {string} */ kind, /** @type {number} */ length) =>
    svg("circle", {
      class: kind,
      cx: 50,
      cy: 50,
      r: RADIUS,
      "stroke-dasharray": `${length} ${AROUND}`,
      transform: "rotate(-90 50 50)",
    });
  const part = all ? (done / all) * AROUND : 0;
  const parts = [circle("ring-way", AROUND), ...(done ? [circle("ring-done", part)] : [])];
  for (const [name, value] of Object.entries({ x: 15, y: 15, width: 70, height: 70 })) {
    sign.setAttribute(name, String(value));
  }
  return svg("svg", { viewBox: "0 0 100 100", class: "ring", "aria-hidden": "true" }, [...parts, sign]);
}

/** What stands for each course: one piece or two. @type {Record<string, string[]>} */
const SIGNS = {
  pieces: ["N"],
  union: ["R", "n"],
  moving: ["N", "r"],
  "taking-over": ["P", "b"],
  chain: ["B", "n"],
  sako: ["k"],
  paco: ["R", "k"],
  promotion: ["Q"],
  castling: ["K"],
  "en-passant": ["P", "p"],
  games: ["Q", "q"],
};

/** The picture of a course. @param {string} id */
export const signOf = (id) => drawing((SIGNS[id] ?? ["P"]).join(""));
