"""What can I field? The question of random box recruitment, its answer as a roster, and the reason for each warband."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, zip_longest

from rules.alignment import BY_CODE, recruits
from rules.alignment import alignment as alignment_of
from rules.cards.model import Card
from rules.errors import RulesError
from rules.points import within_half
from rules.recruitment.model import (
    MAX_FIGURES,
    MAX_LIMIT,
    MOST,
    Fielding,
    LeftOut,
    Ranking,
    RankingKey,
    Recruit,
    Recruitment,
    ranking_of,
)
from rules.recruitment.retinues import affordable, find_retinues, ineligible, stages_of
from rules.recruitment.search import CandidateWarband, best_warbands, spread_warbands
from rules.roster.commands import enlist
from rules.roster.model import Member, Roster
from rules.text import counted, listed, tallied, with_count, with_minus

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
    """Return a warband's points and features, and why it comes before the next one in the whole order.

    ``is_last`` is True for the last one shown: the next one is not. ``is_varied`` is True if only warbands of other
    creatures follow.
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
    """Return the difference of the next warband in words; for a longer one, only the deciding part."""
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
    number: int,
    more: bool,
    ranking: Ranking,
    *,
    is_varied: bool = False,
    is_whole: bool = True,
    common: Fraction | None = None,
) -> str:
    """Return how the ``number`` warbands are ranked, and whether there are ``more`` that are not shown.

    ``is_varied`` is True if all figures that can be fielded fit under the limit, ``is_whole`` if none is left out.
    ``common`` is the maximum share of points that any two have in common, None if they may share all but one creature.
    """
    by = f"ranked by points used, then {ranking.label.lower()}, then the most expensive creatures, then their names"
    if is_varied and number > 1:
        which = f"The best {number}" if more else f"All {number}"
        whose = "your figures" if is_whole else "figures that can join"
        return f"All {whose} fit under the limit. {which} warbands that differ in their creatures, {by}."
    if common is not None and number > 1:
        part = "half" if common == Fraction(1, 2) else "three quarters"
        return f"The best {number} warbands of which any two share at most {part} of their points, {by}."
    if more:
        return f"The best {counted(number, 'warband') if number > 1 else 'warband'}, {by}."
    if number == 1:
        return "These figures make only one warband."
    return f"These figures make only {number} warbands, {by}."


def nothing_with(names: list[str], limit: int) -> str:
    """Return that nothing can be fielded with the creatures of these names."""
    return f"No warband of at most {counted(limit, 'point')} has {listed(names)} from these figures."


def nothing(figures: int, left_out: Sequence[LeftOut], costs: Mapping[str, int], limit: int) -> str:
    """Return why nothing at all can be fielded; ``costs`` has the points of each creature with a known card."""
    if not figures:
        return "The collection has no figures. Enter the figures that you own."
    dear = [costs[out.creature] for out in left_out if out.creature in costs]
    if len(dear) == len(left_out) and not any(within_half(points, limit) for points in dear):
        return (
            f"Every figure costs more than half of the {limit}-point limit. "
            f"Agree on a limit of {2 * min(dear)} or more."
        )
    return "The list of creatures gives the reason for each."


