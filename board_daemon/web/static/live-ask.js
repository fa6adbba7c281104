/** What the board asks, what is to be put right, offers, and the end: each answered with one tap. */

import { make } from "./elements.js";
import { parseFen } from "./fen.js";
import { resultWords } from "./game-words.js";
import { eitherOf, nameOf } from "./live-words.js";
import { drawing } from "./pieces.js";
import { may, movesPieces } from "./store.js";
import { pieceWord, PROMOTIONS, say, squareWords, told } from "./words.js";

/** So many wrong squares are listed. */
const MOST_LISTED = 6;

/** @typedef {import("./store.js").State} State */

export class LiveAsk {
  #store;
  #wishes;
  #shown = "";

  /**
   * @param {import("./store.js").Store} store
   * @param {{tell: (path: string, body?: object) => void, newGame: () => void, standAll: () => void,
   *   intoBox: () => void}} wishes
   */
  constructor(store, wishes) {
    this.#store = store;
    this.#wishes = wishes;
    this.element = make("section", { class: "ask" });
  }

  update() {
    const { state } = this.#store;
    if (!state) return;
    const { board, fix, question, game, storage, fault, virtual, you } = state;
    const holding = virtual && [virtual.hands, virtual.driven_by];
    const key = JSON.stringify([
      board.trouble,
      fix,
      question,
      game,
      storage,
      fault,
      holding,
      you,
      state.phase,
    ]);
    if (key === this.#shown) return;
    this.#shown = key;
    const cards = [this.#board(state), this.#trouble(state), this.#main(state), this.#draw(state)];
    this.element.replaceChildren(...cards.filter((card) => card !== null));
  }

  /** @param {State} state */
  #board({ board }) {
    if (board.connected) return null;
    // What is amiss with a cable or a port is said as the system says it.
    const why = board.trouble ? [make("p", { lang: "en", dir: "auto" }, board.trouble)] : [];
    const help = make("p", { class: "help" }, say("board.away"));
    return make("div", { class: "card away", role: "status" }, ...why, help);
  }

  /** @param {State} state */
  #trouble({ storage, fault }) {
    // A broken archive that was set aside is told though all can be saved again.
    if (storage.ok && !storage.message && !fault) return null;
    const why = storage.message && told(storage.message, storage.say);
    const message = why ?? say(storage.ok ? "board.fault" : "storage.trouble");
    return make("div", { class: "card trouble", role: "alert" }, make("p", {}, message));
  }

