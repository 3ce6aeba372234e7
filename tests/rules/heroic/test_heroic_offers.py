"""What is offered: whose it is, what usually comes next, and nothing that would be refused outright."""

import re
from pathlib import Path

from rules.combat.resolution import FightOffer
from rules.documents.records import declared_parts
from rules.heroic import HEROIC
from rules.heroic.actions import HeroicDefense
from rules.heroic.attack_offers import CHARGE_DETAILS, DETAILS
from rules.heroic.combatants import HeroicCombatant
from rules.heroic.maneuvers import HeroicAid
from rules.heroic.table_events import HeroicBreath, HeroicMount
from tests.rules.heroic.heroic_fights import CUT, DASH, SNAP, HeroicTable, creature, hero, table_of

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "heroic-combat.md"


def _offers(played: HeroicTable, group: str = "") -> list[FightOffer]:
    return [offer for offer in HEROIC.offers(played.state) if not group or offer.group == group]


def _labels(played: HeroicTable, group: str) -> list[str]:
    return [offer.label for offer in _offers(played, group)]


def test_a_turn_offers_each_main_action_and_maneuver_once() -> None:
    played = table_of([hero(abilities=[CUT, SNAP, DASH]), hero("Bo")]).begin().turn("a.1")
    assert _labels(played, "Main action") == [
        "Cut",
        f"Cut, {DETAILS}",
        "Free strike",
        f"Free strike, {DETAILS}",
        "Charge",
        f"Charge, {CHARGE_DETAILS}",
        "Defend",
        "Heal",
    ]
    assert _labels(played, "Maneuver") == [
        "Dash",
        f"Dash, {DETAILS}",
        "Catch Breath",
        "Aid Attack",
        "Grab",
        "Knockback",
        "Hide",
        "Search",
        "Make or Assist a Test",
        "Use Consumable",
    ]
    assert _labels(played, "Triggered actions") == ["Snap", f"Snap, {DETAILS}"]
    assert [offer.label for offer in _offers(played) if offer.is_main] == ["Cut", "Walk"]
    assert {offer.side for offer in _offers(played) if offer.combatant == "a.1"} == {"a"}


def test_the_headings_of_a_shared_turn_keep_their_order() -> None:
    pair = [creature("Goblin 1"), creature("Goblin 2")]
    played = table_of(enemies=pair, groups=("Goblins", "Goblins")).begin("enemies").turn("b.1").do(HeroicDefense("b.1"))
    headings = list(dict.fromkeys(offer.group for offer in _offers(played)))
    assert headings[:4] == ["Main action", "Maneuver", "Move action", "Free maneuver"]


def test_the_guide_tells_every_assumption_that_has_no_field() -> None:
    text = " ".join(GUIDE.read_text(encoding="utf-8").split())
    (*without_field, about_fields) = HEROIC.assumptions
    assert [assumption for assumption in without_field if assumption not in text] == []
    assert about_fields.startswith("The table agrees on everything else")


def test_heal_names_allies_that_are_dying_first() -> None:
    played = table_of([hero(), hero("Bo"), hero("Cy")]).begin().set("a.3", "stamina", 0).turn("a.1")
    (heal,) = (offer for offer in _offers(played) if offer.event == "heal")
    assert [option.key for option in heal.fields[0].options] == ["a.3", "a.2", "b.1"]
    assert heal.is_main


def test_a_short_attack_asks_for_targets_alone_and_another_form_for_everything() -> None:
    played = table_of([hero(abilities=[CUT])], [creature("Goblin 1"), creature("Goblin 2")]).begin().turn("a.1")
    short, long = (offer for offer in _offers(played, "Main action") if offer.event == "ability")
    assert [field.name for field in short.fields] == ["targets"]
    assert [option.key for option in short.fields[0].options] == ["b.1", "b.2"]
    assert [field.name for field in long.fields] == ["targets", "flanking", "cover", "concealed", "edges", "banes"]
    assert [option.key for option in long.fields[0].options] == ["b.1", "b.2", "a.1"]
    alone = table_of([hero(abilities=[CUT])]).begin().turn("a.1")
    assert _offers(alone, "Main action")[0].fields[0].value == ("b.1",)


