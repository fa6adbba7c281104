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

  /** @param {import("./store.js").Store} store is told all messages and how the connection is */
  constructor(store) {
    this.#store = store;
    window.setInterval(() => this.#ping(), PING_MS);
    window.addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.#store.link !== "open") this.again();
    });
  }

  /** Connects now, from scratch if need be. */
  again() {
    window.clearTimeout(this.#timer);
    this.#drop();
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#heard(event.data));
    socket.addEventListener("close", () => this.#closed(socket));
  }

  #address() {
    const address = new URL("/api/live", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const { state } = this.#store;
    if (state) {
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
  async #closed(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#timer = window.setTimeout(() => this.again(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
    const refused = await isRefused();
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#store.setLink(refused ? "refused" : "lost");
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

/** Whether the board is there but lets this device not even watch. */
async function isRefused() {
  try {
    const answer = await (await fetch("/api/pair")).json();
    return answer.level === "nobody";
  } catch {
    return false;
  }
}
