/**
 * Statistics of a player or of all games: figures, plots, and whom the player has met.
 *
 * @typedef {import("./players-api.js").Statistics} Statistics
 * @typedef {import("./players-api.js").Totals} Totals
 * @typedef {import("./players-api.js").Score} Score
 * @typedef {import("./players-api.js").Period} Period
 */

import { dateText } from "./dates.js";
import { failure } from "./dialogs.js";
import { make } from "./elements.js";
import { shownName } from "./names.js";
import { addressOf, dotOf } from "./people.js";
import { readStatistics } from "./players-api.js";
import { bars, lines, numberWords, shares } from "./plots.js";
import { counted, inDigits, locales, say } from "./say.js";

/** Chains as long as that and longer are one. */
const LONG = 9;
/** Milliseconds until Ŝakos are asked for again that are still being looked for. */
const AGAIN = 3000;
const MET = 50;

const OUTCOMES = /** @type {const} */ (["won", "drawn", "lost", "open"]);

/** The view; `element` is for the page. */
export class StatisticsView {
  element = make("div", { class: "statistics" });
  #timer = 0;
  #isClosed = false;

  /** @param {string|null} player null: all games */
  constructor(player) {
    this.player = player;
    this.load();
  }

  close() {
    this.#isClosed = true;
    window.clearTimeout(this.#timer);
  }

  async load() {
    window.clearTimeout(this.#timer);
    this.element.setAttribute("aria-busy", "true");
    try {
      const told = await readStatistics(this.player);
      if (this.#isClosed) return;
      this.show(told);
      if (told.searching) this.#timer = window.setTimeout(() => this.renew(), AGAIN);
    } catch (error) {
      if (!this.#isClosed) this.failed(error);
    } finally {
      this.element.removeAttribute("aria-busy");
    }
  }

  /** Ŝakos are found little by little; only what tells of them is drawn anew. */
  async renew() {
    const told = await readStatistics(this.player).catch(() => null);
    if (this.#isClosed) return;
    if (told !== null) this.element.querySelector(".stats-sakos")?.replaceWith(sakos(told));
    // A request that failed once is no reason to stop.
    if (told === null || told.searching) this.#timer = window.setTimeout(() => this.renew(), AGAIN);
    else if (!this.element.contains(document.activeElement)) this.show(told);
  }

  /** @param {Statistics} told */
  show(told) {
    if (told.games === 0) {
      this.element.replaceChildren(make("p", { class: "quiet" }, say("stats.none")));
      return;
    }
    this.element.replaceChildren(
      tiles(told),
      make("div", { class: "plots" }, ...plots(told)),
      sakos(told),
      told.against.length ? against(told) : "",
      told.undated ? make("p", { class: "quiet small" }, counted("stats.undated", told.undated)) : "",
    );
  }

  /** @param {unknown} error */
  failed(error) {
    this.element.replaceChildren(failure(error, () => this.load()));
  }
}

// --- figures ---

/** @param {Statistics} told */
function tiles(told) {
  const { totals, games } = told;
  const longest = told.longest_chain;
  const isOne = told.player !== null;
  return make(
    "dl",
    { class: "tiles" },
    tile("stats.games", numberWords(games), say("stats.finished", { count: numberWords(told.finished) })),
    isOne && tile("stats.won", percent(sum(told.white, told.black)), say("stats.won-hint", { count: numberWords(told.white.won + told.black.won) })),
    tile(isOne ? "stats.paco-won" : "stats.paco", numberWords(told.paco_won), isOne ? say("stats.paco-lost", { count: numberWords(told.paco_lost) }) : ""),
    told.average_turns !== null && tile("stats.length", numberWords(told.average_turns, 0), say("stats.length-hint")),
    tile("stats.unions", numberWords(totals.unions / games), say("stats.per-game")),
    tile("stats.take-overs", numberWords(totals.take_overs / games), say("stats.per-game")),
    longest && tile("stats.longest", make("a", { href: `#/games/${longest.game}/${longest.ply}` }, counted("stats.links", longest.take_overs)), say("stats.longest-hint")),
    totals.timed_turns > 0 && tile("stats.time", secondsWords(totals.seconds / totals.timed_turns), say("stats.per-turn")),
  );
}

/** @param {string} key @param {string|Node} value @param {string} hint */
function tile(key, value, hint) {
  return make("div", { class: "tile" }, make("dt", {}, say(key)), make("dd", {}, value), hint && make("dd", { class: "tile-hint" }, hint));
}

/** @param {Score} one @param {Score} other @returns {Score} */
function sum(one, other) {
  return { won: one.won + other.won, drawn: one.drawn + other.drawn, lost: one.lost + other.lost, open: one.open + other.open };
}

/** What part of the games that are over was won. @param {Score} score */
function percent({ won, drawn, lost }) {
  const over = won + drawn + lost;
  return over ? inDigits(new Intl.NumberFormat(locales(), { style: "percent" }).format(won / over)) : "–";
}

/** "12.4 s", "1:05 min". @param {number} seconds */
function secondsWords(seconds) {
  if (seconds < 60) return say("stats.seconds", { count: numberWords(seconds) });
  const whole = Math.round(seconds);
  const time = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return say("stats.minutes", { time: inDigits(time) });
}

// --- plots ---

/** @param {Statistics} told */
function* plots(told) {
  yield results(told);
  if (told.periods.length > 1) yield overTime(told);
  if (told.totals.chains.length) yield chainLengths(told.totals);
  const periods = told.periods.filter((period) => period.games > 0);
  if (periods.length < 2) return;
  yield lines({
    title: say("stats.plot-unions"),
    axis: say("stats.when"),
    series: [series("unions"), series("take-overs")],
    points: told.periods.map((period) => point(period, ({ unions, take_overs }) => [unions, take_overs], period.games)),
  });
  if (periods.some((period) => period.totals.timed_turns)) {
    yield lines({
      title: say("stats.plot-time"),
      axis: say("stats.when"),
      series: [series("time")],
      points: told.periods.map((period) => point(period, ({ seconds }) => [seconds], period.totals.timed_turns)),
    });
  }
}

/** @param {string} key */
const series = (key) => ({ key, name: say(`stats.${key}`) });

/**
 * A period with values for each of so many of something.
 * @param {Period} period @param {(totals: Totals) => number[]} values @param {number} of
 */
function point(period, values, of) {
  return { name: periodWords(period.name), values: values(period.totals).map((value) => (of ? value / of : null)) };
}

/** @param {string|null} player */
function outcomes(player) {
  return OUTCOMES.map((key) => ({ key, name: say(`stats.outcome.${player === null ? "all." : ""}${key}`) }));
}

/** @param {Score} score */
const valuesOf = (score) => OUTCOMES.map((key) => score[key]);

/** @param {Statistics} told */
function results({ player, white, black }) {
  const rows = [{ name: say("stats.with-white"), values: valuesOf(white) }, { name: say("stats.with-black"), values: valuesOf(black) }];
  const played = rows.filter(({ values }) => values.some(Boolean));
  return shares({
    title: say("stats.plot-results"),
    axis: say("stats.color"),
    series: outcomes(player),
    // Of all games, what Black has won White has lost.
    points: player === null ? [{ name: say("stats.all"), values: valuesOf(white) }] : played,
  });
}

/** @param {Statistics} told */
function overTime({ player, periods }) {
  return bars({
    title: say("stats.plot-games"),
    axis: say("stats.when"),
    series: outcomes(player),
    points: periods.map(({ name, score }) => ({ name: periodWords(name), values: valuesOf(score) })),
  });
}

/** @param {Totals} totals */
function chainLengths({ chains }) {
  const shown = chains.slice(0, LONG - 1);
  const longer = chains.slice(LONG - 1).reduce((total, count) => total + count, 0);
  const points = shown.map((count, index) => ({ name: numberWords(index + 1), values: [count] }));
  if (longer) points.push({ name: say("stats.or-more", { count: numberWords(LONG) }), values: [longer] });
  return bars({ title: say("stats.plot-chains"), axis: say("stats.links-axis"), series: [series("chains")], points });
}

/** @param {Statistics} told */
function sakos(told) {
  const { totals, games, player } = told;
  const sides = player === null ? totals.sako_sides / 2 : totals.sako_sides;
  const place = make("section", { class: "stats-sakos" });
  if (told.searching) place.append(make("p", { class: "quiet small" }, say("stats.searching", { done: numberWords(sides, 0), games: numberWords(games) })));
  if (!sides) return place;
  place.append(
    make(
      "dl",
      { class: "tiles" },
      tile("stats.sakos", numberWords(totals.sakos_given / sides), say("stats.sakos-hint")),
      tile("stats.missed", numberWords(totals.pacos_missed / sides), say("stats.missed-hint")),
    ),
  );
  const looked = told.periods.filter((period) => period.totals.sako_sides);
  if (looked.length > 1 && !told.searching) place.append(make("div", { class: "plots" }, sakosOverTime(told)));
  return place;
}

/** @param {Statistics} told */
function sakosOverTime({ periods, player }) {
  const each = player === null ? 2 : 1;
  return lines({
    title: say("stats.plot-sakos"),
    axis: say("stats.when"),
    series: [series("sakos"), series("missed")],
    points: periods.map((period) => point(period, ({ sakos_given, pacos_missed }) => [sakos_given, pacos_missed], period.totals.sako_sides / each)),
  });
}

/** A day, a month or a year in short. @param {string} name */
function periodWords(name) {
  const [year, month, day] = name.split("-").map(Number);
  if (!month) return inDigits(name);
  /** @type {Intl.DateTimeFormatOptions} */
  const form = day ? { day: "numeric", month: "short" } : { month: "short", year: "2-digit" };
  return dateText(new Date(year, month - 1, day ?? 1), form);
}

// --- whom the player has met ---

/** @param {Statistics} told */
function against({ against: met }) {
  const head = ["stats.other", "stats.games", ...OUTCOMES.map((key) => `stats.outcome.${key}`)];
  const rows = met.slice(0, MET).map(({ name, score }) => {
    const who = name ? make("a", { href: addressOf(name) }, shownName(name)) : say("stats.unnamed");
    const games = valuesOf(score).reduce((total, value) => total + value, 0);
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, make("span", { class: "against-name" }, name && dotOf(name), who)),
      ...[games, ...valuesOf(score)].map((value) => make("td", {}, numberWords(value))),
    );
  });
  return make(
    "section",
    { class: "against" },
    make("h2", {}, say("stats.against")),
    make(
      "div",
      { class: "table-place" },
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, ...head.map((key) => make("th", { scope: "col" }, say(key))))),
        make("tbody", {}, ...rows),
      ),
    ),
  );
}
