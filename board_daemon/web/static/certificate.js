/**
 * A certificate to print: `#/certificate`, `#/certificate/Ada` for a player, and
 * `#/certificate/Ada/The%20chain` for a course that she has finished.
 */

import { dayText } from "./dates.js";
import { choices, field, select } from "./dialogs.js";
import { icon, make } from "./elements.js";
import { overviewOf } from "./learner.js";
import { told } from "./lessons-words.js";
import { offerNames } from "./name-field.js";
import { LONGEST_NAME } from "./names.js";
import { addressOf, ensurePeople, everybody } from "./people.js";
import { drawing, svg } from "./pieces.js";
import { today } from "./players-dialogs.js";
import { layPaper } from "./print.js";
import { counted, say } from "./say.js";

const LONGEST_WORDS = 160;
/** Stands for a course that is written. */
const OWN_COURSE = "";
/** Letters of a name that still stands on one line at full size. */
const LARGE_NAME = 18;
/** Who dances at the sides, row by row. */
const COUPLES = ["Pp", "Nb", "Rq", "Bn", "Qr", "Pn"];
/** What the board lights: moves, unions, take-overs, castling, Paco. */
const LAMPS = ["#0046ff", "#c800a0", "#ff7800", "#00b48c", "#ffbe28", "#00b48c", "#ff7800", "#c800a0", "#0046ff"];

/** What an address says. @param {string} hash */
function wishOf(hash) {
  const [, , name = "", course = ""] = hash.split("/");
  try {
    return { name: decodeURIComponent(name), course: decodeURIComponent(course) };
  } catch {
    return { name: "", course: "" };
  }
}

class Certificate {
  element = make("section", { class: "print-view" });
  titleBefore = document.title;
  takePaper = layPaper("size: landscape; margin: 8mm");
  /** How often the courses were asked for: an answer to an earlier question comes too late. */
  asked = 0;

  /** @param {{name: string, course: string}} wish */
  constructor({ name, course }) {
    this.given = name;
    /** Whether somebody chose the course, or wrote one; else it is found by what was finished. */
    this.isChosen = course !== "";
    this.name = input("text", name, { maxlength: LONGEST_NAME });
    this.course = select([], OWN_COURSE);
    this.ownCourse = input("text", course, { maxlength: LONGEST_NAME });
    this.games = input("number", "", { min: 1, max: 99999 });
    this.words = input("text", "", { maxlength: LONGEST_WORDS });
    this.date = input("date", today(), { max: "9999-12-31" });
    const kinds = ["learned", "course", "games", "own"].map((value) => ({ value, label: say(`certificate.for.${value}`) }));
    this.what = choices(say("certificate.for"), "achieved", kinds, course ? "course" : "learned");
    this.paper = make("article", { class: "paper certificate", "aria-label": say("certificate.title") });
    this.build();
    this.draw();
    ensurePeople().then(() => this.countGames());
    this.offerCourses();
  }

