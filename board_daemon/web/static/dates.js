/** Days as people write them, in a language that the browser does not know as well. */

import { locale, locales, say } from "./say.js";

const isKnown = Intl.DateTimeFormat.supportedLocalesOf(locale()).length > 0;
const SHORT = 3;

/**
 * A day, or with less in the form a month or a day of a year; where the browser does not know the
 * language, the names of the months come from its texts.
 * @param {Date} date @param {Intl.DateTimeFormatOptions} form
 */
export function dateText(date, form) {
  if (isKnown) return date.toLocaleDateString(locales(), form);
  const isUtc = form.timeZone === "UTC";
  const [year, index, day] = isUtc
    ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    : [date.getFullYear(), date.getMonth(), date.getDate()];
  const whole = say("date.months").split(" ")[index];
  const month = form.month === "short" ? whole.slice(0, SHORT) : whole;
  if (!form.day) return say("date.month-of", { month, year });
  return form.year ? say("date.day-of", { day, month, year }) : say("date.day", { day, month });
}

/** A day with its month and year. @param {Date} date @param {Intl.DateTimeFormatOptions} [more] */
export const dayText = (date, more = {}) => dateText(date, { day: "numeric", month: "long", year: "numeric", ...more });
