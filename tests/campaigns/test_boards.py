"""The week's board on the page of a campaign: one's own table, who is late, filters, and what it costs."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from accounts.models import Owner
from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.leagues import league_of
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.game_nights import game_night_set
from campaigns.services.journal import journal_open
from campaigns.services.leagues import game_forfeit, round_apply
from campaigns.services.pairings import absence_set
from campaigns.services.scenarios import scenario_plan
from common.refusal import Refusal
from rules.campaigns.events.leagues import ByeGiven
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.leagues.settings import LeagueRules, ResultPoints
from rules.campaigns.scenarios import ScenarioPlan
from rules.campaigns.state.leagues import fold_league
from rules.crests import CrestChoice
from tests.campaigns.league_play import league_set, round_open, round_pair, round_plan
from tests.campaigns.play import KOBOLDS, commit, enlist, enter, field, opened, report
from tests.campaigns.verbs import Table, main_text
from tests.replays import replayed
from warbands.services.warbands import warband_choose_crest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture(autouse=True)
def today() -> Any:
    """Let it be the tenth of March."""
    with time_machine.travel(datetime(2026, 3, 10, 12, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
@replayed
def rows(winter: Table) -> list[CampaignWarband]:
    """Return a league of two rounds: 1 is over since the 7th, with a table that no one fielded; 2 is open."""
    asking = winter.asking("ada")
    warbands = [enlist(winter, name, *KOBOLDS, warband=f"{name}’s own") for name in ("ada", "bob", "cleo", "dan")]
    league_set(**asking, rules=LeagueRules())
    for starts, ends, tables in (
        ("2026-03-01", "2026-03-07", [(1, 3), (2, 4)]),
        ("2026-03-08", "2026-03-14", [(1, 2), (3, 4)]),
    ):
        number = round_plan(**asking, plan=RoundPlan("", starts, ends))
        round_pair(**asking, number=number, tables=tables)
        round_open(**asking, number=number)
    return warbands


def overview(table: Table, who: str, query: str = "") -> str:
    answer = table.people[who].client.get(f"/campaigns/{table.key}/{query}")
    assert answer.status_code == 200
    page: str = answer.content.decode()
    assert page.count("button primary") <= 1
    return page


def words_of(table: Table, who: str, query: str = "") -> str:
    return plain_text(table.people[who].client.get(f"/campaigns/{table.key}/{query}"))


def plain_text(answer: Any) -> str:
    """Return what the main part of a page says, without the emblems of crests."""
    return re.sub("[\ue000-\uf8ff] ", "", main_text(answer))


def test_a_player_reads_first_whom_they_play_when_where_and_what_to_do(winter: Table, rows: list[CampaignWarband]):
    starts = datetime(2026, 3, 12, 19, 30)  # noqa: DTZ001 # clocks of a place
    asking = winter.asking("ada")
    game_night_set(**asking, scenario=3, starts=starts, time_zone="Europe/Paris", minutes=180, place="The attic")
    game_forfeit(**asking, scenario=2, absent=[4], reason="ill")
    page, words = overview(winter, "bob"), words_of(winter, "bob")
    own = words[words.index("You play") : words.index("See the table")]
    assert "ada’s own ( ada )" in own
    assert "Thursday 12 March 2026, 19:30" in own
    assert "The attic" in own
    assert f'class="button primary"\n    href="/campaigns/{winter.key}/scenarios/3/field/2/">Field it' in page
    assert words.index("You play") < words.index("Round 2") < words.rindex("League")


def test_the_board_has_the_current_round_and_what_is_left_of_earlier_ones(winter: Table, rows: list[CampaignWarband]):
    words = words_of(winter, "dan")
    board = words[words.index("Round 2") : words.rindex("League")]
    assert board.count("To field") == 4 + 1  # one of them is a choice of the filter
    assert board.count("3 days late") == 2
    # One's own tables come first, and of these the latest.
    assert board.index("bob’s own against dan’s own") < board.index("cleo’s own against dan’s own")
    assert board.index("cleo’s own against dan’s own") < board.index("ada’s own against cleo’s own")


def test_everyone_reads_which_round_comes_next_until_it_has_tables(winter: Table, rows: list[CampaignWarband]):
    assert "Next:" not in words_of(winter, "bob")
    number = round_plan(**winter.asking("ada"), plan=RoundPlan("", "2026-03-15", "2026-03-21"))
    assert "Next: Round 3 , 15 March 2026 to 21 March 2026. Its tables are not planned yet." in words_of(winter, "bob")
    round_pair(**winter.asking("ada"), number=number, tables=[(1, 4)])
    assert "Next:" not in words_of(winter, "bob")


def test_who_stays_away_is_not_waiting_to_be_paired(winter: Table, rows: list[CampaignWarband]):
    number = round_plan(**winter.asking("ada"), plan=RoundPlan())
    round_pair(**winter.asking("ada"), number=number, tables=[(1, 2)])
    assert "Pair this round" in words_of(winter, "ada", f"?round={number}")
    for warband in (3, 4):
        absence_set(**winter.asking("ada"), number=number, warband=warband, reason="At sea")
    assert "Pair this round" not in words_of(winter, "ada", f"?round={number}")


def test_organizers_read_who_is_late_and_players_do_not(winter: Table, rows: list[CampaignWarband]):
    for warband in (rows[0], rows[2]):
        field(winter, 1, warband)
    words = words_of(winter, "ada")
    late = words[words.index("Who is late") :]
    assert "No one has reported the result. 3 days late" in late
    assert "bob’s own has not fielded. 3 days late" in late
    assert "Who is late" not in words_of(winter, "bob")
    report(winter, 1, {rows[0]: 1, rows[2]: 0})
    words = words_of(winter, "ada")
    assert "cleo’s own has 2 rolls to make. 3 days late" in words[words.index("Who is late") :]


def test_feats_that_others_owe_are_late_from_the_end_of_their_round(winter: Table, rows: list[CampaignWarband]):
    for warband in (rows[1], rows[3]):
        field(winter, 2, warband)
    report(winter, 2, {rows[1]: 1, rows[3]: 0})
    enter(winter, 2, rows[1], "m1", "advance", 1, 1, 1)
    commit(winter, 2)
    words = words_of(winter, "ada")
    assert "Snik of bob’s own has a feat to choose. 3 days late" in words[words.index("Who is late") :]
    with time_machine.travel(datetime(2026, 3, 7, 23, tzinfo=UTC), tick=False):
        assert "Who is late" not in words_of(winter, "ada")


def test_the_day_of_a_night_comes_before_that_of_its_round(winter: Table, rows: list[CampaignWarband]):
    starts = datetime(2026, 3, 9, 19, 30)  # noqa: DTZ001 # clocks of a place
    game_night_set(**winter.asking("ada"), scenario=4, starts=starts, time_zone="Europe/Paris", minutes=180, place="")
    words = words_of(winter, "bob", "?state=late")
    assert "Mon 9 Mar, 19:30" in words
    assert "1 day late" in words


@pytest.mark.parametrize(
    ("query", "tables"),
    [
        ("?player=2", ["bob’s own against dan’s own", "ada’s own against bob’s own"]),
        ("?round=1", ["ada’s own against cleo’s own", "bob’s own against dan’s own"]),
        ("?round=2&player=3", ["cleo’s own against dan’s own"]),
        ("?state=late&player=1", ["ada’s own against cleo’s own"]),
        ("?state=ready", []),
    ],
)
def test_tables_can_be_filtered(winter: Table, rows: list[CampaignWarband], query: str, tables: list[str]):
    campaign_share(**winter.asking("ada"), shared=True)
    browser = Client()
    browser.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    words = plain_text(browser.get(f"/campaigns/{winter.key}/{query}"))
    board = words[words.index("Show all") : words.rindex("League")]
    assert board.count(" against ") == len(tables)
    assert all(table in board for table in tables)
    assert ("No table is like that." in board) is not tables


@pytest.mark.parametrize("name", ["player", "round", "state", "page", "as_of"])
@pytest.mark.parametrize("odd", ["", "\0", "x" * 3_000, "٣", "-1", "99", "9" * 30, "<b>", "2&player=2"])
def test_odd_filters_show_the_board(winter: Table, rows: list[CampaignWarband], name: str, odd: str):
    page = overview(winter, "bob", f"?{name}={odd}")
    assert "You play" in page
    assert "<b>&" not in page


def test_a_campaign_without_rounds_has_its_open_scenarios_in_the_same_form(
    winter: Table, kobolds: CampaignWarband, boars: CampaignWarband
):
    scenario = opened(winter, kobolds, boars, date="2026-03-04")
    field(winter, scenario, kobolds)
    words = words_of(winter, "bob")
    assert "Round" not in words
    assert words.index("You play") < words.index("Open scenarios")
    assert "Fielded 1 of 2" in words
    assert "6 days late" in words
    field(winter, scenario, boars)
    report(winter, scenario, {kobolds: 1, boars: 0})
    commit(winter, scenario)
    assert "Open scenarios" not in words_of(winter, "bob")
    scenario_void(**winter.asking("ada"), scenario=scenario, reason="mistyped")
    assert "Ready to apply" in words_of(winter, "bob")


def test_the_organizer_opens_and_applies_a_round_from_the_board(winter: Table, rows: list[CampaignWarband]):
    asking = winter.asking("ada")
    for warband in (rows[2], rows[3]):
        field(winter, 4, warband)
    report(winter, 4, {rows[2]: 1, rows[3]: 0})
    page = overview(winter, "ada")
    assert "Apply all that are" not in page
    enter(winter, 4, rows[2], "m1", "advance", 4, 3, 2)
    assert "Apply all that are" not in overview(winter, "ada")
    for row, member in ((rows[2], "m2"), (rows[3], "m1"), (rows[3], "m2")):
        enter(winter, 4, row, member, "advance", 4, 3, 2)
    assert f'href="/campaigns/{winter.key}/rounds/2/apply/"' in overview(winter, "ada")
    assert f'href="/campaigns/{winter.key}/rounds/2/apply/"' not in overview(winter, "bob")
    assert round_apply(**asking, number=2, scenarios=[4]).left_out == ()
    number = round_plan(**asking, plan=RoundPlan("Thaw", "2026-03-10", "2026-03-10"))
    assert "Pair this round" not in words_of(winter, "ada")
    with time_machine.travel(datetime(2026, 3, 20, 12, tzinfo=UTC), tick=False):
        round_pair(**asking, number=number, tables=[(1, 4)], byes=[2])
        assert "Open all (1)" in words_of(winter, "ada", f"?round={number}")


def test_a_player_who_has_the_bye_reads_so(winter: Table):
    for name in ("ada", "bob", "cleo"):
        enlist(winter, name, *KOBOLDS, warband=f"{name}’s own")
    asking = winter.asking("ada")
    assert "Play a league" in words_of(winter, "ada")
    assert "Play a league" not in words_of(winter, "bob")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 3)], byes=[2])
    assert "bob’s own has the bye in Round 1" in words_of(winter, "bob")
    assert "Nothing to do now." not in words_of(winter, "bob")
    words = words_of(winter, "ada")
    assert "You play cleo’s own" in words
    assert "has the bye" not in words
    assert "Play a league" not in words


def test_a_round_that_is_over_gives_way_to_the_next_one(winter: Table):
    warbands = [enlist(winter, name, *KOBOLDS, warband=f"{name}’s own") for name in ("ada", "bob")]
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan("", "2026-03-08", "2026-03-14"))
    round_pair(**asking, number=1, tables=[(1, 2)])
    round_open(**asking, number=1)
    game_forfeit(**asking, scenario=1, absent=[warbands[1].number], reason="")
    enlist(winter, "cleo", *KOBOLDS)
    assert "Plan the next round" in words_of(winter, "ada")
    assert "Pair this round" not in words_of(winter, "ada")
    round_plan(**asking, plan=RoundPlan("Thaw", "2026-03-15", "2026-03-21"))
    words = words_of(winter, "ada")
    assert "Thaw Pair this round" in words
    assert "Plan the next round" not in words


def test_a_long_board_has_pages(winter: Table, boars: CampaignWarband):
    for number in range(32):
        scenario_plan(**winter.asking("ada"), plan=ScenarioPlan(f"Table {number}.", warbands=(1,)))
    words = words_of(winter, "dan")
    assert words.count("It has to be opened.") == 30
    assert words_of(winter, "dan", "?page=2").count("It has to be opened.") == 2


def test_the_board_costs_the_same_with_more_tables(
    winter: Table, rows: list[CampaignWarband], django_assert_num_queries: Any
):
    overview(winter, "bob")
    with django_assert_num_queries(11):
        overview(winter, "bob")
    asking = winter.asking("ada")
    for number in range(3, 6):
        round_plan(**asking, plan=RoundPlan())
        round_pair(**asking, number=number, tables=[(1, 3), (2, 4)])
        round_open(**asking, number=number)
    overview(winter, "bob")
    with django_assert_num_queries(11):
        overview(winter, "bob")


def test_the_board_says_that_all_rounds_are_over(winter: Table, rows: list[CampaignWarband]):
    asking = winter.asking("ada")
    for scenario, absent in ((1, 1), (2, 2), (3, 1)):
        game_forfeit(**asking, scenario=scenario, absent=[absent], reason="")
        assert "All rounds are over." not in words_of(winter, "bob")
    entry = game_forfeit(**asking, scenario=4, absent=[3], reason="")
    assert "All rounds are over." in words_of(winter, "bob")
    entry_void(**asking, number=entry.number, reason="They came")
    assert "All rounds are over." not in words_of(winter, "bob")


def watched(table: Table, address: str = "") -> str:
    """Return the words of a page as a spectator reads it."""
    browser = Client()
    browser.get(f"/campaigns/watch/{table.campaign.spectator_token}/")
    return plain_text(browser.get(f"/campaigns/{table.key}/{address}"))


def league_words(table: Table, who: str = "bob") -> str:
    return plain_text(table.people[who].client.get(f"/campaigns/{table.key}/league/"))


def test_what_is_drawn_once_shows_every_change_at_once(winter: Table, rows: list[CampaignWarband]):
    asking = winter.asking("ada")
    before = league_words(winter)
    entry = game_forfeit(**asking, scenario=1, absent=[1], reason="")
    after = league_words(winter)
    assert after == league_words(winter) != before
    entry_void(**asking, number=entry.number, reason="They came")
    assert league_words(winter) == before
    entry_void(**asking, number=winter.campaign.head, reason="They did not")
    assert league_words(winter) == after
    league_set(**asking, rules=LeagueRules(ResultPoints(forfeit_won=7)), reason="A forfeit is worth more")
    assert league_words(winter) != after
    bob = winter.people["bob"].owner.user
    bob.username = "Robert"
    bob.save()
    assert "Robert" in league_words(winter)
    assert "Robert" in words_of(winter, "ada")
    pages = [f"/campaigns/{winter.key}/{page}" for page in ("", "league/", "rounds/2/")]
    drawn = [main_text(winter.people["ada"].client.get(page)) for page in pages]
    warband_choose_crest(owner=Owner(user=bob), key=rows[1].warband.key, choice=CrestChoice("boar"))
    for page, text in zip(pages, drawn, strict=True):
        assert main_text(winter.people["ada"].client.get(page)) != text


def test_what_is_drawn_for_players_is_not_shown_to_spectators(winter: Table, rows: list[CampaignWarband]):
    starts = datetime(2026, 3, 12, 19, 30)  # noqa: DTZ001 # clocks of a place
    asking = winter.asking("ada")
    game_night_set(**asking, scenario=3, starts=starts, time_zone="Europe/Paris", minutes=180, place="The attic")
    campaign_share(**asking, shared=True)
    for address in ("", "rounds/2/"):
        assert "The attic" in plain_text(winter.people["bob"].client.get(f"/campaigns/{winter.key}/{address}"))
        assert "The attic" not in watched(winter, address)
        assert "The attic" in plain_text(winter.people["cleo"].client.get(f"/campaigns/{winter.key}/{address}"))
    assert "Take it out of the campaign" in words_of(winter, "ada")
    assert words_of(winter, "bob").count("Take it out of the campaign") == 1
    assert "Take it out of the campaign" not in watched(winter)


def test_a_table_is_later_every_day(winter: Table, rows: list[CampaignWarband]):
    assert "3 days late" in words_of(winter, "dan")
    with time_machine.travel(datetime(2026, 3, 11, 12, tzinfo=UTC), tick=False):
        assert "4 days late" in words_of(winter, "dan")


def test_a_journal_is_folded_once_for_each_last_entry(winter: Table, rows: list[CampaignWarband], monkeypatch):
    folded = []

    def fold(events):
        folded.append(1)
        return fold_league(events)

    monkeypatch.setattr("campaigns.selectors.leagues.fold_league", fold)
    for who in ("ada", "bob", "cleo"):
        league_words(winter, who)
        words_of(winter, who)
    assert len(folded) <= 1
    game_forfeit(**winter.asking("ada"), scenario=1, absent=[1], reason="A flooded road")
    folded.clear()
    league_words(winter)
    league_words(winter, "ada")
    assert len(folded) == 1


def test_a_write_that_fails_leaves_no_result_behind(winter: Table, rows: list[CampaignWarband]):
    before, written = league_words(winter), list[Campaign]()

    @transaction.atomic
    def write() -> None:
        journal = journal_open(**winter.asking("ada"))
        journal.write(ByeGiven(1, 3))
        written.append(journal.campaign)
        assert league_of(journal.campaign).rounds[1].resting == (3,)
        raise Refusal("Not now.", code="campaign.state")

    with pytest.raises(Refusal):
        write()
    assert league_of(written[0]).rounds[1].resting == ()
    assert league_words(winter) == before
