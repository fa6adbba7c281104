/** The archive in the page: `#/games` is the list, `#/games/12` a game, `#/games/12/37` a turn of it. */

import { get } from "./api.js";
import { make } from "./elements.js";
import { GamesList } from "./games-list.js";
import { ensurePeople } from "./people.js";
import { Replay } from "./replay.js";

/** @typedef {{id: number|null, ply: number|null}} ArchiveAddress `id` null: the list */

/**
 * What an address of the archive asks for; null: it is none.
 * @param {string} hash @returns {ArchiveAddress|null}
 */
export function archiveAddress(hash) {
  const found = /^#\/games(?:\/([1-9][0-9]{0,9})(?:\/([0-9]{1,7}))?)?\/?$/.exec(hash);
  if (found === null) return null;
  return { id: found[1] ? Number(found[1]) : null, ply: found[2] ? Number(found[2]) : null };
}

/** What the page knows about the board, as far as the archive needs it. */
class Knows {
  isOwner = false;
  /** The number of the game that is being played. @type {number|null} */
  playing = null;

  async refresh() {
    try {
      const state = await get("/api/state");
      this.isOwner = state.you?.level === "owner";
      this.playing = state.game?.id ?? null;
      ensurePeople();
    } catch {
      // Whoever may not look at the board now may not change its archive either.
      this.isOwner = false;
    }
  }
}

/** Both views of the archive, of which one at most is shown; `element` is for the page. */
class Archive {
  constructor() {
    const knows = new Knows();
    this.list = new GamesList(knows);
    this.replay = new Replay(knows);
    this.element = make("div", { class: "archive" });
    /** @type {GamesList|Replay|null} */
    this.shown = null;
    document.addEventListener("paste", (event) => {
      if (this.shown === this.list) this.list.pasted(event);
    });
  }

  /** Show what an address asks for. @param {ArchiveAddress} address */
  async open({ id, ply }) {
    this.turnTo(id === null ? this.list : this.replay);
    if (id === null) await this.list.open();
    else await this.replay.open(id, ply);
  }

  close() {
    this.turnTo(null);
  }

  /** @param {GamesList|Replay|null} view */
  turnTo(view) {
    if (this.shown === view) return;
    this.shown?.close();
    this.shown = view;
    this.element.replaceChildren(...(view ? [view.element] : []));
  }
}

/** One for the whole visit, so that the list is found again as it was left. @type {Archive|null} */
let archive = null;

/**
 * Show the archive in the page, as the address says; the answer ends it.
 * @param {HTMLElement} root
 */
export function show(root) {
  const shown = (archive ??= new Archive());
  root.append(shown.element);
  shown.open(archiveAddress(window.location.hash) ?? { id: null, ply: null });
  return () => shown.close();
}
