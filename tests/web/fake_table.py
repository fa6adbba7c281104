"""A live board inside the test: it greets the page, notes wishes, and tells what the test says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import WebSocketRoute

from tests.web.fake_board import Answer, FakeBoard, Request, state


def standing(placement: dict[str, str], **hands: Any) -> dict[str, Any]:
    """The pieces of a virtual board."""
    return {
        "squares": placement,
        "hands": {"right": hands.get("right", ""), "left": ""},
        "hand_from": {"right": hands["origin"]} if "origin" in hands else {},
        "driven_by": hands.get("driven_by", "pieces"),
        "noticed": hands.get("noticed", True),
    }


@dataclass
class FakeTable(FakeBoard):
    """A board with a game on it; `changed` is laid over the state at the start."""

    changed: dict[str, Any] = field(default_factory=dict)
    posted: list[tuple[str, Any]] = field(default_factory=list)
    """What was asked for, without the leading /api."""
    device_name: str = "Ada's tablet"
    refusal: str | None = None
    """Why the next wish is refused."""
    joined: list[dict[str, list[str]]] = field(default_factory=list)
    """With what each live connection was asked for."""

    def __post_init__(self) -> None:
        self.seq = 1
        self.sockets: list[WebSocketRoute] = []

    @property
    def state(self) -> dict[str, Any]:
        """The state as a new visitor is told it."""
        value = state(self.level, self.playing)
        game = value["game"] | self.changed.get("game", {})
        return value | deepcopy(self.changed) | {"game": game, "seq": self.seq}

    def greet(self, socket: WebSocketRoute) -> None:
        """Take a live connection, and catch it up if it was here before."""
        self.sockets.append(socket)
        self.joined.append(parse_qs(urlsplit(socket.url).query))
        socket.on_message(lambda message: socket.send("pong"))
        if "since" not in self.joined[-1]:
            socket.send(json.dumps({"event": "hello", "seq": self.seq, "state": self.state}))

    def tell(self, event: str, **message: Any) -> None:
        """Tell the page something."""
        self.seq += 1
        self.sockets[-1].send(json.dumps({"event": event, "seq": self.seq, **message}))

    def change(self, **changed: Any) -> None:
        """Tell the page what has changed in the state."""
        self.tell("state", changed=changed)

    def answer(self, method: str, address: str, body: bytes) -> Answer:
        """What the board says to a request."""
        path = address.removeprefix("/api")
        if method == "POST" and path.startswith(("/game/", "/virtual/", "/pair", "/settings")):
            return self._wish(path, json.loads(body))
        return super().answer(method, address, body)

    def _routes(self) -> Iterator[tuple[str, str, Callable[..., Answer]]]:
        yield "GET", "/api/devices", self._devices
        yield from super()._routes()

    def _wish(self, path: str, body: Any) -> Answer:
        self.posted.append((path, body))
        if self.refusal is not None:
            message, self.refusal = self.refusal, None
            return 409, {"error": message}
        return 200, {"ok": True, "expires_in": 120.0, "level": "play"}

    def _devices(self, request: Request) -> Answer:
        tablet = {"id": "0123abcd", "name": self.device_name, "level": "play", "this": False}
        tablet |= {"paired_on": "2026-01-02T10:00:00Z", "seen_on": "2026-01-03T10:00:00Z"}
        return 200, {"devices": [tablet], "new_devices_at_most": "owner", "warning": None}
