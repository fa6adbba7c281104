"""The routes of pairing: a code that the board shows, the devices, one's own session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from board_daemon.names import LONGEST_NAME
from board_daemon.rules.squares import parse_square
from board_daemon.web.access import Access, PairingShown
from board_daemon.web.codes import CODE_LENGTH, CODE_SECONDS
from board_daemon.web.devices import LONGEST_SECONDS, Device
from board_daemon.web.errors import ERROR_RESPONSES, refused_because
from board_daemon.web.guard import SESSION_COOKIE, TICKET_COOKIE
from board_daemon.web.levels import Level, Visitor, needs, visitor_of
from board_daemon.web.schema_words import SquareName, example
from board_daemon.web.times import Moment, read_clocks

PairedLevel = Literal["play", "owner"]
# As it comes in: what is shown of it is cleaned and cut.
GivenName = Annotated[str, Field(max_length=LONGEST_NAME, examples=["Ada's tablet"])]
DeviceNumber = Annotated[
    str,
    Path(
        pattern="^[0-9a-f]{8}$",
        description="The number of the device, as the list of devices has it.",
        examples=["0badcafe"],
    ),
]
_NO_DEVICE: Final[dict[int | str, dict[str, Any]]] = {
    404: refused_because("No device has this number.")
}
_NOT_NOW: Final[dict[int | str, dict[str, Any]]] = {
    409: refused_because("No code is shown, or not to this device.")
}
Who = Annotated[Visitor, Depends(visitor_of)]


class _Command(BaseModel):
    model_config = ConfigDict(extra="forbid")


class StartPairing(_Command):
    """What the new device shall be allowed."""

    model_config = example(level="play")

    level: PairedLevel = Field(description="It gets this, or less if the owner said so.")


class PairingStarted(BaseModel):
    """The board shows a code now."""

    expires_in: float = Field(description="Seconds.", examples=[120])


class EnterCode(_Command):
    """The squares that the board showed, in order."""

    model_config = example(code=["c3", "f6", "a1", "h2"], name="Ada's tablet")

    code: list[SquareName] = Field(
        min_length=CODE_LENGTH, max_length=CODE_LENGTH, description="In the order they were lit."
    )
    name: GivenName = Field(default="", description="What the device is to be called.")


class Paired(BaseModel):
    """The device is paired: the session is in a cookie."""

    level: Level = Field(description="At most what the owner lets new devices have.")


class Changed(BaseModel):
    """It is done."""

    ok: Literal[True] = Field(default=True, description="Always true: else there is an error.")
    warning: str | None = Field(default=None, description="Why it may not outlive a restart.")


class PairingUnderWay(BaseModel):
    """A pairing, without its code."""

    active: Literal[True] = Field(
        default=True, description="Always true: without a pairing this is null."
    )
    expires_in: float = Field(description="Seconds.", examples=[120])


class WhereIStand(BaseModel):
    """What this device may do, and whether a pairing is under way."""

    level: Level = Field(description="What this device may do.")
    device: str | None = Field(description="The name of this device, if it is paired.")
    pairing: PairingUnderWay | None = Field(description="The pairing under way, if there is one.")


class DeviceAnswer(BaseModel):
    """A paired device."""

    id: str = Field(description="Its number.", examples=["0badcafe"])
    name: str = Field(description="What it is called.", examples=["Ada's tablet"])
    level: Level = Field(description="What it may do.")
    paired_on: datetime = Field(description="When it was paired.")
    seen_on: datetime = Field(description="To the minute.")
    this: bool = Field(description="Whether it is the device that asks.")


class Devices(BaseModel):
    """Every paired device."""

    devices: list[DeviceAnswer] = Field(description="The one that was paired first, first.")
    new_devices_at_most: Level = Field(description="What a pairing gives at most.")
    warning: str | None = Field(description="Why devices cannot be saved, if they cannot.")


class ChangeDevice(_Command):
    """A new name, a new level, or both."""

    model_config = example(name="Ada's tablet", level="play")

    name: GivenName | None = Field(default=None, description="Null: as it is.")
    level: Literal["watch", "play", "owner"] | None = Field(
        default=None, description="Null: as it is."
    )


class ChangeDevices(_Command):
    """What a pairing gives at most, from now on."""

    model_config = example(new_devices_at_most="play")

    new_devices_at_most: PairedLevel = Field(description="What is paired keeps its level.")


def pairing_state(shown: PairingShown | None) -> dict[str, bool | float] | None:
    """`pairing` in the state."""
    return None if shown is None else {"active": True, "expires_in": round(shown.expires_in, 1)}


def pairing_router(access: Access, clocks: Callable[[], Moment] = read_clocks) -> APIRouter:
    """The routes under /api/pair, /api/devices and /api/logout."""
    router = APIRouter(prefix="/api", tags=["pairing"], responses=ERROR_RESPONSES)
    _add_pairing(router, access, clocks)
    _add_devices(router, access, clocks)
    return router


def _add_pairing(router: APIRouter, access: Access, clocks: Callable[[], Moment]) -> None:
    @router.get("/pair", dependencies=[needs(Level.NOBODY)])
    async def where_i_stand(visitor: Who) -> WhereIStand:
        """Tell what this device may do."""
        shown = access.pairing(clocks())
        under_way = PairingUnderWay(expires_in=round(shown.expires_in, 1)) if shown else None
        return WhereIStand(level=visitor.level, device=visitor.device_name, pairing=under_way)

    @router.post("/pair/start", dependencies=[needs(Level.NOBODY)], responses=_NOT_NOW)
    async def start(
        order: StartPairing, visitor: Who, request: Request, response: Response
    ) -> PairingStarted:
        """Have the board show a code: four squares, one after the other.

        Only the device that starts may enter it, unless an owner's does: then any may.
        """
        expires_in, ticket = access.start_pairing(visitor, Level(order.level), clocks())
        _set_cookie(request, response, TICKET_COOKIE, ticket, CODE_SECONDS)
        return PairingStarted(expires_in=expires_in)

    @router.post("/pair", dependencies=[needs(Level.NOBODY)], responses=_NOT_NOW)
    async def pair(order: EnterCode, visitor: Who, request: Request, response: Response) -> Paired:
        """Enter the code: five tries at most. The answer carries the session in a cookie."""
        now = clocks()
        squares = [parse_square(name) for name in order.code]
        device, token = access.pair(visitor, squares, order.name, now)
        await access.keep(now, at_once=True)
        _set_cookie(request, response, SESSION_COOKIE, token, LONGEST_SECONDS)
        _drop_cookie(request, response, TICKET_COOKIE)
        return Paired(level=device.level)

    @router.post("/pair/cancel", dependencies=[needs(Level.NOBODY)], responses=_NOT_NOW)
    async def cancel(visitor: Who, request: Request, response: Response) -> Changed:
        """End the pairing under way: for owners and for the device that started it."""
        access.cancel_pairing(visitor, clocks())
        _drop_cookie(request, response, TICKET_COOKIE)
        return Changed()

    @router.post("/logout", dependencies=[needs(Level.NOBODY)])
    async def log_out(visitor: Who, request: Request, response: Response) -> Changed:
        """End this device's session."""
        access.log_out(visitor)
        await access.keep(clocks(), at_once=True)
        _drop_cookie(request, response, SESSION_COOKIE)
        return Changed(warning=access.problem)


