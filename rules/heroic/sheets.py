"""Sheets of heroic combat: a hero, a creature of the Director, and the players' options."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.combat.sheets import SheetField, SheetKind, agreed_field
from rules.heroic.tables import DAMAGE_TYPES, OBJECTIVES, SIZES, UNTYPED, USUAL_SIZE
from rules.text import counted

TIERS_OF_ROLL = (1, 2, 3)
_TAKES = {"main": "Main action", "maneuver": "Maneuver", "triggered": "Triggered action"}
_REACHES = {"melee": ", melee", "ranged": ", ranged", "other": ""}


def ability_words(sheet: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return an ability in lines; ``sheet`` has the characteristics that it may roll with."""
    return "\n".join(_ability_lines(sheet, row))


def _ability_lines(sheet: Mapping[str, Any], row: Mapping[str, Any]) -> Iterator[str]:
    yield _TAKES[row["kind"]] + _REACHES[row["reach"]]
    if row["trigger"]:
        yield f"Trigger: {row['trigger']}"
    roll = row["roll"]
    score = int(row["score"] if roll == "score" else sheet[roll])
    named = "" if roll == "score" else f" ({roll.capitalize()})"
    yield f"Roll: 2d10 {'−' if score < 0 else '+'} {abs(score)}{named}"
    tiers = [_tier_words(row, tier) for tier in TIERS_OF_ROLL]
    if any(tiers):
        yield from (f"Tier {tier}: {words or 'no effect'}" for tier, words in zip(TIERS_OF_ROLL, tiers, strict=True))


def _tier_words(row: Mapping[str, Any], tier: int) -> str:
    damage, typed = row[f"damage_{tier}"], "" if row["damage_type"] == UNTYPED else f"{row['damage_type']} "
    return "; ".join(part for part in (f"{damage} {typed}damage" if damage else "", row[f"effect_{tier}"]) if part)


HERO, CREATURE = "hero", "creature"
MAIN, MANEUVER, TRIGGERED = "main", "maneuver", "triggered"
OPPOSED, TIERS, TABLE_SAYS = "opposed", "tiers", "table"

_TYPES = tuple((damage_type, damage_type.capitalize()) for damage_type in DAMAGE_TYPES)
_DAMAGE = "Damage"
_BODY = "Body"
_MOVEMENT = "Movement"
_CHARACTERISTICS = "Characteristics"

ABILITY_COLUMNS = (
    SheetField("name", "Name", "word", needed=True),
    SheetField(
        "kind",
        "Takes",
        "choice",
        options=((MAIN, "Main action"), (MANEUVER, "Maneuver"), (TRIGGERED, "Triggered action")),
    ),
    SheetField("trigger", "Trigger", "word", help="For a triggered action: when it may be used."),
    SheetField(
        "roll",
        "Rolls with",
        "choice",
        options=(("might", "Might"), ("agility", "Agility"), ("score", "Another score")),
    ),
    SheetField("score", "Other score", low=-5, high=20, help="Added to the roll if it uses another score."),
    SheetField(
        "reach", "Reach", "choice", options=(("melee", "Melee"), ("ranged", "Ranged"), ("other", "Neither of the two"))
    ),
    SheetField("damage_1", "Tier 1 damage", "dice"),
    SheetField("damage_2", "Tier 2 damage", "dice"),
    SheetField("damage_3", "Tier 3 damage", "dice"),
    SheetField("damage_type", "Damage type", "choice", options=((UNTYPED, "Without a type"), *_TYPES)),
    SheetField("effect_1", "Tier 1 effect", "text"),
    SheetField("effect_2", "Tier 2 effect", "text"),
    SheetField("effect_3", "Tier 3 effect", "text"),
)
"""The entered values of an ability; the guide does not contain the game's abilities."""


def _amounts(label: str) -> tuple[SheetField, ...]:
    return (
        SheetField("type", "Type", "choice", options=_TYPES),
        SheetField("amount", label, low=1, high=99),
    )


def _fields(recoveries: SheetField) -> tuple[SheetField, ...]:
    return (
        SheetField("stamina", "Stamina maximum", low=1, high=999, needed=True, section=_BODY),
        recoveries,
        SheetField(
            "size",
            "Size",
            "choice",
            USUAL_SIZE,
            options=tuple((size.key, f"{size.key} ({counted(size.squares, 'square')})") for size in SIZES.values()),
            section=_BODY,
            help=SIZES["1L"].doubt,
        ),
        SheetField("might", "Might", low=-5, high=20, section=_CHARACTERISTICS),
        SheetField("agility", "Agility", low=-5, high=20, section=_CHARACTERISTICS),
        SheetField(
            "others",
            "Other characteristics",
            "rows",
            columns=(SheetField("name", "Name", "word", needed=True), SheetField("score", "Score", low=-5, high=20)),
            section=_CHARACTERISTICS,
            help="Add the characteristics other than Might and Agility that tests use.",
        ),
        SheetField("speed", "Speed in squares", high=99, needed=True, section=_MOVEMENT),
        SheetField(
            "moves",
            "Moves at full speed when it",
            "choices",
            options=(("climb", "Climbs"), ("swim", "Swims"), ("burrow", "Burrows"), ("fly", "Flies")),
            section=_MOVEMENT,
        ),
        SheetField(
            "stability",
            "Stability",
            high=20,
            section=_MOVEMENT,
            help="Forced movement is this many squares shorter.",
        ),
        SheetField("immunities", "Immunities", "rows", columns=_amounts("Immunity"), section=_DAMAGE),
        SheetField("weaknesses", "Weaknesses", "rows", columns=_amounts("Weakness"), section=_DAMAGE),
        SheetField(
            "abilities",
            "Abilities",
            "rows",
            columns=ABILITY_COLUMNS,
            section="Abilities",
            help="Type the abilities of your own sheet. Free strikes are there already.",
            row_words=ability_words,
        ),
        SheetField("notes", "Notes", "text", section="Notes"),
    )


