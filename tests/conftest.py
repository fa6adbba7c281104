"""What all tests share: repeatable property tests, and no skipping in continuous integration."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
from collections.abc import Generator
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from board_daemon.languages.language import LANGUAGE_VARIABLE

# The same examples on every run, and no clock: a failure here is a failure everywhere.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=40)
settings.load_profile("repeatable")

# The terminal speaks English here, whatever the shell's language is, and so do programs started.
os.environ[LANGUAGE_VARIABLE] = "en"

# What a shell starts in the background ignores Ctrl-C, and what `nohup` starts the end of the
# terminal; so would all that the tests start. The tests themselves go on after a hang-up.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)

# All that is talked to is on this machine: no proxy of the network's stands between.
os.environ["no_proxy"] = os.environ["NO_PROXY"] = "*"

MEMORY: Final = Path("/dev/shm")
"""Files there lie in memory, on Linux: a game that is recorded waits for the disk at each turn."""
ROOM: Final = 2**30
"""Bytes that must be free there: many times what all files of the fast tests take."""
SLOW_FILE: Final = re.compile(r"^pytestmark = \[?pytest\.mark\.slow\b", re.MULTILINE)
LONGEST: Final = (
    "daemon/test_endurance.py",
    "web/test_page_pace.py",
    "firmware/test_bad_line.py",
    "rules/test_paco.py",
    "hands/test_state_machine.py",
    "web/test_api_schema.py",
    "web/test_wild_table.py",
    "rules/test_perft.py",
)
"""Files with tests of half a minute and more, the longest ones first."""


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of test data: `conformance/` and `traces/`."""
    return Path(__file__).parent / "data"


def pytest_configure(config: pytest.Config) -> None:
    """Where the long tests are left out, try fewer examples and wait for no disk."""
    if config.option.markexpr == "not slow":
        settings.load_profile("quick")
        if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where the long tests are left out, read no file that has no others. None: as ever."""
    if config.option.markexpr != "not slow" or not collection_path.name.startswith("test_"):
        return None
    return bool(SLOW_FILE.search(collection_path.read_text(encoding="utf-8"))) or None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Let the longest begin, once it is known what is run."""
    yield
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = _longest_first(items, workers)


def _longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Let each worker begin with some of the longest, so that none is alone with one at the end.

    At first each is given as many tests as any other, in their order; later they take some over.
    """
    tests = Path(__file__).parent
    by_file = [[item for item in items if item.path == tests / name] for name in LONGEST]
    long = {item for file in by_file for item in file}
    others = (item for item in items if item not in long)
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        size = (len(items) - len(ordered)) // (workers - worker)
        first = [item for file in by_file[worker::workers] for item in file]
        ordered += first + list(islice(others, max(0, size - len(first))))
    return ordered + list(others)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Two for each processor: many of the long tests wait for a board or a browser.

    The others hardly wait, and another worker would have to find all tests, too. None: as ever.
    """
    if config.option.markexpr == "not slow" or "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no rubbish while thousands of tests are made: all of them stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Leave the thousands of tests themselves alone whenever rubbish is collected, as many do."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failed one where CI=true: nothing may go untested there."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and in CI nothing may be: {call.excinfo}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say where the pictures of the page are, if there are any."""
    folder = Path(__file__).parents[1] / "build" / "screenshots"
    count = len([*folder.glob("*.png")])
    if count:
        terminalreporter.write_line(f"{count} pictures of the page are in {folder}")
