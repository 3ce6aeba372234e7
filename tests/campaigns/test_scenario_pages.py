"""The pages of scenarios: planning, fielding, reporting, the aftermath and its commit, and who may do what."""

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from campaigns.models import CampaignWarband
from campaigns.services.campaigns import campaign_share
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import career, commit, enter, field, opened, played, report, state_of
from tests.campaigns.scenario_visits import address, page, send, text
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

PAGES = ("", "plan/", "1/", "1/edit/", "1/field/1/", "1/report/", "1/aftermath/")
READ_BY_SPECTATORS = ("", "1/")
FORMS: dict[str, dict[str, Any]] = {
    "plan/": {"title": "The Ford", "victory": "assassins", "warbands": ["1", "2"]},
    "1/edit/": {"title": "The New Mill", "victory": "standard-victory", "warbands": ["1", "2"]},
    "1/open/": {},
    "1/cancel/": {"reason": "rain"},
    "1/field/1/": {"member": ["m1", "m2"]},
    "1/withdraw/2/": {},
    "1/report/": {"extra.2": "3"},
    "1/aftermath/": {"do": "roll-all"},
    "1/spent/2/?member=m1": {"hero": "1", "gained.0": "holy-water"},
    "1/correct-roll/?roll=2.elimination.1.m1": {"faces": "6", "reason": "mistyped"},
}
"""Every form of scenarios, and something sensible to send with it."""
EVERYONE = ("ada", "cleo", "bob", "dan", "eve")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_the_people_of_the_campaign(fought: Table, path: str):
    for who in EVERYONE:
        assert page(fought, who, path).status_code == (404 if who == "eve" else 200), who
    assert Client().get(address(fought, path)).status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_spectators_read_what_happened_and_write_nothing(fought: Table, path: str):
    campaign_share(**fought.asking("ada"), shared=True)
    browser = Client()
    browser.get(f"/campaigns/watch/{fought.campaign.spectator_token}/")
    answer = browser.get(address(fought, path))
    assert answer.status_code == (200 if path in READ_BY_SPECTATORS else 404)
    if answer.status_code == 200:
        assert b"<form method" not in answer.content.split(b"<main")[1]


@pytest.mark.parametrize("path", FORMS)
def test_a_form_is_for_those_who_may(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband, path: str):
    scenario = opened(winter, kobolds, boars)
    allowed = {"ada", "cleo"}
    if path == "1/open/":
        send(winter, "ada", "plan/", FORMS["plan/"])
        path = "2/open/"
    else:
        field(winter, scenario, kobolds, ["m1"])
        field(winter, scenario, boars)
    if path == "1/aftermath/":
        report(winter, scenario, {kobolds: 1})
    if path.startswith("1/correct-roll/"):
        report(winter, scenario, {kobolds: 1}, (boars, "m1"))
        enter(winter, scenario, boars, "m1", "elimination", 1)
    if path in ("1/withdraw/2/", "1/report/", "1/aftermath/", "1/spent/2/?member=m1"):
        allowed = {"ada", "cleo", "bob"}
    before = winter.campaign.head
    fields = FORMS.get(path, {})
    # What a refused form left would be unsound afterwards.
    for who in sorted(EVERYONE, key=lambda person: person in allowed):
        with transaction.atomic():
            answer = send(winter, who, path, fields)
            if path.startswith("1/correct-roll/") and (seen := SEEN.search(answer.content.decode())):
                answer = send(winter, who, path, fields | {"do": "write", "seen": seen[1]})
            assert answer.status_code == 404 if who == "eve" else answer.status_code in (200, 422), who
            assert (winter.campaign.head > before) is (who in allowed), who
            if who in allowed:
                winter.assert_sound()
                transaction.set_rollback(True)


