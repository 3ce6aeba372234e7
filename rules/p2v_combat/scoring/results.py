"""The result of a battle: the winner and the kind of victory, and the lines of the victory points."""

from dataclasses import dataclass

from rules.tables.victory_conditions.scoring import MAJOR, MAJOR_LEAD, Victory, victory_by_lead
from rules.text import counted, listed


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Victory points of a side with their reason."""

    side: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class BattleResult:
    """How a battle ended: the winner, None for a draw, the size of the victory, and why the game ended."""

    winner: str | None
    victory: Victory | None
    reason: str
    lines: tuple[ScoreLine, ...] = ()

    def points(self, side: str) -> int:
        """Return the victory points of a side."""
        return sum(line.points for line in self.lines if line.side == side)

    def sentence(self, names: dict[str, str]) -> str:
        """Return the result in words, with the sides called by ``names``."""
        if self.winner is None or self.victory is None:
            return "A draw."
        words = f"{names[self.winner]} wins a {self.victory}"
        if not self.lines:
            return f"{words}."
        others = [f"{counted(self.points(side), 'VP', 'VP')} for {name}" for side, name in names.items()]
        return f"{words}: {listed(others)}."


def result_by_points(sides: tuple[str, ...], lines: tuple[ScoreLine, ...], reason: str) -> BattleResult:
    """Return the result of a game by victory points: the lead over the next side sets its size."""
    # Five victory points ahead are a major victory. Appendix "Alternative victory conditions".
    totals = {side: sum(line.points for line in lines if line.side == side) for side in sides}
    ranked = sorted(sides, key=lambda side: -totals[side])
    victory = victory_by_lead(totals[ranked[0]], totals[ranked[1]])
    return BattleResult(ranked[0] if victory else None, victory, reason, lines)


def conceded_result(winner: str, lines: tuple[ScoreLine, ...], reason: str, by_points: bool) -> BattleResult:
    """Return the result for the one side that has not conceded: a major victory, with the points of one at least."""
    # Ruling 360: by points the winner leads by as much as a major victory takes, as those who concede have none.
    missing = MAJOR_LEAD - sum(line.points for line in lines if line.side == winner) if by_points else 0
    more = (ScoreLine(winner, missing, reason.removesuffix(".")),) if missing > 0 else ()
    return BattleResult(winner, MAJOR, reason, (*lines, *more) if by_points else ())
