/** Settings: of the board, for owners; of this device; and the list of devices. */

import { get, patch, post, remove } from "./api.js";
import { dayText } from "./dates.js";
import { field, messageOf, openDialog, select, tick } from "./dialogs.js";
import { make } from "./elements.js";
import { RULES } from "./game-words.js";
import { LANGUAGES, WORDINGS, wording } from "./language.js";
import { hintSettings } from "./live-hints.js";
import { ruleChoice } from "./live-new.js";
import { preferences } from "./preferences.js";
import { may } from "./store.js";
import { say } from "./words.js";

const PALETTES = ["standard", "red-green", "blue"];

/** @param {import("./store.js").Store} store */
export async function openSettings(store) {
  // Beside the live page nobody has asked for the state yet.
  const state = store.state ?? (await get("/api/state").catch(() => null));
  const trouble = make("p", { class: "error", role: "alert", hidden: true });
  const sections = [deviceSection()];
  if (state) sections.unshift(boardSection(state, trouble), hintsSection(state, trouble));
  if (may(state, "owner")) sections.push(devicesSection(trouble));
  openDialog(say("settings.title"), [...languageFields(), ...sections, trouble], []);
}

/** @param {import("./store.js").State} state @param {HTMLElement} trouble */
function boardSection(state, trouble) {
  const { settings } = state;
  const isOwner = may(state, "owner");
  const change = (/** @type {object} */ wish) => tried(trouble, () => post("/api/settings", wish));
  const disabled = !isOwner;
  const palettes = PALETTES.map((name) => /** @type {[string, string]} */ ([name, say(`palette.${name}`)]));
  const palette = select(palettes, settings.palette, { disabled });
  palette.addEventListener("change", () => change({ palette: palette.value }));
  const brightness = make("input", {
    type: "range",
    min: 0.05,
    max: 1,
    step: 0.05,
    value: settings.brightness,
    disabled,
  });
  brightness.addEventListener("change", () => change({ brightness: Number(brightness.value) }));
  const known = RULES.includes(settings.rules) ? RULES : [settings.rules, ...RULES];
  const named = known.map((name) => /** @type {[string, string]} */ ([name, ruleChoice(name).label]));
  const rules = select(named, settings.rules, { disabled });
  rules.addEventListener("change", () => change({ rules: rules.value }));
  return section(
    say("settings.board"),
    !isOwner && make("p", { class: "quiet small" }, say("settings.only-owner")),
    field(say("settings.palette"), palette),
    field(say("settings.brightness"), brightness),
    field(say("settings.rules"), rules),
    tick(say("settings.takebacks"), settings.takebacks, (takebacks) => change({ takebacks }), disabled),
  );
}

/** @param {import("./store.js").State} state @param {HTMLElement} trouble */
function hintsSection(state, trouble) {
  return section(say("hints.title"), ...hintSettings(state, (work) => tried(trouble, work)));
}

function deviceSection() {
  const likes = preferences.get();
  const like = (/** @type {keyof import("./preferences.js").Likes} */ name) =>
    tick(say(`settings.${name}`), likes[name], (checked) => preferences.set({ [name]: checked }));
  return section(
    say("settings.page"),
    like("coordinates"),
    like("figurines"),
    like("flipped"),
    like("sensors"),
  );
}

/** Before all else: whoever cannot read the rest is looking for them. */
function languageFields() {
  return [
    field(say("settings.language"), languageChoice(preferences.get().language)),
    field(say("settings.words"), wordsChoice(), say("settings.words.hint")),
  ];
}

/** The languages by their own names. @param {string} chosen */
function languageChoice(chosen) {
  const names = /** @type {[string, string][]} */ (Object.entries(LANGUAGES));
  const choice = select([["", say("settings.language.browser")], ...names], chosen);
  for (const option of choice.options) if (option.value) option.lang = option.value;
  choice.addEventListener("change", () => sayAnew({ language: choice.value }));
  return choice;
}

function wordsChoice() {
  const named = WORDINGS.map((name) => /** @type {[string, string]} */ ([name, say(`words.${name}`)]));
  const choice = select(named, wording);
  choice.addEventListener("change", () => sayAnew({ words: choice.value }));
  return choice;
}

/** All that is on the page was said in the language before. @param {Partial<import("./preferences.js").Likes>} liked */
function sayAnew(liked) {
  preferences.set(liked);
  window.location.reload();
}

/** @param {HTMLElement} trouble */
function devicesSection(trouble) {
  const list = make("ul", { class: "devices" });
  const most = make("div");
  const refresh = () =>
    tried(trouble, async () => {
      const answer = await get("/api/devices");
      const rows = answer.devices.map((device) => deviceRow(device, trouble, refresh));
      list.replaceChildren(...rows);
      if (!rows.length) list.append(make("li", { class: "quiet" }, say("devices.none")));
      most.replaceChildren(atMost(answer.new_devices_at_most, trouble));
    });
  refresh();
  return section(say("settings.devices"), list, most);
}

/** @param {string} chosen @param {HTMLElement} trouble */
function atMost(chosen, trouble) {
  const choice = select(levels(["play", "owner"]), chosen);
  choice.addEventListener("change", () =>
    tried(trouble, () => patch("/api/devices", { new_devices_at_most: choice.value })),
  );
  return field(say("devices.at-most"), choice);
}

/** @param {any} device @param {HTMLElement} trouble @param {() => void} refresh */
function deviceRow(device, trouble, refresh) {
  const path = `/api/devices/${device.id}`;
  const name = device.name || say("devices.unnamed");
  const seen = dayText(new Date(device.seen_on));
  const level = select(levels(["watch", "play", "owner"]), device.level, {
    "aria-label": say("devices.level", { name }),
  });
  level.addEventListener("change", () => tried(trouble, () => patch(path, { level: level.value })));
  const away = make("button", { type: "button", "aria-label": say("devices.remove-label", { name }) });
  away.textContent = say("devices.remove");
  away.addEventListener("click", () => tried(trouble, () => remove(path)).then(refresh));
  const note = device.this ? say("devices.this") : say("devices.seen", { when: seen });
  return make(
    "li",
    {},
    make("span", {}, make("strong", {}, name), " ", make("span", { class: "quiet small" }, note)),
    level,
    away,
  );
}

/** @param {string[]} names @returns {[string, string][]} */
const levels = (names) => names.map((name) => [name, say(`level.${name}`)]);

/** @param {string} title @param {...import("./elements.js").Child} content */
function section(title, ...content) {
  return make("section", { class: "stack settings-part" }, make("h2", {}, title), ...content);
}

/** Does something; what goes wrong is said. @param {HTMLElement} trouble @param {() => Promise<unknown>} work */
async function tried(trouble, work) {
  trouble.hidden = true;
  try {
    await work();
  } catch (error) {
    trouble.textContent = messageOf(error);
    trouble.hidden = false;
  }
}
