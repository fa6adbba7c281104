from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.config import Config, ConfigError, load_config
from board_daemon.config.keys import all_keys
from board_daemon.rules.errors import PacoboardError
from tests.config.conftest import Load, Refusal

# --- what is read ---


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "---\n", "web:\n", "web: {}\nlog:\n"])
def test_what_is_not_said_has_its_default(load: Load, text: str) -> None:
    assert load(text) == Config()


def test_a_byte_order_mark_changes_nothing(load: Load) -> None:
    assert load("\ufeffweb:\n  port: 1234\n").web.port == 1234


def test_without_a_file_the_virtual_board_is_for_this_machine_alone() -> None:
    config = Config()
    assert config.board.bridge == "virtual"
    assert config.web.host == "127.0.0.1"
    assert not config.web.open_watching


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("700 ms", 0.7), ("0.7 s", 0.7), ("0.7s", 0.7), ('"1 s"', 1.0), ("0.05 min", 3.0)],
)
def test_times_are_read_in_their_units(load: Load, text: str, seconds: float) -> None:
    tracking = f"tracking:\n  settle: {text}\n  restore_after: 3 s\n"
    assert load(tracking).tracking.settle == seconds


@pytest.mark.parametrize("text", ["1 day", "24 h", "1440 min", "86400 s", "1.0 days"])
def test_a_day_is_a_day_in_every_unit(load: Load, text: str) -> None:
    clock = load(f"game: {{clock: {{base: {text}}}}}").game.clock
    assert clock is not None
    assert clock.base == 86_400


@pytest.mark.parametrize("text", ["1500 mA", "1.5 A", "1.5A"])
def test_currents_are_read_in_their_units(load: Load, text: str) -> None:
    assert load(f"lights: {{max_current: {text}}}").lights.max_current == 1500


@pytest.mark.parametrize("text", ["30 %", "30%", "0.3", ".3", '"30 %"'])
def test_shares_are_percentages_or_parts_of_one(load: Load, text: str) -> None:
    assert load(f"lights: {{brightness: {text}}}").lights.brightness == 0.3


@pytest.mark.parametrize("text", ["21:30", '"21:30"'])
def test_a_time_of_day_needs_no_quotes(load: Load, text: str) -> None:
    night = load(f"lights: {{night: {{start: {text}}}}}").lights.night
    assert night is not None
    assert f"{night.start:%H:%M}" == "21:30"


@pytest.mark.parametrize(
    "text", ["'manual,must_answer_sako=yes'", "{base: manual, must_answer_sako: yes}"]
)
def test_a_mixture_of_rules_may_be_a_text_or_keys(load: Load, text: str) -> None:
    assert load(f"game: {{rules: {text}}}").game.rules.name == "manual,must_answer_sako=yes"


def test_the_word_none_stands_for_a_group_that_is_not_wanted(load: Load) -> None:
    config = load("game: {clock: none}\nlights: {night: none}\n")
    assert config.game.clock is None
    assert config.lights.night is None


def test_relative_paths_count_from_the_folder_of_the_file(load: Load, tmp_path: Path) -> None:
    assert load("archive: {path: data/games.sqlite}").archive.file == tmp_path / "data/games.sqlite"
    assert load("archive: {path: /srv/games.sqlite}").archive.file == Path("/srv/games.sqlite")


