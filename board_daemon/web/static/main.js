/** The frame of the pages: the live connection, and which page is shown, by the address after the #. */

import { Connection } from "./connection.js";
import { openHelp } from "./help.js";
import { openSettings } from "./live-settings.js";
import { Store } from "./store.js";
import { say } from "./words.js";

/** @typedef {{store: Store, connection: Connection}} App what all pages share */

const store = new Store();
/** @type {App} */
const app = { store, connection: new Connection(store) };

/** A page's module exports `show(root, app)`, which answers with what ends the page. */
const PAGES = {
  live: () => import("./live.js"),
  games: () => import("./archive.js"),
  lessons: () => import("./lessons.js"),
  players: () => import("./players.js"),
  sheet: () => import("./sheet.js"),
  certificate: () => import("./certificate.js"),
};

const root = /** @type {HTMLElement} */ (document.getElementById("view"));
/** @type {(() => void)|undefined} */
let end;
/** Counts the pages shown, so that one that loads slowly does not replace a later one. */
let turn = 0;

/** What an address begins with, and what it shows; the first that fits. @type {[RegExp, keyof typeof PAGES][]} */
const ADDRESSES = [
  [/^#\/games\/[1-9][0-9]*\/sheet$/, "sheet"],
  [/^#\/games(\/|$)/, "games"],
  [/^#\/lessons(\/|$)/, "lessons"],
  [/^#\/players(\/|$)/, "players"],
  [/^#\/certificate(\/|$)/, "certificate"],
];
/** Pages without a link of their own, and whose they belong to. @type {Record<string, string>} */
const BELONGS = { sheet: "games", certificate: "players" };

/** `#/` is the live board. @param {string} hash */
const pageOf = (hash) => ADDRESSES.find(([pattern]) => pattern.test(hash))?.[1] ?? "live";

async function show() {
  const page = pageOf(location.hash);
  const mine = (turn += 1);
  markCurrent(BELONGS[page] ?? page);
  try {
    const module = await PAGES[page]();
    if (mine !== turn) return;
    end?.();
    end = undefined;
    document.body.dataset.page = page;
    root.replaceChildren();
    end = module.show(root, app);
  } catch (error) {
    if (mine === turn) tellMissing(error);
    throw error;
  }
}

/** @param {string} page */
function markCurrent(page) {
  for (const link of document.querySelectorAll("[data-page-link]")) {
    if (link.getAttribute("data-page-link") === page) link.setAttribute("aria-current", "page");
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

/** How the connection is, said quietly and only while there is none. */
function showLink() {
  const place = /** @type {HTMLElement} */ (document.getElementById("link"));
  place.textContent = store.link === "lost" ? say("link.lost") : "";
}

/** The words of the frame itself. */
function nameFrame() {
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = say(element.getAttribute("data-text") ?? "");
  }
  document.getElementById("nav")?.setAttribute("aria-label", say("nav.label"));
  for (const name of ["aria-label", "title"]) helpButton?.setAttribute(name, say("help.title"));
}

const helpButton = document.getElementById("open-help");
nameFrame();
store.listen(showLink);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const first = root.querySelector('[tabindex="0"], a, button, input');
  if (first instanceof HTMLElement) first.focus();
});
document.getElementById("open-settings")?.addEventListener("click", () => openSettings(store));
helpButton?.addEventListener("click", openHelp);
window.addEventListener("hashchange", show);
show();
