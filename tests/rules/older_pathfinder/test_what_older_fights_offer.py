"""What pages show of a fight of the older rules: offers that work as they stand, panels, and what is assumed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.combat.events import HandSet
from rules.combat.resolution import FightOffer, OfferField
from rules.combat.sheets import sheet_words
from rules.documents.records import declared_parts
from rules.errors import ChangeRefused
from rules.older_pathfinder import OLDER_PATHFINDER
from rules.older_pathfinder.sheets import OLDER_CREATURE
from tests.rules.older_pathfinder.fights import CASTER, FIGHTER, OGRE, OlderTable, at_turn_of, row, sheet

older_headline = OLDER_PATHFINDER.headline
older_panel = OLDER_PATHFINDER.panel
older_row = OLDER_PATHFINDER.row

GUIDE = Path(__file__).parents[3] / "docs" / "older-pathfinder.md"


def _usual(declared: OfferField) -> Any:
    if declared.type == "choices":
        return [declared.options[-1].key] if declared.name == "threatened_by" and not declared.optional else []
    if declared.value is not None:
        return declared.value
    return "" if declared.optional else declared.options[0].key


def _press(table: OlderTable, offer: FightOffer) -> None:
    """Send an offer as its form stands."""
    values = {field.name: _usual(field) for field in offer.fields}
    event = OLDER_PATHFINDER.event_from(json.loads(json.dumps({"kind": offer.event, **offer.parts, **values})))
    side = offer.side or "a"
    assert OLDER_PATHFINDER.whose(table.state, event) in (None, side)
    OLDER_PATHFINDER.play(table.state, event, side)


def _tables() -> list[OlderTable]:
    ada, wim = at_turn_of("a.1"), at_turn_of("a.2")
    act = {"combatant": "a.1", "what": "", "threatened_by": []}
    return [
        ada,
        at_turn_of("a.1").send("act", cost="standard", **act),
        at_turn_of("a.1").send("act", cost="move", **act),
        at_turn_of("a.1").send("act", cost="full-round", **act),
        at_turn_of("a.1").send("step", combatant="a.1"),
        at_turn_of("a.1").attack("a.1", "b.1", spend="full").roll(1),
        at_turn_of("a.1").send("ready", combatant="a.1", what="strike"),
        OlderTable().begin(unaware=("b.1", "b.2")).until("a.1"),
        wim,
        at_turn_of("a.2").cast("a.2", 1),
        OlderTable().begin().send("bonus", combatant="a.1", to="ac", value=1, type="", until=""),
        OlderTable().begin().do(HandSet("b.1", "hp", "-1", "")).do(HandSet("b.2", "hp", "-1", "")),
    ]


def test_every_offer_works_as_its_form_stands() -> None:
    pressed = set()
    for table in _tables():
        for offer in OLDER_PATHFINDER.offers(table.state):
            _press(table, offer)
            pressed.add(offer.event)
    assert pressed >= {"attack", "maneuver", "cast", "touch", "item", "move", "step", "withdraw", "run", "act", "delay"}
    assert pressed >= {"ready", "act-now", "end-turn", "save", "damage", "heal", "bonus", "bonus-ended", "provoked"}
    assert pressed >= {"concentration", "ended", "order-moved"}


def test_what_usually_comes_next_is_marked() -> None:
    first = OLDER_PATHFINDER.offers(OlderTable().state)
    assert first == ()
    table = at_turn_of("a.1")
    main = [offer.label for offer in OLDER_PATHFINDER.offers(table.state) if offer.is_main]
    assert main == ["Attack", "Move", "5-foot step", "End turn"]
    table.send("act", combatant="a.1", cost="full-round", what="", threatened_by=[])
    assert _main(table) == ["5-foot step", "End turn"]
    table.send("step", combatant="a.1")
    assert _main(table) == ["End turn"]


def _main(table: OlderTable) -> list[str]:
    return [offer.label for offer in OLDER_PATHFINDER.offers(table.state) if offer.is_main]


def test_no_heading_of_the_rest_reads_like_what_usually_comes_next() -> None:
    for table in _tables():
        offers = OLDER_PATHFINDER.offers(table.state)
        assert not {offer.label for offer in offers} & {offer.group for offer in offers}


def test_those_who_shoot_first_are_offered_their_shot_first() -> None:
    bow, knife = row("Bow", type="bow", increment=60), row("Knife")
    for attacks, usual in (
        ([bow], ["Shoot or throw"]),
        ([bow, knife], ["Attack", "Shoot or throw"]),
        ([knife, bow], ["Attack"]),
        ([], ["Attack"]),
    ):
        table = OlderTable([sheet("Robin", attacks)], [OGRE]).begin(20, 1)
        assert [label for label in _main(table) if label in ("Attack", "Shoot or throw")] == usual, attacks


def test_while_something_is_asked_nothing_is_offered() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1")
    assert OLDER_PATHFINDER.offers(table.state) == ()


def test_damage_reduction_is_asked_for_only_where_someone_has_it() -> None:
    for opponent, is_asked in ((OGRE, True), (sheet("Slug"), False)):
        table = OlderTable([FIGHTER], [opponent]).begin().until("a.1")
        names = {
            field.name
            for offer in OLDER_PATHFINDER.offers(table.state)
            for field in offer.fields
            if offer.event == "attack"
        }
        assert ("bypass" in names) is is_asked


def test_the_panel_has_the_numbers_of_the_moment() -> None:
    table = at_turn_of("a.1")
    table.send("bonus", combatant="a.1", to="ac", value=2, type="Dodge bonus", until="the next turn")
    sections = {section.heading: dict(section.lines) for section in older_panel(table.state, "a.1")}
    assert (sections["Defense"]["Armor Class"], sections["Defense"]["Touch"]) == ("20", "15")
    assert sections["Bonuses in play"] == {"Bonus 1": "+2 dodge to Armor Class until the next turn"}
    assert sections["This turn"] == {"Left": "standard, move, swift, 5-foot step"}
    assert sections["Fighting"]["Bow"] == "+4, 1d6, ×3, 60 feet"
    ogre = {section.heading: dict(section.lines) for section in older_panel(table.state, "b.1")}
    assert (ogre["Defense"]["Damage reduction"], ogre["Fighting"]["Reach"]) == ("2/—", "10 feet")


def test_a_secondary_attack_is_shown_with_the_bonus_that_it_rolls() -> None:
    table = at_turn_of("b.1")
    fighting = next(section for section in OLDER_PATHFINDER.panel(table.state, "b.1") if section.heading == "Fighting")
    assert dict(fighting.lines)["Bite"] == "+3, 1d6, ×2"
    assert "d20 +3 " in table.attack("b.1", "a.1", 2).reason


def test_rows_say_who_acts_and_how_everyone_stands() -> None:
    table = OlderTable([FIGHTER, CASTER], [OGRE]).begin().until("a.2")
    table.do(HandSet("a.1", "hp", "-3", "")).do(HandSet("b.1", "condition", "prone", ""))
    shown = {combatant: older_row(table.state, combatant, sees_hidden=True) for combatant in table.state.combatants}
    assert (shown["a.1"].standing, shown["a.1"].is_out, shown["a.1"].meters[0].value) == ("unconscious", True, -3)
    assert (shown["a.2"].is_acting, shown["a.2"].place, shown["b.1"].badges) == (True, 19, ("prone",))
    assert older_headline(table.state) == "Wim acts. Left: standard, move, swift, 5-foot step. Next: Ogre."


def test_the_headline_tells_what_is_left_and_who_begins_the_next_round() -> None:
    table = at_turn_of("b.1")
    assert older_headline(table.state) == "Ogre acts. Left: standard, move, swift, 5-foot step. Next round: Goblin."
    table.send("move", combatant="b.1", feet=10, threatened_by=[])
    assert older_headline(table.state) == "Ogre acts. Left: standard or move, swift. Next round: Goblin."
    table.attack("b.1", "a.1").roll(1)
    assert older_headline(table.state) == "Ogre acts. Left: swift. Next round: Goblin."
    table.end().do(HandSet("b.1", "hp", "-1", "")).do(HandSet("a.1", "hp", "-1", "")).until("a.2")
    assert older_headline(table.state).endswith("Next round: Goblin.")


def test_a_standard_action_leaves_the_move_action() -> None:
    table = at_turn_of("a.1").attack("a.1", "b.1").roll(1)
    assert older_headline(table.state) == "Ada acts. Left: move, swift, 5-foot step. Next: Wim."


def test_rows_tell_who_has_acted_and_the_family_tells_the_order() -> None:
    table = OlderTable().begin(unaware=("b.2",))
    rows = {combatant: older_row(table.state, combatant, sees_hidden=True) for combatant in table.state.combatants}
    assert OLDER_PATHFINDER.order(table.state) == ("b.2", "a.1", "a.2", "b.1")
    assert {combatant for combatant, row in rows.items() if row.has_acted} == set()
    assert [combatant for combatant, row in rows.items() if row.is_acting] == ["a.1"]
    table.end().send("delay", combatant="a.2").send("act-now", combatant="a.2")
    assert OLDER_PATHFINDER.order(table.state) == ("b.2", "a.1", "a.2", "b.1")
    assert older_row(table.state, "a.1", sees_hidden=True).has_acted
    table.send("order-moved", combatant="a.1", before="")
    assert OLDER_PATHFINDER.order(table.state) == ("b.2", "a.2", "b.1", "a.1")


def test_an_attack_is_offered_against_the_last_target_while_that_one_stands() -> None:
    table = at_turn_of("a.1")

    def chosen() -> list[Any]:
        fields = [
            offer.fields for offer in OLDER_PATHFINDER.offers(table.state) if offer.event in ("attack", "maneuver")
        ]
        return [field.value for part in fields for field in part if field.name == "target"]

    assert set(chosen()) == {None}
    table.attack("a.1", "b.2", spend="full").roll(2)
    assert set(chosen()) == {"b.2"}
    table.end().until("b.1")
    assert set(chosen()) == {None}
    table.end().until("a.1")
    assert set(chosen()) == {"b.2"}
    table.do(HandSet("b.2", "hp", "-1", ""))
    assert set(chosen()) == {None}


def test_a_printed_sheet_tells_of_a_save_only_where_a_spell_has_one() -> None:
    lines = dict(next(word for word in sheet_words(OLDER_CREATURE, CASTER) if word.heading == "Magic").lines)
    assert lines["Blur"] == "Swift action"
    spells = [
        {"name": "Doubt", "dice": "2d6", "save": "will", "dc": 13, "touch": "ranged", "effect": "It hesitates."},
        {"name": "Stones", "dice": "3d4", "sort": "physical"},
        {"name": "Sleep", "save": "will", "dc": 12, "saved": "half"},
    ]
    lines = dict(sheet_words(OLDER_CREATURE, sheet("Mage", spells=spells))[-1].lines)
    assert lines["Doubt"] == (
        "Standard action; Ranged touch; 2d6 damage; Will save DC 13 (what it does, the table decides); It hesitates."
    )
    assert lines["Stones"] == "Standard action; 3d4 physical damage"
    assert lines["Sleep"] == "Standard action; Will save DC 12"


def test_a_printed_sheet_tells_attacks_in_numbers() -> None:
    attacks = [
        {"name": "Sword", "bonus": 7, "dice": "1d8+1", "threat": 19},
        {"name": "Spark", "bonus": -1, "type": "thrown", "sort": "other", "increment": 10, "full_only": True},
    ]
    lines = dict(sheet_words(OLDER_CREATURE, sheet("Ann", attacks=attacks))[-1].lines)
    assert lines["Sword"] == "Melee +7, 1d8+1, 19 to 20 ×2"
    assert lines["Spark"] == "Thrown -1, no damage, ×2, 10 feet; energy or other damage; only in a full attack"


def test_the_dead_are_not_healed_but_set_by_hand() -> None:
    table = at_turn_of("a.1")
    table.send("damage", combatant="b.2", amount=18, sort="other", bypass=False, what="")
    assert table.of("b.2").is_dead
    heal = next(offer for offer in OLDER_PATHFINDER.offers(table.state) if offer.event == "heal")
    assert [option.key for option in heal.fields[0].options] == ["a.1", "a.2", "b.1"]
    with pytest.raises(ChangeRefused, match="Goblin is dead"):
        table.send("heal", combatant="b.2", amount=18)
    assert table.do(HandSet("b.2", "hp", "1", "")).of("b.2").hp == 1


def test_the_guide_tells_every_assumption_and_every_number_of_the_table() -> None:
    text = " ".join(GUIDE.read_text(encoding="utf-8").split())
    assert [assumption for assumption in OLDER_PATHFINDER.assumptions if assumption not in text] == []
    assert "ten numbers, switches and words" in text
    assert len(OLDER_PATHFINDER.table.fields) == 10
    assert [field.key for field in OLDER_PATHFINDER.table.fields if not field.help] == []


def test_types_of_bonuses_are_read_as_people_write_them() -> None:
    table = OlderTable().begin()
    for typed in ("Natural", "FORCE armor", "untyped", "Dodge bonus"):
        table.send("bonus", combatant="a.1", to="ac", value=1, type=typed, until="")
    assert [bonuse.type for bonuse in table.of("a.1").bonuses] == ["natural armor", "force armor", "", "dodge"]
    table.send("bonus", combatant="a.1", to="saves", value=-2, type="", until="until dawn")
    assert table.notes[-1] == "Ada: -2 to all saves until dawn."


def test_the_guide_lists_every_event_with_its_parts() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([\w-]+)` \| (.*?) \|", text, re.MULTILINE))
    del listed["kind"]
    assert listed == {
        event.kind: ", ".join(f"`{name}`" for name in declared_parts(event)) for event in OLDER_PATHFINDER.events
    }


def test_the_short_form_of_an_attack_asks_for_little_and_offers_what_is_left() -> None:
    table = at_turn_of("a.1")
    short = {offer.label: offer for offer in OLDER_PATHFINDER.offers(table.state) if offer.event == "attack"}
    assert [field.name for field in short["Attack"].fields] == ["attack", "target", "spend", "lethal", "modifier"]
    assert [option.label for option in short["Attack"].fields[0].options] == [
        "Longsword +7, 1d8+1, 19 to 20 ×2",
        "Longsword again +2, 1d8+1, 19 to 20 ×2, full attack only",
        "Punch +6, 1d3, ×2",
    ]
    assert [field.name for field in short["Shoot or throw"].fields][3:6] == ["distance", "friend", "threatened_by"]
    table.attack("a.1", "b.1", spend="full").roll(1)
    after = next(offer for offer in OLDER_PATHFINDER.offers(table.state) if offer.label == "Attack")
    assert ([option.key for option in after.fields[0].options], after.fields[2].value) == (["1", "3"], "full")
    table.end().until("a.2")
    cast = next(offer for offer in OLDER_PATHFINDER.offers(table.state) if offer.event == "cast")
    assert [option.label for option in cast.fields[0].options] == [
        "Burst (Reflex DC 14, 4d6)",
        "Chill touch (melee touch, 1d6)",
        "Blur (swift action)",
    ]
