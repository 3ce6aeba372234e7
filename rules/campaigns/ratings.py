"""Ratings of warbands by whom they beat, after Elo, and what they say of a scenario to come. Not from the rulebook."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from rules.campaigns.chronicles import PlayedGame
from rules.campaigns.results import DEFEAT, DRAW
from rules.campaigns.standings import RecordHolders, StandingLine

FIRST = 1000.0
"""The rating of a warband before its first scenario."""
LEAST = 3
"""After how many rated scenarios a rating says something."""
_STEP = 40.0
"""By how much a surprise moves a rating at most."""
_TENFOLD = 400.0
"""The lead at which a warband is expected to win ten times as often as it loses."""


@dataclass(frozen=True, slots=True)
class WarbandRating:
    """A warband's rating, and over how many scenarios against others."""

    value: float = FIRST
    scenarios: int = 0

    @property
    def says_something(self) -> bool:
        """Whether it rests on enough scenarios to be shown."""
        return self.scenarios >= LEAST


@dataclass(frozen=True, slots=True)
class Upset:
    """A victory of a warband over another one that had been expected with a chance below a half."""

    played: int
    winner: int
    loser: int
    chance: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of warbands by number, and the least likely victory, the earlier one of two."""

    by_warband: Mapping[int, WarbandRating] = field(default_factory=dict)
    upset: Upset | None = None

    def chances(self, warbands: Sequence[int]) -> Mapping[int, float]:
        """Return the chance of each warband to win against the others, draws halved.

        Empty for one that fights alone, and if a rating rests on too few scenarios.
        """
        rated = [self.by_warband.get(warband, WarbandRating()) for warband in warbands]
        if len(rated) < 2 or not all(rating.says_something for rating in rated):
            return {}
        weights = [10 ** (rating.value / _TENFOLD) for rating in rated]
        return {warband: weight / sum(weights) for warband, weight in zip(warbands, weights, strict=True)}


def chance_against(own: float, other: float) -> float:
    """Return the chance to win of a warband with a rating against one with another, a draw as half a victory.

    >>> [round(chance_against(1000, other), 2) for other in (1000, 1100, 1400)]
    [0.5, 0.36, 0.09]
    """
    return 1 / (1 + 10 ** ((other - own) / _TENFOLD))


def warband_ratings(games: Iterable[PlayedGame]) -> Ratings:
    """Return the ratings of warbands after scenarios in the order in which they were played.

    Each pair of a scenario's warbands counts; of several that lost to a third one, none beat the others. Points move
    from one warband to another: their sum stays. A least likely victory needs two warbands with enough scenarios.
    """
    ratings: dict[int, WarbandRating] = {}
    upset: Upset | None = None
    for game in games:
        before = {side.warband: ratings.get(side.warband, WarbandRating()) for side in game.sides}
        gains = dict.fromkeys(before, 0.0)
        for first, second in combinations(game.sides, 2):
            if first.result == second.result and first.result != DRAW:
                continue
            won, lost = (first, second) if second.result == DEFEAT else (second, first)
            expected = chance_against(before[won.warband].value, before[lost.warband].value)
            score = 0.5 if won.result == DRAW == lost.result else 1.0
            gain = _STEP * (score - expected) / (len(game.sides) - 1)
            gains[won.warband] += gain
            gains[lost.warband] -= gain
            is_known = before[won.warband].says_something and before[lost.warband].says_something
            if score == 1 and is_known and expected < (upset.chance if upset else 0.5):
                upset = Upset(game.played, won.warband, lost.warband, expected)
        if len(game.sides) > 1:
            ratings |= {
                warband: WarbandRating(rating.value + gains[warband], rating.scenarios + 1)
                for warband, rating in before.items()
            }
    return Ratings(ratings, upset)


def with_ratings(lines: Iterable[StandingLine], ratings: Ratings) -> list[StandingLine]:
    """Return lines of the standings with the rating of each warband that has one worth showing."""
    return [
        replace(line, rating=round(rating.value))
        if (rating := ratings.by_warband.get(line.number)) and rating.says_something
        else line
        for line in lines
    ]


def upset_record(ratings: Ratings, names: Mapping[int, str]) -> list[RecordHolders]:
    """Return the least likely victory as a record of a campaign, nothing if there is none or a name is missing."""
    upset = ratings.upset
    if upset is None or upset.winner not in names or upset.loser not in names:
        return []
    figure = f"{round(100 * upset.chance)}%"
    return [RecordHolders("Least likely victory", figure, (f"{names[upset.winner]} over {names[upset.loser]}",))]
