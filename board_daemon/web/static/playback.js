/**
 * A show that goes on by itself: a chain link by link, a breath between turns.
 *
 * @typedef {"calm"|"easy"|"quick"} Pace
 * @typedef {{after: (call: () => void, ms: number) => number, cancel: (timer: number) => void}} Timer
 */

/** How long a step stays before the next one, in milliseconds, at the easy pace. */
const LIFTED = 450;
const LINKED = 800;
const PLAYED = 1100;

/** @type {Record<Pace, number>} */
const SLOWNESS = { calm: 1.8, easy: 1, quick: 0.4 };

/** @type {Timer} */
const CLOCK = {
  after: (call, ms) => window.setTimeout(call, ms),
  cancel: (timer) => window.clearTimeout(timer),
};

/** @param {import("./game-steps.js").Step} step @param {Pace} pace */
function restAfter(step, pace) {
  const rest = step.ends ? PLAYED : step.action.startsWith("L") ? LIFTED : LINKED;
  return rest * SLOWNESS[pace];
}

/** Plays step after step until it is paused or there are no more. */
export class Playback {
  /**
   * @param {{current: () => import("./game-steps.js").Step, step: () => boolean,
   *   changed: (running: boolean) => void}} show `step` goes one on and says whether it could
   * @param {Timer} [timer]
   */
  constructor(show, timer = CLOCK) {
    this.show = show;
    this.timer = timer;
    /** @type {Pace} */
    this.pace = "easy";
    /** @type {number|null} */
    this.waiting = null;
    this.running = false;
  }

  play() {
    if (this.running || !this.show.step()) return;
    this.running = true;
    this.show.changed(true);
    this.wait();
  }

  pause() {
    if (!this.running) return;
    if (this.waiting !== null) this.timer.cancel(this.waiting);
    this.waiting = null;
    this.running = false;
    this.show.changed(false);
  }

  toggle() {
    if (this.running) this.pause();
    else this.play();
  }

  wait() {
    const rest = restAfter(this.show.current(), this.pace);
    this.waiting = this.timer.after(() => {
      this.waiting = null;
      if (this.show.step()) this.wait();
      else this.pause();
    }, rest);
  }
}
