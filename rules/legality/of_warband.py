"""Rules on the warband as a whole: that there is one, its points, its alignment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rules.alignment import CODES, recruits
from rules.legality.problem import ROSTER, Problem, problem
from rules.legality.reckoning import Line, Reckoning
from rules.legality.wording import FEW, alignment_names, counted, extras
from rules.text import listed


def not_empty(reckoning: Reckoning) -> Iterator[Problem]:
    # A warband is made of creatures. Building a warband.
    if not reckoning.lines:
        yield problem("roster.empty", ROSTER, "The warband has no members.", "Add a creature.")


def within_limit(reckoning: Reckoning) -> Iterator[Problem]:
    # All creatures together, with all that was bought for them, cost at most the points that the players agreed on.
    # Building a warband, "Balanced, Unlimited Play" and the modes after it.
    points, limit = reckoning.points, reckoning.limit
    if limit is None or points <= limit:
        return
    over = points - limit
    yield problem(
        "points.over_limit",
        ROSTER,
        f"The warband costs {counted(points, 'point')}, {over} more than its limit of {limit}.",
        f"{_cheapest_cut(reckoning, over)}, or agree on a limit of {points}.",
        points=points,
        limit=limit,
        over=over,
    )


class Band(NamedTuple):
    """A creature that was bought, with the minions that come with it and go when it goes; ``points`` of them all."""

    leader: Line
    minions: int
    points: int

    @property
    def name(self) -> str:
        """What a player calls them: ``Boar``, ``Kobold Druid with its minion``."""
        if not self.minions:
            return self.leader.name
        return f"{self.leader.name} with its {'minion' if self.minions == 1 else 'minions'}"


def _cheapest_cut(reckoning: Reckoning, over: int) -> str:
    """Say what to give up so that at least ``over`` points are saved, and no more than need be."""
    bands = _bands(reckoning)
    whole = min((band for band in bands if band.points >= over), key=lambda band: band.points, default=None)
    parts: list[tuple[int, int, Line]] = []
    for line in reckoning.lines:
        if line.card is None:
            continue
        number = -(-over // line.card.upgrade_cost)
        if number * line.card.upgrade_cost <= line.extras_points:
            parts.append((number * line.card.upgrade_cost, number, line))
    if parts:
        saved, number, line = min(parts, key=lambda part: part[:2])
        if whole is None or saved <= whole.points:
            return f"Take {extras(line, number, reckoning.rulebook)} from {line.name} (saves {counted(saved, 'point')})"
    leaving = [whole] if whole else _dearest(bands, over)
    saves = f"(saves {counted(sum(band.points for band in leaving), 'point')})"
    if len(leaving) > FEW:
        return f"Leave out the {len(leaving)} dearest creatures {saves}"
    names = Counter(band.name for band in leaving)
    return f"Leave out {listed(f'{times} of {name}' if times > 1 else name for name, times in names.items())} {saves}"


def _bands(reckoning: Reckoning) -> list[Band]:
    followers: dict[str | None, list[Line]] = {}
    for line in reckoning.lines:
        if line.free:
            followers.setdefault(line.member.minion_of, []).append(line)
    bands = []
    for line in reckoning.lines:
        if line.free:
            continue
        together = [line]
        for one in together:  # grows as it goes: minions may have minions
            together += followers.get(one.member.id, ())
        bands.append(Band(line, len(together) - 1, sum(one.points for one in together)))
    return bands


def _dearest(bands: list[Band], over: int) -> list[Band]:
    """Return the fewest bands that are worth ``over`` points together."""
    leaving: list[Band] = []
    for band in sorted(bands, key=lambda band: -band.points):
        if over <= 0:
            break
        leaving.append(band)
        over -= band.points
    return leaving


def alignment_chosen(reckoning: Reckoning) -> Iterator[Problem]:
    # In limited play the player chooses one of the nine alignments for the warband. Building a warband, "Alignments".
    roster = reckoning.roster
    if roster.mode.alignment != "required" or roster.alignment is not None:
        return
    fitting = fitting_alignments(reckoning)
    yield problem(
        "alignment.missing",
        ROSTER,
        "In limited play a warband has an alignment, and this one has none.",
        (
            f"Choose {alignment_names(fitting, 'or')}, which may take every creature here."
            if fitting
            else "Choose one of the nine alignments; none of them may take every creature here."
        ),
        fitting=list(fitting),
    )


def fitting_alignments(reckoning: Reckoning) -> tuple[str, ...]:
    """Return the codes of the alignments that may take every creature of the warband whose alignment is known."""
    present = {line.card.alignment for line in reckoning.lines if line.card and line.card.alignment}
    return tuple(code for code in CODES if present <= recruits(code))


RULES = (not_empty, within_limit, alignment_chosen)
