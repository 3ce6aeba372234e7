"""The table of a league: points, and ties broken in the order that its rules name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby

from rules.campaigns.leagues.games import LeagueGame, LeagueSide, games_within
from rules.campaigns.leagues.settings import BYE, NOT_PLAYED, LeagueResult, LeagueRules, Tiebreaker

LETTERS: Mapping[LeagueResult, str] = {
    "major victory": "W",
    "minor victory": "W",
    "draw": "D",
    "minor defeat": "L",
    "major defeat": "L",
    "bye": "B",
    "forfeit won": "W",
    "forfeit lost": "F",
}
"""Each result in a letter: won, drawn, lost, forfeited, or a bye."""

Encounter = tuple[LeagueSide, LeagueSide | None]
"""A game as one of its sides sees it: the side and its opponent."""


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A warband in the table: its place, shared in a full tie, and what it is made of.

    ``games`` are those that count, ``points_a_game`` and the other means are exact; ``schedule`` is the mean of what
    its opponents achieve against others, None without such games.
    """

    place: int
    warband: int
    points: int
    games: int
    form: tuple[LeagueResult, ...]
    points_a_game: Fraction
    schedule: Fraction | None
    difference: int
    eliminated: Fraction

    @property
    def results(self) -> Mapping[LeagueResult, int]:
        """How often it had each result."""
        return Counter(self.form)

    @property
    def won(self) -> int:
        """How many games it won, by forfeit too."""
        return self._ended("W")

    @property
    def drawn(self) -> int:
        """How many games were drawn."""
        return self._ended("D")

    @property
    def lost(self) -> int:
        """How many games it lost, by forfeit too."""
        return self._ended("L") + self._ended("F")

    def _ended(self, letter: str) -> int:
        return sum(LETTERS[result] == letter for result in self.form)


def league_table(warbands: Iterable[int], games: Iterable[LeagueGame], rules: LeagueRules) -> list[LeagueRow]:
    """Return the table of these warbands by the games within them, the best first.

    Those that share a place stand in the order of their numbers.
    """
    return _Reckoning(warbands, games, rules).rows()


def letters_against(games: Iterable[LeagueGame]) -> dict[tuple[int, int], str]:
    """Return the results of each warband against each opponent that it met, in letters: ``W L W``."""
    results: dict[tuple[int, int], list[str]] = {}
    for game in games:
        for side, opponent in game.sides():
            if opponent is not None:
                results.setdefault((side.warband, opponent.warband), []).append(LETTERS[side.result])
    return {pair: " ".join(letters) for pair, letters in results.items()}


