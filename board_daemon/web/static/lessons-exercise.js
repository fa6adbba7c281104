/** One exercise: what to do in large letters, the live board, and what the board says to it. */

import { post } from "./api.js";
import { Board } from "./board.js";
import { icon, make } from "./elements.js";
import { colorOf, parseFen } from "./fen.js";
import { isSameName, ownOverview } from "./learner.js";
import { stars, starsWords, told } from "./lessons-words.js";
import { coupleOf, LiveAsk } from "./live-ask.js";
import { LiveHand } from "./live-hand.js";
import { fixPair, lineOf } from "./live-words.js";
import { drawing } from "./pieces.js";
import { preferences } from "./preferences.js";
import { lastMoveOf, may, movesPieces, shownOf } from "./store.js";
import { Toast } from "./toast.js";
import { coloredWord, say } from "./words.js";

/** How long the board may take to tell of itself before the exercise is asked for all the same. */
const TOLD_WITHIN_MS = 5000;
const MOST_STARS = 3;

/** @typedef {import("./store.js").State} State */

export class Exercise {
  #store;
  #wanted;
  #isOver = false;
  #isBegun = false;
  /** The start of the board since which the lesson is there. @type {string|undefined} */
  #run;
  /** Whose lesson was on the board when it was looked at last. @type {string|undefined} */
  #child;
  /** @type {import("./lessons-courses.js").Course|null} */
  #course = null;
  #where = make("a", { class: "where", href: "#/lessons" });
  #goal = make("h1", { class: "goal", tabindex: "-1" });
  #said = make("p", { class: "said", role: "status" });
  #line = make("p", { class: "needs" });
  #place = make("div");
  #solved = make("div", { class: "solved", hidden: true });
  #buttons;
  #toast = new Toast();

