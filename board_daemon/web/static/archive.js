/**
 * The archive in the page: `#/games` is the list, `#/games/12` a game, `#/games/12/37` a turn of it.
 *
 * @typedef {object} Knows what the page knows about the board at this moment
 * @property {() => boolean} isOwner whether this device may change the archive
 * @property {() => number|null} playing the number of the game that is being played
 */

import { make } from "./elements.js";
import { GamesList } from "./games-list.js";
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

/** Both views of the archive, of which one at most is shown; `element` is for the page. */
export class Archive {
  /** @param {Knows} knows */
  constructor(knows) {
    this.list = new GamesList(knows);
    this.replay = new Replay();
    this.element = make("div", { class: "archive", hidden: true });
    /** @type {GamesList|Replay|null} */
    this.shown = null;
    document.addEventListener("paste", (event) => {
      if (this.shown === this.list) this.list.pasted(event);
    });
  }

  /** Show what an address asks for. @param {ArchiveAddress} address */
  async open({ id, ply }) {
    this.element.hidden = false;
    this.turnTo(id === null ? this.list : this.replay);
    if (id === null) await this.list.open();
    else await this.replay.open(id, ply);
  }

  close() {
    this.turnTo(null);
    this.element.hidden = true;
  }

  /** @param {GamesList|Replay|null} view */
  turnTo(view) {
    if (this.shown === view) return;
    this.shown?.close();
    this.shown = view;
    this.element.replaceChildren(...(view ? [view.element] : []));
  }
}
