"""Whatever comes over the live socket, the others go on being told, and who left is forgotten."""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any, Final
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from board_daemon.game.feed import MOST_KEPT, MOST_WAITING, Watcher
from board_daemon.web.budgets import GuardLimits
from tests.fuzzing import wild
from tests.web.whole_board import NO_LIMITS, PATIENCE, WholeBoard, whole_board

LIMITS: Final = GuardLimits(
    local=NO_LIMITS.local, local_sockets=1000, messages=GuardLimits().messages, send_seconds=2.0
)
"""As ever but for how fast one may come back, and how soon who takes nothing is given up."""
RESET: Final = struct.pack("ii", 1, 0)
"""Of SO_LINGER: to close is to reset the connection, as a machine does that is switched off."""

often = wild(150, weight=20)


class Room:
    """A board, one who watches it faithfully, and what was there before anybody came."""

    def __init__(self, board: WholeBoard, tasks: int, watching: ClientConnection) -> None:
        self.board = board
        self.tasks = tasks
        self.watching = watching
        self.seq = json.loads(self.watching.recv(PATIENCE))["seq"]
        self.names = 0

    def goes_on(self) -> None:
        """The board still tells everybody who is there, all of it, in order."""
        self.names += 1
        white = f"Nr {self.names}"
        self.board.post("game/players", white=white, black="")
        while True:
            message = json.loads(self.watching.recv(PATIENCE))
            self.seq += 1
            assert message["seq"] == self.seq
            if message.get("changed", {}).get("game", {}).get("white") == white:
                return

    def is_empty_again(self) -> None:
        """Nobody is there but who was there before, and nothing was complained of."""
        until = time.monotonic() + PATIENCE
        watching, tasks = self.board.table.feed.watchers, count_tasks(self.board)
        # One watches: his socket is a task of the server's, and two of ours that tell and listen.
        while (watching > 1 or tasks > self.tasks + 4) and time.monotonic() < until:
            time.sleep(0.005)
            watching, tasks = self.board.table.feed.watchers, count_tasks(self.board)
        assert watching == 1
        assert tasks <= self.tasks + 4
        self.board.check_health()


def count_tasks(board: WholeBoard) -> int:
    async def count() -> int:
        return len(asyncio.all_tasks())

    return board.wait_for(count())


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with whole_board(tmp_path_factory.mktemp("board"), LIMITS) as board:
        tasks = count_tasks(board)
        with connect(f"ws://{board.address}/api/live", proxy=None, max_queue=None) as watching:
            room = Room(board, tasks, watching)
            yield room
            room.goes_on()
            room.is_empty_again()


def wire(room: Room) -> socket.socket:
    host, _, port = room.board.address.partition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def handshake(room: Room, **changed: str | None) -> bytes:
    """What a client says first; `changed`: headers that are other, None: not there."""
    headers: dict[str, str | None] = {
        "Host": room.board.address,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **{name.replace("_", "-"): value for name, value in changed.items()},
    }
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return ("\r\n".join(["GET /api/live HTTP/1.1", *lines]) + "\r\n\r\n").encode("latin-1")


def frame(
    opcode: int, payload: bytes, *, fin: bool = True, rsv: int = 0, masked: bool = True
) -> bytes:
    """A frame as a client sends it, or as none should."""
    first = (0x80 if fin else 0) | (rsv << 4) | opcode
    size, mask = len(payload), 0x80 if masked else 0
    if size < 126:
        head = bytes([first, mask | size])
    elif size < 1 << 16:
        head = bytes([first, mask | 126]) + struct.pack(">H", size)
    else:
        head = bytes([first, mask | 127]) + struct.pack(">Q", size)
    # A mask of zeros leaves the payload as it is.
    return head + (b"\0\0\0\0" if masked else b"") + payload


