"""The end of a season: settling, finishing, undoing that, files, and the next season."""

import pytest

from campaigns.models import Campaign, CampaignWarband, Participant
from campaigns.selectors.files import campaign_file
from campaigns.selectors.leagues import league_of
from campaigns.selectors.seasons import given_honors, honors_in_words, season_board, season_invitations, season_now
from campaigns.selectors.warbands import warbands_ever
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.campaigns import campaign_close
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.files import campaign_import
from campaigns.services.leagues import divisions_set, game_forfeit
from campaigns.services.pairings import playoff_games_plan
from campaigns.services.people import placeholder_add, placeholder_claim
from campaigns.services.seasons import ScenarioEnding, season_finish, season_follow, season_settle
from campaigns.services.warbands import warband_career_accept, warband_join, warband_leave
from common.refusal import Refusal
from rules.campaigns.files import campaign_file_from_json, campaign_file_json
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.leagues.settings import RULE_SETS, LeagueRules
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.league_play import (
    campaign_settings_change,
    league_set,
    playoffs_draw,
    round_open,
    round_pair,
    round_plan,
)
from tests.campaigns.play import KOBOLDS, enlist, field, opened, played, record_of, report, state_of
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
@replayed
def rows(winter) -> list[CampaignWarband]:
    """Return the warbands of ada, bob, cleo and dan, in a league without rounds."""
    league_set(**winter.asking("ada"), rules=LeagueRules())
    return [enlist(winter, name, *KOBOLDS, warband=f"Warband of {name}") for name in ("ada", "bob", "cleo", "dan")]


def round_of(table, *tables):
    """Plan a round with these tables, and open them; return the numbers of the scenarios."""
    asking = table.asking("ada")
    number = round_plan(**asking, plan=RoundPlan())
    scenarios = round_pair(**asking, number=number, tables=tables)
    round_open(**asking, number=number)
    return [scenario.number for scenario in scenarios]


def fought(table, scenario, scores):
    for row in scores:
        field(table, scenario, row)
    report(table, scenario, scores)
    dice_roll_all(**table.asking("ada"), scenario=scenario)


def honors(table):
    return {
        (honor.title, honor.holder, honor.deed)
        for honor in given_honors(table.view("ada"), warbands_ever(table.campaign))
    }


def titles(table):
    return [(title, holder) for title, holder, _ in honors(table)]


def board(table):
    return season_board(table.view("ada"), list(warbands_ever(table.campaign)))


def test_what_is_ready_is_applied_and_the_rest_forfeited_or_canceled(winter, rows):
    first, second = round_of(winter, (1, 2), (3, 4))
    third = opened(winter, rows[0], rows[2])
    fought(winter, first, {rows[0]: 9, rows[1]: 2})
    tables = {table.scenario.number: table for table in board(winter).unsettled}
    assert {number: table.is_ready for number, table in tables.items()} == {1: True, 2: False, 3: False}

    outcome = season_settle(
        **winter.asking("ada"),
        endings=[
            ScenarioEnding(first, "apply"),
            ScenarioEnding(second, "forfeit", (3,)),
            ScenarioEnding(third, "cancel"),
        ],
    )
    assert [row.number for row in outcome.done] == [first, second, third]
    assert [state_of(winter, number).status for number in (1, 2, 3)] == ["committed", "forfeited", "canceled"]
    assert board(winter).unsettled == []
    winter.assert_sound()


def test_what_is_not_ready_is_left_out_with_the_reason(winter, rows):
    first, second = round_of(winter, (1, 2), (3, 4))
    fought(winter, first, {rows[0]: 9, rows[1]: 2})
    endings = [ScenarioEnding(first, "apply"), ScenarioEnding(second, "apply"), ScenarioEnding(second, "forfeit")]
    outcome = season_settle(**winter.asking("ada"), endings=endings)
    assert [row.number for row in outcome.done] == [first]
    assert [(row.number, why) for row, why in outcome.left_out] == [
        (second, "No warband is fielded. Field the warbands that fought first."),
        (second, "Choose who did not come."),
    ]


def test_a_season_names_its_champions_and_gives_awards(winter, rows):
    played(winter, {rows[0]: 9, rows[1]: 2})
    played(winter, {rows[0]: 9, rows[2]: 2}, (rows[2], "m1"))
    played(winter, {rows[0]: 9, rows[3]: 2})
    entry = season_finish(**winter.asking("ada"))
    assert winter.campaign.finished_by == entry.number
    assert {
        ("Champion of the league", "Warband of ada", ""),
        ("Winning streak", "Warband of ada", "won 3 games in a row"),
        ("Good shepherd", "Warband of ada", "had no member eliminated in 3 games"),
        ("Most faithful", "Warband of ada", "played 3 games and forfeited none"),
        ("Survivor", "Snik (Warband of ada)", "fought 3 scenarios and was never eliminated"),
    } <= honors(winter)
    winter.assert_sound()


