"""Dying, the recovery check and healing; the fate of an eliminated creature, and the six injuries."""

from rules.tables.prose import Entry, Prose, ProseRow
from rules.tables.rolls import d6
from rules.tables.stats import StatChange, stat_name

ELIMINATED_ON = (1, 2, 3)
PROSE = Prose("dying")


def is_dying(hp: int) -> bool:
    """Return True if a creature with those HP is dying: helpless, prone and checking for recovery."""
    # At 0 HP and below. Hit points and damage, "Dying".
    return hp <= 0


def recovery_check_survives(face: int, *, bonus: int = 0, hero_point_spent: bool = False) -> bool:
    """Return True if a dying creature is still in play after a recovery check.

    ``bonus`` is 1 for a creature with the feat Toughness. ``hero_point_spent`` means before this or an earlier recovery
    check of the encounter. A survivor is still dying.
    """
    # 1d6 at the end of each of its turns and whenever a strike damages it: on 1 to 3 it is eliminated. A hero
    # point passes this check and all later ones of the encounter. "Dying" and "Hero points"; feats,
    # "Toughness".
    return d6(face) + bonus > max(ELIMINATED_ON) or hero_point_spent


def healed(hp: int, amount: int, maximum: int) -> int:
    """Return a creature's HP after healing, never above its maximum."""
    # Healing adds to HP, but a dying creature starts from 0 however far below it was: at -8, healing 5 gives
    # 5. It is not helpless then, and still prone. "Healing" and "Dying".
    if amount <= 0:
        return hp
    return min(max(hp, 0) + amount, maximum)


class EliminationOutcome(ProseRow, prose=Prose("elimination")):
    """One result of the d6 for an eliminated creature.

    ``misses_next`` if it sits out the next scenario; ``is_wounded`` if it rolls on the table of injuries.
    """

    name: str
    faces: tuple[int, ...]
    misses_next: bool = False
    is_wounded: bool = False


OUTCOMES: tuple[EliminationOutcome, ...] = (
    EliminationOutcome("Out of Action", (1, 2), misses_next=True),
    EliminationOutcome("Wounded", (3, 4), is_wounded=True),
    EliminationOutcome("Full Recovery", (5, 6)),
)

_BY_FACE: dict[int, EliminationOutcome] = {face: outcome for outcome in OUTCOMES for face in outcome.faces}


def outcome(face: int) -> EliminationOutcome:
    """Return the fate of an eliminated creature, by the face of a d6."""
    # One d6 for each creature eliminated. Campaign play, "Injuries", table of eliminated creatures.
    return _BY_FACE[d6(face)]


class Injury(ProseRow, prose=Prose("injuries")):
    """An injury: its d6, its changes to the stats, and a condition at the start of each scenario."""

    name: str
    face: int
    changes: tuple[StatChange, ...] = ()
    starts_with: str | None = None


INJURIES: tuple[Injury, ...] = (
    Injury("Injured Leg", 1, changes=(StatChange("speed", -1),)),
    Injury("Injured Eye", 2, changes=(StatChange("fight", -1),)),
    Injury("Befuddled", 3, changes=(StatChange("power", -1),)),
    Injury("Cursed", 4, changes=(StatChange("fortitude", -1), StatChange("reflex", -1), StatChange("will", -1))),
    Injury("Fragile", 5, changes=(StatChange("armor", -1),)),
    Injury("Weakened", 6, starts_with="slowed"),
)

INJURY_BY_KEY: dict[str, Injury] = {injury.key: injury for injury in INJURIES}


def injury(face: int) -> Injury:
    """Return the injury of a d6."""
    # One d6 after a result of Wounded. Campaign play, "Injuries".
    return INJURIES[d6(face) - 1]


def rolls_for_injury(*, has_temporary_wound: bool) -> bool:
    """Return True if a creature that is Wounded rolls a new injury; if not, the wound it has becomes permanent."""
    # Being Wounded again makes the wound that the creature has permanent, in place of a new one. With nothing
    # but permanent wounds it rolls anew. Campaign play, "Injuries".
    return not has_temporary_wound


def wound_heals(*, took_part: bool, wounded_again: bool) -> bool:
    """Return True if a temporary wound is gone after a scenario."""
    # It ends with the next scenario that the creature takes part in; being Wounded again in that scenario comes first
    # and makes it permanent. Sitting a scenario out heals nothing. Campaign play, "Injuries".
    return took_part and not wounded_again


def _injury_entry(row: Injury) -> Entry:
    return Injury.prose.entry(
        "injury",
        row.name,
        text=Injury.prose.text("each", row=row),
        facts=(
            ("d6", str(row.face)),
            *((stat_name(change.stat), f"{change.by:+d}") for change in row.changes),
            *((("Starts with", row.starts_with),) if row.starts_with else ()),
        ),
        where="Injuries",
    )


def entries() -> tuple[Entry, ...]:
    """Return recovery checks, healing and looting (dying itself is a status), and one entry per outcome and injury."""
    outcomes = (
        EliminationOutcome.prose.entry(
            "elimination", row.name, facts=(("d6", "-".join(map(str, row.faces))),), where="Injuries"
        )
        for row in OUTCOMES
    )
    return (*PROSE.terms("dying"), *outcomes, *map(_injury_entry, INJURIES))