def slam(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    connection.close()


def drained(connection: socket.socket) -> bytes:
    """All that still comes until the board hangs up."""
    connection.settimeout(PATIENCE)
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


# --- handshakes ---

numbers = st.one_of(
    st.integers().map(str),
    st.integers(min_value=0, max_value=50).map(str),
    st.sampled_from(["-1", "9" * 400, "0x1f", "1e9", "NaN", "", " 1", "1.0", "true", "١٢"]),
    st.text(max_size=20),
)
texts = st.one_of(st.text(max_size=60), st.sampled_from(["", "run", "\0", "\r\n", "🙂" * 30]))


@pytest.mark.slow
@often
@given(since=numbers, run=texts, own=st.booleans(), more=st.text(max_size=20))
def test_no_query_breaks_the_socket(room: Room, since: str, run: str, own: bool, more: str) -> None:
    if own:
        run = room.board.table.feed.run
    query = "&".join(f"{name}={quote(value.encode('utf-8', 'replace'))}" for name, value in
                     (("since", since), ("run", run), ("x", more)))  # fmt: skip
    refusal = None
    try:
        address = f"ws://{room.board.address}/api/live?{query}"
        with connect(address, proxy=None, max_queue=None) as live:
            live.send("ping")
            first = live.recv(PATIENCE)
            assert first == "pong" or json.loads(first)["seq"] >= 0
    except InvalidStatus as error:
        refusal = error.response
    if refusal is not None:
        assert 400 <= refusal.status_code < 500
        assert set(json.loads(refusal.body or b"{}")) <= {"error", "say"}
    room.goes_on()


strange = st.text(
    st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=40
)


@pytest.mark.slow
@often
@given(
    name=st.sampled_from(
        ["Host", "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Origin",
         "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions", "Cookie", "Content-Length"]
    ),
    value=st.none() | strange | st.sampled_from(["0", "7", "permessage-deflate; x", "a,,b", "-1"]),
    tail=st.binary(max_size=30),
    hangs_up=st.booleans(),
)  # fmt: skip
def test_no_handshake_breaks_the_board(
    room: Room, name: str, value: str | None, tail: bytes, hangs_up: bool
) -> None:
    connection = wire(room)
    connection.sendall(handshake(room, **{name: value}) + tail)
    if hangs_up:
        slam(connection)
    else:
        with closing(connection):
            connection.shutdown(socket.SHUT_WR)
            status = drained(connection)[:12]
            assert status[:9] in (b"HTTP/1.1 ", b""), status
            assert not status[9:].startswith(b"5"), status
    room.goes_on()


@pytest.mark.slow
@often
@given(garbage=st.binary(max_size=300), at=st.integers(0, 200))
def test_neither_does_garbage_in_the_place_of_one_or_half_of_one(
    room: Room, garbage: bytes, at: int
) -> None:
    connection = wire(room)
    connection.sendall(handshake(room)[:at] + garbage)
    slam(connection)
    room.goes_on()


# --- frames ---

frames = st.builds(
    frame,
    opcode=st.integers(0, 15) | st.sampled_from([0, 1, 2, 8, 9, 10]),
    payload=st.one_of(
        st.binary(max_size=130),
        st.sampled_from([b"ping", b"", b"\xff\xfe", b"\x03\xe8", b"\x00\x01x", b"{}"]),
        st.integers(1000, 6000).map(lambda size: b"x" * size),
    ),
    fin=st.booleans(),
    rsv=st.sampled_from([0, 0, 0, 1, 4, 7]),
    masked=st.sampled_from([True, True, True, False]),
)


@pytest.mark.slow
@often
@given(sent=st.lists(frames, max_size=6), pause=st.booleans(), slams=st.booleans())
def test_no_frames_break_the_board(room: Room, sent: list[bytes], pause: bool, slams: bool) -> None:
    connection = wire(room)
    connection.sendall(handshake(room))
    if pause:
        assert connection.recv(12) == b"HTTP/1.1 101"
    # He may be thrown out before he has said it all.
    with suppress(ConnectionError):
        connection.sendall(b"".join(sent) + (b"" if slams else frame(8, b"")))
    if slams:
        slam(connection)
    else:
        with closing(connection):
            connection.shutdown(socket.SHUT_WR)
            drained(connection)
    room.goes_on()


def closed_with(live: ClientConnection) -> int | None:
    """The code with which the board hangs up."""
    try:
        while True:
            live.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("x" * 2000, 1009),
        ("x" * 10_000, 1009),
        ("PING", 1008),
        (b"ping", 1008),
        (["pi", "ng", "!"], 1008),
        ('{"deed":"lift","square":"e2"}', 1008),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_whatever_is_said_but_ping_ends_the_talk(room: Room, said: Any, code: int) -> None:
    with connect(f"ws://{room.board.address}/api/live", proxy=None) as live:
        live.send(said)
        assert closed_with(live) == code
    room.goes_on()
    assert len(room.board.bridge.standing) == 32


@pytest.mark.slow
def test_a_text_that_is_none_ends_the_talk_as_anything_else_does(room: Room) -> None:
    with connect(f"ws://{room.board.address}/api/live", proxy=None) as live:
        live.send(b"pi\xa0ng", text=True)
        assert closed_with(live) == 1008
    connection = wire(room)
    connection.sendall(handshake(room) + frame(1, b"\xff") * 3 + frame(1, b"\xe8\xbd", fin=False))
    slam(connection)
    room.goes_on()
    room.board.check_health()


@pytest.mark.slow
def test_a_ping_in_pieces_is_one(room: Room) -> None:
    with connect(f"ws://{room.board.address}/api/live", proxy=None) as live:
        live.recv(PATIENCE)
        live.send(["pi", "n", "g"])
        assert live.recv(PATIENCE) == "pong"


@pytest.mark.slow
def test_a_flood_of_pings_ends_the_talk(room: Room) -> None:
    # The server does not read on to the end of it, and hangs up after ten seconds.
    with connect(f"ws://{room.board.address}/api/live", proxy=None, close_timeout=0.1) as live:
        with suppress(ConnectionClosed):
            for _ in range(1000):
                live.send("ping")
        assert closed_with(live) == 1008
    room.goes_on()


@pytest.mark.slow
def test_pings_of_the_protocol_itself_are_answered_however_many(room: Room) -> None:
    with connect(f"ws://{room.board.address}/api/live", proxy=None) as live:
        answered = [live.ping(str(number)) for number in range(200)]
        assert all(each.wait(PATIENCE) for each in answered)
    room.goes_on()


# --- coming and going ---


@pytest.mark.slow
def test_who_comes_and_goes_leaves_nothing_behind(room: Room) -> None:
    def come_and_go(number: int) -> None:
        match number % 4:
            case 0:
                with connect(f"ws://{room.board.address}/api/live", proxy=None) as live:
                    live.recv(PATIENCE)
            case 1:
                connection = wire(room)
                connection.sendall(handshake(room))
                slam(connection)
            case 2:
                connection = wire(room)
                connection.sendall(handshake(room))
                assert connection.recv(12) == b"HTTP/1.1 101"
                slam(connection)
            case _:
                connection = wire(room)
                connection.sendall(handshake(room)[:100])
                connection.close()

    for number in range(40):
        come_and_go(number)
    room.goes_on()
    room.is_empty_again()
    gc.collect()
    before = len(gc.get_objects())
    for number in range(100):
        come_and_go(number)
    room.goes_on()
    room.is_empty_again()
    gc.collect()
    assert sum(isinstance(each, Watcher) for each in gc.get_objects()) == 1
    # What each would leave behind at least: a watcher, a queue, two tasks, a socket.
    assert len(gc.get_objects()) - before < 100 * 10


@pytest.mark.slow
def test_a_hundred_at_once_are_all_told_and_all_forgotten(room: Room) -> None:
    connections = []
    for _ in range(100):
        connection = wire(room)
        connection.sendall(handshake(room))
        connections.append(connection)
    for connection in connections:
        assert connection.recv(12) == b"HTTP/1.1 101"
    room.goes_on()
    assert room.board.table.feed.watchers == 101
    for connection in connections:
        slam(connection)
    room.is_empty_again()


@pytest.mark.slow
def test_who_takes_nothing_is_given_up_and_holds_up_nobody(room: Room) -> None:
    sleepers = []
    for _ in range(5):
        connection = wire(room)
        # So little fits between here and there that the board soon cannot send more.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.sendall(handshake(room))
        assert connection.recv(12) == b"HTTP/1.1 101"
        sleepers.append(connection)
    feed = room.board.table.feed
    room.goes_on()
    assert feed.watchers == 6

    async def publish() -> None:
        for _ in range(MOST_WAITING // 2):
            feed.publish({"event": "state", "changed": {"padding": "x" * 20_000}})

    until = time.monotonic() + PATIENCE
    while feed.watchers > 1 and time.monotonic() < until:
        room.board.wait_for(publish())
        room.goes_on()
    assert feed.watchers == 1
    assert len(feed._kept) <= MOST_KEPT
    for connection in sleepers:
        connection.close()
    room.is_empty_again()
    # A page that comes now is not told again what was too much for the others.
    with connect(f"ws://{room.board.address}/api/live", proxy=None) as live:
        assert json.loads(live.recv(PATIENCE))["event"] == "hello"
