/**
 * One game of the archive, step by step.
 *
 * @typedef {import("./games-api.js").ArchivedGame} ArchivedGame
 * @typedef {import("./replay-marks.js").Mark} Mark
 * @typedef {import("./playback.js").Pace} Pace
 */

import { failure } from "./dialogs.js";
import { icon, iconButton, make } from "./elements.js";
import { GameSteps } from "./game-steps.js";
import { dateWords, openWords, playersWords, resultWords, stepWords, turnsWords } from "./game-words.js";
import { readAnalysis, readGame } from "./games-api.js";
import { Legend } from "./legend.js";
import { Playback } from "./playback.js";
import { ReplayBoard } from "./replay-board.js";
import { ReplayControls, obeyKey, stepBySwiping } from "./replay-controls.js";
import { marksOf } from "./replay-marks.js";
import { say } from "./say.js";
import { openShare } from "./share.js";
import { StepLine } from "./step-line.js";
import { TurnList } from "./turn-list.js";
import { Whisper } from "./whisper.js";

/** So long the address waits for stepping to rest: browsers refuse to change it all the time. */
const ADDRESS_RESTS = 250;

/** The view; `element` is for the page. */
export class Replay {
  /** @param {{playing: number|null, refresh: () => Promise<void>}} knows */
  constructor(knows) {
    this.knows = knows;
    /** @type {GameSteps|null} */
    this.steps = null;
    this.index = 0;
    /** @type {Mark|null} */
    this.chosen = null;
    /** @type {Map<number, Mark[]>} */
    this.marks = new Map();
    /** @type {AbortController|null} */
    this.request = null;
    this.addressTimer = 0;
    this.wishes = this.makeWishes();
    this.board = new ReplayBoard();
    this.controls = new ReplayControls(this.wishes);
    this.whisper = new Whisper();
    const whisper = (/** @type {string|null} */ words, /** @type {Element} */ at) => this.whisper.say(words, at);
    const choose = (/** @type {Mark} */ mark) => this.choose(mark);
    this.list = new TurnList({ pick: (ply) => this.goToPly(ply), choose, whisper });
    this.line = new StepLine({ go: (index) => this.go(index), choose });
    this.legend = new Legend({ choose: (kind) => this.chooseNext(kind) });
    this.spoken = make("p", { class: "for-readers", role: "status" });
    this.playback = new Playback({
      current: () => this.current(),
      step: () => this.stepOn(),
      changed: (isRunning) => this.controls.showRunning(isRunning),
    });
    this.onKey = (/** @type {KeyboardEvent} */ event) => {
      if (this.steps && obeyKey(event, this.wishes)) event.preventDefault();
    };
    this.onResize = () => this.drawRibbon();
    this.heading = make("h1", { tabindex: -1 });
    this.facts = make("p", { class: "replay-facts" });
    this.trouble = make("div", { class: "empty", role: "alert", hidden: true });
    this.element = this.build();
    stepBySwiping(this.board.element, (by) => this.wishes.step(by));
  }

  /** @returns {import("./replay-controls.js").Wishes} */
  makeWishes() {
    const byHand = (/** @type {(steps: GameSteps) => number} */ where) => {
      if (!this.steps) return;
      this.playback.pause();
      this.go(where(this.steps));
    };
    return {
      go: (index) => byHand(() => index),
      step: (by) => byHand(() => this.index + by),
      turn: (by) => byHand((steps) => (by > 0 ? steps.turnAfter(this.index) : steps.turnBefore(this.index))),
      end: (to) => byHand((steps) => (to === "first" ? 0 : steps.last)),
      toggle: () => this.toggle(),
      flip: () => this.board.flip(),
      pace: (pace) => (this.playback.pace = pace),
    };
  }

  build() {
    const back = make("a", { href: "#/games", class: "icon-button", "aria-label": say("games.all"), title: say("games.all") }, icon("list"));
    const share = iconButton(say("share.title"), "share", () => this.share());
    const title = make("div", { class: "replay-title" }, this.heading, this.facts);
    this.sheet = make("a", { class: "icon-button", "aria-label": say("sheet.open"), title: say("sheet.open") }, icon("print"));
    return make(
      "section",
      { class: "replay-view is-empty" },
      make("header", { class: "replay-bar" }, back, title, this.sheet, share),
      this.trouble,
      make("div", { class: "replay-place" }, this.board.element),
      this.line.element,
      this.controls.element,
      this.list.element,
      this.legend.element,
      this.spoken,
      this.whisper.element,
    );
  }

  /** Show a game after a turn; without `ply` from its start. @param {number} id @param {number|null} ply */
  async open(id, ply) {
    document.addEventListener("keydown", this.onKey);
    window.addEventListener("resize", this.onResize);
    if (this.steps?.game.id === id) {
      this.goToPly(ply ?? 0);
      return;
    }
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    this.forget();
    try {
      const [game] = await Promise.all([readGame(id, request.signal), this.knows.refresh()]);
      if (request.signal.aborted) return;
      this.show(game, ply ?? 0);
      await this.analyse(id, request.signal);
    } catch (error) {
      if (!request.signal.aborted) this.failed(error, () => this.open(id, ply));
    }
  }

  close() {
    this.playback.pause();
    this.request?.abort();
    window.clearTimeout(this.addressTimer);
    document.removeEventListener("keydown", this.onKey);
    window.removeEventListener("resize", this.onResize);
    this.forget();
  }

