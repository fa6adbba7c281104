"""The files in `config/` say what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from board_daemon.config import Config, load_config
from board_daemon.config.__main__ import table_of_keys
from board_daemon.config.keys import Key, all_keys

FOLDER = Path(__file__).parents[2] / "config"
LEAVES = [key for key in all_keys() if not key.is_group]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.name)
def test_every_shipped_file_loads(file: Path) -> None:
    load_config(file)


def test_the_virtual_board_is_shipped() -> None:
    assert (FOLDER / "virtual.yaml").is_file()


def test_the_shipped_virtual_board_shows_the_defaults() -> None:
    assert load_config(FOLDER / "virtual.yaml") == Config()


@pytest.mark.parametrize(
    ("name", "bridge", "build"),
    [("serial", "serial", "reed-serial"), ("pi-gpio", "gpio", "reed-gpio")],
)
def test_the_files_of_wooden_boards_differ_from_the_virtual_one_in_their_board_alone(
    name: str, bridge: str, build: str
) -> None:
    def from_board_on(file: str) -> str:
        text = (FOLDER / file).read_text(encoding="utf-8")
        return text[text.index("\nboard:") :]

    as_virtual = (
        from_board_on(f"{name}.yaml")
        .replace(f"  bridge: {bridge}\n", "  bridge: virtual\n")
        .replace(f"  build: {build}\n", "  build: reed-serial\n")
    )
    assert as_virtual == from_board_on("virtual.yaml")
    board = load_config(FOLDER / f"{name}.yaml").board
    assert (board.bridge, board.build) == (bridge, build)


def uncommented() -> str:
    """The shipped file with the groups that stand in comments in the place of `none`."""
    lines = (FOLDER / "virtual.yaml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line not in ("  night: none", "  clock: none")]
    return "\n".join(re.sub(r"^  # ( +\w+:.*)$", r"\1", line) for line in kept)


def test_the_groups_shown_in_comments_show_their_defaults(tmp_path: Path) -> None:
    file = tmp_path / "shown.yaml"
    file.write_text(uncommented(), encoding="utf-8")
    config = load_config(file)
    assert config.lights.night is not None
    assert config.game.clock is not None
    shown = config.lights.night.model_dump()
    assert shown == type(config.lights.night)().model_dump()
    assert config.game.clock.increment == 0


@pytest.mark.parametrize("key", LEAVES, ids=lambda key: key.name)
def test_every_key_stands_in_the_shipped_file(key: Key) -> None:
    group, _, word = key.name.rpartition(".")
    shown: Any = yaml.safe_load(uncommented())
    for part in group.split("."):
        shown = shown[part]
    assert word in shown


@pytest.mark.parametrize("key", LEAVES, ids=lambda key: key.name)
def test_every_key_of_the_shipped_file_has_a_comment_above(key: Key) -> None:
    if key.name.count(".") == 2 or key.name == "game.black":
        return  # Told by the comment above its group, or together with White's.
    lines = (FOLDER / "virtual.yaml").read_text(encoding="utf-8").splitlines()
    group, _, word = key.name.partition(".")
    at = lines.index(f"{group}:")
    place = next(i for i in range(at, len(lines)) if lines[i].startswith(f"  {word}: "))
    assert lines[place - 1].startswith("  #")


def test_the_page_on_configuration_has_the_table_that_the_code_makes() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert table_of_keys() in page, "run python -m board_daemon.config and paste what it prints"


@pytest.mark.parametrize("key", LEAVES, ids=lambda key: key.name)
def test_every_key_says_what_it_means(key: Key) -> None:
    assert key.meaning.endswith(".")
    assert "|" not in key.meaning + key.expected + key.default
