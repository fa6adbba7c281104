/**
 * The list of games: the newest first, searched while typing, more of it on demand.
 *
 * @typedef {import("./games-api.js").GameSummary} GameSummary
 */

import { askForPlayers, askToDelete } from "./archive-dialogs.js";
import { failure } from "./dialogs.js";
import { icon, make } from "./elements.js";
import { deleteGame, listGames, renamePlayers } from "./games-api.js";
import { dateWords, openWords, playersWords, resultWords, rulesWords, turnsWords } from "./game-words.js";
import { ImportPanel } from "./import.js";
import { shownName } from "./names.js";
import { dotOf } from "./people.js";
import { drawing } from "./pieces.js";
import { counted, say } from "./say.js";
import { Thumbnails } from "./thumbnails.js";

const PAGE = 30;
/** As many are shown again to somebody who comes back; the board gives no more at once. */
const MOST = 100;
/** What nearly all games are played by need not be said of each. */
const USUAL_RULES = "pacoplay";
/** Milliseconds without a further letter, before the board is asked. */
const TYPING = 180;

/** The view; `element` is for the page. */
export class GamesList {
  /** @param {{isOwner: boolean, playing: number|null, refresh: () => Promise<void>}} knows */
  constructor(knows) {
    this.knows = knows;
    /** @type {AbortController|null} */
    this.request = null;
    this.typing = 0;
    /** @type {number|null} */
    this.next = null;
    this.total = 0;
    /** How far down the list was when it was left, in pixels. */
    this.scrolled = 0;
    this.thumbnails = new Thumbnails();
    this.importPanel = new ImportPanel({ changed: () => this.reload() });
    this.search = make("input", {
      type: "search",
      placeholder: say("games.search-hint"),
      "aria-label": say("games.search"),
      "aria-controls": "games",
      autocomplete: "off",
      oninput: () => this.typed(),
    });
    this.count = make("p", { class: "games-count", role: "status" });
    this.items = make("ul", { class: "games", id: "games", "aria-label": say("games.title") });
    this.more = make("button", { type: "button", class: "more-games", hidden: true, onclick: () => this.load() }, say("games.more"));
    this.notice = make("div", { class: "games-notice" });
    this.element = this.build();
  }

  build() {
    const toggle = make(
      "button",
      {
        type: "button",
        class: "import-toggle",
        "aria-expanded": "false",
        onclick: () => toggle.setAttribute("aria-expanded", String(this.importPanel.toggle())),
      },
      icon("takeIn"),
      say("import.open"),
    );
    this.importToggle = toggle;
    const heading = make("h1", { tabindex: -1 }, say("games.title"));
    this.heading = heading;
    const bar = make("header", { class: "games-bar" }, heading, this.search, toggle);
    const element = make("section", { class: "games-view" }, bar, this.importPanel.element, this.count, this.notice, this.items, this.more);
    this.receiveDrops(element);
    return element;
  }

  /** Show the list as it is now, and where it was left. */
  async open() {
    await this.knows.refresh();
    const { isOwner } = this.knows;
    this.importToggle.hidden = !isOwner;
    if (!isOwner) this.importPanel.toggle(false);
    const { scrolled } = this;
    await this.reload(Math.min(this.items.childElementCount, MOST));
    if (scrolled) scroller().scrollTop = scrolled;
  }

  close() {
    this.scrolled = scroller().scrollTop;
    this.request?.abort();
    window.clearTimeout(this.typing);
    this.thumbnails.close();
  }

  typed() {
    window.clearTimeout(this.typing);
    this.typing = window.setTimeout(() => this.reload(), TYPING);
  }

  /** From the newest game on again. @param {number} [count] as many as were shown */
  async reload(count = 0) {
    this.next = null;
    await this.load(true, Math.max(PAGE, count));
  }

  /** @param {boolean} [afresh] instead of the games shown @param {number} [limit] */
  async load(afresh = false, limit = PAGE) {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    const search = this.search.value.trim();
    this.more.disabled = true;
    try {
      const page = await listGames({ search, before: this.next, limit, signal: request.signal });
      if (afresh) this.items.replaceChildren();
      const first = this.append(page.games);
      this.next = page.next;
      this.total = page.total;
      this.tell(search);
      // Whoever asked for more by key goes on reading where the new games begin.
      if (!afresh && document.activeElement === this.more) first?.querySelector("a")?.focus();
      this.more.hidden = page.next === null;
    } catch (error) {
      if (request.signal.aborted) return;
      this.failed(error);
    } finally {
      if (this.request === request) this.more.disabled = false;
    }
  }

  /** @param {GameSummary[]} games @returns {HTMLLIElement|undefined} the first of the new lines */
  append(games) {
    const lines = games.map((game) => this.line(game));
    this.items.append(...lines);
    return lines[0];
  }

  /** @param {string} search */
  tell(search) {
    const isEmpty = this.total === 0;
    this.notice.replaceChildren(...(isEmpty ? [search ? this.nothingFound(search) : noGames()] : []));
    this.count.textContent = isEmpty ? "" : counted(search ? "games.found" : "games.count", this.total);
  }

