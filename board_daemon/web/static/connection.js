/** The live connection to the board: it comes back by itself and catches up on what it missed. */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const PING_MS = 20_000;
/** Without any answer for so long the connection is taken for dead. */
const SILENCE_MS = 45_000;

export class Connection {
  #store;
  /** @type {WebSocket|null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #heardAt = 0;
  #isStarted = false;
  #attempt = 0;

  /** @param {import("./store.js").Store} store is told all messages and how the connection is */
  constructor(store) {
    this.#store = store;
    window.setInterval(() => this.#ping(), PING_MS);
    const hasToCome = () => this.#isStarted && !document.hidden && this.#store.link !== "open";
    window.addEventListener("online", () => hasToCome() && this.again());
    document.addEventListener("visibilitychange", () => hasToCome() && this.again());
  }

  /** Connects, unless that was done before. */
  start() {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.again();
  }

  /** Connects now, from scratch if need be. */
  async again() {
    window.clearTimeout(this.#timer);
    this.#drop();
    const mine = (this.#attempt += 1);
    // Asked first: a refused WebSocket tells a page nothing, and Chromium writes it on the console.
    const level = await ownLevel();
    if (mine !== this.#attempt) return;
    if (level === "nobody") {
      this.#later("refused");
      return;
    }
    const socket = new WebSocket(this.#address(level));
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#heard(event.data));
    socket.addEventListener("close", () => this.#closed(socket));
  }

  /** @param {string|null} level what this device may do now */
  #address(level) {
    const address = new URL("/api/live", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const { state } = this.#store;
    // What was missed does not say what a device may do: for that it takes the whole state anew.
    if (state && (level === null || level === state.you.level)) {
      address.searchParams.set("since", String(state.seq));
      address.searchParams.set("run", state.run);
    }
    return address;
  }

  #opened() {
    this.#wait = FIRST_WAIT_MS;
    this.#heardAt = performance.now();
    this.#store.setLink("open");
  }

  /** @param {string} text */
  #heard(text) {
    this.#heardAt = performance.now();
    if (text !== "pong") this.#store.take(JSON.parse(text));
  }

  /** @param {WebSocket} socket */
  #closed(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#later("lost");
  }

  /** Tries again after a while, a longer one each time. @param {string} link how it is meanwhile */
  #later(link) {
    this.#store.setLink(link);
    this.#timer = window.setTimeout(() => this.again(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
  }

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.#heardAt > SILENCE_MS) this.#socket.close();
    else this.#socket.send("ping");
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

/** What this device may do, or null where the board does not answer. @returns {Promise<string|null>} */
async function ownLevel() {
  try {
    const answer = await (await fetch("/api/pair")).json();
    return answer.level;
  } catch {
    return null;
  }
}
