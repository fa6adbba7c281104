/** Sentences for people, made from the texts. */

import { blackOf, isUnion, whiteOf } from "./fen.js";
import { say } from "./say.js";

export { counted, locale, say } from "./say.js";

/**
 * What stands on a square: "white knight and black pawn, united, e5".
 * @param {string} square @param {string|undefined} pieces
 */
export function squareWords(square, pieces) {
  if (!pieces) return say("square.empty", { square });
  const white = whiteOf(pieces);
  const black = blackOf(pieces);
  if (isUnion(pieces)) {
    const values = { white: pieceWord(white), black: pieceWord(black), square };
    return say("square.union", values);
  }
  const color = say(white ? "adjective.w" : "adjective.b");
  return say("square.single", { color, piece: pieceWord(white || black), square });
}

/** @param {string} letter in either case */
export function pieceWord(letter) {
  return say(`piece.${letter.toLowerCase()}`);
}
