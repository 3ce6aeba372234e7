"""Adventures: the files that come with Muster, faults in others, goals, and how an adventure goes on."""

import re

import pytest

from compendium.builtin import built_in_cards
from rules.dice import SeededRoller
from rules.errors import DocumentError, RulesError
from rules.p2v_combat.setup.faults import table_warnings
from rules.p2v_combat.solo.story.adventure import (
    ScenarioFacts,
    ScenarioGoal,
    adventure_progress,
    begin_solo_adventure,
    goal_progress,
    scenario_monsters,
    scenario_outcome,
)
from rules.p2v_combat.solo.story.reading import MAX_ADVENTURE, read_solo_adventure, solo_adventures
from tests.rows import every_row
from tests.scripted_dice import ScriptedRoller

CARDS = {card.key: card for card in built_in_cards()}
SCENARIOS = [(adventure, scenario) for adventure in solo_adventures().values() for scenario in adventure.scenarios]

FILE = """
name = "A Test"
about = "Short."
points = 60

[[scenarios]]
key = "one"
name = "One"
story = "A story."
setting_up = "Anywhere."
monsters = [{ creature = "wolf", number = 2 }]
pool = ["kobold-warrior"]
[scenarios.table]
terrain = [{ kind = "donjon", x = 8, y = 6 }]
objectives = [{ kind = "device", x = 2, y = 9, face = 1 }]
[scenarios.goal]
kind = "defeat"
text = "Win."
[scenarios.won]
text = "Good."
next = "two"
[scenarios.lost]
text = "Bad."
next = "one"
percent = -25

[[scenarios]]
key = "two"
name = "Two"
story = "More."
setting_up = "Anywhere."
pool = ["wolf"]
[scenarios.table]
[scenarios.goal]
kind = "survive"
number = 3
text = "Live."
[scenarios.won]
text = "The end."
[scenarios.lost]
text = "Again."
next = "two"
"""


def _read(text: str):
    return read_solo_adventure(text.encode())


def test_two_adventures_of_three_scenarios_come_with_muster():
    assert [len(adventure.scenarios) for adventure in solo_adventures().values()] == [3, 3]
    assert list(solo_adventures()) == ["the-silent-toyshop", "the-wayhouse-road"]
    for adventure in solo_adventures().values():
        assert len({scenario.goal.kind for scenario in adventure.scenarios}) == 3
        assert sum(CARDS[key].points for key in adventure.party) in range(adventure.points - 5, adventure.points + 1)


