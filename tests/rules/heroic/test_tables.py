"""The figures of heroic combat, each written out here."""

from rules.combat.sheets import sheet_words
from rules.heroic import HEROIC, tables
from rules.heroic.sheets import CREATURE_KIND, HERO_KIND, TABLE
from rules.heroic.tables import DAMAGE_TYPES, MODES, OBJECTIVES, SIZES, STRIKES
from tests.rules.heroic.heroic_fights import CUT, DASH, SNAP, hero, table_of


def test_every_size_with_its_width_squares_and_order() -> None:
    assert [(size.key, size.width, size.squares, size.order) for size in SIZES.values()] == [
        ("1T", 1, 1, 1),
        ("1S", 1, 1, 2),
        ("1M", 1, 1, 3),
        ("1L", 2, 4, 4),
        ("2", 2, 4, 5),
        ("3", 3, 9, 6),
    ]
    assert HERO_KIND.by_key["size"].usual == "1M"


def test_ruling_335_the_doubt_about_1l_is_shown_on_the_sheet_and_in_the_fight() -> None:
    assert [key for key, size in SIZES.items() if size.doubt] == ["1L"]
    assert "one square" in HERO_KIND.by_key["size"].help
    played = table_of()
    assert played.state.family.panel(played.state, "a.1")[-1].heading != "Doubt"
    large = table_of(enemies=[table_of().state.entry("b.1").sheet.__class__("creature", "Ogre", _sized("1L"))])
    assert large.state.family.panel(large.state, "b.1")[-1].heading == "Doubt"


def _sized(size: str) -> dict[str, object]:
    return {**{field.key: field.usual for field in CREATURE_KIND.fields}, "stamina": 30, "speed": 5, "size": size}


def test_a_square_is_five_feet_and_a_power_roll_is_two_ten_sided_dice() -> None:
    assert (tables.FEET_IN_A_SQUARE, tables.POWER_DICE, tables.DIE_SIDES) == (5, 2, 10)
    lines = dict(HEROIC.panel(table_of().state, "a.1")[0].lines)
    assert lines["Speed"] == "5 squares, 25 feet"


def test_both_free_strikes_with_characteristic_and_damage_by_tier() -> None:
    assert [(strike.key, strike.characteristic, strike.damages) for strike in STRIKES.values()] == [
        ("melee", "might", (2, 4, 7)),
        ("ranged", "agility", (2, 3, 6)),
    ]


def test_free_strikes_are_offered_with_their_roll_and_their_damage() -> None:
    offers = HEROIC.offers(table_of().begin().turn("a.1").state)
    assert {offer.about for offer in offers if offer.event == "free-strike"} == {
        "Melee free strike: 2d10 + 2: 2 / 4 / 7 damage by tier. Ranged free strike: 2d10 + 1: 2 / 3 / 6 damage by tier."
    }


def test_every_way_to_move_with_its_rate_and_what_it_needs() -> None:
    assert {mode.key: (mode.is_half, mode.full_with, mode.needs) for mode in MODES.values()} == {
        "walk": (False, "", ""),
        "climb": (True, "climb", ""),
        "swim": (True, "swim", ""),
        "burrow": (False, "", "burrow"),
        "fly": (False, "", "fly"),
        "jump": (False, "", ""),
        "jump-up": (False, "", ""),
        "crawl": (True, "", ""),
        "teleport": (False, "", ""),
    }
    assert (tables.DIFFICULT_EXTRA, tables.JUMP_HEIGHT) == (1, 1)


def test_the_nine_damage_types() -> None:
    assert DAMAGE_TYPES == (
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


def test_falls_water_breath_recoveries_and_victories() -> None:
    assert (tables.FREE_FALL, tables.FALL_DIE) == (2, 6)
    assert (tables.WATER_FIRE_IMMUNITY, tables.WATER_LIGHTNING_WEAKNESS) == (5, 5)
    assert (tables.LEAST_BREATH, tables.SUFFOCATION_DIE) == (1, 6)
    assert (tables.RECOVERY_PARTS, tables.VICTORIES_FOR_A_WIN) == (3, 1)
    assert list(tables.FORCED_KINDS) == ["push", "pull", "slide"]
    assert tables.KNOCKBACK_SQUARES == 1


def test_the_ten_objectives_and_what_is_counted_for_each() -> None:
    assert {objective.label: objective.counts for objective in OBJECTIVES.values()} == {
        "Diminish Numbers": "enemies",
        "Defeat a Specific Foe": "foe",
        "Get the Thing": "object",
        "Destroy the Thing": "progress",
        "Save Another": "person",
        "Escort": "progress",
        "Hold Them Off": "rounds",
        "Assault the Defenses": "progress",
        "Stop the Action": "progress",
        "Complete the Action": "progress",
    }


def test_every_assumption_of_the_table_is_a_field_with_its_default_and_says_so() -> None:
    assert {field.key: field.usual for field in TABLE.fields if field.section != "Objective"} == {
        "tier_2": 12,
        "tier_3": 17,
        "edge": 2,
        "double": "tier",
        "next_round": "same",
        "triggered": 1,
        "strikes_count": False,
        "might_test": "opposed",
        "success": 2,
        "below_zero": False,
        "dying_acts": "all",
        "heal_empty": "stabilize",
        "rounding": "down",
    }
    assert [field.key for field in TABLE.fields if field.section != "Objective" and "ssumed" not in field.help] == []


def test_the_notice_names_the_publisher_and_says_that_muster_is_independent() -> None:
    assert "MCDM Productions" in HEROIC.notice
    assert "independent" in HEROIC.notice
    assert "Draw Steel" not in HEROIC.name


def test_a_sheet_in_words_tells_immunities_from_weaknesses() -> None:
    sheet = hero(
        immunities=[{"type": "fire", "amount": 5}], weaknesses=[{"type": "cold", "amount": 2}], abilities=[CUT]
    )
    words = {line for section in sheet_words(HERO_KIND, sheet) for line in section.lines}
    assert {("Fire", "Immunity 5"), ("Cold", "Weakness 2"), ("Speed in squares", "5")} <= words


def test_abilities_are_told_with_what_they_take_their_roll_and_their_tiers() -> None:
    odd = {"name": "Glare", "roll": "score", "score": -2, "reach": "ranged"}
    sheet = hero(agility=-1, abilities=[CUT, SNAP, DASH, odd])
    (shown,) = (section for section in sheet_words(HERO_KIND, sheet) if section.heading == "Abilities")
    assert dict(shown.lines) == {
        "Cut": "Main action, melee\nRoll: 2d10 + 2 (Might)\n"
        "Tier 1: 3 fire damage\nTier 2: 5 fire damage\nTier 3: 2d6+3 fire damage",
        "Snap": "Triggered action, melee\nTrigger: It is hit\nRoll: 2d10 + 2 (Might)\n"
        "Tier 1: 1 damage\nTier 2: 2 damage\nTier 3: 3 damage",
        "Dash": "Maneuver\nRoll: 2d10 − 1 (Agility)\nTier 1: no effect\nTier 2: It shifts 1 square.\nTier 3: no effect",
        "Glare": "Main action, ranged\nRoll: 2d10 − 2",
    }
