/** What players and devices may be called. */

import { say } from "./say.js";

/** Characters; the board cuts off what is longer. */
export const LONGEST_NAME = 100;

/** The board's own name among the players, as games keep it. */
const BOARD = /^pacoboard, level (\d{1,2})$/;

/** A player's name as people read it: the board's own is said in their language. @param {string} name */
export function shownName(name) {
  const level = BOARD.exec(name)?.[1];
  return level ? say("opponent.name", { level: Number(level) }) : name;
}
