/** Turns as people read them, everywhere on the page alike. */

const FIGURINES = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙" };

/**
 * A turn's notation with air in it: `Ng1 > f3`, `Nf3 × e5`, a chain with arrows `g2 → Pf3 → d6`.
 * @param {string} notation @param {boolean} [figurines] pieces drawn instead of lettered
 */
export function readable(notation, figurines = false) {
  const aired = notation
    .replace(/([a-h][1-8])x/g, "$1 × ")
    .replaceAll(">", arrowOf(notation))
    .replace(/^=(.):/, "=$1, ");
  if (!figurines) return aired;
  return aired.replace(/[KQRBNP](?=[KQRBNP]?[a-h][1-8])|(?<==)[KQRBN]/g, (letter) => FIGURINES[letter]);
}

/** One link of a turn, with the same air. @param {string} link begins with what joins it @param {string} notation of the whole turn */
export function readableLink(link, notation) {
  return link.replace(/^>/, arrowOf(notation)).replace(/^x/, " × ").replace(/^=(.):$/, "=$1, ");
}

/** @param {string} notation */
const arrowOf = (notation) => (notation.split(">").length > 2 ? " → " : " > ");
