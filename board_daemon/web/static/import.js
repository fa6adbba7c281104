/**
 * Games into the archive: chosen as files, dropped on the page, or pasted.
 *
 * @typedef {object} TakenIn
 * @property {string} source what it came from, for people
 * @property {{id: number, known: boolean, words: string}[]} games
 * @property {string|null} lost what the text could not tell
 * @property {string|null} trouble why nothing was taken in
 */

import { ApiError } from "./api.js";
import { make } from "./elements.js";
import { BACKUP, importGames } from "./games-api.js";
import { playersWords, resultWords, turnsWords } from "./game-words.js";
import { say } from "./say.js";

/** The board refuses larger ones anyway; said here it costs no waiting. */
const MOST_BYTES = 1024 * 1024;

/** After these refusals there is something of its own to be done. */
const KNOWN_REFUSALS = [0, 401, 403, 413, 429];

/** What to do after a refusal. @param {number} status */
function whatNext(status) {
  if (KNOWN_REFUSALS.includes(status)) return say(`import.next.${status}`);
  return say(status >= 500 ? "import.next.failed" : "import.next.text");
}

/** @param {string} source @param {Blob|string} text @returns {Promise<TakenIn>} */
export async function takeIn(source, text) {
  const size = typeof text === "string" ? text.length : text.size;
  if (size > MOST_BYTES) {
    return refused(source, `${say("import.large", { size: MOST_BYTES >> 20 })} ${whatNext(413)}`);
  }
  if (size === 0) return refused(source, say("import.empty"));
  try {
    const answer = await importGames(text);
    const told = answer.games ?? [answer];
    return { source, games: told.map(described), lost: answer.lost ?? null, trouble: null };
  } catch (error) {
    if (!(error instanceof ApiError)) return refused(source, say("import.unreadable"));
    return refused(source, `${sentence(error.message)} ${whatNext(error.status)}`);
  }
}

/** @param {string} source @param {string} trouble @returns {TakenIn} */
function refused(source, trouble) {
  return { source, games: [], lost: null, trouble };
}

/** @param {string} words Ends as a sentence does. */
function sentence(words) {
  const ended = /[.!?]$/.test(words) ? words : `${words}.`;
  return ended[0].toUpperCase() + ended.slice(1);
}

/** @param {any} told a summary, with `known` where the archive had it already */
function described(told) {
  const words = [playersWords(told), turnsWords(told.turn_count ?? 0), resultWords(told)];
  const joined = words.filter(Boolean).map((each) => each.replace(/\.$/, "")).join(", ");
  return { id: told.id, known: Boolean(told.known), words: joined };
}

/** The panel above the list; `element` is for the page. */
export class ImportPanel {
  /** @param {{changed: () => void}} wishes `changed`: there are new games */
  constructor(wishes) {
    this.wishes = wishes;
    this.file = make("input", {
      type: "file",
      multiple: true,
      class: "for-readers",
      id: "import-files",
      onchange: () => this.takeFiles(this.file.files ?? []).then(() => (this.file.value = "")),
    });
    this.text = make("textarea", {
      rows: 4,
      dir: "auto",
      spellcheck: "false",
      "aria-label": say("import.text"),
      placeholder: say("import.text-hint"),
      oninput: () => (this.send.disabled = this.text.value.trim() === ""),
    });
    this.send = make("button", { type: "submit", disabled: true }, say("import.do"));
    this.results = make("ul", { class: "import-results", "aria-live": "polite" });
    this.element = this.build();
  }

  build() {
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.takeText(this.text.value);
    };
    return make(
      "section",
      { class: "import-panel", "aria-label": say("import.title"), hidden: true },
      make(
        "form",
        { onsubmit },
        make(
          "p",
          { class: "import-ways" },
          this.file,
          make("label", { for: "import-files", class: "button" }, say("import.choose")),
          make("span", {}, say("import.drop")),
          make("a", { href: BACKUP, download: "pacoboard-games.sqlite" }, say("games.backup")),
        ),
        make("div", { class: "import-paste" }, this.text, this.send),
      ),
      this.results,
    );
  }

  /** Open or close. @param {boolean} isOpen */
  toggle(isOpen = this.element.hidden !== false) {
    this.element.hidden = !isOpen;
    if (!isOpen) this.results.replaceChildren();
    return isOpen;
  }

  /** @param {Iterable<File>} files one after the other, as they were chosen */
  async takeFiles(files) {
    for (const file of files) await this.take(file.name, file);
  }

  /** @param {string} text */
  async takeText(text) {
    if (!text.trim()) return;
    const taken = await this.take(say("import.pasted"), text);
    if (taken.trouble !== null) return;
    this.text.value = "";
    this.send.disabled = true;
  }

  /** @param {string} source @param {Blob|string} text */
  async take(source, text) {
    this.toggle(true);
    const line = make("li", { class: "import-result is-waiting" }, say("import.reading", { source }));
    this.results.prepend(line);
    const taken = await takeIn(source, text);
    line.replaceWith(...resultLines(taken));
    if (taken.games.some((game) => !game.known)) this.wishes.changed();
    return taken;
  }
}

/** @param {TakenIn} taken */
function resultLines(taken) {
  if (taken.trouble !== null) {
    const words = [make("b", {}, taken.source), `: ${taken.trouble}`];
    return [make("li", { class: "import-result is-trouble" }, ...words)];
  }
  return taken.games.map((game) => {
    const link = make("a", { href: `#/games/${game.id}` }, say("import.game", { number: game.id }));
    const kind = game.known ? "is-known" : "is-new";
    const [before, after] = say(game.known ? "import.known" : "import.new").split("{game}");
    const told = make("span", { class: "quiet" }, `${game.words}.`, taken.lost ? ` ${taken.lost}` : "");
    return make("li", { class: `import-result ${kind}` }, make("b", {}, taken.source), ` ${before}`, link, `${after} `, told);
  });
}