def _add_devices(router: APIRouter, access: Access, clocks: Callable[[], Moment]) -> None:
    async def kept() -> Changed:
        await access.keep(clocks(), at_once=True)
        return Changed(warning=access.problem)

    @router.get("/devices", dependencies=[needs(Level.OWNER)])
    async def devices(visitor: Who) -> Devices:
        """List the paired devices."""
        return Devices(
            devices=[_described(device, visitor) for device in access.devices],
            new_devices_at_most=access.new_devices_at_most,
            warning=access.problem,
        )

    @router.patch("/devices", dependencies=[needs(Level.OWNER)])
    async def change_devices(order: ChangeDevices) -> Changed:
        """Choose what a new device gets at most."""
        access.choose_new_devices_at_most(Level(order.new_devices_at_most))
        return await kept()

    @router.patch("/devices/{number}", dependencies=[needs(Level.OWNER)], responses=_NO_DEVICE)
    async def change_device(number: DeviceNumber, order: ChangeDevice) -> Changed:
        """Give a device another name or level."""
        access.change_device(number, order.name, Level(order.level) if order.level else None)
        return await kept()

    @router.delete("/devices/{number}", dependencies=[needs(Level.OWNER)], responses=_NO_DEVICE)
    async def remove_device(number: DeviceNumber) -> Changed:
        """End a device's session: it must pair again."""
        access.revoke(number)
        return await kept()


def _described(device: Device, visitor: Visitor) -> DeviceAnswer:
    return DeviceAnswer(
        id=device.id,
        name=device.name,
        level=device.level,
        paired_on=datetime.fromtimestamp(device.paired_on, UTC),
        seen_on=datetime.fromtimestamp(device.seen_on, UTC),
        this=device.id == visitor.device_id,
    )


def _set_cookie(
    request: Request, response: Response, name: str, value: str, seconds: float
) -> None:
    response.set_cookie(
        name,
        value,
        max_age=int(seconds),
        path="/api",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _drop_cookie(request: Request, response: Response, name: str) -> None:
    response.delete_cookie(
        name,
        path="/api",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
