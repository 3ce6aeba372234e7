"""The web worker: threads that only ever see complete requests.

gunicorn's threads read from their connections themselves, so a handful of connections that send nothing, or send
slowly, occupy all of them. Here one loop without threads collects the data of all connections, and a thread gets a
request when it is complete. A thread reads bodies that are too large to collect, and drops a slow client.
"""

import re
import selectors
import socket
import time
from functools import partial
from typing import Any

from gunicorn import util
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

SECONDS_TO_SEND = 15.0
"""How long a client may take to send a collected request, and how long it may pause in a larger one."""
SECONDS_TO_LINGER = 0.5
GATHERED = 64 * 2**10
"""Bytes of a request that are gathered without a thread; a larger body is read by the thread that answers it."""
BYTES_A_SECOND = 8_000
"""The minimum rate of the client of a large body, after the first seconds."""
PIECE = 2**16
_END_OF_HEAD = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*(?:\r\n|\Z)", re.IGNORECASE)
_EXPECTS = re.compile(rb"\r\nexpect:", re.IGNORECASE)


class PacedUnreader(SocketUnreader):
    """Reads from a connection as long as its client keeps pace; a slower one counts as gone."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock)
        self._began = time.monotonic()
        self._read = 0

    def begin_request(self) -> None:
        """Start measuring the pace again."""
        self._began, self._read = time.monotonic(), 0

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the next piece; empty if the client is too slow."""
        left = self._began + SECONDS_TO_SEND + self._read / BYTES_A_SECOND - time.monotonic()
        if left <= 0:
            return b""
        self.sock.settimeout(min(left, SECONDS_TO_SEND))
        try:
            piece: bytes = super().chunk(size_hint)
        except TimeoutError:
            return b""
        finally:
            self.sock.settimeout(SECONDS_TO_SEND)
        self._read += len(piece)
        return piece


class GatheredConnection(TConn):
    """A connection with the received part of its client's next request."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.gathered = bytearray()
        self.is_large = False
        self.is_gathering = False

    def is_whole(self) -> bool:
        """Return True if a thread can continue: the request is complete, or too large to collect."""
        end = self.gathered.find(_END_OF_HEAD)
        if end < 0:
            return len(self.gathered) > GATHERED
        match = _LENGTH.search(self.gathered, 0, end + 2)
        length = int(match[1]) if match else 0
        self.is_large = length > GATHERED or _EXPECTS.search(self.gathered, 0, end) is not None
        return self.is_large or len(self.gathered) >= end + len(_END_OF_HEAD) + length

    def init(self) -> None:
        """Pass the collected data to the parser. Each request begins here, in its thread."""
        super().init()
        if not isinstance(self.parser.unreader, PacedUnreader):
            self.parser.unreader = PacedUnreader(self.sock)
        self.parser.unreader.begin_request()
        if self.gathered:
            self.parser.unreader.unread(bytes(self.gathered))
            self.gathered = bytearray()
        self.sock.settimeout(SECONDS_TO_SEND)

    def close(self, graceful: bool = False) -> None:
        """Close at once: the loop that calls this has no time to linger."""
        util.close(self.sock)


class BufferingWorker(ThreadWorker):
    """gunicorn's worker with threads; the loop gathers requests before it hands them to a thread."""

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; if there are too many, drop the one that has been silent longest."""
        try:
            client_socket, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        if self.nr_conns >= self.worker_connections - 1 and self.pending_conns:
            self._drop(self.pending_conns[0])
        self.nr_conns += 1
        self._gather(GatheredConnection(self.cfg, client_socket, address, listener.getsockname()))

    def on_client_socket_readable(self, conn: GatheredConnection, client: socket.socket) -> None:
        """Collect the next request of an open connection."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._gather(conn)

    def handle(self, conn: GatheredConnection) -> Any:
        """Answer a request, in a thread; wait a moment if the client may still be sending unread data."""
        result = super().handle(conn)
        if not result and conn.is_large:
            util.close_graceful(conn.sock, timeout=SECONDS_TO_LINGER)
        return result

    def _gather(self, conn: GatheredConnection) -> None:
        conn.is_gathering = True
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + SECONDS_TO_SEND
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_piece, conn))

    def _on_piece(self, conn: GatheredConnection, client: socket.socket) -> None:
        if not conn.is_gathering:  # it was dropped since this round of the loop began
            return
        try:
            piece = client.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._drop(conn)
            return
        conn.gathered += piece
        if conn.is_whole():
            self._stop_gathering(conn)
            conn.data_ready = True
            self.enqueue_req(conn)

    def _drop(self, conn: GatheredConnection) -> None:
        self._stop_gathering(conn)
        self.nr_conns -= 1
        conn.close()

    def _stop_gathering(self, conn: GatheredConnection) -> None:
        conn.is_gathering = False
        self.poller.unregister(conn.sock)
        self.pending_conns.remove(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """Stop waiting for clients when the worker ends, whether silent or idle."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)
