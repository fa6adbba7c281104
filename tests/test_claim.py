"""The data folder belongs to one daemon."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from board_daemon.claim import FolderInUse, claim


def test_the_folder_is_made_for_the_daemon_alone(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "data"
    before = os.umask(0)
    try:
        held = claim(folder)
    finally:
        os.umask(before)
    assert held is not None
    os.close(held)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_second_claim_is_refused_until_the_first_is_let_go(tmp_path: Path) -> None:
    held = claim(tmp_path)
    assert held is not None
    with pytest.raises(FolderInUse, match="saw another one running"):
        claim(tmp_path)
    os.close(held)
    again = claim(tmp_path)
    assert again is not None
    os.close(again)


def test_a_folder_that_cannot_be_made_is_played_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert claim(tmp_path / "file" / "data") is None