def fieldings(
    collection: Mapping[str, int],
    cards: Mapping[str, Card],
    limit: int,
    ranking: str = "bodies",
    most: int = MOST,
    *,
    alignment: str | None = None,
    required: Mapping[str, int] | None = None,
    varied: bool = False,
) -> Recruitment:
    """Return the best legal warbands of ``limit`` points or fewer that a collection's figures make.

    ``collection`` has the number of miniatures of each creature, by key; ``cards`` has all known cards. The warbands
    have no extras. More points come first, then the ranking with that key decides, then more of the most expensive
    creature in which two differ.

    ``alignment`` is the code of the alignment that must be able to recruit every creature, None for any. ``required``
    is the minimum number of some creatures. With ``varied``, warbands differ in their creatures: if all figures fit
    under the limit, a warband takes all figures of a creature or none; if far more are owned than fit, any two share at
    most half of their points if possible (``rules.recruitment.search``).

    Raises ``RulesError`` for another ranking or alignment, a negative number, fewer than one warband to show, more than
    ``MAX_FIGURES`` figures and a limit above ``MAX_LIMIT``. Building a warband, "Random Box Recruitment".
    """
    # Each player takes creatures from what they own, of any alignment, for at most the agreed points, none of them
    # dearer than half of these. Building a warband, "Random Box Recruitment" and "Single most expensive creature".
    ranked = ranking_of(ranking)
    _check(collection, limit, most)
    owned = {key: number for key, number in collection.items() if number}
    wanted = {key: number for key, number in (required or {}).items() if number}
    barred = _barred(owned, cards, alignment)
    retinues = find_retinues({key: number for key, number in owned.items() if key not in barred}, cards)
    stages = stages_of(affordable(retinues.values(), limit), owned, limit, wanted)
    out = ineligible(owned, cards, limit, retinues, [stage.retinue for stage in stages], barred)
    is_varied = varied and len(stages) > 1 and sum(stage.retinue.points * stage.most for stage in stages) <= limit
    if is_varied:
        stages = tuple(stage.all_or_none for stage in stages)
    fielded = {key for stage in stages for key in stage.retinue.figures}
    spread = spread_warbands(stages, limit, ranked.key, most + 1) if varied and wanted.keys() <= fielded else None
    if spread:
        warbands = spread.warbands
    else:
        warbands = best_warbands(stages, limit, ranked.key, most + 1) if wanted.keys() <= fielded else []
    if not warbands and wanted:
        names = {key: cards[key].name if key in cards else key for key in wanted}
        sentence = nothing_with(tallied(names[key] for key in wanted for _ in range(wanted[key])), limit)
        return Recruitment((), out, ranked, limit, sentence)
    if not warbands:
        costs = {key: cards[key].points for key in owned if key in cards}
        return Recruitment((), out, ranked, limit, nothing(sum(owned.values()), out, costs, limit))
    shown = tuple(
        _fielding(warband, following, limit, ranked.key, is_last=place == most, is_varied=is_varied)
        for place, (warband, following) in enumerate(zip_longest(warbands[:most], warbands[1 : most + 1]), 1)
    )
    sentence = ranking_sentence(
        len(shown),
        len(warbands) > most,
        ranked,
        is_varied=is_varied,
        is_whole=not out,
        common=spread.common if spread else None,
    )
    return Recruitment(shown, out, ranked, limit, sentence)


def _barred(owned: Mapping[str, int], cards: Mapping[str, Card], code: str | None) -> dict[str, str]:
    """Return why creatures may not join a warband of an alignment, by their keys."""
    # A creature without an alignment is recruited by none. Building a warband, "Alignments"; ruling 111.
    if code is None:
        return {}
    allowed, name = recruits(code), alignment_of(code).name
    return {
        key: f"A {name} warband does not recruit {BY_CODE[card.alignment].name} creatures."
        if card.alignment
        else "Its card has no alignment."
        for key in owned
        if (card := cards.get(key)) is not None and card.alignment not in allowed
    }


def _check(collection: Mapping[str, int], limit: int, most: int) -> None:
    if not 0 <= limit <= MAX_LIMIT:
        raise RulesError(f"The points limit has to be from 0 to {MAX_LIMIT}, not {limit}.")
    if most < 1:
        raise RulesError(f"At least one warband has to be asked for, not {most}.")
    for key, number in collection.items():
        if number < 0:
            raise RulesError(f"A collection cannot have {number} of “{key}”.")
    figures = sum(collection.values())
    if figures > MAX_FIGURES:
        raise RulesError(f"A collection may have at most {MAX_FIGURES} figures here, not {figures}.")


def _fielding(
    warband: CandidateWarband,
    following: CandidateWarband | None,
    limit: int,
    ranking: RankingKey,
    *,
    is_last: bool,
    is_varied: bool,
) -> Fielding:
    tag, tag_bodies = warband.best_tag
    return Fielding(
        recruits=tuple(
            Recruit(retinue.card, number, number * retinue.points, retinue.minions)
            for retinue, number in sorted(warband.picks, key=lambda pick: pick[0].order)
        ),
        points=warband.points,
        bodies=warband.bodies,
        highest_level=warband.highest_level,
        tag=tag,
        tag_bodies=tag_bodies,
        why=why(warband, following, limit, ranking, is_last=is_last, is_varied=is_varied),
    )


def fielding_roster(
    fielding: Fielding, *, name: str, limit: int, collection: Mapping[str, int], alignment: str | None = None
) -> Roster:
    """Return the fielding as a roster for random box recruitment, with its collection.

    Members are ``m1``, ``m2`` and so on, most expensive first, each commander followed by its minions and theirs.
    """
    ids = (f"m{number}" for number in count(1))
    members = [member for recruit in fielding.recruits for member in _enlisted(recruit, ids)]
    return Roster(tuple(members), name, "random_box", limit, alignment, collection=dict(collection))


def _enlisted(recruit: Recruit, ids: Iterator[str]) -> Iterator[Member]:
    cards = recruit.cards
    for _ in range(recruit.number):
        for member, _card in enlist(recruit.card.key, ids, lambda member: cards.get(member.creature), most=MAX_FIGURES):
            yield member
