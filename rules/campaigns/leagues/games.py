"""The games of a league: two sides, or one with a bye, and how each of them did."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.campaigns.leagues.settings import (
    BYE,
    FORFEIT_LOST,
    FORFEIT_WON,
    NOT_PLAYED,
    LeagueResult,
)
from rules.campaigns.results import DEFEAT, SideResult
from rules.tables.victory_conditions import MAJOR


@dataclass(frozen=True, slots=True)
class LeagueSide:
    """One side of a game: its warband, how the game ended for it, its victory points and its eliminated members."""

    warband: int
    result: LeagueResult
    victory_points: int = 0
    eliminated: int = 0


@dataclass(frozen=True, slots=True)
class PlayedSide:
    """A side of a scenario that counts: its warband, result, victory points and eliminated members."""

    warband: int
    result: SideResult
    victory_points: int
    eliminated: int


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game that counts for a league; ``second`` is None for a bye."""

    first: LeagueSide
    second: LeagueSide | None = None

    @property
    def is_played(self) -> bool:
        """Whether two warbands met at a table: neither a bye nor a forfeit."""
        return self.first.result not in NOT_PLAYED

    def sides(self) -> Iterator[tuple[LeagueSide, LeagueSide | None]]:
        """Yield each side with its opponent."""
        yield self.first, self.second
        if self.second is not None:
            yield self.second, self.first


def bye(warband: int) -> LeagueGame:
    """Return the game of a warband that has no opponent in a round."""
    return LeagueGame(LeagueSide(warband, BYE))


def forfeit(warbands: tuple[int, int], absent: Iterable[int]) -> LeagueGame:
    """Return a game that was not played because one side or both did not come."""
    absent = set(absent)
    sides = [LeagueSide(warband, FORFEIT_LOST if warband in absent else FORFEIT_WON) for warband in warbands]
    return LeagueGame(*sides)


def played_game(sides: Collection[PlayedSide]) -> LeagueGame | None:
    """Return a scenario that counts as a game of a league; None with one side, or with three and more."""
    if len(sides) != 2:
        return None
    won_by_major = any(side.result == MAJOR for side in sides)
    return LeagueGame(
        *(
            LeagueSide(
                side.warband,
                _league_result(side.result, won_by_major=won_by_major),
                side.victory_points,
                side.eliminated,
            )
            for side in sides
        )
    )


_RESULTS: Mapping[SideResult, LeagueResult] = {
    "major victory": "major victory",
    "minor victory": "minor victory",
    "draw": "draw",
}


def _league_result(result: SideResult, *, won_by_major: bool) -> LeagueResult:
    if result == DEFEAT:
        return "major defeat" if won_by_major else "minor defeat"
    return _RESULTS[result]


def games_within(games: Iterable[LeagueGame], warbands: Collection[int]) -> tuple[LeagueGame, ...]:
    """Return the games in which all sides are of these warbands, such as those of a division."""
    return tuple(game for game in games if all(side.warband in warbands for side, _ in game.sides()))
