"""Words of notation for circumstances of a bonus, and for where a movement goes, each with its meaning."""

BONUS_CIRCUMSTANCES: dict[str, str] = {
    "against disease": "against disease",
    "against fear": "against fear effects",
    "against poison": "against poison",
    "attack by allies": "two or more allies of the user have the target within reach",
    "adjacent allies": "two or more allies of the user are adjacent to the target",
    "area": "against effects with an area",
    "critical hit": "on a critical hit",
    "damaged": "the user has lost HP",
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
