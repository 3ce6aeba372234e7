"""The closed vocabulary of results: the requirements of a roll."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from rules.documents.shapes import choice, integer, number
from rules.errors import RulesError
from rules.text import counted

ConditionKind = Literal[
    "any",
    "sum",
    "odd",
    "even",
    "highest",
    "lowest",
    "face",
    "chosen",
    "spot",
    "alike",
    "pairs",
    "all-alike",
    "run",
    "house-sum",
    "higher",
    "equal",
    "lower",
    "higher-die",
    "equal-die",
    "lower-die",
]

CONDITION_NAMES: dict[ConditionKind, str] = {
    "any": "Any roll",
    "sum": "Sum from … to …",
    "odd": "Odd sum",
    "even": "Even sum",
    "highest": "Highest die from … to …",
    "lowest": "Lowest die from … to …",
    "face": "At least … dice show a face",
    "chosen": "At least … dice show the chosen face",
    "spot": "The stake lies on spot …",
    "alike": "At least … dice alike",
    "pairs": "At least … different pairs",
    "all-alike": "All dice alike",
    "run": "At least … faces in a row",
    "house-sum": "House’s sum from … to …",
    "higher": "Higher than the house by at least …",
    "equal": "Equal to the house",
    "lower": "Lower than the house by at least …",
    "higher-die": "Highest die beats the house’s by at least …",
    "equal-die": "Highest die equal to the house’s",
    "lower-die": "Highest die below the house’s by at least …",
}
"""Every word of the vocabulary, as forms offer it."""
DIE_CONDITIONS: frozenset[ConditionKind] = frozenset({"higher-die", "equal-die", "lower-die"})
"""Those that compare the highest die with the house’s."""
HOUSE_CONDITIONS: frozenset[ConditionKind] = DIE_CONDITIONS | {"house-sum", "higher", "equal", "lower"}
"""Those that need a roll of the house."""
ASPECTS: dict[ConditionKind, str] = {
    "sum": "total",
    "odd": "total",
    "even": "total",
    "highest": "highest",
    "lowest": "lowest",
    "face": "faces",
    "alike": "most_alike",
    "all-alike": "most_alike",
    "pairs": "pairs",
    "run": "longest_run",
}
"""The field of a ``RollPattern`` that a condition looks at; the others look at none."""
MOST_SIDES = 100
MOST_NUMBER = 10_000
"""The largest number in a condition: no dice of a game add up to more."""


class RollPattern(NamedTuple):
    """The pattern of a player's dice, as far as conditions need it.

    ``most_alike`` is the largest number of dice with one face, ``pairs`` the number of faces on at least two dice,
    ``longest_run`` the largest number of different faces in a row, and ``faces`` the number of dice with each face that
    the game names.
    """

    dice: int
    total: int
    lowest: int
    highest: int
    most_alike: int
    pairs: int
    longest_run: int
    faces: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ResultCondition:
    """One requirement of a roll. ``at_least``, ``at_most`` and ``face`` count if the kind uses them.

    ``at_least`` is the lower end of a sum or of a die, a number of dice, pairs or faces, the number of a spot, or the
    margin between the sides; ``at_most`` is the upper end of a sum or of a die, None for no end. Raises ``RulesError``
    for meaningless numbers.
    """

    kind: Annotated[ConditionKind, choice(tuple(CONDITION_NAMES), needed=True)]
    at_least: Annotated[int, integer(1, MOST_NUMBER)] = 1
    at_most: Annotated[int | None, number(1, MOST_NUMBER)] = None
    face: Annotated[int | None, number(1, MOST_SIDES)] = None

    def __post_init__(self) -> None:
        """Refuse what no dice can satisfy."""
        if self.kind not in CONDITION_NAMES:
            raise RulesError(f"Expected one of {', '.join(CONDITION_NAMES)}.")
        if not 1 <= self.at_least <= MOST_NUMBER:
            raise RulesError(f"A condition counts from 1 to {MOST_NUMBER:,}.")
        if self.kind == "face" and self.face is None:
            raise RulesError("Say which face the dice have to show.")
        if self.at_most is not None and self.at_most < self.at_least:
            raise RulesError(f"Nothing lies from {self.at_least} to {self.at_most}.")

    @property
    def needs_house(self) -> bool:
        """Return True if it is possible only in a game in which the house rolls."""
        return self.kind in HOUSE_CONDITIONS

    def describe(self, spots: Sequence[str] = ()) -> str:
        """Return the condition in words, such as ``at least 2 dice show a 6``; ``spots`` are those of the game."""
        many = self.at_least
        match self.kind:
            case "spot":
                return f"stake on {spots[many - 1]}" if many <= len(spots) else f"stake on spot {many}"
            case "sum":
                return f"sum {self._range()}"
            case "house-sum":
                return f"the house’s sum {self._range()}"
            case "odd" | "even":
                return f"an {self.kind} sum"
            case "highest" | "lowest":
                return f"{self.kind} die {self._range()}"
            case "face":
                return f"at least {counted(many, 'die', 'dice')} {'shows' if many == 1 else 'show'} a {self.face}"
            case "chosen":
                return f"at least {counted(many, 'die', 'dice')} {'shows' if many == 1 else 'show'} the chosen face"
            case "alike":
                return f"at least {counted(many, 'die', 'dice')} alike"
            case "pairs":
                return f"at least {counted(many, 'different pair')}" if many > 1 else "at least 1 pair"
            case "all-alike":
                return "all dice alike"
            case "run":
                return f"at least {counted(many, 'face')} in a row"
            case "higher" | "lower":
                return f"sum {self.kind} than the house’s{self._margin()}"
            case "higher-die" | "lower-die":
                return f"highest die {self.kind.removesuffix('-die')} than the house’s{self._margin()}"
            case "equal":
                return "sum equal to the house’s"
            case "equal-die":
                return "highest die equal to the house’s"
        return "any roll"

    def _margin(self) -> str:
        return f" by {self.at_least} or more" if self.at_least > 1 else ""

    def _range(self) -> str:
        if self.at_most is None:
            return f"{self.at_least} or more"
        return f"{self.at_least}" if self.at_least == self.at_most else f"{self.at_least} to {self.at_most}"

    def _is_in_range(self, number: int) -> bool:
        return self.at_least <= number and (self.at_most is None or number <= self.at_most)

    def holds_for_player(self, roll: RollPattern) -> bool:
        """Return True if the player's dice satisfy it; also if it depends on the choice or the house's dice."""
        match self.kind:
            case "sum":
                return self._is_in_range(roll.total)
            case "odd" | "even":
                return roll.total % 2 == (self.kind == "odd")
            case "highest":
                return self._is_in_range(roll.highest)
            case "lowest":
                return self._is_in_range(roll.lowest)
            case "face":
                return dict(roll.faces).get(self.face or 0, 0) >= self.at_least
            case "alike":
                return roll.most_alike >= self.at_least
            case "pairs":
                return roll.pairs >= self.at_least
            case "all-alike":
                return roll.most_alike == roll.dice
            case "run":
                return roll.longest_run >= self.at_least
        return True

    def holds_for_choice(self, dice: int, choice: int) -> bool:
        """Return True if enough dice show the chosen face, or if the spot is the chosen one.

        Also True if it depends on neither.
        """
        match self.kind:
            case "chosen":
                return dice >= self.at_least
            case "spot":
                return choice == self.at_least
        return True

    def holds_for_sums(self, total: int, house: int) -> bool:
        """Return True if the sums of house and player satisfy it; also if it does not depend on them."""
        match self.kind:
            case "house-sum":
                return self._is_in_range(house)
            case "higher" | "equal" | "lower":
                return self._is_beaten(self.kind, total - house)
        return True

    def holds_for_highest(self, highest: int, house: int) -> bool:
        """Return True if the highest dice of house and player satisfy it; also if it does not depend on them."""
        return self.kind not in DIE_CONDITIONS or self._is_beaten(self.kind.removesuffix("-die"), highest - house)

    def _is_beaten(self, side: str, margin: int) -> bool:
        return margin == 0 if side == "equal" else (margin if side == "higher" else -margin) >= self.at_least
