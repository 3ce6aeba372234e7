"""The career of the rulebook's example."""

from typing import Any

EXAMPLE: dict[str, Any] = {
    "format": "muster-career/1",
    "rules": {"daily_recovery_every": 3},
    "members": [
        {
            "id": "m1",
            "creature": "kobold-warrior",
            "name": "Snik",
            "upgrades": ["sling"],
            "items": [],
            "positioning": [],
        }
    ],
    "cards": [],
    "events": [
        {"kind": "scenario", "id": "s1", "fielded": ["m1"], "eliminated": ["m1"], "daily_recovery": None},
        {"kind": "elimination", "scenario": "s1", "member": "m1", "faces": [4]},
        {"kind": "injury", "scenario": "s1", "member": "m1", "faces": [2]},
        {"kind": "advance", "scenario": "s1", "member": "m1", "faces": [1, 3, 3], "feat": "fleet", "choice": None},
    ],
}


SNIK = {
    "id": "m1",
    "level": -1,
    "points": 11,
    "upgrade_cost": 2,
    "advances": 1,
    "next_level_in": 2,
    "stats": {
        "fight": 4,
        "armor": 16,
        "power": 13,
        "fortitude": 3,
        "reflex": 7,
        "will": 3,
        "hp": 7,
        "speed": 6,
    },
    "status": "ready",
    "wounds": [{"injury": "injured-eye", "permanent": False, "scenario": "s1"}],
    "starts_with": [],
    "feats": [{"feat": "fleet", "choice": None}],
    "hp_class": None,
    "damage": {"spear": [5], "spear-2": [5], "sling": [3]},
    "skills": ["Acrobatics", "Crafting", "Stealth"],
}