  /** @param {State} state */
  #main(state) {
    const { question, game } = state;
    if (state.fix.length) return this.#fix(state);
    if (question?.what === "square") return this.#square(state);
    if (question?.what === "part") return this.#part(say("ask.part", { squares: eitherOf(question.squares) }));
    if (question?.what === "piece") {
      const piece = pieceWord(PROMOTIONS[question.piece]);
      return this.#part(say("ask.piece", { square: question.squares[0], piece }));
    }
    if (question?.what === "takeback") return this.#part(say("ask.takeback", { square: question.squares[0] }));
    if (question?.what === "promotion") return this.#promotion(state);
    return game.end ? this.#end(state) : null;
  }

  /** @param {State} state */
  #square(state) {
    const { squares } = parseFen(state.game.fen);
    const buttons = state.question.squares.map((square) =>
      this.#answer(
        [...(squares[square] ? [drawing(squares[square])] : []), square],
        { square },
        squareWords(square, squares[square]),
      ),
    );
    return card("asking", say("ask.square"), ...buttons, this.#answer([say("ask.none")], { none: true }));
  }

  /** @param {string} words */
  #part(words) {
    return card(
      "asking",
      words,
      this.#answer([say("ask.yes")], { yes: true }),
      this.#answer([say("ask.no")], { yes: false }),
    );
  }

  /** @param {State} state */
  #promotion(state) {
    const { square, piece } = state.question;
    // Who carried it home may have been the other player: the rank tells whose pawn it is.
    const isWhite = square[1] === "8";
    const buttons = Object.entries(PROMOTIONS).map(([name, letter]) =>
      this.#button(
        [drawing(isWhite ? letter.toUpperCase() : letter)],
        () => this.#wishes.tell("/api/game/promote", { piece: name }),
        { "aria-label": pieceWord(letter), "aria-pressed": String(name === piece), class: "promote" },
      ),
    );
    return card("asking", say("ask.promotion", { square }), ...buttons);
  }

  /** @param {State} state */
  #fix(state) {
    const { fix } = state;
    const rows = fix.slice(0, MOST_LISTED).map(({ square, wants_piece: wants }) => {
      const words = say(wants ? "fix.here" : "fix.away", { square });
      return make("li", { class: wants ? "wants" : "away" }, words);
    });
    if (fix.length > MOST_LISTED) {
      rows.push(make("li", {}, say("fix.more", { count: fix.length - MOST_LISTED })));
    }
    const list = make("ul", { class: "fix-list" }, ...rows);
    return card("fixing", say("fix.title"), list, ...this.#waysOut(state));
  }

  /** @param {State} state */
  #waysOut(state) {
    const ways = [];
    if (state.virtual) {
      ways.push(this.#button([say("fix.stand")], this.#wishes.standAll, { class: "primary" }));
    }
    if (movesPieces(state) && state.virtual.hands.right) {
      ways.push(this.#button([say("fix.box")], this.#wishes.intoBox));
    }
    // The sensors of a virtual board are never wrong: to say so would only blind its squares.
    if (!movesPieces(state)) {
      const trust = () => this.#wishes.tell("/api/game/trust");
      ways.push(this.#button([say("fix.trust")], trust, { title: say("fix.trust-hint") }));
    }
    return ways;
  }

  /** @param {State} state */
  #end(state) {
    const { game } = state;
    const isPaco = game.reason === "paco";
    const couple = isPaco ? coupleOf(state) : "";
    const buttons = [this.#button([say("end.new")], this.#wishes.newGame, { class: "primary" })];
    if (game.id !== null) {
      buttons.push(make("a", { class: "button", href: `#/games/${game.id}` }, say("end.replay")));
    }
    if (["resigned", "agreed", "time"].includes(game.reason)) {
      const goOn = () => this.#wishes.tell("/api/game/continue");
      buttons.push(this.#button([say("end.continue")], goOn));
    }
    const picture = couple && make("div", { class: "couple" }, drawing(couple));
    return card(isPaco ? "paco" : "ended", resultWords(game), picture, ...buttons);
  }

  /** @param {State} state */
  #draw(state) {
    const { game } = state;
    if (!game.draw_offer || game.end) return null;
    const other = game.draw_offer === "w" ? "b" : "w";
    const tell = (/** @type {string} */ color, /** @type {string} */ what) => () =>
      this.#wishes.tell("/api/game/draw", { color, what });
    return card(
      "offer",
      say("draw.offered", { name: nameOf(state, game.draw_offer) }),
      this.#button([say("draw.accept")], tell(other, "accept"), { class: "primary" }),
      this.#button([say("draw.decline")], tell(other, "decline")),
    );
  }

  /** @param {(Node|string)[]} content @param {object} answer @param {string} [label] */
  #answer(content, answer, label) {
    const tell = () => this.#wishes.tell("/api/game/answer", answer);
    return this.#button(content, tell, label ? { "aria-label": label } : {});
  }

  /** @param {(Node|string)[]} content @param {() => void} onclick @param {Record<string, any>} [attributes] */
  #button(content, onclick, attributes = {}) {
    const disabled = !may(this.#store.state, "play");
    return make("button", { type: "button", disabled, onclick, ...attributes }, ...content);
  }
}

/** The two whose embrace ended the game: the loser's king and his partner. @param {State} state */
export function coupleOf(state) {
  const king = state.game.result === "1-0" ? "k" : "K";
  const { squares } = parseFen(state.game.fen);
  return Object.values(squares).find((pieces) => pieces.length > 1 && pieces.includes(king)) ?? "";
}

/**
 * @param {string} kind @param {string} title @param {...(Node|""|null)} content pictures and lists
 *   come above the buttons
 */
function card(kind, title, ...content) {
  const isButton = (/** @type {any} */ node) => node instanceof HTMLButtonElement || node?.href;
  const parts = content.filter(Boolean);
  return make(
    "div",
    { class: `card ${kind}` },
    // The line above says it already, but for what is celebrated or offered.
    make("h2", { class: ["paco", "offer"].includes(kind) ? "" : "for-readers" }, title),
    ...parts.filter((node) => !isButton(node)),
    make("div", { class: "row" }, ...parts.filter(isButton)),
  );
}
