"""Animals, beasts and a golem, invented, with the cards that the appendix makes of them, worked out by hand."""

from typing import Any

from tests.compendium.importing.unseen.forms import (
    action,
    action_2021,
    actor,
    actor_2021,
    condition,
    strike,
    strike_2021,
)

SWARM = actor(
    "Rustling Tide",
    3,
    "lg",
    "animal swarm",
    ac=17,
    hp=43,
    saves=(9, 12, 6),
    walk=20,
    speeds={"climb": 20},
    more={
        "immunities": [{"type": "precision"}, {"type": "swarm-mind"}, {"type": "prone"}],
        "weaknesses": [{"type": "area-damage", "value": 5}, {"type": "splash-damage", "value": 5}],
        "resistances": [{"type": "bludgeoning", "value": 2}, {"type": "piercing", "value": 7}],
    },
    items=[
        action(
            "Swarm Mind",
            None,
            "<p>@Localize[PF2E.NPC.Abilities.Glossary.SwarmMind]</p>",
            category="defensive",
        ),
        action(
            "Skittering Bites",
            1,
            "<p>Each enemy in the tide's space takes @Damage[1d8[piercing]] damage (@Check[reflex|dc:20|basic] "
            "save).</p>",
        ),
    ],
)


ELITE_YETI = actor(
    "Rime Stalker",
    4,
    "lg",
    "beast cold",
    ac=20,
    hp=60,
    saves=(13, 9, 8),
    more={
        "adjustment": "elite",
        # The file keeps the numbers of before; only the current HP are raised.
        "hp": {"details": "", "max": 60, "temp": 0, "value": 75},
    },
    items=[
        strike("Claw", 13, ("2d8+5", "slashing"), traits="agile reach-10"),
        action(
            "Rime Breath",
            2,
            "<p>The stalker breathes frost in a @Template[cone|distance:30] that deals @Damage[4d6[cold]] damage "
            "(@Check[reflex|dc:20|basic] save). It can't use Rime Breath again for [[/gmr 1d4 "
            "#Recharge]]{1d4 rounds}.</p>",
        ),
    ],
)


EEL = actor(
    "Lantern Eel",
    2,
    "lg",
    "animal aquatic",
    ac=17,
    hp=32,
    saves=(10, 8, 5),
    items=[
        strike(
            "Jaws",
            11,
            ("1d10+4", "piercing"),
            ("1d6", "electricity", "persistent"),
            attackEffects={"custom": "", "value": ["improved-grab"]},
        ),
    ],
)
EEL["system"]["movement"] = {"speeds": {"land": {"value": 0}, "swim": {"value": 40}}}


STRIDER = actor(
    "Cliff Strider",
    6,
    "huge",
    "beast",
    ac=23,
    hp=112,
    saves=(17, 14, 11),
    walk=40,
    speeds={"fly": 15, "climb": 40},
    items=[
        strike("Hoof", 17, ("2d8+9", "bludgeoning"), traits="reach-15"),
        strike("Gore", 12, ("2d6+9", "piercing")),
    ],
)


RAT = actor(
    "Coin Rat",
    -1,
    "tiny",
    "animal",
    ac=14,
    hp=8,
    saves=(3, 7, 2),
    speeds={"swim": 10},
    items=[strike("Jaws", 6, ("1d4", "piercing"), traits="agile finesse")],
)


VIPER = actor(
    "Gilt Viper",
    3,
    "sm",
    "animal",
    ac=19,
    hp=38,
    saves=(8, 12, 6),
    speeds={"climb": 25, "swim": 25},
    items=[
        strike(
            "Fangs",
            13,
            ("1d8+5", "piercing"),
            traits="finesse",
            attackEffects={"custom": "", "value": ["gilt-venom"]},
        ),
        action(
            "Gilt Venom",
            None,
            "<p><strong>Saving Throw</strong> @Check[fortitude|dc:20]</p><p><strong>Maximum Duration</strong> 6 "
            "rounds</p>"
            f"<p><strong>Stage 1</strong> @Damage[1d8[poison]] damage and {condition('Enfeebled', '1')} (1 round)</p>"
            f"<p><strong>Stage 2</strong> @Damage[2d8[poison]] damage and {condition('Paralyzed')} (1 round)</p>",
            "poison",
        ),
        action(
            "Coiling Rush",
            1,
            "<p>The viper Strides up to 15 feet and makes a fangs Strike.</p>",
            frequency={"max": 1, "per": "round"},
        ),
    ],
)

