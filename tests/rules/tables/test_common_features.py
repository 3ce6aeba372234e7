from __future__ import annotations

import pytest

from rules.tables import common_features

WORDS = {
    "Aquatic Only": ["water", "land", "cannot move"],
    "Commander": ["1 AP", "any order", "0 points", "at most one to each minion"],
    "Minion": ["1 AP", "turn of its commander", "mount", "dismounts"],
    "Scent": ["adjacent", "concealed", "invisible"],
    "Truesight": ["concealed", "invisible"],
    "Void Healing": ["spell", "potion", "damage", "Void"],
}


@pytest.mark.parametrize("entry", common_features.entries(), ids=lambda entry: entry.name)
def test_a_common_feature_keeps_every_limit_of_its_rule(entry):
    assert all(word in entry.text for word in WORDS[entry.name])
    assert entry.summary.endswith(".")


def test_every_common_feature_of_the_rulebook_is_there():
    assert [entry.name for entry in common_features.entries()] == list(WORDS)


def test_other_words_for_truesight_lead_to_it():
    truesight = next(entry for entry in common_features.entries() if entry.name == "Truesight")
    assert truesight.aliases == ("See Invisibility", "True Seeing", "Blindsight")