@pytest.mark.parametrize("path", FORMS)
def test_a_form_needs_its_token(fought: Table, path: str):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(fought.people["ada"].owner.user, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post(address(fought, path), FORMS[path]).status_code == 403


SEEN = re.compile(r'name="seen" value="(\w+)"')
"""What the preview of a correction has its form send back."""
ODD = ("", "\0", "x" * 30_000, "٣", "-1", "99999999999999999999", "1e9", "<b>", "\ud83d")


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_odd_input_is_answered(fought: Table, odd: str):
    odd = odd.encode("utf-8", "replace").decode()
    names = {
        "plan/": ("title", "date", "victory", "deployment", "board_points", "warbands", "daily_recovery", "notes"),
        "1/edit/": ("title", "date", "victory", "warbands"),
        "1/cancel/": ("reason",),
        "1/field/1/": ("member", "hero.m1", "reason", "do"),
        "1/report/": ("score.1.1", "score.1.2", "extra.1", "eliminated", "by.1.m1", "game", "notes", "reason"),
        "1/spent/1/?member=m1": ("use.0", "hero", "spent", "lost", "gained.0", "choice.0"),
        "1/aftermath/": ("roll.1.advance.m1", "roll.2.elimination.m1", "feat.1.m1", "do"),
    }
    for path in ("plan/", "1/edit/", "1/field/1/", "1/spent/1/?member=m1", "1/report/", "1/aftermath/", "1/cancel/"):
        answer = send(fought, "ada", path, dict.fromkeys(names[path], odd))
        assert answer.status_code in (200, 422), path
    fought.assert_sound()


@pytest.mark.parametrize("number", ["0", "99", "9" * 30, "9" * 5000])
def test_scenarios_and_warbands_that_are_not_there_are_not_found(fought: Table, number: str):
    for path in (f"{number}/", f"{number}/report/", f"1/field/{number}/", f"{number}/aftermath/"):
        assert page(fought, "ada", path).status_code == 404, path
    assert send(fought, "ada", f"1/withdraw/{number}/").status_code == 404


def test_a_plan_is_written_and_opened_at_once(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband):
    fields = {
        "title": "The Ford",
        "date": "2026-03-01",
        "victory": "fonts-of-power",
        "deployment": "vanguard",
        "board_points": "200",
        "warbands": ["2", "1"],
        "daily_recovery": "yes",
        "notes": "Snow.",
        "then": "open",
    }
    answer = send(winter, "cleo", "plan/", fields)
    assert answer.redirect_chain == [(address(winter, "1/"), 302)]
    state = state_of(winter, 1)
    assert (state.status, state.plan.victory, state.plan.warbands, state.plan.daily_recovery) == (
        "open",
        "fonts-of-power",
        (2, 1),
        True,
    )
    shown = answer.content.decode()
    for words in ("Fonts of Power", "Vanguard", "Medium Board, 36 × 24 squares", "1 March 2026", "Snow."):
        assert words in shown


def test_a_plan_that_is_wrong_says_so_and_keeps_what_was_typed(winter: Table, kobolds: CampaignWarband):
    fields = {"title": "The Ford", "date": "soon", "victory": "chess", "board_points": "many", "warbands": ["7"]}
    answer = send(winter, "ada", "plan/", fields)
    assert answer.status_code == 422
    shown = answer.content.decode()
    for words in (
        "Enter a date, such as",
        "Choose one of these.",
        "Enter a whole number.",
        "Choose warbands of this campaign.",
        'value="The Ford"',
    ):
        assert words in shown
    assert not winter.campaign.scenarios.exists()


def test_who_may_not_fight_cannot_be_ticked_and_the_page_says_why(winter: Table, kobolds: CampaignWarband):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1}, (kobolds, "m1"))
    enter(winter, scenario, kobolds, "m1", "elimination", 1)
    send(winter, "ada", "1/aftermath/", {"do": "roll-all"})
    send(winter, "ada", "1/aftermath/", {"do": "commit"})
    opened(winter, kobolds)
    shown = text(winter, "ada", "2/field/1/")
    assert 'value="m1" disabled' in shown
    assert "Out of action: sits out this scenario" in shown
    assert 'value="m2" checked' in shown
    answer = send(winter, "ada", "2/field/1/", {"member": ["m1", "m2"]})
    assert answer.status_code == 422
    assert "Snik is out of action" in answer.content.decode()


