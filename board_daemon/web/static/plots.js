/**
 * Small plots as SVG: stacked bars and lines, each with its figures as a table behind it.
 *
 * @typedef {{key: string, name: string}} Series `key` is for the style sheet
 * @typedef {{name: string, values: (number|null)[]}} Point a place on the axis, a value for each series;
 *   null: there is none
 * @typedef {object} Plot
 * @property {string} title
 * @property {string} axis what the places are, for the table
 * @property {Series[]} series
 * @property {Point[]} points
 * @property {(value: number) => string} [words] a value in words
 */

import { make } from "./elements.js";
import { svg } from "./pieces.js";
import { inDigits, locales, say } from "./say.js";

const HEIGHT = 190;
const MARGIN = { top: 14, right: 8, bottom: 26, left: 40 };
const LETTER = 7.2;
const ROW = 30;

/** @param {number} value @param {number} [digits] */
export function numberWords(value, digits = 1) {
  return inDigits(new Intl.NumberFormat(locales(), { maximumFractionDigits: digits }).format(value));
}

/** Bars that stand, one for each place; the series stand on one another. @param {Plot} plot */
export const bars = (plot) => figure(plot, (width) => drawBars(plot, width));

/** A line for each series. @param {Plot} plot */
export const lines = (plot) => figure(plot, (width) => drawLines(plot, width));

/** Bars that lie, each as long as all others: what part of it each series is. @param {Plot} plot */
export const shares = (plot) => figure(plot, (width) => drawShares(plot, width));

/**
 * @param {Plot} plot @param {(width: number) => SVGElement} draw
 */
function figure(plot, draw) {
  const place = make("div", { class: "plot-place", role: "img", "aria-label": heard(plot) });
  const legend = plot.series.length > 1 && make("ul", { class: "plot-legend", "aria-hidden": "true" }, ...plot.series.map(sign));
  const table = make("details", { class: "plot-table" }, make("summary", {}, say("stats.table")), tableOf(plot));
  let drawn = 0;
  // As wide as there is room, so that the letters are everywhere of one size.
  new ResizeObserver(([{ contentRect }]) => {
    const width = Math.floor(contentRect.width);
    if (width < 60 || width === drawn) return;
    drawn = width;
    place.replaceChildren(draw(width));
  }).observe(place);
  return make("figure", { class: "plot" }, make("figcaption", {}, plot.title), legend, place, table);
}

/** @param {Series} series */
const sign = ({ key, name }) => make("li", {}, make("span", { class: `plot-sign is-${key}` }), name);

/** The whole plot in a sentence, as far as it is short. @param {Plot} plot */
function heard({ title, series, points, words = numberWords }) {
  const sums = series.map(({ name }, index) => {
    const values = points.map((point) => point.values[index]).filter((value) => value !== null);
    const last = values.at(-1);
    return last === undefined ? "" : `${name}: ${points.length > 1 ? "… " : ""}${words(last)}`;
  });
  return [title, ...sums.filter(Boolean)].join("; ");
}

/** @param {Plot} plot */
function tableOf({ axis, series, points, words = numberWords }) {
  const head = make("tr", {}, make("th", { scope: "col" }, axis), ...series.map(({ name }) => make("th", { scope: "col" }, name)));
  const rows = points.map(({ name, values }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      ...values.map((value) => make("td", {}, value === null ? "–" : words(value))),
    ),
  );
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

// --- the frame ---

/** Round numbers from zero to above the largest value. @param {number} largest */
function ticksFor(largest) {
  const rough = Math.max(largest, 1e-9) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
  const ticks = [0];
  while (ticks[ticks.length - 1] < largest) ticks.push(Number((step * ticks.length).toPrecision(12)));
  if (ticks.length < 2) ticks.push(step);
  return ticks;
}

/** @param {Plot} plot @param {number} width @param {number} largest */
function frame({ points, words = numberWords }, width, largest) {
  const ticks = ticksFor(largest);
  const [right, bottom] = [width - MARGIN.right, HEIGHT - MARGIN.bottom];
  const top = ticks[ticks.length - 1];
  const y = (/** @type {number} */ value) => bottom - (value / top) * (bottom - MARGIN.top);
  const band = (right - MARGIN.left) / points.length;
  const x = (/** @type {number} */ index) => MARGIN.left + band * (index + 0.5);
  const grid = ticks.flatMap((tick) => [
    svg("path", { class: "plot-grid", d: `M${MARGIN.left} ${y(tick)}H${right}` }),
    label(words(tick), MARGIN.left - 6, y(tick) + 4, "end"),
  ]);
  const longest = Math.max(...points.map((point) => point.name.length)) * LETTER + 10;
  const every = Math.max(1, Math.ceil(longest / band));
  const names = points.flatMap((point, index) => {
    // The last one is as good to know as the first.
    const isNamed = (points.length - 1 - index) % every === 0;
    const half = (point.name.length * LETTER) / 2;
    const middle = Math.max(half, Math.min(width - half, x(index)));
    return isNamed ? [label(point.name, middle, HEIGHT - 8, "middle")] : [];
  });
  return { x, y, band, parts: [...grid, ...names] };
}

/** @param {number} width @param {number} height @param {Element[]} parts */
function picture(width, height, parts) {
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "plot-picture", "aria-hidden": "true" }, parts);
}

