"""Special objectives: thirteen that do more than score, each claimed with one skill of its own.

Rulebook: "Appendix: Special objectives".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from rules.errors import RulesError
from rules.tables.entry import Entry
from rules.tables.prose import Prose, ProseRow
from rules.tables.rolls import d6
from rules.text import with_article

DEFAULT_POWER = 15
"""The Power if no creature sets it: the appendix prints none, so the usual one of objectives applies."""

ItemWanted = Literal["scroll", "melee weapon", "consumable", "item"]
"""Which items fit where a creature gains one or trades for one."""

DIRECTIONS = (
    "toward the top",
    "toward the top right",
    "to the right",
    "toward the bottom right",
    "toward the bottom",
    "toward the bottom left",
    "to the left",
    "toward the top left",
)
"""Where an objective walks, by the face of a d8: clockwise, as the plan of the table shows the board. Ruling 357."""

PROSE = Prose("special_objectives", "success", "failure", "bonus")


@dataclass(frozen=True, slots=True)
class SpecialObjective(ProseRow):
    """An objective with an effect of its own.

    ``power`` is None if the Power is that of a ``creature`` on which the players agree, such as the ``examples``.
    ``removed`` means that the objective leaves the board when it is claimed. ``gains`` is the kind of item that its
    claimer gains, ``walks`` how many squares it goes after a failed check.
    """

    prose: ClassVar[Prose] = PROSE

    name: str
    skill: str
    power: int | None = DEFAULT_POWER
    creature: str = ""
    examples: str = ""
    removed: bool = False
    gains: ItemWanted | None = None
    walks: int = 0

    @property
    def success(self) -> str:
        """What a successful check does, in sentences."""
        return self.prose.text(self.key, "success", row=self)

    @property
    def failure(self) -> str:
        """What a failed check does, in sentences; empty if nothing."""
        return self.prose.text(self.key, "failure", row=self)

    @property
    def bonus(self) -> str:
        """What owning the objective does, in sentences; empty if nothing."""
        return self.prose.text(self.key, "bonus", row=self)


def _beast(name: str, skill: str, creature: str, examples: str) -> SpecialObjective:
    """Return one of the three objectives that bring a creature with a card of its own."""
    return SpecialObjective(name, skill, power=None, creature=creature, examples=examples)


SPECIAL_OBJECTIVES: tuple[SpecialObjective, ...] = (
    SpecialObjective("Arcane Grimoire", "Arcana", removed=True, gains="scroll"),
    _beast("Unactivated Golem", "Arcana", "construct", "animated armor or a soulbound doll"),
    SpecialObjective("Sword in the Stone", "Athletics", removed=True, gains="melee weapon"),
    SpecialObjective("Alchemist's Table", "Crafting", gains="consumable"),
    SpecialObjective("Merchant", "Diplomacy"),
    SpecialObjective("Ancient Runes", "Lore"),
    SpecialObjective("Invalid", "Medicine"),
    _beast("Wild Animal", "Nature", "animal", "a boar"),
    SpecialObjective("Ambulant Shrine", "Occultism", walks=5),
    _beast("Mercurial Fey", "Performance", "fey", "a naiad or a grig"),
    SpecialObjective("Altar", "Religion"),
    SpecialObjective("Web-Wrapped Victim", "Survival"),
    SpecialObjective("Trapped Treasure Chest", "Thievery"),
)


def power_to_claim(objective: SpecialObjective, creature_power: int | None = None) -> int:
    """Return the Power that the check must reach; a golem, animal or fey needs the Power of its creature."""
    # An agreed creature sets the Power with its own; everywhere else it is 15. Appendix "Special objectives".
    if objective.power is not None:
        return objective.power
    if creature_power is None:
        raise RulesError(f"{objective.name} is claimed against the Power of its creature: name that Power.")
    return creature_power


def table_explodes(face: int) -> bool:
    """Return True if an Alchemist's Table blows up after a failed check, by the face of a d6."""
    # Failing at the table rolls 1d6 and a 1 blows it up. Appendix "Special objectives".
    return d6(face) == 1


def _entry(row: SpecialObjective) -> Entry:
    power = PROSE.text("each", "own_power") if row.power is None else str(row.power)
    against = power if row.power is None else f"Power {power}"
    lines = [PROSE.text("each", "claim", row=row, against=against)]
    if row.creature:
        lines.append(PROSE.text("each", "creature", row=row, creature=with_article(row.creature)))
    lines.append(f"Success: {row.success}")
    lines.extend(f"{label}: {line}" for label, line in (("Failure", row.failure), ("Owned", row.bonus)) if line)
    return PROSE.entry(
        "special-objective",
        row.name,
        text="\n\n".join(lines),
        facts=(("Skill", row.skill), ("Power", power)),
        where="Appendix: Special objectives",
    )


def entries() -> tuple[Entry, ...]:
    """Return one glossary entry per objective."""
    return tuple(map(_entry, SPECIAL_OBJECTIVES))
