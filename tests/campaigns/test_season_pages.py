"""The pages of a season: its awards so far, settling, finishing, certificates, and the next season."""

import pytest

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.checking import campaign_faults
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.campaigns import campaign_close, campaign_share
from campaigns.services.people import campaign_join, invitation_make
from campaigns.services.seasons import season_finish, season_follow
from campaigns.services.warbands import warband_leave
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.leagues.settings import LeagueRules
from tests.campaigns.league_play import league_set, round_open, round_pair, round_plan
from tests.campaigns.play import KOBOLDS, enlist, field, played, report, state_of
from tests.campaigns.verbs import Table, main_text
from tests.programs import error_of, program_of
from tests.replays import replayed
from tests.warbands.verbs import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
@replayed
def rows(winter) -> list[CampaignWarband]:
    """Return four warbands in a league; ada and bob have played, a round with two tables is open."""
    rows = [enlist(winter, name, *KOBOLDS, warband=f"Warband of {name}") for name in ("ada", "bob", "cleo", "dan")]
    asking = winter.asking("ada")
    league_set(**asking, rules=LeagueRules())
    for _ in range(3):
        played(winter, {rows[0]: 9, rows[1]: 2})
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2), (3, 4)])
    round_open(**asking, number=1)
    for row in rows[:2]:
        field(winter, 4, row)
    report(winter, 4, {rows[0]: 3, rows[1]: 5})
    dice_roll_all(**asking, scenario=4)
    return rows


def look(table: Table, who: str, path: str):
    return table.people[who].client.get(f"/campaigns/{table.key}/{path}")


def send(table: Table, who: str, path: str, **form):
    return table.people[who].client.post(f"/campaigns/{table.key}/{path}", form, follow=True)


def test_everyone_sees_who_would_get_what_and_organizers_what_still_runs(winter, rows):
    for who, runs in (("ada", True), ("cleo", True), ("bob", False)):
        text = main_text(look(winter, who, "season/"))
        assert "Champion of the league" in text
        assert "Warband of ada won 3 games in a row." in text
        assert ("Scenarios that are still running" in text) is runs
    assert "The season goes on" in text
    text = main_text(look(winter, "ada", "season/"))
    assert "Warband of cleo forfeits it" in text
    campaign_share(**winter.asking("ada"), shared=True)
    stranger = winter.people["eve"].client
    stranger.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    assert "Awards so far" in main_text(look(winter, "eve", "season/"))


def test_a_season_is_settled_and_finished_in_two_acts(winter, rows):
    page = send(winter, "ada", "season/settle/", **{"ending-4": "apply", "ending-5": "forfeit-3-4"})
    assert "settled." in main_text(page)
    assert [state_of(winter, number).status for number in (4, 5)] == ["committed", "forfeited"]
    head = winter.campaign.head
    assert f'name="seen"\n    value="{head}"' in page.content.decode()
    page = send(winter, "ada", "season/finish/", seen=str(head))
    text = main_text(page)
    assert "The season is finished" in text
    assert "Print the certificates" in text
    assert winter.campaign.finished_by == head + 1
    for path in ("league/", "chronicle/", "warbands/1/"):
        assert "Winning streak" in main_text(look(winter, "bob", path)), path


def test_after_the_end_of_a_season_no_one_is_asked_for_another_round(winter, rows):
    send(winter, "ada", "season/settle/", **{"ending-4": "cancel", "ending-5": "cancel"})
    season_finish(**winter.asking("ada"))
    text = main_text(look(winter, "ada", ""))
    assert "Plan the next round" not in text
    assert "The season is finished. See champions and awards" in text or "to choose" in text


def test_what_was_not_seen_is_not_finished_and_odd_answers_change_nothing(winter, rows):
    odd = {"ending-x": "cancel", "ending-4": "burn", "ending-5": "forfeit-x", "ending-": "apply"}
    assert "is left out" in main_text(send(winter, "ada", "season/settle/", **odd))
    assert "There is no such scenario" in main_text(send(winter, "ada", "season/settle/", **{"ending-99": "cancel"}))
    assert [state_of(winter, number).status for number in (4, 5)] == ["open", "open"]
    assert "is not settled" in main_text(send(winter, "ada", "season/finish/", seen="1"))
    send(winter, "ada", "season/settle/", **{"ending-4": "cancel", "ending-5": "cancel"})
    assert "has changed meanwhile" in main_text(send(winter, "ada", "season/finish/", seen="1"))
    assert winter.campaign.finished_by is None


def test_certificates_are_a_page_each(winter, rows):
    assert "no certificate to print" in main_text(
        winter.people["ada"].client.get(f"/campaigns/{winter.key}/season/certificates/", follow=True)
    )
    send(winter, "ada", "season/settle/", **{"ending-4": "cancel", "ending-5": "cancel"})
    season_finish(**winter.asking("ada"))
    whole = look(winter, "bob", "season/certificates/")
    own = look(winter, "bob", "season/certificates/?warband=2")
    assert (whole["Content-Type"], own["Content-Type"]) == ("application/pdf", "application/pdf")
    assert len(own.content) < len(whole.content)


