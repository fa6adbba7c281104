"""The check as a person goes through it: what is wrong with a board is named, however it lies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.checkup.arrangements import SYMMETRIES, Crossing
from board_daemon.checkup.asking import Ask, Kind
from board_daemon.checkup.errors import CheckupError
from board_daemon.checkup.findings import Weight, faulty_squares, findings_of
from board_daemon.checkup.gathered import WALK
from firmware_bridge.frames import SensorKind
from firmware_bridge.squares import parse_square, square_name
from tests.checkup.faulty_boards import examined
from tests.checkup.people import NO_SHRINKING, Board, Person, checked
from tests.checkup.test_solving import IDENTITY, courses, crossings, squares, swapped

A1, B2, C3, C4, E4, H8 = map(parse_square, ("a1", "b2", "c3", "c4", "e4", "h8"))
kinds = st.sampled_from(list(SensorKind))


def words(board: Board) -> list[str]:
    return [f.words for f in findings_of(checked(board)) if f.weight != Weight.RIGHT]


@pytest.mark.slow
def test_a_board_that_is_right_is_said_to_be_right_with_73_touches() -> None:
    person = Person(Board())
    result = person.run()
    assert [finding.weight for finding in findings_of(result)] == [Weight.RIGHT, Weight.RIGHT]
    assert person.touches == 64 + 9
    assert faulty_squares(result) == frozenset()
    assert person.asking.progress == 1.0


@pytest.mark.slow
@given(crossings, courses, kinds)
@settings(max_examples=15, phases=NO_SHRINKING)
def test_any_arrangement_is_learned_through_the_dialogue(
    crossing: Crossing, course: object, kind: SensorKind
) -> None:
    board = Board(crossing.arrangement, course.arrangement, kind=kind)  # type: ignore[attr-defined]
    result = checked(board)
    assert result.explanation.all_sensors == board.sensors
    assert result.explanation.all_leds == board.leds
    assert faulty_squares(result) == frozenset()


@pytest.mark.slow
@given(squares, crossings, courses, st.sampled_from(["dead", "stuck", "dark"]), kinds)
@settings(max_examples=25, phases=NO_SHRINKING)
def test_a_single_fault_is_named_rightly(
    square: int, crossing: Crossing, course: object, fault: str, kind: SensorKind
) -> None:
    board = Board(
        crossing.arrangement,
        course.arrangement,  # type: ignore[attr-defined]
        kind=kind,
        **{fault: frozenset({square})},  # type: ignore[arg-type]
    )
    result = checked(board)
    found = {"dead": result.silent, "stuck": result.stuck, "dark": result.dark}
    assert {name for name, there in found.items() if there} == {fault}
    assert found[fault] == {square}
    assert result.explanation.all_sensors == board.sensors
    assert result.explanation.all_leds == board.leds


@pytest.mark.slow
@given(squares, squares, st.booleans(), st.sampled_from(list(SYMMETRIES)))
@settings(max_examples=25, phases=NO_SHRINKING)
def test_a_swapped_pair_is_named_rightly(
    one: int, other: int, are_leds: bool, symmetry: Crossing
) -> None:
    if one == other:
        return
    laid = symmetry.arrangement
    crossed = swapped(one, other, laid)
    result = checked(Board(laid, crossed) if are_leds else Board(crossed, laid))
    assert result.explanation.all_leds == (crossed if are_leds else laid)
    assert result.explanation.all_sensors == (laid if are_leds else crossed)
    names = [square_name(square) for square in sorted((laid[one], laid[other]))]
    said = " ".join(finding.words for finding in findings_of(result))
    assert f"{names[0]} and {names[1]} are swapped" in said


@pytest.mark.slow
def test_a_rank_without_any_answer_is_named_as_a_rank() -> None:
    rank = frozenset(range(24, 32))
    assert words(Board(dead=rank)) == [
        "No answer from rank 4: a dead sensor, a broken wire, a diode the wrong way round."
    ]


def test_a_strip_that_is_dark_keeps_nobody_waiting_and_all_sensors_are_still_checked() -> None:
    person = Person(Board(dark=frozenset(range(64)), dead=frozenset({E4})))
    said = [finding.words for finding in findings_of(person.run())]
    assert any("No LED was seen lit" in line for line in said)
    assert any("No answer from e4" in line for line in said)
    assert person.t < 240


@pytest.mark.slow
def test_squares_that_answer_together_are_a_short_circuit() -> None:
    joined = frozenset({B2 + 8, B2 + 9})
    assert "b3 and c3 answer together: a short circuit." in words(Board(joined=joined))


@pytest.mark.slow
def test_a_weak_hall_sensor_and_one_upside_down_are_named() -> None:
    said = words(Board(kind=SensorKind.FIELD, gains={E4: 0.3, C4: -1.0}))
    assert any(line.startswith("e4 is weak: 18.0 mT under the piece where the") for line in said)
    assert "The other way round: c4; turn the sensor over." in said


# --- people do not always do what they are asked ---


@pytest.mark.slow
@given(st.sets(st.integers(0, 63), max_size=6), st.integers(1, 63))
@settings(max_examples=20, phases=NO_SHRINKING)
def test_touching_a_wrong_square_once_misleads_nobody(slips: set[int], off: int) -> None:
    left = set(slips)

    def clumsy(ask: Ask, right: int | None) -> int | None:
        if ask.kind == Kind.LIT and ask.square in left and right is not None:
            left.remove(ask.square)
            return (right + off) % 64
        return right

    result = checked(Board(), clumsy)
    assert result.explanation.all_sensors == IDENTITY
    assert result.explanation.all_leds == IDENTITY
    assert faulty_squares(result) == frozenset()


@pytest.mark.slow
def test_who_always_touches_the_same_two_squares_brings_nothing_down() -> None:
    turns = iter([E4, C4] * 400)
    result = checked(Board(), lambda ask, right: next(turns) if ask.kind == Kind.LIT else right)
    assert result.explanation.all_sensors == IDENTITY
    assert len(result.dark | result.silent) > 50


@pytest.mark.slow
@given(st.sets(st.integers(0, 63), max_size=10))
@settings(max_examples=15, phases=NO_SHRINKING)
def test_squares_that_were_passed_over_are_asked_again(passed: set[int]) -> None:
    left = set(passed)

    def sleepy(ask: Ask, right: int | None) -> int | None:
        if ask.kind == Kind.LIT and ask.square in left:
            left.remove(ask.square)
            return None
        return right

    result = checked(Board(), sleepy)
    assert faulty_squares(result) == frozenset()
    assert result.explanation.leds == IDENTITY


def test_setting_the_piece_down_on_the_same_square_again_is_no_answer_to_the_next_name() -> None:
    person = Person(Board())
    person.wait(1.1)
    person.touch(A1)
    person.touch(A1)
    assert "already answered" in person.asking.note
    assert person.asking.words == "Set the piece on b2."
    person.touch(B2)
    assert person.asking.words == "Set the piece on c3."


def test_a_piece_that_is_carried_past_a_square_touches_nothing() -> None:
    person = Person(Board())
    person.wait(1.1)
    for square in (H8, E4, C3):
        person.asking.read(person.t, person.board.readings(square))
        person.wait(0.1)
    person.asking.read(person.t, person.board.readings(None))
    person.wait(1.0)
    assert person.asking.words.startswith("Set the piece on a1.")


@pytest.mark.slow
def test_pieces_that_are_taken_off_late_are_not_stuck() -> None:
    board = Board()
    person = Person(board)
    full = {square: int(square < 16) for square in range(64)}
    person.asking.read(0.0, full)
    person.wait(5.0)
    assert person.asking.words.startswith("Take all pieces off")
    person.asking.read(person.t, board.readings(None))
    assert faulty_squares(person.run()) == frozenset()


def test_a_board_that_never_answers_is_refused_soon() -> None:
    with pytest.raises(CheckupError, match="5 touches without any answer"):
        checked(Board(dead=frozenset(range(64))))


def test_who_skips_everything_comes_to_an_end() -> None:
    person = Person(Board())
    for _ in range(1 + 4):
        person.asking.skip(person.t)
    with pytest.raises(CheckupError):
        person.asking.skip(person.t)


def test_the_lights_are_walked_to_and_fro() -> None:
    assert len(set(WALK)) == 64
    assert all(
        abs(a % 8 - b % 8) + abs(a // 8 - b // 8) == 1 for a, b in zip(WALK, WALK[1:], strict=False)
    )


# --- lights and sensors that fail together ---


@pytest.mark.slow
def test_a_dead_light_over_a_dead_sensor_is_named_as_both() -> None:
    both = frozenset({E4})
    assert words(Board(dead=both, dark=both)) == [
        "No light on e4: a dead LED, or a broken joint.",
        "No answer from e4: a dead sensor, a broken wire, a diode the wrong way round.",
    ]


@pytest.mark.slow
def test_a_light_that_works_over_a_dead_sensor_is_not_blamed() -> None:
    assert words(Board(dead=frozenset({E4}))) == [
        "No answer from e4: a dead sensor, a broken wire, a diode the wrong way round."
    ]


@pytest.mark.slow
def test_a_dead_light_over_a_sensor_that_is_stuck_is_named() -> None:
    result = checked(Board(stuck=frozenset({E4}), dark=frozenset({E4})))
    assert result.stuck == result.dark == {E4}
    assert not result.silent


@pytest.mark.slow
def test_a_key_tells_of_a_light_as_a_neighbouring_square_does() -> None:
    person = Person(Board(dead=frozenset({E4}), dark=frozenset({E4})))

    def by_key(ask: Ask, right: int | None) -> int | None:
        if ask.kind == Kind.SEEN:
            assert person.asking.may_reply
            person.asking.reply(person.t, False)
            return None
        return right

    person.choose = by_key
    assert person.run().dark == {E4}
    assert any(ask.kind == Kind.SEEN for ask in person.asked)


@pytest.mark.slow
def test_who_does_not_say_whether_there_is_light_is_told_that_it_is_not_known() -> None:
    result = checked(
        Board(dead=frozenset({E4})), lambda ask, right: None if ask.kind == Kind.SEEN else right
    )
    assert result.unseen == {E4}
    assert not result.dark
    said = [finding.words for finding in findings_of(result)]
    assert any(line.startswith("Whether e4 is lit was not said") for line in said)


@pytest.mark.slow
def test_a_strip_that_is_dark_from_one_led_on_is_asked_for_in_one_question() -> None:
    dark = frozenset(WALK[40:])
    person = Person(Board(dark=dark))
    assert person.run().dark == dark
    assert sum(ask.kind == Kind.SEEN for ask in person.asked) == 1


@pytest.mark.slow
def test_lights_over_a_first_rank_of_dead_sensors_are_no_dark_strip() -> None:
    rank = frozenset(range(8))
    result = checked(Board(dead=rank))
    assert result.silent == rank
    assert not result.dark


@pytest.mark.slow
def test_two_swapped_lights_over_dead_sensors_are_found_to_be_swapped() -> None:
    pair = (E4, C3)
    board = Board(leds=swapped(*pair), dead=frozenset(pair))
    result = checked(board)
    assert result.explanation.all_leds == board.leds
    assert not result.dark | result.astray
    said = " ".join(finding.words for finding in findings_of(result))
    assert "The LEDs: c3 and e4 are swapped." in said


@pytest.mark.slow
def test_of_three_lights_that_no_sensor_can_place_it_is_said_that_nobody_can() -> None:
    round_trip = {**IDENTITY, E4: C3, C3: B2, B2: E4}
    result = checked(Board(leds=round_trip, dead=frozenset({E4, C3, B2})))
    assert result.astray == {E4, C3, B2}
    said = " ".join(finding.words for finding in findings_of(result))
    assert "The LEDs of b2, c3, e4 are lit, but not where they should be" in said


# --- weak, or dead? ---


@pytest.mark.slow
@pytest.mark.parametrize("gain", [0.025, 0.06, -0.04])
def test_a_hall_sensor_that_reads_less_than_5_mT_is_weak_and_not_silent(gain: float) -> None:
    result = checked(Board(kind=SensorKind.FIELD, gains={E4: gain}, noise=0.1))
    assert result.silent == frozenset()
    assert result.weak == {E4: pytest.approx(60 * abs(gain), abs=0.5)}
    assert (E4 in result.upside_down) == (gain < 0)


@pytest.mark.slow
def test_a_dead_hall_sensor_is_silent_and_what_it_read_is_said() -> None:
    result = checked(Board(kind=SensorKind.FIELD, dead=frozenset({E4}), noise=0.2))
    assert result.silent == {E4}
    assert not result.weak
    (said,) = [f.words for f in findings_of(result) if f.weight == Weight.FAULT]
    assert said.startswith("No answer from e4: never more than 0.")
    assert "diode" not in said


@pytest.mark.slow
def test_a_weak_magnet_is_not_taken_for_64_weak_sensors() -> None:
    said = words(Board(kind=SensorKind.FIELD, magnet=0.05, noise=0.1))
    assert len(said) == 1
    assert said[0].startswith("The piece reads only 3.")


def test_a_weak_field_answers_only_once_it_stands_still() -> None:
    person = Person(Board(kind=SensorKind.FIELD, gains={A1: 0.05}))
    person.wait(1.1)
    person.asking.read(person.t, person.board.readings(A1))
    person.wait(1.0)
    assert person.asking.words.startswith("Set the piece on a1.")
    person.wait(1.5)
    assert person.asking.words == "Set the piece on b2."


@pytest.mark.slow
def test_noise_is_no_weak_touch() -> None:
    person = Person(Board(kind=SensorKind.FIELD, noise=0.6))
    for _ in range(300):
        person.wait(0.1)
        person.asking.read(person.t, person.board.readings(None))
    assert person.asking.words.startswith("Set the piece on a1.")


# --- several faults at once ---


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [*range(4), 192, 265, 888, 1188, 1264, 1579, 2181, 20602, 30395, 31158]
)
def test_several_faults_at_once_are_named_each_on_its_square(seed: int) -> None:
    _, faults, wrong = examined(seed)
    assert not wrong, f"{faults}: {wrong}"


@pytest.mark.slow
def test_of_60_boards_with_up_to_four_faults_nothing_is_misnamed() -> None:
    wrong = {seed: examined(seed)[1:] for seed in range(60)}
    assert {seed: said for seed, said in wrong.items() if said[1]} == {}
