"""The pages of a league: its table, rules, divisions, and a round from its plan to its end."""

from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import CampaignWarband
from campaigns.selectors import scenario_pages
from campaigns.selectors.journal_results import known_results
from campaigns.selectors.leagues import league_of
from campaigns.selectors.scenario_pages import members_mark, scenario_aftermath, scenario_view
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.campaigns import campaign_archive, campaign_share
from campaigns.services.corrections import entry_void
from campaigns.services.leagues import divisions_set
from campaigns.services.warbands import warband_leave
from common.caches import parts_of
from compendium.models import CardRevision, Creature, Item
from compendium.selectors.rulebook import revision_card
from compendium.services.creatures import creature_revise, emblem_set
from compendium.templatetags.cards import emblem
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.leagues.settings import LEAGUE_RESULTS, RULE_SETS, LeagueRules
from tests.campaigns.league_play import league_set, round_open, round_pair, round_plan
from tests.campaigns.play import KOBOLDS, enlist, field, report, state_of
from tests.campaigns.verbs import Table, main_text
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

PAGES = (
    "league/",
    "league/rules/",
    "league/divisions/",
    "rounds/plan/",
    "rounds/1/",
    "rounds/1/edit/",
    "rounds/1/pair/",
    "rounds/1/apply/",
)
READ_BY_SPECTATORS = ("league/", "rounds/1/")
RULES = {result.replace(" ", "_"): "1" for result in LEAGUE_RESULTS}
FORMS: dict[str, dict[str, Any]] = {
    "league/rules/": {**RULES, "tiebreaker_1": "difference", "reason": "as voted"},
    "league/divisions/": {"name_1": "North", "warband_1": "1", "warband_2": "1"},
    "rounds/plan/": {"victory": "assassins"},
    "rounds/1/edit/": {"name": "Thaw", "victory": "assassins"},
    "rounds/1/pair/": {"first": ["3"], "second": ["4"]},
    "rounds/1/open/": {},
    "rounds/1/apply/": {"scenario": ["1"]},
    "scenarios/1/forfeit/": {"absent": ["2"], "reason": "Snow"},
}
"""Every form of leagues, and something sensible to send with it."""


@pytest.fixture
@replayed
def rows(winter) -> list[CampaignWarband]:
    """Return four warbands, of which the first two have a table in round 1."""
    rows = [enlist(winter, name, *KOBOLDS, warband=f"Warband of {name}") for name in ("ada", "bob", "cleo", "dan")]
    asking = winter.asking("ada")
    league_set(**asking, rules=LeagueRules())
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    return rows


def look(table: Table, who: str, path: str) -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/{path}")


def send(table: Table, who: str, path: str, fields: Any = None) -> Any:
    return table.people[who].client.post(f"/campaigns/{table.key}/{path}", fields, follow=True)


def ready(table: Table, rows: list[CampaignWarband]) -> None:
    """Play scenario 1 until it can be applied."""
    round_open(**table.asking("ada"), number=1)
    for row in rows[:2]:
        field(table, 1, row)
    report(table, 1, {rows[0]: 9, rows[1]: 2})
    dice_roll_all(**table.asking("ada"), scenario=1)


def test_all_that_is_ready_is_seen_before_it_is_applied(winter, rows):
    ready(winter, rows)
    asked = {"scenario": ["1"]}
    text = main_text(look(winter, "ada", "rounds/1/apply/"))
    assert "What changes" in text
    changes = [side.changed for side in scenario_aftermath(scenario_view(winter.view("ada"), 1))]
    names = [change.label for members in changes for member in members for change in member.changes]
    assert names
    assert all(name in text for name in names)
    assert "What changes" not in main_text(look(winter, "bob", "rounds/1/apply/"))
    send(winter, "ada", "rounds/1/apply/", asked)
    entry = winter.campaign.entries.filter(kind="scenario-committed").get()
    entry_void(**winter.asking("ada"), number=entry.number, reason="Wrong table")
    again = main_text(look(winter, "ada", "rounds/1/apply/"))
    assert "See what changes" in again


def test_the_page_takes_the_same_queries_for_more_tables_that_are_ready(winter, rows):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert "What changes" in main_text(look(winter, "ada", "rounds/1/apply/"))
        return len(captured)

    round_pair(**winter.asking("ada"), number=1, tables=[(3, 4)])
    ready(winter, rows)
    before = queries()
    for row in rows[2:]:
        field(winter, 2, row)
    report(winter, 2, {rows[2]: 9, rows[3]: 2})
    dice_roll_all(**winter.asking("ada"), scenario=2)
    assert queries() == before