def test_more_than_half_needs_an_organizers_reason(winter: Table, boars: CampaignWarband):
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(fielded_points=20))
    opened(winter, boars)
    fields = {"member": ["m1"], "hero.m1": "2"}
    shown = send(winter, "bob", "1/field/1/", fields).content.decode()
    assert "more than half of 20" in shown
    assert "Allow more than the rules do" not in shown
    answer = send(winter, "cleo", "1/field/1/", {**fields, "reason": "a boss fight"})
    assert answer.status_code == 200
    fielded = state_of(winter, 1).fielded[1]
    assert (fielded.reason, [points.number for points in fielded.hero_points]) == ("a boss fight", [2])
    assert "a boss fight" in answer.content.decode()


def test_adding_up_writes_nothing(winter: Table, kobolds: CampaignWarband):
    opened(winter, kobolds)
    head = winter.campaign.head
    answer = send(winter, "ada", "1/field/1/", {"member": ["m1"], "hero.m1": "3", "do": "add-up"})
    assert "15 of 200 points" in answer.content.decode()
    assert winter.campaign.head == head


def test_a_report_is_scored_by_the_lines_of_the_condition(
    winter: Table, kobolds: CampaignWarband, boars: CampaignWarband
):
    scenario = opened(winter, kobolds, boars, victory="fonts-of-power")
    field(winter, scenario, kobolds)
    field(winter, scenario, boars)
    fields = {
        "score.1.1": "1",
        "score.1.2": "2",
        "score.1.3": "1",
        "score.2.3": "1",
        "extra.2": "1",
        "eliminated": ["2.m1"],
        "by.2.m1": "1.m2",
        "notes": "Close.",
    }
    answer = send(winter, "bob", "1/report/", fields)
    assert answer.redirect_chain == [(address(winter, "1/aftermath/"), 302)]
    stored_report = state_of(winter, scenario).report
    assert [(score.warband, score.victory_points, score.counts) for score in stored_report.scores] == [
        (1, 6, (1, 2, 1)),
        (2, 2, (0, 0, 1)),
    ]
    assert [
        (elimination.member, elimination.by_warband, elimination.by_member) for elimination in stored_report.eliminated
    ] == [("m1", 1, "m2")]
    shown = answer.content.decode()
    assert "Minor victory, 6 VP" in shown
    assert "Eliminated by <bdi>Snak</bdi>" in shown
    again = text(winter, "ada", "1/report/")
    assert 'name="score.1.2" value="2"' in again
    assert 'name="extra.2" value="1"' in again


def test_a_condition_can_name_the_winner_by_itself(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband):
    scenario = opened(winter, kobolds, boars, victory="rescue-mission")
    field(winter, scenario, kobolds)
    field(winter, scenario, boars)
    both = send(winter, "ada", "1/report/", {"score.1.1": "1", "score.2.2": "1"})
    assert "Only one side can win by the victory condition." in both.content.decode()
    shown = send(winter, "ada", "1/report/", {"score.2.2": "1", "extra.1": "9"}).content.decode()
    assert "Major victory, 0 VP" in shown
    assert "Defeat, 9 VP" in shown


def test_a_report_names_the_player_of_each_side(fought: Table):
    html = page(fought, "ada", "1/report/").content.decode()
    sides = re.findall(r"<h2 id=.side-(\d)..*?</h2>\s*<p class=.help.><bdi>(.*?)</bdi>", html)
    players = {str(warband.number): warband.participant.display_name for warband in fought.campaign.warbands.all()}
    assert dict(sides) == players
    assert len(set(players.values())) == 2


