"""Ghosts, dragons and people, invented, with the cards that the appendix makes of them, worked out by hand."""

from typing import Any

from tests.compendium.importing.unseen.forms import (
    action,
    actor,
    condition,
    strike,
)

WEAK_GUARD = actor(
    "Gutter Sentinel",
    1,
    "sm",
    "goblin humanoid",
    ac=16,
    hp=20,
    saves=(5, 8, 4),
    more={"adjustment": "weak", "hp": {"details": "", "max": 20, "temp": 0, "value": 10}},
    items=[
        strike("Dogslicer", 8, ("1d6+3", "slashing"), traits="agile finesse"),
        strike(
            "Shortbow", 8, ("1d6+1", "piercing"), traits="deadly-d10 reload-0", range={"increment": 60, "max": None}
        ),
    ],
)


STORM_HERALD = actor(
    "Storm Herald",
    9,
    "huge",
    "elemental air electricity",
    ac=28,
    hp=155,
    saves=(18, 21, 15),
    walk=0,
    speeds={"fly": 60},
    more={"immunities": [{"type": "electricity"}, {"type": "paralyzed"}, {"type": "sleep"}]},
    items=[
        strike("Fist of Wind", 21, ("2d10+8", "bludgeoning"), ("1d6", "electricity"), traits="magical reach-15"),
        action(
            "Static Veil",
            None,
            "<p>15 feet. A creature that enters the aura takes @Damage[2d6[electricity]] damage "
            "(@Check[reflex|dc:26|basic] save).</p>",
            "aura electricity",
        ),
        action(
            "Thunderclap",
            2,
            "<p>Each creature in a @Template[emanation|distance:30] takes @Damage[5d12[sonic]|options:area-damage] "
            "damage "
            f"(@Check[fortitude|dc:28|basic] save). A creature that critically fails is {condition('Deafened')} for 1 "
            "minute.</p>",
            "sonic",
            frequency={"max": 1, "per": "day"},
        ),
        action(
            "Lightning Lance",
            2,
            "<p>The herald hurls a bolt in a @Template[line|distance:60] that deals @Damage[8d6[electricity]] damage "
            "(@Check[reflex|dc:27|basic] save). It can't use Lightning Lance again for [[/gmr 1d4 #Recharge]]{1d4 "
            "rounds}.</p>",
        ),
        action(
            "Hail of Shards",
            3,
            "<p>Ice falls in a @Template[burst|distance:15] within 120 feet that deals "
            "@Damage[6d6[cold],2d6[piercing]] "
            "damage (@Check[reflex|dc:27|basic] save).</p>",
        ),
    ],
)


GHOST = actor(
    "Drowned Bellringer",
    5,
    "med",
    "ghost incorporeal spirit undead",
    ac=21,
    hp=55,
    saves=(9, 12, 14),
    walk=0,
    speeds={"fly": 25},
    more={
        "resistances": [{"type": "all-damage", "value": 5, "exceptions": ["force", "ghost-touch", "vitality"]}],
        "immunities": [{"type": "death-effects"}, {"type": "poison"}, {"type": "unconscious"}],
    },
    items=[
        action("Void Healing", None, "<p>@Localize[PF2E.NPC.Abilities.Glossary.NegativeHealing]</p>"),
        strike("Cold Hand", 15, ("2d6+6", "void"), traits="agile magical"),
        action(
            "Toll the Bell",
            2,
            f"<p>Each living creature within 30 feet attempts a @Check[will|dc:22] save.</p><hr "
            f"/><p><strong>Success</strong> "
            "The creature is unaffected and is temporarily immune to Toll the Bell for 24 hours.</p><p><strong>Failure"
            f"</strong> The creature is {condition('Frightened', '2')}.</p><p><strong>Critical Failure</strong> The "
            f"creature "
            f"is {condition('Frightened', '3')} and {condition('Fleeing')} for 1 round.</p>",
            "auditory fear mental",
        ),
    ],
)


