/** The pieces of a board: where they stand, how they glide, and what is held above it. */

import { EASING, GLIDE_MS, keepsStill } from "./motion.js";
import { drawing } from "./pieces.js";

/** @typedef {import("./fen.js").Squares} Squares */
/** @typedef {import("./fen.js").Hand} Hand */
/** @typedef {{column: number, row: number}} Place  may lie between squares */

export class BoardPieces {
  #locate;
  /** @type {Map<string, {pieces: string, element: HTMLElement}>} */
  #standing = new Map();
  /** What is held; a place is where the pointer holds it. @type {(Hand & {element: HTMLElement, place: Place|null})[]} */
  #hands = [];
  /** Ghosts and glides under way; a new position ends them. @type {Set<() => void>} */
  #underWay = new Set();

  /** @param {(square: string) => Place} locate */
  constructor(locate) {
    this.#locate = locate;
    this.element = document.createElement("div");
    this.element.className = "pieces";
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Puts everything where its square is now, without motion. */
  place() {
    for (const finish of [...this.#underWay]) finish();
    for (const [square, { element }] of this.#standing) put(element, this.#locate(square));
    this.#hover();
  }

  /**
   * @param {Squares} squares @param {boolean} animate @param {{from: string, to: string}|null} move
   * @returns {Promise<void>}
   */
  async set(squares, animate, move) {
    for (const finish of [...this.#underWay]) finish();
    const sources = this.#leaving(squares);
    const arriving = Object.entries(squares).filter(
      ([square, pieces]) => this.#standing.get(square)?.pieces !== pieces,
    );
    const glides = arriving.map(([square, pieces]) => {
      const before = this.#standing.get(square)?.pieces ?? "";
      const source = animate && !keepsStill() ? sourceOf(square, pieces, before, sources, move) : null;
      return { square, pieces, source };
    });
    for (const square of [...this.#standing.keys()]) if (!squares[square]) this.#take(square);
    await Promise.all(glides.map((glide) => this.#arrive(glide)));
  }

  /** @param {Hand[]} hands the first one follows the pointer */
  setHands(hands) {
    const before = this.#hands;
    this.#hands = hands.map((hand) => {
      const same = before.find(({ pieces, square }) => pieces === hand.pieces && square === hand.square);
      // What was freed waits beside its union until the pointer takes it along.
      return same ?? { ...hand, element: piece(hand.pieces, "held"), place: null };
    });
    const kept = new Set(this.#hands.map(({ element }) => element));
    for (const { element } of before) if (!kept.has(element)) element.remove();
    for (const { element } of this.#hands) if (!element.isConnected) this.element.append(element);
    this.#hover();
  }

  /** Holds what is in hand near the pointer, or above where it came from. @param {Place|null} place */
  hoverAt(place) {
    const [first] = this.#hands;
    if (first && !first.apart) first.place = place;
    this.#hover();
  }

  #hover() {
    for (const { element, place, square } of this.#hands) {
      element.classList.toggle("carried", place !== null);
      element.classList.toggle("beside", place === null && this.#standing.has(square));
      put(element, place ?? this.#locate(square));
    }
  }

  /** Every piece that is no longer where it was, and where it would glide from. */
  #leaving(squares) {
    const sources = [];
    for (const [square, { pieces }] of this.#standing) {
      for (const letter of pieces) {
        if (!squares[square]?.includes(letter)) {
          sources.push({ letter, square, place: this.#locate(square) });
        }
      }
    }
    for (const { square, place, pieces } of this.#hands) {
      for (const letter of pieces) {
        sources.push({ letter, square, place: place ?? this.#locate(square), held: true });
      }
    }
    return sources;
  }

  /** @param {{square: string, pieces: string, source: {letter: string, place: Place}[]|null}} glide */
  async #arrive({ square, pieces, source }) {
    const before = this.#standing.get(square);
    if (!source) {
      this.#stand(square, pieces);
      return;
    }
    const letters = source.map(({ letter }) => letter).join("");
    const whole = letters === pieces;
    // Who comes to another one glides as a ghost; the two embrace when it has arrived.
    const element = whole ? this.#stand(square, pieces) : piece(letters, "ghost");
    if (!whole) this.element.append(element);
    await this.#glide(element, source[0].place, this.#locate(square), () => {
      if (whole) return;
      element.remove();
      if (this.#standing.get(square) === before) this.#stand(square, pieces).classList.add("joined");
    });
  }

  /** @param {HTMLElement} element @param {Place} from @param {Place} to @param {() => void} after */
  async #glide(element, from, to, after) {
    put(element, to);
    const frames = [{ translate: translation(from) }, { translate: translation(to) }];
    const animation = element.animate(frames, { duration: GLIDE_MS, easing: EASING });
    element.classList.add("gliding");
    let done = false;
    const finish = () => {
      if (done) return;
      done = true;
      this.#underWay.delete(finish);
      animation.cancel();
      element.classList.remove("gliding");
      after();
    };
    this.#underWay.add(finish);
    await animation.finished.catch(() => undefined);
    finish();
  }

  /** @param {string} square @param {string} pieces @returns {HTMLElement} */
  #stand(square, pieces) {
    this.#take(square);
    const element = piece(pieces, "");
    element.dataset.square = square;
    put(element, this.#locate(square));
    this.element.append(element);
    this.#standing.set(square, { pieces, element });
    return element;
  }

  /** @param {string} square */
  #take(square) {
    this.#standing.get(square)?.element.remove();
    this.#standing.delete(square);
  }
}

/**
 * Which of the pieces that left a place came here; they are used up. Null where nobody did.
 * @param {string} square @param {string} pieces @param {string} before what stood here
 */
function sourceOf(square, pieces, before, sources, move) {
  const news = [...pieces].filter((letter) => !before.includes(letter));
  const found = [];
  for (const letter of news) {
    const fitting = sources.filter((source) => source.letter === letter && source.square !== square);
    const wanted = fitting.find(
      (source) => source.held || (move?.to === square && move.from === source.square),
    );
    // The second partner comes with the first where the two left together.
    const together = fitting.find((source) => source.square === found[0]?.square);
    const source = wanted ?? together ?? fitting[0];
    if (!source) continue;
    sources.splice(sources.indexOf(source), 1);
    found.push(source);
  }
  const together = found.every((source) => source.square === found[0].square);
  return found.length && together ? found : null;
}

/** @param {string} pieces @param {string} state */
function piece(pieces, state) {
  const element = document.createElement("div");
  element.className = `piece ${state}`.trim();
  element.dataset.pieces = pieces;
  element.append(drawing(pieces));
  return element;
}

/** @param {Place} place */
const translation = ({ column, row }) => `${column * 100}% ${row * 100}%`;

/** @param {HTMLElement} element @param {Place} place */
function put(element, place) {
  element.style.translate = translation(place);
  // Who stands nearer to the beholder is drawn over who stands behind.
  element.style.zIndex = String(10 + Math.round(place.row));
}
