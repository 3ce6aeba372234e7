"""Features so common that a card prints only their name: what they do, by name."""

from __future__ import annotations

# Common reactions and common features of the core rules; the tables of ``rules.tables`` tell them at length.
COMMON_EFFECTS: dict[str, str] = {
    "attack of opportunity": (
        "When a creature within its reach casts a spell, makes a ranged attack or moves out of that reach, it makes "
        "one melee Strike against that creature."
    ),
    "ferocity": "When it would drop to 0 HP or less, roll 1d6: on 4 or more its HP become 1 instead.",
    "retributive strike": (
        "When an enemy within 3 squares damages an ally within 3 squares, that damage is reduced by 2 + its own level; "
        "if the enemy is within reach, it also makes a melee Strike against that enemy."
    ),
}
COMMON_EFFECTS["reactive strike"] = COMMON_EFFECTS["attack of opportunity"]


def common_effect(name: str) -> str:
    """Return the effect of a common feature, or nothing when the name is not a common one."""
    return COMMON_EFFECTS.get(name.casefold(), "")
