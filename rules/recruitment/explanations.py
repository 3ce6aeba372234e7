"""Why warbands stand where they stand, as sentences for a player, made from what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.points import within_half
from rules.recruitment.model import LeftOut, Ranking, RankingKey
from rules.recruitment.search import CandidateWarband
from rules.text import counted, listed, with_count, with_minus

_NAMED_AT_MOST = 4


def why(
    warband: CandidateWarband,
    following: CandidateWarband | None,
    limit: int,
    ranking: RankingKey,
    *,
    is_last: bool = False,
    is_varied: bool = False,
) -> str:
    """Say what a warband uses and has, and what puts it before the one that follows it in the whole order.

    ``is_last`` says that it is the last one shown: the one that follows is not. ``is_varied`` says that only
    warbands of other creatures follow.
    """
    used = f"all {limit}" if warband.points == limit else f"{warband.points} of {limit}"
    after = "the next one (not shown)" if is_last else "the next one"
    if following is None:
        then = "there is no warband of other creatures" if is_varied else "there is no other warband"
    elif following.points < warband.points:
        then = f"{after} uses {following.points}"
    elif following.merit(ranking) < warband.merit(ranking):
        then = f"{after} {_less(following, ranking)}"
    else:
        then = f"{after} ties in both, but has {_exchange(warband, following)}"
    points = "points" if warband.points != 1 else "point"
    return f"Uses {used} {points} {_merit(warband, ranking)}; {then}."


def _merit(warband: CandidateWarband, ranking: RankingKey) -> str:
    match ranking:
        case "bodies":
            return f"with {counted(warband.bodies, 'body')}"
        case "level":
            return f"and reaches {_level(warband)}"
        case "tag":
            tag, number = warband.best_tag
            return f"with {counted(number, 'body')} tagged {tag}" if tag else "with no tagged creature"


def _less(following: CandidateWarband, ranking: RankingKey) -> str:
    match ranking:
        case "bodies":
            return f"has {following.bodies}"
        case "level":
            return f"reaches {_level(following)}"
        case "tag":
            tag, number = following.best_tag
            return f"has {number} tagged {tag}" if tag else "has no tagged creature"


def _level(warband: CandidateWarband) -> str:
    return with_minus(f"level {warband.highest_level}")


def _exchange(warband: CandidateWarband, following: CandidateWarband) -> str:
    """Say what the following warband has in place of what; of a longer exchange only what decides."""
    names = {retinue.card.key: retinue.card.name for retinue, _ in (*warband.picks, *following.picks)}
    here, there = (
        Counter({retinue.card.key: number for retinue, number in candidate_warband.picks})
        for candidate_warband in (warband, following)
    )
    lost, gained = here - there, there - here
    if len(lost) + len(gained) > _NAMED_AT_MOST:
        return f"fewer {names[next(iter(lost))]} figures"
    taken, given = (listed(with_count(names[key], number) for key, number in side.items()) for side in (gained, lost))
    return f"{taken} instead of {given}"


def ranking_sentence(
    found: int,
    more: bool,
    ranking: Ranking,
    *,
    is_varied: bool = False,
    is_whole: bool = True,
    common: Fraction | None = None,
) -> str:
    """Say by what the ``found`` warbands are ranked, and whether there are ``more`` that are not shown.

    ``is_varied`` tells that all figures that can be fielded fit under the limit, ``is_whole`` that none is left out.
    ``common`` is the part of their points that any two share at most, None where they may share all but one creature.
    """
    by = f"ranked by points used, then {ranking.label.lower()}, then the most expensive creatures, then their names"
    if is_varied and found > 1:
        which = f"The best {found}" if more else f"All {found}"
        whose = "your figures" if is_whole else "figures that can join"
        return f"All {whose} fit under the limit. {which} warbands that differ in their creatures, {by}."
    if common is not None and found > 1:
        part = "half" if common == Fraction(1, 2) else "three quarters"
        return f"The best {found} warbands of which any two share at most {part} of their points, {by}."
    if more:
        return f"The best {counted(found, 'warband') if found > 1 else 'warband'}, {by}."
    if found == 1:
        return "These figures make only one warband."
    return f"These figures make only {found} warbands, {by}."


def nothing_with(names: list[str], limit: int) -> str:
    """Say that nothing can be fielded that has the creatures with these names."""
    return f"No warband of at most {counted(limit, 'point')} has {listed(names)} from these figures."


def nothing(figures: int, left_out: Sequence[LeftOut], costs: Mapping[str, int], limit: int) -> str:
    """Say why nothing at all can be fielded; ``costs`` has the points of each creature whose card is known."""
    if not figures:
        return "The collection has no figures. Enter the figures that you own."
    dear = [costs[out.creature] for out in left_out if out.creature in costs]
    if len(dear) == len(left_out) and not any(within_half(points, limit) for points in dear):
        return (
            f"Every figure costs more than half of the {limit}-point limit. "
            f"Agree on a limit of {2 * min(dear)} or more."
        )
    return "The list of creatures gives the reason for each."
