"""One invented creature in each form that PF2e creatures come in: a marsh lurker of level 5."""

import json
from typing import Any

from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import creatures_in_bytes
from rules.card_reading.values import Candidate
from rules.cards.model import Card
from rules.conversion.steps import RULEBOOK


def foundry_lurker(**system: Any) -> dict[str, Any]:
    """Return the lurker as an actor of today's Foundry form; ``system`` replaces parts of its system."""
    usual: dict[str, Any] = {
        "attributes": {
            "ac": {"value": 22, "details": ""},
            "hp": {"max": 73, "value": 73, "details": ""},
            "speed": {"value": 25, "otherSpeeds": [{"type": "fly", "value": 40}]},
            "immunities": [{"type": "paralyzed"}],
            "resistances": [{"type": "fire", "value": 5, "exceptions": []}],
            "weaknesses": [{"type": "cold-iron", "value": 5}],
        },
        "details": {
            "level": {"value": 5},
            "publication": {"license": "ORC", "title": "A Bestiary of Marshes"},
        },
        "perception": {"senses": [{"type": "scent"}]},
        "saves": {"fortitude": {"value": 14}, "reflex": {"value": 11}, "will": {"value": 9}},
        "skills": {"athletics": {"base": 12}, "stealth": {"base": 11}},
        "traits": {"size": {"value": "lg"}, "rarity": "common", "value": ["beast", "amphibious"]},
    }
    return {"name": "Marsh Lurker", "type": "npc", "items": _items("system"), "system": usual | system}


def foundry_2021_lurker(**data: Any) -> dict[str, Any]:
    """Return the lurker as an actor of the Foundry form of 2021, numbers as texts."""
    usual: dict[str, Any] = {
        "attributes": {
            "ac": {"value": "22"},
            "hp": {"max": "73", "value": "73"},
            "speed": {"value": "25 feet", "otherSpeeds": [{"type": "Fly", "value": "40 feet"}]},
        },
        "details": {"level": {"value": "5"}, "alignment": {"value": "NE"}, "source": {"value": "Bestiary pg. 400"}},
        "saves": {"fortitude": {"value": "14"}, "reflex": {"value": 11}, "will": {"value": "9"}},
        "traits": {
            "size": {"value": "lg"},
            "traits": {"value": ["beast", "amphibious"]},
            "senses": [{"type": "scent"}],
            "di": {"value": ["paralyzed"]},
            "dr": [{"type": "fire", "value": "5"}],
            "dv": [{"type": "cold-iron", "value": "5"}],
        },
    }
    items = [*_items("data"), {"name": "Athletics", "type": "lore"}, {"name": "Stealth", "type": "lore"}]
    return {"name": "Marsh Lurker", "type": "npc", "items": items, "data": usual | data}


def _items(system: str) -> list[dict[str, Any]]:
    breath = (
        "<p>The lurker breathes slime in a @Template[type:cone|distance:30] that deals @Damage[6d6[acid]] damage "
        "(@Check[type:reflex|dc:24|basic:true] save). It can't use Slime Breath again for "
        "[[/gmr 1d4 #Recharge]]{1d4 rounds}.</p>"
    )
    return [
        {
            "name": "Jaws",
            "type": "melee",
            system: {
                "bonus": {"value": 15},
                "damageRolls": {"a": {"damage": "2d8+6", "damageType": "piercing"}},
                "attackEffects": {"value": ["grab"]},
                "traits": {"value": ["reach-10"]},
                "weaponType": {"value": "melee"},
            },
        },
        {
            "name": "Slime Breath",
            "type": "action",
            system: {"actionType": {"value": "action"}, "actions": {"value": 2}, "description": {"value": breath}},
        },
    ]


def pf2etools_lurker(**fields: Any) -> dict[str, Any]:
    """Return the lurker as a creature of Pf2eTools."""
    usual: dict[str, Any] = {
        "name": "Marsh Lurker",
        "source": "B2",
        "level": 5,
        "traits": ["uncommon", "ne", "large", "beast", "amphibious"],
        "senses": [{"name": "scent"}],
        "skills": {"athletics": {"std": 12}, "stealth": {"std": 11}},
        "speed": {"walk": 25, "fly": 40},
        "attacks": [
            {
                "range": "Melee",
                "name": "jaws",
                "attack": 15,
                "traits": ["reach <10 feet>"],
                "damage": "{@damage 2d8+6} piercing plus Grab",
                "effects": ["Grab"],
            }
        ],
        "abilities": {
            "bot": [
                {
                    "name": "Slime Breath",
                    "activity": {"number": 2, "unit": "action"},
                    "entries": [
                        "The lurker breathes slime in a 30-foot cone that deals {@damage 6d6} acid damage ({@dc 24} "
                        "basic Reflex save). It can't use Slime Breath again for {@dice 1d4} rounds."
                    ],
                }
            ]
        },
        "defenses": {
            "ac": {"std": 22},
            "savingThrows": {"fort": {"std": 14}, "ref": {"std": 11}, "will": {"std": 9}},
            "hp": [{"hp": 73}],
            "immunities": ["paralyzed"],
            "resistances": [{"amount": 5, "name": "fire"}],
            "weaknesses": [{"amount": 5, "name": "cold iron"}],
        },
    }
    return usual | fields


def as_bytes(document: object) -> bytes:
    """Return a document as JSON."""
    return json.dumps(document).encode()


def only(document: object) -> Candidate[Card]:
    """Return the only candidate of a file with that document."""
    (candidate,) = creature_candidates(creatures_in_bytes(as_bytes(document)), RULEBOOK)
    return candidate
