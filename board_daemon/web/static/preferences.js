/** What this device likes; kept in its browser, not on the board. */

const KEY = "pacoboard";
const DEFAULTS = {
  /** The code of the language; empty: as the browser prefers. */
  language: "",
  words: "unite",
  coordinates: true,
  figurines: false,
  flipped: false,
  slide: false,
  sensors: false,
  /** Who learns here. */
  child: "",
  /** Whether the board knew that name when it was asked last. */
  childIsListed: false,
};

/** @typedef {typeof DEFAULTS} Likes */

/** @returns {Likes} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {Likes} */
let likes = read();
/** @type {Set<() => void>} */
const listeners = new Set();

export const preferences = {
  get: () => likes,
  /** @param {Partial<Likes>} changed */
  set(changed) {
    likes = { ...likes, ...changed };
    try {
      localStorage.setItem(KEY, JSON.stringify(likes));
    } catch {
      // Without storage they hold until the page is closed.
    }
    for (const listener of [...listeners]) listener();
  },
  /** @param {() => void} listener */
  listen(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