/** @param {string} text @param {number} x @param {number} y @param {string} anchor @param {string} [kind] */
function label(text, x, y, anchor, kind = "plot-label") {
  const element = svg("text", { x, y, "text-anchor": anchor, class: kind });
  element.textContent = text;
  return element;
}

// --- the kinds ---

/** @param {Plot} plot @param {number} width */
function drawBars(plot, width) {
  const sums = plot.points.map((point) => point.values.reduce((sum, value) => /** @type {number} */ (sum) + (value ?? 0), 0) ?? 0);
  const { x, y, band, parts } = frame(plot, width, Math.max(...sums, 1));
  const thick = Math.max(2, Math.min(46, band * 0.72));
  plot.points.forEach((point, place) => {
    let below = 0;
    point.values.forEach((value, index) => {
      if (!value) return;
      const [top, foot] = [y(below + value), y(below)];
      below += value;
      parts.push(svg("rect", { x: x(place) - thick / 2, y: top, width: thick, height: foot - top, class: `plot-bar is-${plot.series[index].key}` }));
    });
    if (sums[place] && band > LETTER * String(sums[place]).length) parts.push(label(numberWords(sums[place]), x(place), y(sums[place]) - 3, "middle"));
  });
  return picture(width, HEIGHT, parts);
}

/** @param {Plot} plot @param {number} width */
function drawLines(plot, width) {
  const values = plot.points.flatMap((point) => point.values).filter((value) => value !== null);
  const { x, y, parts } = frame(plot, width, Math.max(...values, 0));
  plot.series.forEach(({ key }, index) => {
    const known = plot.points.flatMap((point, place) => {
      const value = point.values[index];
      return value === null ? [] : [{ at: x(place), to: y(value) }];
    });
    const way = known.map(({ at, to }, step) => `${step ? "L" : "M"}${at.toFixed(1)} ${to.toFixed(1)}`).join("");
    parts.push(svg("path", { class: `plot-line is-${key}`, d: way }));
    for (const { at, to } of known) parts.push(svg("circle", { class: `plot-dot is-${key}`, cx: at, cy: to, r: 3.5 }));
  });
  return picture(width, HEIGHT, parts);
}

/** @param {Plot} plot @param {number} width */
function drawShares(plot, width) {
  /** @type {Element[]} */
  const parts = [];
  plot.points.forEach((point, row) => {
    const top = row * (ROW + 24);
    const sum = point.values.reduce((total, value) => /** @type {number} */ (total) + (value ?? 0), 0) ?? 0;
    parts.push(label(point.name, 0, top + 14, "start", "plot-name"));
    parts.push(svg("rect", { x: 0.5, y: top + 20.5, width: width - 1, height: ROW - 1, rx: 5, class: "plot-empty" }));
    let left = 0;
    point.values.forEach((value, index) => {
      if (!value) return;
      const wide = (value / sum) * width;
      const { key } = plot.series[index];
      parts.push(svg("rect", { x: left, y: top + 20, width: wide, height: ROW, class: `plot-bar is-${key}` }));
      const words = numberWords(value);
      if (wide > LETTER * words.length + 8) parts.push(label(words, left + wide / 2, top + 20 + ROW / 2 + 5, "middle", `plot-on is-${key}`));
      left += wide;
    });
  });
  return picture(width, plot.points.length * (ROW + 24), parts);
}
