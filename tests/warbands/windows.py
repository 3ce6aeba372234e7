"""Several windows that do something at the same moment."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

WINDOWS = 4


def at_once(*works: Callable[[], object]) -> None:
    """Do several things at the same moment, each in a window of its own, and fail where one of them does."""
    start, done = threading.Barrier(len(works)), []

    def window(work: Callable[[], object]) -> None:
        try:
            start.wait(10)
            done.append(work())
        finally:
            connection.close()

    threads = [threading.Thread(target=window, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == len(works)


@contextmanager
def somebody_else(write: Callable[[], Any]) -> Iterator[None]:
    """Go on while somebody else, over a connection of their own, has written and not yet finished."""
    written, go_on = threading.Event(), threading.Event()

    def work() -> None:
        try:
            with transaction.atomic():
                write()
                written.set()
                go_on.wait(0.4)  # long enough for the other to have asked, and to wait for this to end
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert written.wait(10)
        yield
    finally:
        go_on.set()
        thread.join()
