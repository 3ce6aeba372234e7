"""Every row of the contract's table of readings, as careers."""

from dataclasses import replace

import pytest

from rules.cards.model import Caster, Feature, Stats
from rules.effects.values import Damage, Range
from rules.legality.resolved import Rulebook
from tests.rules.careers.careers import (
    BOAR,
    BOOK,
    DRAGON,
    FEAT,
    FIGHT,
    KOBOLD,
    STATS,
    WILL,
    advance,
    answer,
    campaign,
    die,
    member,
    only,
    problems,
    scenario,
    strike,
)

# --- status -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "status"), [(1, "out_of_action"), (2, "out_of_action"), (3, "ready"), (4, "ready"), (5, "ready")]
)
def test_out_of_action_is_whose_last_elimination_roll_was_1_or_2(face: int, status: str) -> None:
    assert only(scenario("s1", "m1", out=("m1",)), die("elimination", "s1", "m1", face))["status"] == status


def test_sitting_the_next_scenario_out_makes_it_ready() -> None:
    events = [
        scenario("s1", "m1", out=("m1",)),
        die("elimination", "s1", "m1", 1),
        advance("s1", "m1", WILL),
        scenario("s2"),
    ]
    outcome = answer(*events)
    assert outcome["problems"] == []
    assert [state["members"][0]["status"] for state in outcome["after"]] == ["out_of_action", "ready"]
    assert outcome["members"][0]["status"] == "ready"


# --- wounds -----------------------------------------------------------------------------------------------------


def wounded(scenario_id: str, face: int = 2) -> list[dict[str, object]]:
    return [
        scenario(scenario_id, "m1", out=("m1",)),
        die("elimination", scenario_id, "m1", 3),
        die("injury", scenario_id, "m1", face),
        advance(scenario_id, "m1", WILL),
    ]


@pytest.mark.parametrize("face", [1, 2, 5, 6])
def test_a_wound_ends_with_the_next_scenario_of_its_member(face: int) -> None:
    events = [*wounded("s1"), scenario("s2", "m1", out=("m1",)), die("elimination", "s2", "m1", face)]
    assert only(*events)["wounds"] == []


def test_a_wound_ends_when_its_member_is_not_eliminated_or_its_roll_is_missing() -> None:
    assert only(*wounded("s1"), scenario("s2", "m1"))["wounds"] == []
    assert only(*wounded("s1"), scenario("s2", "m1", out=("m1",)))["wounds"] == []


@pytest.mark.parametrize("face", [3, 4])
def test_wounded_again_makes_it_permanent_without_a_roll(face: int) -> None:
    events = [*wounded("s1"), scenario("s2", "m1", out=("m1",)), die("elimination", "s2", "m1", face)]
    career = only(*events, advance("s2", "m1", WILL), scenario("s3", "m1"))
    assert career["wounds"] == [{"injury": "injured-eye", "permanent": True, "scenario": "s1"}]
    assert career["stats"]["fight"] == 4


def test_sitting_out_heals_nothing() -> None:
    outcome = answer(*wounded("s1"), scenario("s2"), scenario("s3", "m1"))
    assert [len(state["members"][0]["wounds"]) for state in outcome["after"]] == [1, 1, 0]


def test_with_only_permanent_wounds_a_new_one_is_rolled_and_they_stand_in_order() -> None:
    again = [scenario("s2", "m1", out=("m1",)), die("elimination", "s2", "m1", 4), advance("s2", "m1", WILL)]
    career = only(*wounded("s1", 6), *again, *wounded("s3", 1))
    assert career["wounds"] == [
        {"injury": "weakened", "permanent": True, "scenario": "s1"},
        {"injury": "injured-leg", "permanent": False, "scenario": "s3"},
    ]


