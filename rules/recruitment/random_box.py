"""What can I field? The question of random box recruitment, and its answer as a roster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, zip_longest

from rules.cards.model import Card
from rules.errors import RulesError
from rules.recruitment import explanations
from rules.recruitment.model import (
    MAX_FIGURES,
    MAX_LIMIT,
    MOST,
    Fielding,
    RankingKey,
    Recruit,
    Recruitment,
    ranking_of,
)
from rules.recruitment.retinues import affordable, find_retinues, ineligible
from rules.recruitment.search import CandidateWarband, best_warbands
from rules.recruitment.stages import stages_of
from rules.roster.commands import enlist
from rules.roster.model import Member, Roster


def fieldings(
    collection: Mapping[str, int], cards: Mapping[str, Card], limit: int, ranking: str = "bodies", most: int = MOST
) -> Recruitment:
    """Return the best legal warbands of ``limit`` points or fewer that a collection's figures make.

    ``collection`` says how many miniatures there are of each creature, by key; ``cards`` has the cards of all that
    are known. The warbands are of creatures alone, without extras. More points used come first, then what
    the ranking of that key compares, then more of the most expensive creature in which two differ.

    Raises ``RulesError`` for another ranking, a negative number, fewer than one warband to show, more than
    ``MAX_FIGURES`` figures and a limit above ``MAX_LIMIT``. Building a warband, "Random Box Recruitment".
    """
    # Each player takes creatures from what they own, of any alignment, for at most the agreed points, none of them
    # dearer than half of these. Building a warband, "Random Box Recruitment" and "Single most expensive creature".
    ranked = ranking_of(ranking)
    _check(collection, limit, most)
    owned = {key: number for key, number in collection.items() if number}
    retinues = find_retinues(owned, cards)
    stages = stages_of(affordable(retinues.values(), limit), owned, limit)
    out = ineligible(owned, cards, limit, retinues, [stage.retinue for stage in stages])
    found = best_warbands(stages, limit, ranked.key, most + 1)
    if not found:
        costs = {key: cards[key].points for key in owned if key in cards}
        return Recruitment((), out, ranked, limit, explanations.nothing(sum(owned.values()), out, costs, limit))
    shown = tuple(
        _fielding(warband, following, limit, ranked.key, is_last=place == most)
        for place, (warband, following) in enumerate(zip_longest(found[:most], found[1 : most + 1]), 1)
    )
    return Recruitment(shown, out, ranked, limit, explanations.ranking_sentence(len(shown), len(found) > most, ranked))


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
    warband: CandidateWarband, following: CandidateWarband | None, limit: int, ranking: RankingKey, *, is_last: bool
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
        why=explanations.why(warband, following, limit, ranking, is_last=is_last),
    )


def fielding_roster(fielding: Fielding, *, name: str, limit: int, collection: Mapping[str, int]) -> Roster:
    """Return the fielding as a roster for random box recruitment, with the collection that it comes from.

    Members are ``m1``, ``m2`` and so on, most expensive first, each commander followed by its minions and theirs.
    """
    ids = (f"m{number}" for number in count(1))
    members = [member for recruit in fielding.recruits for member in _enlisted(recruit, ids)]
    return Roster(tuple(members), name, "random_box", limit, collection=dict(collection))


def _enlisted(recruit: Recruit, ids: Iterator[str]) -> Iterator[Member]:
    cards = recruit.cards
    for _ in range(recruit.number):
        for member, _card in enlist(recruit.card.key, ids, lambda one: cards.get(one.creature), most=MAX_FIGURES):
            yield member
