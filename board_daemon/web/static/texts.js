/**
 * Every text a person reads or hears on the page, by key, so that it can be translated as a whole.
 * `{name}` stands for a value. Archive texts live beside the archive under "archive.…".
 * @type {Record<string, string>}
 */
export const TEXTS = {
  "piece.p": "pawn",
  "piece.r": "rook",
  "piece.n": "knight",
  "piece.b": "bishop",
  "piece.q": "queen",
  "piece.k": "king",
  "color.w": "White",
  "color.b": "Black",
  "adjective.w": "white",
  "adjective.b": "black",
  "square.empty": "empty, {square}",
  "square.single": "{color} {piece}, {square}",
  "square.union": "white {white} and black {black}, united, {square}",
  "square.lit": "{what}; {role}",

  "role.origin": "in hand",
  "role.move": "free",
  "role.union": "union possible",
  "role.takeover": "take-over possible",
  "role.paco": "Paco possible",
  "role.castle": "castling possible",
  "role.last": "last turn",
  "role.sako": "Ŝako",
  "role.ask": "was it here?",
  "role.fix": "put this right",
  "role.promotion": "promotion",
  "role.best": "best",
  "role.fine": "fine",
  "role.risky": "risky",
  "role.opponent": "play this",
  "role.yes": "yes",
  "role.no": "no",

  "nav.live": "Board",
  "nav.games": "Games",
  "nav.settings": "Settings",
  "nav.label": "Pages",
  "nav.skip": "To the board",
  "board.label": "Paco Ŝako board",
  "page.missing": "This page could not be opened: {reason}",

  "error.unreachable": "The board does not answer. Is it switched on?",
  "error.unclear": "That did not work (answer {status}).",
};
