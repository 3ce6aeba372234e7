import pytest

from rules.errors import RulesError
from rules.glossary.catalog import distinct, finder
from rules.tables import uses
from rules.tables.positioning import POSITIONING_UPGRADES
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

WORDS = {
    "Aquatic Only": ["water", "land", "cannot move"],
    "Commander": ["1 AP", "any order", "0 points", "at most one to each"],
    "Minion": ["1 AP", "its commander's turn", "mount", "dismounts"],
    "Recharge": ["one checked box", "Consumables never"],
    "Scent": ["adjacent", "concealed", "invisible"],
    "Truesight": ["concealed", "invisible"],
    "Void Healing": ["spell", "potion", "damage", "void"],
}


@every_row("entry", entries_of("common-feature"), ids=lambda entry: entry.name)
def test_a_common_feature_keeps_every_limit_of_its_rule(entry):
    assert all(word in entry.text for word in WORDS[entry.name])
    assert entry.summary.endswith(".")


def test_every_common_feature_of_the_rulebook_is_there():
    assert [entry.name for entry in entries_of("common-feature")] == list(WORDS)


def test_other_words_for_truesight_lead_to_it():
    truesight = next(entry for entry in entries_of("common-feature") if entry.name == "Truesight")
    assert truesight.aliases == ("See Invisibility", "True Seeing", "Blindsight")


def test_a_minion_without_its_commander_has_one_action_point():
    # Ruling 96.
    assert uses.minion_action_points(commander_is_down=True) == 1
    assert [uses.minion_action_points(given=given) for given in (0, 1)] == [1, 2]
    minion = next(entry for entry in entries_of("common-feature") if entry.name == "Minion")
    assert "acts alone, with 1 AP" in minion.text


@pytest.mark.parametrize("wrong", [{"given": 2}, {"given": -1}, {"given": 1, "commander_is_down": True}])
def test_a_commander_gives_each_minion_at_most_one_action_point(wrong):
    with pytest.raises(RulesError, match="cannot give"):
        uses.minion_action_points(**wrong)


def test_a_feature_that_recharges_gets_one_use_back():
    # Ruling 166.
    assert [uses.clear_box(checked) for checked in (0, 1, 3)] == [0, 0, 2]
    with pytest.raises(RulesError, match="-1 checked boxes"):
        uses.clear_box(-1)


def test_statue_disguise_and_every_special_sight_have_an_entry():
    # Ruling 97.
    assert "Statue Disguise" in next(row for row in POSITIONING_UPGRADES if row.key == "false-object").aliases
    names = [entry.name for entry in distinct(finder().spans("See Invisibility, True Seeing, Blindsight, Truesight"))]
    assert names == ["Truesight"]
