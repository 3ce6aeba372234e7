"""How often small questions may be asked, counted in the memory of a process in windows of some seconds.

``common.limits`` counts work for all processes together; to note a question there would take longer than to answer it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

WINDOW = 10
"""Seconds of a window: a burst is answered as long as the window has room for it."""
KEYS = 10_000
"""Askers that are remembered; of more, those who asked longest ago begin anew."""


class RequestRate:
    """So many requests a second for each key, each process for itself; 0 is no limit."""

    def __init__(self, per_second: int) -> None:
        self.per_second = per_second
        self._windows: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()
        self._lock = Lock()

    def seconds_to_wait(self, key: Hashable, now: float | None = None) -> int:
        """Count a request, and return in how many seconds it may be made, 0 for now. ``now`` is the clock's time."""
        if not self.per_second:
            return 0
        now = time.monotonic() if now is None else now
        window = int(now // WINDOW)
        with self._lock:
            began, count = self._windows.pop(key, (window, 0))
            count = count + 1 if began == window else 1
            self._windows[key] = window, count
            if len(self._windows) > KEYS:
                self._windows.popitem(last=False)
        return 0 if count <= self.per_second * WINDOW else int((window + 1) * WINDOW - now) + 1
