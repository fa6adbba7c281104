/**
 * Who learns on this device, by the name that he or she has on the board now.
 *
 * A name that is in the list there may be another one the next time: somebody was renamed on another
 * device, or merged, or taken out. Then this device has no name any more, but for the one under which
 * the lesson on the board went on; to keep the old one would bring it back to the list.
 */

import { get } from "./api.js";
import { preferences } from "./preferences.js";

/** @typedef {import("./lessons-courses.js").Overview} Overview */

/** @param {string} one @param {string} other */
export const isSameName = (one, other) => one.toLowerCase() === other.toLowerCase();

/** Somebody else learns here from now on; "": a guest. @param {string} child */
export function learnAs(child) {
  preferences.set({ child, childIsListed: false });
}

/** Whoever learns here was given another name on this device; "": a guest. @param {string} old @param {string} now */
export function renameLearner(old, now) {
  if (isSameName(preferences.get().child, old)) learnAs(now);
}

/**
 * The courses of whoever learns here.
 * @param {string} [heir] the name under which a lesson of his or hers went on, if one did
 * @returns {Promise<Overview>}
 */
export async function ownOverview(heir = "") {
  const { child, childIsListed } = preferences.get();
  const overview = await overviewOf(child);
  if (child && childIsListed && overview.is_listed === false) {
    learnAs(heir);
    return ownOverview();
  }
  // While the list of players cannot be read, the name stays what it was.
  const isListed = overview.is_listed ?? childIsListed;
  // As it is written in the list of players.
  if (overview.child !== child || isListed !== childIsListed) preferences.set({ child: overview.child, childIsListed: isListed });
  return overview;
}

/** The courses of one child. @param {string} child @returns {Promise<Overview>} */
export const overviewOf = (child) => get(`/api/lessons?child=${encodeURIComponent(child)}`);
