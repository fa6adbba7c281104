/**
 * The board as a picture that needs nothing else: no style sheet, no font, no address.
 *
 * Everything is drawn with plain attributes, so the same text is a file, a preview on a page whose
 * content policy forbids inline styles, and what a canvas draws.
 */

import { SQUARES, blackOf, fileOf, isUnion, parseFen, rankOf, whiteOf } from "./fen.js";
import { ARMS, PIECES } from "./outlines.js";

/** Strokes of the coordinates, each on a field of 10 by 14. @type {Record<string, string>} */
const GLYPHS = {
  a: "M8 6v8M8 10a3.200 3.800 0 1 1-6.400 0a3.200 3.800 0 1 1 6.400 0",
  b: "M2 0v14M2 10a3.200 3.800 0 1 0 6.400 0a3.200 3.800 0 1 0-6.400 0",
  c: "M8 7.300a3.600 3.800 0 1 0 0 5.400",
  d: "M8 0v14M8 10a3.200 3.800 0 1 1-6.400 0a3.200 3.800 0 1 1 6.400 0",
  e: "M1.700 9.800h6.600a3.300 3.800 0 1 0-1 3",
  f: "M8 .800C4.500-.500 4 2 4 4v10M1.500 6.200h5.500",
  g: "M8 6v8.500c0 4-5 4-6.200 2M8 10a3.200 3.800 0 1 1-6.400 0a3.200 3.800 0 1 1 6.400 0",
  h: "M2 0v14M2 9.500c0-4.500 6-4.500 6 0v4.500",
  1: "M2.500 3.500L6 .800V14",
  2: "M1.800 4c0-4.600 6.600-4.400 6.400 0C8.100 7 4.500 9.500 1.800 13.600H8.500",
  3: "M2 2.500c1.500-3 6.200-2.400 6.200 1.200 0 2-1.600 3-3.400 3 2 0 3.800 1.200 3.800 3.400 0 4.400-5.800 5-7 1.600",
  4: "M6.500 14V.800L1.200 10H9",
  5: "M7.800.800H3L2.300 6.500c2-1.700 6.200-1 6.200 3.200 0 4.800-5.600 5.300-7 2.200",
  6: "M7.500 1.500C3.500-.500 1.700 5 1.700 9.500a3.300 3.700 0 1 0 6.600 0c0-4.600-5.500-5-6.500-.800",
  7: "M1.500.800H8.500L4 14",
  8: "M5 6.600a2.800 2.900 0 1 1 .010 0a3.400 3.500 0 1 1-.010 0",
};

const SQUARE = 100;
const RIM = 44;
const SIZE = 8 * SQUARE + 2 * RIM;
const FILES = "abcdefgh";

const LIGHT = "#d3ab7a";
const DARK = "#8f6040";
const RIM_WOOD = "#54351f";
const ENGRAVED = "#c99f6e";

const PAINT = {
  w: 'fill="url(#share-ivory)" stroke="#6b4528" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"',
  b: 'fill="url(#share-walnut)" stroke="#cfae80" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"',
};
/** The light of what a turn has touched, as on the board; every other role is not drawn. */
const LAMPS = { origin: "#ffc482", takeover: "#ff7800", last: "#fff4e5", paco: "#ffbe28", promotion: "#ffbe28" };
const FAINT = new Set(["origin", "last"]);
const MATERIALS = `<defs>${material("share-ivory", "#fffdf6", "#e6cfa6")}${material("share-walnut", "#6a4530", "#2a150c")}</defs>`;

/** @param {string} id @param {string} light @param {string} dark */
function material(id, light, dark) {
  return (
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="20" y1="10" x2="80" y2="92">` +
    `<stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`
  );
}

/**
 * The board of a FEN as the text of an SVG.
 * @param {string} fen
 * @param {{isFlipped?: boolean, title?: string, roles?: Record<string, string>}} [how] `roles`: what
 *   each lit square shows
 */
export function boardPicture(fen, { isFlipped = false, title = "", roles = {} } = {}) {
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}" role="img">`,
    title && `<title>${escaped(title)}</title>`,
    MATERIALS,
    ...lampsOf(roles),
    `<rect width="${SIZE}" height="${SIZE}" rx="16" fill="${RIM_WOOD}"/>`,
    coordinates(isFlipped),
    `<g transform="translate(${RIM} ${RIM})">`,
    `<path d="M0 0h800v800H0z" fill="${LIGHT}"/><path d="${darkSquares()}" fill="${DARK}"/>`,
    ...lightsOf(roles, isFlipped),
    ...piecesOf(fen, isFlipped),
    "</g></svg>",
  ];
  return parts.filter(Boolean).join("");
}

/** @param {boolean} isFlipped */
function coordinates(isFlipped) {
  const signs = [];
  for (let index = 0; index < 8; index += 1) {
    const place = isFlipped ? 7 - index : index;
    const middle = RIM + index * SQUARE + SQUARE / 2;
    signs.push(glyph(FILES[place], middle, SIZE - RIM / 2), glyph(String(8 - place), RIM / 2, middle));
  }
  return `<g fill="none" stroke="${ENGRAVED}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${signs.join("")}</g>`;
}

