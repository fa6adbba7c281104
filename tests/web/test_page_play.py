"""Games played on the page by its board: every kind of turn, and every way back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.live_page import LivePage

pytestmark = pytest.mark.slow

CHAIN = "4k3/8/8/8/4a3/5a2/8/4K1N1 w 0 - - -"
"""The knight frees the pawn of f3, which frees the pawn of e4."""
HOME_STRETCH = "4k3/1P6/8/8/8/8/8/4K3 w 0 - - -"
TWO_PARTNERS = "4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -"
ROOKS_AT_HOME = "r3k2r/8/8/8/8/8/8/R3K2R w 0 AHah - -"
PASSING_BY = "4k3/3p4/8/4P3/8/8/8/4K3 b 0 - - -"
SAKO_BY_A_CHAIN = "8/8/4k3/3a4/8/8/8/1R2K3 w 0 - - -"
PACO_IN_ONE = "4k2R/8/8/8/8/8/8/4K3 w 0 - - -"


def test_a_union_is_formed_by_lifting_and_setting_down(live: LivePage) -> None:
    live.new_game(white="Ada", black="Ben")
    live.tap("e2")
    live.lit("origin", "e2")
    live.lit("move", "e3", "e4")
    live.says("Ada has the pawn from e2 in hand.")
    live.tap("e4")
    live.turns("e2 > e4")
    live.tap("d7", "d5")
    live.turns("e2 > e4", "d7 > d5")
    live.tap("e4")
    live.lit("union", "d5")
    live.lit("move", "e5")
    live.picture("live-hand")
    live.tap("d5")
    live.turns("e2 > e4", "d7 > d5", "e4 × d5")
    live.shows(d5="white pawn and black pawn, united", e4="empty")
    live.says("Ben to move.")
    live.picture("live-union")


def test_a_union_moves_as_one(live: LivePage) -> None:
    live.new_game("4k3/8/8/8/4a3/8/8/4K3 w 0 - - -")
    live.tap("e4")
    live.says("White has the union of pawn and pawn from e4 in hand.")
    live.tap("e5")
    live.turns("PPe4 > e5")
    live.shows(e5="white pawn and black pawn, united", e4="empty")


def test_a_chain_frees_piece_after_piece_and_each_stays_in_hand(live: LivePage) -> None:
    live.new_game(CHAIN)
    live.tap("g1")
    expect(live.square("f3")).to_have_attribute("data-role", "takeover")
    live.tap("f3")
    live.says("Freed! White goes on with the pawn of f3.")
    live.shows(f3="white knight and black pawn, united")
    expect(live.square("e4")).to_have_attribute("data-role", "takeover")
    live.picture("live-chain")
    live.tap("e4")
    live.says("Freed! White goes on with the pawn of e4.")
    live.lit("move", "e5")
    live.tap("e5")
    live.turns("Ng1 → Pf3 → Pe4 → e5")
    live.shows(e4="white pawn and black pawn, united", e5="white pawn", g1="empty")


@pytest.mark.parametrize(
    ("piece", "letter"), [("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N")]
)
def test_a_promotion_is_chosen_by_one_tap(live: LivePage, piece: str, letter: str) -> None:
    live.new_game(HOME_STRETCH)
    live.tap("b7", "b8")
    live.says("Home! The pawn on b8 becomes a queen, unless you choose another.")
    if piece == "knight":
        live.picture("live-promotion")
    live.button(piece).click()
    live.turns(f"b7 > b8={letter}")
    live.shows(b8=f"white {piece}")
    live.says(re.compile("Black to move|Ŝako"))


def test_a_turn_is_taken_back_by_a_button(live: LivePage) -> None:
    live.new_game()
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    live.tap("e7", "e5")
    live.turns("e2 > e4", "e7 > e5")
    live.button("Take back").click()
    expect(live.dialog).to_contain_text("e7 > e5 is taken back.")
    live.dialog.get_by_role("button", name="Take back").click()
    live.turns("e2 > e4")
    live.says("Black to move.")
    live.shows(e7="black pawn", e5="empty")


def test_turns_are_taken_back_from_the_list(live: LivePage) -> None:
    live.new_game()
    for way in (("e2", "e4"), ("e7", "e5"), ("g1", "f3")):
        live.tap(*way)
    live.turns("e2 > e4", "e7 > e5", "Ng1 > f3")
    live.button("1, White: e2 > e4").click()
    expect(live.dialog).to_contain_text("e2 > e4 and the 2 turns after it are taken back.")
    live.dialog.get_by_role("button", name="Take back").click()
    live.turns()
    live.shows(e2="white pawn", e7="black pawn", g1="white knight")
    live.says("White to move.")


def test_a_turn_is_taken_back_by_setting_the_piece_back(live: LivePage) -> None:
    live.new_game()
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    live.tap("e4", "e2")
    live.turns()
    live.says("White to move.")
    live.tap("d2", "d4")
    live.turns("d2 > d4")


def test_a_piece_that_was_lifted_may_be_put_back(live: LivePage) -> None:
    live.new_game()
    live.tap("b1")
    live.says("White has the knight from b1 in hand.")
    live.button("Put it back").click()
    live.says("White to move.")
    live.tap("b1")
    live.lit("origin", "b1")
    live.page.keyboard.press("Escape")
    live.says("White to move.")
    live.shows(b1="white knight")
    live.turns()


@pytest.mark.parametrize("square", ["d5", "f5"])
def test_a_question_is_answered_by_one_tap_on_the_board(live: LivePage, square: str) -> None:
    _slip_in(live)
    live.picture("live-question")
    live.tap(square)
    live.turns(f"e4 × {square}", "Ke8 > e7")
    live.says("White to move.")


def test_a_question_is_answered_by_one_tap_on_a_button(live: LivePage) -> None:
    _slip_in(live)
    live.button("black pawn, f5").click()
    live.turns("e4 × f5", "Ke8 > e7")


def _slip_in(live: LivePage) -> None:
    """The pawn joins one of two, and no sensor can tell which; then Black moves on."""
    live.new_game(TWO_PARTNERS)
    live.tap("e4")
    live.lit("union", "d5", "f5")
    live.press_with_key("d5")
    live.shows(d5="white pawn and black pawn, united")
    live.tap("e8", "e7")
    live.says("Which one did you join? Lift it and set it down.")
    live.lit("ask", "d5", "f5")


def test_an_illegal_move_is_put_right_by_the_lights(live: LivePage) -> None:
    live.new_game()
    live.tap("e2", "e5")
    live.says("Let us put this right: take away what is on e5; e2 misses its piece.")
    live.lit("fix", "e2", "e5")
    expect(live.page.get_by_role("listitem").filter(has_text="e5: take away")).to_be_visible()
    live.picture("live-fix")
    live.tap("e5", "e2")
    live.says("White to move.")
    live.turns()
    live.tap("e2", "e4")
    live.turns("e2 > e4")


def test_an_illegal_move_is_put_right_by_one_button(live: LivePage) -> None:
    live.new_game()
    live.tap("a1", "a5")
    live.lit("fix", "a1", "a5")
    live.button("Set the pieces back").click()
    live.says("White to move.")
    live.shows(a1="white rook", a5="empty")


@pytest.mark.parametrize(
    ("goal", "rook", "beside", "notation"),
    [("g1", "h1", "f1", "0-0"), ("c1", "a1", "d1", "0-0-0")],
)
def test_castling(live: LivePage, goal: str, rook: str, beside: str, notation: str) -> None:
    live.new_game(ROOKS_AT_HOME)
    live.tap("e1")
    live.lit("castle", "c1", "g1")
    live.tap(goal)
    live.shows(**{goal: "white king"})
    live.tap(rook, beside)
    live.turns(notation)
    live.shows(**{goal: "white king", beside: "white rook", rook: "empty", "e1": "empty"})


def test_castling_is_finished_whenever_the_player_likes(live: LivePage) -> None:
    live.new_game(ROOKS_AT_HOME)
    live.tap("e1", "g1")
    live.says("Castling: the rook goes from h1 to f1.")
    live.lit("castle", "h1", "f1")
    live.tap("a8", "b8")
    live.lit("fix", "a8", "b8")
    live.tap("b8", "a8")
    live.lit("castle", "h1", "f1")
    live.tap("h1")
    live.lit("origin", "h1")
    live.tap("f1")
    live.turns("0-0")


def test_a_piece_of_the_other_side_is_sent_back_and_joins_nothing(live: LivePage) -> None:
    live.new_game()
    live.tap("g8")
    live.says("White to move: the knight goes back to g8.")
    live.tap("e2")
    expect(live.page.get_by_text("This piece may not join e2")).to_be_visible()
    live.shows(e2="white pawn", g8="empty")
    live.tap("g8")
    live.says(re.compile("White to move.$"))
    live.tap("e2", "e4")
    live.turns("e2 > e4")


def test_a_wrong_join_on_purpose_is_seen_by_a_reed_as_a_piece_that_is_gone(live: LivePage) -> None:
    live.new_game()
    live.tap("g8")
    live.says("White to move: the knight goes back to g8.")
    live.press_with_key("e2")
    live.shows(e2="white pawn and black knight, united", g8="empty")
    live.lit("origin", "g8")
    live.says("White to move: the knight goes back to g8.")


def test_en_passant_unites_the_two_on_the_square_passed_over(live: LivePage) -> None:
    live.new_game(PASSING_BY)
    live.tap("d7", "d5")
    live.turns("d7 > d5")
    live.tap("e5")
    live.lit("union", "d6")
    live.tap("d6")
    live.tap("d5", "d6")
    live.turns("d7 > d5", "e5 > d6")
    live.shows(d6="white pawn and black pawn, united", d5="empty", e5="empty")


def test_sako_is_shown_as_the_whole_way_to_the_king(live: LivePage) -> None:
    live.new_game(SAKO_BY_A_CHAIN, black="Ben")
    live.tap("b1", "d1")
    live.turns("Rb1 > d1")
    live.says("Ŝako! Ben's king can be reached: d1 → d5 → e6.")
    live.lit("sako", "d1", "d5", "e6")
    expect(live.trail.first).to_be_attached()
    live.picture("live-sako")
    live.tap("e6", "e7")
    live.says("White to move.")
    expect(live.trail).to_have_count(0)


def test_a_paco_is_celebrated_with_the_winners_name(live: LivePage) -> None:
    live.new_game(PACO_IN_ONE, white="Ada", black="Ben")
    live.tap("h8")
    live.lit("paco", "e8")
    live.tap("e8")
    live.turns("Rh8 × Ke8")
    live.says("Paco! Ada wins.")
    expect(live.page.get_by_role("heading", name="Paco! Ada wins.")).to_be_visible()
    live.shows(e8="white rook and black king, united")
    live.picture("live-paco")
    for name in ("Resign", "Offer a draw"):
        expect(live.button(name)).to_have_count(0)
    live.page.get_by_role("link", name="Look at the game").click()
    expect(live.page.get_by_role("heading", name="Ada and Ben")).to_be_visible()


def test_a_draw_is_offered_declined_offered_again_and_accepted(live: LivePage) -> None:
    live.new_game(white="Ada", black="Ben")
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    for reply in ("Play on", "Accept"):
        live.button("Offer a draw").click()
        live.dialog.get_by_role("button", name="Ben offers").click()
        expect(live.page.get_by_role("heading", name="Ben offers a draw.")).to_be_visible()
        expect(live.button("Offer a draw")).to_have_count(0)
        live.picture("live-draw-offer")
        live.button(reply).click()
        expect(live.page.get_by_role("heading", name="Ben offers a draw.")).to_have_count(0)
    live.says("Agreed: a draw.")


def test_who_resigns_may_go_on_after_all(live: LivePage) -> None:
    live.new_game(white="Ada", black="Ben")
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    live.button("Resign").click()
    live.dialog.get_by_role("button", name="Ben resigns").click()
    live.says(re.compile("Ben .*Ada wins|Ada wins"))
    live.picture("live-resigned")
    live.button("Go on after all").click()
    live.says("Ben to move.")
    live.tap("e7", "e5")
    live.turns("e2 > e4", "e7 > e5")
