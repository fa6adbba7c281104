from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from board_daemon.config import Config, ConfigError, load_config

Load = Callable[[str], Config]
Refusal = Callable[[str | bytes], str]

NAME = "board.yaml"


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """The configuration of a text."""

    def loaded(text: str) -> Config:
        file = tmp_path / NAME
        file.write_text(text, encoding="utf-8")
        return load_config(file)

    return loaded


@pytest.fixture
def refusal(tmp_path: Path) -> Refusal:
    """The sentence that refuses a text, its file by name alone."""

    def refused(text: str | bytes) -> str:
        file = tmp_path / NAME
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        with pytest.raises(ConfigError) as caught:
            load_config(file)
        sentence = str(caught.value)
        assert "\n" not in sentence
        assert sentence.startswith(str(file))
        return sentence.removeprefix(f"{tmp_path}/")

    return refused
