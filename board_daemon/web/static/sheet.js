/** The score sheet of a game as a page to print: `#/games/12/sheet`. */

import { boardPicture, parsedSvg } from "./board-picture.js";
import { dayText } from "./dates.js";
import { failure } from "./dialogs.js";
import { icon, make } from "./elements.js";
import { moverOf, sheetNumber, takeOvers } from "./game-steps.js";
import { nameIn, openWords, playersWords, resultWords, rulesWords } from "./game-words.js";
import { readGame } from "./games-api.js";
import { LONGEST_NAME, shownName } from "./names.js";
import { readable } from "./notation.js";
import { drawing } from "./pieces.js";
import { preferences } from "./preferences.js";
import { layPaper } from "./print.js";
import { counted, inDigits, say } from "./say.js";

/** @typedef {import("./games-api.js").ArchivedGame} ArchivedGame */

/** More turns than that fill the page by themselves. */
const ROOM_FOR_BOARDS = 80;
const SIGNS = { "1-0": "1 : 0", "0-1": "0 : 1", "1/2-1/2": "½ : ½" };

class Sheet {
  element = make("section", { class: "print-view" });
  titleBefore = document.title;
  takePaper = layPaper("margin: 12mm");
  isClosed = false;

  /** @param {number} id */
  constructor(id) {
    this.id = id;
    this.open();
  }

  async open() {
    try {
      const game = await readGame(this.id);
      if (!this.isClosed) this.show(game);
    } catch (error) {
      if (this.isClosed) return;
      this.element.replaceChildren(failure(error, () => this.open()));
    }
  }

  /** @param {ArchivedGame} game */
  show(game) {
    const boards = boardsOf(game);
    const withBoards = make("input", { type: "checkbox", checked: boards.length > 0 && game.turns.length <= ROOM_FOR_BOARDS });
    const strip = make("div", { class: "sheet-boards" }, ...boards);
    const follow = () => (strip.hidden = !withBoards.checked);
    withBoards.addEventListener("change", follow);
    follow();
    const bar = make(
      "header",
      { class: "print-bar" },
      make("a", { href: `#/games/${game.id}`, class: "icon-button", "aria-label": say("sheet.back"), title: say("sheet.back") }, icon("list")),
      make("h1", { tabindex: -1 }, say("sheet.title")),
      boards.length > 0 && make("label", { class: "choice" }, withBoards, make("span", {}, say("sheet.boards"))),
      make("button", { type: "button", class: "primary", onclick: () => window.print() }, say("sheet.print")),
    );
    const paper = make("article", { class: "paper sheet", "aria-label": say("sheet.title") }, head(game), facts(game), turnTable(game), strip, signatures());
    this.element.replaceChildren(bar, make("p", { class: "print-hint" }, say("sheet.hint")), paper);
    // A browser writes it at the head of the page, or calls the PDF so.
    document.title = [playersWords(game), dayWords(game.started_at)].filter(Boolean).join(", ");
  }

  close() {
    this.isClosed = true;
    this.takePaper();
    document.title = this.titleBefore;
  }
}

/** @param {ArchivedGame} game */
function head(game) {
  return make(
    "header",
    { class: "sheet-head" },
    drawing("Nq"),
    make("h2", {}, say("sheet.heading")),
    make("p", {}, say("sheet.number", { number: game.id })),
  );
}

/** @param {string|null} startedAt */
function dayWords(startedAt) {
  const began = startedAt ? new Date(startedAt) : null;
  if (began === null || Number.isNaN(began.getTime())) return "";
  return dayText(began);
}

/** @param {ArchivedGame} game */
function facts(game) {
  const result = game.result === null ? openWords(false) : inDigits(SIGNS[game.result] ?? game.result);
  const ending = resultWords(game).replace(/\.$/, "");
  return make(
    "div",
    { class: "sheet-facts" },
    line("color.w", shownName(game.white), "is-player"),
    line("color.b", shownName(game.black), "is-player"),
    line("sheet.date", dayWords(game.started_at)),
    line("sheet.event", ""),
    line("sheet.place", ""),
    line("sheet.round", ""),
    line("sheet.rules", rulesWords(game.rules), "is-wide"),
    line("sheet.result", [result, ending].filter(Boolean).join(say("line.comma")), "is-whole"),
  );
}

