"""The record of a player or a warband over any scenarios, in leagues or not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.campaigns.leagues.settings import LeagueResult
from rules.campaigns.leagues.tables import LETTERS
from rules.campaigns.results import DEFEAT, SideResult

RESULT_LETTERS: Mapping[SideResult | LeagueResult, str] = {
    DEFEAT: "L",
    **{result: LETTERS[result] for result in LETTERS},
}
"""Each result of a scenario in a letter: won, drawn, lost, or forfeited."""


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """Results in the order in which they came."""

    results: Sequence[SideResult | LeagueResult] = ()

    @property
    def letters(self) -> list[str]:
        """Each result as a letter."""
        return [RESULT_LETTERS[result] for result in self.results]

    @property
    def won(self) -> int:
        """How many were won, by forfeit too."""
        return self.letters.count("W")

    @property
    def drawn(self) -> int:
        """How many were drawn."""
        return self.letters.count("D")

    @property
    def lost(self) -> int:
        """How many were lost, by forfeit too."""
        return self.letters.count("L") + self.letters.count("F")

    @property
    def rate(self) -> Fraction | None:
        """The share of victories, a draw as half of one; None before the first result."""
        return Fraction(2 * self.won + self.drawn, 2 * len(self.results)) if self.results else None

    @property
    def percent(self) -> str:
        """The rate in percent, rounded; a dash before the first result."""
        return "–" if self.rate is None else f"{round(100 * self.rate)}%"

    @property
    def summary(self) -> str:
        """The record in words."""
        if not self.results:
            return "No scenario played yet"
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost: {self.percent}"
