"""Requests that wait for a change of a battle: which ones the worker holds, and how it learns of changes.

A held request has its connection and no thread. While there are any, one thread of the process asks the database now
and then for the versions of all their battles, with one query. So a change that another process made is seen as well.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, Protocol, TypeVar

from common.web.awaiting import HAS_WAITED, AwaitedChange, awaited_by

SECONDS_HELD = 20.0
"""How long a request waits before it is answered without news."""
SECONDS_BETWEEN_QUESTIONS = 0.15
"""How long a change may stay unseen, but for the time of the query."""
MOST_HELD, MOST_HELD_OF_AN_ADDRESS, MOST_HELD_OF_A_BROWSER = 250, 100, 8
"""Requests that wait in one process; others are answered at once."""

Changes = Callable[[Collection[AwaitedChange]], Collection[AwaitedChange]]
"""Which of the awaited changes have come."""


class HeldConnection(Protocol):
    """A connection whose request may wait."""

    awaited: AwaitedChange | None
    has_waited: bool

    @property
    def address(self) -> str:
        """The address of the client."""


Connection = TypeVar("Connection", bound=HeldConnection)


class RequestHeld(Exception):
    """Ends the thread's work for a request that waits."""


class HoldingApplication:
    """The application; its answer to a request that may wait is thrown away, and made again after that."""

    def __init__(self, application: Any, connection: Callable[[], HeldConnection], held: "HeldRequests[Any]") -> None:
        self._application, self._connection, self._held = application, connection, held
        self.largest_body, self.changes = application.largest_body, application.changes

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer; raise ``RequestHeld`` for a request that waits."""
        conn = self._connection()
        environ[HAS_WAITED] = conn.has_waited
        answer: Any = self._application(environ, start_response)
        awaited = awaited_by(answer)
        if awaited is not None and self._held.has_room(conn.address, awaited):
            answer.close()
            conn.awaited = awaited
            raise RequestHeld
        return answer


class HeldRequests(Generic[Connection]):
    """The connections whose requests wait, in the order in which their time is up."""

    def __init__(self, *, counts_addresses: bool) -> None:
        self._ends: dict[Connection, float] = {}
        self._counts: Counter[str] = Counter()
        self._counts_addresses = counts_addresses
        self._asking = ThreadPoolExecutor(1)
        self._is_asking, self._asks_at = False, 0.0

    def __contains__(self, conn: object) -> bool:
        """Return True if the request of a connection waits."""
        return conn in self._ends

    def __len__(self) -> int:
        """Return the number of requests that wait."""
        return len(self._ends)

    def has_room(self, address: str, awaited: AwaitedChange) -> bool:
        """Return True if another request of an address and of a browser may wait."""
        return (
            len(self._ends) < MOST_HELD
            and self._counts[awaited.browser] < MOST_HELD_OF_A_BROWSER
            and not (self._counts_addresses and self._counts[address] >= MOST_HELD_OF_AN_ADDRESS)
        )

    def add(self, conn: Connection) -> None:
        """Hold the request of a connection."""
        self._ends[conn] = time.monotonic() + SECONDS_HELD
        self._counts += self._counted(conn)

    def remove(self, conn: Connection) -> None:
        """Hold it no longer."""
        del self._ends[conn]
        self._counts -= self._counted(conn)

    def _counted(self, conn: Connection) -> Counter[str]:
        assert conn.awaited is not None
        return Counter((conn.address, conn.awaited.browser))

    def ended(self) -> list[Connection]:
        """Return the connections whose time is up."""
        now = time.monotonic()
        return [conn for conn, end in self._ends.items() if end <= now]

    def all(self) -> list[Connection]:
        """Return all connections."""
        return list(self._ends)

    def awaiting(self, changes: Collection[AwaitedChange]) -> list[Connection]:
        """Return the connections whose request waits for a change among these."""
        return [conn for conn in self._ends if conn.awaited in changes]

    def ask_soon(self) -> None:
        """Ask for changes as soon as possible: this process may have made one."""
        self._asks_at = 0.0

    def ask(self, changes: Changes, then: Callable[[Future[Collection[AwaitedChange]]], None]) -> None:
        """Ask for changes in a thread, if it is time for that; ``then`` is called there with the answer."""
        now = time.monotonic()
        if not self._ends or self._is_asking or now < self._asks_at:
            return
        self._is_asking, self._asks_at = True, now + SECONDS_BETWEEN_QUESTIONS
        awaited = {conn.awaited for conn in self._ends if conn.awaited is not None}
        self._asking.submit(changes, awaited).add_done_callback(then)

    def answered(self) -> None:
        """Note that the question was answered."""
        self._is_asking = False