def test_a_tilde_is_the_home_folder(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    path = load("archive: {path: ~/games.sqlite}").archive.path
    assert path == Path("/home/ada/games.sqlite")


def test_the_default_archive_is_in_the_data_folder(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/var/lib")
    assert load("archive: {path: default}").archive.file == Path("/var/lib/pacoboard/games.sqlite")


def test_host_names_are_compared_in_lower_case(load: Load) -> None:
    assert load("web: {hosts: [Paco.Local., 10.0.0.7]}").web.hosts == ("paco.local", "10.0.0.7")


def test_replay_takes_a_trace(load: Load, tmp_path: Path) -> None:
    board = load("board: {bridge: replay, trace: game.jsonl}").board
    assert board.trace == tmp_path / "game.jsonl"


# --- what is refused ---


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("web:\n  prot: 80", "line 2, web.prot: expected one of the keys of web (host, port, hos"),
        ("web:\n  prot: 80", "saw prot: did you mean port?"),
        ("web:\n  open-watching: yes", "saw open-watching: did you mean open_watching?"),
        ("\n\nport: 80", "line 3, port: expected one of the sections (board, tracking, lights,"),
        ("\n\nhost: 80", "saw host: did you mean web.host?"),
        ("game:\n  clock:\n    basis: 1 h", "line 3, game.clock.basis: expected one of the keys"),
        ("<<: {web: 3}", "line 1, '<<': expected one of the sections"),
        ("web:\n  xyzzy: 1\n", "saw xyzzy"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_known(
    refusal: Refusal, text: str, sentence: str
) -> None:
    assert sentence in refusal(text)


def test_nothing_is_suggested_where_nothing_is_near(refusal: Refusal) -> None:
    assert "did you mean" not in refusal("web:\n  xyzzy: 1\n")


TIME = "expected a time from 50 ms to 10 s, saw"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("0.7", f"{TIME} 0.7, which has no unit"),
        ("'0.7'", f"{TIME} '0.7', which has no unit"),
        ("700 mA", f"{TIME} '700 mA', whose unit is none of ms, s, min, h, days"),
        ("0.7 S", f"{TIME} '0.7 S', whose unit is none of ms, s, min, h, days"),
        ("1 min", f"{TIME} '1 min'"),
        ("-1 s", f"{TIME} '-1 s'"),
        ("0,7 s", f"{TIME} '0,7 s'"),
        ("1e3 s", f"{TIME} '1e3 s'"),
        (".nan", f"{TIME} '.nan'"),
        ("yes", f"{TIME} yes"),
        ("", f"{TIME} nothing"),
        ("[1 s]", f"{TIME} a list"),
        ("{s: 1}", f"{TIME} keys with values"),
        ("9" * 400 + " s", f"{TIME} '999"),
    ],
)
def test_a_time_that_is_none_is_refused(refusal: Refusal, value: str, sentence: str) -> None:
    assert refusal(f"tracking:\n  settle: {value}\n").startswith(
        f"board.yaml, line 2, tracking.settle: {sentence}"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("board: {bridge: usb}", "board.bridge: expected virtual, serial, gpio or replay, saw 'us"),
        ("board: {bridge: gpio}", "board.build: expected reed-gpio for the bridge gpio, saw reed"),
        (
            "board: {bridge: serial, build: reed-gpio}",
            "board.build: expected reed-serial or hall-serial for the bridge serial, saw reed-gpio",
        ),
        ("board: {port: 7}", "board.port: expected the path of a file, or auto, saw 7"),
        ("board: {bridge: replay}", "board.trace: expected the path of a trace for the bridge rep"),
        ("lights: {brightness: 50}", "expected a share such as \"50 %\" or 0.5, from 0 to 1, saw"),
        ("lights: {brightness: 101 %}", "saw '101 %', which is outside of it"),
        ("lights: {brightness: 5 A}", "saw '5 A', whose unit is not %"),
        ("lights: {brightness: '0.5'}", "saw '0.5', which is a text"),
        ("lights: {max_current: 100 mA}", "expected a current from 128 mA to 10 A, saw '100 mA'"),
        ("lights: {gamma: 5}", "lights.gamma: expected a number from 1 to 4, saw 5"),
        ("lights: {gamma: 1 s}", "lights.gamma: expected a number from 1 to 4, saw '1 s'"),
        ("lights: {night: yes}", "expected none, or keys with values (start, end, level), saw yes"),
        ("lights: {night: {end: 24:00}}", "expected a time of day such as 21:30, saw '24:00'"),
        ("lights: {night: {end: 21:00}}", "lights.night.end: expected another time than start"),
        ("game: {rules: chess}", "game.rules: expected a ruleset (children, children-chains"),
        ("game: {rules: {base: manual, must: 1}}", "game.rules: expected a field of a ruleset"),
        ("game: {rules: 3}", "game.rules: expected a ruleset such as manual, or a mixture"),
        ("game: {clock: {increment: 2 s}}", "game.clock.base: expected a time from 10 s to 24 h"),
        ("game: {clock: 5 min}", "game.clock: expected none, or keys with values (base, increme"),
        ("game: {white: 42}", "saw 42, which is no text unless it stands in quotes"),
        ("game: {white: \"a\\nb\"}", "game.white: expected a name of at most 100 printable charac"),
        ("archive: {path: ''}", "archive.path: expected the path of a file, or default, saw ''"),
        ("archive: {path: \"a\\0b\"}", "archive.path: expected the path of a file, or default"),
        ("archive: {path: ~nobody-here/x}", "whose home folder is not known"),
        ("web: {port: 65536}", "web.port: expected a port from 0 to 65535, saw 65536"),
        ("web: {port: 80.5}", "web.port: expected a port from 0 to 65535, saw 80.5"),
        ("web: {port: 0x50}", "web.port: expected a port from 0 to 65535, saw '0x50'"),
        ("web: {port: yes}", "web.port: expected a port from 0 to 65535, saw yes"),
        ("web: {port: " + "9" * 5000 + "}", "web.port: expected a port from 0 to 65535"),
        ("web: {host: 300.1.1.1}", "web.host: expected an address such as 127.0.0.1, or 0.0.0.0"),
        ("web: {hosts: paco.local}", "web.hosts: expected a list of at most 32 host names"),
        ("web: {hosts: [a, 'b:80']}", "web.hosts, entry 2: expected a host name such as pacoboard"),
        ("web: {hosts: ['http://a']}", "entry 1: expected a host name such as pacoboard.local"),
        ("web: {open_watching: 1}", "web.open_watching: expected yes or no, saw 1"),
        ("web: {open_watching: 'yes'}", "web.open_watching: expected yes or no, saw 'yes'"),
        ("web: {new_devices: watch}", "web.new_devices: expected play or owner, saw 'watch'"),
        ("web: 3", "web: expected keys (host, port, hosts, open_watching"),
        ("- web", "line 1: expected sections (board, tracking, lights, game, hints, opponent"),
        ("web", "line 1: expected sections (board, tracking, lights, game, hints, opponent"),
        ("log: {level: loud}", "log.level: expected debug, info, warning or error, saw 'loud'"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_with_its_key(refusal: Refusal, text: str, sentence: str) -> None:
    told = refusal(text)
    assert told.startswith("board.yaml, line 1")
    assert sentence in told


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("settle: 100 ms", "line 2, tracking.settle: expected at least settle_final, 300 ms, saw"),
        ("settle_final: 1 s", "line 2, tracking.settle: expected at least settle_final, 1 s, saw"),
        ("debounce: 200 ms\n  settle_final: 100 ms", "line 3, tracking.settle_final: expected at"),
    ],
)  # fmt: skip
def test_times_come_in_the_order_in_which_the_tracker_uses_them(
    refusal: Refusal, text: str, sentence: str
) -> None:
    assert sentence in refusal(f"tracking:\n  {text}\n")


def test_the_first_mistake_in_the_file_is_told(refusal: Refusal) -> None:
    text = "log:\n  level: loud\nweb:\n  port: -1\nboard:\n  bridge: none\n"
    assert refusal(text).startswith("board.yaml, line 2, log.level")


def test_an_entry_of_a_list_has_its_own_line(refusal: Refusal) -> None:
    text = "web:\n  hosts:\n    - a.local\n    - b.local/\n"
    assert refusal(text).startswith("board.yaml, line 4, web.hosts, entry 2: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("web:\n  port: 1\n  port: 2\n", "line 3, web.port: expected this key once, saw it again"),
        ("web:\n  port: 1\nlog:\nweb:\n", "line 4, web: expected this key once, saw it again (fir"),
        ("a: &x [1]\nb: *x", "line 1: expected no aliases, saw '&x'"),
        ("a: *x", "line 1: expected no aliases, saw '*x'"),
        ("web: !!python/object/apply:os.getcwd []", "line 1: expected no tags, saw 'tag:yaml.org"),
        ("web:\n  port: !!str 80", "line 2: expected no tags"),
        ("{[web]: 3}", "line 1: expected a word as a key, saw something else"),
        ("web:\n\tport: 80", "line 2: expected YAML, saw a mistake: a tab; use spaces"),
        ("web: {port: 80", "line 1: expected YAML, saw a mistake: "),
        ("web: 'port", "expected YAML, saw a mistake: found unexpected end of stream"),
        ("web:\n--- \nlog:\n", "line 2: expected YAML, saw a mistake: "),
        ("log:\n  level: a\x07b", "line 2: expected text, saw the character U+0007"),
        ("[" * 3000, "line 1: expected at most 20 levels, saw more"),
        (b"web:\n  port: \xff\n", "line 2: expected UTF-8, saw the byte 0xff"),
        ("web: {}".encode("utf-16"), "line 1: expected UTF-8, saw the byte 0xff"),
        ("# long\n" * 10_000, "board.yaml: expected at most 65536 bytes, saw more"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_plain_yaml_is_refused(
    refusal: Refusal, text: str | bytes, sentence: str
) -> None:
    assert sentence in refusal(text)


def test_a_bomb_of_aliases_is_refused_before_it_grows(refusal: Refusal) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for inner, outer in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{outer}: &{outer} [{', '.join([f'*{inner}'] * 9)}]")
    assert "line 1: expected no aliases" in refusal("\n".join(lines))


@pytest.mark.parametrize(
    ("name", "reason"),
    [("none.yaml", "No such file or directory"), (".", "Is a directory"), ("a\0b", "not a path")],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(ConfigError, match="expected a configuration file in .*, saw: ") as caught:
        load_config(tmp_path / name)
    assert str(caught.value).endswith(reason)


def test_a_configuration_error_is_one_of_ours() -> None:
    assert issubclass(ConfigError, PacoboardError)


# --- whatever else a file may hold ---

GROUPS = sorted(key.name for key in all_keys() if key.is_group and "." not in key.name)
KEYS = sorted(key.name for key in all_keys() if key.name.count(".") == 1)
VALUES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["none", "1 s", "5 %", "[1]", "{a: 1}", "21:30", "-", "1_000", "0o7", "&a", "~"]
    ),
    st.integers().map(str),
    st.floats().map(str),
)


def read_or_refused(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "wild.yaml"
        file.write_text(text, encoding="utf-8")
        told = f"{file}, "
        try:
            load_config(file)
        except ConfigError as error:
            told = str(error)
        assert "\n" not in told
        assert told.startswith(f"{file}, ")


@pytest.mark.slow
@given(st.sampled_from(KEYS), VALUES)
def test_whatever_stands_under_a_key_is_read_or_refused(key: str, value: str) -> None:
    group, _, word = key.partition(".")
    read_or_refused(f"{group}:\n  {word}: {value}\n")


@pytest.mark.slow
@given(st.text(alphabet="ab:-[]{}#&*!|>'\"%@`,? \n\t0", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


@pytest.mark.slow
@given(st.sampled_from(GROUPS), st.dictionaries(st.text(max_size=6), st.integers(), min_size=1))
def test_no_unknown_key_is_ever_ignored(group: str, keys: dict[str, int]) -> None:
    known = {key.name for key in all_keys()}
    body = "\n".join(f"  {word!r}: {value}" for word, value in keys.items() if word.isascii())
    wild = [word for word in keys if word.isascii() and f"{group}.{word}" not in known]
    with tempfile.TemporaryDirectory() as folder, suppress(ConfigError):
        file = Path(folder) / "wild.yaml"
        file.write_text(f"{group}:\n{body}\n", encoding="utf-8")
        load_config(file)
        assert wild == []
