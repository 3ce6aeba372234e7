"""Rules on the warband as a whole: that there is one, its points, its alignment."""

from __future__ import annotations

from collections.abc import Iterator

from rules.alignment import CODES, alignment_names, recruits
from rules.legality.cuts import cheapest_cut
from rules.legality.problem import ROSTER, Problem, problem
from rules.legality.reckoning import Reckoning
from rules.text import counted


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
    cut = cheapest_cut(reckoning, over)
    yield problem(
        "points.over_limit",
        ROSTER,
        f"The warband costs {counted(points, 'point')}, {over} more than its limit of {limit}.",
        f"{cut.words} (saves {counted(cut.saves, 'point')}), or agree on a limit of {points}.",
        points=points,
        limit=limit,
        over=over,
    )


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
