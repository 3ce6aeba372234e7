"""A finished season: who stands on its podiums, and who holds its awards, as an organizer gave them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from rules.campaigns.scenarios import MemberId, WarbandNumber
from rules.documents.records import NEEDED, records_of
from rules.documents.shapes import choice, integer, number, one_line, present
from rules.lengths import MAX_NAME

AwardKey = Literal[
    "most-advanced",
    "first-level",
    "most-eliminations",
    "survivor",
    "nemesis",
    "nine-lives",
    "most-scars",
    "giant-slayer",
    "winning-streak",
    "good-shepherd",
    "most-faithful",
    "unluckiest-dice",
    "luckiest-dice",
]
AWARD_KEYS: tuple[AwardKey, ...] = get_args(AwardKey)

Contest = Literal["league", "play-offs", "campaign"]
CONTESTS: tuple[Contest, ...] = get_args(Contest)

LAST_PLACE = 3
"""The last place of a podium."""
_PLACES = {1: ("champion", "of"), 2: ("runner-up", "of"), LAST_PLACE: ("third place", "in")}
_MOST = 9_999_999
_MAX_HOLDERS = 1_000


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A warband on a podium: its place, and the contest, with the name of its table where there are several."""

    warband: WarbandNumber
    place: Annotated[int, integer(1, LAST_PLACE)]
    contest: Annotated[Contest, present(choice(CONTESTS, needed=True))] = "league"
    table: Annotated[str, one_line(MAX_NAME)] = ""

    @property
    def is_playoff_victory(self) -> bool:
        """Whether it is that of the champion of the play-offs."""
        return self.contest == "play-offs" and self.place == 1


@dataclass(frozen=True, slots=True)
class AwardHolder:
    """A warband that holds an award, or one of its members, and the figure that won it.

    ``of`` is what the figure compares to; ``against`` and ``enemy`` are the warband and the member that it was won
    against, ``scenario`` where that was, by its id.
    """

    warband: WarbandNumber
    member: MemberId = ""
    figure: Annotated[int, integer(0, _MOST)] = 0
    of: Annotated[int, integer(0, _MOST)] = 0
    against: Annotated[int | None, number(1, _MOST)] = None
    enemy: MemberId = ""
    scenario: Annotated[int | None, number(1, _MOST)] = None


@dataclass(frozen=True, slots=True)
class SeasonAward:
    """An award with its holders: several where they are equal."""

    award: Annotated[AwardKey, present(choice(AWARD_KEYS, needed=True))]
    holders: Annotated[tuple[AwardHolder, ...], records_of(AwardHolder, _MAX_HOLDERS), NEEDED]


PODIUM = records_of(PodiumPlace, _MAX_HOLDERS)
SEASON_AWARDS = records_of(SeasonAward, len(AWARD_KEYS))


@dataclass(frozen=True, slots=True)
class FinishedSeason:
    """The end of a season: its entry in the journal, the podiums and the awards."""

    entry: int
    podium: tuple[PodiumPlace, ...] = ()
    awards: tuple[SeasonAward, ...] = ()


def podium_titles(podium: tuple[PodiumPlace, ...]) -> Iterator[tuple[str, PodiumPlace]]:
    """Yield each place with its title: ``Champion of North``, ``Joint runner-up of the league``."""
    shared = Counter((place.contest, place.table, place.place) for place in podium)
    for place in podium:
        word, of = _PLACES[place.place]
        joint = "joint " if shared[place.contest, place.table, place.place] > 1 else ""
        title = f"{joint}{word} {of} {place.table or f'the {place.contest}'}"
        yield f"{title[0].upper()}{title[1:]}", place