  build() {
    const back = make("a", { href: this.given ? addressOf(this.given) : "#/players", class: "icon-button", "aria-label": say("people.all"), title: say("people.all") }, icon("list"));
    const bar = make(
      "header",
      { class: "print-bar" },
      back,
      make("h1", { tabindex: -1 }, say("certificate.title")),
      make("button", { type: "button", class: "primary", onclick: () => window.print() }, say("sheet.print")),
    );
    this.details = {
      course: field(say("certificate.which"), this.course),
      ownCourse: field(say("certificate.course"), this.ownCourse),
      games: field(say("certificate.games"), this.games),
      own: field(say("certificate.words"), this.words),
    };
    const name = field(say("people.name"), this.name);
    const form = make(
      "form",
      { class: "print-form" },
      name,
      this.what.element,
      ...Object.values(this.details),
      field(say("sheet.date"), this.date),
    );
    offerNames(this.name);
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const event of ["input", "change", "click"]) form.addEventListener(event, () => this.draw());
    this.name.addEventListener("change", () => this.offerCourses());
    this.course.addEventListener("change", () => (this.isChosen = true));
    this.ownCourse.addEventListener("input", () => (this.isChosen = true));
    this.element.append(bar, make("div", { class: "print-parts" }, form, make("div", { class: "print-place" }, this.paper)));
  }

  /** How many games the name has, for whoever wants to praise them. */
  countGames() {
    const { players, others } = everybody();
    const games = [...players, ...others].find(({ name }) => name === this.name.value)?.games;
    if (games && !this.games.value) this.games.value = String(games);
    this.draw();
  }

  /** The courses there are, those that the child has finished first; another one may be written all the same. */
  async offerCourses() {
    const mine = (this.asked += 1);
    const { courses } = await overviewOf(this.name.value.trim()).catch(() => ({ courses: [] }));
    if (mine !== this.asked) return;
    const real = courses.filter(({ exercises }) => exercises.length);
    const isDone = (/** @type {(typeof real)[number]} */ { exercises }) => exercises.every(({ stars }) => stars);
    const done = real.filter(isDone);
    const options = [...done, ...real.filter((course) => !isDone(course))].map((course) => {
      const title = told(course.title);
      return make("option", { value: title }, isDone(course) ? `★ ${title}` : title);
    });
    // The paper says that it was finished: nothing else is taken by itself.
    const wanted = this.isChosen ? this.courseName() : done.length ? told(done[0].title) : OWN_COURSE;
    this.course.replaceChildren(...options, make("option", { value: OWN_COURSE }, say("certificate.course-own")));
    this.course.value = wanted;
    if (this.course.selectedIndex < 0) {
      // It is no course of these: it stays, as one that was written.
      this.course.value = OWN_COURSE;
      this.ownCourse.value = wanted;
    }
    this.draw();
  }

  courseName() {
    return this.course.value === OWN_COURSE ? this.ownCourse.value.trim() : this.course.value;
  }

  draw() {
    const what = this.what.value();
    for (const [kind, part] of Object.entries(this.details)) part.hidden = kind !== what;
    this.details.ownCourse.hidden = what !== "course" || this.course.value !== OWN_COURSE;
    const name = this.name.value.trim();
    const size = name.length > LARGE_NAME ? "is-long" : "is-short";
    this.paper.replaceChildren(
      frame(),
      make("div", { class: "certificate-hug" }, drawing("Kq"), drawing("Nb"), drawing("Qk")),
      make("h2", {}, say("certificate.heading")),
      make("p", {}, say("certificate.to")),
      make("p", { class: `certificate-name ${size}` }, name || "\u00a0"),
      make("p", { class: "certificate-what" }, this.achieved(what)),
      make("p", { class: "certificate-wish" }, say("certificate.wish")),
      make(
        "footer",
        { class: "certificate-foot" },
        make("p", {}, make("span", {}, this.day() || "\u00a0"), say("sheet.date")),
        make("p", {}, make("span", {}, "\u00a0"), say("certificate.signature")),
      ),
    );
    document.title = [say("certificate.title"), name].filter(Boolean).join(", ");
  }

  /** @param {string} what */
  achieved(what) {
    const count = Math.max(0, Math.floor(Number(this.games.value)));
    if (what === "course") return say("certificate.did.course", { course: this.courseName() || "…" });
    if (what === "games") return counted("certificate.did.games", count);
    if (what === "own") return this.words.value.trim() || "\u00a0";
    return say("certificate.did.learned");
  }

  day() {
    const day = this.date.valueAsDate;
    return day ? dayText(day, { timeZone: "UTC" }) : "";
  }

  close() {
    this.asked += 1;
    this.takePaper();
    document.title = this.titleBefore;
  }
}

/** @param {string} type @param {string} value @param {Record<string, any>} more */
const input = (type, value, more) => make("input", { type, value, autocomplete: "off", ...more });

/** A double line around the sheet, a garland of lamps, and couples that dance at its sides. */
function frame() {
  const border = svg("g", { class: "frame-line" }, [
    svg("rect", { x: 14, y: 14, width: 972, height: 672, rx: 26 }),
    svg("rect", { x: 26, y: 26, width: 948, height: 648, rx: 18 }),
  ]);
  const couples = COUPLES.map((pieces, index) => {
    const couple = drawing(pieces);
    const place = { x: index % 2 ? 886 : 30, y: [34, 308, 584][index >> 1], width: 84, height: 84 };
    for (const [key, value] of Object.entries(place)) couple.setAttribute(key, String(value));
    return couple;
  });
  const attributes = { viewBox: "0 0 1000 700", class: "certificate-frame", preserveAspectRatio: "none", "aria-hidden": "true" };
  return svg("svg", attributes, [border, ...garland(44, 1), ...garland(656, -1), ...couples]);
}

/** Lamps of the board's colours on a string. @param {number} y @param {number} down 1 or -1 */
function garland(y, down) {
  const bows = LAMPS.length - 1;
  const [first, wide] = [140, 720 / bows];
  const at = (/** @type {number} */ index) => first + wide * index;
  let way = `M${first} ${y}`;
  for (let index = 0; index < bows; index += 1) way += `q${wide / 2} ${34 * down} ${wide} 0`;
  const lamps = LAMPS.map((fill, index) => svg("circle", { class: "frame-lamp", cx: at(index), cy: y, r: 8, fill }));
  return [svg("path", { class: "frame-vine", d: way }), ...lamps];
}

/** Show the certificate; the answer ends it. @param {HTMLElement} root */
export function show(root) {
  const certificate = new Certificate(wishOf(location.hash));
  root.append(certificate.element);
  return () => certificate.close();
}
