"""Attacks: what hits, what is critical, what damage does, and who may attack first."""

import pytest

from rules.combat.answers import RollRuled
from rules.combat.events import HandSet
from rules.combat.resolution import OfferAsk, RollAsk
from rules.errors import ChangeRefused
from rules.older_pathfinder.numbers import armor_class, attack_hits, lowest_hit
from tests.rules.older_pathfinder.fights import CASTER, FIGHTER, GOBLIN, OGRE, OlderTable, at_turn_of, row, sheet


def test_a_1_misses_a_20_hits_and_an_equal_total_hits() -> None:
    assert not attack_hits(1, 100, 10, equal_hits=True)
    assert attack_hits(20, -100, 10, equal_hits=True)
    assert attack_hits(8, 2, 10, equal_hits=True)
    assert not attack_hits(7, 2, 10, equal_hits=True)
    assert [lowest_hit(bonus, 15, equal_hits=True) for bonus in (-50, 5, 50)] == [20, 10, 2]


def test_ruling_337_the_table_may_say_that_an_equal_total_misses() -> None:
    assert not attack_hits(8, 2, 10, equal_hits=False)
    table = OlderTable([FIGHTER], [OGRE], equal_hits=False).begin().until("a.1").attack("a.1", "b.1").roll(11)
    assert "11 + 7 = 18 against Armor Class 18, a miss." in table.notes[-1]


def test_the_parts_of_the_armor_class_count_by_the_kind_of_attack() -> None:
    table = at_turn_of("a.1")
    # base 10, armor 4, shield 1, Dexterity 2, dodge 1
    assert armor_class(table.state, "a.1") == 18
    assert armor_class(table.state, "a.1", "touch") == 13
    assert armor_class(table.state, "a.1", "incorporeal") == 13
    # base 10, armor 4, natural 5, size -1
    assert armor_class(table.state, "b.1") == 18
    assert armor_class(table.state, "b.1", "touch") == 9


def test_incorporeal_touch_ignores_cover_but_no_armor_of_force() -> None:
    mage = sheet("Mage", ac_armor=4, ac_force=True, ac_natural=2, ac_shield=1)
    table = OlderTable([FIGHTER], [mage]).begin()
    assert armor_class(table.state, "b.1", "incorporeal", cover=4) == 14
    assert armor_class(table.state, "b.1", "touch", cover=4) == 14
    assert armor_class(table.state, "b.1", cover=4) == 21
    table.send("bonus", combatant="a.1", to="ac", value=6, type="Force armor", until="")
    assert armor_class(table.state, "a.1") == 20
    assert armor_class(table.state, "a.1", "incorporeal") == 19


def test_touch_ignores_what_enhances_armor() -> None:
    """Source: Armor Class, "Enhancement bonuses apply to your armor"."""
    table = OlderTable().begin().send("bonus", combatant="a.1", to="ac", value=2, type="Enhancement", until="")
    assert [armor_class(table.state, "a.1", name) for name in ("ac", "touch", "incorporeal")] == [20, 13, 13]


def test_a_combatant_denied_its_dexterity_loses_dodge_too_and_no_penalty() -> None:
    table = at_turn_of("a.1").do(HandSet("a.1", "dexterity_denied", "1", ""))
    assert armor_class(table.state, "a.1") == 15
    table.send("bonus", combatant="a.1", to="ac", value=2, type="dodge", until="")
    assert armor_class(table.state, "a.1") == 15
    slow = (
        OlderTable([FIGHTER], [sheet("Slug", ac_dexterity=-2)]).begin().do(HandSet("b.1", "dexterity_denied", "1", ""))
    )
    assert armor_class(slow.state, "b.1") == 8


def test_a_deflection_bonus_in_play_counts_where_it_is_higher_than_that_of_the_sheet() -> None:
    table = OlderTable([FIGHTER], [sheet("Ring", ac_deflection=2)]).begin()
    table.send("bonus", combatant="b.1", to="ac", value=1, type="deflection", until="")
    assert armor_class(table.state, "b.1", "touch") == 12
    table.send("bonus", combatant="b.1", to="ac", value=3, type="deflection", until="")
    assert armor_class(table.state, "b.1", "touch") == 13


