"""The games of a league: two sides, or one with a bye, and how each of them did."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rules.campaigns.leagues.settings import BYE, LeagueResult
from rules.campaigns.results import SideResult
from rules.tables.victory_conditions.scoring import MAJOR


@dataclass(frozen=True, slots=True)
class LeagueSide:
    """One side of a game: its warband, how the game ended for it, its victory points and its eliminated members."""

    warband: int
    result: LeagueResult
    victory_points: int = 0
    eliminated: int = 0


@dataclass(frozen=True, slots=True)
class SideOfScenario:
    """How a scenario that counts or was forfeited ended for one warband; ``points`` are those that it fielded."""

    warband: int
    result: SideResult | LeagueResult
    victory_points: int = 0
    eliminated: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game that counts for a league; ``second`` is None for a bye."""

    first: LeagueSide
    second: LeagueSide | None = None

    def sides(self) -> Iterator[tuple[LeagueSide, LeagueSide | None]]:
        """Yield each side with its opponent."""
        yield self.first, self.second
        if self.second is not None:
            yield self.second, self.first


def bye(warband: int) -> LeagueGame:
    """Return the game of a warband that has no opponent in a round."""
    return LeagueGame(LeagueSide(warband, BYE))


def scenario_game(outcomes: Collection[SideOfScenario]) -> LeagueGame | None:
    """Return the game of a scenario; None with one side, or with three and more, which are outside leagues."""
    if len(outcomes) != 2:
        return None
    defeat: LeagueResult = "major defeat" if any(side.result == MAJOR for side in outcomes) else "minor defeat"
    return LeagueGame(
        *(
            LeagueSide(
                side.warband,
                defeat if side.result == "defeat" else side.result,
                side.victory_points,
                side.eliminated,
            )
            for side in outcomes
        )
    )


def games_within(games: Iterable[LeagueGame], warbands: Collection[int]) -> tuple[LeagueGame, ...]:
    """Return the games in which all sides are of these warbands, such as those of a division."""
    return tuple(game for game in games if all(side.warband in warbands for side, _ in game.sides()))
