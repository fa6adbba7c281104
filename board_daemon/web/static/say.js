/** The texts of the page with their values filled in. */

import { TEXTS } from "./texts.js";

/**
 * The text of a key with its values filled in.
 * @param {string} key @param {Record<string, string|number>} [values]
 */
export function say(key, values = {}) {
  const text = TEXTS[key];
  if (text === undefined) throw new Error(`There is no text “${key}”.`);
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * So many of something: the text `key.one`, or whatever form the language has for that number, else
 * `key.other`; `{count}` in it is the number.
 * @param {string} key @param {number} count @param {Record<string, string|number>} [values]
 */
export function counted(key, count, values = {}) {
  const form = `${key}.${new Intl.PluralRules(locale()).select(count)}`;
  const shown = new Intl.NumberFormat(locale()).format(count);
  return say(form in TEXTS ? form : `${key}.other`, { ...values, count: shown });
}

/** In which language, and how, dates and numbers are written. */
export const locale = () => say("locale");
