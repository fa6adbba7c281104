/**
 * The dialogs about players: added, changed, two spellings merged, taken out of the list.
 *
 * @typedef {import("./people.js").Player} Player
 */

import { field, openDialog, select } from "./dialogs.js";
import { make } from "./elements.js";
import { renameLearner } from "./learner.js";
import { LONGEST_NAME } from "./names.js";
import { COLORS, everybody, LEVELS, refreshPeople, swatch } from "./people.js";
import { addPlayer, changePlayer, mergePlayer, removePlayer } from "./players-api.js";
import { say } from "./say.js";

/**
 * Somebody new, or somebody to be changed.
 * @param {Player|null} player null: somebody new @param {string} name
 * @param {(name: string) => void} done is told what the player is called now
 */
export function openPlayer(player, name, done) {
  const input = make("input", { type: "text", value: player?.name ?? name, maxlength: LONGEST_NAME, required: true, autocomplete: "off" });
  const color = colorChoice(player?.color ?? nextColor());
  const level = select(LEVELS.map((each) => [each, say(`people.level.${each}`)]), player?.level ?? LEVELS[0]);
  const since = make("input", { type: "date", value: player?.since ?? today(), required: true, max: "9999-12-31" });
  const save = async () => {
    const person = { name: input.value, color: color.value(), level: level.value, since: since.value };
    const kept = await (player ? changePlayer(player.id, person) : addPlayer(person));
    if (player) renameLearner(player.name, kept.name);
    await refreshPeople();
    done(kept.name);
  };
  openDialog(
    say(player ? "people.change-title" : "people.add"),
    [
      field(say("people.name"), input, player ? say("people.name-hint") : ""),
      color.element,
      field(say("people.level"), level, say("people.level-hint")),
      field(say("people.since"), since),
    ],
    [{ label: say("names.save"), do: save }],
  );
}

/** @param {string} chosen */
function colorChoice(chosen) {
  const rows = COLORS.map((color) =>
    make(
      "label",
      { class: "color-choice" },
      make("input", { type: "radio", name: "person-color", value: color, checked: color === chosen }),
      swatch(color),
      make("span", {}, say(`people.color.${color}`)),
    ),
  );
  const element = make("fieldset", {}, make("legend", {}, say("people.color")), make("div", { class: "color-choices" }, ...rows));
  const value = () => /** @type {HTMLInputElement|null} */ (element.querySelector("input:checked"))?.value ?? chosen;
  return { element, value };
}

/** The colour that the fewest have. */
function nextColor() {
  const used = everybody().players.map((player) => player.color);
  const times = (/** @type {string} */ color) => used.filter((each) => each === color).length;
  return COLORS.reduce((best, color) => (times(color) < times(best) ? color : best));
}

/** By this device's calendar, as a date is written. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** @param {Player} player @param {() => void} done */
export function openMerge(player, done) {
  const { players, others } = everybody();
  const names = [...players, ...others].map(({ name }) => name).filter((name) => name !== player.name);
  const likely = names.sort((one, other) => likeness(player.name, other) - likeness(player.name, one));
  const choice = select(likely.map((name) => [name, name]), likely[0] ?? "");
  const merge = async () => {
    await mergePlayer(player.id, choice.value);
    renameLearner(choice.value, player.name);
    await refreshPeople();
    done();
  };
  openDialog(
    say("people.merge-title", { name: player.name }),
    [field(say("people.merge-with"), choice), make("p", { class: "quiet small" }, say("people.merge-hint", { name: player.name }))],
    likely.length ? [{ label: say("people.merge-do"), do: merge }] : [],
  );
}

/** How many letters two names begin alike with, large or small. @param {string} one @param {string} other */
function likeness(one, other) {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

/** @param {Player} player @param {() => void} done */
export function openRemove(player, done) {
  const remove = async () => {
    await removePlayer(player.id);
    renameLearner(player.name, "");
    await refreshPeople();
    done();
  };
  openDialog(
    say("people.remove-title", { name: player.name }),
    [make("p", {}, say("people.remove-hint"))],
    [{ label: say("people.remove-do"), do: remove, kind: "danger" }],
  );
}
