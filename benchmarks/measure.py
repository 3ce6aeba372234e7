"""Timing in pairs: the thing and its floor in turn, so that a machine whose speed drifts does not tilt the ratio."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Run = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Measurement:
    """Medians in milliseconds of the thing and of its floor, and the median of their ratios run by run."""

    milliseconds: float
    floor: float
    ratio: float


def timed(run: Run) -> float:
    """Return how many milliseconds one run takes."""
    start = time.perf_counter()
    run()
    return (time.perf_counter() - start) * 1000


def alone(run: Run, runs: int, warm_up: int = 3) -> float:
    """Return the median of ``runs`` runs in milliseconds."""
    for _ in range(warm_up):
        run()
    gc.collect()
    return median(timed(run) for _ in range(runs))


def paired(run: Run, floor: Run, runs: int, warm_up: int = 5) -> Measurement:
    """Measure a run and its floor in turn."""
    for _ in range(warm_up):
        run()
        floor()
    gc.collect()
    times = [(timed(run), timed(floor)) for _ in range(runs)]
    return Measurement(
        milliseconds=median(mine for mine, _ in times),
        floor=median(other for _, other in times),
        ratio=median(mine / other for mine, other in times),
    )