def test_tables_are_previewed_together_though_no_result_is_stored(winter, rows, monkeypatch):
    round_pair(**winter.asking("ada"), number=1, tables=[(3, 4)])
    ready(winter, rows)
    for row in rows[2:]:
        field(winter, 2, row)
    report(winter, 2, {rows[2]: 9, rows[3]: 2})
    dice_roll_all(**winter.asking("ada"), scenario=2)
    monkeypatch.setattr(known_results, "set", lambda *_: None)
    folded = Mock(wraps=scenario_pages.next_aftermaths)
    monkeypatch.setattr(scenario_pages, "next_aftermaths", folded)
    assert main_text(look(winter, "ada", "rounds/1/apply/")).count("What changes") == 2
    assert folded.call_count == 1


def test_a_preview_shows_the_emblems_and_cards_that_the_compendium_has_now(winter, rows):
    def page() -> str:
        return look(winter, "ada", "rounds/1/apply/").content.decode()

    ready(winter, rows)
    kobold = Creature.objects.get(key=KOBOLDS[0].creature)
    assert emblem("boar") not in page()
    emblem_set(creature=kobold, emblem="boar")
    assert emblem("boar") in page()
    Creature.objects.filter(pk=kobold.pk).update(current=None)
    CardRevision.objects.filter(creature_key=kobold.key).delete()
    assert "See what changes" in page()


def test_the_mark_of_members_changes_with_their_cards_and_with_items(winter, rows):
    kobold = Creature.objects.get(key=KOBOLDS[0].creature)
    marks = [members_mark(winter.campaign)]
    creature_revise(creature=kobold, card=replace(revision_card(kobold.current), name="Deep Kobold"))
    marks.append(members_mark(winter.campaign))
    Item.objects.filter(pk=Item.objects.values("pk")[:1]).update(name="Renamed")
    marks.append(members_mark(winter.campaign))
    Creature.objects.exclude(pk=kobold.pk).update(emblem="boar")
    assert len({*marks}) == 3
    assert members_mark(winter.campaign) == marks[-1]


def test_no_row_of_a_model_is_stored_for_a_journal(winter, rows):
    ready(winter, rows)
    for path in ("", "league/", "rounds/1/", "rounds/1/apply/", "journal/", "standings/", "season/", "chronicle/"):
        assert look(winter, "ada", path).status_code == 200
    waiting = [known_results.get(key) for key in known_results]
    assert waiting
    while waiting:
        part = waiting.pop()
        assert not isinstance(part, Model), repr(part)
        waiting += parts_of(part)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_the_people_of_the_campaign(winter, rows, path):
    for who in ("ada", "cleo", "bob", "dan", "eve"):
        assert look(winter, who, path).status_code == (404 if who == "eve" else 200), who
    assert Client().get(f"/campaigns/{winter.key}/{path}").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_spectators_read_the_table_and_write_nothing(winter, rows, path):
    campaign_share(**winter.asking("ada"), shared=True)
    browser = Client()
    browser.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    answer = browser.get(f"/campaigns/{winter.key}/{path}")
    assert answer.status_code == (200 if path in READ_BY_SPECTATORS else 404)
    if answer.status_code == 200:
        assert b"<form method" not in answer.content.split(b"<main")[1]


@pytest.mark.parametrize("path", FORMS)
def test_a_form_is_for_organizers(winter, rows, path):
    if path == "rounds/1/apply/":
        ready(winter, rows)
    before = winter.campaign.head
    for who in ("bob", "dan", "eve"):
        answer = send(winter, who, path, FORMS[path])
        assert answer.status_code == 404 if who == "eve" else answer.status_code in (200, 422), who
        assert winter.campaign.head == before, who
    assert send(winter, "cleo", path, FORMS[path]).status_code == 200
    assert winter.campaign.head > before
    winter.assert_sound()


@pytest.mark.parametrize("path", [path for path in PAGES if path not in READ_BY_SPECTATORS])
def test_players_read_why_they_cannot_change_it(winter, rows, path):
    answer = look(winter, "bob", path)
    assert "Only an organizer can" in main_text(answer)
    assert b"<form" not in answer.content.split(b"<main")[1]
    campaign_archive(**winter.asking("ada"), archived=True)
    assert "now." in main_text(look(winter, "ada", path))


def test_a_campaign_without_a_league_says_how_to_begin_one(winter, kobolds):
    words = main_text(look(winter, "ada", "league/"))
    assert "No league yet" in words
    assert "Choose the rules of the league" in words
    assert "An organizer begins it." in main_text(look(winter, "bob", "league/"))
    assert "League" not in main_text(look(winter, "bob", "standings/"))
    assert "Play a league" in main_text(look(winter, "ada", "scenarios/"))
    send(winter, "ada", "league/rules/", RULES)
    assert "League" in main_text(look(winter, "bob", "standings/"))
    assert "Play a league" not in main_text(look(winter, "ada", "scenarios/"))


