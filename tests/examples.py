"""How many examples tests try: a sixth of them, a third where MUSTER_THOROUGH is 1, as in ``.ci/run``, else all.

Whoever changes the rules runs the quick tests often: over a few runs they try as much, as every run draws others. A
thorough run always draws the same ones, so that only what a change does decides whether it passes; so more of them show
little that the first third does not. ``make test-long`` tries all of them, and other ones each time.
"""

import os

from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("MUSTER_THOROUGH") == "1"
LONG = os.environ.get("MUSTER_LONG") == "1"
"""All examples, and as many battles and rolls as take minutes on their own: ``make test-long``."""
SHARE = 1 if LONG else 3 if THOROUGH else 6
"""One example of so many is tried."""


def tried(examples: int) -> int:
    """Return how many examples this run tries of a test that deserves so many."""
    # The first example is always the simplest one: with no other, every run would try the same.
    return max(2, -(-examples // SHARE))


# A slow machine is no failure.
settings.register_profile(
    "muster",
    max_examples=tried(100),
    deadline=None,
    derandomize=THOROUGH and not LONG,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("muster")
