/** All courses as a friendly overview: who learns, what comes next, and how far it has gone. */

import { messageOf } from "./dialogs.js";
import { make } from "./elements.js";
import { learnAs, ownOverview } from "./learner.js";
import { ring, signOf, stars, starsWords, told } from "./lessons-words.js";
import { LONGEST_NAME } from "./names.js";
import { certificateAddress } from "./people.js";
import { counted, say } from "./words.js";

/** Who is not among so many writes the name. */
const MOST_NAMES = 30;

/** @typedef {import("./lessons-words.js").Line} Line */
/** @typedef {{id: string, title: Line, stars: number}} ExerciseLine */
/** @typedef {{id: string, title: Line, about: Line, exercises: ExerciseLine[]}} Course */
/** @typedef {{child: string, children: string[], is_listed: boolean|null, most_stars: number, courses: Course[]}} Overview */

export class Courses {
  #place = make("div", { class: "courses" });
  #isOver = false;
  /** Counts the questions, so that a late answer does not replace a newer one. */
  #asked = 0;
  /** What is shown, so that nothing is drawn anew under somebody's fingers. */
  #shown = "";
  /** Stays as it is while everything else is drawn: somebody may be writing. */
  #input = make("input", {
    type: "text",
    maxlength: LONGEST_NAME,
    autocomplete: "off",
    "aria-label": say("lessons.name"),
    placeholder: say("lessons.name"),
  });

  /** @param {HTMLElement} root @param {import("./store.js").Store} store */
  constructor(root, store) {
    root.append(this.#place);
    this.stop = store.listen((message) => {
      // A puzzle was found, perhaps, or another child has solved something.
      if (message === null && store.link === "open") this.#load();
    });
    this.#load();
  }

  async #load() {
    const mine = (this.#asked += 1);
    const isLate = () => this.#isOver || mine !== this.#asked;
    try {
      const overview = await ownOverview();
      if (isLate()) return;
      this.#draw(overview);
    } catch (error) {
      this.#shown = "";
      if (!isLate()) this.#place.replaceChildren(make("p", { class: "error", role: "alert" }, messageOf(error)));
    }
  }

  /** @param {Overview} overview */
  #draw(overview) {
    const { courses, most_stars: most } = overview;
    const shown = JSON.stringify(overview);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const isWriting = document.activeElement === this.#input;
    this.#place.replaceChildren(
      make("h1", {}, say("lessons.title")),
      make("p", { class: "welcome" }, say("lessons.welcome")),
      nextStep(courses),
      this.#who(overview),
      ...courses.map((course) => courseCard(course, most, overview.child)),
    );
    if (isWriting) this.#input.focus();
  }

  /** Who is learning: everybody there has been, and a name to add. @param {Overview} overview */
  #who({ child, children }) {
    const names = [...new Set([child, ...children.slice(0, MOST_NAMES)])].filter(Boolean);
    names.sort((one, other) => children.indexOf(one) - children.indexOf(other));
    const choose = (/** @type {string} */ name) => () => {
      learnAs(name);
      this.#load();
    };
    const chip = (/** @type {string} */ name) =>
      make(
        "button",
        { type: "button", class: "chip", "aria-pressed": String(name === child), onclick: choose(name) },
        name || say("lessons.guest"),
      );
    const add = (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = this.#input.value.trim();
      this.#input.value = "";
      if (name) choose(name)();
    };
    const form = make("form", { class: "new-name", onsubmit: add }, this.#input, make("button", {}, say("lessons.name-add")));
    const chips = make("div", { class: "row" }, ...["", ...names].map(chip));
    const label = say("lessons.who");
    return make("section", { class: "who", "aria-label": label }, make("h2", {}, label), chips, form);
  }

  end() {
    this.#isOver = true;
    this.stop();
  }
}

/** The exercise to go on with, as the one big button. @param {Course[]} courses */
function nextStep(courses) {
  const all = courses.flatMap((course) => course.exercises);
  const next = all.find((exercise) => !exercise.stars);
  if (!next) return make("p", { class: "all-done" }, say("lessons.all-done"));
  const key = all.some((exercise) => exercise.stars) ? "lessons.go-on" : "lessons.start";
  const label = say(key, { title: told(next.title) });
  return make("a", { class: "button primary big", href: `#/lessons/${next.id}` }, label);
}

/** @param {Course} course @param {number} most @param {string} child */
function courseCard({ id, title, about, exercises }, most, child) {
  const solved = exercises.filter((exercise) => exercise.stars).length;
  const name = told(title);
  const count = exercises.length ? counted("lessons.solved", solved, { all: exercises.length }) : "";
  const head = make(
    "div",
    { class: "course-head" },
    ring(solved, exercises.length, signOf(id)),
    make("div", {}, make("h2", {}, name), make("p", { class: "quiet" }, told(about))),
    make("p", { class: "course-count" }, count),
  );
  const isDone = solved > 0 && solved === exercises.length;
  const certificate = isDone && make("a", { class: "button", href: certificateAddress(child, name) }, say("certificate.title"));
  const items = exercises.map((exercise, index) => make("li", {}, exerciseLink(exercise, index + 1, most)));
  return make("section", { class: "card course", "aria-label": name }, head, make("ol", { class: "exercises" }, ...items), certificate || "");
}

/** @param {ExerciseLine} exercise @param {number} number @param {number} most */
function exerciseLink({ id, title, stars: won }, number, most) {
  const label = say("lessons.exercise", { number, title: told(title) });
  return make(
    "a",
    { class: won ? "exercise is-solved" : "exercise", href: `#/lessons/${id}` },
    make("span", {}, label),
    stars(won, most),
    make("span", { class: "for-readers" }, starsWords(won)),
  );
}
