"""Rules on the warband as a whole: that there is one, its points, its alignment."""

from __future__ import annotations

from collections.abc import Iterator

from rules.alignment import CODES, recruits
from rules.legality.problem import ROSTER, Problem, problem
from rules.legality.reckoning import Line, Reckoning
from rules.legality.wording import alignment_names, counted, extras


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


def _cheapest_cut(reckoning: Reckoning, over: int) -> str:
    """Say what to give up so that at least ``over`` points are saved and no more than need be."""
    cuts: list[tuple[int, bool, int, Line]] = []
    for line in reckoning.lines:
        if line.card is None:
            continue
        number = -(-over // line.card.upgrade_cost)
        if number * line.card.upgrade_cost <= line.extras_points:
            cuts.append((number * line.card.upgrade_cost, False, number, line))
        if line.points >= over:
            cuts.append((line.points, True, 0, line))
    if not cuts:
        return f"Give up {counted(over, 'point')}"
    saved, whole, number, line = min(cuts, key=lambda cut: cut[:3])
    cut = f"Leave out {line.name}" if whole else f"Take {extras(line, number, reckoning.rulebook)} from {line.name}"
    return f"{cut} (saves {counted(saved, 'point')})"


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
