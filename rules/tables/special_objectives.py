"""Special objectives: thirteen that do more than score, each claimed with one skill of its own.

Rulebook: "Appendix: Special objectives".
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.rolls import d6
from rules.text import slug, with_article

DEFAULT_POWER = 15
"""The Power wherever no creature is involved: the appendix prints none, so the usual one of objectives holds."""


@dataclass(frozen=True, slots=True)
class SpecialObjective:
    """An objective with an effect of its own.

    ``power`` is None where the agreed ``creature`` sets it with its own Power. ``removed`` tells that the
    objective leaves the board when it is claimed. ``success``, ``failure`` and ``bonus`` (what owning it is good
    for) are sentences; empty where nothing happens.
    """

    name: str
    skill: str
    success: str
    failure: str = ""
    bonus: str = ""
    power: int | None = DEFAULT_POWER
    creature: str = ""
    removed: bool = False

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


_CLAIM = "The objective is claimed."


def _beast(name: str, skill: str, creature: str, examples: str) -> SpecialObjective:
    """One of the three objectives that bring a creature with a stat block."""
    return SpecialObjective(
        name,
        skill,
        success=_CLAIM,
        failure=f"The {creature} takes a turn at once, with 2 AP, and the opponent decides what it does.",
        bonus=(f"Whoever claimed it may pay any number of AP for one action of the {creature} with that cost."),
        power=None,
        creature=f"{creature} that the players agree on, such as {examples}",
    )


SPECIAL_OBJECTIVES: tuple[SpecialObjective, ...] = (
    SpecialObjective(
        "Arcane Grimoire",
        "Arcana",
        success=(
            "The objective leaves the board and the claimer gains a spell scroll of its own level or "
            "lower; its player chooses the spell, of any tradition."
        ),
        bonus="It counts as claimed, and scores, for as long as the claimer has the scroll.",
        removed=True,
    ),
    _beast("Unactivated Golem", "Arcana", "construct", "animated armor or a soulbound doll"),
    SpecialObjective(
        "Sword in the Stone",
        "Athletics",
        success="The objective leaves the board and the claimer gains a melee weapon that is magical and not"
        " above its own level.",
        bonus="It counts as claimed, and scores, for as long as the claimer has the weapon.",
        removed=True,
    ),
    SpecialObjective(
        "Alchemist's Table",
        "Crafting",
        success="The objective is claimed and the claimer gains one consumable of its own level or lower.",
        failure=(
            "1d6 is rolled, and on a 1 the table blows up: it leaves the board, and everybody in emanation 2"
            " takes 20 fire damage (Reflex half)."
        ),
    ),
    SpecialObjective(
        "Merchant",
        "Diplomacy",
        success=_CLAIM,
        bonus=(
            "A creature of the owning warband next to the merchant may Trade (2 AP): it swaps one item for "
            "another of the same level or lower."
        ),
    ),
    SpecialObjective(
        "Ancient Runes",
        "Lore",
        success=_CLAIM,
        bonus="The owning warband has +2 on every skill check to claim another objective.",
    ),
    SpecialObjective("Invalid", "Medicine", success=_CLAIM, failure="The objective leaves the board for good."),
    _beast("Wild Animal", "Nature", "animal", "a boar"),
    SpecialObjective(
        "Ambulant Shrine",
        "Occultism",
        success=_CLAIM,
        failure="The shrine wanders 5 squares in a random direction, unless an occupied space stops it sooner.",
    ),
    _beast("Mercurial Fey", "Performance", "fey", "a naiad or a grig"),
    SpecialObjective(
        "Altar",
        "Religion",
        success=(
            "The objective is claimed, and 10 HP are healed to the claimer or to one creature within 4"
            " squares of it. The check may be made only while the altar is not the warband's own."
        ),
    ),
    SpecialObjective(
        "Web-Wrapped Victim",
        "Survival",
        success=_CLAIM,
        failure="The creature that tried becomes encumbered.",
    ),
    SpecialObjective(
        "Trapped Treasure Chest",
        "Thievery",
        success=_CLAIM,
        failure="The creature that tried takes 5 persistent poison damage and becomes sickened.",
    ),
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
    """Whether an Alchemist's Table blows up after a failed check, by the face of a d6."""
    # Failing at the table rolls 1d6 and a 1 blows it up. Appendix "Special objectives".
    return d6(face) == 1


def _entry(row: SpecialObjective) -> Entry:
    power = "that of its creature" if row.power is None else str(row.power)
    lines = [f"Interact (1 AP) next to it and make a check with {row.skill}; the Power is {power}."]
    if row.creature:
        lines.append(f"It stands for {with_article(row.creature)}; its card is used.")
    lines.append(f"Success: {row.success}")
    lines.extend(f"{label}: {line}" for label, line in (("Failure", row.failure), ("Owned", row.bonus)) if line)
    return Entry(
        kind="special-objective",
        name=row.name,
        summary=_SUMMARIES[row.key],
        text="\n\n".join(lines),
        facts=(("Skill", row.skill), ("Power", power)),
        where="Appendix: Special objectives",
    )


_SUMMARIES = {
    "arcane-grimoire": "Claimed with Arcana; turns into a spell scroll that its claimer keeps.",
    "unactivated-golem": "Claimed with Arcana; a construct that serves its claimer or turns on whoever fails.",
    "sword-in-the-stone": "Claimed with Athletics; turns into a magic melee weapon that its claimer keeps.",
    "alchemists-table": "Claimed with Crafting; gives a consumable, and may explode after a failure.",
    "merchant": "Claimed with Diplomacy; its owners may trade items there (2 AP).",
    "ancient-runes": "Claimed with Lore; +2 on the owners' checks to claim other objectives.",
    "invalid": "Claimed with Medicine; one failure removes it.",
    "wild-animal": "Claimed with Nature; an animal that serves its claimer or turns on whoever fails.",
    "ambulant-shrine": "Claimed with Occultism; a failure sends it 5 squares away.",
    "mercurial-fey": "Claimed with Performance; a fey that serves its claimer or turns on whoever fails.",
    "altar": "Claimed with Religion; 10 HP for the claimer or for somebody within 4 squares.",
    "web-wrapped-victim": "Claimed with Survival; a failure leaves the rescuer encumbered.",
    "trapped-treasure-chest": "Claimed with Thievery; a failure poisons (5 persistent) and sickens.",
}


def entries() -> tuple[Entry, ...]:
    """Return one glossary entry an objective."""
    return tuple(map(_entry, SPECIAL_OBJECTIVES))
