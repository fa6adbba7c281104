from __future__ import annotations

import io
import logging
import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.config.models import LogLevel
from board_daemon.logs import (
    STRUCK,
    JournalLines,
    ShortLines,
    is_journal,
    set_up_logging,
    without_secrets,
)
from board_daemon.web.server import server_options

LIBRARIES = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "asyncio")


@pytest.fixture(autouse=True)
def logging_put_back() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    libraries = {name: logging.getLogger(name) for name in LIBRARIES}
    before = {name: (found.level, found.propagate) for name, found in libraries.items()}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, (old_level, propagate) in before.items():
        libraries[name].setLevel(old_level)
        libraries[name].propagate = propagate


def record(message: str, level: int = logging.INFO, *args: object) -> logging.LogRecord:
    return logging.LogRecord("board_daemon.test", level, "test.py", 1, message, args, None)


def failure() -> logging.LogRecord:
    try:
        raise OSError("the cable\nwas pulled")
    except OSError as error:
        found = record("the bridge has gone", logging.ERROR)
        found.exc_info = (OSError, error, error.__traceback__)
        return found


# --- lines ---


@pytest.mark.parametrize(
    ("level", "prefix"),
    [
        (logging.DEBUG, "<7>"),
        (logging.INFO, "<6>"),
        (logging.INFO + 5, "<6>"),
        (logging.WARNING, "<4>"),
        (logging.ERROR, "<3>"),
        (logging.CRITICAL, "<2>"),
        (1, "<7>"),
    ],
)
def test_the_journal_gets_a_priority_and_no_time(level: int, prefix: str) -> None:
    assert JournalLines().format(record("Turn %d.", level, 7)) == f"{prefix}Turn 7."


def test_every_line_of_a_traceback_has_the_priority() -> None:
    lines = JournalLines().format(failure()).split("\n")
    assert lines[:2] == ["<3>the bridge has gone", "<3>Traceback (most recent call last):"]
    assert all(line.startswith("<3>") for line in lines)
    assert lines[-2:] == ["<3>OSError: the cable", "<3>was pulled"]


def test_people_get_the_time_and_what_is_serious() -> None:
    short = ShortLines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d Turn 7\.", short.format(record("Turn 7.")))
    warning = short.format(record("It is full.", logging.WARNING))
    assert re.fullmatch(r"\d\d:\d\d:\d\d warning: It is full\.", warning)
    assert "\nOSError: the cable\n" in short.format(failure())


@pytest.mark.parametrize("formatter", [JournalLines(), ShortLines()])
@given(name=st.text())
def test_no_text_from_outside_begins_a_line_of_its_own(
    formatter: logging.Formatter, name: str
) -> None:
    line = formatter.format(record("%s has joined", logging.INFO, name))
    assert line.isprintable()


def test_control_characters_are_shown_and_not_obeyed() -> None:
    line = JournalLines().format(record("%s plays", logging.INFO, "Ada\n<0>\x1b[2J\u2028Ŝ"))
    assert line == r"<6>Ada\n<0>\x1b[2J\u2028Ŝ plays"


def test_a_message_whose_arguments_do_not_fit_is_logged_all_the_same() -> None:
    line = JournalLines().format(record("Turn %d.", logging.INFO, "x"))
    assert line == "<6>Turn %d. (with arguments that do not fit)"


# --- secrets ---

_RANDOM = Random(5)
TOKENS = [
    urlsafe_b64encode(_RANDOM.randbytes(length)).rstrip(b"=").decode() for length in (24, 32, 48)
] + [_RANDOM.randbytes(length).hex() for length in (16, 32)]


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("around", ["{}", "seen {} twice", "/api/live?key={}&x=1", "{{'a': '{}'}}"])
def test_what_looks_like_the_key_of_a_session_is_struck_out(token: str, around: str) -> None:
    told = without_secrets(around.format(token))
    assert token not in told
    assert STRUCK in told


@pytest.mark.parametrize(
    "text",
    [
        "Cookie: pacoboard=hush; other=hush",
        "set-cookie: pacoboard=hush; HttpOnly",
        "Authorization: Bearer hush",
        "{'cookie': 'pacoboard=hush'}",
        "token=hush",
        "?token=hush&since=1",
        "{'password': 'hush'}",
        '{"secret": "hush"}',
    ],
)
def test_what_is_called_a_secret_is_struck_out(text: str) -> None:
    assert "hush" not in without_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b 1 AHah d3 -",
        "game 12: g2>Pf3>Pe4>d6",
        "the code is c3 f6 a1 h2",
        "session: resumed game 12 at ply 30",
        "in test_the_first_mistake_in_the_file_is_told",
        'File "/opt/pacoboard/lib/python3.11/site-packages/board_daemon/web/access.py", line 3',
        "http://pacoboard.local:8064/",
    ],
)
def test_ordinary_messages_stay_whole(text: str) -> None:
    assert without_secrets(text) == text


def test_secrets_in_tracebacks_are_struck_out() -> None:
    try:
        raise KeyError(TOKENS[1])
    except KeyError as error:
        found = record("lost", logging.ERROR)
        found.exc_info = (KeyError, error, error.__traceback__)
    assert TOKENS[1] not in JournalLines().format(found)


# --- where it goes ---


def test_the_journal_is_known_by_its_device_and_inode(tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w") as stream, (tmp_path / "other").open("w") as other:
        status = os.fstat(stream.fileno())
        environment = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        assert is_journal(stream, environment)
        assert not is_journal(other, environment)
        assert not is_journal(stream, {})
    assert not is_journal(io.StringIO(), environment)


def test_under_systemd_lines_are_those_of_the_journal(tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w+") as stream:
        status = os.fstat(stream.fileno())
        set_up_logging("info", stream, {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"})
        logging.getLogger("board_daemon.test").info("ready")
        stream.seek(0)
        assert stream.read() == "<6>ready\n"


def test_setting_up_twice_logs_once() -> None:
    stream = io.StringIO()
    set_up_logging("info", stream, {})
    set_up_logging("info", stream, {})
    logging.getLogger("board_daemon.test").warning("full")
    assert stream.getvalue().count("full") == 1


@pytest.mark.parametrize("level", LogLevel)
def test_every_level_of_the_configuration_is_known(level: LogLevel) -> None:
    stream = io.StringIO()
    set_up_logging(level, stream, {})
    for number in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR):
        logging.getLogger("board_daemon.test").log(number, "line %d", number)
    least = 10 * (list(LogLevel).index(level) + 1)
    assert stream.getvalue().count("line") == len(range(least, 50, 10))


def test_another_level_is_refused() -> None:
    with pytest.raises(ValueError, match="expected debug, info, warning or error"):
        set_up_logging("loud", io.StringIO(), {})


def test_uvicorn_logs_its_errors_with_us_and_no_accesses() -> None:
    stream = io.StringIO()
    set_up_logging("debug", stream, {})
    uvicorn.Config("no:app", log_config=None, **server_options())
    logging.getLogger("uvicorn.error").error("it broke")
    logging.getLogger("uvicorn.error").info('10.0.0.7 - "WebSocket /api/live" [accepted]')
    logging.getLogger("uvicorn.access").info('10.0.0.7 - "GET /api/state" 200')
    logging.getLogger("uvicorn.access").error('10.0.0.7 - "GET /api/state" 500')
    assert stream.getvalue().endswith("error: it broke\n")
    assert "10.0.0.7" not in stream.getvalue()
