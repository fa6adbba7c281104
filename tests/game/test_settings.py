"""What an owner may change, and keeping it."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_daemon.game.errors import GameError
from board_daemon.game.hint_levels import HintChoices, HintLevel
from board_daemon.game.settings import BoardSettings, Choices
from board_daemon.lights.frame import LightSettings
from board_daemon.lights.palette import RED_GREEN
from board_daemon.rules.errors import PacoboardError
from board_daemon.tracking.settings import TrackerSettings


def settings(path: Path | None = None, configured: Choices | None = None) -> BoardSettings:
    return BoardSettings(configured or Choices(), LightSettings(), TrackerSettings(), path)


def test_what_is_chosen_holds_for_lights_and_tracker() -> None:
    chosen = settings()
    chosen.change(palette="red-green", brightness=0.2, takebacks=False)
    assert chosen.lights.palette == RED_GREEN
    assert chosen.lights.brightness == 0.2
    assert not chosen.tracking.takebacks


def test_what_is_chosen_outlasts_the_daemon(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    first = settings(path)
    first.change(brightness=0.2, rules="manual")
    first.keep()
    again = settings(path, Choices(palette="blue"))
    assert again.value() == {
        "palette": "standard",
        "brightness": 0.2,
        "rules": "manual",
        "takebacks": True,
        "hints_white": "legal",
        "hints_black": "legal",
        "hints_pieces": 3,
    }


@pytest.mark.parametrize(
    "wished",
    [
        {"palette": "pink"},
        {"brightness": 1.5},
        {"rules": "chess"},
        {"brightness": "x"},
        {"takebacks": 1},
        {"hints_white": "much"},
        {"hints_black": None},
        {"hints_pieces": -1},
        {"hints_pieces": 17},
        {"hints_pieces": True},
        {"hints_pieces": 2.0},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    tmp_path: Path, wished: dict[str, object]
) -> None:
    chosen = settings(tmp_path / "settings.json")
    with pytest.raises(PacoboardError):
        chosen.change(**wished)
    assert chosen.choices == Choices()
    assert not (tmp_path / "settings.json").exists()


@pytest.mark.parametrize("text", ["", "[]", '{"brightness": 7}', '{"palette": []}', "\x00", "{"])
def test_a_file_that_makes_no_sense_is_not_used_and_put_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    assert settings(path).choices == Choices()
    assert not path.exists()
    assert (tmp_path / "settings.broken").read_text() == text


def test_choices_that_cannot_be_saved_hold_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    chosen = settings(blocked / "settings.json")
    chosen.change(brightness=0.1)
    chosen.keep()
    assert chosen.choices.brightness == 0.1


def test_each_player_keeps_his_hints(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    first = settings(path)
    first.change(hints_white="graded", hints_black="off", hints_pieces=0)
    first.keep()
    assert settings(path).choices.hints == HintChoices(HintLevel.GRADED, HintLevel.OFF, 0)


def test_a_folder_that_was_taken_away_is_not_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    # Perhaps a disk that was taken out: another must not be filled in its place.
    chosen = settings(tmp_path / "gone" / "settings.json")
    chosen.keep()
    assert not (tmp_path / "gone").exists()
    assert "No such file or directory" in caplog.text


def test_an_error_names_what_was_expected() -> None:
    with pytest.raises(GameError, match="expected one of the palettes standard"):
        Choices(palette="pink")