/** @param {string} sign @param {number} x @param {number} y its middle */
function glyph(sign, x, y) {
  return `<path transform="translate(${x - 5} ${y - 7.500})" d="${GLYPHS[sign]}"/>`;
}

/** Every dark square in one path; a1 is dark. */
export function darkSquares() {
  let path = "";
  for (let square = 0; square < 64; square += 1) {
    const [column, row] = [square % 8, square >> 3];
    if ((column + row) % 2) path += `M${column * SQUARE} ${row * SQUARE}h100v100h-100z`;
  }
  return path;
}

/** One soft lamp for each role that is lit. @param {Record<string, string>} roles */
function* lampsOf(roles) {
  for (const role of new Set(Object.values(roles))) {
    const color = LAMPS[role];
    if (!color) continue;
    const strength = FAINT.has(role) ? 0.45 : 0.95;
    const stop = (/** @type {number} */ at, /** @type {number} */ opacity) =>
      `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity * strength}"/>`;
    yield `<radialGradient id="share-${role}" r=".68">${stop(0, 1)}${stop(0.5, 0.8)}${stop(1, 0.1)}</radialGradient>`;
  }
}

/** @param {Record<string, string>} roles @param {boolean} isFlipped */
function* lightsOf(roles, isFlipped) {
  for (const [square, role] of Object.entries(roles)) {
    if (LAMPS[role]) yield placed(square, isFlipped, `<path d="M0 0h100v100H0z" fill="url(#share-${role})"/>`);
  }
}

/** @param {string} fen @param {boolean} isFlipped */
function* piecesOf(fen, isFlipped) {
  const { squares, hand } = parseFen(fen);
  for (const square of SQUARES) {
    if (squares[square]) yield placed(square, isFlipped, standing(squares[square]));
  }
  // Last, so that it hovers over everything else.
  if (hand) yield placed(hand.square, isFlipped, standing(hand.pieces), -16);
}

/** @param {string} square @param {boolean} isFlipped @param {string} drawing @param {number} [rise] */
function placed(square, isFlipped, drawing, rise = 0) {
  const column = isFlipped ? 7 - fileOf(square) : fileOf(square);
  const row = isFlipped ? rankOf(square) : 7 - rankOf(square);
  return `<g transform="translate(${column * SQUARE} ${row * SQUARE + rise})">${drawing}</g>`;
}

/** @param {string} pieces "P", "n" or a union like "Nb" */
function standing(pieces) {
  if (isUnion(pieces)) return shadow(40) + union(whiteOf(pieces), blackOf(pieces));
  const color = whiteOf(pieces) ? "w" : "b";
  const stance = { middle: 50, top: 6, scale: 0.88, lean: 0 };
  return shadow(31) + figure(shapesOf(pieces), color, stance);
}

/** Two who face each other, in each other's arms, as on the board. @param {string} white @param {string} black */
function union(white, black) {
  const ofWhite = { middle: 31, top: 17, scale: 0.77, lean: 2 };
  const ofBlack = { ...ofWhite, middle: 69 };
  return [
    figure(shapesOf(black), "b", ofBlack),
    figure(shapesOf(white), "w", ofWhite),
    figure(`<path d="${ARMS.b}"/>`, "b", ofBlack),
    figure(`<path d="${ARMS.w}"/>`, "w", ofWhite),
  ].join("");
}

/** @param {string} letter */
function shapesOf(letter) {
  const { shapes, line } = PIECES[letter.toUpperCase()];
  const marks = line ? `<path d="${line}" fill="none" stroke-width="3"/>` : "";
  return shapes.map((/** @type {string} */ d) => `<path d="${d}"/>`).join("") + marks;
}

/** @param {number} width */
function shadow(width) {
  return `<ellipse cx="52" cy="87" rx="${width}" ry="5" fill="#1d0f08" fill-opacity=".3"/>`;
}

/**
 * @param {string} shapes @param {"w"|"b"} color
 * @param {{middle: number, top: number, scale: number, lean: number}} stance
 */
function figure(shapes, color, { middle, top, scale, lean }) {
  const across = color === "b" ? -scale : scale;
  const tilt = lean ? ` rotate(${lean} 50 92)` : "";
  const move = `translate(${middle - 50 * across} ${top}) scale(${across} ${scale})${tilt}`;
  return `<g ${PAINT[color]} transform="${move}">${shapes}</g>`;
}

/** @param {string} text */
export function parsedSvg(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** A PNG of a picture. @param {string} svg @param {number} [side] in pixels @returns {Promise<Blob>} */
export async function pngOf(svg, side = 1200) {
  const image = new Image(side, side);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  canvas.getContext("2d")?.drawImage(image, 0, 0, side, side);
  // At once: `toBlob` waits for idle moments, which after a click may take Chromium seconds.
  const [, encoded] = canvas.toDataURL("image/png").split(",");
  return new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))], { type: "image/png" });
}
