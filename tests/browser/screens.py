"""The screens that pages are looked at on: a laptop's and a small phone's, and how long a page may take."""

import time
from typing import Any

SCREENS = {
    "1280px": {"viewport": {"width": 1280, "height": 900}},
    "360px": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True},
}
PATIENCE = 60_000
"""Milliseconds that anything on a page may take: on a busy machine the first page of a process takes half a minute."""


def wait_for_truth(page: Any, expression: str, arg: Any = None) -> None:
    """Wait until JavaScript returns true. Playwright's own wait looks only once: then the site's policy forbids it."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(50)
