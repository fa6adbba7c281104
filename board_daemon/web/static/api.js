/** Talking to the board's server: JSON both ways, every failure as a sentence. */

import { say, told } from "./words.js";

/** Something the server refused or could not do; its message is a sentence for people. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status 0 where there was no answer */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @param {string} path */
export const get = (path) => request("GET", path);

/** @param {string} path @param {object} [body] */
export const post = (path, body = {}) => request("POST", path, body);

/** @param {string} path @param {object} body */
export const patch = (path, body) => request("PATCH", path, body);

/** @param {string} path */
export const remove = (path) => request("DELETE", path);

/**
 * Posts a text as it is, a file to be imported for instance.
 * @param {string} path @param {string} text
 */
export const postText = (path, text) =>
  answered(path, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });

/** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
function request(method, path, body) {
  const options = body && {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  return answered(path, { method, ...options });
}

/** @param {string} path @param {RequestInit} options @returns {Promise<any>} */
async function answered(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new ApiError(say("error.unreachable"), 0);
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  const unclear = say("error.unclear", { status: response.status });
  throw new ApiError(answer?.error ? told(answer.error, answer.say) : unclear, response.status);
}
