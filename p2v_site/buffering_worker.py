"""The web worker: threads that only ever see complete requests, and never wait for a client.

gunicorn's threads read from their connections and write to them themselves, so a handful of connections that send or
read nothing, or do so slowly, occupy all of them. Here one loop without threads collects the requests of all
connections (``p2v_site.incoming``) and sends what a client has not taken of its answer; a thread gets a request when it
is complete, and leaves its answer. A client that does neither for long, or is too slow, is dropped. Requests of one
address have at most half of the threads at once; its other ones wait in line, so that those of others need not.
"""

import os
import selectors
import socket
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from ipaddress import ip_network
from tempfile import SpooledTemporaryFile
from typing import Any

from gunicorn import util
from gunicorn.http.unreader import Unreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from common.web.awaiting import AwaitedChange
from p2v_site.incoming import IN_MEMORY, IncomingRequest, LargestBody, RequestRefused

SECONDS_TO_SEND = 15.0
"""How long a client may take for the head of a request; after that time, it has to keep the pace."""
BYTES_A_SECOND = 8_000
"""The minimum rate of a client that sends a body or takes an answer, after the first seconds."""
SECONDS_BETWEEN_LOOKS = 5.0
"""How often a waiting connection is looked at; also how long a client may take to begin a body in chunks, or to read
an answer that came before it had sent everything.
"""
PIECE = 2**16
MOST_OF_AN_ADDRESS, MOST_AT_ONCE = 256 * 2**20, 2**30
"""Bytes of unfinished large bodies from one address, and from all, in one process."""
MOST_IN_LINE = 100
"""Complete requests of one address that wait for a thread, in one process, which holds 500 connections."""
IS_BEHIND_PROXY = int(os.environ.get("NUM_PROXIES") or "0") > 0
"""Whether all connections come from a proxy, which collects requests of its own."""


