/** What the board wants to say now, and what has just happened, in short, kind, plain words. */

import { colorOf, isUnion, ownFirst } from "./fen.js";
import { resultWords } from "./game-words.js";
import { opponentLine } from "./live-opponent.js";
import { readable } from "./notation.js";
import { isFreed, moverOf } from "./store.js";
import { counted, inDigits, pieceWord, PROMOTIONS, say } from "./words.js";

/** Of a chain that is told link by link. */
const MOST_LINKS = 4;

/** @typedef {import("./store.js").State} State */

/** What a player is called. @param {State} state @param {string} color "w" or "b" */
export function nameOf(state, color) {
  const { opponent } = state;
  if (opponent?.color === color) return say("opponent.name", { level: opponent.level });
  return givenName(state.game, color) || say(`color.${color}`);
}

/** What people called a player, if they did. @param {State["game"]} game @param {string} color */
const givenName = (game, color) => (color === "w" ? game.white : game.black);

/** One line: what matters now, the most urgent first. @param {State|null} state */
export function lineOf(state) {
  if (state === null) return say("line.connecting");
  const { game, question, hand } = state;
  if (state.fix.length) return fixLine(state);
  if (question) return questionLine(question);
  if (game.end) return resultWords(game);
  if (hand) return handLine(state);
  if (state.unfinished) return unfinishedLine(state);
  const own = opponentLine(state);
  if (own) return own;
  const name = nameOf(state, game.to_move);
  if (state.hints?.warning) return sureLine(name, state.hints.warning.way);
  if (state.sako.length) return sakoLine(name, state.sako);
  if (game.status === "promote-lift") return say("line.promote-first", { name });
  // A name may stand alone where a colour needs a word before it.
  return givenName(game, game.to_move) ? say("line.turn", { name }) : say(`line.turn-${game.to_move}`);
}

/** A long chain by its beginning and its end: the board shows all of it. @param {string} name @param {string[]} path */
function sakoLine(name, path) {
  const links = path.length - 1;
  if (links <= MOST_LINKS) return say("line.sako", { name, way: wayOf(path) });
  return counted("line.sako-long", links, { name, way: wayOf(shortWay(path)) });
}

/** Whoever has just played is asked; `name` is the other. @param {string} name @param {string[]} path */
function sureLine(name, path) {
  return say("hints.sure-line", { name, way: wayOf(shortWay(path)) });
}

/** Of a long chain only its beginning and its end. @param {string[]} path */
const shortWay = (path) => (path.length - 1 <= MOST_LINKS ? path : [path[0], path[1], "…", path[path.length - 1]]);

/** What kind of line that is, for its looks. @param {State|null} state */
export function moodOf(state) {
  if (state === null) return "quiet";
  if (state.fix.length) return "fix";
  if (state.question) return "ask";
  if (state.game.end) return state.game.reason === "paco" ? "paco" : "end";
  return !state.hand && (state.hints?.warning || state.sako.length) ? "sako" : "quiet";
}

/** @param {State} state */
function fixLine(state) {
  const { away, here } = fixPair(state.fix);
  if (away && here) return say("line.fix-both", { away, here });
  return away ? say("line.fix-away", { away }) : say("line.fix-here", { here: here ?? "" });
}

/** The two squares to put right next: one to clear, one to fill. @param {State["fix"]} fix */
export function fixPair(fix) {
  return {
    away: fix.find((wrong) => !wrong.wants_piece)?.square ?? null,
    here: fix.find((wrong) => wrong.wants_piece)?.square ?? null,
  };
}

/** @param {State["question"]} question */
function questionLine(question) {
  if (question.what === "promotion") {
    const piece = say(`piece.${PROMOTIONS[question.piece] ?? "q"}`);
    return say("line.ask-promotion", { square: question.square, piece });
  }
  if (question.what === "square") return say("line.ask-square");
  const { squares, yes, no } = question;
  if (question.what === "piece") {
    return say("line.ask-piece", { square: squares[0], piece: pieceWord(PROMOTIONS[question.piece]), yes, no });
  }
  if (question.what === "takeback") return say("line.ask-takeback", { square: squares[0], yes, no });
  return say("line.ask-part", { squares: eitherOf(squares), yes, no });
}

/** @param {State} state */
function handLine(state) {
  const { hand } = state;
  const name = nameOf(state, hand.color);
  if (!hand.piece) return say("line.hand", { name, what: say("hand.piece"), square: hand.origin });
  if (!isUnion(hand.piece) && colorOf(hand.piece) !== hand.color) {
    return say("line.other-hand", { name, what: pieceWord(hand.piece), square: hand.origin });
  }
  const what = heldWords(hand.piece, hand.color);
  if (hand.unseen?.length) {
    return say("line.hand-long", { name, what, square: hand.origin, squares: eitherOf(hand.unseen) });
  }
  const key = isFreed(state) ? "line.freed" : "line.hand";
  return say(key, { name, what, square: hand.origin });
}

/** What is left of a turn of two moves. @param {State} state */
function unfinishedLine({ unfinished, game }) {
  const { kind, piece, start, end } = unfinished;
  const what = heldWords(piece, game.to_move);
  return say(kind === "castle" ? "line.castle" : "line.en-passant", { what, start, end });
}

/** @param {string} pieces @param {string} color whose hand it is */
function heldWords(pieces, color) {
  if (!isUnion(pieces)) return pieceWord(pieces);
  const [own, partner] = ownFirst(pieces, color).map(pieceWord);
  return say("line.union", { own, partner });
}

/** What has just happened, for a screen reader; empty where the line says it. @param {State} state @param {import("./store.js").Message} message */
export function newsOf(state, message) {
  switch (message.event) {
    case "turn":
      return say("news.turn", {
        name: nameOf(state, moverOf(state, message.ply)),
        notation: readable(message.notation),
      });
    case "revise":
      return say("news.revise", { notation: readable(message.notation) });
    case "takeback":
      return say("news.takeback", { ply: message.ply });
    case "restored":
    case "newgame":
      return say(`news.${message.event}`);
    default:
      return "";
  }
}

/** @param {string[]} squares */
export const wayOf = (squares) => squares.join(" → ");

/** "d4, e5 or f6". @param {string[]} squares */
export function eitherOf(squares) {
  if (squares.length < 2) return squares.join();
  return say("line.or", { list: squares.slice(0, -1).join(say("line.comma")), last: squares.at(-1) ?? "" });
}

/** "4:05", "1:02:03", and tenths below ten seconds. @param {number} seconds */
export function clockWords(seconds) {
  if (seconds < 10) return inDigits(`0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`);
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return inDigits(shown.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":"));
}
