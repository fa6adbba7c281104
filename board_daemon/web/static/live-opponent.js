/** The board as a player: whom it plays, what it is doing, and what is to be done for it. */

import { choices, field, select } from "./dialogs.js";
import { make } from "./elements.js";
import { colorOf, isUnion, ownFirst, parseFen } from "./fen.js";
import { readable } from "./notation.js";
import { pieceWord, PROMOTIONS, say } from "./words.js";

/** @typedef {import("./store.js").State} State */

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const USUAL_LEVEL = 3;

/** What the board is doing, in one line; empty where it is not its turn. @param {State} state */
export function opponentLine(state) {
  const { opponent, game } = state;
  if (!opponent || game.end) return "";
  if (opponent.thinking) return say("opponent.thinking");
  if (!opponent.turn) return "";
  if (opponent.moves_itself) return say("opponent.plays", { turn: readable(opponent.turn) });
  return opponent.step ? stepWords(state) : "";
}

/** What is to be done for the board: "Do it for me: …". @param {State} state */
export function stepWords({ opponent, game }) {
  const { start, end, held, number, promotion } = opponent.step;
  const { squares } = parseFen(game.fen);
  const what = movedWords(squares[start] ?? "", opponent.color, held && number > 1);
  const there = isOwn(squares[end] ?? "", opponent.color) ? "" : (squares[end] ?? "");
  const target = { what, start, end, partner: there && partnerWords(there, opponent.color) };
  const kind = !there ? "move" : isUnion(there) ? "takeover" : "unite";
  const words = say(`opponent.${held ? "held" : "do"}-${kind}`, target);
  if (!promotion) return words;
  const piece = pieceWord(PROMOTIONS[promotion.piece]);
  return `${words} ${say("opponent.promote", { piece, square: promotion.square })}`;
}

/** Whether a lone piece of its own stands there: then its chain comes home. @param {string} pieces @param {string} color */
const isOwn = (pieces, color) => !isUnion(pieces) && pieces !== "" && colorOf(pieces) === color;

/** What is moved: a piece that was freed, one that stands alone, a union. */
function movedWords(pieces, color, isFreed) {
  if (!pieces) return say("hand.piece");
  if (!isUnion(pieces)) return pieceWord(pieces);
  const [own, partner] = ownFirst(pieces, color);
  return isFreed ? pieceWord(own) : say("line.union", { own: pieceWord(own), partner: pieceWord(partner) });
}

/** Whom it is united with; of a union the one of the other colour. */
function partnerWords(pieces, color) {
  return pieceWord(isUnion(pieces) ? ownFirst(pieces, color)[1] : pieces);
}

/** The board's turn beside the board: its notation, and how far it has come. */
export class LiveOpponent {
  #store;
  #shown = "";

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.#store = store;
    this.element = make("section", { class: "opponent", "aria-label": say("opponent.label"), hidden: true });
  }

  update() {
    const opponent = this.#store.state?.opponent;
    const goesOn = opponent && !this.#store.state?.game.end;
    const key = goesOn ? JSON.stringify(opponent) : "";
    if (key === this.#shown) return;
    this.#shown = key;
    const rows = goesOn ? rowsOf(opponent) : [];
    this.element.hidden = !rows.length;
    this.element.replaceChildren(...rows);
  }
}

/** @param {any} opponent */
function rowsOf(opponent) {
  const rows = [];
  if (opponent.turn) {
    const notation = make("strong", { class: "notation" }, readable(opponent.turn));
    const { step } = opponent;
    const count = step && step.steps > 1 ? say("opponent.step", { number: step.number, steps: step.steps }) : "";
    rows.push(make("p", {}, say("opponent.turn"), " ", notation, " ", make("span", { class: "quiet" }, count)));
  }
  if (opponent.trouble) rows.push(make("p", { class: "quiet small", role: "status" }, say(opponent.plain ? "opponent.plain" : "opponent.trouble")));
  return rows;
}

/**
 * Who plays, in the dialog for a new game: people, or one against the board.
 * @param {State} state @param {(color: string|null) => void} onChange the side that the board plays
 */
export function opponentChoice(state) {
  const now = state.opponent;
  const who = choices(
    say("opponent.who"),
    "opponent",
    [
      { value: "people", label: say("opponent.people") },
      { value: "board", label: say("opponent.board"), hint: say("opponent.board-hint") },
    ],
    now ? "board" : "people",
  );
  const colors = ["w", "b", "random"].map((color) => /** @type {[string, string]} */ ([color, say(`opponent.you-${color}`)]));
  const mine = select(colors, now ? other(now.color) : "w");
  const levels = LEVELS.map((level) => /** @type {[string, string]} */ ([String(level), levelWords(level)]));
  const level = select(levels, String(now?.level ?? USUAL_LEVEL));
  const character = make("p", { class: "quiet small", "aria-live": "polite" });
  const details = make(
    "div",
    { class: "stack" },
    make("div", { class: "pair" }, field(say("opponent.you"), mine), field(say("opponent.level"), level)),
    character,
  );
  /** @type {(color: string|null) => void} */
  let heard = () => {};
  const color = () => (who.value() === "people" ? null : other(mine.value));
  const show = () => {
    details.hidden = color() === null;
    character.textContent = say(`opponent.character-${level.value}`);
    heard(color());
  };
  for (const control of [who.element, mine, level]) control.addEventListener("change", show);
  show();
  return {
    elements: [who.element, details],
    value: () => (color() === null ? {} : { opponent: { color: color(), level: Number(level.value) } }),
    /** Calls a function with the side that the board plays, now and at each change. @param {(color: string|null) => void} listener */
    listen(listener) {
      heard = listener;
      show();
    },
  };
}

/** @param {number} level */
const levelWords = (level) => say("opponent.level-choice", { level, name: say(`opponent.level-${level}`) });

/** @param {string} color */
const other = (color) => ({ w: "b", b: "w" })[color] ?? color;