class CollectedUnreader(Unreader):
    """Reads a collected request; nothing comes after it."""

    def __init__(self, incoming: IncomingRequest) -> None:
        super().__init__()
        self._file = incoming.file
        self.unread(incoming.head)

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the next piece."""
        return self._file.read(max(PIECE, size_hint or 0))


class PatientSocket(socket.socket):
    """A socket that takes everything at once, and remembers what its client does not take yet."""

    def __init__(self, fileno: int) -> None:
        super().__init__(fileno=fileno)
        self._unsent: SpooledTemporaryFile[bytes] | None = None
        self._taken = 0

    @property
    def has_unsent(self) -> bool:
        """Whether the client has not taken everything."""
        return self._unsent is not None

    def sendall(self, data: bytes, flags: int = 0) -> None:  # type: ignore[override] # gunicorn sends bytes
        """Send what the client takes without waiting, and remember the rest."""
        sent = 0 if self._unsent else self._send_now(data)
        if sent < len(data):
            self._unsent = self._unsent or SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - forget() closes it
            self._unsent.write(data[sent:])

    def send_more(self) -> int:
        """Send more of the rest; return how many bytes the client took."""
        assert self._unsent is not None
        self._unsent.seek(self._taken)
        piece = self._unsent.read(PIECE)
        sent = self._send_now(piece)
        self._taken += sent
        if len(piece) == sent and len(piece) < PIECE:
            self.forget()
        return sent

    def forget(self) -> None:
        """Forget the rest."""
        if self._unsent is not None:
            self._unsent.close()
        self._unsent, self._taken = None, 0

    def _send_now(self, data: bytes) -> int:
        try:
            return self.send(data, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return 0


class WaitingConnection(TConn):
    """A connection with the request that its client is sending, or the answer that it is taking."""

    sock: PatientSocket

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.incoming: IncomingRequest | None = None
        self.waits: Callable[[float], bool] | None = None
        self.reserved = 0
        self.awaited: AwaitedChange | None = None
        self.has_waited = False
        self._began, self._moved = 0.0, 0

    @property
    def address(self) -> str:
        """The address of the client; of IPv6 its network, in which a client has as many addresses as it likes."""
        address = str(self.client[0]) if self.client else ""
        if ":" not in address:
            return address
        return str(ip_network((address.partition("%")[0], 64), strict=False).network_address)

    @property
    def party(self) -> str:
        """Those among whose requests this one counts: its address, or all who waited for the same battle."""
        return f"battle {self.awaited.battle}" if self.awaited and self.has_waited else self.address

    def begin(self, waits: Callable[[float], bool]) -> None:
        """Begin to wait, as long as a question that is asked again and again allows."""
        self._began, self._moved, self.waits = time.monotonic(), 0, waits

    def move(self, size: int) -> None:
        """Note that bytes came or went."""
        self._moved += size

    def is_sending(self, now: float) -> bool:
        """Return True while the client may go on sending its request."""
        if self.incoming is not None and self.incoming.head:
            return self.keeps_pace(now)
        return now < self._began + SECONDS_TO_SEND

    def keeps_pace(self, now: float) -> bool:
        """Return True while the client is fast enough."""
        return self._moved >= (now - self._began - SECONDS_TO_SEND) * BYTES_A_SECOND

    def init(self) -> None:
        """Pass the request to a parser of its own. Each request begins here, in its thread."""
        assert self.incoming is not None
        self.parser, self.initialized = None, False
        super().init()
        assert self.parser is not None
        self.parser.unreader = CollectedUnreader(self.incoming)

    def close(self, graceful: bool = False) -> None:
        """Close at once: the loop that calls this has no time to linger."""
        if self.incoming is not None:
            self.incoming.close()
        self.sock.forget()
        util.close(self.sock)


class BufferingWorker(ThreadWorker):
    """gunicorn's worker with threads; the loop collects requests for them, and delivers their answers."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._reserved: Counter[str] = Counter()
        self._answering: Counter[str] = Counter()
        self._in_line: defaultdict[str, deque[WaitingConnection]] = defaultdict(deque)

    @property
    def _largest_body(self) -> LargestBody:
        limit: LargestBody = self.wsgi.largest_body
        return limit

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; if there are too many, drop the one that has waited longest."""
        try:
            client_socket, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        if self.nr_conns >= self.worker_connections - 1 and self.pending_conns:
            self._drop(self.pending_conns[0])
        self.nr_conns += 1
        client = PatientSocket(client_socket.detach())
        self._collect(WaitingConnection(self.cfg, client, address, listener.getsockname()))

    def enqueue_req(self, conn: WaitingConnection) -> None:
        """Give a request to a thread, at once or when its party has fewer than its share of them."""
        party = conn.party
        may_pass = IS_BEHIND_PROXY and not conn.has_waited
        if may_pass or self._answering[party] < max(1, self.cfg.threads // 2):
            self._answering[party] += 1
            super().enqueue_req(conn)
        elif len(self._in_line[party]) < MOST_IN_LINE or conn.has_waited:
            self._in_line[party].append(conn)
        else:
            self._say(conn, RequestRefused("503 Service Unavailable", "Too many requests wait. Try again in a minute."))

    def on_client_socket_readable(self, conn: WaitingConnection, client: socket.socket) -> None:
        """Collect the next request of an open connection."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._collect(conn)

    def finish_request(self, conn: WaitingConnection, fs: Future[Any]) -> None:
        """Deliver what the client has not taken of its answer, then wait for its next request, or close."""
        self._release(conn)
        self._answer_next(conn.party)
        if conn.sock.has_unsent:
            self._wait(conn, selectors.EVENT_WRITE, partial(self._on_writable, conn, fs), conn.keeps_pace)
        else:
            self._end_request(conn, fs)

    def _answer_next(self, party: str) -> None:
        self._answering -= Counter({party: 1})
        if in_line := self._in_line.pop(party, None):
            conn = in_line.popleft()
            if in_line:
                self._in_line[party] = in_line
            self.enqueue_req(conn)

    def murder_keepalived(self, force: bool = False) -> None:
        """Close connections that have been idle for too long, after the requests that have come meanwhile are read."""
        if not force and self.keepalived_conns and self.keepalived_conns[0].timeout <= time.monotonic():
            self.wait_for_and_dispatch_events(timeout=0)
        super().murder_keepalived(force)

    def murder_pending(self) -> None:
        """Look at connections that have waited for some time, and close those that may not wait on."""
        now = time.monotonic()
        while self.pending_conns and self.pending_conns[0].timeout <= now:
            conn = self.pending_conns[0]
            if conn.incoming is not None and conn.incoming.lacks_chunks:
                self._refuse(conn, RequestRefused("411 Length Required", "Send the body, or a Content-Length header."))
            elif self.alive and conn.waits(now):
                conn.timeout = now + SECONDS_BETWEEN_LOOKS
                self.pending_conns.rotate(-1)
            else:
                self._drop(conn)

    def _collect(self, conn: WaitingConnection) -> None:
        rest = conn.incoming.rest if conn.incoming is not None else b""
        conn.incoming = IncomingRequest(self._largest_body)
        conn.awaited, conn.has_waited = None, False
        self._wait(conn, selectors.EVENT_READ, partial(self._on_readable, conn), conn.is_sending)
        if rest:
            self._take(conn, rest)

    def _on_readable(self, conn: WaitingConnection, client: socket.socket) -> None:
        piece = self._received(conn, client)
        if piece:
            self._take(conn, piece)

    def _received(self, conn: WaitingConnection, client: socket.socket) -> bytes:
        """Return what came; drop a connection that was closed."""
        if conn.waits is None:  # it was dropped since this round of the loop began
            return b""
        try:
            piece = client.recv(PIECE)
        except BlockingIOError:
            return b""
        except OSError:
            piece = b""
        if not piece:
            self._drop(conn)
        return piece

    def _take(self, conn: WaitingConnection, piece: bytes) -> None:
        incoming = conn.incoming
        assert incoming is not None
        had_head = bool(incoming.head)
        conn.move(len(piece))
        try:
            incoming.feed(piece)
            if incoming.head and not had_head and not incoming.is_whole:
                self._reserve(conn, incoming.expected)
                if incoming.is_asked_first:
                    conn.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        except RequestRefused as refusal:
            self._refuse(conn, refusal)
            return
        except OSError:  # the client is gone, or the disk is full
            self._drop(conn)
            return
        if incoming.is_whole:
            self._stop_waiting(conn)
            conn.data_ready = True
            self.enqueue_req(conn)

    def _reserve(self, conn: WaitingConnection, size: int) -> None:
        if size <= IN_MEMORY:
            return
        address = conn.address
        of_address = 0 if IS_BEHIND_PROXY else self._reserved[address]
        if of_address + size > MOST_OF_AN_ADDRESS or self._reserved.total() + size > MOST_AT_ONCE:
            raise RequestRefused("503 Service Unavailable", "Too much is being sent just now. Try again in a minute.")
        conn.reserved = size
        self._reserved[address] += size

    def _release(self, conn: WaitingConnection) -> None:
        if conn.reserved:
            self._reserved -= Counter({conn.address: conn.reserved})
            conn.reserved = 0

    def _on_writable(self, conn: WaitingConnection, fs: Future[Any], client: PatientSocket) -> None:
        if conn.waits is None:  # it was dropped since this round of the loop began
            return
        try:
            conn.move(client.send_more())
        except OSError:
            self._drop(conn)
            return
        if not client.has_unsent:
            self._stop_waiting(conn)
            self._end_request(conn, fs)

    def _end_request(self, conn: WaitingConnection, fs: Future[Any]) -> None:
        assert conn.incoming is not None
        conn.incoming.file.close()
        if conn.incoming.is_cut:
            self._linger(conn)
            return
        super().finish_request(conn, fs)
        if conn.incoming.rest and conn in self.keepalived_conns:
            self.on_client_socket_readable(conn, conn.sock)

    def _refuse(self, conn: WaitingConnection, refusal: RequestRefused) -> None:
        self._stop_waiting(conn)
        self._say(conn, refusal)

    def _say(self, conn: WaitingConnection, refusal: RequestRefused) -> None:
        try:
            conn.sock.sendall(refusal.answer())
        except OSError:  # the client is gone, which lingering finds out
            conn.sock.forget()
        self._linger(conn)

    def _linger(self, conn: WaitingConnection) -> None:
        """Read on and forget it: a client that is still sending when its connection closes never reads the answer."""
        self._release(conn)
        conn.incoming = None
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:  # the client is gone, which the next piece says
            conn.sock.forget()
        self._wait(conn, selectors.EVENT_READ, partial(self._received, conn), lambda now: False)

    def _wait(
        self, conn: WaitingConnection, event: int, callback: Callable[..., Any], waits: Callable[[float], bool]
    ) -> None:
        conn.sock.setblocking(False)
        conn.begin(waits)
        conn.timeout = time.monotonic() + SECONDS_BETWEEN_LOOKS
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, event, callback)

    def _stop_waiting(self, conn: WaitingConnection) -> None:
        conn.waits = None
        self.poller.unregister(conn.sock)
        self.pending_conns.remove(conn)

    def _drop(self, conn: WaitingConnection) -> None:
        self._stop_waiting(conn)
        self._release(conn)
        self.nr_conns -= 1
        conn.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """Stop waiting for clients when the worker ends, whether silent or idle."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)