@every_row("adventure, scenario", SCENARIOS)
def test_every_scenario_can_be_set_up(adventure, scenario):
    assert list(table_warnings(scenario.table)) == []
    for points in (adventure.points, 2 * adventure.points):
        monsters = scenario_monsters(scenario, points, scenario.percent, CARDS, SeededRoller(b"seed"))
        always = sum(CARDS[monster.creature].points * monster.number for monster in scenario.monsters)
        assert always <= monsters.points <= max(always, points * scenario.percent // 100)
        assert monsters.points >= points * scenario.percent // 100 - 12
        assert set(monsters.creatures) <= set(scenario.creatures)


@every_row("adventure", list(solo_adventures().values()))
def test_every_way_through_an_adventure_ends(adventure):
    ways = [()]
    while ways:
        way = ways.pop()
        progress = adventure_progress(adventure, way)
        assert len(way) <= 3
        if not progress.is_over:
            assert progress.monster_percent >= 75
            ways += [(*way, "won"), (*way, "lost")]


def test_an_outcome_leads_on_and_changes_what_the_monsters_are_worth():
    adventure = _read(FILE)
    start = begin_solo_adventure(adventure)
    assert (start.scenario, start.text, start.monster_percent) == (adventure.scenarios[0], "", 100)
    again = adventure_progress(adventure, ["lost"])
    assert (again.scenario, again.text, again.monster_percent) == (adventure.scenarios[0], "Bad.", 75)
    end = adventure_progress(adventure, ["lost", "won", "won"])
    assert (end.is_over, end.text, end.monster_percent) == (True, "The end.", 0)
    assert [(result.scenario, result.outcome) for result in end.played] == [
        ("one", "lost"),
        ("one", "won"),
        ("two", "won"),
    ]
    with pytest.raises(RulesError, match="is over"):
        adventure_progress(adventure, ["won", "won", "won"])


def test_the_pool_fills_up_to_the_points_of_the_party():
    scenario = _read(FILE).scenarios[0]
    assert scenario_monsters(scenario, 60, 100, CARDS, ScriptedRoller([])).numbers == (
        ("wolf", 2),
        ("kobold-warrior", 3),
    )
    assert scenario_monsters(scenario, 20, 100, CARDS, ScriptedRoller([])).numbers == (("wolf", 2),)
    with pytest.raises(RulesError, match="no card of “wolf”"):
        scenario_monsters(scenario, 60, 100, {"kobold-warrior": CARDS["kobold-warrior"]}, ScriptedRoller([]))


def test_a_file_may_be_short():
    adventure = _read(FILE)
    first, second = adventure.scenarios
    assert (adventure.key, first.table.board_key, first.table.objective_count) == ("a-test", "small-board", 1)
    assert [piece.id for piece in first.table.terrain] == ["t1"]
    assert (second.monsters, second.percent, second.goal.rounds, second.monsters_claim) == ((), 100, None, False)


@every_row(
    "old, new, code, path",
    [
        ('name = "A Test"', "", "document.missing", "name"),
        ('name = "A Test"', "name = 1", "document.type", "name"),
        ("points = 60", "points = 0", "document.range", "points"),
        ("points = 60", "points = 60\nlevel = 1", "document.unknown_field", "level"),
        ('pool = ["wolf"]', "", "document.missing", "scenarios[1].monsters"),
        ('pool = ["wolf"]', 'pool = "wolf"', "document.type", "scenarios[1].pool"),
        ("number = 2", "number = 99", "document.range", "scenarios[0].monsters[0].number"),
        ('kind = "defeat"', "", "document.missing", "scenarios[0].goal.kind"),
        ('kind = "defeat"', 'kind = "dance"', "document.value", "scenarios[0].goal.kind"),
        ('kind = "defeat"', 'kind = "slay"\ncreature = "boar"', "document.value", "scenarios[0].goal.creature"),
        ('kind = "defeat"', 'kind = "claim"\nnumber = 2', "document.value", "scenarios[0].goal.number"),
        (
            'next = "two"\n[scenarios.lost]',
            'next = "three"\n[scenarios.lost]',
            "adventure.scenario",
            "scenarios[0].won.next",
        ),
        ('next = "two"\n[scenarios.lost]', "[scenarios.lost]", "adventure.scenario", "scenarios"),
        ('key = "two"', 'key = "one"', "adventure.scenario", "scenarios"),
        ('text = "The end."', 'text = "The end."\nnext = "one"', "adventure.endless", "scenarios"),
        ("x = 8, y = 6", "x = 20, y = 6", "document.value", "scenarios[0].table"),
        ('kind = "donjon"', "kind = []", "document.type", "scenarios[0].table.terrain[0].kind"),
        ('kind = "donjon"', 'kind = "castle"', "document.value", "scenarios[0].table.terrain[0].kind"),
        ('kind = "device"', 'kind = "lamp"', "document.value", "scenarios[0].table.objectives[0].kind"),
        ("[scenarios.table]\n[", '[scenarios.table]\nzone = "Z"\n[', "document.value", "scenarios[1].table.zone"),
        ("percent = -25", "percent = -125", "document.range", "scenarios[0].lost.percent"),
        ("points = 60", "points = ", "adventure.toml", ""),
    ],
)
def test_a_fault_in_a_file_is_told_with_its_place(old, new, code, path):
    assert old in FILE
    with pytest.raises(DocumentError) as fault:
        _read(FILE.replace(old, new, 1))
    assert (fault.value.code, fault.value.path) == (code, path)
    assert re.search(r"[.]$", fault.value.message)


@every_row(
    "data, code",
    [
        (b"\xff", "adventure.toml"),
        (b" " * (MAX_ADVENTURE + 1), "document.too_large"),
        (b"a = " + b"[" * 3000, "adventure.toml"),
        (b'name = "x"\nabout = "x"\npoints = 1', "document.missing"),
    ],
)
def test_a_file_that_is_none_is_refused(data, code):
    with pytest.raises(DocumentError) as fault:
        read_solo_adventure(data)
    assert fault.value.code == code


def _facts(**values) -> ScenarioFacts:
    return ScenarioFacts(**({"rounds_played": 2, "adventurers_up": 2, "monsters_up": {"wolf": 1, "boar": 1}} | values))


@every_row(
    "kind, facts, outcome, progress",
    [
        ("defeat", {}, None, "2 monsters still standing."),
        ("defeat", {"monsters_up": {"wolf": 0}}, "won", "0 monsters still standing."),
        ("slay", {}, None, "Still standing."),
        ("slay", {"monsters_up": {"boar": 1}}, "won", "Slain."),
        ("reach", {"escaped": 1}, None, "1 of 2 have left the board."),
        ("reach", {"escaped": 2, "adventurers_up": 0}, "won", "2 of 2 have left the board."),
        ("survive", {"rounds_played": 1}, None, "1 of 2 rounds survived."),
        ("survive", {}, "won", "2 of 2 rounds survived."),
        ("survive", {"adventurers_up": 0}, "lost", "2 of 2 rounds survived."),
        ("claim", {"claimed": 1}, None, "1 of 2 objectives claimed."),
        ("claim", {"claimed": 2}, "won", "2 of 2 objectives claimed."),
        ("defeat", {"adventurers_up": 0}, "lost", "2 monsters still standing."),
        ("defeat", {"rounds_played": 5}, "lost", "2 monsters still standing."),
        ("defeat", {"adventurers_up": 0, "monsters_up": {}}, "won", "0 monsters still standing."),
    ],
)
def test_a_scenario_is_won_when_its_goal_is_reached_and_lost_when_no_one_stands(kind, facts, outcome, progress):
    """Ruling 179."""
    goal = ScenarioGoal(kind, "Do it.", number=2, creature="wolf", rounds=5)
    assert scenario_outcome(goal, _facts(**facts)) == outcome
    assert goal_progress(goal, _facts(**facts)) == progress
