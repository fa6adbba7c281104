/** Letting this device in: the board lights four squares, which are tapped here in their order. */

import { post } from "./api.js";
import { Board } from "./board.js";
import { choices, field, messageOf, openDialog } from "./dialogs.js";
import { make } from "./elements.js";
import { LONGEST_NAME } from "./names.js";
import { say } from "./words.js";

const CODE_LENGTH = 4;

/** @param {() => void} onPaired */
export function openPairing(onPaired) {
  const level = choices(
    say("pair.choose"),
    "level",
    ["play", "owner"].map((value) => ({
      value,
      label: say(`pair.${value}`),
      hint: say(`pair.${value}-hint`),
    })),
    "play",
  );
  const name = make("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "off" });
  const content = [level.element, field(say("pair.name"), name, say("pair.name-hint"))];
  const start = async () => {
    const answer = await post("/api/pair/start", { level: level.value() });
    enterCode(answer.expires_in, name.value, onPaired);
  };
  openDialog(say("pair.title"), content, [{ label: say("pair.start"), do: start }]);
}

/** @param {number} seconds @param {string} name @param {() => void} onPaired */
function enterCode(seconds, name, onPaired) {
  const place = make("div", { class: "code-board" });
  const board = new Board(place, { label: say("pair.board") });
  const picks = make("ol", { class: "picks", "aria-live": "polite" });
  // It keeps its room: the next tap is aimed at where the board stands.
  const trouble = make("p", { class: "error code-trouble", role: "alert" });
  const left = make("p", { class: "quiet small" });
  let isPaired = false;
  /** @type {string[]} */
  let code = [];

  const show = () => {
    const marks = code.map((square, index) => [square, { text: String(index + 1), kind: "pick" }]);
    board.setMarks(Object.fromEntries(marks));
    picks.replaceChildren(
      ...Array.from({ length: CODE_LENGTH }, (_, index) =>
        make("li", { class: code[index] ? "picked" : "" }, code[index] ?? "·"),
      ),
    );
  };
  const again = () => {
    code = [];
    show();
  };
  const send = async () => {
    try {
      await post("/api/pair", { code, name });
      isPaired = true;
      dialog.close();
      onPaired();
    } catch (error) {
      trouble.textContent = messageOf(error);
      again();
    }
  };
  board.onSquare = (square) => {
    if (code.length >= CODE_LENGTH || code.includes(square)) return;
    trouble.textContent = "";
    code.push(square);
    show();
    if (code.length === CODE_LENGTH) send();
  };

  const ends = performance.now() + seconds * 1000;
  const tellTime = () => {
    const rest = Math.max(0, Math.round((ends - performance.now()) / 1000));
    left.textContent = say("pair.left", { seconds: rest });
    if (rest === 0) dialog.close();
  };
  const timer = window.setInterval(tellTime, 1000);
  const restart = make("button", { type: "button", onclick: again }, say("pair.again"));
  const content = [make("p", {}, say("pair.tap")), place, picks, make("div", { class: "row" }, restart, left), trouble];
  const dialog = openDialog(say("pair.title"), content, [], {
    closeLabel: say("act.cancel"),
    onClose: () => {
      window.clearInterval(timer);
      if (!isPaired) post("/api/pair/cancel").catch(() => undefined);
    },
  });
  show();
  tellTime();
}
