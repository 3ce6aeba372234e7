"""The tables of heroic combat: sizes, ways to move, free strikes, kinds of damage, objectives. A square is 5 feet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

FEET_IN_A_SQUARE = 5
DIE_SIDES = 10
"""A power roll is two dice with this many sides, plus a characteristic."""
POWER_DICE = 2


@dataclass(frozen=True, slots=True)
class HeroicSize:
    """A size: its word, its width and its squares, and its place from the smallest."""

    key: str
    width: int
    squares: int
    order: int
    doubt: str = ""


SIZES: Mapping[str, HeroicSize] = {
    size.key: size
    for size in (
        HeroicSize("1T", 1, 1, 1),
        HeroicSize("1S", 1, 1, 2),
        HeroicSize("1M", 1, 1, 3),
        HeroicSize(
            "1L",
            2,
            4,
            4,
            "The guide gives 1L four squares, as many as size 2. Other editions of the game give it one square.",
        ),
        HeroicSize("2", 2, 4, 5),
        HeroicSize("3", 3, 9, 6),
    )
}
USUAL_SIZE = "1M"
"""The size of a hero without another one."""


@dataclass(frozen=True, slots=True)
class MoveMode:
    """A movement mode: its key, its name, and how it spends squares of speed.

    ``is_half`` costs two squares of speed for each square, unless the sheet has ``full_with``. ``needs`` is what the
    sheet must have.
    """

    key: str
    label: str
    is_half: bool = False
    full_with: str = ""
    needs: str = ""


WALK, CRAWL, TELEPORT, FLY, JUMP, JUMP_UP = "walk", "crawl", "teleport", "fly", "jump", "jump-up"
MODES: Mapping[str, MoveMode] = {
    mode.key: mode
    for mode in (
        MoveMode(WALK, "Walk"),
        MoveMode("climb", "Climb", is_half=True, full_with="climb"),
        MoveMode("swim", "Swim", is_half=True, full_with="swim"),
        MoveMode("burrow", "Burrow", needs="burrow"),
        MoveMode(FLY, "Fly", needs="fly"),
        MoveMode(JUMP, "Jump across"),
        MoveMode(JUMP_UP, "Jump up"),
        MoveMode(CRAWL, "Crawl", is_half=True),
        MoveMode(TELEPORT, "Teleport"),
    )
}
HALF_RATE = 2
"""Squares of speed that a square costs at half speed."""
JUMP_HEIGHT = 1
"""Squares that a jump rises."""
DIFFICULT_EXTRA = 1
"""Squares of speed that a difficult square costs more."""

FREE_FALL = 2
"""Squares that a creature falls unharmed."""
FALL_DIE = 6
"""The sides of the die for each further square."""
KNOCKBACK_SQUARES = 1
FORCED_KINDS: Mapping[str, str] = {"push": "Push", "pull": "Pull", "slide": "Slide"}


@dataclass(frozen=True, slots=True)
class StandardStrike:
    """A free strike that every creature has: its key, label, characteristic, and the damage of each tier."""

    key: str
    label: str
    characteristic: Literal["might", "agility"]
    damages: tuple[int, int, int]

    @property
    def is_melee(self) -> bool:
        """Whether it needs an adjacent target."""
        return self.key == MELEE


MELEE, RANGED = "melee", "ranged"
STRIKES: Mapping[str, StandardStrike] = {
    MELEE: StandardStrike(MELEE, "Melee free strike", "might", (2, 4, 7)),
    RANGED: StandardStrike(RANGED, "Ranged free strike", "agility", (2, 3, 6)),
}

DAMAGE_TYPES: tuple[str, ...] = (
    "acid",
    "cold",
    "corruption",
    "fire",
    "holy",
    "lightning",
    "poison",
    "psychic",
    "sonic",
)
UNTYPED = "untyped"
"""Damage without a type; no immunity or weakness changes it."""

WATER_FIRE_IMMUNITY = 5
WATER_LIGHTNING_WEAKNESS = 5
LEAST_BREATH = 1
"""The fewest rounds for which a creature can hold its breath."""
SUFFOCATION_DIE = 6
"""The sides of the die of damage in each round after that."""

RECOVERY_PARTS = 3
"""A recovery value is the Stamina maximum by this."""
VICTORIES_FOR_A_WIN = 1

Goal = Literal["enemies", "foe", "object", "progress", "person", "rounds"]


@dataclass(frozen=True, slots=True)
class HeroicObjective:
    """The objective of a fight: its key, its name, when the heroes meet it, and what is counted for it.

    ``counts`` says what ends the fight: the standing enemies, a foe that falls, an object that a hero has, progress
    counted by hand, a person that lives, or rounds.
    """

    key: str
    label: str
    met: str
    counts: Goal


OBJECTIVES: Mapping[str, HeroicObjective] = {
    objective.key: objective
    for objective in (
        HeroicObjective("diminish", "Diminish Numbers", "fewer enemies stand than agreed", "enemies"),
        HeroicObjective("foe", "Defeat a Specific Foe", "the marked foe is down", "foe"),
        HeroicObjective("get", "Get the Thing", "a hero holds the object", "object"),
        HeroicObjective("destroy", "Destroy the Thing", "the object or place is destroyed", "progress"),
        HeroicObjective("save", "Save Another", "the marked person still lives once no enemy stands", "person"),
        HeroicObjective("escort", "Escort", "the person reaches the place", "progress"),
        HeroicObjective("hold", "Hold Them Off", "a hero still stands after the agreed rounds", "rounds"),
        HeroicObjective("assault", "Assault the Defenses", "the fortification is breached", "progress"),
        HeroicObjective("stop", "Stop the Action", "the enemies’ ritual or plan is stopped", "progress"),
        HeroicObjective("complete", "Complete the Action", "the heroes’ own ritual or plan is done", "progress"),
    )
}
