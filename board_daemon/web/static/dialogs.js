/** Dialogs: a title, what is asked, and what can be done about it. */

import { make } from "./elements.js";
import { say } from "./words.js";

let count = 0;

/**
 * Opens a dialog; it is removed when it closes.
 * @param {string} title
 * @param {(Node|string)[]} content
 * @param {{label: string, do?: () => unknown, kind?: string}[]} actions each closes the dialog
 *   unless what it does fails, which is said in it; the first one is what Enter does
 * @param {{onClose?: () => void, closeLabel?: string}} [options]
 */
export function openDialog(title, content, actions, { onClose, closeLabel } = {}) {
  count += 1;
  const id = `dialog-${count}`;
  const trouble = make("p", { class: "error", role: "alert", hidden: true });
  const buttons = actions.map(({ label, kind }, index) =>
    make("button", { type: "submit", class: kind ?? (index ? "" : "primary"), value: index }, label),
  );
  const close = make("button", { type: "button", class: "plain", onclick: () => dialog.close() });
  close.textContent = closeLabel ?? say(actions.length ? "act.cancel" : "act.close");
  const form = make(
    "form",
    { method: "dialog" },
    make("h1", { id }, title),
    ...content,
    trouble,
    make("div", { class: "actions" }, close, ...buttons.reverse()),
  );
  const dialog = make("dialog", { "aria-labelledby": id }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const action = actions[Number(/** @type {any} */ (event).submitter?.value ?? 0)];
    trouble.hidden = true;
    try {
      await action?.do?.();
      dialog.close();
    } catch (error) {
      trouble.textContent = messageOf(error);
      trouble.hidden = false;
    }
  });
  // Whoever mends what was wrong has read it.
  form.addEventListener("input", () => (trouble.hidden = true));
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  // A click beside the dialog closes it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Why something could not be had, in a sentence, with a button to ask for it again.
 * @param {unknown} error @param {() => unknown} again
 */
export function failure(error, again) {
  const button = make("button", { type: "button", onclick: () => again() }, say("act.again"));
  return make("div", { class: "empty", role: "alert" }, make("p", {}, messageOf(error)), button);
}

/**
 * A labelled field.
 * @param {string} label @param {HTMLElement} control @param {string} [hint]
 */
export function field(label, control, hint) {
  count += 1;
  control.id ||= `field-${count}`;
  const parts = [make("label", { for: control.id }, label), control];
  if (hint) {
    const id = `${control.id}-hint`;
    control.setAttribute("aria-describedby", id);
    parts.push(make("p", { class: "quiet small", id }, hint));
  }
  return make("div", { class: "field" }, ...parts);
}

/**
 * A group of radio buttons, each with a sentence.
 * @param {string} legend @param {string} name
 * @param {{value: string, label: string, hint?: string}[]} choices
 * @param {string} chosen
 */
export function choices(legend, name, choices, chosen) {
  const rows = choices.map(({ value, label, hint }) =>
    make(
      "label",
      { class: "choice" },
      make("input", { type: "radio", name, value, checked: value === chosen }),
      make("span", {}, make("strong", {}, label), hint && make("span", { class: "quiet small" }, hint)),
    ),
  );
  const group = make("fieldset", {}, make("legend", {}, legend), ...rows);
  return {
    element: group,
    value: () => /** @type {HTMLInputElement|null} */ (group.querySelector("input:checked"))?.value ?? chosen,
  };
}

/**
 * A check box that acts at once.
 * @param {string} label @param {boolean} checked @param {(checked: boolean) => void} change
 * @param {boolean} [disabled]
 */
export function tick(label, checked, change, disabled = false) {
  const box = make("input", { type: "checkbox", checked, disabled });
  box.addEventListener("change", () => change(box.checked));
  return make("label", { class: "choice" }, box, make("span", {}, label));
}

/**
 * @param {[string, string][]} options value and label @param {string} chosen
 * @param {Record<string, any>} [attributes]
 */
export function select(options, chosen, attributes = {}) {
  return make(
    "select",
    attributes,
    ...options.map(([value, label]) => make("option", { value, selected: value === chosen }, label)),
  );
}