def test_a_short_charge_asks_for_its_way_alone_and_both_forms_can_be_played() -> None:
    played = table_of([hero()], [creature("Goblin 1"), creature("Goblin 2")]).begin().turn("a.1")
    short, long = (offer for offer in _offers(played, "Main action") if offer.event == "charge")
    assert [field.name for field in short.fields] == ["target", "squares", "leaves"]
    assert [field.name for field in long.fields] == [
        *("target", "squares", "difficult", "leaves", "flanking", "cover", "concealed", "edges", "banes")
    ]
    for offer in (short, long):
        values = {field.name: field.value for field in offer.fields} | {"target": "b.1", "leaves": ["b.2"]}
        event = HEROIC.event_from({"kind": offer.event, **offer.parts, **values})
        assert HEROIC.play(played.state, event, "a").notes[0].text == "Ann charges Goblin 1."


def test_of_those_that_act_together_one_is_next_and_the_end_comes_once() -> None:
    goblins = [creature("Goblin 1"), creature("Goblin 2")]
    played = table_of(enemies=goblins, groups=("Goblins", "Goblins")).begin("enemies").turn("b.1")
    assert [(offer.combatant, offer.label) for offer in _offers(played) if offer.is_main] == [
        ("b.1", "Free strike"),
        ("b.1", "Walk"),
    ]
    played.set("b.1", "main", 1)
    assert {offer.combatant for offer in _offers(played) if offer.is_main} == {"b.2"}
    played.set("b.2", "main", 1).set("b.2", "maneuver", 1).set("b.1", "moved", 6)
    assert [offer.label for offer in _offers(played) if offer.is_main] == ["End the shared turn"]
    assert [offer.about for offer in _offers(played, "Turn")] == ["Goblin 1, Goblin 2"]


def test_what_is_spent_is_not_offered_and_the_end_of_the_turn_comes_next() -> None:
    played = table_of().begin().turn("a.1").set("a.1", "main", 1).set("a.1", "maneuver", 1).set("a.1", "moved", 5)
    groups = {offer.group for offer in _offers(played)}
    assert not groups & {"Main action", "Maneuver", "Move action"}
    assert [offer.label for offer in _offers(played) if offer.is_main] == ["End turn"]


def test_prone_and_grabbed_creatures_are_offered_what_helps_them() -> None:
    played = table_of().begin().turn("a.1").set("a.1", "prone", 1)
    assert _offers(played, "Maneuver")[0].label == "Stand Up"
    assert _labels(played, "Move action") == ["Crawl", "Move another way"]
    assert [option.key for option in _offers(played, "Move action")[1].fields[0].options] == ["crawl", "teleport"]
    assert "Charge" not in _labels(played, "Main action")
    played.set("a.1", "grabbed_by", "b.1")
    assert "Escape Grab" in _labels(played, "Maneuver")
    assert _labels(played, "Move action") == []


def test_ways_to_move_are_those_of_the_sheet() -> None:
    def _modes(**values: object) -> list[str]:
        played = table_of([hero(**values)]).begin().turn("a.1")
        return [option.key for option in _offers(played, "Move action")[1].fields[0].options]

    assert _modes(agility=0) == ["walk", "climb", "swim", "jump-up", "teleport"]
    assert _modes(moves=["burrow", "fly"]) == [
        "walk",
        "climb",
        "swim",
        "burrow",
        "fly",
        "jump",
        "jump-up",
        "teleport",
    ]


def test_heal_comes_first_where_an_ally_is_dying_and_riding_where_there_is_a_mount() -> None:
    played = table_of([hero(), hero("Bo"), creature("Horse", size="2")]).begin().turn("a.1")
    heal = next(offer for offer in _offers(played) if offer.event == "heal")
    assert not heal.is_main
    assert next(offer for offer in _offers(played.set("a.2", "stamina", 0)) if offer.event == "heal").is_main
    assert _labels(played, "Move action") == ["Walk", "Move another way"]
    assert _labels(played.do(HeroicMount("a.1", "a.3")), "Move action") == ["Walk", "Move another way", "Ride"]
    assert [offer.label for offer in _offers(played, "Move action") if offer.is_main] == ["Ride"]
    assert "Ride" not in _labels(played.set("a.1", "grabbed_by", "b.1"), "Move action")


def test_a_row_tells_against_whom_an_attack_is_aided_and_who_is_out_of_breath() -> None:
    played = table_of([hero(), hero("Bo", might=-1)], [creature("Goblin 1"), creature("Goblin 2")]).begin().turn("a.1")
    played.do(HeroicAid("a.1", "a.2", "b.1"), HeroicBreath("a.2", True))
    assert _badges(played, "a.2") == ("breath for 1 round", "edge against Goblin 1")
    played.end("a.1").turn("b.1").end("b.1").turn("a.2").end("a.2").turn("b.2").end("b.2")
    assert _badges(played.set("b.1", "stamina", 0), "a.2") == ("out of breath",)


