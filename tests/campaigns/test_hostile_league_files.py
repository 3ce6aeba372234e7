"""Files of leagues that somebody forged: takeovers, byes, forfeits and confirmations that could not have been."""

import copy
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from campaigns.entries import moment
from campaigns.models import Campaign, PairingRequest, RoundAbsence
from campaigns.selectors.checking import campaign_faults
from campaigns.selectors.files import campaign_file
from campaigns.services.aftermath import dice_roll_all, scenario_report
from campaigns.services.campaigns import campaign_settings_change
from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from campaigns.services.files import CampaignFileRefused, campaign_import
from campaigns.services.leagues import divisions_set, game_forfeit, league_set, round_open, round_pair, round_plan
from campaigns.services.pairings import absence_set, playoffs_draw, request_add
from campaigns.services.scenarios import scenario_commit
from campaigns.services.seasons import season_finish
from campaigns.services.takeovers import campaign_take_over, takeover_ask, takeover_days_set, takeover_withdraw
from rules.campaigns.files import campaign_file_document, campaign_file_from_document
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.scenarios import ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from rules.errors import DocumentError
from tests.campaigns.files import rehashed, remove_campaigns
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, state_of
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

HOSTILE = (None, True, -1, 0, 2, 99, 2**63, 0.5, "", "x", "\0", "x" * 20_000, [], [1, 1], [[]], {}, {"x": 1})
FORGED = (
    *("takeover", "campaign-taken", "report-", "dispute", "bye", "game", "league", "round"),
    *("scenario-committed", "divisions", "playoffs", "season"),
)
PAGES = ("", "league/", "journal/", "people/", "rounds/1/", "season/", "standings/", "chronicle/")


