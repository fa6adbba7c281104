/**
 * A game, or the position that it shows now, for somebody else: as a picture, as text, as a file.
 *
 * @typedef {import("./games-api.js").ArchivedGame} ArchivedGame
 * @typedef {import("./game-steps.js").Step} Step
 */

import { boardPicture, parsedSvg, pngOf } from "./board-picture.js";
import { iconButton, make } from "./elements.js";
import { exportAddress, exportedText } from "./games-api.js";
import { playersWords, resultWords } from "./game-words.js";
import { rolesOf } from "./replay-board.js";
import { say } from "./say.js";

/** @type {{form: import("./games-api.js").ExportForm, ending: string}[]} */
const FORMS = [
  { form: "turns", ending: "txt" },
  { form: "fen", ending: "fen.txt" },
  { form: "actions", ending: "json" },
  { form: "trace", ending: "jsonl" },
];

/** A name for a file: short, and plain on every system. @param {ArchivedGame} game @param {number} [ply] */
export function fileName(game, ply) {
  const plain = (/** @type {string} */ name) =>
    name
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 24)
      .toLowerCase();
  const players = [game.white, game.black].map(plain).filter(Boolean).join("-");
  const turn = ply ? `turn-${ply}` : "";
  return ["paco-sako", `game-${game.id}`, players, ply === 0 ? "start" : turn].filter(Boolean).join("-");
}

/** Give a file to the browser to keep. @param {Blob} blob @param {string} name */
function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Copy a text; where the browser does not allow it, mark it so that one key does.
 * @param {HTMLTextAreaElement} field
 * @returns {Promise<boolean>}
 */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    // Without a secure connection there is no clipboard but this old one.
    return document.execCommand("copy");
  }
}

/** The dialog of one game at one step. */
class ShareDialog {
  /** @param {ArchivedGame} game @param {Step} step @param {boolean} isFlipped */
  constructor(game, step, isFlipped) {
    this.game = game;
    this.name = fileName(game, step.ply);
    const ending = step.index > 0 && step.ply === game.turns.length && step.ends ? resultWords(game) : "";
    const where = say(step.ply ? "share.after" : "share.start", { players: playersWords(game), ply: step.ply });
    this.title = [where, ending].filter(Boolean).join(" ");
    this.svg = boardPicture(step.fen, { isFlipped, title: this.title, roles: rolesOf(game, step) });
    this.told = make("p", { class: "share-told", role: "status" });
    this.fen = this.text(step.fen, say("share.now"), 3);
    this.sheet = this.text("", say("share.turns"), 7);
    this.element = this.build();
  }

  build() {
    const close = iconButton(say("act.close"), "close", () => this.element.close());
    const heading = make("h2", { id: "share-heading" }, say("share.title"));
    return make(
      "dialog",
      { class: "archive-dialog share-dialog", "aria-labelledby": "share-heading", onclose: () => this.element.remove() },
      make(
        "div",
        { class: "body" },
        make("header", { class: "share-bar" }, heading, close),
        make("div", { class: "share-parts" }, this.picturePart(), this.textPart()),
        this.told,
      ),
    );
  }

  picturePart() {
    const picture = make("div", { class: "share-picture" });
    picture.append(parsedSvg(this.svg));
    const plain = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      make("button", { type: "button", onclick }, label);
    const buttons = [plain(say("share.save", { form: "PNG" }), () => this.savePng()), plain(say("share.save", { form: "SVG" }), () => this.saveSvg())];
    if (canShareFiles()) buttons.unshift(plain(say("share.send"), () => this.sharePicture()));
    return make("section", { class: "share-part" }, picture, make("p", { class: "share-buttons" }, ...buttons));
  }

  textPart() {
    const files = FORMS.map(({ form, ending }) => {
      const href = exportAddress(this.game.id, form);
      const onclick = (/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        this.saveText(form, `${fileName(this.game)}.${ending}`);
      };
      const link = make("a", { href, onclick }, say(`share.${form}`));
      return make("li", {}, link, make("span", { class: "quiet" }, ` ${say(`share.${form}.what`)}`));
    });
    return make(
      "section",
      { class: "share-part" },
      make("h3", {}, say("share.position")),
      this.copied(this.fen, "share.now"),
      make("h3", {}, say("share.game")),
      this.copied(this.sheet, "share.turns"),
      make("ul", { class: "share-files", "aria-label": say("share.files") }, ...files),
    );
  }

  /** @param {string} value @param {string} label @param {number} rows */
  text(value, label, rows) {
    const field = make("textarea", { readonly: true, rows, dir: "ltr", "aria-label": label, spellcheck: "false", onfocus: () => field.select() });
    field.value = value;
    return field;
  }

  /** @param {HTMLTextAreaElement} field @param {string} what the key of its name */
  copied(field, what) {
    const onclick = async () => {
      const isDone = await copy(field);
      this.told.textContent = say(isDone ? `${what}-copied` : "share.marked");
    };
    const button = make("button", { type: "button", "aria-label": say(`${what}-copy`), onclick }, say("share.copy"));
    return make("div", { class: "share-text" }, field, button);
  }

  async open() {
    document.body.append(this.element);
    this.element.showModal();
    try {
      this.sheet.value = await exportedText(this.game.id, "turns");
    } catch (error) {
      this.told.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * Fetched first: an imported game has no trace, and then the board says so instead of a browser
   * that only tells of a failed download.
   * @param {import("./games-api.js").ExportForm} form @param {string} name
   */
  async saveText(form, name) {
    try {
      download(new Blob([await exportedText(this.game.id, form)], { type: "text/plain" }), name);
      this.told.textContent = say("share.saved", { name });
    } catch (error) {
      this.told.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  saveSvg() {
    download(new Blob([this.svg], { type: "image/svg+xml" }), `${this.name}.svg`);
    this.told.textContent = say("share.saved", { name: `${this.name}.svg` });
  }

  async savePng() {
    try {
      download(await pngOf(this.svg), `${this.name}.png`);
      this.told.textContent = say("share.saved", { name: `${this.name}.png` });
    } catch {
      this.told.textContent = say("share.no-png");
    }
  }

  async sharePicture() {
    try {
      const file = new File([await pngOf(this.svg)], `${this.name}.png`, { type: "image/png" });
      await navigator.share({ files: [file], title: "Paco Ŝako", text: this.title });
    } catch (error) {
      // Whoever changes his mind need not be told so.
      if (error instanceof DOMException && error.name === "AbortError") return;
      this.told.textContent = say("share.not-sent");
    }
  }
}

function canShareFiles() {
  const probe = new File([""], "a.png", { type: "image/png" });
  return Boolean(navigator.canShare?.({ files: [probe] }));
}

/** @param {ArchivedGame} game @param {Step} step @param {boolean} isFlipped */
export function openShare(game, step, isFlipped) {
  return new ShareDialog(game, step, isFlipped).open();
}
