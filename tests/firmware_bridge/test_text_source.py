from __future__ import annotations

import io
from pathlib import Path

import pytest

from firmware_bridge.text_source import STDIN, open_text

BROKEN = b"caf\xc3\xa9 \xff\n"


def test_bytes_that_are_no_text_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(BROKEN)
    with open_text(str(path)) as stream:
        assert stream.read().encode("utf-8", "surrogateescape") == BROKEN


def test_standard_input_is_read_alike_and_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(BROKEN), encoding="ascii")
    monkeypatch.setattr("sys.stdin", stdin)
    with open_text(STDIN) as stream:
        assert stream.read().encode("utf-8", "surrogateescape") == BROKEN
    assert not stdin.closed


@pytest.mark.parametrize("name", ["", "no-such-file"])
def test_what_cannot_be_opened_is_an_error_at_once(name: str) -> None:
    with pytest.raises(FileNotFoundError):
        open_text(name)
