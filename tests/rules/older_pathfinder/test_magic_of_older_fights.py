"""Spells, items, saves, hit points and what is shown of them."""

import pytest

from rules.combat.events import HandSet
from rules.combat.resolution import OfferAsk
from rules.errors import ChangeRefused
from rules.older_pathfinder import OLDER_PATHFINDER
from rules.older_pathfinder.numbers import armor_class, save_modifier
from tests.rules.older_pathfinder.fights import FIGHTER, OGRE, OlderTable, at_turn_of, sheet

older_row = OLDER_PATHFINDER.row


def test_casting_is_a_standard_action_that_provokes() -> None:
    table = at_turn_of("a.2").cast("a.2", 0, "b.1", threatened_by=["b.1"])
    assert table.reason == "Wim provokes: casting Burst"
    assert table.turn.standard == 1
    table.let_go("b")
    assert table.reason == "Wim’s damage, Burst: 4d6"


def test_a_spell_rolls_its_damage_once_and_each_target_saves() -> None:
    table = at_turn_of("a.2").cast("a.2", 0, "b.1", "b.2").roll(3, 3, 3, 4)
    assert table.reason == "Ogre’s Reflex save against Burst: d20 +0, DC 14"
    table.roll(13).roll(14)
    # the ogre takes 13, which is not physical; the goblin half, rounded down (ruling 341)
    assert (table.of("b.1").hp, table.of("b.2").hp) == (17, 0)


def test_a_spell_without_an_attack_roll_is_never_critical() -> None:
    table = at_turn_of("a.2").cast("a.2", 0, "b.1").roll(6, 6, 6, 6).roll(1)
    assert table.of("b.1").hp == 30 - 24


def test_casting_on_the_defensive_provokes_nothing_but_takes_a_check() -> None:
    """Ruling 340: the number of the check is the table’s."""
    table = at_turn_of("a.2").cast("a.2", 0, "b.1", on_defensive=True, threatened_by=["b.1"])
    assert table.reason == "Wim’s concentration, on the defensive: d20 +5, DC 15"
    table.roll(9)
    assert table.asked is None
    assert table.notes[-1].endswith("a failure. The spell is lost.")
    assert at_turn_of("a.2").cast("a.2", 0, "b.1", on_defensive=True).roll(10).reason.startswith("Wim’s damage")
    other = OlderTable(defensive_dc=20).begin().until("a.2").cast("a.2", 0, on_defensive=True)
    assert other.reason.endswith("DC 20")


def test_a_caster_that_is_hurt_makes_a_check_and_one_that_falls_loses_the_spell() -> None:
    table = at_turn_of("a.2").cast("a.2", 0, "b.1", threatened_by=["b.2"]).take("b.2").roll(15).roll(2)
    assert table.reason == "Wim’s concentration, hurt: d20 +5, DC 15"
    table.roll(1)
    assert table.of("b.1").hp == 30
    table = at_turn_of("a.2").cast("a.2", 0, "b.1", threatened_by=["b.1"]).take("b.1").roll(15).roll(8, 8)
    assert table.of("a.2").is_unconscious
    assert "Wim cannot act: Burst is lost." in table.notes


def test_ruling_340_a_caster_whose_hit_points_are_set_higher_meanwhile_is_not_hurt() -> None:
    table = at_turn_of("a.2").cast("a.2", 0, "b.1", threatened_by=["b.1"])
    table.do(HandSet("a.2", "temporary", "5", "")).let_go("b")
    assert table.reason.startswith("Wim’s damage")


def test_a_touch_is_free_in_the_turn_of_its_spell_and_rolls_against_touch() -> None:
    table = at_turn_of("a.2").cast("a.2", 1)
    assert table.asked is None
    table.send("touch", combatant="a.2", target="b.1", modifier=0)
    assert table.reason == "Wim attacks Ogre with Chill touch: d20 +2 against touch Armor Class 9"
    table.roll(20).roll(7).roll(3, 4)
    # a spell with an attack roll can be critical (ruling 348)
    assert table.of("b.1").hp == 23
    with pytest.raises(ChangeRefused, match="No spell"):
        table.send("touch", combatant="a.2", target="b.1", modifier=0)


def test_a_friend_is_touched_without_a_roll_and_a_touch_ends_with_the_turn() -> None:
    table = at_turn_of("a.2").cast("a.2", 1).send("touch", combatant="a.2", target="a.1", modifier=0)
    assert "Wim touches Ada: Chill touch." in table.notes
    table = at_turn_of("a.2").cast("a.2", 1).end().until("a.2")
    with pytest.raises(ChangeRefused, match="No spell"):
        table.send("touch", combatant="a.2", target="b.1", modifier=0)


def test_a_swift_spell_takes_the_swift_action() -> None:
    table = at_turn_of("a.2").cast("a.2", 2)
    assert (table.turn.swift, table.turn.standard) == (1, 0)


def test_items_take_a_standard_action_and_only_spell_completion_provokes() -> None:
    parts = {"combatant": "a.2", "on_defensive": False, "threatened_by": ["b.1"]}
    table = at_turn_of("a.2").send("item", item="1", **parts)
    assert (table.asked, table.turn.standard) == (None, 1)
    table = at_turn_of("a.2").send("item", item="0", **parts)
    assert table.reason == "Wim provokes: casting Scroll"
    table.let_go("b")
    assert table.notes[-1] == "Wim uses Scroll."
    table = at_turn_of("a.2").send("item", item="0", **{**parts, "on_defensive": True})
    assert table.reason.startswith("Wim’s concentration, on the defensive")


