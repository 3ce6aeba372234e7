"""The web worker that also holds requests which wait for a change of a battle, without a thread.

When the change has come, or the time is up, a thread answers the request anew. Those that waited for the same battle
have at most half of the threads at once, so that pages of others need not wait for all of them.
"""

import selectors
import socket
import threading
from collections.abc import Collection
from concurrent.futures import Future
from functools import partial
from typing import Any

from common.web.awaiting import AwaitedChange
from p2v_site.buffering_worker import IS_BEHIND_PROXY, PIECE, BufferingWorker, WaitingConnection
from p2v_site.held_requests import SECONDS_BETWEEN_QUESTIONS, HeldRequests, HoldingApplication, RequestHeld


class HoldingWorker(BufferingWorker):
    """gunicorn's worker with threads, whose loop also holds requests that wait."""

    wsgi: HoldingApplication

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._held = HeldRequests[WaitingConnection](counts_addresses=not IS_BEHIND_PROXY)
        self._in_thread = threading.local()

    def load_wsgi(self) -> None:
        """Load the application, of which some requests may wait."""
        super().load_wsgi()
        self.wsgi = HoldingApplication(self.wsgi, lambda: self._in_thread.conn, self._held)

    def handle(self, conn: WaitingConnection) -> Any:
        """Answer a request, in a thread."""
        self._in_thread.conn = conn
        return super().handle(conn)

    def handle_request(self, req: Any, conn: WaitingConnection) -> bool:
        """Answer a request, or leave it to be held; return True if the connection stays open."""
        try:
            return bool(super().handle_request(req, conn))
        except RequestHeld:
            return True

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Do what connections ask for, then look after those that are held."""
        super().wait_for_and_dispatch_events(min(timeout, SECONDS_BETWEEN_QUESTIONS) if self._held else timeout)
        for conn in self._held.ended():
            self._resume(conn)
        if self._held:
            self._held.ask(self.wsgi.changes, lambda fs: self.method_queue.defer(self._on_changes, fs))

    def finish_request(self, conn: WaitingConnection, fs: Future[Any]) -> None:
        """Hold the request if it waits, or deliver its answer; what it wrote may be the news of others."""
        if conn.awaited is not None and not conn.has_waited:
            self._answer_next(conn.party)
            self._hold(conn)
            return
        if conn.incoming is not None and conn.incoming.head.startswith(b"POST "):
            self._held.ask_soon()
        super().finish_request(conn, fs)

    def _hold(self, conn: WaitingConnection) -> None:
        """Hold a request until there is news for it, or its client goes or sends more."""
        conn.sock.setblocking(False)
        self._held.add(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_held_readable, conn))
        assert conn.incoming is not None
        if conn.incoming.rest or conn.incoming.body.size or not self.alive:
            self._resume(conn)

    def _resume(self, conn: WaitingConnection) -> None:
        """Let a thread answer a request that was held."""
        self._let_go(conn)
        assert conn.incoming is not None
        conn.incoming.file.seek(0)
        conn.has_waited = True
        self.enqueue_req(conn)

    def _let_go(self, conn: WaitingConnection) -> None:
        self._held.remove(conn)
        self.poller.unregister(conn.sock)

    def _on_held_readable(self, conn: WaitingConnection, client: socket.socket) -> None:
        if conn not in self._held:  # it was resumed since this round of the loop began
            return
        try:
            piece = client.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if piece:
            assert conn.incoming is not None
            conn.incoming.rest += piece
            self._resume(conn)
        else:
            self._let_go(conn)
            self.nr_conns -= 1
            conn.close()

    def _on_changes(self, fs: Future[Collection[AwaitedChange]]) -> None:
        self._held.answered()
        if fault := fs.exception():
            self.log.error("Changes of battles could not be read: %s", fault)
            return
        for conn in self._held.awaiting(fs.result()):
            self._resume(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """Answer the requests that are held when the worker ends, and stop waiting for clients."""
        super()._cap_keepalive(deadline)
        for conn in self._held.all():
            self._resume(conn)