HERO_KIND = SheetKind(
    HERO,
    "Hero",
    _fields(
        SheetField(
            "recoveries",
            "Recoveries",
            high=99,
            needed=True,
            section=_BODY,
            help="How many are left when the fight begins.",
        )
    ),
    "A hero falls dying at 0 Stamina.",
)
CREATURE_KIND = SheetKind(
    CREATURE,
    "Director’s creature",
    _fields(SheetField("recoveries", "Recoveries", high=99, section=_BODY)),
    "The Director’s creatures are out of the fight at 0 Stamina. On the heroes’ side they are allies.",
)

_ROLLS, _TURNS, _TESTS, _STAMINA, _OBJECTIVE = "Power rolls", "Turns", "Tests", "Stamina", "Objective"
_NO_TIERS = "The guide does not say which totals are in which tier."
_CANCELS = "Each bane first cancels one edge."
_ASSUMED_TIER = "Assumed: one tier up or down, and nothing added or subtracted."
_ASSUMED_SIDE = "Assumed: the side that began. The guide decides only the first turn of the fight."
_ASSUMED_TRIGGERED = "Assumed: 1 for each creature. With 0, there is no limit."
_ASSUMED_CONTEST = "Grab, Escape Grab and Knockback. Assumed: both roll, and a tie changes nothing."
_ASSUMED_SUCCESS = "Assumed: tier 2. For Hide, Search, other tests, and Might tests with one roll."
_ASSUMED_DYING = "Assumed: it acts. Either way, each of its turns costs a Recovery."
_ASSUMED_HEALS = "Assumed: the target stops dying and regains no Stamina."
_DOUBLES = (("tier", "Moves the result by a tier"), ("number", "Counts twice"))
_NEXT_ROUND = (("same", "The side that began"), ("due", "The side that is due"), ("ask", "The heroes decide"))
_MIGHT_TESTS = (
    (OPPOSED, "Both roll, the higher total wins"),
    (TIERS, "One rolls, and the other’s score is subtracted"),
    (TABLE_SAYS, "One rolls, the Director decides"),
)
_DYING = (("all", "Acts in its turn"), ("none", "Has a turn and does nothing"))
_HEALS = (("stabilize", "Stabilizes only"), ("value", "Heals anyway"), ("nothing", "Does nothing"))
_ROUNDINGS = (("down", "Down"), ("nearest", "To the nearest"), ("up", "Up"))

TABLE = SheetKind(
    "table",
    "Agreed at the table",
    (
        SheetField(
            "objective",
            "Objective",
            "choice",
            options=tuple((objective.key, objective.label) for objective in OBJECTIVES.values()),
            section=_OBJECTIVE,
            help="To win by defeating all enemies, use Diminish Numbers with the number 1.",
        ),
        SheetField("about", "Target of the objective", "word", section=_OBJECTIVE, help="The foe, object or place."),
        agreed_field(
            "goal",
            "Number for the objective",
            1,
            _OBJECTIVE,
            "Diminish Numbers: fewer enemies than this. Hold Them Off: rounds. All others: steps of progress.",
            low=1,
            high=99,
        ),
        agreed_field(
            "limit",
            "Enemy steps that lose the fight",
            0,
            _OBJECTIVE,
            "By the table: the guide has no number. With 0, enemy steps are not counted.",
            high=99,
        ),
        agreed_field("tier_2", "Tier 2 from", 12, _ROLLS, f"Assumed: 12. {_NO_TIERS}", low=2, high=60),
        agreed_field("tier_3", "Tier 3 from", 17, _ROLLS, "Assumed: 17.", low=2, high=60),
        agreed_field("edge", "An edge adds, a bane subtracts", 2, _ROLLS, f"Assumed: 2. {_CANCELS}", high=10),
        agreed_field("double", "A double edge or bane", "tier", _ROLLS, _ASSUMED_TIER, options=_DOUBLES),
        agreed_field("next_round", "A new round begins with", "same", _TURNS, _ASSUMED_SIDE, options=_NEXT_ROUND),
        agreed_field("triggered", "Triggered actions each round", 1, _TURNS, _ASSUMED_TRIGGERED, high=20),
        agreed_field(
            "strikes_count",
            "A free strike out of turn counts as a triggered action",
            False,
            _TURNS,
            "Assumed: it does not.",
        ),
        agreed_field(
            "might_test", "Might tests against a creature", OPPOSED, _TESTS, _ASSUMED_CONTEST, options=_MIGHT_TESTS
        ),
        agreed_field("success", "A test succeeds from tier", 2, _TESTS, _ASSUMED_SUCCESS, low=1, high=3),
        agreed_field("below_zero", "Stamina can go below 0", False, _STAMINA, "Assumed: it stops at 0."),
        agreed_field("dying_acts", "A dying creature", "all", _STAMINA, _ASSUMED_DYING, options=_DYING),
        agreed_field("heal_empty", "Heal without Recoveries", "stabilize", _STAMINA, _ASSUMED_HEALS, options=_HEALS),
        agreed_field(
            "rounding", "A third of Stamina is rounded", "down", _STAMINA, "Assumed: down.", options=_ROUNDINGS
        ),
    ),
)
"""What the guide leaves open; each field states the assumption."""