  /** @param {HTMLElement} root @param {import("./store.js").Store} store @param {string} wanted the exercise's id */
  constructor(root, store, wanted) {
    this.#store = store;
    this.#wanted = wanted;
    this.board = new Board(this.#place, { interactive: true });
    this.hand = new LiveHand(store, (error) => this.#toast.tell(error));
    this.board.onSquare = (square, gesture) => this.hand.on(square, gesture);
    this.#buttons = this.#makeButtons();
    // Of what the board asks, all but what the lesson says better.
    const lens = {
      get state() {
        return store.state && { ...store.state, fix: [], game: { ...store.state.game, end: null, draw_offer: null } };
      },
    };
    const tell = (/** @type {string} */ path, body = {}) => this.#do(() => post(path, body));
    const wishes = { tell, newGame: () => {}, standAll: () => {}, intoBox: () => {} };
    this.ask = new LiveAsk(/** @type {any} */ (lens), wishes);
    this.#layOut(root);
    this.stops = [
      store.listen((message) => this.#changed(message)),
      preferences.listen(() => this.#likesChanged()),
    ];
    this.onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.hand.putBack();
    };
    document.addEventListener("keydown", this.onKey);
    this.#likesChanged();
    this.#begin();
  }

  #makeButtons() {
    const button = (/** @type {string} */ key, /** @type {() => void} */ onclick, kind = "") =>
      make("button", { type: "button", class: kind, onclick }, say(key));
    const wish = (/** @type {string} */ what) => () => this.#do(() => post(`/api/lessons/${what}`));
    return {
      stand: button("lessons.set-back", () => this.hand.standAll(), "primary"),
      back: button("act.back", () => this.hand.putBack()),
      next: button("lessons.next", wish("next"), "primary"),
      courses: make("a", { class: "button primary", href: "#/lessons" }, say("lessons.courses")),
      hint: button("lessons.hint", wish("hint")),
      show: button("lessons.show", wish("show")),
      again: button("lessons.again", () => (this.#store.state?.lesson ? wish("again")() : this.#beginAnew())),
      leave: button("lessons.end", () => this.#leave(), "plain"),
    };
  }

  #layOut(root) {
    const top = make("section", { class: "lesson-top", "aria-label": say("lessons.goal") }, this.#where, this.#goal, this.#said);
    const buttons = make("div", { class: "lesson-buttons" }, ...Object.values(this.#buttons));
    const side = make("div", { class: "lesson-side" }, this.#line, this.#solved, this.ask.element, buttons);
    const stage = make("div", { class: "lesson-stage" }, this.#place);
    root.append(make("div", { class: "lesson" }, top, stage, side), this.#toast.element);
  }

  /** Puts the exercise on the board, unless it is there already. */
  async #begin() {
    await this.#store.until(() => true, TOLD_WITHIN_MS);
    if (this.#isOver) return;
    await this.#learnCourse();
    if (this.#isOver) return;
    const { child } = preferences.get();
    const { state } = this.#store;
    const isThere = state?.lesson?.id === this.#wanted && isSameName(state.lesson.child, child);
    if (!isThere && (state === null || may(state, "play"))) {
      try {
        await post("/api/lessons/start", { exercise: this.#wanted, child });
        // A new name is in the list of players only now.
        await this.#learnCourse();
        await this.#store.until(({ lesson }) => lesson?.id === this.#wanted, TOLD_WITHIN_MS);
      } catch (error) {
        this.#toast.tell(error);
      }
    }
    this.#isBegun = true;
    this.#run = this.#store.state?.run;
    if (this.#isOver) return;
    this.#goal.focus({ preventScroll: true });
    this.#changed(null);
  }

  /** The lesson is on the board no more. @param {string} [why] what has happened to it */
  #beginAnew(why) {
    this.#isBegun = false;
    if (why) this.#toast.tell(why);
    this.#begin();
  }

  /** Under which name the lesson of this device goes on; "": it was another's. @param {string} now */
  #heir(now) {
    return isSameName(this.#child ?? "", preferences.get().child) ? now : "";
  }

  /** Where in its course the exercise stands, and by which name somebody learns here now. @param {string} [heir] */
  async #learnCourse(heir) {
    try {
      const { courses } = await ownOverview(heir);
      this.#course = courses.find(({ exercises }) => exercises.some(({ id }) => id === this.#wanted)) ?? null;
    } catch {
      this.#course = null;
    }
    if (!this.#isOver) this.#changed(null);
  }

  /** @param {import("./store.js").Message|null} message */
  #changed(message) {
    const { state } = this.#store;
    if (!state) {
      this.#write(this.#said, lineOf(null));
      return;
    }
    const { lesson } = state;
    if (this.#isBegun && lesson && lesson.id !== this.#wanted) this.#follow(lesson.id);
    else if (this.#isBegun && lesson && lesson.child !== this.#child) this.#learnCourse(this.#heir(lesson.child));
    this.#child = lesson?.child;
    if (this.#isBegun && !lesson && state.run !== this.#run && may(state, "play")) this.#beginAnew(say("lessons.restarted"));
    this.#tellWhere();
    const isOurs = lesson?.id === this.#wanted;
    this.#write(this.#goal, isOurs ? told(lesson.goal) : "");
    this.#write(this.#said, isOurs ? told(lesson.said) : this.#whyNot(state));
    this.#said.dataset.stage = isOurs ? lesson.stage : "";
    this.#write(this.#line, isOurs ? needsOf(state) : "");
    this.#draw(state, message);
    this.#update(state, isOurs ? lesson : null);
    this.ask.update();
  }

  /** Another exercise is on the board now. @param {string} id */
  #follow(id) {
    this.#wanted = id;
    history.replaceState(null, "", `#/lessons/${id}`);
    this.#goal.focus({ preventScroll: true });
    this.#learnCourse();
  }

  /** @param {State} state */
  #whyNot(state) {
    if (!this.#isBegun) return lineOf(null);
    return say(may(state, "play") ? "lessons.ended" : "lessons.watch-only");
  }

  #tellWhere() {
    const course = this.#course;
    const number = course ? course.exercises.findIndex(({ id }) => id === this.#wanted) + 1 : 0;
    const values = course && { course: told(course.title), number, all: course.exercises.length };
    const words = values && number ? say("lessons.where", values) : say("lessons.courses");
    if (this.#where.textContent !== words) this.#where.replaceChildren(icon("list"), words);
  }

  /** @param {State} state @param {import("./store.js").Message|null} message */
  #draw(state, message) {
    const { squares, hands } = shownOf(state);
    const isFresh = message?.event === "hello" || message === null;
    this.board.setPosition(squares, { animate: !isFresh, move: lastMoveOf(state) });
    this.board.setHand(hands);
    this.board.setLights(state.lights);
    this.board.setPlayable(may(state, "play") && movesPieces(state));
  }

  /** What can be pressed now. @param {State} state @param {any} lesson */
  #update(state, lesson) {
    const plays = may(state, "play");
    const { stand, back, next, courses, hint, show, again, leave } = this.#buttons;
    const isSolved = lesson?.stage === "solved";
    const isWrong = state.fix.length > 0 && !isSolved;
    stand.hidden = !plays || !lesson || !isWrong || !state.virtual;
    this.#write(stand, say(lesson?.stage === "setting-up" ? "lessons.set-up" : "lessons.set-back"));
    back.hidden = !plays || isSolved || !movesPieces(state) || !state.virtual.hands.right;
    next.hidden = !plays || !isSolved || !lesson.next;
    courses.hidden = !isSolved || Boolean(lesson.next);
    hint.hidden = show.hidden = !plays || !lesson || isSolved;
    const mayAsk = lesson?.stage === "playing" && !isWrong;
    hint.disabled = !mayAsk || lesson.hints >= lesson.most_hints;
    show.disabled = !mayAsk;
    again.hidden = !plays || !this.#isBegun;
    leave.hidden = !plays || !lesson;
    this.#celebrate(state, isSolved ? lesson : null);
  }

  /** Stars, and the couple where two kings' peace was made. @param {State} state @param {any} lesson */
  #celebrate(state, lesson) {
    const won = lesson ? lesson.stars : 0;
    if (this.#solved.dataset.won === String(won)) return;
    this.#solved.dataset.won = String(won);
    this.#solved.hidden = !lesson;
    if (!lesson) return this.#solved.replaceChildren();
    const couple = state.game.reason === "paco" ? coupleOf(state) : "";
    const picture = couple ? [make("div", { class: "couple" }, drawing(couple))] : [];
    const words = make("span", { class: "for-readers" }, starsWords(won));
    return this.#solved.replaceChildren(...picture, stars(won, MOST_STARS), words);
  }

  #likesChanged() {
    const { coordinates, flipped } = preferences.get();
    if (this.board.flipped !== flipped) this.board.flip(flipped);
    this.board.setCoordinates(coordinates);
  }

  /** @param {() => Promise<unknown>} deed */
  #do(deed) {
    deed().catch((error) => this.#toast.tell(error));
  }

  #leave() {
    this.#do(async () => {
      await post("/api/lessons/leave");
      location.hash = "#/";
    });
  }

  /** @param {HTMLElement} place @param {string} words */
  #write(place, words) {
    if (place.textContent !== words) place.textContent = words;
  }

  end() {
    this.#isOver = true;
    for (const stop of this.stops) stop();
    this.#toast.end();
    document.removeEventListener("keydown", this.onKey);
  }
}

/** What hands must do before all else: a piece to be set where it belongs, a question to be answered. @param {State} state */
function needsOf(state) {
  const { lesson, fix, question, unfinished } = state;
  if (lesson.stage === "solved") return "";
  if (question) return lineOf(state);
  if (!fix.length) return unfinished ? lineOf(state) : "";
  const { here } = fixPair(fix);
  const pieces = here ? parseFen(lesson.fen).squares[here] : "";
  // Which piece a reed cannot tell, but the exercise knows.
  if (!fix.some((wrong) => !wrong.wants_piece) && pieces) return say("lessons.put", { pieces: wordsOf(pieces), square: here ?? "" });
  return lineOf(state);
}

/** @param {string} pieces */
function wordsOf(pieces) {
  return [...pieces].map((piece) => coloredWord(colorOf(piece), piece)).join(" + ");
}
