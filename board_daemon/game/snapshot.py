"""The state of a board as JSON values, one for each part that may change by itself."""

from __future__ import annotations

from board_daemon.game.session import Session
from board_daemon.lights.curves import Curve, curve_of
from board_daemon.lights.frame import Cue
from board_daemon.lights.motion import Flash
from board_daemon.lights.palette import Palette, hex_of
from board_daemon.lights.roles import roles_for
from board_daemon.lights.signal import Layer, signals_for
from board_daemon.rules.actions import format_action
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import PlayedTurn
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position, piece_letters
from board_daemon.rules.squares import Square, square_name
from board_daemon.tracking.view import BoardView, HandView

Json = dict[str, object]


def turn_value(turn: PlayedTurn) -> Json:
    """A turn that was recorded earlier, nobody knows when."""
    return {
        "ply": turn.ply,
        "t": None,
        "notation": turn.notation,
        "actions": [format_action(action) for action in turn.actions],
        "fen": format_fen(turn.position),
        "status": str(turn.status),
    }


def game_value(session: Session) -> Json:
    """The game: who plays it, where it stands, how it ended."""
    players, end, offer = session.players, session.end, session.draw_offer
    names = players.white or "White", players.black or "Black"
    return {
        "white": players.white,
        "black": players.black,
        "rules": session.rules,
        "start_fen": format_fen(session.start),
        "ply": len(session.turns),
        "to_move": session.position.to_move.letter,
        "fen": format_fen(session.position),
        "status": str(session.status),
        "result": str(end.result) if end else None,
        "reason": str(end.reason) if end else None,
        "end": end.in_words(*names) if end else None,
        "draw_offer": offer.letter if offer is not None else None,
    }


def clock_value(session: Session, t: float) -> Json | None:
    """What the players have left at `t` seconds."""
    clock = session.clock
    if clock is None:
        return None
    white, black = (round(clock.left(color, t), 1) for color in Color)
    out = next((color for color in Color if clock.left(color, t) <= 0), None)
    return {
        "white": white,
        "black": black,
        "running": clock.running.letter if clock.running is not None else None,
        "base": clock.control.base,
        "increment": clock.control.increment,
        "flag": out.letter if out is not None else None,
    }


def board_values(session: Session, view: BoardView) -> Json:
    """What the board shows and asks, by the names of its parts."""
    return {
        "phase": session.state.name.lower(),
        "hand": _hand_value(view),
        "unfinished": _unfinished_value(view),
        "last": names_of(view.last),
        "sako": names_of(view.sako),
        "question": _question_value(view),
        "fix": [
            {"square": square_name(fix.square), "wants_piece": fix.wants_piece} for fix in view.fix
        ],
        "health": [
            {"square": square_name(bad.square), "state": str(bad.state)} for bad in session.health()
        ],
        "readings": {square_name(s): r for s, r in sorted(session.readings.items())},
    }


def names_of(squares: tuple[Square, ...]) -> list[str]:
    """The names of squares."""
    return [square_name(square) for square in squares]


def _hand_value(view: BoardView) -> Json | None:
    hand = view.hand
    if hand is None:
        return None
    piece = _piece_in_hand(hand, view.position)
    return {
        "origin": square_name(hand.origin),
        "piece": piece,
        "color": view.position.to_move.letter,
        "destinations": {square_name(s): str(kind) for s, kind in hand.destinations.items()},
        "fen": format_fen(hand.position) if hand.position is not None else None,
        "unseen": names_of(hand.unseen),
    }


def _piece_in_hand(hand: HandView, before: Position) -> str | None:
    """The letters of what is in hand, White's first, in the case of their colour."""
    held = hand.position.hand if hand.position is not None else None
    if held is not None:
        own, partner = held.piece.letter, held.partner.letter if held.partner else ""
    else:
        mover = before.to_move
        kinds = (before.piece_at(color, hand.origin) for color in (mover, mover.other))
        own, partner = (kind.letter if kind is not None else "" for kind in kinds)
    white, black = (own, partner) if before.to_move == Color.WHITE else (partner, own)
    return (white + black.lower()) or None


def _unfinished_value(view: BoardView) -> Json | None:
    left = view.unfinished
    if left is None:
        return None
    white, black = piece_letters(view.position).get(left.start, ("", ""))
    return {
        "kind": str(left.kind),
        "piece": white + black.lower(),
        "start": square_name(left.start),
        "end": square_name(left.end),
    }


def step_value(view: BoardView) -> Json | None:
    """What is to be done next of the board's turn."""
    step = view.step
    if step is None:
        return None
    promotion = step.promotion
    return {
        "start": square_name(step.start),
        "end": square_name(step.end),
        "then": square_name(step.then) if step.then is not None else None,
        "held": step.is_held,
        "number": step.number,
        "steps": step.steps,
        "promotion": {
            "square": square_name(promotion.square),
            "piece": promotion.piece.name.lower(),
        }
        if promotion is not None
        else None,
    }


def _question_value(view: BoardView) -> Json | None:
    if view.fix:
        return None
    if view.ask and view.answers:
        yes, no = names_of(view.answers)
        question: Json = {"squares": names_of(view.ask), "yes": yes, "no": no}
        if view.asks_for_piece is not None:
            return {"what": "piece", "piece": view.asks_for_piece.name.lower()} | question
        return {"what": "takeback" if view.asks_of_takeback else "part"} | question
    if view.ask:
        return {"what": "square", "squares": names_of(view.ask)}
    if (asked := view.named_next) is not None:
        return {
            "what": "promotion",
            "square": square_name(asked.square),
            "piece": asked.piece.name.lower(),
        }
    return None


def lights_value(cue: Cue, palette: Palette, t: float) -> Json:
    """The lights: roles, and of which layers each light is made, since when it has been on.

    A layer is a colour in motion, given as a list of levels (see `curves.Curve`).
    """
    layers: dict[Layer, int] = {}
    show: dict[str, list[int]] = {}
    since: dict[str, float] = {}
    for square, signal in sorted(signals_for(cue.view, palette).items()):
        name = square_name(square)
        show[name] = [layers.setdefault(layer, len(layers)) for layer in signal]
        is_flash = any(isinstance(layer.motion, Flash) for layer in signal)
        began = cue.timing.accepted if is_flash else cue.timing.shown
        since[name] = round(max(0.0, t - began), 2)
    roles = roles_for(cue.view)
    return {
        "squares": {square_name(square): str(role) for square, role in sorted(roles.items())},
        "show": show,
        "layers": [layer_value(layer) for layer in layers],
        "since": since,
    }


def layer_value(layer: Layer) -> Json:
    """A colour in motion."""
    curve: Curve = curve_of(layer.motion)
    return {
        "color": hex_of(layer.color),
        "level": list(curve.levels),
        "step": curve.step,
        "jump": curve.jumps,
        "repeat": curve.repeats,
    }
