"""Several windows that do something at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection

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
