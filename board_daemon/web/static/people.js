/**
 * Who is in the list of players, for every place where a name stands.
 *
 * @typedef {{id: number, name: string, color: string, level: string, since: string, games: number}} Player
 * @typedef {{name: string, games: number}} OtherName a name of games that is not in the list
 */

import { get } from "./api.js";
import { make } from "./elements.js";

export const COLORS = ["blue", "sky", "green", "yellow", "orange", "red", "pink", "grey"];
export const LEVELS = ["beginner", "learning", "steady", "strong"];

/** @type {{players: Player[], others: OtherName[]}} */
let known = { players: [], others: [] };
/** @type {Promise<void>|null} */
let asked = null;

/** Everybody who is known. */
export const everybody = () => known;

/** @param {string} name @returns {Player|undefined} */
export const playerCalled = (name) => known.players.find((player) => player.name === name);

/** Ask who is in the list, unless that was asked before; the dots come when it is known. */
export function ensurePeople() {
  return (asked ?? refreshPeople()).catch(() => undefined);
}

/** Ask again who is in the list, after a change for instance. */
export function refreshPeople() {
  const asking = ask();
  asked = asking;
  // What could not be had may be there the next time.
  asking.catch(() => {
    if (asked === asking) asked = null;
  });
  return asking;
}

async function ask() {
  known = await get("/api/players");
  for (const dot of document.querySelectorAll("[data-person]")) paint(/** @type {HTMLElement} */ (dot));
}

/**
 * The dot beside a name; it shows itself once it is known whose it is.
 * @param {string} name @param {string} [kind] a further class
 */
export function dotOf(name, kind = "") {
  const dot = make("span", { class: `person-dot ${kind}`.trim(), "data-person": name, "aria-hidden": "true" });
  paint(dot);
  return dot;
}

/** @param {HTMLElement} dot */
function paint(dot) {
  const player = playerCalled(dot.dataset.person ?? "");
  dot.hidden = player === undefined;
  dot.dataset.color = player?.color ?? "";
}

/** A dot of a colour that is nobody's yet. @param {string} color */
export const swatch = (color) => make("span", { class: "person-dot", "data-color": color, "aria-hidden": "true" });

/** Where a player's page is. @param {string} name */
export const addressOf = (name) => `#/players/${encodeURIComponent(name)}`;

/** Where somebody's certificate is, for a course that was finished or for all else. @param {string} name @param {string} [course] */
export const certificateAddress = (name, course = "") =>
  ["#/certificate", name, course].map((part, index) => (index ? encodeURIComponent(part) : part)).join("/").replace(/\/+$/, "");