def _badges(played: HeroicTable, combatant: str) -> tuple[str, ...]:
    return HEROIC.row(played.state, combatant, sees_hidden=True).badges


def test_a_group_is_offered_one_turn_with_its_name_and_members() -> None:
    goblins = [creature("Goblin 1"), creature("Goblin 2"), creature("Ogre")]
    played = table_of(enemies=goblins, groups=("Goblins", "Goblins")).begin("enemies")
    assert [(offer.label, offer.about, offer.side) for offer in _offers(played, "Next turn")] == [
        ("Begin turn: Goblins (2)", "Goblin 1, Goblin 2", "b"),
        ("Begin turn", "", "b"),
    ]
    assert HEROIC.headline(played.state) == "The enemies take a turn"
    assert HEROIC.headline(played.turn("b.1").state) == "Goblin 1 and Goblin 2 act together"


def test_without_enemies_the_director_is_offered_the_end_whatever_the_fight_is_about() -> None:
    played = table_of(objective="hold", goal=5).begin()
    assert not [offer for offer in _offers(played, "Objective") if offer.is_main]
    played.set("b.1", "stamina", 0)
    assert [offer.label for offer in _offers(played, "Objective") if offer.is_main] == ["The heroes win"]


def test_nothing_is_offered_while_the_fight_waits_and_before_it_begins() -> None:
    played = table_of([hero(abilities=[CUT])]).begin().turn("a.1")
    strike = next(offer for offer in _offers(played) if offer.event == "free-strike")
    played.do(
        HEROIC.event_from(
            {"kind": strike.event, **strike.parts, "strike": "melee", "target": "b.1", **_unticked(strike)}
        )
    )  # type: ignore[arg-type] # an event of a fight
    assert _offers(played) == []
    assert HEROIC.offers(HEROIC.begin(played.state.setup)) == ()


def _unticked(offer: FightOffer) -> dict[str, object]:
    return {field.name: field.value for field in offer.fields if field.name not in ("target", "strike")}


def test_documents_hide_what_is_left_and_keep_what_everyone_sees() -> None:
    played = table_of().set("b.1", "stamina", 4).set("b.1", "prone", 1)
    _, goblin = HEROIC.state_document(played.state, sees_hidden=False)["combatants"]
    assert (goblin["stamina"], goblin["max_stamina"], goblin["standing"], goblin["prone"]) == (None, None, "", True)
    ann, known = HEROIC.state_document(played.state)["combatants"]
    assert (ann["stamina"], known["stamina"], known["standing"]) == (21, 4, "winded")
    assert isinstance(played.one("a.1"), HeroicCombatant)


def test_panels_tell_the_turn_and_what_is_worked_out() -> None:
    played = table_of().begin().turn("a.1")
    turn, numbers = HEROIC.panel(played.state, "a.1")
    assert turn.lines == (("Main action", "left"), ("Maneuver", "left"), ("Squares of speed", "5 of 5 left"))
    assert dict(numbers.lines)["Recovery value"] == "7"
    assert dict(numbers.lines)["Winded at"] == "10"
    assert dict(numbers.lines)["Holds its breath"] == "2 rounds; out of combat 2 minutes"


def test_the_guide_lists_every_event_with_its_parts() -> None:
    text = GUIDE.read_text(encoding="utf-8").split("## The document")[1]
    rows = re.findall(r"^\| `([\w-]+)` \| (.*?) \|", text, re.MULTILINE)
    listed = {kind: sorted(re.findall(r"`([\w-]+)`", parts)) for kind, parts in rows}
    del listed["kind"]
    assert listed == {event.kind: sorted(declared_parts(event)) for event in HEROIC.events}


def test_the_guide_lists_every_assumption_of_the_table() -> None:
    text = GUIDE.read_text(encoding="utf-8").split("## What is assumed")[1].split("## By the table")[0]
    rows = re.findall(r"^\| (?!What|---)(.+?) \|", text, re.MULTILINE)
    assumed = [field for field in HEROIC.table.fields if field.section != "Objective"]
    assert len(rows) == len(assumed) - 1  # both borders of the tiers share a row
