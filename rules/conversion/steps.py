"""The steps of a conversion: which rule, what it read, what it gave, and what is left to a person."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rules.conversion.blocks import StatBlock
from rules.conversion.styles import ConversionStyle


@dataclass(frozen=True, slots=True)
class ConversionStep:
    """One step: the field of the card, the rule in a sentence, what was read and what it gave.

    ``choices`` are there where the rule leaves the value to a person; the card carries ``gave`` until then.
    """

    field: str
    rule: str
    read: str
    gave: Any
    choices: tuple[Any, ...] = ()

    @property
    def is_undecided(self) -> bool:
        """Return True if a person has to decide."""
        return bool(self.choices)

    def document(self) -> dict[str, Any]:
        """Return the step as it stands in documents."""
        document = {"field": self.field, "rule": self.rule, "read": self.read, "gave": self.gave}
        return document | {"choices": list(self.choices)} if self.choices else document


@dataclass(slots=True)
class ConversionWork:
    """A conversion on its way: the stat block, the style, and the steps so far."""

    block: StatBlock
    style: ConversionStyle
    steps: list[ConversionStep] = field(default_factory=list)

    def note(self, field: str, rule: str, read: object, gave: Any, choices: Iterable[Any] = ()) -> None:
        """Add a step; a single choice is none."""
        several = tuple(dict.fromkeys(choices))
        self.steps.append(ConversionStep(field, rule, str(read), gave, several if len(several) > 1 else ()))

    @property
    def levels_off(self) -> int:
        """How much of each number comes from proficiency with level: the level, or 0 below the style's lowest."""
        # PF2e adds the level to what it is proficient in; the game does not. "Converting from PF2e".
        level = self.block.level
        return level if level >= self.style.level_from else 0

    def without_level(self, number: int) -> int:
        """Return a bonus, an AC or a DC as the game counts it."""
        return number - self.levels_off

    @property
    def rounds_all_damage(self) -> bool:
        """Return True if even small damage is rounded to a multiple of 5."""
        return self.style.rounds_orc_damage and self.block.license == "ORC" and self.block.level >= 1
