"""The web worker with real connections: silent, slow, broken and many ones keep no thread from the others."""

import contextlib
import http.client
import os
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from p2v_site.buffering_worker import (
    BYTES_A_SECOND,
    MOST_IN_LINE,
    SECONDS_TO_SEND,
    BufferingWorker,
    PatientSocket,
    WaitingConnection,
)
from p2v_site.incoming import IncomingRequest
from tests.echo_app import LARGEST, MUCH
from tests.echo_server import echo_server

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
Connect = Callable[[bytes], socket.socket]


@pytest.fixture(scope="module")
def port(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run one worker; return the port at which it listens."""
    with echo_server(root, tmp_path_factory.mktemp("worker") / "log") as port:
        yield port


@pytest.fixture
def connect(port: int) -> Iterator[Connect]:
    """Return a function that opens a connection and sends something; all are closed in the end."""
    with contextlib.ExitStack() as stack:

        def _connect(data: bytes = b"") -> socket.socket:
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            connection.sendall(data)
            return connection

        yield _connect


def ask(port: int, body: bytes = b"", method: str = "GET", path: str = "/", address: str = "127.0.0.1") -> str:
    """Send a request on a connection of its own, from an address, and return the body of the answer."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(address, 0))
    with contextlib.closing(client) as connection:
        connection.request(method, path, body or None)
        with connection.getresponse() as answer:
            assert answer.status == 200
            return answer.read().decode()


def assert_quick(port: int) -> None:
    """Fail if a request from another address has to wait for others."""
    began = time.monotonic()
    assert ask(port, address="127.0.0.2") == "0"
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
    connection = connect(GET)
    assert b"200 OK" in connection.recv(4096)
    connection.sendall(GET + GET)
    answers = b""
    while answers.count(b"200 OK") < 2:
        piece = connection.recv(4096)
        assert piece
        answers += piece


def read_to(connection: socket.socket, ending: bytes) -> bool:
    """Read an answer, which may come in pieces, to its ending; False where it stops before."""
    read = b""
    while not read.endswith(ending) and (piece := connection.recv(4096)):
        read += piece
    return read.endswith(ending)


def test_a_request_may_come_in_pieces(connect):
    connection = connect(b"")
    for piece in (b"POST / HTTP/1.1\r\nHost: localhost\r\nCont", b"ent-Length: 5\r\n\r", b"\nab", b"cde"):
        time.sleep(0.05)
        connection.sendall(piece)
    assert read_to(connection, b"\r\n\r\n5")


@pytest.mark.parametrize("size", [1, 1000, 2**16 - 1, 2**16, 2**16 + 1, 3 * 2**20])
def test_bodies_of_all_sizes_arrive_whole(port, size: int):
    assert ask(port, b"x" * size, "POST") == str(size)


def test_a_body_in_chunks_arrives_whole(connect):
    connection = connect(
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    )
    assert read_to(connection, b"\r\n\r\n3")


def test_a_client_that_asks_before_it_sends_is_answered(connect):
    connection = connect(b"POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    assert b"100 Continue" in connection.recv(4096)
    connection.sendall(b"ab")
    assert read_to(connection, b"\r\n\r\n2")


def test_nonsense_is_refused_and_hurts_nobody(port, connect):
    assert b"400" in connect(b"\x00\xff nonsense\r\n\r\n").recv(4096)
    assert_quick(port)


def test_threads_answer_at_the_same_time(port):
    began = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda path: ask(port, path=path), ["/slow", "/slow"])) == ["0", "0"]
    assert time.monotonic() - began < 1.9


def test_requests_of_one_address_leave_threads_to_others(port, connect):
    busy = [connect(b"GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") for _ in range(6)]
    began = time.monotonic()
    assert ask(port, address="127.0.0.2") == "0"
    assert time.monotonic() - began < 0.9
    assert all(read_all(connection).endswith(b"\r\n\r\n0") for connection in busy)
    assert time.monotonic() - began > 2.5, "an address has two of four threads"


