from __future__ import annotations

import json
from dataclasses import replace

import pytest

from board_daemon.archive.errors import ArchiveError
from board_daemon.archive.export import ExportFormat, export_game
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import Archive
from board_daemon.rules.actions import action_from_json, format_action
from board_daemon.rules.fen import START_FEN

Played = tuple[ArchivedTurn, ...]


def record(archive: Archive, turns: Played, start_fen: str = START_FEN) -> int:
    game = archive.new_game(start_fen, "pacoplay", None)
    for ply, turn in enumerate(turns, 1):
        archive.record_turn(game, replace(turn, ply=ply))
    return game


def test_fen_is_the_start_and_the_position_after_each_turn(
    archive: Archive, played: Played
) -> None:
    text = export_game(archive, record(archive, played), ExportFormat.FEN)
    assert text.splitlines() == [START_FEN, *(turn.fen for turn in played)]
    assert text.endswith("\n")


def test_the_score_has_two_turns_a_line_and_the_result(archive: Archive, played: Played) -> None:
    game = archive.new_game(START_FEN, "pacoplay", "2026-11-20T19:30:00", "Ann", "")
    for turn in played[:5]:
        archive.record_turn(game, turn)
    archive.finish(game, "white", "resignation")
    assert export_game(archive, game, ExportFormat.NOTATION) == (
        "Started: 2026-11-20T19:30:00\n"
        "White: Ann\n"
        "Black: ?\n"
        "Rules: pacoplay\n"
        "\n"
        f"1. {played[0].notation}  {played[1].notation}\n"
        f"2. {played[2].notation}  {played[3].notation}\n"
        f"3. {played[4].notation}\n"
        "Result: white (resignation)\n"
    )


def test_a_score_that_black_begins_leaves_white_out(archive: Archive, played: Played) -> None:
    fen = START_FEN.replace(" w ", " b ")
    text = export_game(archive, record(archive, played[1:4], fen), ExportFormat.NOTATION)
    assert text.splitlines() == [
        "Rules: pacoplay",
        f"Start: {fen}",
        "",
        f"1. ...    {played[1].notation}",
        f"2. {played[2].notation}  {played[3].notation}",
        "The game goes on.",
    ]


def test_the_numbers_of_a_long_score_are_in_line(archive: Archive, played: Played) -> None:
    text = export_game(archive, record(archive, played[:1] * 20), ExportFormat.NOTATION)
    numbers = [line.split(".")[0] for line in text.splitlines() if "." in line]
    assert numbers[:1] == [" 1"]
    assert numbers[9:10] == ["10"]


def test_a_game_without_turns_can_be_exported(archive: Archive) -> None:
    game = record(archive, ())
    assert export_game(archive, game, ExportFormat.FEN) == f"{START_FEN}\n"
    assert json.loads(export_game(archive, game, ExportFormat.ACTIONS)) == {
        "actions": [],
        "timestamps": [],
    }


def test_a_game_without_a_trace_has_none_to_export(archive: Archive) -> None:
    game = record(archive, ())
    with pytest.raises(ArchiveError, match="has no sensor trace"):
        export_game(archive, game, ExportFormat.TRACE)


def test_actions_have_the_official_form_and_a_time_stamp_each(archive: Archive) -> None:
    turns = (
        ArchivedTurn(1, 3.2500000000000004, "e2>e4", ("Le2", "Pe4"), "fen", "run"),
        ArchivedTurn(2, 7.5, "b7>b8=Q", ("Lb7", "Pb8", "=Q"), "fen", "run"),
    )
    text = export_game(archive, record(archive, turns), ExportFormat.ACTIONS)
    assert text == (
        '{"actions":[{"Lift":12},{"Place":28},{"Lift":49},{"Place":57},{"Promote":"Queen"}],'
        '"timestamps":[3.25,3.25,7.5,7.5,7.5]}\n'
    )


def test_exported_actions_are_the_recorded_ones(archive: Archive, played: Played) -> None:
    value = json.loads(export_game(archive, record(archive, played), ExportFormat.ACTIONS))
    tokens = [format_action(action_from_json(action)) for action in value["actions"]]
    assert tokens == [token for turn in played for token in turn.actions]
    assert value["timestamps"] == [round(turn.t, 3) for turn in played for _ in turn.actions]


def test_actions_say_where_a_game_began_if_not_at_the_start(archive: Archive) -> None:
    game = archive.new_game("another fen", "pacoplay", None)
    value = json.loads(export_game(archive, game, ExportFormat.ACTIONS))
    assert value["start_fen"] == "another fen"


def test_a_trace_comes_out_as_it_went_in(archive: Archive) -> None:
    game = record(archive, ())
    lines = ['{"trace":1}', '{"t":1.0,"squares":{"e2":0}}']
    archive.append_trace(game, lines)
    assert export_game(archive, game, ExportFormat.TRACE).splitlines() == lines


@pytest.mark.parametrize("form", ExportFormat)
def test_a_game_that_does_not_exist_cannot_be_exported(
    archive: Archive, form: ExportFormat
) -> None:
    with pytest.raises(ArchiveError, match="saw no game 3"):
        export_game(archive, 3, form)