def test_injuries_add_up_and_weakened_counts_once() -> None:
    events: list[dict[str, object]] = []
    for number in range(0, 8, 2):
        again = f"s{number + 1}"
        events += wounded(f"s{number}", 6 if number < 4 else 4)
        events += [scenario(again, "m1", out=("m1",)), die("elimination", again, "m1", 4), advance(again, "m1", FIGHT)]
    career = only(*events)
    assert [wound["injury"] for wound in career["wounds"]] == ["weakened", "weakened", "cursed", "cursed"]
    assert career["starts_with"] == ["slowed"]
    assert (career["stats"]["fortitude"], career["stats"]["reflex"], career["stats"]["will"]) == (1, 5, 5)


def test_speed_is_never_under_1_once_feats_and_injuries_are_added_up() -> None:
    slow = Rulebook.of(replace(KOBOLD, stats=replace(STATS, speed=1)))
    assert only(*wounded("s1", 1), rulebook=slow)["stats"]["speed"] == 1
    events = [*wounded("s1", 1)[:3], advance("s1", "m1", FEAT, "fleet")]
    assert only(*events, rulebook=slow)["stats"]["speed"] == 1
    assert only(*events)["stats"]["speed"] == 5


# --- level, points, HP ------------------------------------------------------------------------------------------