@pytest.fixture
def league(winter: Table) -> dict[str, Any]:
    """The file of a league with an absence, a request, a bye, a dispute, a forfeit and a takeover."""
    ada = winter.asking("ada")
    campaign_settings_change(**ada, settings=CampaignSettings(confirm_days=3))
    rows = [enlist(winter, name, *members) for name, members in (("bob", BOARS), ("dan", KOBOLDS), ("cleo", KOBOLDS))]
    league_set(**ada, rules=LeagueRules())
    for _ in range(2):
        round_plan(**ada, plan=RoundPlan("", "2026-12-01", "2026-12-07", 100))
    absence_set(**ada, number=2, warband=3, reason="Away")
    request_add(**ada, warbands=(1, 3))
    round_pair(**ada, number=1, tables=[(1, 2)], byes=[3])
    round_pair(**ada, number=2, tables=[(2, 1)], byes=[3])
    round_open(**ada, number=1)
    for row in rows[:2]:
        field(winter, 1, row)
    scores = (SideScore(1, 7), SideScore(2, 2))
    scenario_report(**winter.asking("bob"), scenario=1, report=ScenarioReport(scores))
    report_dispute(**winter.asking("dan"), scenario=1, report=state_of(winter, 1).report_version, sentence="No.")
    dispute_settle(**ada, scenario=1, reason="Recounted")
    scenario_report(**winter.asking("bob"), scenario=1, report=ScenarioReport(scores, notes="Again"))
    report_confirm(**winter.asking("dan"), scenario=1, report=state_of(winter, 1).report_version)
    dice_roll_all(**ada, scenario=1)
    scenario_commit(**ada, scenario=1)
    game_forfeit(**ada, scenario=2, absent=[2], reason="")
    takeover_days_set(**ada, days=7)
    takeover_ask(**winter.asking("cleo"))
    takeover_withdraw(**winter.asking("cleo"))
    takeover_ask(**winter.asking("cleo"))
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        campaign_take_over(**winter.asking("cleo"))
        divisions_set(**winter.asking("cleo"), divisions=[LeagueDivision("A", (1, 2, 3))])
        season_finish(**winter.asking("cleo"))
        playoffs_draw(**winter.asking("cleo"), seeds=[1, 2], draws="higher seed", third_place=False)
    document = campaign_file_document(campaign_file(winter.campaign))
    for line in document["journal"]:
        line["at"] = moment(datetime.fromisoformat(line["at"]) - timedelta(days=9))
    remove_campaigns()
    return rehashed(document)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values in a document, in one order, however a database keeps the keys."""
    items = sorted(value.items()) if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def changed(document: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    forged = copy.deepcopy(document)
    inner: Any = forged
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return forged


def wrong_with(document: dict[str, Any]) -> list[str] | None:
    """Import a forged file; return what is wrong then, None if Muster refuses it."""
    try:
        campaign = campaign_import(file=campaign_file_from_document(rehashed(document)))
    except (CampaignFileRefused, DocumentError):
        return None
    campaign.spectator_token = "seen"
    campaign.save()
    client = Client()
    client.get("/campaigns/watch/seen/")
    pages = {page: client.get(f"/campaigns/{campaign.key}/{page}").status_code for page in PAGES}
    faults = [str(fault) for fault in campaign_faults(campaign)]
    remove_campaigns()
    return faults + [f"{page}: {status}" for page, status in pages.items() if status not in (200, 404)]


def renumbered(document: dict[str, Any], index: int, by: int) -> dict[str, Any]:
    """Let the takeover name its request again, before which a line was added or left out."""
    for line in document["journal"]:
        if line["event"]["event"] == "campaign-taken-over" and line["event"]["ask"] > index + 1:
            line["event"]["ask"] += by
    return document


def test_what_a_file_does_not_hold_is_not_in_it(league: dict[str, Any]) -> None:
    campaign_import(file=campaign_file_from_document(league))
    assert not PairingRequest.objects.exists()
    assert not RoundAbsence.objects.exists()
    assert campaign_faults(Campaign.objects.get()) == []


def test_no_hostile_value_breaks_an_import_or_the_pages_after_it(league: dict[str, Any]) -> None:
    paths = [
        ("journal", index, *path)
        for index, line in enumerate(league["journal"])
        if line["event"]["event"].startswith(FORGED)
        for path in places(line)
        if path[0] in ("actor", "at", "event")
    ]
    forged = zip(paths[::7], cycle(HOSTILE), strict=False)
    wrong = {f"{path[3:]}: {value!r:.20}": wrong_with(changed(league, path, value)) for path, value in forged}
    # A victory may cost a point, and whether byes count was said before.
    assert {what: faults for what, faults in wrong.items() if faults is not None} == {
        "('rules', 'points', 'major_victory'): -1": [],
        "('rules', 'bye_counts'): True": [],
    }


DAYS = "Entry 30 runs for 7 days, not 14."
ASKED = "You have already asked to take the campaign over."
NOT_ASKED = "Ask to take the campaign over first."
OF_TAKEOVER = (
    ("takeover-days-set", DAYS, ""),
    ("takeover-asked", "", ASKED),
    ("takeover-withdrawn", ASKED, ""),
    ("takeover-asked", NOT_ASKED, ASKED),
    ("campaign-taken-over", "", NOT_ASKED),
)
"""The entries of a takeover, each with the refusal of a file without it and with it twice; "" where that changes
nothing, or is a campaign that no one has taken over."""


def test_entries_of_a_takeover_are_neither_left_out_nor_doubled(league: dict[str, Any]) -> None:
    first = next(place for place, line in enumerate(league["journal"]) if line["event"]["event"] == "takeover-days-set")
    for index, (kind, refused_without, refused_doubled) in enumerate(OF_TAKEOVER, start=first):
        line = league["journal"][index]
        assert line["event"]["event"] == kind
        without, doubled = copy.deepcopy(league), copy.deepcopy(league)
        del without["journal"][index]
        doubled["journal"].insert(index, copy.deepcopy(line))
        forged = ((renumbered(without, index, -1), refused_without), (renumbered(doubled, index, 1), refused_doubled))
        for document, refusal in forged:
            if refusal:
                with pytest.raises(CampaignFileRefused, match=refusal):
                    campaign_import(file=campaign_file_from_document(rehashed(document)))
            else:
                assert wrong_with(document) == []
