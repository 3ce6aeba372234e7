"""The web worker with real connections: silent, slow, broken and many ones keep no thread from the others."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from p2v_site import buffering_worker
from p2v_site.buffering_worker import PacedUnreader
from tests.ports import free_port

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
Connect = Callable[[bytes], socket.socket]


@pytest.fixture(scope="module")
def port(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run one worker with two threads; return the port at which it listens."""
    port, log = free_port(), tmp_path_factory.mktemp("worker") / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "tests.echo_app"],
            cwd=root,
            env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1", "WEB_THREADS": "2"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield port
        process.terminate()
        began = time.monotonic()
        process.wait(30)
        assert time.monotonic() - began < 10, "connections that say nothing keep the worker from ending"
    assert "Traceback" not in log.read_text(encoding="utf-8")


@pytest.fixture
def connect(port: int) -> Iterator[Connect]:
    """Return a function that opens a connection and sends something; all are closed in the end."""
    with contextlib.ExitStack() as stack:

        def _connect(data: bytes = b"") -> socket.socket:
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            one.sendall(data)
            return one

        yield _connect


def ask(port: int, body: bytes = b"", method: str = "GET", path: str = "/") -> str:
    """Send a request on a connection of its own and return the body of the answer."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request(method, path, body or None)
        with connection.getresponse() as answer:
            assert answer.status == 200
            return answer.read().decode()


def assert_quick(port: int) -> None:
    """Fail if a request has to wait for others."""
    began = time.monotonic()
    assert ask(port) == "0"
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: loc", id="half a head"),
        pytest.param(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nhalf", id="half a body"),
    ],
)
def test_connections_that_wait_keep_no_thread(port, connect, sent: bytes):
    for _ in range(20):
        connect(sent)
    assert_quick(port)


def test_clients_that_do_not_close_keep_no_thread(port, connect):
    for _ in range(20):
        connect(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert_quick(port)


def test_of_too_many_connections_the_one_that_was_silent_for_longest_goes(port, connect):
    first = connect()
    for _ in range(505):
        connect()
    assert_quick(port)
    assert first.recv(1) == b""


def test_a_connection_is_kept_and_may_send_several_requests_at_once(connect):
    one = connect(GET)
    assert b"200 OK" in one.recv(4096)
    one.sendall(GET + GET)
    answers = b""
    while answers.count(b"200 OK") < 2:
        piece = one.recv(4096)
        assert piece
        answers += piece


def read_to(one: socket.socket, ending: bytes) -> bool:
    """Read an answer, which may come in pieces, to its ending; False where it stops before."""
    read = b""
    while not read.endswith(ending) and (piece := one.recv(4096)):
        read += piece
    return read.endswith(ending)


def test_a_request_may_come_in_pieces(connect):
    one = connect(b"")
    for piece in (b"POST / HTTP/1.1\r\nHost: localhost\r\nCont", b"ent-Length: 5\r\n\r", b"\nab", b"cde"):
        time.sleep(0.05)
        one.sendall(piece)
    assert read_to(one, b"\r\n\r\n5")


@pytest.mark.parametrize("size", [1, 1000, 2**16 - 1, 2**16, 2**16 + 1, 3 * 2**20])
def test_bodies_of_all_sizes_arrive_whole(port, size: int):
    assert ask(port, b"x" * size, "POST") == str(size)


def test_a_body_in_chunks_arrives_whole(connect):
    one = connect(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
    assert read_to(one, b"\r\n\r\n3")


def test_a_client_that_asks_before_it_sends_is_answered(connect):
    one = connect(b"POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    assert b"100 Continue" in one.recv(4096)
    one.sendall(b"ab")
    assert read_to(one, b"\r\n\r\n2")


def test_nonsense_is_refused_and_hurts_nobody(port, connect):
    assert b"400" in connect(b"\x00\xff nonsense\r\n\r\n").recv(4096)
    connect(b"x" * 70_000)
    assert_quick(port)


def test_threads_answer_at_the_same_time(port):
    began = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda path: ask(port, path=path), ["/slow", "/slow"])) == ["0", "0"]
    assert time.monotonic() - began < 1.9


def test_a_client_of_a_large_body_that_is_too_slow_counts_as_gone(monkeypatch):
    monkeypatch.setattr(buffering_worker, "SECONDS_TO_SEND", 0.2)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reader = PacedUnreader(ours)
        theirs.sendall(b"abc")
        assert reader.chunk() == b"abc"
        began = time.monotonic()
        assert reader.chunk() == b""
        for _ in range(10):  # a drop now and then is too slow as well
            theirs.sendall(b"x")
            time.sleep(0.03)
            reader.chunk()
        assert reader.chunk() == b""
        assert time.monotonic() - began < 1
