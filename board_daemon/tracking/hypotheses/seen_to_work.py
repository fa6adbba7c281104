"""Squares that were supposed to be bad, and were seen to change since."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.hypotheses.line import Line


def believing(
    last_changes: Mapping[Square, int], root: Line, lines: Sequence[Line], known: SquareSet
) -> tuple[Line, list[Line]]:
    """`root`, and the lines that are still possible, by what has changed.

    `last_changes`: after how many changes each square has changed last.

    Lines of turns after `root` that rest on such a square are none; what is recorded stands, but
    takes the square for bad no longer, unless that is `known`. Nor does the line before `root`,
    from where its turn may have been another one.
    """
    lines = [line for line in lines if not line.is_refuted(root.depth, last_changes)]
    working = _seen_to_work(root, last_changes, known)
    if not working:
        return root, lines
    trusting: dict[Line, Line] = {}

    def trust(line: Line) -> Line:
        if line.depth < root.depth - 1 or not line.blind & working:
            return line
        if line not in trusting:
            parent = None if line.parent is None else trust(line.parent)
            trusting[line] = replace(line, parent=parent, blind=line.blind & ~working)
        return trusting[line]

    return trust(root), [trust(line) for line in lines]


def _seen_to_work(root: Line, last_changes: Mapping[Square, int], known: SquareSet) -> SquareSet:
    """The squares that `root` takes for bad and that have changed since, but for the `known` ones.

    As long as its player has only said that his turn was there, one may have failed just then.
    """
    if root.was_told:
        return NO_SQUARES
    supposed = bits(root.blind & ~known)
    return square_set([square for square in supposed if last_changes.get(square, 0) > root.index])
