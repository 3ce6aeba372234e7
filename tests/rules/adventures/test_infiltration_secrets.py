"""Secret preparations: nothing that players see before or after them tells how they went."""

from dataclasses import replace

import pytest

from rules.adventures.checks import check_dc, check_forecast
from rules.adventures.events.running import HiddenFactShown
from rules.adventures.fields import SkillDC
from rules.adventures.kinds.infiltration.events import AwarenessChanged
from rules.adventures.kinds.infiltration.facts import AWARENESS
from rules.adventures.kinds.infiltration.preparations import Preparation
from rules.adventures.state import CheckAttempt
from rules.adventures.views import adventure_view
from rules.errors import ChangeRefused
from tests.rules.adventures.infiltrations import CF, CS, NEXT, PREPARED, SKILL, F, S, prepare, prepared
from tests.rules.adventures.infiltrators import FACTS, infiltration, tried
from tests.rules.adventures.parties import log_of, play_more, played

QUIET = tuple(replace(complication, awareness=None) for complication in FACTS.complications)
"""Complications that awareness does not start."""


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


def test_ruling_312_open_dcs_do_not_tell_how_much_is_noticed():
    facts = replace(FACTS, shows_dcs=True, complications=QUIET)
    guards = CheckAttempt("overcome", "n1", "guards", "Stealth")
    keys = CheckAttempt("seize", "n1", "keys", "Thievery")
    calm = played(infiltration(facts))
    noticed = play_more(calm, AwarenessChanged(8, "A scream"))
    assert check_dc(noticed, guards).value == check_dc(calm, guards).value + 1
    for state in (calm, noticed):
        seen = check_forecast(state, guards, for_players=True)
        assert (seen.dc, seen.chances) == (None, None)
        assert check_forecast(state, keys, for_players=True).dc is not None
    told = play_more(noticed, HiddenFactShown(AWARENESS))
    forecast = check_forecast(told, guards, for_players=True)
    assert forecast.dc is not None
    assert forecast.dc.value == 16


def test_a_receipt_of_a_check_does_not_tell_the_dc_that_awareness_has_raised():
    facts = replace(FACTS, shows_dcs=True, complications=QUIET)
    log = log_of(AwarenessChanged(8, "A scream"), tried("n1", "guards", S))
    for for_players in (True, False):
        view = adventure_view(infiltration(facts), log, for_players=for_players)
        check = view.entries[-1].check
        assert check is not None
        assert (check.dc is None) is for_players
