/**
 * What presses and drags on the live board mean: answers to its questions, and on a virtual board
 * the deeds of a hand: lift, drop, join, slip, slide.
 */

import { ApiError, post } from "./api.js";
import { preferences } from "./preferences.js";
import { may, movesPieces } from "./store.js";
import { say } from "./words.js";

/** How long a deed may take until the board tells of it. */
const TOLD_WITHIN_MS = 500;

export class LiveHand {
  #store;
  #fail;
  /** Deeds are done one after the other, each seeing what came of the one before. */
  #queue = Promise.resolve();

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
        return holds || !stands ? undefined : this.#act({ deed: "lift", square });
      case "over": {
        const slides = shift || preferences.get().slide;
        return slides && holds && !stands ? this.#act({ deed: "slide", square }) : undefined;
      }
      case "long":
        return this.#handleLong(square, stands, holds);
      default:
        if (!holds) return stands && kind === "press" ? this.#act({ deed: "lift", square }) : undefined;
        // A drag that ends outside or where it began puts the piece back.
        if (kind === "drop" && square === from && origins.right !== from && stands) return undefined;
        if (stands && isUnlit(this.#store.state, square)) return this.#insteadOfJoining(square, stands);
        return this.#act({ deed: stands ? "join" : "drop", square });
    }
  }

  /** No sensor would notice a false join. Another own piece is taken up in the place of the first. */
  async #insteadOfJoining(square, stands) {
    const { squares, hands, hand_from: origins } = this.#store.state.virtual;
    const isOwn = stands.length === 1 && colorOf(stands) === colorOf(hands.right);
    const goesHome = origins.right && !squares[origins.right];
    if (!isOwn || !goesHome) throw new ApiError(say("hand.unlit", { square }), 409);
    await this.#back();
    await this.#act({ deed: "lift", square });
  }

  /** With a piece in hand: join without lifting the partner. Else: take one partner of a union. */
  #handleLong(square, stands, holds) {
    if (holds) return this.#act({ deed: stands ? "slip" : "drop", square });
    if (!stands) return undefined;
    const color = this.#store.state.game.to_move;
    return this.#act(stands.length > 1 ? { deed: "lift", square, color } : { deed: "lift", square });
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

/** Whether the board has said where the piece in hand may go, and this square is not among it. */
function isUnlit({ hand, virtual }, square) {
  // Until the board has taken notice of it, it speaks of the piece that was held before.
  if (hand?.origin !== virtual.hand_from.right) return false;
  return !(square in hand.destinations);
}

/** Whose a single piece is, by the case of its letter. @param {string} piece */
function colorOf(piece) {
  return piece === piece.toUpperCase() ? "w" : "b";
}

/** The answer that a press on a square gives to a question, if any. */
export function answerAt(question, square) {
  if (question?.what === "square" && question.squares.includes(square)) return { square };
  if (question?.what === "part" && square === question.yes) return { yes: true };
  if (question?.what === "part" && square === question.no) return { yes: false };
  return null;
}