BELL_GOLEM = actor_2021(
    "Bell Golem",
    "10",
    "lg",
    "N",
    ac="30",
    ac_details="(26 when broken)",
    hp="150",
    speed="20",
    saves=(22, 14, 17),
    traits="construct golem mindless",
    immune=["bleed", "paralyzed", "fatigued", "mental", "poison"],
    resist=[{"type": "physical", "value": "10", "exceptions": "except adamantine"}],
    weak=[{"type": "sonic", "value": "10"}],
    items=[
        strike_2021(
            "Fist",
            "23",
            [{"damage": "2d12+12", "damageType": "bludgeoning"}, {"damage": "1d6", "damageType": "sonic"}],
            "reach-10",
        ),
        action_2021(
            "Knell",
            "action",
            "1",
            "<p><strong>Frequency</strong> once per minute</p><p><strong>Effect</strong> The golem tolls. Each "
            "creature in a "
            '<span data-pf2-effect-area="emanation" data-pf2-distance="10">10-foot emanation</span> takes [[/r '
            '{4d10}[sonic]]]{4d10 sonic damage} (<span data-pf2-check="fortitude" data-pf2-dc="29">basic '
            "Fortitude</span> "
            "save).</p>",
        ),
    ],
)

ANIMALS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "swarm without a Strike": (
        SWARM,
        {
            "level": 3,
            "points": 21,
            "size": "Large",
            "stats": (8, 14, 17, 6, 9, 3, 45, 4),
            # Without an attack, Fight is left to a person; the pick is what Power less 9 would be.
            "movement_mode": "Wall Climb",
            "immune": ("prone",),
            "resist": ("bludgeoning 1", "piercing 2"),
            "weak": ("area damage 5", "splash damage 5"),
            "Skittering Bites": {"cost": "1", "damage": [(5, "piercing")], "saves": [("reflex", "half")]},
            "names": ("Skittering Bites",),
        },
    ),
    "elite as the file says": (
        ELITE_YETI,
        {
            "level": 5,
            "points": 32,
            "size": "Large",
            "stats": (10, 17, 17, 10, 6, 5, 75, 5),
            "Claw": {"damage": [(15, "slashing")], "range": "melee 2"},
            # 4d6 and 4, since its uses are limited: 18, the nearest 5.
            "Rime Breath": {
                "cost": "2",
                "damage": [(20, "cold")],
                "range": "cone 4",
                "saves": [("reflex", "half")],
                "uses": "encounter encounter",
            },
        },
    ),
    "swimmer that cannot walk, in the newest speeds": (
        EEL,
        {
            "level": 2,
            "points": 18,
            "stats": (9, 15, 18, 8, 6, 3, 30, 8),
            "movement_mode": "Aquatic",
            "Jaws": {
                "damage": [(10, "piercing"), (4, "electricity persistent")],
                "text": "Deals 10 piercing damage and 4 persistent electricity damage. On a hit, the target is "
                "grabbed.",
            },
            "names": ("Aquatic Only", "Jaws"),
        },
    ),
    "flier that is slow in the air, with a weak Strike": (
        STRIDER,
        {
            "level": 6,
            "points": 40,
            "size": "Huge",
            "stats": (11, 17, 20, 11, 8, 5, 110, 8),
            "movement_mode": "Wall Climb",
            # Gore +12 is far below: 12 - 6 + 10 may be its Power.
            "power choices": (20, 16),
            "Hoof": {"damage": [(20, "bludgeoning")], "range": "melee 3"},
        },
    ),
    "level -1": (
        RAT,
        {
            "level": -1,
            "points": 9,
            "size": "Tiny",
            # Subtracting a level of -1 adds 1; HP of at most 10 stay. Swimming is much slower than walking.
            "stats": (7, 15, 16, 4, 8, 3, 8, 5),
            "movement_mode": None,
            "Jaws": {"damage": [(3, "piercing")]},
        },
    ),
    "poison after a Strike": (
        VIPER,
        {
            "level": 3,
            "points": 21,
            "stats": (10, 16, 17, 5, 9, 3, 40, 5),
            "movement_mode": "Wall Climb",
            "Fangs": {
                "damage": [(10, "piercing")],
                "text": "Deals 10 piercing damage. On a hit, Gilt Venom applies.",
            },
            # The stages are one effect; the first one counts. Enfeebled is sickened, rattled or off-guard.
            "Gilt Venom": {
                "saves": [("fortitude", "negates")],
                "gives": ("sickened",),
                "text": ("The target attempts a Fortitude save. On a failed save: 5 poison damage and sickened."),
            },
            "Coiling Rush": {
                "once_per_turn": True,
                "text": "The viper Strides up to 3 squares and makes a fangs Strike.",
            },
        },
    ),
    "golem of 2021": (
        BELL_GOLEM,
        {
            "level": 10,
            "points": 90,
            "size": "Large",
            "alignment": "TN",
            "stats": (13, 20, 19, 12, 4, 7, 150, 4),
            "armor_broken": 16,
            # Fatigued is off-guard or sickened: the first stands. Nothing bleeds.
            "immune": ("stunned", "off-guard", "mental", "poison"),
            "resist": ("physical 4 except adamantine",),
            "weak": ("sonic 10",),
            # 2d12+12 is 25 and 1d6 is 3.5: 28.5, the nearest 5.
            "Fist": {"damage": [(30, "bludgeoning sonic")], "range": "melee 2"},
            "Knell": {
                "cost": "1",
                "range": "emanation 2",
                "damage": [(20, "sonic")],
                "uses": "encounter",
                "text": ("Each creature in an emanation 2 takes 20 sonic damage (Fortitude half)."),
            },
        },
    ),
}
