"""What board and host say to each other, as bodies of frames (`PROTOCOL.md` has the tables).

Each message is a dataclass that goes to bytes and back; what is no such message raises
`MessageError`. Numbers are little-endian.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.board_messages import Changes, Done, Hello, Levels, OtherHello, Reeds, Status
from firmware_bridge.host_messages import Ask, Greet, Pixels, Seen, Settings, Show
from firmware_bridge.message_parts import MAJOR, MessageError

BoardMessage = Hello | OtherHello | Reeds | Levels | Changes | Done | Status
HostMessage = Greet | Seen | Ask | Pixels | Show | Settings
NumberedMessage = Pixels | Show | Settings

_FROM_BOARD: Final = {kind.TYPE: kind for kind in (Reeds, Levels, Changes, Done, Status)}
_FROM_HOST: Final = {kind.TYPE: kind for kind in (Greet, Seen, Ask, Pixels, Show, Settings)}
_MAJOR_AT: Final = 3


def message_from_board(body: bytes) -> BoardMessage:
    """What the board says in a body of at least 3 bytes; raises `MessageError`."""
    if body[0] == Hello.TYPE:
        is_ours = len(body) > _MAJOR_AT and body[_MAJOR_AT] == MAJOR
        return Hello.from_bytes(body) if is_ours else OtherHello.from_bytes(body)
    kind = _FROM_BOARD.get(body[0])
    if kind is None:
        raise MessageError(f"expected a message of a board, saw the type 0x{body[0]:02x}")
    return kind.from_bytes(body)


def message_from_host(body: bytes) -> HostMessage:
    """What the host says in a body of at least 3 bytes; raises `MessageError`."""
    kind = _FROM_HOST.get(body[0])
    if kind is None:
        raise MessageError(f"expected a message of a host, saw the type 0x{body[0]:02x}")
    return kind.from_bytes(body)