def test_a_hit_deals_dice_and_strength_less_damage_reduction() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1").roll(15)
    assert table.reason == "Ada’s damage, Longsword: 1d8+1"
    table.roll(5)
    # 5 + 1 + 3 Strength - 2
    assert table.of("b.1").hp == 30 - 7


def test_the_log_tells_the_dice_of_damage() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1").roll(15).roll(4)
    assert table.state.notes[-1].why == ("Longsword: 1d8+1 (4) +3", "damage reduction 2")
    table = at_turn_of("a.1").attack("a.1", "b.1", times=2).roll(15).roll(4, 5)
    assert table.state.notes[-1].why[0] == "Longsword: 1d8+1 (4, 5) +3, times 2"


def test_damage_reduction_is_bypassed_where_the_players_say_so() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1", bypass=True).roll(15).roll(5)
    assert table.of("b.1").hp == 30 - 9


def test_energy_is_not_reduced() -> None:
    table = at_turn_of("a.1").send("damage", combatant="b.1", amount=5, sort="other", bypass=False, what="fire")
    assert table.of("b.1").hp == 25
    table.send("damage", combatant="b.1", amount=5, sort="physical", bypass=False, what="a fall")
    assert table.of("b.1").hp == 22


def test_a_threat_is_confirmed_by_a_second_roll() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1").roll(19)
    assert table.reason.startswith("Ada rolls to confirm")
    table.roll(11)
    assert isinstance(table.asked, RollAsk)
    assert (table.asked.dice, table.asked.sides) == (2, 8)
    table.roll(2, 3)
    # 2 + 3 + twice (1 + 3), less 2
    assert table.of("b.1").hp == 30 - 11


def test_a_threat_that_is_not_confirmed_is_a_hit() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1").roll(20).roll(2)
    assert isinstance(table.asked, RollAsk)
    assert table.asked.dice == 1
    confirming = (
        "Ada rolls to confirm a critical hit on Ogre with Longsword: 2 + 7 = 9 against Armor Class 18, only a hit."
    )
    assert table.notes[-1] == confirming


def test_a_lower_threat_number_does_not_hit_by_itself() -> None:
    wall = sheet("Wall", ac_other=30)
    table = OlderTable([FIGHTER], [wall]).begin().until("a.1").attack("a.1", "b.1").roll(19)
    assert table.asked is None
    assert table.notes[-1].endswith("a miss.")
    table.until("b.1").until("a.1").attack("a.1", "b.1").roll(20)
    assert table.reason.startswith("Ada rolls to confirm")


def test_a_critical_hit_and_a_doubling_together_triple_the_damage() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1", times=2).roll(20).roll(20)
    assert isinstance(table.asked, RollAsk)
    assert table.asked.dice == 3
    table.roll(1, 1, 1)
    assert table.of("b.1").hp == 30 - (3 + 3 * 4 - 2)


def test_penalties_leave_one_point_of_nonlethal_damage() -> None:
    weak = sheet("Imp", [row("Pin", 20, "1d3")], strength=-4)
    table = OlderTable([weak], [GOBLIN]).begin().until("a.1").attack("a.1", "b.1").roll(10).roll(2)
    assert (table.of("b.1").hp, table.of("b.1").nonlethal) == (6, 1)
    pricked = OlderTable([sheet("Imp", [row("Pin", 20, "1d3")], strength=-2)], [GOBLIN]).begin().until("a.1")
    pricked.attack("a.1", "b.1").roll(10).roll(3)
    assert (pricked.of("b.1").hp, pricked.of("b.1").nonlethal) == (5, 0)


