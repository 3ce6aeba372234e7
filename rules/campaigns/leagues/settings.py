"""What a league agrees on: points for each result, how a tie is broken, and whether a bye is a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from rules.documents.records import WRITTEN, record_of
from rules.documents.shapes import choices, integer
from rules.errors import ChangeRefused

LeagueResult = Literal[
    "major victory", "minor victory", "draw", "minor defeat", "major defeat", "bye", "forfeit won", "forfeit lost"
]
"""How a game of a league ended for one of its two sides; a bye has one side."""
LEAGUE_RESULTS: tuple[LeagueResult, ...] = get_args(LeagueResult)

BYE: LeagueResult = "bye"
FORFEIT_WON: LeagueResult = "forfeit won"
FORFEIT_LOST: LeagueResult = "forfeit lost"
NOT_PLAYED: tuple[LeagueResult, ...] = (BYE, FORFEIT_WON, FORFEIT_LOST)

Tiebreaker = Literal["head to head", "points a game", "strength of schedule", "difference", "fewest eliminated"]
TIEBREAKERS: tuple[Tiebreaker, ...] = get_args(Tiebreaker)

MAX_LEAGUE_POINTS = 100
LeaguePoints = Annotated[int, integer(-MAX_LEAGUE_POINTS, MAX_LEAGUE_POINTS), WRITTEN]
"""League points of one result: a defeat may cost some."""


@dataclass(frozen=True, slots=True)
class ResultPoints:
    """League points for each result."""

    major_victory: LeaguePoints = 3
    minor_victory: LeaguePoints = 3
    draw: LeaguePoints = 1
    minor_defeat: LeaguePoints = 0
    major_defeat: LeaguePoints = 0
    bye: LeaguePoints = 3
    forfeit_won: LeaguePoints = 3
    forfeit_lost: LeaguePoints = 0

    @property
    def by_result(self) -> Mapping[LeagueResult, int]:
        """The points of each result."""
        return {
            "major victory": self.major_victory,
            "minor victory": self.minor_victory,
            "draw": self.draw,
            "minor defeat": self.minor_defeat,
            "major defeat": self.major_defeat,
            "bye": self.bye,
            "forfeit won": self.forfeit_won,
            "forfeit lost": self.forfeit_lost,
        }


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """The rules of a league; they hold for all its games, earlier ones included.

    ``tiebreakers`` are asked in their order. A bye gives its points and counts as a game only with ``bye_counts``.
    """

    points: Annotated[ResultPoints, record_of(ResultPoints, null=ResultPoints()), WRITTEN] = ResultPoints()
    tiebreakers: Annotated[tuple[Tiebreaker, ...], choices(TIEBREAKERS, "A tiebreaker is one of"), WRITTEN] = (
        TIEBREAKERS
    )
    bye_counts: Annotated[bool, WRITTEN] = True

    def check(self) -> None:
        """Raise ``ChangeRefused`` for rules that no table can follow."""
        if len(set(self.tiebreakers)) != len(self.tiebreakers):
            raise ChangeRefused("Each tiebreaker can be used only once.")
        if self.points.major_victory < self.points.major_defeat:
            raise ChangeRefused("A major victory cannot give fewer points than a major defeat.")


LEAGUE_RULES = record_of(LeagueRules)
"""The rules of a league as documents hold them."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """League rules that are ready to use: their key, name, and what they are good for."""

    key: str
    name: str
    purpose: str
    rules: LeagueRules


RULE_SETS = (
    RuleSet("wins", "Victories count", "A short league in which a win is a win.", LeagueRules()),
    RuleSet(
        "margins",
        "Margins count",
        "Rewards a major victory and a defeat that was close.",
        LeagueRules(ResultPoints(5, 4, 2, 1, 0, 4, 4, 0)),
    ),
    RuleSet(
        "attendance",
        "Everyone who plays scores",
        "A long season: a defeat at the table is worth more than an empty chair.",
        LeagueRules(
            ResultPoints(4, 3, 2, 1, 1, 2, 3, 0),
            ("points a game", *TIEBREAKERS[:1], *TIEBREAKERS[2:]),
            bye_counts=False,
        ),
    ),
)
