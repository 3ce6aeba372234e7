"""What the text of an ability leaves to a person: sizes of areas and conditions with several counterparts."""

from __future__ import annotations

from rules.conversion.areas import area_size
from rules.conversion.blocks import BlockAbility
from rules.conversion.conditions import CONVERTED_CONDITIONS
from rules.conversion.steps import ConversionWork, StepChoice
from rules.text import slug

NOTHING = "nothing"
"""The choice of no condition at all."""

MAX_KEY_NAME = 60


def choice_key(kind: str, name: str) -> str:
    """Return the key of a choice about an ability or a Strike.

    >>> choice_key("cost", "Slime Breath")
    'cost.slime-breath'
    """
    return f"{kind}.{slug(name)[:MAX_KEY_NAME]}"


class TextChoices:
    """The choices of one ability, each asked for once, in the order in which its text brings them up."""

    def __init__(self, work: ConversionWork, ability: BlockAbility) -> None:
        self._work = work
        self._name = ability.name
        self.sizes: dict[int, StepChoice] = {}
        self.conditions: dict[str, StepChoice] = {}

    def size(self, feet: int) -> int:
        """Return the size of an area in squares."""
        size, choices = area_size(feet)
        if not choices:
            return size
        if size not in self.sizes:
            self.sizes[size] = self._work.choose(f"{choice_key('area', self._name)}.{size}", size, choices, self._name)
        chosen: int = self.sizes[size].value
        return chosen

    def condition(self, word: str) -> tuple[str, ...]:
        """Return the conditions that stand for one of PF2e, by its word in lower case."""
        converted = CONVERTED_CONDITIONS[word]
        if not converted.choices:
            return converted.pick
        if word not in self.conditions:
            pick = " and ".join(converted.pick) or NOTHING
            key = f"{choice_key('condition', self._name)}.{word}"
            self.conditions[word] = self._work.choose(key, pick, converted.choices, self._name)
        chosen: str = self.conditions[word].value
        return () if chosen == NOTHING else (chosen,)
