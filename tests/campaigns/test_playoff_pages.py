"""The pages of play-offs: choosing seeds, the bracket, planning games, and deciding who goes on."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import CampaignWarband
from campaigns.selectors.leagues import league_of
from campaigns.selectors.waiting import waiting_tasks
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.leagues import game_forfeit
from campaigns.services.pairings import playoff_games_plan
from rules.campaigns.leagues.settings import LeagueRules
from tests.campaigns.knockouts import bracket, fought
from tests.campaigns.league_play import league_set, playoffs_draw
from tests.campaigns.play import KOBOLDS, enlist, played, state_of
from tests.campaigns.verbs import Table, main_text
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

PAGES = ("league/playoffs/", "league/playoffs/draw/")


def look(table: Table, who: str, path: str) -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/{path}")


def send(table: Table, who: str, path: str, fields: Any = None) -> Any:
    return table.people[who].client.post(f"/campaigns/{table.key}/{path}", fields, follow=True)


@pytest.fixture
@replayed
def rows(winter) -> list[CampaignWarband]:
    """Return four warbands of a league."""
    league_set(**winter.asking("ada"), rules=LeagueRules())
    return [enlist(winter, name, *KOBOLDS, warband=f"Warband {name}") for name in ("ada", "bob", "cleo", "dan")]


@pytest.fixture
@replayed
def drawn(winter, rows):
    """Draw play-offs of the four."""
    playoffs_draw(**winter.asking("ada"), seeds=(1, 2, 3, 4), draws="played again", third_place=True)
    return winter


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_the_people_of_the_campaign(drawn, path):
    for who in ("ada", "cleo", "bob", "dan", "eve"):
        assert look(drawn, who, path).status_code == (404 if who == "eve" else 200), who
    assert Client().get(f"/campaigns/{drawn.key}/{path}").status_code == 404


def test_spectators_see_the_bracket_and_no_form(drawn):
    playoff_games_plan(**drawn.asking("ada"))
    campaign_share(**drawn.asking("ada"), shared=True)
    browser = Client()
    browser.get(f"/campaigns/watch/{drawn.campaign.spectator_token}/")
    answer = browser.get(f"/campaigns/{drawn.key}/league/playoffs/")
    assert "Semifinal 1" in main_text(answer)
    assert b"<form" not in answer.content.split(b"<main")[1]
    assert browser.get(f"/campaigns/{drawn.key}/league/playoffs/draw/").status_code == 404


def test_players_see_the_bracket_and_no_form(drawn):
    assert b"<form" not in look(drawn, "bob", "league/playoffs/").content.split(b"<main")[1]
    assert "Only an organizer can draw" in main_text(look(drawn, "bob", "league/playoffs/draw/"))
    assert "are drawn already" in main_text(look(drawn, "ada", "league/playoffs/draw/"))


def test_the_league_shows_its_play_offs(winter, rows):
    assert "Draw the play-offs" in main_text(look(winter, "ada", "league/"))
    assert "Play-offs" not in main_text(look(winter, "bob", "league/"))
    assert "An organizer draws them." in main_text(look(winter, "bob", "league/playoffs/"))
    assert "Choose the seeds" in main_text(look(winter, "ada", "league/playoffs/"))
    playoffs_draw(**winter.asking("ada"), seeds=(1, 2), draws="played again", third_place=True)
    assert "No place is settled yet. See the bracket" in main_text(look(winter, "bob", "league/"))
    playoff_games_plan(**winter.asking("ada"))
    game_forfeit(**winter.asking("ada"), scenario=1, absent=[1])
    words = main_text(look(winter, "bob", "league/"))
    assert "Warband bob Champion" in words
    assert "By forfeit" in main_text(look(winter, "bob", "league/playoffs/"))


def test_seeds_are_suggested_shown_and_drawn(winter, rows):
    played(winter, {rows[3]: 9, rows[0]: 0})
    form = look(winter, "ada", "league/playoffs/draw/?entrants=3").context["form"]
    seeds = {place.html_name: place.value() for place in form.places}
    assert seeds["seed_4"] == 1
    assert sorted(seed for seed in seeds.values() if seed) == [1, 2, 3]
    assert look(winter, "ada", "league/playoffs/draw/").context["entrants"] == 4
    assert look(winter, "ada", "league/playoffs/draw/?entrants=99").context["entrants"] == 4
    assert look(winter, "ada", "league/playoffs/draw/?entrants=x").context["entrants"] == 4

    chosen = {"seed_4": "1", "seed_2": "2", "seed_3": "5", "seed_1": "", "draws": "higher seed"}
    head = winter.campaign.head
    words = main_text(send(winter, "ada", "league/playoffs/draw/", {**chosen, "show": "1"}))
    assert "1. Warband dan has no opponent 2. Warband bob against 3. Warband cleo" in words
    assert winter.campaign.head == head
    assert "The play-offs are drawn." in main_text(send(winter, "ada", "league/playoffs/draw/", chosen))
    playoffs = league_of(winter.campaign).playoffs
    assert (playoffs.seeds, playoffs.draws, playoffs.third_place) == ((4, 2, 3), "higher seed", False)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seed_1": "1", "seed_2": "1"}, "Each seed can be given only once."),
        ({"seed_1": "1"}, "Play-offs have 2 to 32 warbands."),
        ({"seed_1": "1", "seed_2": "33"}, "Enter a number from 1 to 32."),
        ({"seed_1": "1", "seed_2": "2", "draws": "luck"}, "Choose one of these."),
    ],
)
def test_what_is_wrong_is_said_beside_the_form(winter, rows, fields, words):
    answer = send(winter, "ada", "league/playoffs/draw/", {"draws": "played again", **fields})
    assert answer.status_code == 422
    assert words in main_text(answer)
    assert league_of(winter.campaign).playoffs is None


def test_games_are_planned_until_the_champion(drawn):
    assert "“Semifinal 1” and “Semifinal 2” planned." in main_text(send(drawn, "ada", "league/playoffs/plan/"))
    assert "No game of the play-offs is due." in main_text(send(drawn, "ada", "league/playoffs/plan/"))
    words = main_text(look(drawn, "bob", "rounds/1/"))
    assert "See the bracket" in words
    assert "Not paired" not in words
    assert "Pair this round" not in main_text(look(drawn, "ada", "rounds/1/"))
    fought(drawn, 1, 9, 0)
    fought(drawn, 2, 3, 3)
    words = main_text(look(drawn, "ada", "league/playoffs/"))
    assert "Drawn: to be played again" in words
    assert "Plan the next games (1)" in words
    assert "“Semifinal 2, replay” planned." in main_text(send(drawn, "ada", "league/playoffs/plan/"))
    fought(drawn, 3, 0, 1)
    send(drawn, "ada", "league/playoffs/plan/")
    fought(drawn, 5, 9, 0)
    assert "Warband ada Champion" in main_text(look(drawn, "bob", "league/playoffs/"))


def test_a_conflict_is_shown_and_settled(drawn):
    playoff_games_plan(**drawn.asking("ada"))
    fought(drawn, 1, 9, 0)
    fought(drawn, 2, 9, 0)
    playoff_games_plan(**drawn.asking("ada"))
    scenario_void(**drawn.asking("ada"), scenario=1, reason="Mistyped")
    words = main_text(look(drawn, "bob", "league/playoffs/"))
    assert "Semifinal 1: the result changed after the next game was planned. Warband ada plays on." in words
    assert "An organizer chooses who goes on." in words
    assert "Choose below who goes on." in main_text(look(drawn, "ada", "league/playoffs/"))
    fields = {"choice": "semifinals:1:4", "reason": "As we saw it"}
    assert "The decision is recorded." in main_text(send(drawn, "ada", "league/playoffs/decide/", fields))
    assert state_of(drawn, 4).status == "canceled"
    words = main_text(look(drawn, "ada", "league/playoffs/"))
    assert "An organizer decided Take it back" in words
    assert "plays on" not in words
    drawn.assert_sound()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Choose who goes on."),
        ({"choice": "luck:1:1"}, "Choose who goes on."),
        ({"choice": "final:x:1"}, "Choose who goes on."),
        ({"choice": "final:1:1"}, "It is not settled yet who meets there."),
        ({"choice": "semifinals:1:2", "reason": "x"}, "Choose one of the two warbands."),
        ({"choice": "semifinals:1:1"}, "Say why"),
    ],
)
def test_a_decision_that_does_not_do_says_why(drawn, fields, words):
    assert words in main_text(send(drawn, "ada", "league/playoffs/decide/", fields))


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("league/playoffs/plan/", {}),
        ("league/playoffs/decide/", {"choice": "semifinals:1:1", "reason": "x"}),
        ("league/playoffs/draw/", {"seed_1": "1", "seed_2": "2", "draws": "played again"}),
    ],
)
def test_a_form_is_for_organizers(drawn, path, fields):
    head = drawn.campaign.head
    for who in ("bob", "eve"):
        assert send(drawn, who, path, fields).status_code in (200, 404, 422)
    assert drawn.campaign.head == head


def test_a_game_that_is_left_out_says_why(drawn):
    rows = drawn.campaign.warbands
    rows.filter(number=4).update(has_left=True)
    words = main_text(send(drawn, "ada", "league/playoffs/plan/"))
    assert "“Semifinal 1” is left out: This warband is not in the campaign." in words


def test_the_bracket_asks_the_same_of_any_play_offs(drawn, django_assert_num_queries):
    playoff_games_plan(**drawn.asking("ada"))
    look(drawn, "ada", "league/playoffs/")
    with django_assert_num_queries(7):
        look(drawn, "ada", "league/playoffs/")
    fought(drawn, 1, 9, 0)
    with django_assert_num_queries(8):
        look(drawn, "ada", "league/playoffs/")
    assert bracket(drawn).matches[0].winner == 1


def tasks(table: Table, who: str) -> list[str]:
    waiting = waiting_tasks([table.campaign], table.people[who].owner).get(table.campaign.pk, [])
    return [task.sentence for task in waiting if task.kind == "playoffs"]


def test_games_to_plan_are_among_the_next_steps_of_organizers_and_players(drawn):
    assert tasks(drawn, "ada") == tasks(drawn, "cleo") == ["2 games of the play-offs can be planned."]
    meets = "Semifinal 2: you meet Warband cleo once an organizer has planned the game."
    assert tasks(drawn, "bob") == [meets]
    for who, sentence in (("bob", meets), ("ada", "2 games of the play-offs can be planned.")):
        page = look(drawn, who, "")
        assert sentence in main_text(page)
        assert f'href="/campaigns/{drawn.key}/league/playoffs/"' in page.content.decode()
        assert sentence in main_text(drawn.people[who].client.get("/campaigns/"))

    playoff_games_plan(**drawn.asking("ada"))
    assert {who: tasks(drawn, who) for who in ("ada", "bob", "dan")} == {"ada": [], "bob": [], "dan": []}
    game_forfeit(**drawn.asking("ada"), scenario=1, absent=[1])
    game_forfeit(**drawn.asking("ada"), scenario=2, absent=[3])
    assert tasks(drawn, "ada") == ["2 games of the play-offs can be planned."]
    assert tasks(drawn, "bob") == ["Final: you meet Warband dan once an organizer has planned the game."]


def test_an_organizer_is_asked_who_goes_on_after_a_change(drawn, rows):
    playoff_games_plan(**drawn.asking("ada"))
    first = game_forfeit(**drawn.asking("ada"), scenario=1, absent=[1])
    game_forfeit(**drawn.asking("ada"), scenario=2, absent=[3])
    playoff_games_plan(**drawn.asking("ada"))
    entry_void(**drawn.asking("ada"), number=first.number, reason="Wrong name")
    game_forfeit(**drawn.asking("ada"), scenario=1, absent=[4])
    assert tasks(drawn, "ada") == ["Semifinal 1: the result changed. Choose who goes on."]
    assert tasks(drawn, "bob") == []
