"""Creatures that cast, invented, with the cards that the appendix makes of them, worked out by hand."""

from typing import Any

from tests.compendium.importing.unseen.forms import (
    action,
    action_2021,
    actor,
    actor_2021,
    item_2021,
    spell,
    spell_2021,
    spell_entry,
    strike,
    strike_2021,
)

HIEROPHANT = actor(
    "Bramblewood Elder",
    7,
    "med",
    "human humanoid",
    ac=24,
    hp=108,
    saves=(14, 12, 18),
    resources={"focus": {"max": 2, "value": 2}},
    items=[
        strike("Staff", 14, ("1d8+6", "bludgeoning"), traits="two-hand-d8"),
        spell_entry(
            "p", "Primal Prepared Spells", "primal", "prepared", 25, slot0=5, slot1=3, slot2=3, slot3=3, slot4=2
        ),
        spell("p", "Ignition", 1, cantrip=True),
        spell("p", "Ice Storm", 4),
        spell("p", "Lightning Bolt", 3),
        spell("p", "Slow", 3),
        spell("p", "Entangle", 2),
        spell("p", "Fear", 1),
        spell_entry("f", "Order Spells", "primal", "focus", 25),
        spell("f", "Tempest Surge", 1),
        spell_entry("r", "Rituals", "primal", "ritual", 0),
        spell("r", "Control Weather", 8),
        action(
            "Bark Rebuke",
            "reaction",
            "<p><strong>Trigger</strong> A creature within 15 feet hits the elder.</p><hr /><p><strong>Effect</strong> "
            "The triggering creature takes @Damage[4d6[piercing]] damage (@Check[reflex|dc:23|basic] save).</p>",
        ),
    ],
)


ASH_WITCH = actor_2021(
    "Ash Witch",
    "8",
    "med",
    "NE",
    ac="26",
    hp="128",
    speed="25 feet",
    saves=("14", "16", 19),
    traits="human humanoid",
    items=[
        strike_2021("Dagger", "17", [{"damage": "1d4+8", "damageType": "piercing"}], "agile", "thrown-10"),
        item_2021(
            "Occult Spontaneous Spells",
            "spellcastingEntry",
            prepared={"value": "spontaneous"},
            tradition={"value": "occult"},
            spelldc={"value": "18", "dc": "26", "mod": 0},
            slots={"slot0": {"max": "5"}, "slot2": {"max": 4}, "slot3": {"max": "4"}, "slot4": {"max": "3"}},
        )
        | {"_id": "occult"},
        spell_2021("Daze", 1, "occult", "cantrip"),
        spell_2021("Slow", 3, "occult"),
        spell_2021("Fear", 3, "occult"),
        spell_2021("Dispel Magic", 2, "occult"),
        action_2021(
            "Cinder Cloud",
            "action",
            "2",
            '<p>Embers fill a <span data-pf2-effect-area="cone" data-pf2-distance="30" data-pf2-traits="">30-foot cone'
            "</span>. Each creature in it takes [[/r {6d6}[fire]]]{6d6 fire damage} (<span "
            'data-pf2-check="reflex" data-pf2-dc="25" data-pf2-traits="fire" data-pf2-label="Cinder Cloud DC">basic '
            "Reflex</span> save); one that fails is @Compendium[pf2e.conditionitems.x]{Flat-footed} for 1 round.</p>"
            "<p>The witch can't use Cinder Cloud again for [[/br 1d4 #rounds]]{1d4 rounds}.</p>",
            "fire",
        ),
    ],
)


