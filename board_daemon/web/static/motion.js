/** How long things take on the page, and whether they may move at all. */

export const GLIDE_MS = 220;
export const EASING = "cubic-bezier(.3, .1, .25, 1)";

const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the person asked for a page that keeps still. */
export const keepsStill = () => reduced.matches;