/** What is known, or a line to be filled in, here or by hand. @param {string} key @param {string} value @param {string} [kind] */
function line(key, value, kind = "") {
  const attributes = { class: `sheet-line ${kind}`.trim() };
  if (value) return make("div", attributes, make("span", {}, say(key)), make("bdi", { class: "sheet-value" }, value));
  const input = make("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "off" });
  return make("label", attributes, make("span", {}, say(key)), input);
}

// --- the turns ---

/** @param {ArchivedGame} game */
function turnTable(game) {
  const { figurines } = preferences.get();
  const rows = rowsOf(game).map(({ number, white, black }) =>
    make(
      "tr",
      { role: "row" },
      make("th", { scope: "row", role: "rowheader" }, inDigits(`${number}.`)),
      ...[white, black].map((ply) => make("td", { role: "cell", dir: "ltr" }, ply ? wrapped(game.turns[ply - 1].notation, figurines) : ply === 0 ? "…" : "")),
    ),
  );
  if (!rows.length) return make("p", { class: "sheet-none" }, say("turns.none"));
  // The roles say what the style sheet, which lays it out in two columns, takes from a table.
  return make("table", { class: "sheet-turns", role: "table", "aria-label": say("turns.label") }, make("tbody", { role: "rowgroup" }, ...rows));
}

/**
 * White's and Black's turn of each number, by their plies; 0: that side had begun later, null: none.
 * @param {ArchivedGame} game @returns {{number: number, white: number|null, black: number|null}[]}
 */
function rowsOf(game) {
  /** @type {{number: number, white: number|null, black: number|null}[]} */
  const rows = [];
  game.turns.forEach((_, index) => {
    const ply = index + 1;
    if (moverOf(game, ply) === "w") rows.push({ number: sheetNumber(game, ply), white: ply, black: null });
    else if (rows.length) rows[rows.length - 1].black = ply;
    else rows.push({ number: 1, white: 0, black: ply });
  });
  return rows;
}

/** A turn that breaks only before a link of its chain. @param {string} notation @param {boolean} figurines */
const wrapped = (notation, figurines) => readable(notation, figurines).replace(/([→>×,]) /g, "$1\u00a0");

// --- boards of key positions ---

/** The first union, the longest chain and the end, where there are such. @param {ArchivedGame} game */
function keyPlies(game) {
  const unions = game.turns.findIndex(({ fen }) => /[^PRNBQKprnbqk1-8/]/.test(fen.split(" ")[0]));
  const chains = game.turns.map((turn) => takeOvers(turn.actions));
  const longest = Math.max(0, ...chains);
  /** @type {Map<number, string>} */
  const found = new Map();
  if (unions >= 0) found.set(unions + 1, "sheet.board-union");
  if (longest) found.set(chains.indexOf(longest) + 1, "sheet.board-chain");
  if (game.turns.length) found.set(game.turns.length, "sheet.board-end");
  return [...found].sort(([one], [other]) => one - other);
}

/** @param {ArchivedGame} game */
function boardsOf(game) {
  return keyPlies(game).map(([ply, key]) => {
    const { fen, notation, actions } = game.turns[ply - 1];
    const squares = actions.filter((action) => action[0] !== "=").map((action) => action.slice(1));
    const roles = Object.fromEntries(squares.map((square) => [square, "last"]));
    const what = key === "sheet.board-chain" ? counted(key, takeOvers(actions)) : say(key);
    const turn = say("sheet.after", { number: sheetNumber(game, ply), color: say(`color.${moverOf(game, ply)}`) });
    const picture = parsedSvg(boardPicture(fen, { roles, title: say("turns.item", { number: sheetNumber(game, ply), name: nameIn(game, moverOf(game, ply)), notation: readable(notation) }) }));
    return make("figure", {}, /** @type {any} */ (picture), make("figcaption", {}, make("strong", {}, what), make("span", {}, turn)));
  });
}

function signatures() {
  const keys = ["sheet.sign-white", "sheet.sign-black", "sheet.sign-arbiter"];
  return make("footer", { class: "sheet-signs" }, ...keys.map((key) => make("p", {}, say(key))));
}

/** Show the sheet; the answer ends it. @param {HTMLElement} root */
export function show(root) {
  const sheet = new Sheet(Number(/^#\/games\/(\d+)\//.exec(location.hash)?.[1]));
  root.append(sheet.element);
  return () => sheet.close();
}
