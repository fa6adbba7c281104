/** The language of the page: as the browser prefers it, or as it was chosen on this device. */

import { preferences } from "./preferences.js";

/** Each by its code, with the name that its speakers give it. @type {Record<string, string>} */
export const LANGUAGES = {
  en: "English",
  nl: "Nederlands",
  de: "Deutsch",
  fr: "Français",
  fa: "فارسی",
  cs: "Čeština",
  eo: "Esperanto",
};

/** What two pieces on one square do, in other words: the booklet's for children. */
export const WORDINGS = ["unite", "hug", "dance"];

const RIGHT_TO_LEFT = ["fa"];

/** The first of the languages somebody reads that the page is written in. @param {readonly string[]} wanted */
export function bestLanguage(wanted) {
  const codes = wanted.map((each) => each.toLowerCase().split("-")[0]);
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

const { language: chosen, words } = preferences.get();

export const language = Object.hasOwn(LANGUAGES, chosen) ? chosen : bestLanguage(navigator.languages);
export const wording = WORDINGS.includes(words) ? words : "unite";
export const isRightToLeft = RIGHT_TO_LEFT.includes(language);

document.documentElement.lang = language;
document.documentElement.dir = isRightToLeft ? "rtl" : "ltr";