def test_ready_rules_fill_the_form(winter, rows):
    answer = look(winter, "ada", "league/rules/?set=margins")
    form = answer.context["form"]
    assert [field.value() for field in form.points] == [5, 4, 2, 1, 0, 4, 4, 0]
    assert [field.value() for field in form.tiebreakers] == list(RULE_SETS[1].rules.tiebreakers)
    fields = {field.html_name: field.value() for field in (*form.points, *form.tiebreakers)}
    send(winter, "ada", "league/rules/", {**fields, "bye_counts": "on", "reason": "as voted"})
    assert league_of(winter.campaign).rules == RULE_SETS[1].rules


@pytest.mark.parametrize(
    ("path", "fields", "words"),
    [
        ("league/rules/", {**RULES, "draw": "many"}, "Enter a number from -100 to 100."),
        ("league/rules/", {**RULES, "draw": "101"}, "Enter a number from -100 to 100."),
        ("league/rules/", {**RULES}, "Say why: the reason is shown in the journal."),
        (
            "league/rules/",
            {**RULES, "tiebreaker_1": "difference", "tiebreaker_2": "difference", "reason": "x"},
            "Each tiebreaker can be used only once.",
        ),
        ("league/divisions/", {"warband_1": "1"}, "Each division needs a name of its own."),
        ("league/divisions/", {"warband_1": "9"}, "Choose one of these."),
        ("rounds/plan/", {"victory": "luck"}, "Choose one of these."),
        ("rounds/plan/", {"victory": "assassins", "starts": "soon"}, "Enter a date, such as"),
        (
            "rounds/plan/",
            {"victory": "assassins", "starts": "2026-03-08", "ends": "2026-03-01"},
            "The last day of a round cannot come before its first day.",
        ),
    ],
)
def test_what_is_wrong_is_said_beside_the_form(winter, rows, path, fields, words):
    before = winter.campaign.head
    answer = send(winter, "ada", path, fields)
    assert answer.status_code == 422
    assert words in main_text(answer)
    assert winter.campaign.head == before


def test_a_round_from_its_plan_to_the_table(winter, rows):
    words = main_text(look(winter, "ada", "rounds/1/pair/"))
    assert "Warband of cleo against Warband of dan" in words or "Warband of dan against Warband of cleo" in words
    assert "Every warband" in main_text(look(winter, "ada", "rounds/1/pair/?absent=3&absent=4&absent=x&absent=99"))
    send(winter, "ada", "rounds/1/pair/", {"first": ["3"], "second": ["4"]})
    words = main_text(send(winter, "ada", "rounds/1/open/"))
    assert "“Scenario 1” and “Scenario 2” opened." in words
    assert "Warband of ada has not fielded." in words
    for row in rows[:2]:
        field(winter, 1, row)
    report(winter, 1, {rows[0]: 9, rows[1]: 2})
    dice_roll_all(**winter.asking("ada"), scenario=1)
    words = main_text(look(winter, "ada", "rounds/1/apply/"))
    assert "Warband of ada 9 VP, Warband of bob 2 VP" in words
    assert "Warband of cleo has not fielded." in words
    words = main_text(send(winter, "ada", "rounds/1/apply/", {"scenario": ["1", "2"]}))
    assert "“Scenario 1” applied." in words
    assert "“Scenario 2” is left out: No warband is fielded." in words
    send(winter, "ada", "scenarios/2/forfeit/", {"absent": ["4"]})
    words = main_text(look(winter, "bob", "league/"))
    assert "Warband of ada ada 3 1 1 0 0 3.00 7 W" in words
    assert "Warband of dan dan 0 1 0 0 1 0.00 0 F" in words
    assert "forfeited this game" in main_text(look(winter, "bob", "scenarios/2/"))
    assert "Undo the forfeit" not in main_text(look(winter, "bob", "scenarios/2/"))
    assert "Undo the forfeit" in main_text(look(winter, "ada", "scenarios/2/"))
    assert "Forfeited" in main_text(look(winter, "bob", "scenarios/"))


def test_ones_own_table_stands_first(winter, rows):
    round_pair(**winter.asking("ada"), number=1, tables=[(3, 4)])
    first = [table.warbands for table in look(winter, "dan", "rounds/1/").context["tables"]]
    assert first == [{3, 4}, {1, 2}]
    assert look(winter, "bob", "rounds/1/").context["tables"][0].warbands == {1, 2}


def test_a_round_leads_players_to_their_own_game(winter, rows):
    for name, leads in (("ada", False), ("bob", True), ("cleo", False)):
        page = winter.people[name].client.get(f"/campaigns/{winter.key}/rounds/1/").content.decode()
        assert ("Go to your game" in page) is leads, name
    page = winter.people["bob"].client.get(f"/campaigns/{winter.key}/rounds/1/").content.decode()
    assert page.count('class="button primary"') == 1


