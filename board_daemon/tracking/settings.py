"""The tracker's times and degrees of doubt: all that weigh stories against each other."""

from dataclasses import dataclass
from typing import Final

REACTION: Final = 0.3
"""Nobody sees a light come on and lifts a piece sooner than that, in seconds: he was going to do so
anyway."""

LOOKS_AHEAD: Final = (0.1, 0.15, 0.2, 0.25)
"""Lengths of rest, in seconds, at which nothing is decided: what must be known when a quick reply
comes is begun with, so that less of it is left to be done at once."""

RESTS_TO_WORK: Final = (
    *(twentieths / 20 for twentieths in range(7, 60)),
    *(quarters / 4 for quarters in range(12, 32)),
    *(float(seconds) for seconds in range(8, 21)),
)
"""Lengths of rest, in seconds, at which what was left is worked out; nothing else, but for the
patience that happens to be as long."""


@dataclass(frozen=True, slots=True)
class TrackerSettings:
    """How patient and how careful the tracker is. Times in seconds, doubts in nats.

    A doubt of x nats stands for odds of e^x to one against.
    """

    debounce: float = 0.03
    """A reading counts once it has stood this long: contacts bounce for some 16 ms, a piece that
    slides over a square stays for 50."""

    passing: float = 0.3
    """A piece that stands on a square for no longer than this is sliding over it."""

    same_moment: float = 0.15
    """Which of two hands has set something down first, within so short a time, says nothing."""

    settle: float = 0.7
    """Rest after which a turn is recorded that a slide or a chain might still extend."""

    settle_final: float = 0.3
    """Rest after which a turn is recorded that nothing can extend."""

    answer_rest: float = 1.5
    """Rest after a touch that makes it an answer: who adjusts a piece and plays on is faster."""

    restore_after: float = 1.2
    """Rest after which a board that no turn explains is to be put right."""

    partial_patience: float = 4.0
    """How long a piece may be in the air before what else stands wrong is to be put right, or what
    its player was doing is taken to be over."""

    leftover_patience: float = 8.0
    """Rest after which what still stands wrong, and might be a turn, is taken for one: who puts the
    board right one pair after the other is faster. A piece in hand for so long may have joined
    another one unseen, and whoever waits for the board is told how to show it."""

    held_patience: float = 3.0
    """Where a square is known to be bad, a union that was gone for so long may have stood on
    another such one, though it is back."""

    held_before_play: float = 5.0
    """The same where none is, if somebody plays as soon as it is back."""

    touch_patience: float = 15.0
    """How long a touch is waited for that answers a question: then two other pieces are to answer,
    for it may have been made where nobody can feel it."""

    unfelt_patience: float = 30.0
    """The same where nobody can be asked by two other pieces: then later play is to tell, and he
    may go on."""

    trust_patience: float = 60.0
    """Rest after which the only square that stands wrong is taken to be dead or stuck: who can put
    it right does so, and who sees that it is right has no other way to say so."""

    silent_patience: float = 2.5
    """With a player who slips pieces in: how long a missing piece is taken to be in his hand."""

    margin: float = 4.0
    """An explanation is certain when every other one is worse by this much."""

    likelier: float = 2.0
    """And likelier when worse by this much: that is recorded once nothing more can be told."""

    hardly_otherwise: float = 1.5
    """And hardly otherwise when worse by this much, where nothing could be lit to tell more."""

    adjust: float = 1.0
    """Doubt of a piece lifted and returned for no reason."""

    adjust_in_air: float = 5.0
    """The same while the player holds another piece."""

    joined_at_once: float = 2.0
    """So much less doubt of that where the piece held may have joined what was touched right after
    it: else somebody has at once adjusted just that."""

    stray_jump: float = 3.5
    """Doubt of a field that jumps meanwhile over a union which looks empty, and which nobody has
    touched."""

    adjust_together: float = 3.0
    """Doubt of two pieces lifted and returned at the same time for no reason."""

    early_step: float = 2.0
    """Doubt of a step of a chain that was over before the one before it."""

    two_in_hand: float = 10.0
    """Doubt of each piece in the air beyond the one that moves and the one it may join."""

    both_at_it: float = 3.0
    """Doubt of both players being at it at once, for each second: where nobody has set anything
    down, beyond `silent_patience` and up to `fault`; in the midst of a turn beyond
    `restore_after`."""

    disorder: float = 5.5
    """Doubt of a piece set down before the one that it was to replace was lifted."""

    draws_back_for: float = 2.2
    """How long a pawn may stand where it was drawn back to, before who did so takes his own up to
    join it en passant."""

    came_too_early: float = 9.0
    """Doubt of a piece seen to arrive before it was seen to be lifted: those are rather two."""

    slipped_beside: float = 2.0
    """Doubt of a pawn slipped in beside the one that its player has drawn back to join it."""

    takeback: float = 3.0
    """Doubt of a turn taken back."""

    takeback_more: float = 2.0
    """Doubt of each turn that is taken back with it."""

    undone: float = 9.0
    """Doubt of a turn taken back, beyond that, where the other player may undo it with a turn."""

    undone_soon: float = 2.5
    """A union that has stood for no longer, in seconds, and goes straight back is rather taken back
    than moved by the other player: nobody answers that fast, and many a union is knocked over."""

    undone_asked: float = 4.0
    """One that nobody had left alone for longer, in seconds, is asked about; else it is a reply."""

    undone_doubtful: float = 1.0
    """So much likelier that is where the turn may have been another one."""

    wrong_move: float = 5.0
    """Doubt of a piece set down where it may not go: what is less likely is not taken as a turn."""

    change_of_mind: float = 1.5
    """Doubt of going on with a piece that was set down, for each second that it had stood there."""

    held_for_a_second: float = 0.3
    """Doubt of still holding what was recorded as played, for each second since."""

    joined_in_vain: float = 3.0
    """Doubt of coming out of a union again that was just made, to play another turn instead."""

    going_on: float = 6.0
    """With as much doubt as this nobody does so: it stands. The doubt, too, of an answer that at
    once lifts a lone piece, or one that is being promoted."""

    named_in_vain: float = 6.0
    """Doubt of a turn that promotes nothing, though meanwhile a piece was named for a promotion."""

    named_for_another: float = 12.0
    """Doubt of a piece named for an earlier pawn than the one that had just been set down."""

    return_home: float = 3.0
    """Doubt of a chain that ends on the square where it began."""

    haste: float = 1.5
    """Doubt of a turn that began before the one before it had come to rest."""

    same_piece: float = 3.0
    """Doubt of an answer that at once moves on the very union that has just been set down."""

    moved_on_in_passing: float = 5.0
    """The same where that may have slid over on its way, if only by this later play is legal."""

    moved_on_off_its_way: float = 1.0
    """The same where it did not: nobody sets a union down for a moment where his way does not lead.
    """

    went_straight_back: float = 4.0
    """So much more doubt of an answer that moves it straight back before it has rested: rather its
    own player has thought better of it."""

    silent_unseen: float = 7.6
    """Doubt of a silent join by players who never made one."""

    fault: float = 12.0
    """Doubt of a square that never changed being dead or stuck."""

    fault_later: float = 3.0
    """So much more of one that had worked before: it has failed since it changed last."""

    fault_suspected: float = 1.0
    """Doubt of one that has shown neither that it was joined nor, it seems, the touch that says so
    being dead or stuck."""

    unseen: float = 2.5
    """Doubt of a lift or an arrival on a square that is dead or stuck, where nobody can see it."""

    unanswered: float = 2.0
    """Doubt of a turn for which its player would have been felt to answer, where nothing happens
    for `unfelt_patience`, and he was not. Only where he may have answered unfelt for another one,
    or could not answer for it any more."""

    ignored: float = 4.0
    """The same, where play goes on after `partial_patience`: he has seen the lights, and left
    them."""

    leaf_patience: float = 6.0
    """How long after it was set down a promoted piece may be touched to go on to the next one."""

    leaf_again_patience: float = 5.0
    """The same once it was touched: how long the player may look at the next piece."""

    asks_of_parts: bool = True
    """Whether players are asked of squares that tell nothing, and answer with two other pieces: not
    everybody who plays the hands knows that question. Without it only later turns can tell."""

    takebacks: bool = True
    """Whether setting the pieces back takes turns back."""

    hidden: float = 1.0
    """Doubt of a union lifted where it looks empty to the sensor, and left so."""

    hidden_again: float = 2.0
    """Doubt of one lifted and set down so that it looked empty then, though not another time."""

    hidden_end: float = 2.5
    """Doubt of a union set down on one of the squares where it would look empty."""

    stir: float = 4.5
    """Doubt of a field that jumped over an empty square though nothing was set down there."""

    feels_unions: bool = True
    """Whether the sensors feel a union lifted and set down. Where they never do, a lone piece that
    comes to look like nobody has been joined there: two hands have brought a union."""

    most_lines: int = 20
    """Open hypotheses kept at most."""

    most_explanations: int = 24
    """Turns that one search for explanations finds at most."""

    most_expansions: int = 600
    """Chain states that one search for explanations looks at, at most."""

    most_work: int = 900
    """Work that may be done in answer to one change: a chain state looked at counts as one, and all
    else that takes time as so many. What is left is done when the board has rested on."""

    step_of_work: int = 200
    """The same at one rest, where the next one will do for the rest of it: see `step_at`."""

    most_work_in_all: int = 2800
    """The same, of a change and all rests after it that are shorter than `silent_patience`."""

    @property
    def no_hand(self) -> float:
        """Seconds in which no hand takes what has just come, nor lifts a piece and sets it down."""
        return self.settle_final / 2

    @property
    def odd(self) -> float:
        """Doubt from which on a story is odd: something happened that hardly ever does."""
        return self.silent_unseen - 0.5

    @property
    def afterglow(self) -> float:
        """How long after the last reading something may still come of it, while nobody goes on.

        What is believed only since nobody has touched anything for long is none of it.
        """
        return self.debounce + self.touch_patience

    @property
    def failed_since(self) -> float:
        """Doubt, beyond `fault`, of a square being dead or stuck that had worked before.

        Where nobody can be asked, nothing else tells it apart from one that was never seen to work.
        """
        return self.fault_later if self.asks_of_parts else self.fault_later + self.margin

    def held_at_most(self, *, is_any_bad: bool) -> float:
        """For how long a union is gone that is only straightened, in seconds.

        `is_any_bad`: whether any square is known to be; else people may take their time.
        """
        return self.held_patience if is_any_bad else self.leftover_patience

    def step_at(self, duration: float) -> int:
        """The work of one step when the board has rested for so many seconds.

        The longer that is, the seldomer it happens, and the more may be done.
        """
        for patience, times in ((self.silent_patience, 3), (self.answer_rest, 2)):
            if duration >= patience:
                return times * self.step_of_work
        return self.step_of_work

    @property
    def rests(self) -> tuple[float, ...]:
        """The lengths of rest at which something may be decided, worked out or begun with."""
        return (*LOOKS_AHEAD, *RESTS_TO_WORK, *self.patiences)

    @property
    def patiences(self) -> tuple[float, ...]:
        """The lengths of rest at which something may be decided."""
        return (
            self.settle_final,
            self.settle,
            self.restore_after,
            self.answer_rest,
            self.silent_patience,
            self.partial_patience,
            self.leftover_patience,
            self.touch_patience,
            self.unfelt_patience,
            self.trust_patience,
        )
