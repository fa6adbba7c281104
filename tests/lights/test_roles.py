from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from board_daemon.lights.roles import Role, fix_pair, roles_for
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.view import (
    BoardView,
    DestinationKind,
    FixSquare,
    HintsView,
    PromotionView,
    Quality,
    StepView,
    UnfinishedView,
)
from tests.lights.views import (
    ADVISED,
    ASK,
    ASK_PIECE,
    FIX,
    GRADED,
    HAND,
    PROMOTION,
    REST,
    START,
    WARNED,
    squares,
)
from tests.tracking.board import Board


def named(view: BoardView) -> dict[str, str]:
    return {square_name(square): str(role) for square, role in roles_for(view).items()}


def test_nothing_is_lit_where_there_is_nothing_to_say() -> None:
    assert named(BoardView(START)) == {}


def test_the_roles_are_named_as_the_design_lists_them() -> None:
    assert " ".join(Role) == (
        "origin move union takeover paco castle last sako ask fix promotion "
        "best fine risky warning opponent yes no piece code trouble"
    )


def test_a_piece_in_hand_shows_its_origin_and_its_destinations_by_kind_and_nothing_else() -> None:
    assert named(HAND) == {
        "d1": "origin",
        "d2": "move",
        "d3": "move",
        "e2": "move",
        "d4": "union",
        "f3": "takeover",
        "g4": "takeover",
        "h5": "paco",
        "b1": "castle",
    }


def test_half_a_castling_shows_the_rook_and_where_it_goes_and_no_alarm() -> None:
    rook_from, rook_to = squares("h1 f1")
    left = UnfinishedView(DestinationKind.CASTLE, rook_from, rook_to, is_held=False)
    view = BoardView(START, unfinished=left, last=squares("e7 e5"), sako=squares("b4 e1"))
    assert named(view) == {"h1": "castle", "f1": "castle"}
    held = replace(left, is_held=True)
    assert named(replace(view, unfinished=held)) == {"h1": "origin", "f1": "castle"}


def test_at_rest_only_the_last_turn_and_sako_are_lit() -> None:
    assert named(REST) == {"e7": "last", "e5": "last", "b4": "sako", "c3": "sako", "e1": "sako"}


def test_sako_covers_a_square_of_the_last_turn() -> None:
    view = BoardView(START, last=squares("b8 c3"), sako=squares("c3 e1"))
    assert named(view) == {"b8": "last", "c3": "sako", "e1": "sako"}


def test_the_code_for_a_tablet_is_shown_alone() -> None:
    for view in (REST, ASK, FIX):
        assert named(replace(view, code=squares("c3 f6 a1 h2"))) == dict.fromkeys(
            ("c3", "f6", "a1", "h2"), "code"
        )


def test_a_piece_in_hand_comes_before_the_code() -> None:
    assert named(replace(HAND, code=squares("c3 f6 a1 h2"))) == named(HAND)


def test_the_corners_tell_of_trouble_beside_all_else() -> None:
    lit = named(replace(REST, is_troubled=True))
    assert {square for square, role in lit.items() if role == "trouble"} == {"a1", "a8", "h1", "h8"}
    assert lit.items() > named(REST).items()


def test_a_question_is_shown_alone() -> None:
    assert named(ASK) == {"c3": "ask", "f6": "ask"}
    assert named(BoardView(START, hand=HAND.hand, ask=ASK.ask, sako=REST.sako)) == named(ASK)


def test_the_pieces_that_say_yes_and_no_are_lit_beside_what_is_asked() -> None:
    view = BoardView(START, ask=squares("c3"), answers=squares("e2 e7"))
    assert named(view) == {"c3": "ask", "e2": "yes", "e7": "no"}


def test_the_piece_that_is_asked_for_is_lit_where_it_may_stand() -> None:
    assert named(ASK_PIECE) == {"c3": "piece", "e2": "yes", "e7": "no"}


def test_a_correction_overrides_everything_else_and_shows_one_pair() -> None:
    assert named(FIX) == {"a3": "fix", "b1": "fix"}
    everything = BoardView(
        START, hand=HAND.hand, last=REST.last, sako=REST.sako, fix=FIX.fix, ask=ASK.ask
    )
    assert named(everything) == named(FIX)


def test_a_correction_without_a_counterpart_shows_one_square() -> None:
    missing = tuple(FixSquare(square, True) for square in squares("g1 h2"))
    assert [wrong.square for wrong in fix_pair(BoardView(START, fix=missing))] == [
        parse_square("g1")
    ]


