from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_daemon.web.origins import (
    Authority,
    HostList,
    Sender,
    WrongHost,
    WrongOrigin,
    check_sender,
    machine_names,
    parse_authority,
    plain_address,
)

SERVER = "192.168.1.20"
HOSTS = HostList(["board.lan", "Kitchen.LOCAL.", "10.0.0.7", "fd00::7"])


@pytest.mark.parametrize(
    "header",
    [
        "localhost",
        "localhost:8000",
        "LOCALHOST.:8000",
        "127.0.0.1:8000",
        "127.0.0.2",
        "[::1]:8000",
        "board.lan",
        "kitchen.local:80",
        "10.0.0.7:8000",
        "[fd00::7]:8000",
        "[fd00:0:0::7]",
        "192.168.1.20:8000",
        "[::ffff:192.168.1.20]",
    ],
)
def test_the_board_answers_to_its_own_names_and_addresses(header: str) -> None:
    assert HOSTS.check(header, SERVER) == parse_authority(header)


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "evil.example",
        "evil.example:8000",
        "board.lan.evil.example",
        "evilboard.lan",
        "localhost.evil.example",
        "localhost@evil.example",
        "evil.example#localhost",
        "evil.example/localhost",
        "localhost:8000@evil.example",
        "localhost localhost",
        "localhost, evil.example",
        "localhost\t",
        "localhost:",
        "localhost:99999",
        "localhost:8000:8000",
        "localhost..",
        "0.0.0.0:8000",
        "[::]:8000",
        "2130706433",
        "0x7f000001",
        "127.1",
        "192.168.1.21:8000",
        "[::1",
        "::1",
        "[localhost]",
        "[::1%25lo]",
        "xn--localhost-",
        "löcalhost",
        "a" * 300,
    ],
)
def test_the_board_answers_to_no_other_name(header: str | None) -> None:
    with pytest.raises(WrongHost, match="does not go by this name"):
        HOSTS.check(header, SERVER)


def test_an_address_of_another_network_card_is_not_the_boards() -> None:
    with pytest.raises(WrongHost):
        HOSTS.check("192.168.1.20:8000", "10.8.0.3")
    with pytest.raises(WrongHost):
        HOSTS.check("192.168.1.20:8000", None)
    assert HOSTS.check("[fe80::2]:8000", "fe80::2%eth0").port == 8000


def test_this_machine_is_known_by_name_and_in_the_local_domain() -> None:
    names = machine_names()
    assert any(name.endswith(".local") for name in names)
    assert all(parse_authority(name) for name in names)


@pytest.mark.slow
@given(st.text(max_size=60))
def test_what_is_parsed_as_a_host_is_fit_for_a_header(text: str) -> None:
    authority = parse_authority(text)
    if authority is not None:
        assert set(str(authority)) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-:[]")
        assert parse_authority(str(authority)) == authority


@pytest.mark.parametrize(
    ("given_", "plain"),
    [
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1"),
        ("0:0:0:0:0:0:0:1", "::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("unknown", "unknown"),
    ],
)
def test_an_address_has_one_form(given_: str, plain: str) -> None:
    assert plain_address(given_) == plain


BOARD = Authority("board.lan", 8000)


def allowed(
    method: str,
    origins: list[str] | None = None,
    site: str | None = None,
    is_page: bool = False,
    scheme: str = "http",
    host: Authority = BOARD,
) -> bool:
    try:
        check_sender(Sender(origins or [], site), method, is_page, scheme, host)
    except WrongOrigin:
        return False
    return True


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "WEBSOCKET", "GET"])
def test_the_boards_own_page_may(method: str) -> None:
    assert allowed(method, ["http://board.lan:8000"], "same-origin")
    assert allowed(method, ["http://board.lan:8000"])
    assert allowed(method, ["HTTP://BOARD.LAN:8000".replace("HTTP", "http")])


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "WEBSOCKET", "GET"])
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://board.lan",
        "http://board.lan:8001",
        "https://board.lan:8000",
        "http://board.lan:8000.evil.example",
        "http://evil.example/http://board.lan:8000",
        "http://board.lan:8000@evil.example",
        "http://localhost:8000",
        "ws://board.lan:8000",
        "null",
        "",
        "board.lan:8000",
        "file://",
        "http://board.lan:8000/",
    ],
)
def test_no_other_page_may(method: str, origin: str) -> None:
    assert not allowed(method, [origin])
    assert not allowed(method, [origin], "same-origin")


@pytest.mark.parametrize("method", ["POST", "DELETE", "WEBSOCKET", "GET"])
@pytest.mark.parametrize("site", ["cross-site", "same-site", "Same-Origin", "", "something new"])
def test_a_browser_that_says_where_the_request_comes_from_is_believed(
    method: str, site: str
) -> None:
    assert not allowed(method, [], site)
    assert not allowed(method, ["http://board.lan:8000"], site)


def test_what_somebody_typed_changes_nothing() -> None:
    assert allowed("GET", [], "none")
    assert not allowed("POST", [], "none")
    assert not allowed("WEBSOCKET", [], "none")


def test_a_program_that_is_no_browser_may() -> None:
    assert all(allowed(method) for method in ("GET", "POST", "DELETE", "WEBSOCKET"))


def test_two_origins_are_none() -> None:
    assert not allowed("POST", ["http://board.lan:8000"] * 2)


def test_other_pages_may_link_to_the_page_but_not_act_on_it() -> None:
    assert allowed("GET", ["http://evil.example"], "cross-site", is_page=True)
    assert not allowed("POST", ["http://evil.example"], "cross-site", is_page=True)
    assert not allowed("WEBSOCKET", ["http://evil.example"], is_page=True)


def test_the_usual_port_goes_without_saying() -> None:
    bare = Authority("board.lan", None)
    assert allowed("POST", ["http://board.lan"], host=bare)
    assert allowed("POST", ["http://board.lan:80"], host=bare)
    assert allowed("POST", ["https://board.lan"], scheme="https", host=Authority("board.lan", 443))
    assert not allowed("POST", ["http://board.lan:443"], host=bare)
