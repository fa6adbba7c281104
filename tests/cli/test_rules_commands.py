from __future__ import annotations

from pathlib import Path

import pytest

from board_daemon.rules.fen import START_FEN
from tests.cli.conftest import Run, assert_refused, json_lines
from tests.rules.conformance import PositionRecord, game_records, position_records

PAWN = "4k3/8/8/8/8/8/4P3/4K3 w 0 - - -"


@pytest.fixture
def records() -> list[PositionRecord]:
    return position_records()[:20]


def fens(records: list[PositionRecord]) -> str:
    return "".join(f"{record['fen']}\n" for record in records)


@pytest.mark.slow
def test_successors_answers_each_position_with_a_sorted_list(
    run: Run, records: list[PositionRecord]
) -> None:
    result = run("rules", "successors", "-", text=fens(records))
    assert result.exit_code == 0
    assert json_lines(result.stdout) == [
        {"fen": r["fen"], "count": r["count"], "successors": r["successors"]} for r in records
    ]


def test_destinations_answers_each_position_square_by_square(
    run: Run, records: list[PositionRecord]
) -> None:
    result = run("rules", "destinations", "-", text=fens(records))
    for answer, record in zip(json_lines(result.stdout), records, strict=True):
        found = {square: sorted(targets) for square, targets in answer["destinations"].items()}
        assert found == {s: sorted(targets) for s, targets in record["destinations"].items()}


def test_destinations_of_a_piece_in_hand_are_listed_under_its_square(run: Run) -> None:
    result = run("rules", "destinations", "-", text="4k3/8/8/8/8/8/8/4K3^e2P w 0 - - -\n")
    assert json_lines(result.stdout)[0]["destinations"] == {"e2": ["e3", "e4"]}


def test_sako_answers_who_gives_it_and_how(run: Run, records: list[PositionRecord]) -> None:
    result = run("rules", "sako", "-", text=fens(records))
    for answer, record in zip(json_lines(result.stdout), records, strict=True):
        for side in ("white", "black"):
            assert answer[f"{side}_gives_sako"] == record[f"{side}_gives_sako"]  # type: ignore[literal-required]
            assert (answer[f"{side}_way"] is not None) == answer[f"{side}_gives_sako"]


def test_the_way_to_the_king_goes_through_the_chain(run: Run) -> None:
    result = run("rules", "sako", "-", text="4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -\n")
    [answer] = json_lines(result.stdout)
    assert answer["white_way"] == ["Lf3", "Pe5", "Pe8"]
    assert answer["black_way"] is None


def test_paco_lists_the_turns_that_unite_now_and_those_that_force_it(run: Run) -> None:
    rooks = "7k/R7/8/8/8/8/8/1R2K3 w 0 - - -"
    through = "4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -"
    first, second = json_lines(run("rules", "paco", "-", text=f"{rooks}\n{through}\n").stdout)
    assert first["fen"] == rooks
    assert first["in_one"] == []
    assert ["Lb1", "Pb8"] in first["in_two"]
    assert second["in_one"] == [["Lf3", "Pe5", "Pe8"]]


def test_paco_is_null_where_the_budget_ends(run: Run) -> None:
    text = "4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -\n"
    [answer] = json_lines(run("rules", "paco", "-", "--budget", 1, text=text).stdout)
    assert (answer["in_one"], answer["in_two"]) == (None, None)


def test_paco_with_a_piece_in_hand_lists_what_is_left_of_the_turn(run: Run) -> None:
    text = "4k3/8/8/8/8/8/8/4K3^a8R w 0 - - -\n"
    [answer] = json_lines(run("rules", "paco", "-", text=text).stdout)
    assert answer["in_one"] == [["Pe8"]]


def test_threats_within_a_turn_are_refused_with_their_line(run: Run) -> None:
    text = f"{PAWN}\n4k3/8/8/8/8/8/8/4K3^e2P w 0 - - -\n"
    result = run("rules", "threats", "-", text=text)
    assert_refused(result, "line 2", "expected a position between two turns")
    assert len(json_lines(result.stdout)) == 1


