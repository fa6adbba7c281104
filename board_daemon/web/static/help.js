/** What the lights mean, and how a turn is played: the lights are those of the board itself. */

import { get } from "./api.js";
import { shine } from "./board-lights.js";
import { messageOf, openDialog } from "./dialogs.js";
import { make } from "./elements.js";
import { drawing } from "./pieces.js";
import { say } from "./say.js";

/** @typedef {{meaning: string, lights: import("./board-lights.js").Layer[][]}} Entry */

/** What belongs together, in the order in which people come across it. */
const GROUPS = {
  hand: ["origin", "move", "union", "takeover", "castle", "paco"],
  rest: ["last", "sako"],
  asked: ["ask", "yes", "no", "piece", "fix-away", "fix-here", "promotion"],
  hints: ["best", "fine", "risky", "warning", "opponent"],
  besides: ["code", "trouble"],
};
const SENTENCES = ["lift", "join", "free", "back"];

/** Opens the help; what it shows is fetched, so that it has the colours of the settings. */
export function openHelp() {
  const place = make("div", { class: "stack", "aria-live": "polite" }, make("p", { class: "quiet" }, say("help.wait")));
  openDialog(say("help.title"), [...playing(), place], []);
  get("/api/lights").then(
    ({ legend }) => place.replaceChildren(...groupsOf(legend)),
    (error) => place.replaceChildren(make("p", { class: "error" }, messageOf(error))),
  );
}

/** The play convention in four sentences, and as a picture. */
function playing() {
  const sign = (/** @type {string} */ text) => make("span", { class: "help-sign" }, text);
  const piece = (/** @type {string} */ pieces) => make("span", { class: "help-piece" }, drawing(pieces));
  const picture = [piece("N"), sign("+"), piece("p"), sign("→"), piece("Np")];
  return [
    make("p", {}, say("help.aim")),
    make("div", { class: "help-picture", "aria-hidden": "true", dir: "ltr" }, ...picture),
    make("ol", { class: "help-steps" }, ...SENTENCES.map((name) => make("li", {}, say(`help.play.${name}`)))),
  ];
}

/** @param {Entry[]} legend */
function groupsOf(legend) {
  const entries = new Map(legend.map((entry) => [entry.meaning, entry]));
  return Object.entries(GROUPS).map(([group, meanings]) => {
    const known = meanings.flatMap((meaning) => entries.get(meaning) ?? []);
    const list = make("ul", { class: "help-lights" }, ...known.map(line));
    return make("section", {}, make("h2", {}, say(`help.${group}`)), list);
  });
}

/** One meaning: its lights, what they say, and how they move. @param {Entry} entry */
function line({ meaning, lights }) {
  return make(
    "li",
    { "data-meaning": meaning },
    make("span", { class: "help-lamps", "aria-hidden": "true", dir: "ltr" }, ...lights.map(lamp)),
    make(
      "div",
      {},
      make("p", {}, say(`light.${meaning}`)),
      make("p", { class: "quiet small" }, say(`light.${meaning}.motion`)),
    ),
  );
}

/** A square of the board with its light. @param {import("./board-lights.js").Layer[]} layers @param {number} index */
function lamp(layers, index) {
  const glow = make("span", { class: "glow" });
  for (const layer of layers) shine(glow, layer, 0);
  return make("span", { class: index % 2 ? "help-square light" : "help-square dark" }, glow);
}
