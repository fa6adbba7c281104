"""The question that stands on the board, and what has become of the ones before it."""

from collections.abc import Callable

from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet
from board_daemon.tracking.asking.answerable import taken
from board_daemon.tracking.asking.piece_polls import ChoicePoll, PiecePoll
from board_daemon.tracking.asking.polls import Poll, TakebackPoll
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.asking.return_polls import ReturnPoll
from board_daemon.tracking.asking.takeback_questions import TakebackQuestion
from board_daemon.tracking.hypotheses.hypotheses import Hypotheses
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings


class StandingQuestion:
    """What is asked now, of whom an answer is waited for, and since when."""

    def __init__(
        self,
        record: Record,
        watch: Watch,
        settings: TrackerSettings,
        hypotheses: Hypotheses,
        is_wrong: Callable[[], bool],
    ) -> None:
        """`is_wrong`: whether anything is to be put right now."""
        self._record = record
        self._watch = watch
        self._settings = settings
        self._open = hypotheses
        self._is_wrong = is_wrong
        self._question: Question | None = None
        self._unasked: Poll | None = None
        """What would be asked, were two pieces to answer; nobody knows of it."""
        self._unfelt_at: int | None = None
        """How many steps lay behind when a touch was waited for in vain that would have answered
        for the turn now asked for; None: none was."""
        self._was_unfelt_at: int | None = None
        """How many lay behind when one was last waited for in vain, whatever was asked since."""
        self._silent_after: int | None = None
        """After how many changes it last told something that nobody answered."""
        self._was_just_answered = False
        """Whether a question was answered and nobody was told since what came of it."""
        self._said_last: Square | None = None
        """The touch that answered the last question, unless people were told so at once."""
        self._answered_after: int | None = None
        """After how many changes the last answer came that leaves nothing to ask for now."""
        self.unfelt: SquareSet = NO_SQUARES
        """Where pieces stood that were to say yes or no, and that nobody has been felt to touch."""

    @property
    def stands(self) -> bool:
        """Whether a question stands."""
        return self._question is not None

    @property
    def squares(self) -> SquareSet:
        """The squares of the question that stands, if any."""
        return NO_SQUARES if self._question is None else self._question.squares

    @property
    def is_refused(self) -> bool:
        """Whether the player's answers fit none of the turns that the question asks about."""
        return self._question is not None and self._question.is_refused

    @property
    def answers(self) -> tuple[Square, ...]:
        """Where the pieces stand that say yes and no to it, if it takes those."""
        asked = self._question
        return asked.answers if isinstance(asked, Poll) else ()

    @property
    def asks_of_takeback(self) -> bool:
        """Whether it is asked if a turn was taken back."""
        return isinstance(self._question, TakebackPoll | TakebackQuestion)

    @property
    def asks_of_return(self) -> bool:
        """Whether it is asked if a union has come back by a turn."""
        return isinstance(self._question, ReturnPoll)

    @property
    def takeback_asked_at(self) -> float | None:
        """Since when that is asked, in seconds; None: it is not."""
        asked = self._question
        return asked.t if asked is not None and self.asks_of_takeback else None

    @property
    def takeback_question(self) -> TakebackQuestion | None:
        """The question whether a turn was taken back, if a touch answers it."""
        asked = self._question
        return asked if isinstance(asked, TakebackQuestion) else None

    @property
    def piece(self) -> PieceType | None:
        """The kind of piece that is asked for, if it is asked whether one stands on a square."""
        return self._question.piece if isinstance(self._question, PiecePoll) else None

    @property
    def asks_of_choice(self) -> bool:
        """Whether it is asked what the pawn became that the last recorded turn brought home."""
        return isinstance(self._question, ChoicePoll)

    @property
    def polled_at(self) -> float | None:
        """Since when two pieces would answer, in seconds, whether they were lit or not."""
        asked = self._question if isinstance(self._question, Poll) else self._unasked
        return None if asked is None else asked.t

    @property
    def can_be_denied(self) -> bool:
        """Whether something stands wherever the turns may have ended, or have gone on to."""
        question = self._question
        return question is not None and not question.ends & ~taken(question.ends, self._watch.seen)

    @property
    def square_asked_at(self) -> float | None:
        """Since when a touch of one of the squares would answer, in seconds."""
        asked = self._question
        return asked.t if asked and not isinstance(asked, Poll | TakebackQuestion) else None

    def was_asked_long_ago(self, t: float) -> bool:
        """Whether whoever is asked for a square had time to answer; `t`: now, in seconds."""
        asked_at = self.square_asked_at
        return asked_at is not None and t >= asked_at + self._settings.touch_patience

    @property
    def is_insisted_on(self) -> bool:
        """Whether hands were at it again since the last answer, and nothing more is asked."""
        after = self._answered_after
        return not self.stands and after is not None and after < len(self._watch.changes)

    @property
    def has_waited(self) -> bool:
        """Whether a touch that says what was played next has been waited for in vain."""
        return self._unfelt_at == self._open.root.depth

    @property
    def is_hardly_felt(self) -> bool:
        """Whether a touch was waited for in vain since that turn was first asked for."""
        return self._was_unfelt_at == self._open.root.depth