def test_damage_reduction_takes_a_hit_to_nothing_at_most() -> None:
    table = OlderTable([sheet("Imp", [row("Pin", 20, "1d3")])], [OGRE]).begin().until("a.1")
    assert table.attack("a.1", "b.1").roll(10).roll(1).of("b.1").hp == 30


def test_the_chances_of_an_attack_count_every_face() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1")
    assert isinstance(table.asked, RollAsk)
    # +7 against Armor Class 18: 11 to 18 hit, 19 and 20 threaten
    assert table.asked.chances == (("Threat", 2), ("Hit", 8), ("Miss", 10))


def test_bows_add_no_strength_bonus_and_their_increments_cost() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1", 2, distance=130)
    assert "d20 +0 against" in table.reason
    table.roll(20).roll(2).roll(6)
    assert table.of("b.1").hp == 30 - 4


def test_ruling_339_the_penalty_of_increments_is_the_tables() -> None:
    table = OlderTable([FIGHTER], [OGRE], increment_penalty=1).begin().until("a.1").attack("a.1", "b.1", 2, distance=61)
    assert "d20 +3 against" in table.reason


def test_a_shot_reaches_ten_increments_and_a_throw_five() -> None:
    with pytest.raises(ChangeRefused, match="600 feet"):
        at_turn_of("a.1").attack("a.1", "b.1", 2, distance=601)
    table = at_turn_of("b.1")
    with pytest.raises(ChangeRefused, match="150 feet"):
        table.attack("b.1", "a.1", 1, distance=151)
    table.attack("b.1", "a.1", 1, distance=150)
    assert "d20 -7 against" in table.reason


def test_shooting_into_melee_is_harder_by_the_sizes() -> None:
    giant = sheet("Giant", size="Huge")
    table = OlderTable([FIGHTER, CASTER], [OGRE, giant]).begin().until("a.1")
    table.attack("a.1", "b.1", 2, friend="a.2")
    assert "d20 +0 against" in table.reason
    table.roll(1).until("b.1").until("a.1").attack("a.1", "b.2", 2, friend="a.2")
    assert "d20 +2 against" in table.reason


def test_a_friend_in_melee_is_on_the_shooters_side() -> None:
    with pytest.raises(ChangeRefused, match="own side"):
        at_turn_of("a.1").attack("a.1", "b.1", 2, friend="b.2")


def test_secondary_attacks_are_5_lower_with_half_of_strength() -> None:
    table = at_turn_of("b.1").attack("b.1", "a.1", 2)
    assert "d20 +3 against" in table.reason
    table.roll(20).roll(2).roll(4)
    assert table.of("a.1").hp == 20 - (4 + 2)


def test_unarmed_strikes_are_nonlethal_and_give_an_armed_target_an_attack_first() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1", 3)
    assert isinstance(table.asked, OfferAsk)
    assert {offer.creature for offer in table.asked.offers} == {"b.1"}
    table.let_go("b").roll(18).roll(3)
    assert (table.of("b.1").hp, table.of("b.1").nonlethal) == (30, 3 + 3 - 2)


def test_a_lethal_unarmed_strike_is_4_lower() -> None:
    table = at_turn_of("a.1").do(HandSet("b.1", "is_armed", "", "")).attack("a.1", "b.1", 3, lethal=True)
    assert "d20 +2 against" in table.reason
    table.roll(18).roll(3)
    assert table.of("b.1").hp == 30 - 4


def test_improved_unarmed_strike_provokes_nothing_and_kills_without_a_penalty() -> None:
    monk = sheet("Monk", [row("Fist", 6, "1d6", type="unarmed")], improved_unarmed=True)
    table = OlderTable([monk], [OGRE]).begin().until("a.1").attack("a.1", "b.1", 0, lethal=True)
    assert "d20 +6 against" in table.reason
    # and its fists are armed against others
    table.roll(1).until("b.1").send("move", combatant="b.1", feet=5, threatened_by=["a.1"])
    assert isinstance(table.asked, OfferAsk)
    bypassing = ["bypass-0", "lethal-bypass-0"]
    assert [offer.key for offer in table.asked.offers] == ["attack-0", "lethal-0", *bypassing, "disarm", "sunder"]
    table.take("a.1", "lethal-0").roll(19).roll(5)
    assert (table.of("b.1").hp, table.of("b.1").nonlethal) == (30 - 3, 0)


