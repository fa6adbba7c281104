/**
 * What presses and drags on the live board mean: answers to its questions, and on a virtual board
 * the deeds of a hand: lift, drop, join, slip, slide.
 */

import { ApiError, post } from "./api.js";
import { colorOf, parseFen } from "./fen.js";
import { preferences } from "./preferences.js";
import { may, movesPieces } from "./store.js";
import { say } from "./words.js";

/** How long a deed may take until the board tells of it. */
const TOLD_WITHIN_MS = 500;
/** How long the board may take to notice what a hand did; far longer than its contacts bounce. */
const NOTICED_WITHIN_MS = 5000;

export class LiveHand {
  #store;
  #fail;
  /** Deeds are done one after the other, each seeing what came of the one before. */
  #queue = Promise.resolve();
  /** What was lit for the piece that slides: the board takes it to stand wherever it slides over. */
  #lit = null;

  /**
   * @param {import("./store.js").Store} store
   * @param {(error: unknown) => void} fail is told what the board refused
   */
  constructor(store, fail) {
    this.#store = store;
    this.#fail = fail;
  }

  /** @param {string} square @param {import("./board.js").Gesture} gesture */
  on(square, gesture) {
    const { state } = this.#store;
    if (!may(state, "play")) return;
    const answer = gesture.kind === "press" ? answerAt(state.question, square) : null;
    if (answer) {
      this.#do(() => post("/api/game/answer", answer));
      return;
    }
    if (movesPieces(state)) this.#do(() => this.#handle(square, gesture));
  }

  /** Puts what is held back where it came from; a freed piece takes the whole turn back. */
  putBack() {
    const { state } = this.#store;
    if (!state || !movesPieces(state) || !state.virtual.hands.right || !may(state, "play")) return;
    this.#do(() => this.#back());
  }

  /** Sets all pieces as they were recorded. */
  standAll() {
    this.#do(() => this.#told(post("/api/virtual/stand", {})));
  }

  /** Puts what is held into the box. */
  intoBox() {
    this.#do(() => this.#act({ deed: "box" }));
  }

  /** @param {() => Promise<unknown>} deed */
  #do(deed) {
    this.#queue = this.#queue.then(deed).catch((error) => this.#fail(error)).then(() => undefined);
  }

  /** @param {string} square @param {import("./board.js").Gesture} gesture */
  #handle(square, { kind, from, shift }) {
    const { squares, hands, hand_from: origins } = this.#store.state.virtual;
    const holds = Boolean(hands.right);
    const stands = squares[square];
    switch (kind) {
      case "drag":
        return holds || !stands ? undefined : this.#lift(square);
      case "over": {
        const slides = shift || preferences.get().slide;
        return slides && holds && !stands ? this.#slide(square) : undefined;
      }
      case "long":
        return this.#handleLong(square, stands, holds);
      default:
        if (!holds) return stands && kind === "press" ? this.#lift(square) : undefined;
        // A drag that ends outside or where it began puts the piece back.
        if (kind === "drop" && square === from && origins.right !== from && stands) return undefined;
        return stands ? this.#join(square, stands) : this.#act({ deed: "drop", square });
    }
  }

  /**
   * A sensor may not notice a false join, so a mere press only makes those that the board knows of;
   * a long press makes any. Another own piece is taken up in the place of the first.
   */
  async #join(square, stands) {
    await this.#noticed();
    if (mayJoin(this.#store.state, this.#lit, square)) return this.#act({ deed: "join", square });
    const { squares, hands, hand_from: origins } = this.#store.state.virtual;
    const isOwn = stands.length === 1 && colorOf(stands) === colorOf(hands.right);
    const goesHome = origins.right && !squares[origins.right];
    if (!isOwn || !goesHome) throw new ApiError(say("hand.unlit", { square }), 409);
    await this.#back();
    await this.#lift(square);
  }

  async #slide(square) {
    if (!this.#lit) {
      await this.#noticed();
      this.#lit = this.#store.state.hand;
    }
    await this.#act({ deed: "slide", square });
  }

  #lift(square, color) {
    this.#lit = null;
    return this.#act(color ? { deed: "lift", square, color } : { deed: "lift", square });
  }

  /** Waits until the board speaks of what is held now, and not of what was held before. */
  #noticed() {
    return this.#store.until(({ virtual }) => virtual.noticed, NOTICED_WITHIN_MS);
  }

  /** With a piece in hand: join without lifting the partner. Else: take one partner of a union. */
  #handleLong(square, stands, holds) {
    if (holds) return this.#act({ deed: stands ? "slip" : "drop", square });
    if (!stands) return undefined;
    return this.#lift(square, stands.length > 1 ? this.#store.state.game.to_move : undefined);
  }

  #back() {
    const { squares, hand_from: origins } = this.#store.state.virtual;
    const home = origins.right;
    if (home && !squares[home]) return this.#act({ deed: "drop", square: home });
    return this.#told(post("/api/virtual/stand", {}));
  }

  /** @param {object} deed */
  #act(deed) {
    return this.#told(post("/api/virtual/act", deed));
  }

  /** Waits for the answer, and for the news of it. @param {Promise<unknown>} answer */
  async #told(answer) {
    const before = this.#store.state.virtual;
    await answer;
    await this.#store.until((state) => state.virtual !== before, TOLD_WITHIN_MS);
  }
}

/**
 * Whether what is held may join what stands on a square: the board has lit it, half a turn is to be
 * finished there, or it stood there in the position that is recorded.
 */
function mayJoin({ hand, unfinished, opponent, virtual, game }, lit, square) {
  const origin = virtual.hand_from.right;
  const held = virtual.hands.right;
  const told = hand ?? lit;
  if (told?.origin === origin && square in told.destinations) return true;
  if (unfinished?.start === origin && unfinished.end === square) return true;
  // Whoever does it for the board joins whom the lights show.
  const step = opponent?.step;
  if (step && step.start === origin && step.end === square) return true;
  const recorded = parseFen(game.fen).squares[square] ?? "";
  return recorded.includes(held) && !virtual.squares[square]?.includes(held);
}

/** The answer that a press on a square gives to a question, if any. */
export function answerAt(question, square) {
  if (question?.what === "square" && question.squares.includes(square)) return { square };
  if (question?.yes === square) return { yes: true };
  if (question?.no === square) return { yes: false };
  return null;
}
