/**
 * Small pictures of how games stand, drawn only once they come into sight.
 *
 * @typedef {import("./games-api.js").GameSummary} GameSummary
 */

import { darkSquares } from "./board-picture.js";
import { make } from "./elements.js";
import { fileOf, parseFen, rankOf } from "./fen.js";
import { drawing, svg } from "./pieces.js";

/** Draws pictures into places of the list. */
export class Thumbnails {
  constructor() {
    /** @type {WeakMap<Element, GameSummary>} */
    this.games = new WeakMap();
    this.observer = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: "200px" });
  }

  /** @param {Element} place @param {GameSummary} game */
  draw(place, game) {
    this.games.set(place, game);
    this.observer.observe(place);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const game = this.games.get(target);
      if (!isIntersecting || !game) continue;
      this.observer.unobserve(target);
      target.replaceChildren(pictureOf(game));
    }
  }

  close() {
    this.observer.disconnect();
  }
}

/** @param {GameSummary} game */
function pictureOf(game) {
  if (game.fen) return boardOf(game.fen);
  return make("img", { src: `/api/games/${game.id}/picture.svg`, alt: "", loading: "lazy" });
}

/** @param {string} fen */
function boardOf(fen) {
  const squares = svg("path", { class: "picture-dark", d: darkSquares() });
  const pieces = Object.entries(parseFen(fen).squares).map(([square, standing]) => {
    const piece = drawing(standing);
    piece.setAttribute("x", String(fileOf(square) * 100));
    piece.setAttribute("y", String((7 - rankOf(square)) * 100));
    piece.setAttribute("width", "100");
    piece.setAttribute("height", "100");
    return piece;
  });
  return svg("svg", { viewBox: "0 0 800 800", "aria-hidden": "true" }, [squares, ...pieces]);
}