def test_a_line_of_requests_has_an_end_and_leaves_connections_to_others(port, connect):
    slow = b"GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    busy = [connect(slow) for _ in range(2)]
    connections = [connect(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")) for _ in range(MOST_IN_LINE + 2)]
    answers = [read_all(connection) for connection in connections]
    assert [b"503 Service Unavailable" in answer for answer in answers] == [False] * MOST_IN_LINE + [True] * 2
    assert all(read_all(connection).endswith(b"\r\n\r\n0") for connection in busy)


def test_an_ipv6_client_counts_as_its_network():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        client = PatientSocket(ours.detach())
        addresses = ["2001:db8::1", "2001:db8::ffff", "fe80::1%eth0", "192.0.2.1"]
        connections = [WaitingConnection(Config(), client, (address, 1), None) for address in addresses]
        assert [connection.address for connection in connections] == ["2001:db8::", "2001:db8::", "fe80::", "192.0.2.1"]
        client.close()


def read_all(connection: socket.socket) -> bytes:
    """Read until the other side closes."""
    pieces = []
    while piece := connection.recv(2**16):
        pieces.append(piece)
    return b"".join(pieces)


HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def test_large_bodies_that_do_not_come_keep_no_thread(port, connect):
    for _ in range(20):
        connect(HEAD + b"Content-Length: 3000000\r\n\r\n" + b"x" * 70_000)
    assert_quick(port)


def test_bodies_in_chunks_that_do_not_come_keep_no_thread_and_are_refused(port, connect):
    silent = [connect(CHUNKED) for _ in range(20)]
    assert_quick(port)
    assert b" 411 Length Required" in read_all(silent[0])


def test_clients_that_do_not_read_keep_no_thread_and_lose_nothing(port, connect):
    silent = [connect(b"GET /much HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") for _ in range(10)]
    assert_quick(port)
    answer = read_all(silent[-1])
    assert answer.endswith(b"\r\n\r\n" + b"x" * MUCH)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        pytest.param(b"/", b"Content-Length: 5000000\r\n", id="too large"),
        pytest.param(b"/none", b"Content-Length: 5\r\n", id="nothing may be sent there"),
        pytest.param(b"http://localhost/no%6Ee?q=1", b"Content-Length: 5\r\n", id="nor by an absolute address"),
    ],
)
def test_a_body_that_is_not_collected_is_answered_without_it(port, connect, path: bytes, fields: bytes):
    client = connect(b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\n" + fields + b"\r\nhello")
    answer = read_all(client)
    assert b"\r\nConnection: close\r\n" in answer
    assert answer.endswith(b"\r\n\r\n0")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc", b"400", id="two lengths"),
        pytest.param(HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", b"400", id="two other lengths"),
        pytest.param(HEAD + b"Content-Length: -3\r\n\r\nabc", b"400", id="a length below nothing"),
        pytest.param(HEAD + b"Transfer-Encoding: gzip\r\n\r\nabc", b"400", id="another coding"),
        pytest.param(HEAD + b"Transfer-Encoding: xchunked\r\n\r\nabc", b"501", id="nearly chunked"),
        pytest.param(CHUNKED + b"-3\r\nabc\r\n0\r\n\r\n", b"400", id="a chunk below nothing"),
        pytest.param(CHUNKED + b"3\r\nabcd\r\n0\r\n\r\n", b"400", id="a longer chunk"),
        pytest.param(CHUNKED + b"3;" + b"x" * 5000, b"400", id="a long extension"),
        pytest.param(CHUNKED + b"0\r\n" + b"x: y\r\n" * 50 + b"\r\n", b"400", id="many trailers"),
        pytest.param(HEAD + b"Expect: tea\r\nContent-Length: 3\r\n\r\nabc", b"417", id="another expectation"),
        pytest.param(b"GET /" + b"x" * 70_000, b"431", id="a long address"),
        pytest.param(HEAD + b"X: y\r\n" * 20_000, b"431", id="many headers"),
    ],
)
def test_requests_that_can_be_read_in_two_ways_are_refused(port, connect, sent: bytes, status: bytes):
    assert read_all(connect(sent)).startswith(b"HTTP/1.1 " + status)


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_chunks_may_come_in_any_pieces(connect, size: int):
    sent = CHUNKED + b"3;name=value\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n" + GET
    client = connect()
    for start in range(0, len(sent), size):
        client.sendall(sent[start : start + size])
    answers = b""
    while answers.count(b"200 OK") < 2:
        piece = client.recv(4096)
        assert piece
        answers += piece
    assert b"\r\n\r\n13HTTP" in answers


def test_too_much_in_chunks_is_answered_without_it(connect):
    client = connect(CHUNKED + b"500000\r\n" + b"x" * 1000)
    assert b"\r\nConnection: close\r\n" in read_all(client)


def test_an_address_has_a_share_of_what_is_collected(port, connect):
    large = HEAD + b"Content-Length: 4000000\r\n\r\n" + b"x" * 70_000
    clients = [connect(large) for _ in range(70)]
    assert b" 503 Service Unavailable" in read_all(clients[-1])
    assert ask(port, b"x" * 60_000, "POST") == "60000"
    for client in clients:
        client.close()
    assert ask(port, b"x" * 3_000_000, "POST") == "3000000"


def test_who_is_too_slow_counts_as_gone():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        connection = WaitingConnection(Config(), PatientSocket(ours.detach()), None, None)
        connection.begin(connection.is_sending)
        connection.incoming = IncomingRequest(lambda path: LARGEST)
        now = time.monotonic()
        assert connection.waits(now + SECONDS_TO_SEND - 1)
        assert not connection.waits(now + SECONDS_TO_SEND + 1)
        connection.incoming.feed(HEAD + b"Content-Length: 300000\r\n\r\n")
        connection.move(BYTES_A_SECOND * 3)
        assert connection.waits(now + SECONDS_TO_SEND + 2)
        assert not connection.waits(now + SECONDS_TO_SEND + 4)
        connection.close()


def test_a_request_that_came_while_the_worker_was_busy_is_read_before_its_connection_is_closed_as_idle():
    worker = BufferingWorker(1, os.getpid(), [], None, 30, Config(), None)
    worker.wsgi, worker.nr_conns = SimpleNamespace(largest_body=lambda path: LARGEST), 2
    requests: list[WaitingConnection] = []
    worker.enqueue_req = requests.append
    with selectors.DefaultSelector() as worker.poller, contextlib.ExitStack() as stack:
        clients, connections = [], []
        for _ in range(2):
            ours, theirs = socket.socketpair()
            clients.append(stack.enter_context(theirs))
            connection = WaitingConnection(Config(), PatientSocket(ours.detach()), ("127.0.0.1", 1), None)
            connection.timeout = time.monotonic() - 1
            callback = partial(worker.on_client_socket_readable, connection)
            worker.poller.register(connection.sock, selectors.EVENT_READ, callback)
            worker.keepalived_conns.append(connection)
            connections.append(connection)
        clients[1].sendall(GET)
        worker.murder_keepalived()
        worker.wait_for_and_dispatch_events(timeout=0)
        assert clients[0].recv(1) == b""
        assert requests == [connections[1]]
        assert (worker.nr_conns, list(worker.keepalived_conns)) == (1, [])
        connections[1].close()
    worker.tmp.close()