def test_threats_lists_what_each_side_covers(run: Run) -> None:
    text = "4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -\n"
    [answer] = json_lines(run("rules", "threats", "-", text=text).stdout)
    assert answer["white"] == {"covered": ["d5", "f5"], "joinable": ["d5"], "enterable": []}
    assert answer["black"] == {"covered": ["c4", "e4"], "joinable": ["e4"], "enterable": []}


def test_replay_tells_the_state_after_each_action(run: Run) -> None:
    record = game_records()[0]
    line = f"{START_FEN}\t{' '.join(record['actions'])}\n"
    [answer] = json_lines(run("rules", "replay", "-", text=line).stdout)
    assert answer["error"] is None
    for state, step in zip(answer["states"], record["steps"], strict=True):
        if "after" in step:
            assert state == step["after"]["state"]


def test_replay_ends_at_an_illegal_action_with_its_index_and_the_reason(run: Run) -> None:
    text = f"{START_FEN}\tLe2 Pe4 Le7 Pe4\n{PAWN}\tLe2 Pe3\n"
    first, second = json_lines(run("rules", "replay", "-", text=text).stdout)
    assert len(first["states"]) == 3
    assert first["error"] == {
        "index": 3,
        "action": "Pe4",
        "reason": "Pe4: expected one of Pe5 Pe6",
    }
    assert second["states"][-1] == "4k3/8/8/8/8/4P3/8/4K3 b 1 - - -|run"
    assert second["error"] is None


def test_replay_sees_a_repetition_and_what_comes_after_it(run: Run) -> None:
    round_trip = "Lg1 Pf3 Lg8 Pf6 Lf3 Pg1 Lf6 Pg8 "
    [answer] = json_lines(
        run("rules", "replay", "-", text=f"{START_FEN}\t{round_trip * 2}Lg1 Pf3 La7\n").stdout
    )
    assert answer["states"][-1].endswith("|draw-repetition")
    assert answer["error"]["index"] == 18
    assert "the game is over" in answer["error"]["reason"]


def test_replay_of_no_actions_has_no_states(run: Run) -> None:
    [answer] = json_lines(run("rules", "replay", "-", text=f"{START_FEN}\n").stdout)
    assert (answer["states"], answer["error"]) == ([], None)


def test_perft_prints_a_number(run: Run) -> None:
    assert run("rules", "perft", 3).stdout == "8902\n"
    assert run("rules", "perft", 1, PAWN).stdout == "6\n"
    assert run("rules", "perft", 1, *PAWN.split()).stdout == "6\n"


def test_a_file_is_read_as_well_as_standard_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"\ufeff{PAWN}\r\n", encoding="utf-8")
    [answer] = json_lines(run("rules", "destinations", file).stdout)
    assert answer["fen"] == PAWN


def test_blank_lines_and_comments_are_skipped_but_counted(run: Run) -> None:
    text = f"# a pawn\n\n   \n{PAWN}\n  # the end\nnonsense\n"
    result = run("rules", "destinations", "-", text=text)
    assert len(json_lines(result.stdout)) == 1
    assert_refused(result, "standard input, line 6: expected a FEN of six fields")


