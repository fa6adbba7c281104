/** The drawings of pieces and unions as SVG elements; all of them share one set of shapes. */

import { blackOf, isUnion, whiteOf } from "./fen.js";
import { ARMS, PIECES } from "./outlines.js";

const SVG = "http://www.w3.org/2000/svg";
const MATERIALS = {
  ivory: ["#fffdf6", "#e6cfa6"],
  walnut: ["#6a4530", "#2a150c"],
};

/**
 * A new SVG element.
 * @param {string} name @param {Record<string, string|number>} [attributes] @param {Element[]} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * The drawing of what stands on a square, in a box of 100 by 100, hidden from screen readers.
 * @param {string} pieces "P", "n" or a union like "Nb"
 * @returns {SVGElement}
 */
export function drawing(pieces) {
  ensureShapes();
  const content = isUnion(pieces) ? union(whiteOf(pieces), blackOf(pieces)) : single(pieces);
  const attributes = { viewBox: "0 0 100 100", class: "drawing", "aria-hidden": "true" };
  return svg("svg", attributes, content);
}

/** @param {string} piece */
function single(piece) {
  const color = whiteOf(piece) ? "w" : "b";
  const name = piece.toLowerCase();
  return [shadow(31), figure(`piece-${name}`, color, { middle: 50, top: 6, scale: 0.88, lean: 0 })];
}

/** Two who face each other, in each other's arms. @param {string} white @param {string} black */
function union(white, black) {
  const ofWhite = { middle: 31, top: 17, scale: 0.77, lean: 2 };
  const ofBlack = { ...ofWhite, middle: 69 };
  return [
    shadow(40),
    figure(`piece-${black}`, "b", ofBlack),
    figure(`piece-${white}`, "w", ofWhite),
    figure("arm-b", "b", ofBlack),
    figure("arm-w", "w", ofWhite),
  ];
}

/** @param {number} width */
function shadow(width) {
  return svg("ellipse", { class: "shadow", cx: 52, cy: 87, rx: width, ry: 5 });
}

/**
 * @param {string} id @param {"w"|"b"} color
 * @param {{middle: number, top: number, scale: number, lean: number}} stance
 */
function figure(id, color, { middle, top, scale, lean }) {
  const across = color === "b" ? -scale : scale;
  const move = `translate(${middle - 50 * across} ${top}) scale(${across} ${scale})`;
  const transform = lean ? `${move} rotate(${lean} 50 92)` : move;
  return svg("use", { href: `#${id}`, class: `piece-${color}`, transform });
}

/** Puts the shapes that all drawings refer to into the page, once. */
function ensureShapes() {
  if (document.getElementById("piece-shapes")) return;
  const shapes = Object.entries(PIECES).map(([letter, piece]) =>
    svg("g", { id: `piece-${letter.toLowerCase()}` }, [
      ...piece.shapes.map((d) => svg("path", { d })),
      ...(piece.line ? [svg("path", { d: piece.line, fill: "none", "stroke-width": 3 })] : []),
    ]),
  );
  const arms = Object.entries(ARMS).map(([color, d]) => svg("path", { id: `arm-${color}`, d }));
  const defs = svg("defs", {}, [...Object.entries(MATERIALS).map(material), ...shapes, ...arms]);
  const attributes = { id: "piece-shapes", width: 0, height: 0, "aria-hidden": "true" };
  document.body.prepend(svg("svg", attributes, [defs]));
}

/** @param {[string, string[]]} entry a material's name and the colours of its gradient */
function material([id, [light, dark]]) {
  const attributes = { id, gradientUnits: "userSpaceOnUse", x1: 20, y1: 10, x2: 80, y2: 92 };
  return svg("linearGradient", attributes, [
    svg("stop", { offset: 0, "stop-color": light }),
    svg("stop", { offset: 1, "stop-color": dark }),
  ]);
}
