/**
 * The list of players and the statistics, as the board tells them.
 *
 * @typedef {{won: number, drawn: number, lost: number, open: number}} Score
 * @typedef {object} Totals
 * @property {number} turns
 * @property {number} unions
 * @property {number} take_overs
 * @property {number[]} chains how many took over one union, two, and so on
 * @property {number} timed_turns
 * @property {number} seconds
 * @property {number} sako_sides sides of games that were looked through for Ŝakos
 * @property {number} sakos_given
 * @property {number} pacos_missed
 *
 * @typedef {{name: string, games: number, score: Score, totals: Totals}} Period
 *
 * @typedef {object} Statistics
 * @property {string|null} player null: all games
 * @property {number} games
 * @property {number} finished
 * @property {number|null} average_turns
 * @property {Score} white
 * @property {Score} black
 * @property {number} paco_won
 * @property {number} paco_lost
 * @property {Totals} totals
 * @property {{game: number, ply: number, take_overs: number}|null} longest_chain
 * @property {{name: string, score: Score}[]} against
 * @property {Period[]} periods
 * @property {number} undated
 * @property {boolean} searching
 *
 * @typedef {{name: string, color: string, level: string, since: string}} Person
 */

import { get, patch, post, remove } from "./api.js";

/** @param {string|null} player @returns {Promise<Statistics>} */
export function readStatistics(player) {
  return get(player === null ? "/api/statistics" : `/api/statistics?${new URLSearchParams({ player })}`);
}

/** @param {Person} person */
export const addPlayer = (person) => post("/api/players", person);

/** @param {number} id @param {Person} person */
export const changePlayer = (id, person) => patch(`/api/players/${id}`, person);

/** @param {number} id @param {string} name */
export const mergePlayer = (id, name) => post(`/api/players/${id}/merge`, { name });

/** @param {number} id */
export const removePlayer = (id) => remove(`/api/players/${id}`);
