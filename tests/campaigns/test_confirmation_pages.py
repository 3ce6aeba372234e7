"""The pages on which players confirm and dispute results, what waits for whom, and rounds that wait for answers."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from campaigns.selectors.waiting import waiting_tasks
from campaigns.services.aftermath import dice_roll_all, scenario_report
from campaigns.services.campaigns import campaign_share
from campaigns.services.confirmations import dispute_settle, report_dispute
from campaigns.services.corrections import ReportCorrection, scenario_correct
from campaigns.services.leagues import round_apply
from campaigns.services.scenarios import scenario_commit
from campaigns.web.basics import task_links
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.scenarios import ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.league_play import campaign_settings_change, report_confirm, round_open, round_pair, round_plan
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened, state_of
from tests.campaigns.verbs import Table, main_text, send
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

PAGE = "scenarios/1/"


def ready(winter: Table, scenario: int) -> None:
    """Let bob report a scenario of his first warband and dan's second one, and roll its dice."""
    for row in winter.campaign.warbands.filter(number__in=state_of(winter, scenario).plan.warbands):
        field(winter, scenario, row)
    scenario_report(
        **winter.asking("bob"), scenario=scenario, report=ScenarioReport((SideScore(1, 7), SideScore(2, 2)))
    )
    dice_roll_all(**winter.asking("ada"), scenario=scenario)


@pytest.fixture
@replayed
def reported(winter: Table) -> Table:
    """Scenario 1 is reported by bob, and dan has three days to confirm it."""
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(confirm_days=3))
    ready(winter, opened(winter, enlist(winter, "bob", *BOARS), enlist(winter, "dan", *KOBOLDS)))
    return winter


def version(table: Table) -> int:
    return state_of(table, 1).report_version


def confirm(table: Table) -> None:
    report_confirm(**table.asking("dan"), scenario=1, report=version(table))


def dispute(table: Table, sentence: str = "It was 5 to 2.") -> None:
    report_dispute(**table.asking("dan"), scenario=1, report=version(table), sentence=sentence)


def seen(table: Table, who: str, path: str = PAGE) -> Any:
    answer = table.people[who].client.get(f"/campaigns/{table.key}/{path}")
    assert answer.status_code == 200
    return answer


def sentences(table: Table, who: str) -> list[str]:
    tasks = waiting_tasks([table.campaign], table.people[who].owner).get(table.campaign.pk, [])
    front = seen(table, who, "").content.decode()
    assert all(f'href="{link.address}"' in front for link in task_links(table.key, tasks))
    return [task.sentence for task in tasks]


def test_the_other_player_confirms_with_one_tap(reported: Table):
    page = seen(reported, "dan").content.decode()
    assert page.count("button primary") == 1
    assert '<button class="button primary">Confirm the result</button>' in page
    assert "Confirm the result</button>" not in seen(reported, "bob").content.decode()
    assert "The bobs 7 VP" in main_text(seen(reported, "dan"))
    answer = send(reported, "dan", f"{PAGE}confirm/", report=str(version(reported)))
    assert "You confirmed the result of “The Old Mill”." in answer.content.decode()
    assert "Confirmed by dan" in main_text(seen(reported, "bob"))


def test_a_page_from_before_a_new_report_confirms_nothing(reported: Table):
    answer = send(reported, "dan", f"{PAGE}confirm/", report=str(version(reported) - 1))
    assert "Look at it before you answer." in answer.content.decode()
    for odd in ("", "x", "9" * 20, "-1"):
        send(reported, "dan", f"{PAGE}confirm/", report=odd)
    assert not state_of(reported, 1).answers


def test_a_dispute_is_read_by_those_whom_it_concerns(reported: Table):
    send(reported, "dan", f"{PAGE}dispute/", report=str(version(reported)), sentence="<b>Bob</b>’s boar was down.")
    for who in ("ada", "bob", "dan"):
        page = seen(reported, who).content.decode()
        assert "&lt;b&gt;Bob&lt;/b&gt;’s boar was down." in page
        assert "dan dispute" in main_text(seen(reported, who))
    token = campaign_share(**reported.asking("ada"), shared=True).spectator_token
    watcher = reported.people["eve"].client
    watcher.get(f"/campaigns/watch/{token}/")
    watched = watcher.get(f"/campaigns/{reported.key}/{PAGE}").content.decode()
    assert "boar was down" not in watched
    assert "until an organizer settles this" in " ".join(watched.split())
    assert "boar was down" not in seen(reported, "ada", "journal/").content.decode()

    assert "boar was down" in seen(reported, "ada", f"{PAGE}report/").content.decode()
    answer = send(reported, "ada", f"{PAGE}settle/", reason="Recounted")
    assert "The dispute about “The Old Mill” is settled." in answer.content.decode()


def test_who_disputes_reads_that_first_and_can_still_confirm(reported: Table):
    dispute(reported)
    page = seen(reported, "dan").content.decode()
    text = main_text(seen(reported, "dan"))
    assert text.index("You dispute the result") < text.index("Confirm it after all")
    assert '<button class="button">Confirm the result</button>' in page
    assert page.count("button primary") == 1
    send(reported, "dan", f"{PAGE}confirm/", report=str(version(reported)))
    assert "Confirmed by dan" in main_text(seen(reported, "dan"))


