/** The live board: the page is the board, everything else stands aside. */

import { post } from "./api.js";
import { Board } from "./board.js";
import { make } from "./elements.js";
import { LiveActions } from "./live-actions.js";
import { LiveAsk } from "./live-ask.js";
import { LiveHand } from "./live-hand.js";
import { LiveLearn } from "./live-learn.js";
import { openNewGame } from "./live-new.js";
import { LiveOpponent } from "./live-opponent.js";
import { openPairing } from "./live-pair.js";
import { LiveHints } from "./live-hints.js";
import { LivePlayers } from "./live-players.js";
import { LiveSensors } from "./live-sensors.js";
import { LiveTurns, offerTakeBack } from "./live-turns.js";
import { lineOf, moodOf, newsOf } from "./live-words.js";
import { preferences } from "./preferences.js";
import { lastMoveOf, may, movesPieces, shownOf } from "./store.js";
import { Toast } from "./toast.js";
import { say } from "./words.js";

class Live {
  #app;
  #store;
  #title = make("h1", { class: "for-readers" }, say("live.title"));
  #line = make("p", { class: "line", role: "status" });
  #news = make("p", { class: "for-readers", "aria-live": "polite" });
  #toast = new Toast();
  #stage = make("div", { class: "stage" });
  #place = make("div");
  #side = make("div", { class: "side" });
  #private = make("div", { class: "card private", hidden: true });

  /** @param {HTMLElement} root @param {import("./main.js").App} app */
  constructor(root, app) {
    this.#app = app;
    this.#store = app.store;
    this.board = new Board(this.#place, { interactive: true });
    this.hand = new LiveHand(app.store, (error) => this.#toast.tell(error));
    this.board.onSquare = (square, gesture) => this.hand.on(square, gesture);
    const newGame = () => openNewGame(app.store);
    const tell = (/** @type {string} */ path, body = {}) => {
      post(path, body).catch((error) => this.#toast.tell(error));
    };
    this.panels = [
      new LiveLearn(app.store, tell),
      new LiveAsk(app.store, {
        tell,
        newGame,
        standAll: () => this.hand.standAll(),
        intoBox: () => this.hand.intoBox(),
      }),
      new LiveHints(app.store, { tell }),
      new LivePlayers(app.store),
      new LiveOpponent(app.store),
      new LiveTurns(app.store),
      new LiveSensors(app.store, this.board),
      new LiveActions(app.store, {
        newGame,
        takeBack: () => offerTakeBack(app.store, app.store.state?.turns.length ?? 0),
        putBack: () => this.hand.putBack(),
        pair: () => this.#pair(),
        tell,
      }),
    ];
    this.#layOut(root);
    this.stops = [
      app.store.listen((message) => this.#changed(message)),
      preferences.listen(() => this.#likesChanged()),
    ];
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.#likesChanged();
    this.#changed(null);
  }

  #layOut(root) {
    this.#stage.append(this.#place, this.#private);
    this.#side.append(...this.panels.map((panel) => panel.element));
    root.append(this.#title, this.#line, this.#stage, this.#side, this.#news, this.#toast.element);
  }

  /** @param {import("./store.js").Message|null} message */
  #changed(message) {
    const { state, link } = this.#store;
    document.body.classList.toggle("stale", link === "lost" && state !== null);
    this.#private.hidden = link !== "refused";
    document.body.classList.toggle("uninvited", link === "refused");
    if (link === "refused") this.#invite();
    this.#place.hidden = link === "refused";
    this.#side.hidden = link === "refused" || state === null;
    const words = link === "refused" ? say("line.refused") : lineOf(state);
    if (this.#line.textContent !== words) this.#line.textContent = words;
    this.#line.dataset.mood = moodOf(state);
    if (state) this.#draw(state, message);
    for (const panel of this.panels) panel.update();
  }

  /** @param {import("./store.js").State} state @param {import("./store.js").Message|null} message */
  #draw(state, message) {
    const { squares, hands } = shownOf(state);
    const isFresh = message?.event === "hello" || message === null;
    this.board.setPosition(squares, { animate: !isFresh, move: lastMoveOf(state) });
    this.board.setHand(hands);
    this.board.setLights(state.lights);
    const atRest = !state.hand && !state.question && !state.fix.length && !hands.length;
    const way = state.hints?.warning?.way ?? state.sako;
    this.board.setArrow(atRest && !state.game.end ? way : []);
    this.board.setPlayable(may(state, "play") && movesPieces(state));
    const news = message ? newsOf(state, message) : "";
    if (news) this.#news.textContent = news;
  }

  #likesChanged() {
    const { coordinates, flipped } = preferences.get();
    if (this.board.flipped !== flipped) this.board.flip(flipped);
    this.board.setCoordinates(coordinates);
    for (const panel of this.panels) panel.update();
  }

  #invite() {
    if (this.#private.childElementCount) return;
    this.#private.append(
      make("p", {}, say("invite.how")),
      make("button", { type: "button", class: "primary", onclick: () => this.#pair() }, say("act.pair")),
    );
  }

  #pair() {
    openPairing(() => this.#app.connection.again());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.hand.putBack();
  }

  end() {
    for (const stop of this.stops) stop();
    for (const panel of this.panels) if (panel instanceof LivePlayers) panel.end();
    this.#toast.end();
    document.removeEventListener("keydown", this.onKey);
    document.body.classList.remove("stale", "uninvited");
  }
}

/** Shows the live board; answers with what ends it. @param {HTMLElement} root @param {import("./main.js").App} app */
export function show(root, app) {
  app.connection.start();
  const live = new Live(root, app);
  return () => live.end();
}