def test_a_pawn_that_waits_to_be_promoted_is_shown_alone() -> None:
    assert named(PROMOTION) == {"e8": "promotion"}


def test_a_piece_in_hand_for_the_next_turn_comes_before_a_pawn_that_may_still_be_promoted() -> None:
    board = Board("6n1/P7/8/8/8/8/8/4K2k w 7 - - -").move("a7", "a8")
    board.rest(9.0)
    assert named(board.view) == {"a8": "promotion"}
    board.lift("g8").rest(4.0)
    assert named(board.view) == {"g8": "origin", "e7": "move", "f6": "move", "h6": "move"}
    board.drop("g8").rest()
    assert named(board.view) == {"a8": "promotion"}
    board.lift("e1").rest(4.0)  # White is not to move: he only adjusts it.
    assert named(board.view) == {"a8": "promotion"}


def test_a_touch_of_the_promoted_pawn_in_its_union_chooses_and_shows_no_destinations() -> None:
    board = Board("r5n1/1P6/8/8/8/8/8/4K2k w 7 - - -").lift("a8").lift("b7").drop("a8")
    board.rest(9.0)
    assert named(board.view) == {"a8": "promotion"}
    board.lift("a8").rest(0.3)
    assert named(board.view) == {"a8": "promotion"}


def test_half_a_castling_comes_before_a_pawn_that_may_still_be_promoted() -> None:
    board = Board("4k3/8/8/8/8/8/p7/1N2K2R b 7 H - -").move("a2", "a1")
    board.rest(9.0)
    assert named(board.view) == {"a1": "promotion"}
    board.move("e1", "g1").rest()
    assert named(board.view) == {"h1": "castle", "f1": "castle"}


def test_graded_destinations_show_their_quality_and_paco_keeps_its_gold() -> None:
    assert named(GRADED) == {
        "d1": "origin",
        "d2": "best",
        "d3": "fine",
        "e2": "risky",
        "d4": "best",
        "f3": "fine",
        "g4": "risky",
        "h5": "paco",
        "b1": "castle",
    }


def test_a_paco_that_is_not_best_is_shown_as_what_it_is() -> None:
    (king,) = squares("h5")
    hints = HintsView(grades={king: Quality.RISKY})
    assert named(replace(HAND, hints=hints))["h5"] == "risky"


@given(st.dictionaries(st.integers(0, 63), st.sampled_from(Quality)), st.integers(0, 63))
def test_no_hint_lights_what_is_no_live_destination(
    grades: dict[int, Quality], advised: int
) -> None:
    for hides in (False, True):
        hints = HintsView(hides_destinations=hides, grades=grades, advised=advised)
        assert named(replace(HAND, hints=hints)).keys() <= named(HAND).keys()


def test_who_wants_to_find_out_by_himself_sees_where_the_piece_came_from() -> None:
    assert named(replace(HAND, hints=HintsView(hides_destinations=True))) == {"d1": "origin"}


def test_an_advised_destination_is_lit_even_where_the_others_are_hidden() -> None:
    (d3,) = squares("d3")
    hints = HintsView(hides_destinations=True, advised=d3)
    assert named(replace(HAND, hints=hints)) == {"d1": "origin", "d3": "best"}


def test_a_warning_shows_who_could_reach_the_king_in_place_of_sako() -> None:
    assert named(WARNED) == {"e7": "last", "e5": "last", "h4": "warning", "e1": "warning"}


def test_the_piece_to_be_lifted_is_shown_beside_sako() -> None:
    assert named(ADVISED) == {**named(REST), "g1": "best"}


def test_the_boards_turn_shows_from_to_and_next_and_no_alarm() -> None:
    start, end, then = squares("g2 f3 e4")
    step = StepView(start, end, then)
    view = BoardView(START, step=step, last=squares("e7 e5"), sako=squares("b4 e1"))
    assert named(view) == {"g2": "opponent", "f3": "opponent", "e4": "opponent"}
    held = replace(view, step=replace(step, is_held=True))
    assert named(held) == {"f3": "opponent", "e4": "opponent"}


def test_a_promotion_of_the_boards_turn_shows_the_piece_where_it_comes_home() -> None:
    start, end = squares("b7 b8")
    step = StepView(start, end, promotion=PromotionView(end, PieceType.KNIGHT))
    assert named(BoardView(START, step=step)) == {"b7": "opponent", "b8": "promotion"}


def test_what_is_to_be_put_right_comes_before_the_boards_turn() -> None:
    start, end = squares("g2 f3")
    assert named(replace(FIX, step=StepView(start, end))) == named(FIX)