def test_a_finished_season_says_when_the_journal_has_moved_on(winter, rows):
    send(winter, "ada", "season/settle/", **{"ending-4": "cancel", "ending-5": "cancel"})
    season_finish(**winter.asking("ada"))
    assert "The journal has changed since" not in main_text(look(winter, "ada", "season/"))
    played(winter, {rows[1]: 9, rows[0]: 2})
    assert "Undo the end of the season" in main_text(look(winter, "ada", "season/"))
    assert "The journal has changed since" in main_text(look(winter, "bob", "season/"))


def test_an_organizer_invites_to_the_next_season_and_a_player_takes_the_place(winter, rows):
    send(winter, "ada", "season/settle/", **{"ending-4": "cancel", "ending-5": "cancel"})
    season_finish(**winter.asking("ada"))
    campaign_close(**winter.asking("ada"))
    assert look(winter, "bob", "season/next/").status_code == 403
    text = main_text(look(winter, "ada", "season/next/"))
    assert "Whom to invite" in text
    assert winter.people["ada"].client.post(f"/campaigns/{winter.key}/season/next/", {"name": ""}).status_code == 422
    page = send(winter, "ada", "season/next/", name="The Long Spring", people=[str(winter.number("bob"))])
    assert "The next season has begun" in main_text(page)
    spring = Campaign.objects.get(follows=winter.campaign)

    for path in (f"/campaigns/{winter.key}/season/", "/campaigns/"):
        page = winter.people["bob"].client.get(path)
        assert "You are invited to" in main_text(page)
        assert "The Long Spring" in main_text(page)
        assert "You are invited to" not in main_text(winter.people["dan"].client.get(path))
    token = spring.participants.get(name="bob").claim_token
    assert f"/campaigns/claim/{token}/" in page.content.decode()
    # Dan sees no button to decline the place of another, and cannot.
    claim = f"/campaigns/claim/{token}/"
    assert "Decline" not in main_text(winter.people["dan"].client.get(claim))
    page = winter.people["dan"].client.post(claim, {"decline": "yes"}, follow=True)
    assert "This invitation is not valid" in text_of(page)
    assert "Decline" in main_text(winter.people["bob"].client.get(claim))
    winter.people["bob"].client.post(f"/campaigns/claim/{token}/")
    assert "The next season: The Long Spring" in main_text(look(winter, "bob", "season/"))
    assert "You are invited to" not in main_text(look(winter, "bob", "season/"))


def test_an_invited_player_declines_and_the_organizer_sees_who_has_answered(winter, rows):
    people = [winter.number(name) for name in ("bob", "dan")]
    spring = season_follow(**winter.asking("ada"), name="Spring", people=people)
    bob, ada = winter.people["bob"].client, winter.people["ada"].client
    claim = f"/campaigns/claim/{spring.participants.get(name='bob').claim_token}/"
    page = bob.post(claim, {"decline": "yes"}, follow=True)
    assert "You have declined the place in “Spring”." in text_of(page)
    assert "You are invited to" not in text_of(page)
    assert bob.get(claim).status_code == 404
    shown = main_text(ada.get(f"/campaigns/{spring.key}/people/"))
    assert "bob Declined the invitation" in shown
    assert "dan Has not joined yet" in shown
    assert "bob declined the invitation." in main_text(ada.get(f"/campaigns/{spring.key}/journal/"))
    assert not campaign_faults(Campaign.objects.get(pk=spring.pk))
    # By the link of the campaign, Bob can still join.
    link = invitation_make(actor=winter.people["ada"].owner, key=spring.key).invitation_token
    campaign_join(actor=winter.people["bob"].owner, token=link)
    assert "Spring" in text_of(bob.get("/campaigns/"))


def test_a_program_declines_the_place_of_its_person(winter, rows):
    spring = season_follow(**winter.asking("ada"), name="Spring", people=[winter.number("bob")])
    body = {"token": spring.participants.get(name="bob").claim_token}
    programs = {name: program_of(winter.people[name].owner) for name in ("bob", "dan")}
    assert error_of(programs["dan"].post("campaigns/decline/", body)) == (404, "invitation.gone")
    assert programs["bob"].post("campaigns/decline/", body).status_code == 204
    assert error_of(programs["bob"].post("campaigns/decline/", body)) == (404, "invitation.gone")
    assert spring.participants.get(name="bob").has_declined


def test_the_page_asks_the_same_number_of_queries_for_more_warbands(winter, rows, django_assert_max_num_queries):
    with django_assert_max_num_queries(40) as before:
        look(winter, "ada", "season/")
    enlist(winter, "dan", *KOBOLDS, warband="Another")
    warband_leave(**winter.asking("dan"), number=5)
    with django_assert_max_num_queries(len(before)):
        look(winter, "ada", "season/")


def test_a_campaign_without_games_has_no_champions_yet(winter):
    assert "No champions yet" in main_text(look(winter, "ada", "season/"))
