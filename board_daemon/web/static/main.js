/** The frame of the pages: the live connection, and which page is shown, by the address after the #. */

import { Connection } from "./connection.js";
import { openSettings } from "./live-settings.js";
import { Store } from "./store.js";
import { say } from "./words.js";

/** @typedef {{store: Store, connection: Connection}} App what all pages share */

const store = new Store();
/** @type {App} */
const app = { store, connection: new Connection(store) };

/** Each opens its page in an element and answers with what ends it. */
const PAGES = {
  live: async (/** @type {HTMLElement} */ root) => {
    const { show } = await import("./live.js");
    return () => show(root, app);
  },
  games: async (/** @type {HTMLElement} */ root) => {
    const archive = await openArchive();
    return () => {
      root.append(archive.element);
      archive.open(addressOf(location.hash));
      return () => archive.close();
    };
  },
};

/** @type {Promise<import("./archive.js").Archive>|undefined} */
let archive;
/** @type {(hash: string) => import("./archive.js").ArchiveAddress} */
let addressOf = () => ({ id: null, ply: null });

function openArchive() {
  archive ??= import("./archive.js").then(({ Archive, archiveAddress }) => {
    addressOf = (hash) => archiveAddress(hash) ?? { id: null, ply: null };
    return new Archive({
      isOwner: () => store.state?.you.level === "owner",
      playing: () => store.state?.game.id ?? null,
    });
  });
  return archive;
}

const root = /** @type {HTMLElement} */ (document.getElementById("view"));
/** @type {(() => void)|undefined} */
let end;
/** Counts the pages shown, so that one that loads slowly does not replace a later one. */
let turn = 0;

/** `#/` is the live board, `#/games` and all below it the archive. @param {string} hash */
const pageOf = (hash) => (/^#\/games(\/|$)/.test(hash) ? "games" : "live");

async function show() {
  if (location.hash === "#view") return;
  const page = pageOf(location.hash);
  const mine = (turn += 1);
  markCurrent(page);
  try {
    if (page === "games" && document.body.dataset.page === page) {
      (await openArchive()).open(addressOf(location.hash));
      return;
    }
    const open = await PAGES[page](root);
    if (mine !== turn) return;
    end?.();
    document.body.dataset.page = page;
    root.replaceChildren();
    end = open();
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

store.listen(showLink);
document.getElementById("open-settings")?.addEventListener("click", () => openSettings(store));
window.addEventListener("hashchange", show);
app.connection.again();
show();
