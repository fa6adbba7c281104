/** Lessons: `#/lessons` shows all courses, `#/lessons/rook-unites` one exercise with the board. */

import { Courses } from "./lessons-courses.js";
import { Exercise } from "./lessons-exercise.js";

/**
 * The exercise that an address asks for; null: all courses.
 * @param {string} hash @returns {string|null}
 */
function exerciseOf(hash) {
  return /^#\/lessons\/([a-z0-9]+(?:-[a-z0-9]+)*)\/?$/.exec(hash)?.[1] ?? null;
}

/** Shows the lessons, as the address says; answers with what ends it. @param {HTMLElement} root @param {import("./main.js").App} app */
export function show(root, app) {
  app.connection.start();
  const wanted = exerciseOf(location.hash);
  const view = wanted === null ? new Courses(root, app.store) : new Exercise(root, app.store, wanted);
  document.body.classList.toggle("at-exercise", wanted !== null);
  return () => {
    document.body.classList.remove("at-exercise");
    view.end();
  };
}
