"""The console in every language: nothing that families read is left in English."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from board_daemon.archive.store import Archive
from board_daemon.commands.run import _announce as announce
from board_daemon.languages.catalogs import in_language
from board_daemon.languages.language import LANGUAGE_VARIABLE, Language
from board_daemon.languages.sentences import said
from board_daemon.languages.speaking import speaking
from board_daemon.rules.rulesets import RULESETS
from tests.cli.conftest import Run, in_a_terminal

QUICK: Final = (Language.DUTCH, Language.PERSIAN)
"""One that is written like English, and the one that is least so."""
OTHERS: Final = [
    pytest.param(language, marks=() if language in QUICK else pytest.mark.slow)
    for language in Language
    if language != Language.ENGLISH
]
FAMILY: Final = ("run", "demo", "lessons", "check", "calibrate", "games")
GAMES: Final = ("list", "show", "analyse", "export", "import", "delete", "backup")
HELPS: Final = [(), *((name,) for name in FAMILY), *(("games", name) for name in GAMES)]

ENGLISH_WORDS: Final = re.compile(
    r"\b(the|and|which|without|expected|saw|from|this|there|where|what|turns?|piece|white|black|"
    r"moves?|wins|usage|options|show|examples|error|missing|invalid|such|command|value|game|games|"
    r"with|started|result|rules|goes|chain|played|speed)\b",
    re.IGNORECASE,
)
"""Words of everyday English that are none of any other of our languages."""
_COMMANDS: Final = "|".join((*FAMILY, *GAMES, "infer", "rules"))
NOT_SAID: Final = re.compile(
    rf"pacoboard( ({_COMMANDS})\b){{0,2}}( (--?[\w-]+|-|\d+|[\w*-]+\.\w+))*|"
    r"--[\w-]+|\b[\w-]+\.(jsonl?|sqlite|yaml|txt)\b|/[\w./-]+|"
    r"\b(rook-unites|[a-h][1-8]\S*|game\.jsonl|GAME\S*|FILE\S*)"
    r"|│ (games|rules|show) |children\S*"
    # French has this word as well.
    r"|\[?OPTIONS\]?|─ Options ─"
)
"""What is typed or read by programs, and so is the same everywhere."""


def left_in_english(text: str) -> list[str]:
    return [found[0] for found in ENGLISH_WORDS.finditer(NOT_SAID.sub("", text))]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("command", HELPS, ids=" ".join)
def test_help_is_in_the_language_asked_for(
    run: Run, command: tuple[str, ...], language: Language
) -> None:
    shown = run(*command, "--help", "--language", language)
    assert shown.exit_code == 0
    assert left_in_english(shown.stdout) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_what_is_told_of_games_is_in_the_language_asked_for(
    run: Run, recorded: Path, tmp_path: Path, language: Language
) -> None:
    spoken = ("--language", language, "--archive", recorded)
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("White: Ann\nBlack: Bo\n\n1. e2>e4  e7>e5\n")
    told = [
        run("games", "show", 1, *spoken),
        run("games", "import", sheet, *spoken),
        run("games", "import", sheet, "--language", language),
        run("games", "delete", 1, *spoken, text="n\n"),
        run("games", "backup", tmp_path / "copy", *spoken),
        run("games", "delete", 1, "--yes", *spoken),
    ]
    for result in told:
        assert left_in_english(result.output) == []


YES_AND_NO: Final = (
    (Language.ENGLISH, "y", "n"),
    (Language.DUTCH, "j", "nee"),
    (Language.GERMAN, "ja", "nein"),
    (Language.FRENCH, "O", "n"),
    (Language.CZECH, "a", "ne"),
    (Language.ESPERANTO, "jes", "n"),
    (Language.PERSIAN, "ب", "نه"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "yes", "no"), YES_AND_NO)
def test_a_question_is_answered_with_the_yes_and_no_of_the_language(
    run: Run, recorded: Path, language: Language, yes: str, no: str
) -> None:
    delete = ("games", "delete", 1, "--archive", recorded, "--language", language)
    for refused in (no, "", "no"):
        assert run(*delete, text=f"{refused}\n").exit_code == 1
    assert run(*delete, text=f"{yes}\n").exit_code == 0
    assert run("games", "show", 1, "--archive", recorded).exit_code == 2


@pytest.mark.slow
@pytest.mark.parametrize("language", [Language.DUTCH, Language.FRENCH])
def test_english_letters_are_taken_in_every_language(
    run: Run, recorded: Path, language: Language
) -> None:
    delete = ("games", "delete", 1, "--archive", recorded, "--language", language)
    assert run(*delete, text="y\n").exit_code == 0


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_neither_yes_nor_no_is_asked_again_in_the_language_asked_for(
    run: Run, recorded: Path, language: Language
) -> None:
    delete = ("games", "delete", 1, "--archive", recorded, "--language", language)
    asked = run(*delete, text="?\n\n")
    assert asked.exit_code == 1
    assert asked.stderr.count("]:") == 2
    assert "[y/N]" not in asked.stderr
    assert left_in_english(asked.output) == []


def test_a_question_that_nobody_answers_deletes_nothing(run: Run, recorded: Path) -> None:
    assert run("games", "delete", 1, "--archive", recorded).exit_code != 0
    assert run("games", "show", 1, "--archive", recorded).exit_code == 0


@pytest.mark.parametrize("language", OTHERS)
def test_lessons_are_listed_and_shown_in_the_language_asked_for(
    run: Run, language: Language
) -> None:
    heading, *titles = run("lessons", "--language", language).stdout.splitlines()
    # The columns of a pipe are for programs, as are the ids in them.
    assert heading == "Course\tExercise\tTitle"
    assert left_in_english("\n".join(title.split("\t")[2] for title in titles)) == []
    shown = run("lessons", "paco-in-two", "--solution", "--language", language)
    assert left_in_english(shown.stdout) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_a_game_is_watched_in_the_language_asked_for(
    run: Run, data_dir: Path, language: Language
) -> None:
    trace = data_dir / "traces" / "game-13103.presence.clean.jsonl"
    assert left_in_english(run("demo", trace, "--language", language).stdout) == []


REFUSED: Final = (
    ("rnu",),
    ("--colour",),
    ("run", "--port"),
    ("run", "--port", "many"),
    ("run", "--config", "nowhere.yaml"),
    ("demo", "nowhere.jsonl"),
    ("lessons", "horses"),
    ("check", "--config", "nowhere.yaml"),
    ("games", "show"),
    ("games", "show", "7"),
    ("games", "list"),
    ("games", "import", "nowhere.txt"),
    ("games", "import", "-"),
    ("games", "import", "-", "too", "much"),
)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("command", REFUSED, ids=" ".join)
def test_what_goes_wrong_is_said_in_the_language_asked_for(
    run: Run, command: tuple[str, ...], language: Language
) -> None:
    english, other = run(*command), run(*command, "--language", language)
    if command != ("run", "--port"):
        assert other.exit_code == english.exit_code
    assert other.stderr != english.stderr
    assert left_in_english(other.stderr) == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "text",
    [
        "Once upon a time",
        "1. e2>e4  e7>e5\n3. d2>d4",
        "1. e2>e4  e7>e5\nStart: elsewhere",
        "Result: 1-0\n1. e2>e4  e7>e5",
    ],
)
def test_what_is_no_score_sheet_is_refused_in_the_language_asked_for(
    run: Run, tmp_path: Path, language: Language, text: str
) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(text)
    refused = run("games", "import", file, "--language", language)
    assert refused.exit_code == 2
    assert left_in_english(refused.stderr) == []


@pytest.mark.parametrize("language", OTHERS)
def test_an_archive_of_another_program_is_refused_in_the_language_asked_for(
    run: Run, tmp_path: Path, language: Language
) -> None:
    foreign = tmp_path / "foreign.sqlite"
    foreign.write_text("nothing of ours, and long enough to be looked at as a database" * 9)
    refused = run("games", "list", "--archive", foreign, "--language", language)
    assert refused.exit_code == 2
    assert left_in_english(refused.stderr) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", [Language.DUTCH, Language.PERSIAN])
def test_tables_in_a_terminal_are_in_the_language_asked_for(
    recorded: Path, language: Language
) -> None:
    listed = in_a_terminal("games", "list", "--archive", recorded, language=language)
    analysed = in_a_terminal("games", "analyse", 1, "--archive", recorded, language=language)
    assert left_in_english(listed + analysed) == []


@pytest.mark.slow
def test_in_a_table_each_persian_cell_is_isolated_so_that_columns_keep_their_order(
    recorded: Path,
) -> None:
    listed = in_a_terminal("games", "list", "--archive", recorded, language="fa")
    heading = next(line for line in listed.splitlines() if "سفید" in line)
    assert heading.index("بازی") < heading.index("سفید") < heading.index("سیاه")
    assert all(f"\u2068{word}\u2069" in heading for word in ("بازی", "سفید", "سیاه"))


def test_what_programs_read_is_the_same_in_every_language(run: Run, recorded: Path) -> None:
    for command in (
        ("games", "list"),
        ("games", "list", "--json"),
        ("games", "export", 1),
        ("games", "analyse", 1),
        ("games", "analyse", 1, "--json"),
    ):
        english = run(*command, "--archive", recorded).stdout
        assert run(*command, "--archive", recorded, "--language", "fa").stdout == english


@pytest.mark.slow
def test_the_option_may_stand_anywhere_and_outdoes_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LANGUAGE_VARIABLE, "de")
    assert "Beispiele:" in run("demo", "--help").stdout
    for arguments in (
        ("--language", "nl", "demo", "--help"),
        ("--language=nl", "demo", "--help"),
        ("demo", "--language", "nl", "--help"),
        ("demo", "--help", "--language=nl"),
    ):
        assert "Voorbeelden:" in run(*arguments).stdout


@pytest.mark.slow
def test_without_an_option_the_shell_says_which_language(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(LANGUAGE_VARIABLE)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "cs_CZ.UTF-8")
    assert "Příklady:" in run("demo", "--help").stdout
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "Examples:" in run("demo", "--help").stdout


@pytest.mark.parametrize("arguments", [("--language", "xx"), ("demo", "--language=tlh")])
def test_an_unknown_language_is_refused_in_one_sentence(
    run: Run, arguments: tuple[str, ...]
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    [sentence] = result.stderr.splitlines()
    assert sentence.startswith("pacoboard: --language: expected one of en (English), nl (Neder")


def test_an_unknown_language_of_the_environment_is_refused_by_its_name(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LANGUAGE_VARIABLE, "klingon")
    result = run("lessons")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"pacoboard: {LANGUAGE_VARIABLE}: expected one of")
    assert result.stderr.endswith("saw 'klingon'\n")


def test_the_option_without_a_language_is_refused(run: Run) -> None:
    assert run("demo", "--language").exit_code == 2


def test_one_command_does_not_leave_its_language_to_the_next(run: Run) -> None:
    before = run("--help").stdout
    assert run("--help", "--language", "fr").stdout != before
    assert run("--help").stdout == before


def test_the_help_names_every_ruleset(run: Run) -> None:
    # Names break at their hyphens, and the frame stands between the lines.
    shown = re.sub(r"[\s│-]", "", run("games", "import", "--help").stdout)
    [names] = re.findall(r"doesnotsay:([\w,]+)\.", shown)
    assert names.split(",") == [name.replace("-", "") for name in RULESETS]


def _unmarked(text: str, copied: str) -> bool:
    """Whether something stands in a text, and without marks that nobody sees around it."""
    return re.search(rf"(?<!\u2068){re.escape(copied)}(?!\u2069)", text) is not None


@pytest.mark.slow
def test_what_is_copied_from_a_persian_terminal_has_no_marks_that_nobody_sees(
    run: Run, data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive, copy, layout = (tmp_path / name for name in ("a.sqlite", "b.sqlite", "board.yaml"))
    fen = "4k3/8/8/8/8/8/4P3/4K3 w 0 - - -"
    with Archive(archive) as opened:
        opened.new_game(fen, "manual", None, "Ann", "Bo")
    spoken = ("--archive", archive, "--language", "fa")
    shown = run("games", "show", 1, *spoken).stdout
    assert _unmarked(shown, fen)
    assert _unmarked(shown, "manual")
    assert "\u2068Ann\u2069" in shown
    assert _unmarked(run("games", "backup", copy, *spoken).stdout, str(copy))
    assert _unmarked(run("games", "backup", copy, *spoken).stderr, str(copy))
    trace = data_dir / "traces" / "game-13103.presence.clean.jsonl"
    watched = run("demo", trace, "--language", "fa").stdout
    assert _unmarked(watched, f"pacoboard demo {trace}")
    for command in (("demo", layout), ("run", "--config", layout), ("games", "import", layout)):
        assert _unmarked(run(*command, "--language", "fa").stderr, str(layout))
    with speaking(Language.PERSIAN):
        announce("http://127.0.0.1:8000/")
    assert _unmarked(capsys.readouterr().err, "http://127.0.0.1:8000/")


def test_names_and_notation_are_isolated_where_a_sentence_is_written_from_right_to_left() -> None:
    sentence = said("line.turn", "{name} to move.", name="Ada")
    assert "\u2068Ada\u2069" in in_language(sentence, Language.PERSIAN)
    assert "\u2068" not in in_language(sentence, Language.DUTCH)
