"""Dying: when a creature is, the recovery check, and healing."""

from __future__ import annotations

from rules.glossary.entry import Entry
from rules.tables.rolls import d6

ELIMINATED_ON = (1, 2, 3)


def is_dying(hp: int) -> bool:
    """Return whether a creature with those HP is dying: helpless, prone and checking for recovery."""
    # At 0 HP and below. Hit points and damage, "Dying".
    return hp <= 0


def recovery_check_survives(face: int, *, bonus: int = 0, hero_point_spent: bool = False) -> bool:
    """Return whether a dying creature is still in play after a recovery check.

    ``bonus`` is 1 for a creature with the feat Toughness. ``hero_point_spent`` means before this or an
    earlier recovery check of the encounter. A survivor goes on dying.
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


def entries() -> tuple[Entry, ...]:
    """Return the recovery check, healing and looting; dying itself is a status."""
    return (
        Entry(
            kind="dying",
            name="Recovery Check",
            summary="1d6 for a dying creature: on 1, 2 or 3 it is eliminated.",
            text="A dying creature makes this check at the end of each of its turns and each time a strike"
            " damages it. On 4, 5 or 6 it stays in play, still dying. The feat Toughness adds 1 to the roll."
            " A hero point spent just before a check passes it and every later one of the encounter.\n\nA"
            " creature that went down in the course of its own end of turn makes no check for that turn.",
            facts=(("1-3", "eliminated"), ("4-6", "still dying")),
            aliases=("recovery checks", "recovery roll", "recovery rolls"),
            where="Dying",
        ),
        Entry(
            kind="dying",
            name="Healing",
            summary="Adds to HP up to the maximum; a dying creature's HP become the amount healed.",
            text="Healing gives back lost HP and never lifts them above the maximum. For a dying creature the"
            " HP below 0 are forgotten: its HP become the amount healed, so that 5 healed at -8 HP leave it"
            " with 5. It is no longer helpless, but remains prone until it Stands.",
            aliases=("heals", "healed"),
            where="Healing",
        ),
        Entry(
            kind="dying",
            name="Looting",
            summary="Interact with an eliminated creature's body to take an item or carry it off.",
            text="The space where a creature was eliminated is kept in mind. A creature on it or adjacent to"
            " it may Interact (1 action point) with the body: it takes one item, or picks the body up if that"
            " is no larger than itself. A body of its own size is a heavy load, a smaller one a light load.",
            aliases=("loot",),
            where="Looting",
        ),
    )
