"""`python -m board_daemon.opponent.worker`: the process that searches.

Questions come on standard input, answers go to standard output (`questions`). It gives way to
whatever else wants the processor, takes no more memory than it was told, and ends when its input
ends: so it never outlives the daemon.
"""

import os
import queue
import signal
import sys
import threading
import time
import traceback
from typing import BinaryIO, Final

from board_daemon.opponent.questions import Message, answers, from_line, to_line
from board_daemon.rules.errors import PacoboardError

_NO_MEMORY: Final = "the opponent has not got the memory to think about this position"


class Worker:
    """Answers one question after the other; a thread of its own hears what is to be stopped."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._waiting: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._stopped = 0
        """Questions up to this number need no answer any more."""

    def listen(self) -> None:
        """Take in every line; ends the process when there are no more."""
        try:
            for line in self._source:
                message = from_line(line)
                stopped = message.get("stop")
                if isinstance(stopped, int):
                    self._stopped = max(self._stopped, stopped)
                else:
                    self._waiting.put(message)
        finally:
            # The thread that searches need not be waited for: nobody is left to be answered.
            os._exit(0)

    def work(self) -> None:
        """Answer for ever."""
        while True:
            self.answer(self._waiting.get())

    def answer(self, message: Message) -> None:
        """Answer one question, and say when that is done or what is wrong."""
        number = message.get("id")

        def is_stopped() -> bool:
            return isinstance(number, int) and number <= self._stopped

        try:
            for answer in answers(message, time.monotonic, is_stopped):
                self._say({"id": number, **answer})
            self._say({"id": number, "done": True})
        except PacoboardError as error:
            self._say({"id": number, "error": str(error)})
        except MemoryError:
            self._say({"id": number, "error": _NO_MEMORY})
        except Exception as error:
            traceback.print_exc()
            name = type(error).__name__
            self._say({"id": number, "error": f"the opponent cannot think: {name}: {error}"})

    def _say(self, message: Message) -> None:
        self._sink.write(to_line(message))
        self._sink.flush()


def be_modest(niceness: int, memory: int) -> None:
    """Let everything else go first, and take no more than so many bytes, where that can be set."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    except (ImportError, OSError, ValueError):
        return


def main() -> None:
    """Run with two arguments: niceness, and memory in bytes."""
    be_modest(int(sys.argv[1]), int(sys.argv[2]))
    # Ctrl-C in a terminal goes to the daemon, too, which ends this process when it has finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(sys.stdin.buffer, sys.stdout.buffer)
    threading.Thread(target=worker.listen, name="questions", daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main()
