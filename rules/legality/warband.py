"""Rules on the warband as a whole: that it has members, its points, its alignment."""

from collections.abc import Iterator

from rules.alignment import ALIGNMENT_CODES, recruits
from rules.legality.remedies.remedy import Advice, ChooseAlignment, RaiseLimit
from rules.legality.removals import cheapest_removal
from rules.legality.resolved import ROSTER, ResolvedRoster
from rules.legality.rule import Problem, Rule
from rules.text import counted


class NotEmpty(Rule, code="roster.empty", label="a warband without members"):
    """A warband has members."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # A warband is made of creatures. Building a warband.
        if not roster.members:
            yield self.problem(ROSTER, "The warband has no members.", Advice("add a creature"))


class PointsLimit(Rule, code="points.over_limit", label="more points than the limit"):
    """A warband costs no more than its limit."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # All creatures together, with all that was bought for them, cost at most the points that the players agreed
        # on. Building a warband, "Balanced, Unlimited Play" and the modes after it.
        points, limit = roster.points, roster.limit
        if limit is None or points <= limit:
            return
        over = points - limit
        yield self.problem(
            ROSTER,
            f"The warband costs {counted(points, 'point')}, {over} more than its limit of {limit}.",
            cheapest_removal(roster, over),
            RaiseLimit(limit=points),
            points=points,
            limit=limit,
            over=over,
        )


class AlignmentChosen(Rule, code="alignment.missing", label="a warband without an alignment"):
    """In limited play a warband has an alignment."""

    def check(self, roster: ResolvedRoster) -> Iterator[Problem]:
        # In limited play the player chooses one of the nine alignments for the warband. Building a warband,
        # "Alignments".
        if roster.roster.mode.alignment != "required" or roster.roster.alignment is not None:
            return
        fitting = fitting_alignments(roster)
        yield self.problem(
            ROSTER,
            "In limited play, a warband needs an alignment, but this one has none.",
            ChooseAlignment(alignments=fitting or _best_alignments(roster), fits_all=bool(fitting)),
            fitting=list(fitting),
        )


def fitting_alignments(roster: ResolvedRoster) -> tuple[str, ...]:
    """Return the codes of the alignments that may take every creature of the warband with a known alignment."""
    present = {member.card.alignment for member in roster.members if member.card and member.card.alignment}
    return tuple(code for code in ALIGNMENT_CODES if present <= recruits(code))


def _best_alignments(roster: ResolvedRoster) -> tuple[str, ...]:
    """Return the codes of the alignments that may take the most creatures of the warband."""
    present = [member.card.alignment for member in roster.members if member.card and member.card.alignment]
    misfits = {code: sum(alignment not in recruits(code) for alignment in present) for code in ALIGNMENT_CODES}
    return tuple(code for code in ALIGNMENT_CODES if misfits[code] == min(misfits.values()))