@pytest.mark.parametrize("command", ["successors", "destinations", "sako", "replay"])
def test_lines_before_a_broken_one_are_answered(run: Run, command: str, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{PAWN}\n{PAWN}\n4k3/8/8/8/8/8/8/3KK3 w 0 - - -\n{PAWN}\n")
    result = run("rules", command, file)
    assert len(json_lines(result.stdout)) == 2
    assert_refused(result, "positions.txt, line 3: ", "expected one king of White, got 2")


@pytest.mark.parametrize("command", ["successors", "sako"])
def test_a_position_within_a_turn_is_refused(run: Run, command: str) -> None:
    result = run("rules", command, "-", text="4k3/8/8/8/8/8/8/4K3^e2P w 0 - - -\n")
    assert_refused(result, "expected a position between two turns")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("Pe9", "in the action 'Pe9': expected a square from a1 to h8, got 'e9'"),
        ("e4", "expected an action such as Le2, Pe4 or =Q, got 'e4'"),
    ],
)
def test_what_is_no_action_ends_only_its_line(run: Run, action: str, reason: str) -> None:
    text = f"{PAWN}\tLe2 {action} Le8\n{PAWN}\tLe2 Pe3\n"
    result = run("rules", "replay", "-", text=text)
    broken, following = json_lines(result.stdout)
    assert len(broken["states"]) == 1
    assert broken["error"] == {"index": 1, "action": action, "reason": reason}
    assert (len(following["states"]), following["error"]) == (2, None)
    assert result.exit_code == 0


def test_actions_without_a_tab_before_them_are_refused(run: Run) -> None:
    result = run("rules", "replay", "-", text=f"{PAWN} Le2 Pe3\n")
    assert_refused(result, "line 1: expected a tab between the FEN and the actions")


def test_an_illegal_action_ends_a_line_before_what_is_no_action(run: Run) -> None:
    [answer] = json_lines(run("rules", "replay", "-", text=f"{PAWN}\tLe2 Pe5 Lz9\n").stdout)
    assert answer["error"]["index"] == 1


def test_an_unknown_ruleset_is_refused(run: Run) -> None:
    result = run("rules", "successors", "--rules", "chess", "-", text=f"{PAWN}\n")
    assert_refused(result, "expected a ruleset (", "got 'chess'")


def test_bytes_that_are_no_text_are_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_bytes(f"{PAWN}\n".encode() + b"4k3/\xff\xfe w 0 - - -\n")
    result = run("rules", "sako", file)
    assert len(json_lines(result.stdout)) == 1
    assert_refused(result, "line 2: FEN")


def test_an_endless_line_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("k" * 3_000_000)
    assert_refused(run("rules", "sako", file), "line 1: expected at most")


FIRST_RANK = "4k3/8/8/8/8/1p6/8/P3K3 w 0 - - -"


@pytest.mark.parametrize(
    ("rules", "passed"),
    [
        ("pacoplay", "-"),
        ("manual", "a2"),
        ("manual,en_passant_from_first_rank=no", "-"),
        ("pacoplay,en_passant_from_first_rank=yes", "a2"),
    ],
)
def test_rules_may_be_a_preset_or_a_mixture(run: Run, rules: str, passed: str) -> None:
    line = f"{FIRST_RANK}\tLa1 Pa3\n"
    [answer] = json_lines(run("rules", "replay", "-", "--rules", rules, text=line).stdout)
    assert answer["states"][-1] == f"4k3/8/8/8/8/Pp6/8/4K3 b 1 - {passed} -|run"


def test_vchess_answers_in_that_sites_fen(run: Run) -> None:
    fen = "4k3/8/8/4v3/8/8/8/4K3 w 7 iiii1111111111111111 - g3e5"
    result = run("rules", "successors", "-", "--rules", "vchess", text=fen + "\n")
    [answer] = json_lines(result.stdout)
    assert "4k3/8/8/8/8/v7/8/4K3 b 8 iiii1111111111111111 - e5a1|run" not in answer["successors"]
    assert "4k3/8/8/8/8/8/7v/4K3 b 8 iiii1111111111111111 - e5h2|run" in answer["successors"]
    assert not any("e5g3" in after for after in answer["successors"])


@pytest.mark.parametrize("rules", ["chess", "manual,kings=yes", "manual,king_unites=maybe"])
def test_an_unknown_ruleset_gets_one_sentence(run: Run, rules: str) -> None:
    assert_refused(run("rules", "sako", "-", "--rules", rules), "expected")
