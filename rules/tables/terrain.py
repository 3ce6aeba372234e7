"""Terrain: the traits that a square or a border may have, and what commonly causes them.

A trait is what the game looks at (difficult, obstructing); a type is what the players see (rubble, a fence).
Rulebook: "Terrain"; the signs are those of the printed terrain tiles.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.text import listed, slug

COMBINED_SIGN = "♠"
"""Difficult and obstructing together, as the terrain tiles print it."""

HAZARD_DAMAGE = 5
"""Damage of hazardous terrain on entering it, and again at the end of a turn spent on it."""

DEEP_WATER_COST = 2
"""Squares of movement that a square of deep water takes."""

DIFFICULT_EXTRA = 1
"""Squares of movement that a difficult square or border takes beyond the usual."""

DRIFT = 2
"""Squares that directional terrain carries everybody on it at the end of a round."""


@dataclass(frozen=True, slots=True)
class TerrainTrait:
    """What a square (or a border between squares) does to those who cross it, stand on it or aim past it.

    ``sign`` is empty where no sign is printed. A trait with ``in_rulebook`` false comes from later public
    material and is off unless the players agree on it.
    """

    name: str
    sign: str
    summary: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()
    in_rulebook: bool = True

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


@dataclass(frozen=True, slots=True)
class TerrainType:
    """Something one can see on a board, with the keys of the traits that it usually has."""

    name: str
    traits: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    in_rulebook: bool = True

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


TRAITS: tuple[TerrainTrait, ...] = (
    TerrainTrait(
        "Concealing",
        "☁",
        "Strikes through it may miss: 1d6 for each piece, and on a 1 the attack misses.",
        "Whoever aims a strike along a line that passes through concealing terrain rolls 1d6 for each "
        "piece, nearest to the attacker first; the first 1 makes the strike miss. Attacks that ask for a "
        "Reflex save are not hindered.\n\nThe concealing squares that attacker and target stand on "
        "themselves do not count.",
        (("Check", "1d6 a piece; 1 misses"), ("Against", "strikes"), ("Own square", "ignored")),
    ),
    TerrainTrait(
        "Deep Water",
        "〜",
        "Swimming halves movement (2 squares of Speed a square) and leaves the swimmer off-guard.",
        "A creature may move through deep water at half speed: each square takes 2 squares of its movement, "
        "and 1 more where the water is difficult terrain besides. A swimmer is off-guard. Aquatic creatures "
        "ignore all of this. Shallow water is nothing but difficult terrain.",
        (("Cost", "2 a square"), ("Gives", "off-guard"), ("Ignored by", "Aquatic")),
    ),
    TerrainTrait(
        "Difficult",
        "△",
        "Each square entered, or border crossed, takes 1 extra square of movement.",
        "Entering a difficult square takes 1 square of movement more than usual. Where the terrain runs "
        "along a border, it is the crossing that takes the extra square.",
        (("Cost", "+1 a square or border"),),
    ),
    TerrainTrait(
        "Directional",
        "➲",
        f"Moving any way but its own is difficult, and it carries everybody {DRIFT} squares at the end of the round.",
        "The terrain has one direction. To move any other way on it is to move through difficult terrain. "
        f"When a round ends, every creature on it is carried {DRIFT} squares in its direction, stopping short of "
        "a space that is blocked.",
        (("Any other direction", "difficult"), ("End of round", f"{DRIFT} squares along")),
    ),
    TerrainTrait(
        "Door",
        "▭",
        "Solid while closed; an adjacent creature opens or closes it with Interact (1 AP).",
        "A closed door is solid terrain, an open one is no obstacle. A creature adjacent to it spends 1 AP "
        "on Interact to open or to close it.",
        (("Closed", "solid"), ("Open or close", "Interact, 1 AP")),
    ),
    TerrainTrait(
        "Encumbering",
        "🕸",
        "Entering it, or ending a turn on it, makes a creature encumbered.",
        "A creature becomes encumbered when it enters the terrain, and again when its turn ends while it is "
        "there: -2 Speed and no Flight, Burrowing or Wall Climb.",
        (("Gives", "encumbered"), ("When", "on entering; at the end of a turn on it")),
    ),
    TerrainTrait(
        "Hazardous",
        "☠",
        f"{HAZARD_DAMAGE} damage on entering and {HAZARD_DAMAGE} at the end of a turn spent on it; the hazard names"
        " the type.",
        f"A creature takes {HAZARD_DAMAGE} damage for each hazardous square that it enters, forced or not, and"
        f" {HAZARD_DAMAGE} more if its turn ends on one. The damage type is that of the hazard: piercing for spikes,"
        " fire for flames, acid for an acid pool. For a hazard without a type, such as the Hazard tile, the players"
        " agree on one.",
        (
            ("On entering", f"{HAZARD_DAMAGE} damage"),
            ("End of turn", f"{HAZARD_DAMAGE} damage"),
            ("Type", "by hazard"),
        ),
    ),
    TerrainTrait(
        "Obstructing",
        "♣",
        "Gives cover: 1d6 for each piece in the way, and on a 1 the attack goes into the terrain.",
        "A strike, or another attack that asks for a Reflex save, along a line through obstructing terrain "
        "needs a cover check for each piece: roll 1d6, nearest to the attacker first, and at the first 1 "
        "the attack is aimed at the terrain instead of the target.\n\nThe obstructing squares that "
        "attacker and target stand on do not count, nor does a fence, slit or other obstacle on a border "
        "next to the attacker.",
        (
            ("Check", "1d6 a piece; 1 absorbs the attack"),
            ("Against", "strikes and Reflex attacks"),
            ("Own square", "ignored"),
        ),
    ),
    TerrainTrait(
        "Opaque",
        "▦",
        "Nobody sees through it; areas need sight of their origin only.",
        "Opaque terrain cuts the line of sight. The opaque squares that attacker and target stand on do not "
        "count. An area of effect needs sight of its origin and spreads through opaque terrain from there.",
        (("Blocks", "line of sight"), ("Own square", "ignored")),
    ),
    TerrainTrait(
        "Solid",
        "■",
        "Stops movement, sight, line of effect and areas alike.",
        "Nothing walks, sees or reaches through solid terrain, and areas of effect end at it. It also rules "
        "out cutting its corner: no diagonal step past a solid square, and no line between two solid squares "
        "that touch at their corners.",
        (("Blocks", "movement, line of sight, line of effect, areas"), ("Diagonals", "not past its corner")),
    ),
    TerrainTrait(
        "Teleportation Circle",
        "⨂",
        "Every circle on the board is adjacent to every other.",
        "All teleportation circles on the board count as adjacent to one another, however far apart they "
        "are: a step from circle to circle, or an attack across them, is made as between neighbouring "
        "squares.",
        (("Adjacent to", "every other circle"),),
    ),
    TerrainTrait(
        "Uneven",
        "/",
        "Optional: Acrobatics against Power 15 to keep moving; those on it are off-guard.",
        "Optional terrain of later public material, not of the rulebook. A creature that enters uneven "
        "ground, or starts to move on it, makes an Acrobatics check against Power 15: failing loses the "
        "movement, failing by 10 or more also knocks it prone. While there it is off-guard, and each hit "
        "it takes or save it fails calls for an Acrobatics check against the attacker's Power or it falls "
        "prone.",
        (
            ("Check", "Acrobatics, Power 15"),
            ("Failure", "movement lost"),
            ("Critical failure", "prone"),
            ("Gives", "off-guard"),
        ),
        in_rulebook=False,
    ),
    TerrainTrait(
        "Slippery",
        "",
        "Optional: a melee hit on a creature there may push it 1 square.",
        "Optional terrain of later public material, not of the rulebook: whoever hits a creature on slippery "
        "ground with a melee attack may push it 1 square.",
        (("Melee hit", "push 1"),),
        in_rulebook=False,
    ),
    TerrainTrait(
        "Void",
        "",
        "A gap: whoever enters it without Flight falls.",
        "The rulebook names void terrain without saying what it does. Muster's ruling: a creature that "
        "enters it falls, burrowers included, unless it has Flight. Falling off the board eliminates only "
        "where the scenario says so.",
        (("Without Flight", "falls"), ("Off the board", "eliminated only if the scenario says so")),
        in_rulebook=False,
    ),
)

TYPES: tuple[TerrainType, ...] = (
    TerrainType("Smoke", ("concealing",), ("Cloud of Smoke",)),
    TerrainType("Snowfall", ("concealing",)),
    TerrainType("Dim Light", ("concealing",)),
    TerrainType("Rubble", ("difficult",)),
    TerrainType("Mud", ("difficult",)),
    TerrainType("Ice", ("difficult",)),
    TerrainType("Fence", ("difficult", "obstructing")),
    TerrainType("Low Wall", ("difficult", "obstructing")),
    TerrainType("Undergrowth", ("difficult", "obstructing"), ("Vegetation",)),
    TerrainType("Curtain", ("difficult", "obstructing")),
    TerrainType("Buffeting Winds", ("directional",), ("Winds",)),
    TerrainType("River Current", ("directional",)),
    TerrainType("Conveyor Belt", ("directional",)),
    TerrainType("Cobwebs", ("encumbering", "difficult")),
    TerrainType("Vines", ("encumbering", "difficult")),
    TerrainType("Quicksand", ("encumbering", "difficult")),
    TerrainType("Gouts of Flame", ("hazardous",)),
    TerrainType("Superheated Steam", ("hazardous",)),
    TerrainType("Magma", ("hazardous", "difficult")),
    TerrainType("Pool of Acid", ("hazardous", "difficult")),
    TerrainType("Stone Spikes", ("hazardous", "difficult")),
    TerrainType("Darkness", ("opaque",), ("Pitch Darkness",)),
    # Named in the chapter's prose only.
    TerrainType("Fog", ("concealing",)),
    TerrainType("Mist", ("concealing",)),
    TerrainType("Wall", ("solid",)),
    # Later public material.
    TerrainType("Slippery Ice", ("uneven",), in_rulebook=False),
    TerrainType("Slime", ("uneven",), in_rulebook=False),
)

_BY_KEY = {row.key: row for row in TRAITS}


def trait(key: str) -> TerrainTrait:
    """Return the trait of that key. Raises ``RulesError`` for a word that is none."""
    try:
        return _BY_KEY[slug(key)]
    except KeyError:
        raise RulesError(f"No terrain trait is called {key!r}.") from None


def cost_to_enter(traits: Collection[str], *, aquatic: bool = False) -> int | None:
    """Return the squares of movement that entering one such square takes, or None if it cannot be entered.

    ``traits`` are names or keys; a diagonal's own cost is not part of it. A closed door is passed as solid.
    """
    # Solid terrain cannot be entered. Deep water halves movement (2 a square, but 1 for an aquatic creature),
    # and difficult terrain adds 1 on top. Terrain, "Terrain traits".
    keys = {trait(word).key for word in traits}
    if "solid" in keys:
        return None
    swimming = "deep-water" in keys and not aquatic
    return (DEEP_WATER_COST if swimming else 1) + DIFFICULT_EXTRA * ("difficult" in keys)


def _type_entry(row: TerrainType) -> Entry:
    traits = [trait(key) for key in row.traits]
    names = listed(one.name.lower() for one in traits)
    text = "\n\n".join(f"{one.name}: {one.text}" for one in traits)
    return Entry(
        kind="terrain-type",
        name=row.name,
        summary=f"Usually {names} terrain.",
        text=text if row.in_rulebook else f"Named in later public material, not in the rulebook.\n\n{text}",
        facts=(("Traits", names), ("Signs", " ".join(one.sign for one in traits))),
        aliases=row.aliases,
        where="Terrain, Terrain types",
    )


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: every trait, then every type."""
    traits = tuple(
        Entry(
            kind="terrain-trait",
            name=row.name,
            summary=row.summary,
            text=row.text,
            facts=(("Sign", row.sign), *row.facts) if row.sign else row.facts,
            where="Terrain, Terrain traits",
        )
        for row in TRAITS
    )
    return traits + tuple(map(_type_entry, TYPES))
