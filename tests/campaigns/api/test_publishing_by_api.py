"""Publishing a league and the pages of players by programs, and taking a campaign over."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from rules.campaigns.leagues.settings import LeagueRules
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.league_play import league_set
from tests.campaigns.play import KOBOLDS, enlist
from tests.campaigns.verbs import Table
from tests.programs import error_of, program_of, told
from tests.replays import replayed

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
@replayed
def league(winter: Table) -> Table:
    enlist(winter, "ada", *KOBOLDS, warband="The Ash Company")
    league_set(**winter.asking("ada"), rules=LeagueRules())
    return winter


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


def test_a_league_is_published_renewed_and_ended(league: Table, programs: Programs):
    cleo, page = programs["cleo"], place(league, "league/page/")
    assert told(cleo.get(place(league, "invitation/")))["league_link"] is None
    first = told(cleo.send("PUT", page))["league_link"]
    assert Client().get(path_of(first)).status_code == 200
    second = told(cleo.send("PUT", page))["league_link"]
    assert told(cleo.get(place(league, "invitation/")))["league_link"] == second
    assert [Client().get(path_of(link)).status_code for link in (first, second)] == [404, 200]
    assert "ada" not in Client().get(path_of(second)).content.decode()
    for _ in range(2):
        assert told(cleo.send("DELETE", page))["league_link"] is None
    assert Client().get(path_of(second)).status_code == 404


@pytest.mark.parametrize("rest", ["league/page/", "player-pages/"])
def test_only_organizers_publish(league: Table, programs: Programs, rest: str):
    for method in ("PUT", "DELETE"):
        assert error_of(programs["bob"].send(method, place(league, rest))) == (403, "campaign.forbidden")
        assert error_of(programs["eve"].send(method, place(league, rest))) == (404, "campaign.gone")
        reader = program_of(league.people["ada"].owner, "warbands")
        assert error_of(reader.send(method, place(league, rest))) == (403, "token.scope")
    assert league.campaign.league_token is None
    assert not league.campaign.on_player_pages


def test_a_page_of_a_player_is_switched_on_renewed_and_off(league: Table, programs: Programs):
    bob, page = programs["bob"], "campaigns/player-page/"
    assert told(bob.get(page)) == {"name": "", "campaigns": [], "link": None}
    wanted = {"name": "Bob of the North", "campaigns": [league.key]}
    assert told(programs["ada"].send("PUT", place(league, "player-pages/")))["on_player_pages"] is True
    first = told(bob.send("PUT", page, wanted))
    assert (first["name"], first["campaigns"]) == ("Bob of the North", [league.key])
    assert "The Long Winter" in Client().get(path_of(first["link"])).content.decode()
    assert told(bob.send("PUT", page, wanted))["link"] == first["link"]
    second = told(bob.send("PUT", page, {**wanted, "new_link": True}))
    assert [Client().get(path_of(each["link"])).status_code for each in (first, second)] == [404, 200]
    assert told(programs["ada"].send("DELETE", place(league, "player-pages/")))["on_player_pages"] is False
    assert "The Long Winter" not in Client().get(path_of(second["link"])).content.decode()
    assert told(bob.send("DELETE", page))["link"] is None
    assert Client().get(path_of(second["link"])).status_code == 404
    assert told(programs["ada"].get(page))["link"] is None


@pytest.mark.parametrize(
    "body", [{}, {"name": "", "campaigns": []}, {"name": "x", "campaigns": "all"}, {"name": "x", "campaigns": [7, {}]}]
)
def test_what_a_page_of_a_player_refuses(league: Table, programs: Programs, body):
    assert programs["bob"].send("PUT", "campaigns/player-page/", body).status_code in (400, 422)


def test_a_campaign_is_taken_over_and_given_back_by_programs(league: Table, programs: Programs):
    ada, cleo, takeover = programs["ada"], programs["cleo"], place(league, "takeover/")
    assert told(ada.send("PUT", place(league, "takeover/days/"), {"days": 7}))["takeover"]["days"] == 7
    asked = told(cleo.post(takeover, {"do": "ask"}))["takeover"]["requests"]
    assert [request["person"] for request in asked] == [league.number("cleo")]
    assert error_of(cleo.post(takeover, {"do": "take_over"})) == (409, "takeover.state")
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        told(program_of(league.people["cleo"].owner).post(takeover, {"do": "take_over"}))
    taken = league.campaign.head
    assert told(ada.get(place(league, f"journal/{taken}/")))["is_voidable"] is True
    void = place(league, f"journal/{taken}/void/")
    assert told(ada.get(void)) == {"differences": []}
    assert error_of(programs["bob"].post(void, {"reason": "x"})) == (403, "campaign.forbidden")
    told(ada.post(void, {"reason": "Back from the sea"}))
    people = {person["name"]: person["role"] for person in told(ada.get(place(league)))["people"]}
    assert (people["ada"], people["cleo"]) == ("organizer", "co_organizer")
    assert error_of(ada.post(void, {"reason": "Again"})) == (409, "entry.state")
    assert error_of(ada.post(place(league, f"journal/{taken + 1}/void/"), {"reason": "x"})) == (409, "entry.state")
    league.assert_sound()