def test_the_aftermath_is_applied_without_waiting_for_a_reason_only(reported: Table):
    page = main_text(seen(reported, "ada", f"{PAGE}aftermath/"))
    assert "dan has not confirmed the result yet." in page
    assert "Apply it without waiting" in page
    answer = send(reported, "ada", f"{PAGE}aftermath/", do="commit")
    assert "To apply it now, give a reason." in answer.content.decode()
    send(reported, "ada", f"{PAGE}aftermath/", do="commit", reason="dan is away")
    state = state_of(reported, 1)
    assert (state.counts, state.ground, state.ground_reason) == (True, "organizer", "dan is away")
    journal = main_text(seen(reported, "ada", "journal/"))
    assert "An organizer decided. Reason: dan is away." in journal


def test_what_waits_for_whom(reported: Table):
    assert sentences(reported, "dan") == ["Confirm the result of “The Old Mill”, or dispute it."]
    assert sentences(reported, "bob") == []
    assert sentences(reported, "ada") == [
        "“The Old Mill” is reported. Apply it once all rolls are made and the result is confirmed."
    ]
    dispute(reported)
    assert sentences(reported, "dan") == []
    assert sentences(reported, "cleo") == ["dan disputes the result of “The Old Mill”. Settle it."]
    dispute_settle(**reported.asking("cleo"), scenario=1, reason="Recounted")
    assert sentences(reported, "ada") == ["“The Old Mill” is reported. Apply it once all rolls are made."]


def test_a_correction_after_the_commit_reaches_both_players_for_a_week(reported: Table):
    confirm(reported)
    early = ReportCorrection(ScenarioReport((SideScore(1, 6), SideScore(2, 2))))
    scenario_correct(**reported.asking("ada"), scenario=1, correction=early, reason="mistyped")
    scenario_commit(**reported.asking("ada"), scenario=1, reason="as corrected")
    assert "was corrected" not in " ".join(sentences(reported, "dan"))
    assert "was corrected" not in main_text(seen(reported, "dan"))
    late = ReportCorrection(ScenarioReport((SideScore(1, 5), SideScore(2, 2))))
    scenario_correct(**reported.asking("ada"), scenario=1, correction=late, reason="recounted")
    told = "The result of “The Old Mill” was corrected after it was applied."
    for who in ("bob", "dan"):
        assert told in sentences(reported, who)
        assert "The result was corrected after it was applied" in main_text(seen(reported, who))
    assert told not in sentences(reported, "ada")
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert told not in sentences(reported, "dan")


def test_a_round_shows_and_leaves_out_what_is_not_confirmed(reported: Table):
    asking = reported.asking("ada")
    confirm(reported)
    scenario_commit(**asking, scenario=1)
    number = round_plan(**asking, plan=RoundPlan())
    (table,) = round_pair(**asking, number=number, tables=[(1, 2)])
    round_open(**asking, number=number)
    ready(reported, table.number)
    page = main_text(seen(reported, "ada", f"rounds/{number}/"))
    assert "To confirm" in page
    assert "The dans has not confirmed the result." in page
    report_dispute(
        **reported.asking("dan"), scenario=2, report=state_of(reported, 2).report_version, sentence="Boars do not fly."
    )
    page = main_text(seen(reported, "ada", f"rounds/{number}/"))
    assert "Disputed" in page
    assert "The dans disputes the result." in page
    outcome = round_apply(**asking, number=number, scenarios=[2])
    assert [(row.number, why) for row, why in outcome.left_out] == [
        (2, "dan disputes the result. Settle the dispute first.")
    ]
    dispute_settle(**asking, scenario=2, reason="They do not.")
    assert "Ready to apply" in main_text(seen(reported, "ada", f"rounds/{number}/"))
    assert [row.number for row in round_apply(**asking, number=number, scenarios=[2]).done] == [2]
    reported.assert_sound()


def test_a_new_league_starts_with_three_days_that_an_organizer_may_take_out(winter: Table):
    page = seen(winter, "ada", "league/rules/").content.decode()
    assert 'name="confirm_days" value="3"' in page
    rules = {
        **dict.fromkeys(("major_victory", "minor_victory", "bye", "forfeit_won"), "3"),
        **dict.fromkeys(("draw", "minor_defeat", "major_defeat", "forfeit_lost"), "0"),
    }
    send(winter, "ada", "league/rules/", **rules, confirm_days="4")
    assert winter.campaign.settings["confirm_days"] == 4
    send(winter, "ada", "league/rules/", **{**rules, "draw": "1"}, reason="as voted")
    assert winter.campaign.settings["confirm_days"] == 4
    assert 'name="confirm_days"' not in seen(winter, "ada", "league/rules/").content.decode()


def test_pages_take_two_queries_more_at_most(reported: Table, django_assert_max_num_queries: Any):
    dispute(reported)
    with django_assert_max_num_queries(22):
        seen(reported, "ada")