def test_a_report_with_wrong_numbers_says_which(fought: Table):
    answer = send(
        fought, "ada", "1/report/", {"score.1.1": "many", "extra.2": "1001", "by.1.m1": "9.x", "eliminated": "1.m1"}
    )
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Enter a whole number from 0 to 99." in shown
    assert "Enter a whole number from 0 to 1,000." in shown
    assert "Choose someone who took part." in shown


def test_the_aftermath_of_a_scenario_is_rolled_chosen_and_committed_on_one_page(fought: Table):
    shown = text(fought, "ada", "1/aftermath/")
    assert "5 rolls missing." in shown
    assert "Apply the aftermath" not in shown
    send(fought, "ada", "1/aftermath/", {"roll.1.advance.m1": "111", "roll.2.elimination.m1": "3", "do": "save"})
    shown = text(fought, "ada", "1/aftermath/")
    assert "Wounded" in shown
    assert "1 feat to choose; it may stay open." in shown
    assert 'name="roll.2.injury.m1"' in shown
    shown = send(fought, "ada", "1/aftermath/", {"feat.1.m1": "fleet", "do": "roll-all"}).content.decode()
    assert "Every roll is there." in shown
    assert 'value="fleet" checked' in shown
    assert '<b>Fleet</b> <span class="help">+1 Speed.</span>' in shown
    answer = send(fought, "ada", "1/aftermath/", {"feat.1.m1": "fleet", "roll.1.advance.m1": "1 1 1", "do": "commit"})
    assert answer.redirect_chain == [(address(fought, "1/"), 302)]
    shown = answer.content.decode()
    assert "The aftermath is applied." in shown
    assert "Fleet" in shown
    warband = CampaignWarband.objects.get(number=1)
    assert [feat.feat for feat in career(warband, "m1").feats] == ["fleet"]
    fought.assert_sound()


def test_a_commit_shows_a_last_change_before_it_counts(fought: Table):
    send(fought, "ada", "1/aftermath/", {"roll.1.advance.m1": "111", "do": "roll-all"})
    answer = send(fought, "ada", "1/aftermath/", {"feat.1.m1": "toughness", "do": "commit"})
    assert "Your choices are saved. Look at the changes, then apply them." in answer.content.decode()
    assert not state_of(fought, 1).counts


def test_dice_that_cannot_have_fallen_are_refused_and_the_others_kept(fought: Table):
    fields = {
        "roll.1.advance.m1": "7 1 1",
        "roll.1.advance.m2": "1 2",
        "roll.2.advance.m1": "abc",
        "roll.2.advance.m2": "1,2,4",
    }
    shown = send(fought, "ada", "1/aftermath/", {**fields, "do": "save"}).content.decode()
    for words in ("Snik: ", "takes 3d6: enter 3 faces, not 2", "“abc” is not a roll"):
        assert words in shown
    assert [place[:2] for place in state_of(fought, 1).rolls] == [(2, "m2")]


def test_players_roll_for_their_own_warbands_and_commit_nothing(fought: Table):
    shown = text(fought, "bob", "1/aftermath/")
    assert 'name="roll.2.advance.m1"' in shown
    assert 'name="roll.1.advance.m1"' not in shown
    send(fought, "bob", "1/aftermath/", {"roll.1.advance.m1": "111", "do": "roll-all"})
    assert {place[0] for place in state_of(fought, 1).rolls} == {2}
    send(fought, "ada", "1/aftermath/", {"do": "roll-all"})
    assert "Apply the aftermath" not in text(fought, "bob", "1/aftermath/")
    assert "Only an organizer can apply" in send(fought, "bob", "1/aftermath/", {"do": "commit"}).content.decode()
    assert "roll" not in text(fought, "dan", "1/aftermath/").split("aftermath-members")[1].split("</form>")[0].replace(
        'class="roll"', ""
    ).replace("rolled by Muster", "")