  /** A game may be renamed or go on while it is not in sight: it is read anew each time. */
  forget() {
    this.steps = null;
    this.board.forget();
    this.marks = new Map();
    this.chosen = null;
    this.element.classList.add("is-empty");
    this.trouble.hidden = true;
    this.whisper.element.hidden = true;
    this.heading.textContent = "";
    this.facts.textContent = "";
  }

  /** @param {ArchivedGame} game @param {number} ply */
  show(game, ply) {
    this.steps = new GameSteps(game);
    this.heading.textContent = playersWords(game);
    this.sheet.setAttribute("href", `#/games/${game.id}/sheet`);
    const ending = resultWords(game).replace(/\.$/, "") || openWords(game.id === this.knows.playing);
    const facts = [ending, turnsWords(game.turns.length), dateWords(game.started_at)];
    this.facts.textContent = facts.filter(Boolean).join(" · ");
    this.element.classList.remove("is-empty");
    this.list.show(game);
    this.controls.showRunning(false);
    this.index = -1;
    this.go(this.steps.endOf(ply), { isQuiet: true });
    this.heading.focus({ preventScroll: true });
  }

  /** @param {number} id @param {AbortSignal} signal */
  async analyse(id, signal) {
    this.legend.waiting();
    if (!this.steps || this.steps.plies === 0) return this.legend.show(new Map());
    try {
      const analysis = await readAnalysis(id, signal);
      if (signal.aborted || !this.steps) return;
      this.marks = marksOf(this.steps.game, analysis);
      this.list.setMarks(this.marks);
      this.legend.show(this.marks);
      this.drawRibbon();
      this.go(this.index, { isQuiet: true });
    } catch (error) {
      // The game itself is there: that nothing can be said about it is no reason to hide it.
      if (!signal.aborted) this.legend.failed(() => this.analyse(id, signal));
    }
  }

  /** @param {unknown} error @param {() => void} again */
  failed(error, again) {
    const all = make("a", { href: "#/games", class: "button" }, say("games.all"));
    this.trouble.replaceChildren(...failure(error, again).children, all);
    this.trouble.hidden = false;
  }

  current() {
    return /** @type {GameSteps} */ (this.steps).at(this.index);
  }

  stepOn() {
    if (!this.steps || this.index >= this.steps.last) return false;
    this.go(this.index + 1, { isQuiet: !this.steps.at(this.index + 1).ends });
    return true;
  }

  toggle() {
    if (!this.steps) return;
    if (!this.playback.running && this.index >= this.steps.last) this.go(0);
    this.playback.toggle();
  }

  /** @param {number} ply */
  goToPly(ply) {
    if (!this.steps) return;
    this.playback.pause();
    this.go(this.steps.endOf(ply));
  }

  /**
   * Show a step.
   * @param {number} index
   * @param {{isQuiet?: boolean, chosen?: Mark|null}} [how] quiet: nothing is said aloud
   */
  go(index, { isQuiet = false, chosen = null } = {}) {
    if (!this.steps) return;
    const { game } = this.steps;
    const bounded = Math.max(0, Math.min(index, this.steps.last));
    const step = this.steps.at(bounded);
    this.index = bounded;
    this.chosen = chosen;
    const words = chosen ? chosen.words : stepWords(game, step);
    this.board.show(game, step, chosen);
    this.list.setCurrent(step.ply);
    this.line.show(game, step, words, this.marks.get(step.ply) ?? [], chosen);
    this.controls.show(bounded, this.steps.last, words);
    // The slider says by itself what it stands at.
    const isHeard = !isQuiet && document.activeElement !== this.controls.slider;
    if (isHeard || chosen) this.spoken.textContent = words;
    this.keepAddress(step.ply);
  }

  /** @param {Mark} mark */
  choose(mark) {
    if (!this.steps) return;
    this.playback.pause();
    const chosen = this.chosen === mark ? null : mark;
    this.go(this.steps.endOf(chosen ? mark.shown : mark.ply), { chosen });
  }

  /** The next mark of a kind after where the replay stands, or the first. */
  chooseNext(/** @type {import("./replay-marks.js").MarkKind} */ kind) {
    if (!this.steps) return;
    const here = this.chosen?.kind === kind ? this.chosen.ply : this.steps.plyAt(this.index);
    const all = [...this.marks.values()].flat().filter((mark) => mark.kind === kind);
    const later = all.find((mark) => mark.ply > here) ?? all[0];
    if (later && later !== this.chosen) this.choose(later);
  }

  drawRibbon() {
    if (!this.steps || !this.marks.size) return this.controls.showRibbon([]);
    const { last, ends } = this.steps;
    const style = getComputedStyle(this.element);
    const lights = [...this.marks.values()].flat().map((mark) => ({
      at: ends[mark.ply] / last,
      color: style.getPropertyValue(`--mark-${mark.kind}`).trim(),
    }));
    this.controls.showRibbon(lights);
  }

  /** @param {number} ply */
  keepAddress(ply) {
    window.clearTimeout(this.addressTimer);
    const before = window.location.hash;
    this.addressTimer = window.setTimeout(() => {
      // Who has gone elsewhere meanwhile is not fetched back, even if this view is not closed yet.
      if (!this.steps || window.location.hash !== before) return;
      const address = `#/games/${this.steps.game.id}${ply ? `/${ply}` : ""}`;
      if (window.location.hash !== address) window.history.replaceState(window.history.state, "", address);
    }, ADDRESS_RESTS);
  }

  share() {
    if (!this.steps) return;
    this.playback.pause();
    openShare(this.steps.game, this.current(), this.board.isFlipped);
  }
}
