"""Secret preparations: nothing that players see before or after them tells how they went."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.errors import ChangeRefused
from rules.subsystems.checks import check_dc, check_forecast
from rules.subsystems.difficulties import SkillDC
from rules.subsystems.kinds.infiltration.preparations import Preparation
from rules.subsystems.state import CheckAttempt
from tests.rules.subsystems.infiltrators import infiltration
from tests.rules.subsystems.parties import played
from tests.rules.subsystems.test_infiltration_edges import CF, CS, NEXT, PREPARED, SKILL, F, S, prepare, prepared


def test_what_is_added_to_a_preparation_does_not_tell_players_how_a_secret_check_went():
    told = []
    for degree in (CS, CF, S):
        state = prepared(prepare("n1", "gossip", degree), NEXT)
        attempt = CheckAttempt("prepare-secretly", "n1", "scout-location", SKILL["scout-location"])
        told.append(
            check_forecast(replace(state, facts=replace(state.facts, shows_dcs=True)), attempt, for_players=True)
        )
    assert told[0].modifier.value == 10
    assert told[0] == told[1] == told[2]


def test_a_secret_check_that_has_to_succeed_first_does_not_tell_players_whether_it_has():
    needing = replace(
        PREPARED,
        preparations=(*PREPARED.preparations, Preparation("tunnel", skills=(SkillDC("Society", 15),), needs="map")),
    )
    attempt = CheckAttempt("prepare", "n1", "tunnel", "Society")
    for degree, is_allowed in ((S, True), (CF, True), (F, False)):
        state = played(infiltration(needing), prepare("n1", "map", degree), NEXT)
        if is_allowed:
            check_dc(state, attempt)
        else:
            with pytest.raises(ChangeRefused, match="must succeed first"):
                check_dc(state, attempt)
