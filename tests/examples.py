"""How many examples hypothesis tries: a sixth of them, and all of them where MUSTER_THOROUGH is 1, as in ``.ci/run``.

Whoever changes the rules runs the quick tests often: over a few runs they try as much, as every run draws others. A
thorough run always draws the same ones, so that only what a change does decides whether it passes.
"""

import os

from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("MUSTER_THOROUGH") == "1"
LONG = os.environ.get("MUSTER_LONG") == "1"
"""As many battles and rolls as take minutes on their own: ``make test-long``."""


def tried(examples: int) -> int:
    """Return how many examples this run tries of a test that deserves so many."""
    # The first example is always the simplest one: with no other, every run would try the same.
    return examples if THOROUGH else max(2, -(-examples // 6))


# A slow machine is no failure.
settings.register_profile(
    "muster",
    max_examples=tried(100),
    deadline=None,
    derandomize=THOROUGH and not LONG,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("muster")