SKIFF_CAPTAIN = {
    "name": "Skiff Captain",
    "source": "B3",
    "level": 4,
    "traits": ["uncommon", "cn", "medium", "gnome", "humanoid"],
    "perception": {"std": 10},
    "senses": [{"name": "low-light vision"}],
    "languages": {"languages": ["common"]},
    "skills": {"sailing lore": {"std": 12}, "acrobatics": {"std": 12}},
    "abilityMods": {"str": 2, "dex": 4, "con": 2, "int": 1, "wis": 1, "cha": 3},
    "speed": {"walk": 25},
    "attacks": [
        {
            "range": "Melee",
            "name": "cutlass",
            "attack": 12,
            "traits": ["finesse"],
            "effects": [],
            "damage": "{@damage 1d6+8} slashing",
            "types": ["slashing"],
        },
        {
            "range": "Ranged",
            "name": "hand crossbow",
            "attack": 14,
            "traits": ["range increment <60 feet>", "reload <1>"],
            "effects": [],
            "damage": "{@damage 1d6+3} piercing",
            "types": ["piercing"],
        },
    ],
    "abilities": {
        "mid": [
            {
                "name": "Attack of Opportunity",
                "activity": {"number": 1, "unit": "reaction"},
                "generic": {"tag": "ability"},
            }
        ],
        "bot": [
            {
                "name": "Boarding Order",
                "activity": {"number": 1, "unit": "action"},
                "frequency": {"unit": "round", "number": 1},
                "entries": ["Each ally within 30 feet can Step as a {@action reaction}."],
            },
            {"name": "Sneak Attack", "entries": ["The captain deals an extra {@damage 1d6} precision damage."]},
        ],
    },
    "defenses": {
        "ac": {"std": 21},
        "savingThrows": {"fort": {"std": 9}, "ref": {"std": 14}, "will": {"std": 11}},
        "hp": [{"hp": 58}],
    },
}


TWIN_HYDRA = {
    "name": "Twin-Tongued Wyrm",
    "source": "MC",
    "remaster": True,
    "level": 11,
    "traits": ["rare", "huge", "dragon", "acid"],
    "senses": [{"name": "scent", "type": "imprecise", "range": {"number": 60, "unit": "feet"}}],
    "skills": {"athletics": {"std": 24}},
    "speed": {"walk": 30, "burrow": 30, "fly": 10},
    "attacks": [
        {
            "range": "Melee",
            "name": "jaws",
            "attack": 24,
            "traits": ["acid", "magical", "reach <15 feet>"],
            "damage": "{@damage 2d12+11} piercing plus {@damage 2d6} persistent acid",
            "effects": [],
        },
        {
            "range": "Ranged",
            "name": "spit",
            "attack": 21,
            "traits": ["range <60 feet>"],
            "damage": "{@damage 4d6} acid",
            "effects": ["Grab"],
        },
    ],
    "abilities": {
        "bot": [
            {
                "name": "Caustic Wave",
                "activity": {"number": 3, "unit": "action"},
                "entries": [
                    "The wyrm spews acid in a 60-foot line that deals {@damage 11d6} acid damage ({@dc 30} basic "
                    "Reflex "
                    "save). The wyrm can't use Caustic Wave again for {@dice 1d4} rounds."
                ],
            },
            {
                "name": "Draining Gaze",
                "activity": {"number": 2, "unit": "action"},
                "entries": [
                    "One creature within 30 feet attempts a {@dc 28} Fortitude save.",
                    {
                        "type": "successDegree",
                        "entries": {
                            "Critical Success": "The creature is unaffected.",
                            "Success": "The creature is {@condition dazzled} for 1 round.",
                            "Failure": "The creature is {@condition blinded} for 1 round.",
                            "Critical Failure": "The creature is {@condition blinded} for 1 minute.",
                        },
                    },
                ],
            },
        ],
    },
    "defenses": {
        "ac": {"std": 31},
        "savingThrows": {"fort": {"std": 24}, "ref": {"std": 19}, "will": {"std": 21}},
        "hp": [{"hp": 217}],
        "immunities": ["acid"],
        "resistances": [{"amount": 10, "name": "all", "note": "except cold or sonic"}],
        "weaknesses": [{"amount": 10, "name": "cold"}],
    },
}

OTHERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "weak as the file says": (
        WEAK_GUARD,
        {
            "level": 0,
            "points": 12,
            "size": "Small",
            "stats": (6, 14, 15, 3, 6, 2, 10, 5),
            "Dogslicer": {"damage": [(5, "slashing")]},
            # 1d6+1 less 2 is 2.5; halves round up.
            "Shortbow": {"damage": [(3, "piercing")], "range": "ranged 12 long 24", "once_per_turn": False},
        },
    ),
    "areas of every size": (
        STORM_HERALD,
        {
            "level": 9,
            "points": 72,
            "stats": (12, 19, 19, 9, 12, 6, 155, 12),
            "movement_mode": "Flight",
            "immune": ("electricity", "stunned", "sleep"),
            "Fist of Wind": {"damage": [(25, "bludgeoning electricity")], "range": "melee 3"},
            "Static Veil": {
                "cost": None,
                "range": "aura 3",
                "damage": [(7, "electricity")],
                "saves": [("reflex", "half")],
            },
            "Thunderclap": {
                "cost": "2",
                "range": "emanation 4",
                "damage": [(35, "sonic")],
                "saves": [("fortitude", "half")],
                "uses": "daily",
                "text": "Each creature in an emanation 4 takes 35 sonic damage (Fortitude half).",
            },
            "Lightning Lance": {"range": "line 8", "damage": [(30, "electricity")], "uses": "encounter encounter"},
            "Hail of Shards": {"cost": "2", "range": "burst 3 within 24", "damage": [(30, "cold piercing")]},
        },
    ),
    "ghost that frightens once": (
        GHOST,
        {
            "level": 5,
            "points": 32,
            "stats": (10, 16, 17, 4, 7, 9, 55, 5),
            "movement_mode": "Flight",
            "resist": ("all 2 except force, ghost touch, vitality",),
            "immune": ("poison",),
            "other": ("Void Healing",),
            "Cold Hand": {"damage": [(15, "void")]},
            "Toll the Bell": {
                "cost": "2",
                "uses": "encounter",
                "saves": [("will", "negates")],
                "gives": ("rattled",),
                "text": "Each living creature within 6 squares attempts a Will save. On a failure, the creature is "
                "rattled.",
            },
        },
    ),
    "crew of a low level": (
        SKIFF_CAPTAIN,
        {
            "level": 4,
            "points": 26,
            "alignment": "CN",
            "license": "OGL",
            # The highest attack bonus is that of the crossbow.
            "stats": (10, 17, 19, 5, 10, 7, 60, 5),
            "skills": ("Lore", "Acrobatics"),
            "Cutlass": {"damage": [(10, "slashing")]},
            "Hand Crossbow": {"damage": [(7, "piercing")], "range": "ranged 12 long 24", "once_per_turn": True},
            "Boarding Order": {
                "cost": "1",
                "once_per_turn": True,
                "text": "Each ally within 6 squares can Step as a reaction.",
            },
            "Sneak Attack": {"text": "The captain deals an extra 4 damage."},
            "names": ("Attack of Opportunity", "Sneak Attack", "Cutlass", "Hand Crossbow", "Boarding Order"),
        },
    ),
    "dragon that burrows": (
        TWIN_HYDRA,
        {
            "level": 11,
            "points": 108,
            "size": "Huge",
            "alignment": None,
            "license": "ORC",
            "stats": (13, 20, 19, 13, 8, 10, 215, 6),
            "movement_mode": "Burrowing",
            "other": ("Scent",),
            "resist": ("all 4 except cold, sonic",),
            "weak": ("cold 10",),
            "Jaws": {"damage": [(25, "piercing"), (7, "acid persistent")], "range": "melee 3"},
            "Spit": {
                "range": "ranged 12",
                "damage": [(15, "acid")],
                "text": "Deals 15 acid damage. On a hit, it may spend 1 AP to grab the target.",
            },
            "Caustic Wave": {"cost": "2", "range": "line 8", "damage": [(40, "acid")], "uses": "encounter encounter"},
            "Draining Gaze": {
                "cost": "2",
                "saves": [("fortitude", "other")],
                "text": (
                    "One creature within 6 squares attempts a Fortitude save. On a success, the creature is rattled. "
                    "On a "
                    "failure, the creature is rattled and encumbered."
                ),
            },
        },
    ),
}
