/** What players and devices may be called. */

/** Characters; the board cuts off what is longer. */
export const LONGEST_NAME = 100;
