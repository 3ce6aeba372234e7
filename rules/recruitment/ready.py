"""Ready opponents: a warband of one kind of creature that costs about as much as another."""

from collections.abc import Mapping

READY_KINDS = {
    "animals": ("Animals", "Animal"),
    "beasts": ("Beasts", "Beast"),
    "dragons": ("Dragons", "Dragon"),
    "elementals": ("Elementals", "Elemental"),
    "fey": ("Fey", "Fey"),
    "humanoids": ("Humanoids", "Humanoid"),
    "plants": ("Plants", "Plant"),
    "undead": ("Undead", "Undead"),
}
"""Eight kinds: the name of the warband, and the tag of its creatures."""


def ready_warband(costs: Mapping[str, int], points: int, most: int) -> tuple[str, ...]:
    """Return creatures for at most so many points, the most expensive first, by their keys; ``costs`` are in points.

    None costs over half of the points. Each comes once before any comes again. Core rules, "Building your warband".
    """
    able = sorted((key for key, cost in costs.items() if 0 < 2 * cost <= points), key=lambda key: (-costs[key], key))
    chosen: list[str] = []
    is_full = False
    while not is_full:
        is_full = True
        for key in able:
            if costs[key] <= points and len(chosen) < most:
                chosen.append(key)
                points -= costs[key]
                is_full = False
    return tuple(chosen)
