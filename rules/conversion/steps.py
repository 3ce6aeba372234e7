"""The steps of a conversion in one style: the rule, its input, its result, and the decision that is left to a
person.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.conversion.blocks import StatBlock


@dataclass(frozen=True, slots=True)
class ConversionStyle:
    """Differing readings of the appendix.

    ``level_from`` is the lowest level that is subtracted: below it, numbers do not change. ``melee_fight``: Fight comes
    from the best melee Strike. ``power_above_fight`` is added to Fight if a stat block has no DC.
    ``ignores_skill_dcs``: DCs of skill checks and of Escape do not count for Power; ``ignores_curse_dcs``: nor do those
    of curses. ``rounds_orc_damage``: damage of ORC creatures from level 1 is a multiple of 5.
    ``keeps_amphibious_walk``: an amphibious creature never swims instead of walking, and one that hardly walks keeps
    its land speed.
    """

    name: str
    level_from: int
    melee_fight: bool
    power_above_fight: int
    ignores_skill_dcs: bool
    ignores_curse_dcs: bool
    rounds_orc_damage: bool
    keeps_amphibious_walk: bool


RULEBOOK = ConversionStyle(
    "rulebook",
    level_from=-1,
    melee_fight=False,
    power_above_fight=9,
    ignores_skill_dcs=False,
    ignores_curse_dcs=False,
    rounds_orc_damage=False,
    keeps_amphibious_walk=False,
)
AUTHOR = ConversionStyle(
    "author",
    level_from=0,
    melee_fight=True,
    power_above_fight=8,
    ignores_skill_dcs=True,
    ignores_curse_dcs=True,
    rounds_orc_damage=True,
    keeps_amphibious_walk=True,
)
STYLES: dict[str, ConversionStyle] = {style.name: style for style in (RULEBOOK, AUTHOR)}


Answers = Mapping[str, tuple[str, ...]]
"""A person's choices: by the keys of choices, as ``choice_text`` writes them."""

NO_ANSWERS: Answers = {}


def choice_text(choice: object) -> str:
    """Return a choice as answers and forms write it.

    >>> choice_text(19), choice_text(None)
    ('19', 'none')
    """
    return "none" if choice is None else str(choice)


@dataclass(frozen=True, slots=True)
class StepChoice:
    """A decision that a step leaves to a person. ``key`` names it, the same in every conversion of the stat block.

    ``picked`` is the rule's choice, ``chosen`` is on the card. ``about`` names the ability or Strike, if any.
    """

    key: str
    choices: tuple[Any, ...]
    picked: tuple[Any, ...]
    chosen: tuple[Any, ...]
    about: str = ""
    takes_several: bool = False

    @property
    def kind(self) -> str:
        """Return the kind of choice: ``power``, or ``area`` of an ability."""
        return self.key.partition(".")[0]

    @property
    def is_decided(self) -> bool:
        """Return True if a person chose something else than the rule's pick."""
        return self.chosen != self.picked

    @property
    def value(self) -> Any:
        """Return the one choice that the card carries."""
        return self.chosen[0]


@dataclass(frozen=True, slots=True)
class ConversionStep:
    """One step: the field of the card, the rule in a sentence, its input and its result.

    ``choice`` is set if the rule leaves the value to a person.
    """

    field: str
    rule: str
    read: str
    gave: Any
    choice: StepChoice | None = None

    @property
    def choices(self) -> tuple[Any, ...]:
        """Return a person's choices; empty if the rule decides."""
        return self.choice.choices if self.choice else ()

    @property
    def is_decided(self) -> bool:
        """Return True if a person chose something else than the rule's pick."""
        return self.choice is not None and self.choice.is_decided

    @property
    def is_undecided(self) -> bool:
        """Return True if a person has to decide."""
        return self.choice is not None and not self.choice.is_decided

    def document(self) -> dict[str, Any]:
        """Return the step's document; ``decided`` is True if a person has decided it."""
        document = {"field": self.field, "rule": self.rule, "read": self.read, "gave": self.gave}
        if self.choices:
            document["choices"] = list(self.choices)
        return document | {"decided": True} if self.is_decided else document


_CARD_ORDER = (
    *("level", "points", "size", "tags", "alignment", "fight", "armor", "armor_broken", "power", "fortitude", "reflex"),
    *("will", "hp", "speed", "movement_mode", "features", "skills", "immune", "resist", "weak", "other", "license"),
)
_PLACES = {name: place for place, name in enumerate(_CARD_ORDER)}


def in_card_order(steps: Iterable[ConversionStep]) -> tuple[ConversionStep, ...]:
    """Return steps in the order in which a card shows their fields."""
    return tuple(sorted(steps, key=lambda step: _PLACES.get(step.field, len(_PLACES))))


@dataclass(slots=True)
class ConversionWork:
    """A conversion in progress: the stat block, the style, a person's answers, and the steps so far."""

    block: StatBlock
    style: ConversionStyle
    answers: Answers = field(default_factory=dict)
    steps: list[ConversionStep] = field(default_factory=list)
    _keys: set[str] = field(default_factory=set)

    def note(self, field: str, rule: str, read: object, gave: Any, choice: StepChoice | None = None) -> None:
        """Add a step; a choice with a single option is dropped."""
        is_open = choice is not None and len(choice.choices) > 1
        self.steps.append(ConversionStep(field, rule, str(read), gave, choice if is_open else None))

    def choose(self, key: str, pick: Any, choices: Iterable[Any], about: str = "") -> StepChoice:
        """Return a choice, the answer or the rule's; an invalid answer is ignored."""
        offered = tuple(dict.fromkeys(choices))
        key = self._own_key(key)
        by_text = {choice_text(choice): choice for choice in offered}
        answer = next((by_text[text] for text in self.answers.get(key, ()) if text in by_text), pick)
        return StepChoice(key, offered, (pick,), (answer,), about)

    def choose_several(self, key: str, picks: Iterable[str], choices: Iterable[str], about: str = "") -> StepChoice:
        """Return a choice of at least one among several, the answer or the rule's."""
        offered, picks = tuple(dict.fromkeys(choices)), frozenset(picks)
        key = self._own_key(key)
        answers = frozenset(self.answers.get(key, ())) & frozenset(offered) or picks
        picked, chosen = (tuple(choice for choice in offered if choice in wanted) for wanted in (picks, answers))
        return StepChoice(key, offered, picked, chosen, about, takes_several=True)

    def _own_key(self, key: str) -> str:
        """Return the key, with a number if an earlier choice has the same."""
        own, number = key, 1
        while own in self._keys:
            number += 1
            own = f"{key}-{number}"
        self._keys.add(own)
        return own

    @property
    def levels_off(self) -> int:
        """The part of each number that comes from proficiency with level: the level, or 0 below the style's lowest."""
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
