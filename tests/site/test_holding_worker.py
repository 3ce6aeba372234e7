"""Requests that wait for a change, with real connections: what answers them, and what they leave to others."""

import contextlib
import http.client
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from common.web.awaiting import AwaitedChange
from p2v_site import held_requests
from p2v_site.held_requests import MOST_HELD, MOST_HELD_OF_A_BROWSER, MOST_HELD_OF_AN_ADDRESS, HeldRequests
from tests.echo_server import echo_server

Wait = Callable[..., socket.socket]


@pytest.fixture
def port(root: Path, tmp_path: Path) -> Iterator[int]:
    with echo_server(root, tmp_path / "log") as port:
        yield port


@pytest.fixture
def wait(port: int) -> Iterator[Wait]:
    """Return a function that asks for news on a connection of its own, by a browser and from an address."""
    with contextlib.ExitStack() as stack:

        def _wait(browser: str = "", address: str = "127.0.0.1", more: bytes = b"") -> socket.socket:
            connection = socket.create_connection(("127.0.0.1", port), 10, (address, 0))
            stack.enter_context(connection)
            connection.sendall(f"GET /wait/{browser} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() + more)
            return connection

        yield _wait


def answer_of(connection: socket.socket) -> str:
    """Return the body of the next answer, which has one digit, a space and True or False."""
    answer = b""
    while not answer.endswith((b" True", b" False")) and (piece := connection.recv(1)):
        answer += piece
    return answer.partition(b"\r\n\r\n")[2].decode()


def is_silent(connection: socket.socket, seconds: float = 0.5) -> bool:
    """Return True if no answer comes."""
    connection.settimeout(seconds)
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except TimeoutError:
        return True
    finally:
        connection.settimeout(10)


def ask(port: int, path: str = "/", address: str = "127.0.0.2") -> str:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(address, 0))
    with contextlib.closing(client) as connection:
        connection.request("POST", path, b"")
        with connection.getresponse() as answer:
            return answer.read().decode()


def test_those_who_wait_learn_of_a_change_at_once_and_may_wait_again(port, wait):
    first, second = wait("a"), wait("b", "127.0.0.3")
    assert is_silent(first)
    assert is_silent(second, 0.1)
    began = time.monotonic()
    ask(port, "/change")
    assert [answer_of(first), answer_of(second)] == ["1 True", "1 True"]
    assert time.monotonic() - began < 1
    first.sendall(b"GET /wait/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert is_silent(first)
    ask(port, "/change")
    assert answer_of(first) == "2 True"


def test_those_who_wait_keep_no_thread_and_closed_ones_are_forgotten(port, wait):
    waiting = [wait(str(number), f"127.0.0.{number}") for number in range(3, 43)]
    assert all(is_silent(connection, 0.05) for connection in waiting)
    began = time.monotonic()
    assert ask(port) == "0"
    assert time.monotonic() - began < 1
    for connection in waiting:
        connection.close()
    ask(port, "/change")
    assert ask(port) == "0"


def test_a_browser_and_an_address_have_bounds_beyond_which_the_answer_comes_at_once(port, wait):
    waiting = [wait("a") for _ in range(MOST_HELD_OF_A_BROWSER)]
    assert is_silent(waiting[-1])
    assert answer_of(wait("a")) == "0 False"
    waiting += [wait(str(number)) for number in range(MOST_HELD_OF_AN_ADDRESS - MOST_HELD_OF_A_BROWSER)]
    assert is_silent(waiting[-1])
    assert answer_of(wait("late")) == "0 False"
    assert is_silent(wait("other", "127.0.0.2"))
    waiting[0].close()
    time.sleep(0.3)
    assert is_silent(wait("a"))
    ask(port, "/change")
    assert {answer_of(connection) for connection in waiting[1:]} == {"1 True"}, "a club's phones are all answered"


def test_a_request_that_came_meanwhile_ends_the_wait_of_the_one_before(port, wait):
    both = wait("a", more=b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer_of(both) == "0 True"
    later = wait("b")
    assert is_silent(later)
    later.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer_of(later) == "0 True"


def test_a_worker_that_ends_answers_those_who_wait(root: Path, tmp_path: Path):
    with contextlib.ExitStack() as stack:
        with echo_server(root, tmp_path / "log") as port:
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            connection.sendall(b"GET /wait/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert is_silent(connection)
        assert answer_of(connection) == "0 True"
        assert connection.recv(1) == b""


class SilentConnection:
    """A connection that waits for news of a battle."""

    def __init__(self, number: int, version: int = 1) -> None:
        self.awaited: AwaitedChange | None = AwaitedChange("table", version, str(number))
        self.has_waited = False
        self.address = str(number)


def test_a_wait_ends_after_its_time_and_a_process_holds_so_many(monkeypatch: pytest.MonkeyPatch):
    held = HeldRequests[SilentConnection](counts_addresses=True)
    first, second = SilentConnection(1), SilentConnection(2, version=2)
    held.add(first)
    monkeypatch.setattr(held_requests, "SECONDS_HELD", 0.0)
    held.add(second)
    assert held.ended() == [second]
    assert held.awaiting({AwaitedChange("table", 1, "1")}) == [first]
    for number in range(3, MOST_HELD + 1):
        assert held.has_room(str(number), AwaitedChange("table", 1, str(number)))
        held.add(SilentConnection(number))
    assert not held.has_room("new", AwaitedChange("table", 1, "new"))
    held.remove(second)
    assert held.has_room("new", AwaitedChange("table", 1, "new"))