def test_editing_a_scenario_keeps_its_round(winter, rows):
    fields = {"title": "The Ford", "victory": "assassins", "warbands": ["1", "2"], "round": "1"}
    assert look(winter, "ada", "scenarios/1/edit/").context["form"]["round"].value() == 1
    send(winter, "ada", "scenarios/1/edit/", fields)
    assert (state_of(winter, 1).plan.title, state_of(winter, 1).plan.round) == ("The Ford", 1)


def test_a_bye_is_taken_back_in_the_journal(winter, rows):
    send(winter, "ada", "rounds/1/pair/", {"bye": ["3"]})
    ((_, entry),) = league_of(winter.campaign).rounds[1].byes
    words = main_text(look(winter, "ada", "rounds/1/"))
    assert "Bye Warband of cleo Take it back" in words
    send(winter, "ada", f"journal/{entry}/void/", {"reason": "she came", "do": "write"})
    assert league_of(winter.campaign).rounds[1].byes == ()
    winter.assert_sound()


def test_saving_divisions_keeps_who_has_left(winter, rows):
    divisions_set(**winter.asking("ada"), divisions=[LeagueDivision("North", (3, 4))])
    warband_leave(**winter.asking("dan"), number=4)
    answer = look(winter, "ada", "league/divisions/")
    assert "Division 1" in main_text(answer)
    send(winter, "ada", "league/divisions/", {"name_1": "East", "warband_3": "1"})
    assert league_of(winter.campaign).divisions == (LeagueDivision("East", (3, 4)),)
    assert "In no division, so not paired: Warband of ada" in main_text(look(winter, "ada", "rounds/1/pair/"))


def test_a_league_of_divisions_shows_a_table_each(winter, rows):
    divisions_set(**winter.asking("ada"), divisions=[LeagueDivision("North", (1, 2)), LeagueDivision("South", (3,))])
    words = main_text(look(winter, "bob", "league/"))
    assert words.index("North") < words.index("Warband of bob") < words.index("South") < words.index("Warband of cleo")
    assert "Warband of dan" not in words


@pytest.mark.parametrize("path", ["league/", "rounds/1/", "rounds/1/pair/"])
def test_pages_ask_the_same_of_a_league_of_any_size(winter, rows, path, django_assert_max_num_queries):
    look(winter, "ada", path)
    with django_assert_max_num_queries(13) as few:
        look(winter, "ada", path)
    for number in range(2, 5):
        round_plan(**winter.asking("ada"), plan=RoundPlan())
        round_pair(**winter.asking("ada"), number=number, tables=[(1, 3), (2, 4)])
    look(winter, "ada", path)
    with django_assert_max_num_queries(13) as many:
        look(winter, "ada", path)
    assert len(few) == len(many)


def test_a_round_is_planned_paired_and_opened_in_three_steps(winter, rows):
    plan = {"starts": "2026-03-02", "ends": "2026-03-10", "victory": "assassins"}
    send(winter, "ada", "rounds/1/edit/", plan)
    shown = winter.people["ada"].client.get(f"/campaigns/{winter.key}/rounds/plan/").content.decode()
    assert 'value="2026-03-16"' in shown
    assert 'value="2026-03-24"' in shown
    saved = send(winter, "ada", "rounds/plan/", {"victory": "assassins", "then": "pair"})
    assert saved.redirect_chain[-1][0] == f"/campaigns/{winter.key}/rounds/2/pair/"
    opened = send(winter, "ada", "rounds/2/pair/", {"first": "3", "second": "4", "do": "open"})
    assert "1 table planned." in main_text(opened)
    assert "“Scenario 2” opened." in main_text(opened)
    assert state_of(winter, 2).status == "open"


def test_a_walkover_is_not_reported_and_leads_to_a_forfeit(winter, rows):
    round_open(**winter.asking("ada"), number=1)
    field(winter, 1, rows[0])
    shown = main_text(look(winter, "ada", "scenarios/1/report/"))
    assert "an organizer records a forfeit on the scenario’s page" in shown
    assert "Save" not in shown
    refused = send(winter, "ada", "scenarios/1/report/", {"points-1": "9", "do": "save"})
    assert (refused.status_code, state_of(winter, 1).report_entry) == (422, 0)
    assert "Record the forfeit" in main_text(look(winter, "ada", "scenarios/1/"))
    assert "forfeited this game" in main_text(send(winter, "ada", "scenarios/1/forfeit/", {"absent": ["2"]}))
    assert state_of(winter, 1).status == "forfeited"
