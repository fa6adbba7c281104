/** Elements made in one call, as the strict content policy leaves no other short way. */

import { svg } from "./pieces.js";

/**
 * @typedef {Node|string|null|false|undefined} Child nothing is made of null, false and undefined
 *
 * An element with attributes and children. A function as value listens to the event that the name
 * after "on" says; true sets an attribute without value, false, null and undefined leave it out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, String(value));
  }
  element.append(.../** @type {(Node|string)[]} */ (children.filter((child) => child != null && child !== false)));
  return element;
}

/** Drawn on a field of 24 by 24; what begins with a space is only lines. @type {Record<string, string>} */
const ICONS = {
  backTurn: "M12 5.500L3.500 12l8.500 6.500zM20.500 5.500L12 12l8.500 6.500z",
  nextTurn: "M12 5.500l8.500 6.500-8.500 6.500zM3.500 5.500L12 12l-8.500 6.500z",
  back: "M16 5L7 12l9 7z",
  next: "M8 5l9 7-9 7z",
  play: "M7.500 4.500L19 12 7.500 19.500z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
  flip: " M7.500 19V6M4 9.500L7.500 6l3.500 3.500M16.500 5v13M13 14.500l3.500 3.500 3.500-3.500",
  share: " M12 15V4M8 7.500L12 3.500l4 4M7 11H5v9.500h14V11h-2",
  list: " M15 5l-7 7 7 7",
  takeIn: " M12 3.500V14M8 10.500l4 4 4-4M5 15v5h14v-5",
  print: " M7 9V3.500h10V9M7 17H4V9.500h16V17h-3M7 14h10v6.500H7z",
  close: " M6 6l12 12M18 6L6 18",
};

/** A small drawing that says nothing to whoever listens. @param {string} name */
export function icon(name) {
  const path = svg("path", { d: ICONS[name].trim() });
  const kinds = ["icon", ICONS[name].startsWith(" ") && "is-line", name === "list" && "is-way-back"];
  const kind = kinds.filter(Boolean).join(" ");
  return svg("svg", { viewBox: "0 0 24 24", class: kind, "aria-hidden": "true" }, [path]);
}

/**
 * A button that shows only a drawing.
 * @param {string} label what it does, heard and shown on hovering
 * @param {string} drawing
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function iconButton(label, drawing, onclick, attributes = {}) {
  const base = { type: "button", class: "icon-button", "aria-label": label, title: label, onclick };
  return make("button", { ...base, ...attributes }, icon(drawing));
}
