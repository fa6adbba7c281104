/** The frame of the pages: which one is shown, by the address after the #. */

import { say } from "./words.js";

/**
 * A page's module exports `show(root, route)`; it may answer with a function that ends the page.
 * @typedef {{page: "live"|"games", id: number|null, query: URLSearchParams}} Route
 */

const PAGES = {
  live: () => import("./live.js"),
  games: () => import("./archive.js"),
};

const root = /** @type {HTMLElement} */ (document.getElementById("view"));
/** @type {(() => void)|undefined} */
let end;
/** Counts the pages shown, so that one that loads slowly does not replace a later one. */
let turn = 0;

/**
 * `#/` the live board, `#/games` the archive, `#/games/12?ply=3` a game of it.
 * @param {string} hash @returns {Route}
 */
export function routeOf(hash) {
  const [path, query] = hash.replace(/^#/, "").split("?");
  const [, name, id] = path.split("/");
  return {
    page: name === "games" ? "games" : "live",
    id: /^\d+$/.test(id ?? "") ? Number(id) : null,
    query: new URLSearchParams(query),
  };
}

async function show() {
  if (location.hash === "#view") return;
  const route = routeOf(location.hash);
  const mine = (turn += 1);
  markCurrent(route);
  try {
    const page = await PAGES[route.page]();
    if (mine !== turn) return;
    end?.();
    end = undefined;
    document.body.dataset.page = route.page;
    root.replaceChildren();
    end = page.show(root, route) ?? undefined;
  } catch (error) {
    if (mine === turn) tellMissing(error);
    throw error;
  }
}

/** @param {Route} route */
function markCurrent(route) {
  for (const link of document.querySelectorAll("[data-page]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    if (link.dataset.page === route.page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** @param {unknown} error */
function tellMissing(error) {
  const line = document.createElement("p");
  line.className = "page-missing";
  line.setAttribute("role", "alert");
  line.textContent = say("page.missing", { reason: String(error) });
  root.replaceChildren(line);
}

window.addEventListener("hashchange", show);
show();
