/** The lights beneath the pieces, in the very colour and motion that the server tells. */

import { keepsStill } from "./motion.js";

/**
 * @typedef {object} Layer
 * @property {string} color "#rrggbb"
 * @property {number[]} level 0 to 1 for successive steps, starting when the light came on
 * @property {number} step seconds; 0 for a light that does not change
 * @property {boolean} repeat from the start again, or stay at the last level
 * @property {boolean} [jump] from level to level at once, instead of gliding
 */

/**
 * @typedef {object} Lights
 * @property {Record<string, string>} squares the role of every lit square
 * @property {Record<string, number[]>} [show] the layers of every lit square, by index
 * @property {Layer[]} [layers]
 * @property {Record<string, number>} [since] seconds that a light has been on already
 */

/** For lights that come without layers: a replayed game, a preview. */
const PLAIN_COLORS = {
  origin: "#ffc482",
  move: "#0046ff",
  union: "#c800a0",
  takeover: "#ff7800",
  castle: "#00b48c",
  paco: "#ffbe28",
  last: "#fff4e5",
  sako: "#ff3200",
  ask: "#8c00ff",
  fix: "#ff0000",
  promotion: "#ffbe28",
};
const PLAIN_LEVELS = { origin: 0.3, last: 0.35 };

/** Seconds by which two tellings of when a light came on may differ. */
const SAME_START = 0.5;

export class BoardLights {
  /** @type {Map<string, HTMLElement>} */
  #cells;
  /** What each lit square shows, so that a light that stays on goes on undisturbed.
   * @type {Map<string, {key: string, role: string, began: number, animations: Animation[]}>} */
  #lit = new Map();

  /** @param {Map<string, HTMLElement>} cells */
  constructor(cells) {
    this.#cells = cells;
  }

  /** @param {string} square */
  roleOf(square) {
    return this.#lit.get(square)?.role ?? null;
  }

  /** @param {Lights|null} lights */
  set(lights) {
    const squares = lights?.squares ?? {};
    for (const square of [...this.#lit.keys()]) if (!(square in squares)) this.#darken(square);
    for (const [square, role] of Object.entries(squares)) {
      const since = lights?.since?.[square];
      this.#light(square, role, layersOf(square, role, lights), since);
    }
  }

  /** @param {string} square @param {string} role @param {Layer[]} layers @param {number} [since] */
  #light(square, role, layers, since) {
    const key = JSON.stringify(layers);
    const before = this.#lit.get(square);
    const began = performance.now() / 1000 - (since ?? 0);
    // A light that was on already keeps its motion; one that has just come on starts anew.
    const isAlike = before?.key === key && before.role === role;
    if (isAlike && (isStill(layers) || Math.abs(before.began - began) < SAME_START)) return;
    this.#darken(square);
    const cell = this.#cells.get(square);
    const glow = cell?.querySelector(".glow");
    if (!cell || !glow) return;
    const animations = layers.flatMap((layer) => shine(glow, layer, since ?? 0));
    cell.dataset.role = role;
    this.#lit.set(square, { key, role, began, animations });
  }

  /** @param {string} square */
  #darken(square) {
    const lit = this.#lit.get(square);
    if (!lit) return;
    for (const animation of lit.animations) animation.cancel();
    this.#lit.delete(square);
    const cell = this.#cells.get(square);
    cell?.querySelector(".glow")?.replaceChildren();
    delete cell?.dataset.role;
  }
}

/** @param {string} square @param {string} role @param {Lights|null} lights @returns {Layer[]} */
function layersOf(square, role, lights) {
  const shown = lights?.show?.[square];
  if (shown && lights?.layers) return shown.map((index) => lights.layers[index]).filter(Boolean);
  const level = PLAIN_LEVELS[role] ?? 1;
  return [{ color: PLAIN_COLORS[role] ?? "#ffffff", level: [level], step: 0, repeat: false }];
}

/** @param {Layer[]} layers */
const isStill = (layers) => layers.every((layer) => layer.level.length < 2);

/**
 * Adds a lamp to a square's glow.
 * @param {Element} glow @param {Layer} layer @param {number} since seconds
 * @returns {Animation[]}
 */
export function shine(glow, layer, since) {
  const lamp = document.createElement("i");
  lamp.style.setProperty("--lamp", layer.color);
  glow.append(lamp);
  const { level, step } = layer;
  if (level.length < 2 || step <= 0 || keepsStill()) {
    lamp.style.opacity = String(opacity(layer.repeat ? Math.max(...level) : level.at(-1) ?? 0));
    return [];
  }
  const animation = lamp.animate(keyframes(layer), {
    duration: duration(layer) * 1000,
    iterations: layer.repeat ? Infinity : 1,
    fill: "forwards",
  });
  animation.currentTime = since * 1000;
  return [animation];
}

/** Seconds that the levels of a layer take once. @param {Layer} layer */
const duration = ({ level, step, repeat, jump }) =>
  (repeat || jump ? level.length : level.length - 1) * step;

/** @param {Layer} layer @returns {Keyframe[]} */
export function keyframes(layer) {
  const { level, step, repeat, jump } = layer;
  const whole = duration(layer);
  const easing = jump ? "steps(1, jump-end)" : "linear";
  const frames = level.map((value, index) => ({
    offset: (index * step) / whole,
    opacity: opacity(value),
    easing,
  }));
  const last = repeat && !jump ? level[0] : level[level.length - 1];
  if (repeat || jump) frames.push({ offset: 1, opacity: opacity(last), easing });
  return frames;
}

/** Levels are as the eye sees them; wood by day asks for a little more of the faint ones.
 * @param {number} level */
const opacity = (level) => Math.round(Math.pow(Math.max(0, Math.min(1, level)), 0.8) * 1000) / 1000;
