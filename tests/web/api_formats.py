"""What schemathesis is to write where the API expects a text of a kind of ours."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Final

import schemathesis
from hypothesis import strategies as st

from board_daemon.rules.rulesets import FIELD_NAMES, RULESETS

_DATA: Final = Path(__file__).parent.parent / "data"
_MOST: Final = 200


def _fens() -> list[str]:
    with gzip.open(_DATA / "conformance" / "positions.jsonl.gz", "rt") as lines:
        return [json.loads(line)["fen"] for line, _ in zip(lines, range(_MOST), strict=False)]


def _texts() -> list[str]:
    traces = [path.read_text() for path in sorted((_DATA / "traces").glob("*.clean.jsonl"))]
    return [
        "White: Ada\nBlack: Ben\n\n1. e2>e4  e7>e5\n",
        '{"actions":[{"Lift":12},{"Place":28}],"timestamps":[5.9,5.9]}',
        *traces,
    ]


_PRESETS: Final = tuple(RULESETS)
_mixtures: Final = st.builds(
    "{},{}={}".format,
    st.sampled_from(_PRESETS),
    st.sampled_from(FIELD_NAMES),
    st.sampled_from(["yes", "no", "never", "3", "owner", "mover"]),
)

schemathesis.openapi.format("union-fen", st.sampled_from(_fens()))
schemathesis.openapi.format("ruleset", st.one_of(st.sampled_from(_PRESETS), _mixtures))
schemathesis.openapi.format("game-text", st.sampled_from(_texts()))
