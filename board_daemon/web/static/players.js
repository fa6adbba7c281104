/** The people who play: `#/players` is the list with the statistics of all games, `#/players/Ada` a player. */

import { get } from "./api.js";
import { dayText } from "./dates.js";
import { failure } from "./dialogs.js";
import { icon, make } from "./elements.js";
import { shownName } from "./names.js";
import { addressOf, certificateAddress, dotOf, everybody, playerCalled, refreshPeople } from "./people.js";
import { openMerge, openPlayer, openRemove } from "./players-dialogs.js";
import { counted, say } from "./say.js";
import { StatisticsView } from "./statistics.js";
import { may } from "./store.js";

/** Whose page an address asks for; null: the list. @param {string} hash */
function playerOf(hash) {
  const found = /^#\/players\/([^/]+)\/?$/.exec(hash);
  try {
    return found && decodeURIComponent(found[1]);
  } catch {
    return null;
  }
}

class PlayersPage {
  element = make("section", { class: "players-view" });
  /** @type {import("./store.js").State|null} */
  state = null;
  /** @type {StatisticsView|null} */
  statistics = null;
  isClosed = false;

  /** @param {string|null} name null: the list */
  constructor(name) {
    this.name = name;
    this.open();
  }

  async open() {
    try {
      const [state] = await Promise.all([get("/api/state"), refreshPeople()]);
      if (this.isClosed) return;
      this.state = state;
      this.statistics = new StatisticsView(this.name);
      this.show();
      this.element.querySelector("h1")?.focus();
    } catch (error) {
      if (!this.isClosed) this.failed(error);
    }
  }

  /** @param {string} level */
  may(level) {
    return may(this.state, level);
  }

  /** Everything but the statistics, as it is now. */
  show() {
    const parts = this.name === null ? this.list() : this.player(this.name);
    if (this.statistics) parts.push(this.statistics.element);
    this.element.replaceChildren(...parts);
  }

  close() {
    this.isClosed = true;
    this.statistics?.close();
  }

  /** @param {unknown} error */
  failed(error) {
    this.element.replaceChildren(failure(error, () => this.open()));
  }

  // --- the list ---

  list() {
    const { players, others } = everybody();
    const heading = make("h1", { tabindex: -1 }, say("people.title"));
    const certificate = make("a", { class: "button", href: certificateAddress("") }, say("certificate.title"));
    const add = make("button", { type: "button", class: "primary", onclick: () => this.add("") }, say("people.add"));
    const names = players.map((player) => this.line(player));
    return [
      make("header", { class: "players-bar" }, heading, certificate, this.may("play") && add),
      players.length ? make("ul", { class: "people", "aria-label": say("people.title") }, ...names) : make("p", { class: "quiet" }, say("people.none")),
      others.length ? this.others(others) : "",
      make("h2", { class: "part" }, say("stats.of-all")),
    ];
  }

  /** @param {import("./people.js").Player} player */
  line(player) {
    const facts = [say(`people.level.${player.level}`), gamesWords(player.games)].join(" · ");
    return make(
      "li",
      { class: "person" },
      dotOf(player.name, "is-large"),
      make("a", { href: addressOf(player.name), class: "person-link" }, make("strong", {}, player.name), make("span", { class: "person-facts" }, facts)),
    );
  }

  /** Names that stand in games only. @param {import("./people.js").OtherName[]} others */
  others(others) {
    const lines = others.map(({ name, games }) =>
      make(
        "li",
        {},
        make("a", { href: addressOf(name) }, name),
        make("span", { class: "person-facts" }, gamesWords(games)),
        this.may("play") && make("button", { type: "button", "aria-label": say("people.take-label", { name }), onclick: () => this.add(name) }, say("people.take")),
      ),
    );
    return make(
      "details",
      { class: "other-names" },
      make("summary", {}, counted("people.others", others.length)),
      make("p", { class: "quiet small" }, say("people.others-hint")),
      make("ul", {}, ...lines),
    );
  }

  /** @param {string} name */
  add(name) {
    openPlayer(null, name, () => this.show());
  }

  // --- a player ---

  /** @param {string} name */
  player(name) {
    const back = make("a", { href: "#/players", class: "icon-button", "aria-label": say("people.all"), title: say("people.all") }, icon("list"));
    const player = playerCalled(name);
    const facts = player ? [say(`people.level.${player.level}`), say("people.since-day", { date: dayWords(player.since) })] : [say("people.not-listed")];
    const title = make("div", { class: "player-title" }, make("h1", { tabindex: -1 }, shownName(name)), make("p", { class: "quiet" }, facts.join(" · ")));
    return [make("header", { class: "players-bar" }, back, dotOf(name, "is-large"), title), this.deeds(name, player)];
  }

  /** @param {string} name @param {import("./people.js").Player|undefined} player */
  deeds(name, player) {
    const button = (/** @type {string} */ key, /** @type {() => void} */ onclick) => make("button", { type: "button", onclick }, say(key));
    const deeds = [make("a", { class: "button", href: certificateAddress(name) }, say("certificate.title"))];
    if (!player && this.may("play")) deeds.push(button("people.take-long", () => openPlayer(null, name, () => this.show())));
    if (player && this.may("owner")) {
      deeds.push(
        button("people.change", () => openPlayer(player, "", (now) => this.renamed(now))),
        button("people.merge", () => openMerge(player, () => this.renamed(name))),
        button("people.remove", () => openRemove(player, () => (location.hash = "#/players"))),
      );
    }
    return make("div", { class: "row" }, ...deeds);
  }

  /** The player is called so now; what the games say of the name may be other than before. @param {string} now */
  renamed(now) {
    if (now !== this.name) {
      location.replace(addressOf(now));
      return;
    }
    this.show();
    this.statistics?.load();
  }
}

/** @param {number} games */
const gamesWords = (games) => (games ? counted("games.count", games) : say("people.no-game"));

/** @param {string} day */
function dayWords(day) {
  const [year, month, date] = day.split("-").map(Number);
  return dayText(new Date(year, month - 1, date));
}

/** Show the page; the answer ends it. @param {HTMLElement} root */
export function show(root) {
  const page = new PlayersPage(playerOf(location.hash));
  root.append(page.element);
  return () => page.close();
}