def test_a_save_fails_on_a_1_and_succeeds_on_a_20() -> None:
    parts = {"combatant": "a.1", "save": "will", "modifier": 0, "what": "fear"}
    for face, dc, outcome in ((1, 0, "failure"), (20, 100, "success"), (15, 15, "success"), (14, 15, "failure")):
        table = at_turn_of("a.2").send("save", dc=dc, **parts).roll(face)
        assert table.notes[-1].endswith(f"a {outcome}."), face


def test_bonuses_in_play_count_by_type_for_saves() -> None:
    table = at_turn_of("a.2")
    for value, kind, to in ((1, "morale", "saves"), (2, "morale", "will"), (1, "luck", "will"), (-3, "", "saves")):
        table.send("bonus", combatant="a.1", to=to, value=value, type=kind, until="the end of the fight")
    assert save_modifier(table.state, "a.1", "will") == 0 + 2 + 1 - 3
    assert save_modifier(table.state, "a.1", "reflex") == 2 + 1 - 3
    table.send("bonus-ended", combatant="a.1", bonus="3")
    assert save_modifier(table.state, "a.1", "reflex") == 3


def test_below_0_is_unconscious_and_minus_constitution_is_dead() -> None:
    table = OlderTable([FIGHTER], [OGRE]).begin()
    table.send("damage", combatant="a.1", amount=21, sort="other", bypass=False, what="")
    assert (table.of("a.1").hp, older_row(table.state, "a.1", sees_hidden=False).standing) == (-1, "unconscious")
    table.send("damage", combatant="a.1", amount=10, sort="other", bypass=False, what="")
    assert older_row(table.state, "a.1", sees_hidden=False).standing == "unconscious"
    table.send("damage", combatant="a.1", amount=1, sort="other", bypass=False, what="")
    assert (table.of("a.1").hp, older_row(table.state, "a.1", sees_hidden=False).standing) == (-12, "dead")


def test_exactly_0_and_nonlethal_damage_are_shown_with_the_words_of_the_table() -> None:
    table = OlderTable([FIGHTER], [OGRE], at_zero="staggered", nonlethal="sleeps").begin()
    table.send("damage", combatant="a.1", amount=20, sort="other", bypass=False, what="")
    assert older_row(table.state, "a.1", sees_hidden=True).badges == ("0 HP: staggered",)
    assert "Ada has exactly 0 hit points: staggered." in table.notes
    table.send("heal", combatant="a.1", amount=99)
    table.send("damage", combatant="a.1", amount=20, sort="nonlethal", bypass=False, what="")
    assert older_row(table.state, "a.1", sees_hidden=True).badges == ("nonlethal 20", "nonlethal as high as HP: sleeps")
    assert table.of("a.1").is_able


def test_temporary_hit_points_go_first() -> None:
    table = at_turn_of("a.2").do(HandSet("a.1", "temporary", "5", "A spell."))
    table.send("damage", combatant="a.1", amount=8, sort="other", bypass=False, what="")
    assert (table.of("a.1").temporary, table.of("a.1").hp) == (0, 17)


def test_healing_counts_up_to_full_hit_points_and_wakes() -> None:
    table = at_turn_of("a.2").do(HandSet("a.1", "hp", "-5", "")).send("heal", combatant="a.1", amount=8)
    assert table.of("a.1").hp == 3
    assert "Ada is conscious again." in table.notes
    table = at_turn_of("a.2").do(HandSet("a.1", "hp", "-5", "")).send("heal", combatant="a.1", amount=5)
    assert table.notes[-2:] == ["Ada is conscious again.", "Ada has exactly 0 hit points: the table decides."]


def test_nothing_tells_players_what_the_game_masters_creatures_have_left() -> None:
    table = at_turn_of("a.2").send("damage", combatant="b.1", amount=30, sort="other", bypass=False, what="")
    assert not any("exactly 0" in note for note in table.notes)
    shown = older_row(table.state, "b.1", sees_hidden=False)
    assert (shown.meters, shown.badges, shown.standing) == ((), (), "")
    document = OLDER_PATHFINDER.combatant_document(table.state, "b.1", sees_hidden=False)
    assert not {"hp", "nonlethal", "armor_class"} & set(document)


def test_a_concentration_check_is_called_by_the_table() -> None:
    table = at_turn_of("a.2").send("concentration", combatant="a.2", dc=12, what="a storm")
    assert table.reason == "Wim’s concentration, a storm: d20 +5, DC 12"
    table.roll(7)
    assert table.notes[-1].endswith("a success.")


def test_ruling_350_the_armor_class_starts_where_the_table_says() -> None:
    assert armor_class(OlderTable([sheet("Bo")], [OGRE]).begin().state, "a.1") == 10
    assert armor_class(OlderTable([sheet("Bo")], [OGRE], ac_base=8).begin().state, "a.1") == 8


def test_what_is_asked_comes_first() -> None:
    table = at_turn_of("a.2").cast("a.2", 0, "b.1", threatened_by=["b.1"])
    assert isinstance(table.asked, OfferAsk)
    for kind, parts in (("end-turn", {}), ("heal", {"amount": 1}), ("act-now", {})):
        with pytest.raises(ChangeRefused, match="Answer the open question first"):
            table.send(kind, combatant="a.2", **parts)
