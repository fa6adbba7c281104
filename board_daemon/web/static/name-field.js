/** A field for a player's name: written, or chosen from the list of players. */

import { make } from "./elements.js";
import { dotOf, everybody, refreshPeople } from "./people.js";
import { say } from "./say.js";

const MOST = 12;

let count = 0;

/** Names that a text may mean: players, then names of games. @param {string} text */
function namesFor(text) {
  const { players, others } = everybody();
  const sought = folded(text);
  const all = players.map((player) => player.name);
  if (!sought) return all;
  const found = [...all, ...others.map((other) => other.name)].filter((name) => folded(name).includes(sought));
  return found.length === 1 && found[0] === text ? [] : found;
}

/** @param {string} text */
const folded = (text) => text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Lets the players be chosen in text fields that stand in the page already, each within a `.field`.
 * @param {...HTMLInputElement} inputs
 */
export function offerNames(...inputs) {
  for (const input of inputs) offer(input);
  refreshPeople().catch(() => undefined);
}

/** @param {HTMLInputElement} input */
function offer(input) {
  count += 1;
  const list = make("ul", { class: "name-list", id: `names-${count}`, role: "listbox", hidden: true, "aria-label": say("people.choose") });
  input.after(list);
  input.parentElement?.classList.add("has-names");
  for (const [key, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id })) {
    input.setAttribute(key, value);
  }
  const box = new NameList(input, list);
  input.addEventListener("click", () => box.open(""));
  input.addEventListener("input", () => box.open(input.value));
  input.addEventListener("blur", () => box.close());
  input.addEventListener("keydown", (event) => box.key(event));
}

class NameList {
  /** @type {HTMLLIElement[]} */
  options = [];
  active = -1;

  /** @param {HTMLInputElement} input @param {HTMLUListElement} list */
  constructor(input, list) {
    this.input = input;
    this.list = list;
  }

  /** @param {string} text */
  open(text) {
    this.options = namesFor(text).slice(0, MOST).map((name, index) => this.option(name, index));
    this.list.replaceChildren(...this.options);
    this.list.hidden = !this.options.length;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.point(-1);
  }

  /** @param {string} name @param {number} index */
  option(name, index) {
    const option = make(
      "li",
      { id: `${this.list.id}-${index}`, role: "option", "aria-selected": "false", onclick: () => this.choose(name) },
      dotOf(name),
      make("span", {}, name),
    );
    // Else the field would lose the focus, and the list close before it is chosen from.
    option.addEventListener("pointerdown", (event) => event.preventDefault());
    return option;
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.point(-1);
  }

  /** @param {string} name */
  choose(name) {
    this.input.value = name;
    this.close();
  }

  /** @param {number} index */
  point(index) {
    this.options[this.active]?.setAttribute("aria-selected", "false");
    this.active = index;
    const option = this.options[index];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing) return;
    const isOpen = !this.list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!isOpen) this.open("");
      const step = event.key === "ArrowDown" ? 1 : -1;
      const places = this.options.length;
      if (places) this.point(this.active < 0 && step < 0 ? places - 1 : (this.active + step + places) % places);
    } else if (isOpen && event.key === "Enter" && this.active >= 0) {
      this.choose(this.options[this.active].textContent ?? "");
    } else if (isOpen && event.key === "Escape") {
      this.close();
    } else {
      return;
    }
    // Neither may the dialog be sent off or closed with it, nor the pointer jump in the text.
    event.preventDefault();
    event.stopPropagation();
  }
}
