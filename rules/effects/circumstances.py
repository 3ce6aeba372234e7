"""Words of notation for circumstances, moments, and for where a movement goes, each with its meaning."""

from typing import Literal

Pace = Literal["", "half", "twice"]
Quiet = Literal["", "reactions", "attacks of opportunity"]
TriggerChange = Literal[
    "redirect",
    "miss",
    "ordinary_hit",
    "reroll",
    "better_reroll",
    "stop",
    "end_action",
    "no_condition",
    "no_weakness",
]
"""What a reaction changes about its trigger.

``redirect``: another creature is the target. ``miss``: the attack misses if it is out of range now. ``stop``: the
creature moves no farther. ``end_action``: its action is lost. ``no_weakness``: weaknesses do not add to the damage.
"""

PassiveMomentKind = Literal[
    "always",
    "begins",
    "turn_start",
    "turn_end",
    "moves",
    "falls",
    "uses",
    "strikes",
    "first_strikes",
    "hits",
    "critically_hits",
    "commander_hits",
    "critically_misses",
    "targeted",
    "hit",
    "critically_hit",
    "damaged",
    "in_place_of_damage",
    "in_place_of",
    "would_fall",
    "dying",
    "eliminated",
    "gains",
    "loses",
    "critically_fails",
    "checks",
    "another_starts",
    "another_moves",
    "another_dying",
    "another_eliminated",
]
"""When an effect without a cost applies in a battle, from its creature's point of view.

``always`` has no special moment. ``first_strikes`` are the Strikes of the first round, ``commander_hits`` a hit of its
commander on a creature next to it, ``in_place_of_damage`` replaces damage,
``in_place_of`` a condition, by a second one or by the effect; ``would_fall`` is before its HP fall to 0.
``falls`` is a fall from a height, ``dying`` a fall to 0 HP, ``checks`` skill checks; ``another`` is any other creature
that the target of the effect allows.
"""

BONUS_CIRCUMSTANCES: dict[str, str] = {
    "against disease": "against disease",
    "against fear": "against fear effects",
    "against poison": "against poison",
    "attack by allies": "two or more allies of the user have the target within reach",
    "adjacent allies": "two or more allies of the user are adjacent to the target",
    "area": "against effects with an area",
    "critical hit": "on a critical hit",
    "damaged": "the user has lost HP",
    "long range": "beyond the short range",
    "no weakness": "against a creature without a weakness",
    "moved 4": "the user has moved at least 4 squares",
    "penalized": "the attack has a multiple attack penalty",
    "ranged": "against ranged attacks",
    "sneak attack": "on a sneak attack",
    "this move": "during this movement",
    "this effect": "against the effect of the trigger",
    "this roll": "on the roll of the trigger",
}
"""The circumstances of a bonus that are no condition of a creature, by the words that notation uses."""

DESTINATIONS: dict[str, str] = {
    "difficult terrain": "into another patch of difficult terrain",
    "no adjacent enemy": "into an empty space with no enemy adjacent",
    "adjacent to the target": "into an empty space adjacent to {target}",
    "adjacent to metal": "into a space adjacent to a Construct, a Metal creature or one that wears heavy armor",
    "next to another plant": "next to another plant that is Medium or larger, in sight or not",
    "behind the target": "along behind {target}",
    "space of the target": "into the space of {target}",
    "in front of the enemy": "and ends its movement in front of the enemy",
    "line of sight": "into an empty space in line of sight",
    "random direction": "in a random direction",
}
"""Where a movement has to end, by the words that notation uses; ``{target}`` is the effect's target."""
THROUGH_TARGETS = "the targets"
WAYS_THROUGH: dict[str, str] = {
    "water": "only through deep or shallow water",
    THROUGH_TARGETS: "through the spaces of {target}",
    "an enemy": "through the space of an enemy",
}
"""What a movement goes through, by the words that notation uses."""

PART_CIRCUMSTANCES: dict[str, str] = {
    "divine_or_primal": "the target casts divine or primal spells",
    "collides": "the target meets an object on the way",
    "moved_4": "the user has moved at least 4 squares",
    "next_to_another": "who is adjacent where this movement ends",
    "penalized": "the attack had a multiple attack penalty",
    "reached": "the target is adjacent when its movement ends",
}
"""When a part of an effect comes, by the words that notation uses."""
