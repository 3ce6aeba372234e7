"""Two requests at once."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from common.refusal import Refusal


def at_once(*writes: Callable[[], Any]) -> list[str]:
    """Run every write in a thread and over a connection of its own; return what was refused."""
    start, refused, broken = threading.Barrier(len(writes)), [], []

    def work(write: Callable[[], Any]) -> None:
        try:
            start.wait(10)
            write()
        except Refusal as fault:
            refused.append(fault.message)
        except Exception as fault:  # noqa: BLE001 # whatever it is, the test tells it
            broken.append(repr(fault))
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(write,)) for write in writes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not broken, broken
    return refused
