"""Distances and areas in the texts of abilities, and the decisions that these texts leave to a person."""

import re
from collections.abc import Callable

from rules.conversion.blocks import BlockAbility
from rules.conversion.defenses import CONVERTED_CONDITIONS
from rules.conversion.stats import squares
from rules.conversion.steps import ConversionWork, StepChoice
from rules.effects.values import Range
from rules.text import slug

# "Converting from PF2e", "Areas of effect": 16 and 12 become 8, 6 becomes 4; 1 to 3 stay.
SMALLER_AREAS: dict[int, int] = {1: 1, 2: 2, 3: 3, 6: 4, 12: 8, 16: 8}

_KIND = "cone|line|burst|emanation|aura"
_AREA = re.compile(
    rf"(?P<feet>\d{{1,3}})[ -](?:foot|feet|ft\.?)(?:[ -]radius)? (?P<kind>{_KIND})\b"
    r"(?: within (?P<within>\d{1,4}) feet)?",
    re.IGNORECASE,
)
_DISTANCE = re.compile(r"\b(?P<number>\d{1,4})(?P<hyphen>[ -])(?P<unit>feet|foot|ft\.?)(?![\w])", re.IGNORECASE)


def area_size(feet: int) -> tuple[int, tuple[int, ...]]:
    """Return the size of an area in squares, and the possible sizes if no rule decides.

    >>> area_size(60), area_size(40)
    ((8, ()), (8, (8, 6, 4)))
    """
    size = squares(feet)
    if size in SMALLER_AREAS:
        return SMALLER_AREAS[size], ()
    return size, tuple(dict.fromkeys((size, *(smaller for smaller in (8, 6, 4, 3) if smaller < size))))[:3]


def usual_size(feet: int) -> int:
    """Return the size of an area in squares as the rule has it."""
    return area_size(feet)[0]


def convert_areas(text: str, size_of: Callable[[int], int] = usual_size) -> tuple[str, Range | None]:
    """Return a text in squares and its first area; ``size_of`` turns feet into the squares of an area."""
    first: list[Range] = []

    def area(match: re.Match[str]) -> str:
        size = size_of(int(match["feet"]))
        kind = match["kind"].lower()
        within = squares(int(match["within"])) if match["within"] else None
        aura = kind == "aura"
        kind = "emanation" if aura else kind
        first.append(Range(kind, size, within=within if kind == "burst" else None, aura=aura))
        place = f" within {within} squares" if within else ""
        return f"{kind} {size}{place}"

    text = _AREA.sub(area, text)
    return _DISTANCE.sub(_distance, text), first[0] if first else None


def _distance(match: re.Match[str]) -> str:
    number = squares(int(match["number"]))
    if match["hyphen"] == "-":
        return f"{number}-square"
    return f"{number} {'square' if number == 1 else 'squares'}"


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
    """The choices of one ability, each offered once, in the order of its text."""

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
        """Return the conditions that replace one of PF2e, by its word in lower case."""
        converted = CONVERTED_CONDITIONS[word]
        if not converted.choices:
            return converted.pick
        if word not in self.conditions:
            pick = " and ".join(converted.pick) or NOTHING
            key = f"{choice_key('condition', self._name)}.{word}"
            self.conditions[word] = self._work.choose(key, pick, converted.choices, self._name)
        chosen: str = self.conditions[word].value
        return () if chosen == NOTHING else (chosen,)