def test_the_first_level_is_found_in_the_careers_after_each_scenario(winter, rows):
    for _ in range(3):
        played(winter, {rows[0]: 9, rows[1]: 2})
    season = season_now(winter.campaign)
    first = next(award for award in season.awards if award.award == "first-level")
    gained = {
        (row.number, career.id) for row in rows for career in record_of(row).careers.members if career.advances >= 3
    }
    assert {(holder.warband, holder.member) for holder in first.holders} == gained
    assert {holder.scenario for holder in first.holders} == {3}
    words = honors_in_words(winter.view("ada"), season, list(warbands_ever(winter.campaign)))
    assert {honor.deed for honor in words if honor.key == "first-level"} == {
        "was the first to gain a level, in “The Old Mill”"
    }


def test_each_division_has_a_champion_and_a_shared_place_two(winter, rows):
    divisions_set(**winter.asking("ada"), divisions=[LeagueDivision("North", (1, 2)), LeagueDivision("South", (3, 4))])
    played(winter, {rows[0]: 9, rows[1]: 2})
    played(winter, {rows[2]: 5, rows[3]: 5})
    season_finish(**winter.asking("ada"))
    assert {
        ("Champion of North", "Warband of ada"),
        ("Runner-up of North", "Warband of bob"),
        ("Joint champion of South", "Warband of cleo"),
        ("Joint champion of South", "Warband of dan"),
    } <= set(titles(winter))


def test_a_campaign_without_a_league_has_champions_by_its_standings(winter):
    rows = [enlist(winter, name, *KOBOLDS, warband=f"Warband of {name}") for name in ("ada", "bob", "cleo")]
    played(winter, {rows[1]: 9, rows[0]: 2})
    season_finish(**winter.asking("ada"))
    assert ("Champion of the campaign", "Warband of bob") in titles(winter)
    assert "Warband of cleo" not in dict(titles(winter)).values()
    winter.assert_sound()


def test_a_season_is_undone_finished_anew_and_restored(winter, rows):
    asking = winter.asking("ada")
    scenario = played(winter, {rows[0]: 9, rows[1]: 2})
    entry = season_finish(**asking)
    with pytest.raises(Refusal, match="finished already"):
        season_finish(**asking)
    # What was given stays as it was given; the page says that the journal has moved on.
    assert board(winter).has_changed is False
    game_forfeit(**asking, scenario=opened(winter, rows[2], rows[3]), absent=[3])
    assert board(winter).has_changed is True
    assert ("Champion of the league", "Warband of ada") in titles(winter)

    void = entry_void(**asking, number=entry.number, reason="one game was missing")
    assert (winter.campaign.finished_by, honors(winter)) == (None, set())
    winter.assert_sound()
    scenario_void(**asking, scenario=scenario, reason="mistyped")
    again = season_finish(**asking)
    assert ("Champion of the league", "Warband of dan") in titles(winter)
    entry_void(**asking, number=again.number, reason="no")
    entry_void(**asking, number=void.number, reason="it was right")
    assert winter.campaign.finished_by == entry.number
    assert ("Champion of the league", "Warband of ada") in titles(winter)
    winter.assert_sound()
    campaign_close(**asking)
    with pytest.raises(Refusal, match="closed"):
        entry_void(**asking, number=entry.number, reason="too late")


def test_a_season_is_not_finished_early_or_by_others(winter, rows):
    asking = winter.asking("ada")
    with pytest.raises(Refusal, match="No game counts"):
        season_finish(**asking)
    with pytest.raises(Refusal, match="Only an organizer"):
        season_finish(**winter.asking("bob"))
    with pytest.raises(Refusal, match="Only an organizer"):
        season_settle(**winter.asking("bob"), endings=[])
    with pytest.raises(Refusal, match="no such scenario"):
        season_settle(**asking, endings=[ScenarioEnding(9, "cancel")])
    played(winter, {rows[0]: 9, rows[1]: 2})
    head = winter.campaign.head
    opened(winter, rows[2], rows[3])
    with pytest.raises(Refusal, match="Mill” is not settled"):
        season_finish(**asking)
    season_settle(**asking, endings=[ScenarioEnding(2, "cancel")], reason="Snow")
    with pytest.raises(Refusal, match="changed meanwhile"):
        season_finish(**asking, seen=head)
    season_finish(**asking, seen=winter.campaign.head)