def test_one_die_is_rolled_by_itself_and_a_servers_die_stays(fought: Table):
    send(fought, "ada", "1/aftermath/", {"do": "roll.1.advance.m1"})
    (roll,) = state_of(fought, 1).rolls.values()
    assert (roll.roll.member, roll.roll.origin) == ("m1", "seeded")
    shown = send(fought, "ada", "1/aftermath/", {"do": "roll.1.advance.m1"}).content.decode()
    assert "This roll is not due." in shown
    send(fought, "ada", "1/aftermath/", {"roll.1.advance.m1": "6 6 6", "do": "save"})
    assert state_of(fought, 1).rolls == {roll.roll.key: roll}


def test_the_second_to_commit_sees_what_was_done(fought: Table):
    send(fought, "ada", "1/aftermath/", {"do": "roll-all"})
    send(fought, "ada", "1/aftermath/", {"do": "commit"})
    shown = send(fought, "cleo", "1/aftermath/", {"do": "commit"}).content.decode()
    assert "ada has already applied this scenario." in shown
    assert "These changes were applied." in shown


def test_a_feat_left_open_is_chosen_after_the_commit(fought: Table):
    others = dict.fromkeys(("roll.1.advance.m1", "roll.1.advance.m2", "roll.2.advance.m1"), "112")
    send(fought, "ada", "1/aftermath/", {**others, "roll.2.advance.m2": "111", "do": "roll-all"})
    send(fought, "ada", "1/aftermath/", {"do": "commit"})
    assert "Dice or feats are still open." in text(fought, "bob", "1/")
    shown = send(fought, "bob", "1/aftermath/", {"feat.2.m2": "fleet", "do": "save"}).content.decode()
    assert "<b>Fleet</b>" in shown
    assert "Dice or feats are still open." not in text(fought, "bob", "1/")


QUERIES = {"": 8, "plan/": 6, "1/": 15, "1/report/": 10, "1/aftermath/": 15, "2/field/1/": 12}


def test_pages_take_as_many_queries_however_long_the_campaign_is(fought: Table, django_assert_num_queries: Any):
    kobolds, boars = CampaignWarband.objects.get(number=1), CampaignWarband.objects.get(number=2)
    commit(fought, 1)
    opened(fought, kobolds, boars)
    for path in QUERIES:
        page(fought, "ada", path)  # what never changes is read once
    for path, queries in QUERIES.items():
        with django_assert_num_queries(queries, info=path):
            page(fought, "ada", path)
    for _ in range(3):
        played(fought, {kobolds: 1, boars: 2})
    for path, queries in QUERIES.items():
        with django_assert_num_queries(queries, info=path):
            page(fought, "ada", path)


def test_loot_and_what_was_spent_are_part_of_the_aftermath(fought: Table):
    shown = text(fought, "bob", "1/spent/2/?member=m1")
    assert "What <bdi>Old Boar</bdi> spent" in shown
    fields = {"gained.0": "holy-water", "gained.1": "fiery-weapon", "choice.1": "Tusk"}
    shown = send(fought, "bob", "1/spent/2/?member=m1", fields).content.decode()
    assert "What Old Boar spent is saved." in shown
    assert "Holy Water and Fiery Weapon" in shown
    commit(fought, 1)
    boars = CampaignWarband.objects.get(number=2)
    assert [item.item for item in career(boars, "m1").member.items] == ["holy-water", "fiery-weapon"]
    opened(fought, boars)
    field(fought, 2, boars)
    report(fought, 2, {boars: 1})
    send(fought, "ada", "2/spent/2/?member=m1", {"spent": "0", "lost": "1"})
    commit(fought, 2)
    assert career(boars, "m1").member.items == ()
    assert page(fought, "ada", "1/spent/2/?member=nobody").status_code == 404
    fought.assert_sound()