  /** @param {unknown} error */
  failed(error) {
    this.notice.replaceChildren(failure(error, () => this.reload()));
  }

  /** @param {string} search */
  nothingFound(search) {
    const all = () => {
      this.search.value = "";
      this.search.focus();
      this.reload();
    };
    const words = make("p", {}, say("games.none-found", { search }));
    const button = make("button", { type: "button", onclick: all }, say("games.show-all"));
    return make("div", { class: "empty" }, words, button);
  }

  /** @param {GameSummary} game */
  line(game) {
    const picture = make("span", { class: "game-picture", "aria-hidden": "true" });
    this.thumbnails.draw(picture, game);
    const isPlayed = game.id === this.knows.playing;
    const open = make("span", { class: "unfinished" }, openWords(isPlayed));
    const ending = game.result === null ? open : resultWords(game);
    const date = dateWords(game.started_at);
    const rules = game.rules === USUAL_RULES ? "" : rulesWords(game.rules);
    const facts = [turnsWords(game.turn_count), date, rules].filter(Boolean).join(" · ");
    const link = make(
      "a",
      { href: `#/games/${game.id}`, class: "game-link" },
      make("span", { class: "game-players" }, players(game)),
      make("span", { class: "game-ending" }, ending),
      make("span", { class: "game-facts" }, facts),
    );
    const line = make("li", { class: "game", "data-game": game.id }, picture, link);
    if (this.knows.isOwner) line.append(this.deeds(game, isPlayed));
    return line;
  }

  /** @param {GameSummary} game @param {boolean} isPlayed */
  deeds(game, isPlayed) {
    const about = { number: game.id, players: playersWords(game) };
    const rename = make("button", { type: "button", class: "quiet-button", "aria-label": say("rename.label", about), onclick: () => this.rename(game) }, say("rename.open"));
    const remove = make("button", { type: "button", class: "quiet-button", "aria-label": say("delete.label", about), onclick: () => this.remove(game) }, say("delete.open"));
    return make("span", { class: "game-deeds" }, rename, !isPlayed && remove);
  }

  /** The line of a game as it is shown now: the list may have been read anew since. @param {GameSummary} game */
  shown(game) {
    return this.items.querySelector(`[data-game="${game.id}"]`);
  }

  /** @param {GameSummary} game */
  async rename(game) {
    const isDone = await askForPlayers(game, async (players) => {
      await renamePlayers(game.id, players);
      Object.assign(game, players);
    });
    if (!isDone) return;
    const renewed = this.line(game);
    this.shown(game)?.replaceWith(renewed);
    renewed.querySelector("button")?.focus();
  }

  /** @param {GameSummary} game */
  async remove(game) {
    if (!(await askToDelete(game, () => deleteGame(game.id)))) return;
    const line = this.shown(game);
    const neighbour = line?.nextElementSibling ?? line?.previousElementSibling;
    line?.remove();
    this.total -= 1;
    this.tell(this.search.value.trim());
    (neighbour?.querySelector("a") ?? this.heading).focus();
  }

  /** Files and texts let go anywhere on the list. @param {HTMLElement} element */
  receiveDrops(element) {
    const isWelcome = (/** @type {DragEvent} */ event) => this.knows.isOwner && event.dataTransfer !== null;
    element.addEventListener("dragover", (event) => {
      if (!isWelcome(event)) return;
      event.preventDefault();
      element.classList.add("is-drop");
    });
    element.addEventListener("dragleave", (event) => {
      const inside = event.relatedTarget instanceof Node && element.contains(event.relatedTarget);
      if (!inside) element.classList.remove("is-drop");
    });
    element.addEventListener("drop", (event) => {
      element.classList.remove("is-drop");
      if (!isWelcome(event)) return;
      event.preventDefault();
      const { files } = /** @type {DataTransfer} */ (event.dataTransfer);
      if (files.length) this.importPanel.takeFiles([...files]);
      else this.importPanel.takeText(event.dataTransfer?.getData("text/plain") ?? "");
    });
  }

  /** A text pasted while nothing is being written. @param {ClipboardEvent} event */
  pasted(event) {
    const { target } = event;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    if (!this.knows.isOwner || document.querySelector("dialog[open]")) return;
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length) this.importPanel.takeFiles(files);
    else this.importPanel.takeText(event.clipboardData?.getData("text/plain") ?? "");
  }
}

function scroller() {
  return document.scrollingElement ?? document.documentElement;
}

/** Each player's name with the colour before it. @param {GameSummary} game */
function players(game) {
  const side = (/** @type {"white"|"black"} */ color) =>
    make("span", { class: `game-player is-${color}` }, shownName(game[color]) || say(`color.${color[0]}`), game[color] ? dotOf(game[color]) : "");
  const fragment = document.createDocumentFragment();
  fragment.append(side("white"), make("span", { class: "game-and" }, ` ${say("games.and")} `), side("black"));
  return fragment;
}

function noGames() {
  return make(
    "div",
    { class: "empty" },
    drawing("Nq"),
    make("p", {}, say("games.none"), " ", make("a", { href: "#/" }, say("games.play"))),
  );
}
