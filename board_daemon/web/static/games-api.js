/**
 * The archive's part of the board's interface: games listed, read, changed, taken in.
 *
 * @typedef {object} GameSummary
 * @property {number} id
 * @property {string|null} started_at an ISO 8601 time, or null where nobody knew
 * @property {string} white
 * @property {string} black
 * @property {string} rules
 * @property {number} turn_count
 * @property {string|null} result null while the game goes on
 * @property {string|null} reason
 * @property {string} [fen] the last position
 *
 * @typedef {object} GameTurn
 * @property {number} ply counts from 1
 * @property {number} t seconds on the board's clock
 * @property {string} notation
 * @property {string[]} actions compact: "Le2", "Pe4", "=Q"
 * @property {string} fen the position after the turn
 * @property {string} status
 * @property {string[]} steps the FEN after every single action
 *
 * @typedef {object} ArchivedGame
 * @property {number} id
 * @property {string|null} started_at
 * @property {string} white
 * @property {string} black
 * @property {string} rules
 * @property {string} start_fen
 * @property {string|null} result
 * @property {string|null} reason
 * @property {GameTurn[]} turns
 *
 * @typedef {object} GamePage
 * @property {GameSummary[]} games newest first
 * @property {number|null} next where the next page begins; null: this was the last
 * @property {number} total how many there are in all
 */

import { ApiError, get, patch, postText, remove } from "./api.js";
import { say, told } from "./say.js";

/** Where the whole archive is, as one file. */
export const BACKUP = "/api/archive/backup";

/**
 * What a request answers, unless nobody waits for it any more.
 * @param {Promise<any>} answering @param {AbortSignal} [signal]
 */
async function unlessLeft(answering, signal) {
  const answer = await answering;
  signal?.throwIfAborted();
  return answer;
}

/**
 * One page of the list, the newest first.
 * @param {{search?: string, before?: number|null, limit?: number, signal?: AbortSignal}} [wanted]
 * @returns {Promise<GamePage>}
 */
export function listGames({ search = "", before = null, limit = 30, signal } = {}) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (search) query.set("search", search);
  if (before !== null) query.set("before", String(before));
  return unlessLeft(get(`/api/games?${query}`), signal);
}

/** @param {number} id @param {AbortSignal} [signal] @returns {Promise<ArchivedGame>} */
export function readGame(id, signal) {
  return unlessLeft(get(`/api/games/${id}`), signal);
}

/** What there is to say about each turn. @param {number} id @param {AbortSignal} [signal] */
export function readAnalysis(id, signal) {
  return unlessLeft(get(`/api/games/${id}/analysis`), signal);
}

/** @typedef {"fen"|"turns"|"actions"|"trace"} ExportForm */

/** @param {number} id @param {ExportForm} form */
export function exportAddress(id, form) {
  return `/api/games/${id}/export?form=${form}`;
}

/** A game as text. @param {number} id @param {ExportForm} form @returns {Promise<string>} */
export async function exportedText(id, form) {
  const answer = await fetch(exportAddress(id, form), { credentials: "same-origin" });
  if (answer.ok) return answer.text();
  const refused = await answer.json().catch(() => null);
  const words = refused?.error ? told(refused.error, refused.say) : say("share.no-text");
  throw new ApiError(words, answer.status);
}

/** Take in what a text tells of. @param {string|Blob} text @returns {Promise<any>} */
export function importGames(text) {
  return postText("/api/games/import", /** @type {string} */ (text));
}

/** @param {number} id @param {{white: string, black: string}} players */
export function renamePlayers(id, players) {
  return patch(`/api/games/${id}`, players);
}

/** @param {number} id */
export function deleteGame(id) {
  return remove(`/api/games/${id}`);
}
