/** Ŝako's way drawn over the board: from the attacker, through the chain, to the king. */

import { svg } from "./pieces.js";

export class BoardTrail {
  #locate;
  /** @type {string[]} */
  #squares = [];

  /** @param {(square: string) => {column: number, row: number}} locate */
  constructor(locate) {
    this.#locate = locate;
    this.element = svg("svg", { class: "trail", viewBox: "0 0 800 800", "aria-hidden": "true" });
  }

  /** @param {string[]} squares */
  set(squares) {
    if (squares.join() === this.#squares.join()) return;
    this.#squares = [...squares];
    this.place();
  }

  /** Draws the trail where its squares are now. */
  place() {
    const points = this.#squares.map((square) => {
      const { column, row } = this.#locate(square);
      return { x: column * 100 + 50, y: row * 100 + 50 };
    });
    this.element.replaceChildren(...(points.length < 2 ? [] : drawn(points)));
  }
}

/** @typedef {{x: number, y: number}} Point */

/** @param {Point[]} points */
function drawn(points) {
  const ends = points.map((point, index) => trimmed(points, index, point));
  const way = ends.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join(" ");
  const joints = points
    .slice(1, -1)
    .map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 8 }));
  return [
    svg("path", { d: way, class: "trail-glow" }),
    svg("path", { d: way, class: "trail-line", pathLength: 1 }),
    ...joints,
    arrowHead(points.at(-2), points.at(-1)),
  ];
}

/** The ends of the way, drawn in a little: the first leaves its piece free, the last its arrow. */
function trimmed(points, index, point) {
  const isFirst = index === 0;
  if (!isFirst && index < points.length - 1) return point;
  const { unit } = direction(point, isFirst ? points[1] : points[index - 1]);
  const by = isFirst ? 30 : 44;
  return { x: point.x + unit.x * by, y: point.y + unit.y * by };
}

/** @param {Point} from @param {Point} to */
function arrowHead(from, to) {
  const { unit } = direction(from, to);
  const side = { x: -unit.y, y: unit.x };
  const at = (back, aside) =>
    `${to.x - unit.x * back + side.x * aside} ${to.y - unit.y * back + side.y * aside}`;
  return svg("path", { d: `M${at(16, 0)} L${at(46, 19)} L${at(40, 0)} L${at(46, -19)} Z` });
}

/** @param {Point} from @param {Point} to */
function direction(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { unit: { x: (to.x - from.x) / length, y: (to.y - from.y) / length } };
}