def test_a_finished_season_goes_through_a_file(winter, rows):
    played(winter, {rows[0]: 9, rows[1]: 2}, (rows[1], "m1"))
    season_finish(**winter.asking("ada"))
    file = campaign_file_from_json(campaign_file_json(campaign_file(winter.campaign)))
    again = campaign_import(file=file)
    assert again.finished_by == winter.campaign.finished_by
    assert league_of(again).finished == league_of(winter.campaign).finished


def test_the_next_season_has_the_rules_and_a_place_for_each_chosen_person(winter, rows):
    asking = winter.asking("ada")
    margins = RULE_SETS[1].rules
    league_set(**asking, rules=margins, reason="as voted")
    campaign_settings_change(**asking, settings=CampaignSettings(fielded_points=90))
    tom = placeholder_add(**asking, name="Tom")
    played(winter, {rows[0]: 9, rows[1]: 2}, (rows[1], "m1"))
    season_finish(**asking)
    campaign_close(**asking)

    chosen = [winter.number("ada"), winter.number("bob"), tom.number]
    spring = season_follow(**asking, name="The Long Spring", people=chosen)
    assert (spring.name, spring.follows, league_of(spring).rules) == ("The Long Spring", winter.campaign, margins)
    places = {place.name: place.invited for place in spring.participants.filter(user=None)}
    bob = winter.people["bob"].owner
    assert places == {"bob": bob.user, "Tom": None}
    (invitation,) = season_invitations(bob.user.pk)
    assert list(season_invitations(winter.people["cleo"].owner.user.pk)) == []

    # Bob takes the place and brings the warband; its careers go on once the organizer says so.
    place = placeholder_claim(actor=bob, token=invitation.claim_token)
    assert (place.user, list(season_invitations(bob.user.pk))) == (bob.user, [])
    rows[1].warband.refresh_from_db()
    joined = warband_join(actor=bob, key=spring.key, warband_key=rows[1].warband.key)
    warband_career_accept(actor=winter.people["ada"].owner, key=spring.key, number=joined.number)
    before, after = record_of(rows[1]).careers.by_id, record_of(joined).careers.by_id
    assert {name: career.advances for name, career in after.items()} == {
        name: career.advances for name, career in before.items()
    }


def test_only_organizers_with_an_account_begin_the_next_season(winter, rows):
    with pytest.raises(Refusal, match="Only an organizer"):
        season_follow(**winter.asking("bob"), name="Spring", people=[])
    with pytest.raises(Refusal, match="no such campaign"):
        season_follow(actor=winter.people["ada"].owner, key="nowhere", name="Spring", people=[])
    with pytest.raises(Refusal, match="cannot be empty"):
        season_follow(**winter.asking("ada"), name=" ", people=[2])
    assert Campaign.objects.filter(follows=winter.campaign).count() == 0
    warband_leave(**winter.asking("bob"), number=2)
    spring = season_follow(**winter.asking("cleo"), name="Spring", people=[winter.number("bob")])
    assert spring.participants.get(role="organizer").user == winter.people["cleo"].owner.user


def test_an_invitation_loses_the_name_of_a_deleted_account(winter, rows):
    spring = season_follow(**winter.asking("ada"), name="Spring", people=[winter.number("dan")])
    winter.people["dan"].owner.user.delete()
    place = Participant.objects.get(campaign=spring, number=2)
    assert (place.invited, place.name) == (None, "")


def test_play_offs_have_a_podium_and_have_to_be_over(winter, rows):
    asking = winter.asking("ada")
    played(winter, {rows[0]: 9, rows[1]: 2})
    playoffs_draw(**asking, seeds=(2, 1), draws="higher seed", third_place=False)
    with pytest.raises(Refusal, match="no champion yet"):
        season_finish(**asking)
    (final,), _ = playoff_games_plan(**asking)
    round_open(**asking, number=final.round)
    fought(winter, final.number, {rows[0]: 2, rows[1]: 9})
    season_settle(**asking, endings=[ScenarioEnding(final.number, "apply")])
    season_finish(**asking)
    assert {
        ("Champion of the play-offs", "Warband of bob"),
        ("Runner-up of the play-offs", "Warband of ada"),
        ("Champion of the league", "Warband of ada"),
    } <= set(titles(winter))
    winter.assert_sound()
