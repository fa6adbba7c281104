/** The two questions that the list asks: who played, and whether a game may go. */

import { field } from "./dialogs.js";
import { make } from "./elements.js";
import { playersWords, resultWords, turnsWords } from "./game-words.js";
import { offerNames } from "./name-field.js";
import { LONGEST_NAME, shownName } from "./names.js";
import { say } from "./say.js";

/**
 * @typedef {import("./games-api.js").GameSummary} GameSummary
 */

/**
 * Ask, do, and close; where it could not be done the reason stays in sight.
 * @param {{title: string, body: (Node|string)[], confirm: string, cancel: string,
 *   isGrave?: boolean, act: () => Promise<void>}} question
 * @returns {Promise<boolean>} whether it was done
 */
function ask(question) {
  return new Promise((resolve) => {
    let isDone = false;
    const trouble = make("p", { class: "error", role: "alert", hidden: true });
    const cancel = make("button", { type: "button", onclick: () => dialog.close() }, question.cancel);
    const kind = question.isGrave ? "danger" : "primary";
    const confirm = make("button", { type: "submit", class: kind }, question.confirm);
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      confirm.disabled = true;
      try {
        await question.act();
        isDone = true;
        dialog.close();
      } catch (error) {
        trouble.textContent = error instanceof Error ? error.message : String(error);
        trouble.hidden = false;
        confirm.disabled = false;
      }
    };
    const heading = make("h2", { id: "archive-question" }, question.title);
    const buttons = make("p", { class: "actions" }, cancel, confirm);
    const form = make("form", { onsubmit }, heading, ...question.body, trouble, buttons);
    const dialog = make(
      "dialog",
      { class: "archive-dialog", "aria-labelledby": "archive-question", onclose: () => (dialog.remove(), resolve(isDone)) },
      form,
    );
    document.body.append(dialog);
    dialog.showModal();
    (form.querySelector("input") ?? cancel).focus();
  });
}

/** @param {GameSummary} game @param {() => Promise<void>} act */
export function askToDelete(game, act) {
  const told = [playersWords(game), turnsWords(game.turn_count), resultWords(game)];
  const about = told.filter(Boolean).map((each) => each.replace(/\.$/, "")).join(", ");
  return ask({
    title: say("delete.title", { number: game.id }),
    body: [
      make("p", {}, `${about}.`),
      make("p", {}, say("delete.hint")),
    ],
    confirm: say("delete.do"),
    cancel: say("delete.keep"),
    isGrave: true,
    act,
  });
}

/**
 * @param {GameSummary} game
 * @param {(players: {white: string, black: string}) => Promise<void>} act
 */
export function askForPlayers(game, act) {
  const name = (/** @type {"white"|"black"} */ color, /** @type {string} */ label) =>
    make("input", {
      type: "text",
      name: color,
      value: shownName(game[color]),
      // What the board is called is not for people to change.
      disabled: shownName(game[color]) !== game[color],
      maxlength: LONGEST_NAME,
      autocomplete: "off",
      placeholder: label,
    });
  const white = name("white", say("color.w"));
  const black = name("black", say("color.b"));
  const body = [field(say("color.w"), white), field(say("color.b"), black)];
  offerNames(white, black);
  return ask({
    title: say("rename.title"),
    body,
    confirm: say("rename.do"),
    cancel: say("rename.keep"),
    act: () => act({ white: nameIn(white, game.white), black: nameIn(black, game.black) }),
  });
}

/** @param {HTMLInputElement} input @param {string} kept */
const nameIn = (input, kept) => (input.disabled ? kept : input.value.trim());