def test_a_creature_with_natural_weapons_counts_as_armed_when_it_strikes_unarmed() -> None:
    """Source: unarmed attacks, "being armed counts for both offense and defense"."""
    beast = sheet("Beast", [row("Claw", 5, "1d4", type="natural"), row("Kick", 4, "1d3", type="unarmed")])
    table = OlderTable([beast], [OGRE]).begin(20, 1).attack("a.1", "b.1", 1)
    assert table.reason.startswith("Beast attacks")
    table.roll(2).end().send("move", combatant="b.1", feet=10, threatened_by=["a.1"])
    assert isinstance(table.asked, OfferAsk)
    assert "Beast: Kick" in [offer.label for offer in table.asked.offers]


def test_a_creature_without_a_melee_attack_strikes_unarmed() -> None:
    """Ruling 344."""
    archer = sheet("Archer", [row("Bow", 4, "1d6", type="bow")], base_attack=2, strength=1)
    table = OlderTable([archer], [sheet("Slug")]).begin().until("a.1").attack("a.1", "b.1", 1)
    assert "Unarmed strike: d20 +3" in table.reason


def test_a_shooter_provokes_where_the_table_says_so() -> None:
    """Ruling 338."""
    table = at_turn_of("a.1").attack("a.1", "b.1", 2, threatened_by=["b.2"])
    assert isinstance(table.asked, OfferAsk)
    table.take("b.2").roll(20).roll(1).roll(4)
    assert table.of("a.1").hp == 20 - 3
    assert table.reason.startswith("Ada attacks Ogre with Bow")
    quiet = OlderTable([FIGHTER], [GOBLIN], ranged_provokes=False).begin().until("a.1")
    quiet.attack("a.1", "b.1", 2, threatened_by=["b.1"])
    assert quiet.reason.startswith("Ada attacks")


def test_an_attacker_that_falls_first_does_not_attack_any_more() -> None:
    table = at_turn_of("a.1").do(HandSet("a.1", "hp", "1", "")).attack("a.1", "b.1", 2, threatened_by=["b.1"])
    table.take("b.1").roll(15).roll(1, 1)
    assert table.of("a.1").is_unconscious
    assert table.asked is None
    assert "Ada can no longer act." in table.notes
    assert table.acting != "a.1"


def test_a_maneuver_is_cmb_against_cmd() -> None:
    """Ruling 342: an equal total succeeds, and no face does anything by itself."""
    parts = {"combatant": "a.1", "target": "b.1", "spend": "standard", "modifier": 0, "threatened_by": []}
    table = at_turn_of("a.1").send("maneuver", maneuver="trip", **parts)
    assert table.reason == "Ada tries to trip Ogre: d20 +6 against CMD 18"
    table.roll(12)
    assert table.notes[-1] == "Ada tries to trip Ogre: 12 + 6 = 18 against CMD 18, a success."
    table = at_turn_of("a.1").send("maneuver", maneuver="dirty-trick", **{**parts, "modifier": -10})
    table.roll(20)
    assert table.notes[-1].endswith("20 - 4 = 16 against CMD 18, a failure.")


def test_the_table_can_rule_a_roll_with_its_reason() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1").do(RollRuled("hit", "It slept."))
    assert table.reason.startswith("Ada’s damage")
    with pytest.raises(ChangeRefused, match="Roll the dice"):
        table.do(RollRuled("hit", "It slept."))
    with pytest.raises(ChangeRefused, match="Enter one of these: miss, hit, critical hit"):
        at_turn_of("a.1").attack("a.1", "b.1").do(RollRuled("sunk", "It slept."))
