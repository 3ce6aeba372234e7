"""Terrain: the traits of a square or a border, and their common causes.

A trait is what matters for the rules (difficult, obstructing); a type is what the players see (rubble, a fence).
Rulebook: "Terrain"; the signs are those of the printed terrain tiles.
"""

from dataclasses import dataclass

from rules.effects.model import Effect
from rules.effects.values import Check, Damage, EffectStep, Target
from rules.errors import RulesError, require
from rules.tables.prose import Entry, Prose, ProseRow
from rules.text import listed, slug

COMBINED_SIGN = "♠"
"""Difficult and obstructing together, as the terrain tiles print it."""

HAZARD_DAMAGE = 5
"""Damage of a hazard, each time a creature enters it from outside and at the end of a turn on it."""

DEEP_WATER_COST = 2
"""Squares of movement that a square of deep water takes."""

DIFFICULT_EXTRA = 1
"""Squares of movement that a difficult square or border takes beyond the usual."""

DRIFT = 2
"""Squares that directional terrain moves every creature on it at the end of a round."""

UNEVEN_POWER = 15
"""Power of the Acrobatics check on uneven ground."""

PROSE = Prose(
    "terrain",
    HAZARD_DAMAGE=HAZARD_DAMAGE,
    DEEP_WATER_COST=DEEP_WATER_COST,
    DIFFICULT_EXTRA=DIFFICULT_EXTRA,
    DRIFT=DRIFT,
    UNEVEN_POWER=UNEVEN_POWER,
)


class TerrainTrait(ProseRow, Effect, prose=PROSE):
    """The effect of a square (or a border between squares) on creatures that cross it, stand on it or aim past it.

    As an effect, it applies to each creature that enters the terrain or ends its turn there. ``rules.board`` has the
    cost of entering a square, and how it hinders attacks.

    ``sign`` is empty if no sign is printed. A trait with ``in_rulebook`` false comes from later public material and is
    off unless the players agree on it. ``place`` is where a creature on it is, in the words of the places that players
    report.
    """

    name: str
    sign: str
    place: str = ""
    in_rulebook: bool = True


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


_EACH = Target(number=None)

TRAITS: tuple[TerrainTrait, ...] = (
    TerrainTrait("Concealing", "☁"),
    TerrainTrait(
        "Deep Water",
        "〜",
        on="zone",
        target=Target(number=None, not_tags=("Aquatic",)),
        gives=("off-guard",),
        lasts="while_held",
    ),
    TerrainTrait("Difficult", "△"),
    # The battle moves who is there as a round ends.
    TerrainTrait("Directional", "➲", "on directional ground", on="zone", target=_EACH, gives=(f"shunt {DRIFT}",)),
    TerrainTrait("Door", "▭"),
    TerrainTrait("Encumbering", "🕸", on="zone", target=_EACH, gives=("encumbered",), lasts="target_next_turn_end"),
    # Its type is that of the hazard.
    TerrainTrait("Hazardous", "☠", on="zone", target=_EACH, damage=(Damage(HAZARD_DAMAGE),)),
    TerrainTrait("Obstructing", "♣"),
    TerrainTrait("Opaque", "▦"),
    TerrainTrait("Solid", "■"),
    TerrainTrait("Teleportation Circle", "⨂"),
    TerrainTrait(
        "Uneven",
        "/",
        "on uneven ground",
        on="zone",
        target=_EACH,
        gives=("off-guard",),
        lasts="while_held",
        skill_check=Check("Acrobatics", dc=UNEVEN_POWER),
        then=(
            Effect(on="failure", target=Target(who="self"), steps=(EffectStep(action="end move"),)),
            Effect(on="critical_failure", target=Target(who="self"), gives=("prone",)),
        ),
        in_rulebook=False,
    ),
    # Who hits one there in melee may move it.
    TerrainTrait("Slippery", "", "on slippery ground", on="hit", target=_EACH, gives=("push 1",), in_rulebook=False),
    # Who enters it falls: only the players see how deep.
    TerrainTrait("Void", "", in_rulebook=False),
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
    """Return the trait of that key. Raises ``RulesError`` for any other word."""
    return require(_BY_KEY.get(slug(key)), RulesError(f"No terrain trait is called {key!r}."))


def _type_entry(row: TerrainType) -> Entry:
    traits = [trait(key) for key in row.traits]
    names = listed(trait.name.lower() for trait in traits)
    text = "\n\n".join(f"{trait.name}: {trait.text}" for trait in traits)
    return PROSE.entry(
        "terrain-type",
        row.name,
        section="each",
        text=text if row.in_rulebook else f"{PROSE.text('each', 'later')}\n\n{text}",
        facts=(("Traits", names), ("Signs", " ".join(trait.sign for trait in traits))),
        aliases=row.aliases,
        where="Terrain, Terrain types",
        by_table=any(trait.is_left_to_table for trait in traits),
        traits=names,
    )


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: every trait, then every type."""
    traits = tuple(
        PROSE.entry(
            "terrain-trait",
            row.name,
            facts=(("Sign", row.sign),) if row.sign else (),
            where="Terrain, Terrain traits",
            by_table=row.is_left_to_table,
        )
        for row in TRAITS
    )
    return traits + tuple(map(_type_entry, TYPES))
