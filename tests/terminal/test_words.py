from contextlib import suppress
from dataclasses import replace

import pytest
from rich.cells import cell_len

from board_daemon.languages.language import Language
from board_daemon.languages.speaking import speaking
from board_daemon.rules.ends import GameEnd, Reason, Result
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.status import Status
from board_daemon.terminal.ends import end_words
from board_daemon.terminal.words import (
    Names,
    event_words,
    result_words,
    status_words,
)
from board_daemon.tracking.events import (
    AskPartEvent,
    AskPieceEvent,
    AskPromotionEvent,
    AskSquareEvent,
    AskTakebackEvent,
    EndEvent,
    Event,
    HealthEvent,
    NewGameEvent,
    RestoredEvent,
    RestoreEvent,
    ReviseEvent,
    SakoEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.view import (
    BoardView,
    DestinationKind,
    FixSquare,
    HandView,
    UnfinishedView,
)
from tests.terminal.views import (
    ASK,
    ENDED,
    FIX,
    HAND,
    MIDDLE,
    PROMOTION,
    QUIET,
    SAKO,
    squares,
)

RUN = Status.RUN


def test_at_rest_it_says_whose_turn_it_is() -> None:
    assert status_words(QUIET, RUN) == "White to move."
    assert status_words(QUIET, RUN, Names("Anna", "Ben")) == "Anna to move."


def test_in_hand_it_says_who_has_what() -> None:
    assert status_words(HAND, RUN) == "White has the rook from d3 in hand."


def test_a_piece_that_is_long_in_hand_may_have_joined() -> None:
    assert HAND.hand is not None
    view = replace(HAND, hand=replace(HAND.hand, unseen=squares("b3 d7")))
    words = "White has the rook from d3 in hand. Has it joined? Then lift and set down b3 or d7."
    assert status_words(view, RUN) == words


def test_a_piece_of_the_other_side_is_sent_back() -> None:
    (square,) = squares("e6")
    words = status_words(BoardView(MIDDLE, hand=HandView(square, {})), RUN)
    assert words == "White to move: the piece from e6 goes back there."


def test_half_a_castling_says_what_is_left_to_do() -> None:
    start, end = squares("h1 f1")
    left = UnfinishedView(DestinationKind.CASTLE, start, end, is_held=False)
    words = status_words(BoardView(MIDDLE, unfinished=left), RUN)
    assert words == "Castling: one more piece goes from h1 to f1."


def test_sako_names_the_whole_way() -> None:
    assert status_words(SAKO, RUN) == "Ŝako! The way to White's king: b4 > c3 > e1."


def test_a_question_says_how_to_answer_it() -> None:
    assert status_words(ASK, RUN) == "Which one did you join? Lift it and set it down: d5 or f4."
    three = BoardView(MIDDLE, ask=squares("a1 b2 c3"))
    assert status_words(three, RUN).endswith("a1, b2 or c3.")


def test_a_correction_says_what_to_take_away_and_what_is_missing() -> None:
    words = status_words(FIX, RUN)
    assert "take away what is on d4" in words
    assert "a1 misses its piece" in words


def test_a_correction_of_one_square_asks_for_one_thing() -> None:
    away = BoardView(MIDDLE, fix=(FixSquare(27, False),))
    here = BoardView(MIDDLE, fix=(FixSquare(27, True),))
    assert status_words(away, RUN).endswith("take away what is on d4, please.")
    assert status_words(here, RUN).endswith("set the missing piece on d4, please.")


def test_where_a_touch_says_whether_a_turn_was_taken_back_it_is_asked_like_any_other() -> None:
    union = BoardView(MIDDLE, ask=squares("b5"), asks_of_takeback=True)
    assert status_words(union, RUN) == status_words(replace(union, asks_of_takeback=False), RUN)


def test_a_promotion_names_the_piece_and_how_to_choose_another() -> None:
    words = status_words(PROMOTION, RUN)
    assert "a knight now" in words
    assert "another piece" in words


def test_paco_is_celebrated_with_the_winners_name() -> None:
    assert status_words(ENDED, Status.PACO_W, Names("Anna", "Ben")) == "Paco! Anna wins."
    assert result_words(Status.PACO_B) == "Paco! Black wins."


def test_every_end_of_a_game_has_words() -> None:
    over = [status for status in Status if status.is_over]
    assert len({result_words(status) for status in over}) == len(over)


def test_every_sentence_fits_in_eighty_columns() -> None:
    for view in (ASK, FIX, HAND, PROMOTION, QUIET, SAKO):
        assert len(status_words(view, RUN)) <= 78


def test_events_are_told_in_a_line_each() -> None:
    turn = TurnEvent(1.0, 12, "Qd1xBg4", (), "", RUN)
    revise = ReviseEvent(1.0, 12, "Qd1>f3", (), "", RUN)
    assert event_words(turn, Color.WHITE) == " 12  Black  Qd1xBg4"
    assert event_words(turn, Color.BLACK) == " 12  White  Qd1xBg4"
    assert event_words(revise, Color.WHITE) == " 12  Black  Qd1>f3  (it was this turn)"
    assert event_words(TakebackEvent(1.0, 11), Color.WHITE) == "Taken back, turn 11 and after."
    assert "c3 or f6" in event_words(AskSquareEvent(1.0, squares("c3 f6")), Color.WHITE)
    part = AskPartEvent(1.0, squares("c3"), *squares("e2 e7"))
    assert "on e2 for yes, on e7 for no" in event_words(part, Color.WHITE)
    piece = AskPieceEvent(1.0, 18, PieceType.ROOK, *squares("e2 e7"))
    assert "a rook on c3 now? Lift what is on e2" in event_words(piece, Color.WHITE)
    undone = AskTakebackEvent(1.0, *squares("c3 e2 e7"))
    assert "taken back, and nothing played to c3?" in event_words(undone, Color.WHITE)
    assert "on e2 for yes, on e7 for no" in event_words(undone, Color.WHITE)
    assert "e8" in event_words(AskPromotionEvent(1.0, 60), Color.WHITE)
    assert "a3, b1" in event_words(RestoreEvent(1.0, squares("a3 b1")), Color.WHITE)
    assert "Thank you" in event_words(RestoredEvent(1.0), Color.WHITE)
    assert "b4 > e1" in event_words(SakoEvent(1.0, squares("b4 e1")), Color.WHITE)
    assert event_words(EndEvent(1.0, Result.WHITE_WINS, Reason.PACO), Color.WHITE) == ""
    assert "new game" in event_words(NewGameEvent(1.0), Color.WHITE)


def test_an_agreed_end_names_the_winner_or_a_draw() -> None:
    names = Names("Anna", "Ben")
    said = {
        result: event_words(EndEvent(1.0, result, Reason.AGREED), Color.WHITE, names)
        for result in Result
    }
    assert said == {
        Result.WHITE_WINS: "Agreed: Anna wins.",
        Result.BLACK_WINS: "Agreed: Ben wins.",
        Result.DRAW: "Agreed: a draw.",
    }


def test_every_end_is_told_as_the_rules_tell_it() -> None:
    for result in Result:
        for reason in Reason:
            with suppress(ValueError):
                end = GameEnd(result, reason)
                assert end_words(end, "Anna", "Ben") == end.in_words("Anna", "Ben")


@pytest.mark.parametrize("language", [each for each in Language if each != Language.ENGLISH])
def test_everything_is_said_in_every_language(language: Language) -> None:
    views = (ASK, ENDED, FIX, HAND, PROMOTION, QUIET, SAKO)
    events: tuple[Event, ...] = (
        TakebackEvent(1.0, 11),
        AskSquareEvent(1.0, squares("c3 f6")),
        AskPromotionEvent(1.0, 60),
        RestoreEvent(1.0, squares("a3 b1")),
        RestoredEvent(1.0),
        NewGameEvent(1.0),
        *(HealthEvent(1.0, 28, state) for state in SquareState),
    )

    def all_said() -> list[str]:
        return [
            *(status_words(view, RUN) for view in views),
            *(event_words(event, Color.WHITE) for event in events),
            *(result_words(status) for status in Status),
        ]

    english = all_said()
    with speaking(language):
        for before, after in zip(english, all_said(), strict=True):
            assert before != after


def test_a_colour_that_stands_for_a_name_is_to_move_as_people_say_it() -> None:
    with speaking(Language.FRENCH):
        assert status_words(QUIET, RUN) == "C’est aux Blancs de jouer."
        assert status_words(QUIET, RUN, Names("Anna", "Ben")) == "C’est à Anna de jouer."


def test_turns_stand_in_columns_in_persian_too() -> None:
    with speaking(Language.PERSIAN):
        told = [
            event_words(TurnEvent(1.0, ply, "e2>e4", (), "", RUN), Color.WHITE) for ply in (1, 2)
        ]
    assert [cell_len(line.partition("e2")[0]) for line in told] == [11, 11]