def test_a_level_for_each_three_advances_until_14() -> None:
    outcome = answer(*campaign(50))
    levels = [state["members"][0]["level"] for state in outcome["after"]]
    assert levels == [min(-1 + number // 3, 14) for number in range(1, 51)]
    following = [state["members"][0]["next_level_in"] for state in outcome["after"]]
    assert following[:4] == [2, 1, 3, 2]
    assert following[44:] == [None] * 6
    assert outcome["members"][0]["stats"]["will"] == 53
    assert outcome["members"][0]["advances"] == 50


def test_level_14_gains_no_level_and_follows_no_class() -> None:
    career = only(*campaign(3), members=[member(creature="oni")])
    assert (career["level"], career["next_level_in"], career["hp_class"], career["stats"]["hp"]) == (14, None, None, 7)
    assert career["stats"]["will"] == 6


def test_points_are_those_of_the_level_and_of_what_is_known() -> None:
    extras = {
        "upgrades": ["sling", "sling", "cannon"],
        "items": ["holy-water", "moon-dust", {"item": "fiery-weapon", "choice": "Spear"}],
        "positioning": ["ambush", "climber"],
    }
    known = [key for key in extras["positioning"] if key in BOOK.positioning]
    before = only(members=[member(**extras)])
    assert (before["points"], before["upgrade_cost"]) == (9 + 2 * (4 + len(known)), 2)
    after = only(*campaign(6), members=[member(**extras)])
    assert (after["level"], after["points"], after["upgrade_cost"]) == (1, 14 + 3 * (4 + len(known)), 3)
    minion = only(*campaign(6), members=[member(minion_of="nobody", **extras)])
    assert minion["points"] == 3 * (4 + len(known))


def test_an_injury_and_an_advance_cost_nothing() -> None:
    assert only(*wounded("s1"))["points"] == 9


def test_a_class_of_the_table_grows_by_its_own_figures() -> None:
    bard = Rulebook.of(replace(KOBOLD, class_name="Bard"))
    outcome = answer(*campaign(30), rulebook=bard)
    hp = {state["members"][0]["level"]: state["members"][0]["stats"]["hp"] for state in outcome["after"]}
    assert hp == {-1: 7, 0: 12, 1: 17, 2: 29, 3: 41, 4: 53, 5: 65, 6: 77, 7: 89, 8: 104, 9: 119}
    classes = [state["members"][0]["hp_class"] for state in outcome["after"]]
    assert classes == [None] * 2 + ["Bard"] * 28


def test_another_class_is_none_and_the_nearest_hp_count_at_the_cards_level() -> None:
    knight = replace(KOBOLD, level=1, class_name="Knight", stats=replace(STATS, hp=25))
    assert only(*campaign(3), rulebook=Rulebook.of(knight))["hp_class"] == "Barbarian"
    # Below level 1 a class has 5 HP less for each level: at -1 Sorcerer has 5, Alchemist 10. 7 is nearer to 5.
    career = only(*campaign(9))
    assert (career["hp_class"], career["stats"]["hp"]) == ("Sorcerer", 7 + 5 + 5 + 10)


def test_a_tie_goes_to_the_smaller_growth_then_to_the_first() -> None:
    # At level 5: Alchemist 68, Champion 80.
    tie = replace(KOBOLD, level=5, stats=replace(STATS, hp=74))
    assert only(*campaign(3), rulebook=Rulebook.of(tie))["hp_class"] == "Alchemist"


def test_a_card_without_hp_keeps_none() -> None:
    career = only(*campaign(3), members=[member(creature="ballista")])
    assert (career["level"], career["hp_class"]) == (6, None)
    assert (career["stats"]["hp"], career["stats"]["speed"], career["stats"]["reflex"]) == (None, None, None)
    assert career["stats"]["will"] is None
    named = Rulebook.of(replace(KOBOLD, class_name="Monk", stats=Stats(5, 16, 13, 3, 7, 3, None, 5)))
    career = only(*campaign(3), rulebook=named)
    assert (career["hp_class"], career["stats"]["hp"]) == ("Monk", None)


def test_nothing_else_grows_with_a_level() -> None:
    stats = only(*campaign(3))["stats"]
    assert stats == {
        "fight": 5,
        "armor": 16,
        "power": 13,
        "fortitude": 3,
        "reflex": 7,
        "will": 6,
        "hp": 12,
        "speed": 5,
    }


# --- damage -----------------------------------------------------------------------------------------------------


def grown(*features: Feature, level: int = 1, class_name: str | None = None, **fields: object) -> dict[str, list[int]]:
    card = replace(KOBOLD, level=level, class_name=class_name, features=features)
    return only(*campaign(3), members=[member(**fields)], rulebook=Rulebook.of(card))["damage"]


def power(id: str, *amounts: int, kind: str | None = None, **fields: object) -> Feature:
    damage = tuple(Damage(amount, ("fire",)) for amount in amounts)
    reach = None if kind is None else Range(kind, 3)
    return Feature(**{"id": id, "name": id.title(), "range": reach, "damage": damage, **fields})


@pytest.mark.parametrize("kind", ["emanation", "burst", "cone", "line"])
def test_areas_follow_the_columns_of_areas_for_all_their_entries(kind: str) -> None:
    limited = power("blast", 7, 1, kind=kind, uses=("daily",))
    assert grown(limited, power("aura", 5, 1, kind=kind)) == {"blast": [10, 4], "aura": [7, 3]}
    strike_in_area = power("swipe", 8, kind=kind, strike=True)
    assert grown(strike_in_area, class_name="Fighter") == {"swipe": [10]}


def test_strikes_of_a_class_follow_its_columns_for_all_their_entries() -> None:
    fire = (Damage(4), Damage(2, ("fire",), persistent=True))
    features = (
        Feature(id="axe", name="Axe", strike=True, range=Range("melee", 1), damage=fire),
        Feature(id="bow", name="Bow", strike=True, range=Range("ranged", 8), damage=fire),
        Feature(id="fist", name="Fist", strike=True, damage=fire),
        Feature(id="dart", name="Dart", strike=True, range=Range("melee", 1, other=Range("ranged", 2)), damage=fire),
    )
    # From level 1 to 2 extreme grows by 2, high by 3.
    assert grown(*features, class_name="Barbarian") == {"axe": [6, 4], "bow": [7, 5], "fist": [6, 4], "dart": [6, 4]}


def test_everything_else_follows_the_nearest_column_entry_by_entry_the_lower_of_two() -> None:
    spit = power("spit", 8, 6, 5, 4, kind="ranged")
    assert grown(spit, class_name="Barbarian") == {"spit": [10, 9, 8, 6]}
    assert grown(power("touch", 1, 20, kind="touch")) == {"touch": [3, 22]}
    # At level 3 high and moderate are both 10: moderate, which stays at 10.
    assert grown(strike("jaws", 10), level=3) == {"jaws": [10]}
    # At level 2, 7 is as near to 8 as to 6: low, which grows by 2.
    assert grown(strike("jaws", 7), level=2) == {"jaws": [9]}
    assert grown(Feature(id="hand", name="Hand", damage=(Damage(5),))) == {"hand": [8]}


def test_a_second_range_never_counts() -> None:
    dart = power("dart", 5, kind="ranged")
    both = replace(dart, range=Range("ranged", 2, other=Range("cone", 3)))
    assert grown(both) == grown(dart)


def test_only_features_that_the_member_has_are_listed_in_the_order_of_the_card() -> None:
    features = (
        strike("tusk", 5),
        strike("sling", 3, "ranged", kind="add_on"),
        Feature(id="roar", name="Roar", effect="All are rattled."),
        Feature(id="lance", name="Lance", kind="replaces", replaces="tusk", damage=(Damage(6),)),
        Feature(id="magic", name="Magic", kind="caster", caster=Caster("Arcane", 1)),
    )
    assert list(grown(*features)) == ["tusk"]
    assert list(grown(*features, upgrades=["lance", "sling", "holy-water"])) == ["sling", "lance"]


def test_what_only_a_sentence_says_is_no_range_and_no_strike() -> None:
    # The document of a card has no range here, so the amount follows a strike's column.
    fall = power("fall", 5, effect="Each creature in a Line 3 takes {damage} damage.")
    hidden = replace(fall, range=Range("line", 3), unprinted=frozenset({"range"}))
    assert grown(hidden) == grown(fall) == {"fall": [8]}
    stick = replace(strike("stick", 5), unprinted=frozenset({"strike"}))
    assert grown(stick, class_name="Barbarian") == {"stick": [8]}
    refused = [("feat.choice_missing", 1, "m1")]
    events = [scenario("s1", "m1"), advance("s1", "m1", FEAT, "polearm-proficiency", "stick")]
    assert problems(*events, rulebook=Rulebook.of(replace(KOBOLD, features=(stick,)))) == refused


# --- daily recovery ---------------------------------------------------------------------------------------------


def recovered(*events: dict[str, object], **fields: object) -> list[bool]:
    return [state["daily_recovered"] for state in answer(*events, **fields)["after"]]


def test_daily_uses_return_after_every_third_scenario_or_as_the_rules_or_the_scenario_say() -> None:
    events = [scenario(f"s{number}") for number in range(7)]
    assert recovered(*events) == [False, False, True, False, False, True, False]
    assert recovered(*events, rules={"daily_recovery_every": 1}) == [True] * 7
    assert recovered(*events, rules={"daily_recovery_every": 2}) == [False, True] * 3 + [False]
    said = [scenario("s1", daily_recovery=True), scenario("s2"), scenario("s3", daily_recovery=False), scenario("s4")]
    assert recovered(*said) == [True, False, False, False]


def test_a_scenario_without_effect_has_no_number_and_no_place() -> None:
    outcome = answer(scenario("s1"), scenario("s2", "m9"), scenario("s2"), scenario("s1"), scenario("s3"))
    assert [(state["scenario"], state["daily_recovered"]) for state in outcome["after"]] == [
        ("s1", False),
        ("s2", False),
        ("s3", True),
    ]


# --- states -----------------------------------------------------------------------------------------------------


def test_the_end_is_the_state_after_the_last_scenario_and_members_keep_their_order() -> None:
    members = [member("z", "boar"), member("a", "dragon"), member("m1")]
    outcome = answer(*campaign(4), members=members)
    assert [result["id"] for result in outcome["members"]] == ["z", "a", "m1"]
    assert outcome["after"][-1]["members"] == outcome["members"]
    assert answer(members=members)["after"] == []


def test_cards_are_as_the_dragon_says() -> None:
    career = only(*campaign(3, [1, 3, 4]), members=[member(creature="dragon")])
    assert career["damage"] == {"jaws": [20], "breath-weapon": [25, 5]}
    assert (career["level"], career["points"], DRAGON.level, BOAR.level) == (8, 60, 7, 2)