class _Reckoning:
    """What a table is worked out from: the encounters of each warband, in the order of the games."""

    def __init__(self, warbands: Iterable[int], games: Iterable[LeagueGame], rules: LeagueRules) -> None:
        self.rules = rules
        self.worth = rules.points.by_result
        self.encounters: dict[int, list[Encounter]] = {warband: [] for warband in sorted(warbands)}
        for game in games_within(games, self.encounters.keys()):
            for side, opponent in game.sides():
                self.encounters[side.warband].append((side, opponent))
        self.played = {
            warband: [(side, other) for side, other in encounters if other and side.result not in NOT_PLAYED]
            for warband, encounters in self.encounters.items()
        }
        # Of games that were played: points, by warband and by warband and opponent, and how often two met.
        self.scored, self.scored_against, self.met = (
            Counter[int](),
            Counter[tuple[int, int]](),
            Counter[tuple[int, int]](),
        )
        for warband, played in self.played.items():
            for side, other in played:
                points = self.worth[side.result]
                self.scored[warband] += points
                self.scored_against[warband, other.warband] += points
                self.met[warband, other.warband] += 1
        self.breakers: Mapping[Tiebreaker, Callable[[int], Fraction]] = {
            "points a game": self.points_a_game,
            "strength of schedule": lambda warband: self.schedule[warband] or Fraction(0),
            "difference": lambda warband: Fraction(self.difference(warband)),
            "fewest eliminated": lambda warband: -self.eliminated(warband),
        }

    def rows(self) -> list[LeagueRow]:
        rows: list[LeagueRow] = []
        for group in self._split(tuple(self.encounters), lambda warband: Fraction(self.points(warband))):
            for tied in self._ranked(group):
                place = len(rows) + 1
                rows += [self._row(place, warband) for warband in tied]
        return rows

    def _row(self, place: int, warband: int) -> LeagueRow:
        return LeagueRow(
            place,
            warband,
            self.points(warband),
            len(self._counted(warband)),
            tuple(side.result for side, _ in self.encounters[warband]),
            self.points_a_game(warband),
            self.schedule[warband],
            self.difference(warband),
            self.eliminated(warband),
        )

    def _ranked(self, tied: Sequence[int]) -> list[Sequence[int]]:
        """Return groups in their order, each of which nothing splits; what is still tied starts at the first again."""
        for tiebreaker in self.rules.tiebreakers:
            groups = self._split(tied, self._breaker(tiebreaker, tied))
            if len(groups) > 1:
                return [rest for group in groups for rest in self._ranked(group)]
        return [tied]

    def _breaker(self, tiebreaker: Tiebreaker, tied: Sequence[int]) -> Callable[[int], Fraction]:
        if tiebreaker != "head to head":
            return self.breakers[tiebreaker]
        among = {warband: self._against(warband, tied) for warband in tied}
        met = Counter(frozenset((side.warband, other.warband)) for sides in among.values() for side, other in sides)
        if len({met[frozenset(pair)] for pair in combinations(tied, 2)}) > 1:
            return lambda _: Fraction(0)
        return lambda warband: Fraction(sum(self.worth[side.result] for side, _ in among[warband]))

    def _against(self, warband: int, opponents: Collection[int]) -> list[tuple[LeagueSide, LeagueSide]]:
        encounters = self.encounters[warband]
        return [(side, other) for side, other in encounters if other and other.warband in opponents]

    def _split(self, warbands: Sequence[int], value: Callable[[int], Fraction]) -> list[Sequence[int]]:
        values = {warband: value(warband) for warband in warbands}
        ordered = sorted(warbands, key=lambda warband: (-values[warband], warband))
        return [tuple(group) for _, group in groupby(ordered, key=values.__getitem__)]

    def _counted(self, warband: int) -> list[LeagueSide]:
        sides = [side for side, _ in self.encounters[warband]]
        return [side for side in sides if side.result != BYE or self.rules.bye_counts]

    def points(self, warband: int) -> int:
        return sum(self.worth[side.result] for side in self._counted(warband))

    def points_a_game(self, warband: int) -> Fraction:
        games = len(self._counted(warband))
        return Fraction(self.points(warband), games) if games else Fraction(0)

    @cached_property
    def schedule(self) -> dict[int, Fraction | None]:
        """The strength of schedule of each warband, None for one whose opponents have played no one else."""
        return {warband: self._schedule(warband) for warband in self.encounters}

    def _schedule(self, warband: int) -> Fraction | None:
        """Return the mean points a game of opponents, once for each meeting, without their games against the warband.

        Only games that were played are asked; an opponent who has played no one else is left out.
        """
        rates = []
        for _, opponent in self.played[warband]:
            own = opponent.warband
            games = len(self.played[own]) - self.met[own, warband]
            if games:
                rates.append(Fraction(self.scored[own] - self.scored_against[own, warband], games))
        return sum(rates, Fraction(0)) / len(rates) if rates else None

    def difference(self, warband: int) -> int:
        return sum(side.victory_points - opponent.victory_points for side, opponent in self.played[warband])

    def eliminated(self, warband: int) -> Fraction:
        played = self.played[warband]
        return Fraction(sum(side.eliminated for side, _ in played), len(played)) if played else Fraction(0)