CHANTER = {
    "name": "Hollow Chanter",
    "source": "homemade",
    "level": 5,
    "traits": ["common", "le", "medium", "undead"],
    "senses": [{"name": "darkvision"}],
    "skills": {"religion": {"std": 13}},
    "speed": {"walk": 25, "abilities": ["air walk"]},
    "attacks": [
        {
            "range": "Melee",
            "name": "mace",
            "attack": 13,
            "traits": [],
            "damage": "{@damage 1d6+7} bludgeoning",
            "effects": [],
        }
    ],
    "spellcasting": [
        {
            "name": "Divine Prepared Spells",
            "type": "Prepared",
            "tradition": "divine",
            "DC": 22,
            "attack": 14,
            "entry": {
                "0": {"level": 3, "spells": [{"name": "shield"}]},
                "1": {"spells": [{"name": "fear", "amount": 2}, {"name": "harm"}]},
                "2": {"spells": [{"name": "invisibility"}, {"name": "dispel magic"}, {"name": "grease", "amount": 2}]},
                "3": {"spells": [{"name": "slow"}, {"name": "harm", "amount": 2}]},
            },
        }
    ],
    "rituals": [{"tradition": "divine", "DC": 22, "rituals": [{"name": "create undead", "level": 3}]}],
    "abilities": {
        "mid": [{"name": "Frightful Presence", "traits": ["aura", "fear"], "entries": ["30 feet, {@dc 20}"]}],
    },
    "defenses": {
        "ac": {"std": 22},
        "savingThrows": {"fort": {"std": 10}, "ref": {"std": 8}, "will": {"std": 14}},
        "hp": [{"hp": 70, "abilities": ["void healing"]}],
        "immunities": ["death effects", "disease", "paralyzed", "poison"],
    },
}

CASTERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "prepared caster with focus points and a ritual": (
        HIEROPHANT,
        {
            "level": 7,
            "points": 48,
            "size": "Medium",
            "stats": (7, 17, 18, 7, 5, 11, 110, 5),
            "movement_mode": None,
            "Staff": {"damage": [(10, "bludgeoning")], "range": "melee 1", "strike": True},
            # (2 + (3 + 3) / 2) - 2 slots; the ritual neither counts for the rank nor is a spell of a fight.
            "casters": {
                "Primal 4": [
                    ("", "ignition"),
                    ("daily daily daily", "entangle, ice storm, lightning bolt, slow"),
                    ("encounter encounter", "tempest surge"),
                ]
            },
            # 4d6 average 14: from 10 on the nearest 5.
            "Bark Rebuke": {
                "cost": "reaction",
                "damage": [(15, "piercing")],
                "saves": [("reflex", "half")],
                "trigger": "A creature within 3 squares hits the elder",
            },
        },
    ),
    "caster of 2021": (
        ASH_WITCH,
        {
            "level": 8,
            "points": 60,
            "size": "Medium",
            "alignment": "NE",
            "license": "OGL",
            "stats": (9, 18, 18, 6, 8, 11, 130, 5),
            "casters": {"Occult 4": [("", "daze"), ("daily daily daily daily daily", "dispel magic, fear, slow")]},
            "Dagger": {"damage": [(10, "piercing")]},
            "Cinder Cloud": {
                "cost": "2",
                "range": "cone 4",
                "damage": [(20, "fire")],
                "saves": [("reflex", "half")],
                "uses": "encounter encounter",
                "text": (
                    "Embers fill a cone 4. Each creature in it takes 20 fire damage (Reflex half); one that fails is "
                    "off-guard."
                ),
            },
        },
    ),
    "prepared spells without a number of slots": (
        CHANTER,
        {
            "level": 5,
            "points": 32,
            "alignment": "LE",
            "license": "unknown",
            "stats": (8, 17, 17, 5, 3, 9, 70, 5),
            # 3 spells of rank 3, and half of 4 and 3, less 2: 4.5, rounded down. The ritual is none of a fight.
            "casters": {
                "Divine 3": [
                    ("", "shield"),
                    ("daily daily daily daily", "dispel magic, fear, grease, harm, invisibility, slow"),
                ]
            },
            "Frightful Presence": {
                "range": "aura 4",
                "saves": [("will", "negates")],
                "text": "A creature that enters the aura is rattled (Will negates).",
            },
            "immune": ("stunned", "poison"),
        },
    ),
}
