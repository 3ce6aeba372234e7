"""Dying: when a creature is, the recovery check, and healing."""

from __future__ import annotations

from rules.tables.entry import Entry
from rules.tables.prose import Prose
from rules.tables.rolls import d6

ELIMINATED_ON = (1, 2, 3)
PROSE = Prose("dying")


def is_dying(hp: int) -> bool:
    """Return True if a creature with those HP is dying: helpless, prone and checking for recovery."""
    # At 0 HP and below. Hit points and damage, "Dying".
    return hp <= 0


def recovery_check_survives(face: int, *, bonus: int = 0, hero_point_spent: bool = False) -> bool:
    """Return True if a dying creature is still in play after a recovery check.

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
    return PROSE.terms("dying")
