/** The texts of the page with their values filled in, in the language of this device. */

import { isRightToLeft, language, wording } from "./language.js";
import { TEXTS } from "./texts.js";

/** Milliseconds after which the page is shown in English rather than not at all. */
const PATIENCE_MS = 8000;

/** @typedef {Record<string, string>} Texts */
/** @typedef {{key: string, values: Record<string, any>}} Told a sentence of the board's */

/** The catalogs of the language, the more particular first. @type {Texts[]} */
const catalogs = await Promise.all(
  [wording !== "unite" && `${language}-${wording}`, language !== "en" && language].filter(Boolean).map(fetched),
);

/** @param {string|false} name @returns {Promise<Texts>} */
async function fetched(name) {
  try {
    const answer = await fetch(`/texts/${name}.json`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

/** A text as it is written, in the language or else in English. @param {string} key @returns {string|undefined} */
function textOf(key) {
  for (const texts of catalogs) if (Object.hasOwn(texts, key)) return texts[key];
  return Object.hasOwn(TEXTS, key) ? TEXTS[key] : undefined;
}

/**
 * The text of a key with its values filled in.
 * @param {string} key @param {Record<string, string|number>} [values]
 */
export function say(key, values = {}) {
  const text = textOf(key);
  if (text === undefined) throw new Error(`There is no text “${key}”.`);
  return filled(text, values);
}

/**
 * So many of something: the text `key.one`, or whatever form the language has for that number, else
 * `key.other`; `{count}` in it is the number.
 * @param {string} key @param {number} count @param {Record<string, string|number>} [values]
 */
export function counted(key, count, values = {}) {
  const text = textOf(`${key}.${formOf(count)}`) ?? textOf(`${key}.other`);
  if (text === undefined) throw new Error(`There is no text “${key}”.`);
  return filled(text, { ...values, count: inDigits(new Intl.NumberFormat(locales()).format(count)) });
}

/**
 * A sentence of the board's, in the language where it is known there; else as the board said it.
 * @param {string} english @param {Told|null} [told]
 */
export function told(english, told) {
  if (!told) return english;
  const { key, values } = told;
  const text = textOf(typeof values.count === "number" ? `${key}.${formOf(values.count)}` : key) ?? textOf(key);
  return text === undefined ? english : filled(text, toldValues(values));
}

/** @param {Record<string, any>} values of which some may be sentences themselves */
function toldValues(values) {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    value && typeof value === "object" ? told(value.text, value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** @param {number} count */
const formOf = (count) => new Intl.PluralRules(locales()).select(count);

/** @param {string} text @param {Record<string, string|number>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/** @param {string|number} value */
function shown(value) {
  const text = typeof value === "number" ? inDigits(String(value)) : String(value);
  // A name or a notation keeps its own direction, and turns nothing around it.
  return isRightToLeft && text ? `\u2068${text}\u2069` : text;
}

/** In which language, and how, dates and numbers are written. */
export const locale = () => say("locale");

/** The same for `Intl`, which may not know the language. */
export const locales = () => [locale(), "en-GB"];

const digits = [...new Intl.NumberFormat(locales(), { useGrouping: false }).format(9876543210)].reverse();

/** The same with the digits of the language. @param {string} text */
export const inDigits = (text) => text.replace(/[0-9]/g, (digit) => digits[Number(digit)]);
