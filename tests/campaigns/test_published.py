"""Published pages: that of a league, which other sites may frame, and that of a player; files and text of a league."""

import csv
import io
import zipfile
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import CampaignWarband, PlayerPage
from campaigns.services.campaigns import campaign_close, campaign_share
from campaigns.services.leagues import game_forfeit, league_set, round_pair, round_plan
from campaigns.services.pairings import playoffs_draw
from campaigns.services.people import participant_remove
from campaigns.services.publishing import league_publish, player_page_set, player_pages_allow
from campaigns.services.seasons import season_finish
from common.refusal import Refusal
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.leagues.settings import LEAGUE_RESULTS, LeagueRules
from tests.campaigns.play import KOBOLDS, enlist, played
from tests.campaigns.verbs import Table, main_text
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

NAMES = {"ada": "=1+1", "bob": "Bramble <b>& Bone", "cleo": "Crows", "dan": "Döner"}
RULES = {result.replace(" ", "_"): "1" for result in LEAGUE_RESULTS}


@pytest.fixture
@replayed
def rows(winter: Table) -> list[CampaignWarband]:
    """Return four warbands: in round 1 the first beat the second, and the fourth did not come; three fought once."""
    rows = [enlist(winter, name, *KOBOLDS, warband=warband) for name, warband in NAMES.items()]
    asking = winter.asking("ada")
    league_set(**asking, rules=LeagueRules())
    round_plan(**asking, plan=RoundPlan("Thaw"))
    round_plan(**asking, plan=RoundPlan())
    (forfeited,) = round_pair(**asking, number=1, tables=[(3, 4)])
    game_forfeit(**asking, scenario=forfeited.number, absent=[4])
    played(winter, {rows[0]: 9, rows[1]: 2}, round=1)
    played(winter, {rows[0]: 3, rows[1]: 2, rows[2]: 1}, title="Melee")
    return rows


@pytest.fixture
@replayed
def link(winter: Table, rows: list[CampaignWarband]) -> str:
    """Return the address of the published league."""
    league_publish(**winter.asking("ada"), published=True)
    return f"/leagues/{winter.campaign.league_token}/"


def look(table: Table, who: str, path: str) -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/{path}")


def send(table: Table, who: str, path: str, fields: Any) -> Any:
    return table.people[who].client.post(f"/campaigns/{table.key}/{path}", fields, follow=True)


def csv_rows(answer: Any) -> list[list[str]]:
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_a_table_as_csv_starts_no_formula(winter, rows):
    answer = look(winter, "bob", "league/files/table.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="the-long-winter-table.csv"'
    headings, first, *_ = csv_rows(answer)
    assert headings[:5] == ["Division", "Place", "Warband", "Player", "Points"]
    assert first == ["", "1", "'=1+1", "ada", "3", "1", "1", "0", "0", "3.0", "7", "W"]


def test_results_as_csv_have_a_row_for_each_side(winter, rows):
    _, *results = csv_rows(look(winter, "bob", "league/files/results.csv"))
    assert results == [
        ["", "Melee", "", "'=1+1", "Bramble <b>& Bone, Crows", "3", "Minor victory"],
        ["", "Melee", "", "Bramble <b>& Bone", "'=1+1, Crows", "2", "Defeat"],
        ["", "Melee", "", "Crows", "'=1+1, Bramble <b>& Bone", "1", "Defeat"],
        ["Thaw", "Scenario 1", "", "Crows", "Döner", "", "Won by forfeit"],
        ["Thaw", "Scenario 1", "", "Döner", "Crows", "", "Forfeited"],
        ["Thaw", "The Old Mill", "", "'=1+1", "Bramble <b>& Bone", "9", "Major victory"],
        ["Thaw", "The Old Mill", "", "Bramble <b>& Bone", "'=1+1", "2", "Defeat"],
    ]


def test_a_workbook_has_table_results_and_who_met_whom(winter, rows):
    answer = look(winter, "bob", "league/files/league.xlsx")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
        index = book.read("xl/workbook.xml").decode()
        texts = book.read("xl/sharedStrings.xml").decode()
        sheets = "".join(book.read(name).decode() for name in book.namelist() if "worksheets/" in name)
    assert [title in index for title in ('"Table"', '"Results"', '"Who met whom"')] == [True] * 3
    assert "<t>'=1+1</t>" in texts
    assert "Bramble &lt;b&gt;&amp; Bone" in texts
    assert "<f>" not in sheets


@pytest.mark.parametrize("name", ["table.xls", "..", "TABLE.CSV"])
def test_other_files_are_not_there(winter, rows, name):
    assert look(winter, "bob", f"league/files/{name}").status_code == 404


def test_a_campaign_without_a_league_has_no_files(winter, kobolds):
    for path in ("league/text/", "league/files/table.csv", "league/files/league.xlsx"):
        assert look(winter, "bob", path).status_code == 404


def test_the_text_lines_up(winter, rows):
    text = look(winter, "bob", "league/text/?plain=1").content.decode()
    lines = text.splitlines()
    assert lines[:2] == ["The Long Winter", "```"]
    assert lines[2:] == [
        "#  Warband            Pts  G  W  D  L",
        "1  =1+1                 3  1  1  0  0",
        "2  Crows                3  1  1  0  0",
        "3  Döner                0  1  0  0  1",
        "4  Bramble <b>& Bone    0  1  0  0  1",
        "```",
    ]
    page = look(winter, "bob", "league/text/")
    assert "Bramble &lt;b&gt;&amp; Bone" in page.content.decode()
    assert b"<b>& Bone" not in page.content


def test_the_league_says_how_many_scenarios_are_outside_it(winter, rows):
    assert "1 scenario of one warband, or of three and more, is outside the league." in main_text(
        look(winter, "bob", "league/")
    )


def test_a_published_league_names_no_accounts(link, winter):
    answer = Client().get(link)
    words = main_text(answer)
    assert "Bramble <b>& Bone" in words
    assert b"<b>& Bone" not in answer.content
    assert "Thaw" in words
    assert "Won by forfeit" in words
    for name in winter.people:
        assert f">{name}<" not in answer.content.decode()
        assert f" {name} " not in words
    assert "Melee" not in words


def test_a_published_league_can_be_framed_and_no_other_page(link, winter):
    answer = Client().get(link)
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    for path in ("/", f"/campaigns/{winter.key}/league/"):
        other = winter.people["ada"].client.get(path)
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"


def test_a_published_league_is_the_same_for_everyone_and_asked_again_without_a_body(link, winter):
    answer = winter.people["ada"].client.get(link)
    assert answer["Cache-Control"] == "public, max-age=60"
    assert "Cookie" not in answer.get("Vary", "")
    assert not answer.cookies
    assert answer.content == Client().get(link).content
    assert Client().get(link, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_published_league_shows_the_round_that_is_asked_for(link):
    assert "The Old Mill" not in main_text(Client().get(link))
    assert "Round 2" in main_text(Client().get(f"{link}?round=2"))
    for odd in ("9", "x", "-1", "1" * 400, ""):
        assert "Thaw" in main_text(Client().get(f"{link}?round={odd}")), odd
    assert 'data-theme="dark"' in Client().get(f"{link}?theme=dark").content.decode()
    assert "data-theme" not in Client().get(f'{link}?theme="><script>').content.decode()


def test_a_published_league_asks_the_same_of_any_size(link, winter, rows, django_assert_num_queries):
    Client().get(link)
    with django_assert_num_queries(5):
        Client().get(link)
    played(winter, {rows[2]: 4, rows[3]: 4}, round=1)
    Client().get(link)
    with django_assert_num_queries(5):
        Client().get(link)


def test_only_organizers_publish_and_the_link_can_be_replaced_and_ended(link, winter):
    for who in ("bob", "eve"):
        with pytest.raises(Refusal):
            league_publish(**winter.asking(who), published=False)
    assert "Published page" not in main_text(look(winter, "bob", "league/"))
    words = main_text(look(winter, "cleo", "league/"))
    assert "Replace the link" in words
    send(winter, "cleo", "league/publish/", {"switch": "on"})
    assert Client().get(link).status_code == 404
    new = f"/leagues/{winter.campaign.league_token}/"
    campaign_close(**winter.asking("ada"))
    assert Client().get(new).status_code == 200
    send(winter, "ada", "league/publish/", {"switch": "off"})
    assert Client().get(new).status_code == 404
    assert send(winter, "ada", "league/publish/", {"switch": "maybe"}).status_code == 400


def test_a_campaign_without_a_league_cannot_publish_one(winter, kobolds):
    with pytest.raises(Refusal, match="no league to publish"):
        league_publish(**winter.asking("ada"), published=True)


# The page of a player


def user_of(table: Table, who: str) -> User:
    user = table.people[who].owner.user
    assert user is not None
    return user


def test_a_page_of_a_player_is_off_and_shows_what_was_ticked_and_allowed(winter, rows):
    bob = winter.people["bob"].client
    assert "None of your campaigns can be shown yet." in main_text(bob.get("/campaigns/my-page/"))
    fields = {"name": "Bob of the North", "campaigns": [winter.key]}
    assert bob.post("/campaigns/my-page/", fields).status_code == 422
    with pytest.raises(Refusal):
        player_page_set(user=user_of(winter, "bob"), name="Bob", campaigns=[winter.key])
    send(winter, "cleo", "player-pages/", {"switch": "on"})
    bob.post("/campaigns/my-page/", fields)
    address = f"/players/{PlayerPage.objects.get().token}/"
    answer = Client().get(address)
    words = main_text(answer)
    assert "Bob of the North" in words
    assert "0 won, 0 drawn, 2 lost: 0%, in 1 campaign." in words
    assert "Bramble <b>& Bone 0 0 2 0% L L" in words
    assert "against =1+1 9 VP" in words
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    for name in ("ada", "cleo", "dan", "bob"):
        assert f" {name} " not in words
    send(winter, "cleo", "player-pages/", {"switch": "off"})
    assert "The Long Winter" not in main_text(Client().get(address))


def test_a_page_of_a_player_can_be_replaced_and_ended(winter, rows):
    bob = winter.people["bob"].client
    bob.post("/campaigns/my-page/", {"name": "Bob of the North"})
    first = f"/players/{PlayerPage.objects.get().token}/"
    bob.post("/campaigns/my-page/", {"switch": "renew"})
    second = f"/players/{PlayerPage.objects.get().token}/"
    assert [Client().get(address).status_code for address in (first, second)] == [404, 200]
    bob.post("/campaigns/my-page/", {"switch": "off"})
    assert Client().get(second).status_code == 404
    bob.post("/campaigns/my-page/", {"switch": "renew"})
    assert Client().get("/players/None/").status_code == 404
    assert bob.post("/campaigns/my-page/", {"name": ""}).status_code == 422


def test_who_was_removed_shows_the_campaign_no_more(winter, rows):
    player_pages_allow(**winter.asking("ada"), allowed=True)
    page = player_page_set(user=user_of(winter, "bob"), name="Bob", campaigns=[winter.key])
    assert "The Long Winter" in main_text(Client().get(f"/players/{page.token}/"))
    participant_remove(**winter.asking("ada"), number=winter.number("bob"))
    assert "The Long Winter" not in main_text(Client().get(f"/players/{page.token}/"))


def test_a_page_of_a_player_asks_the_same_of_any_size(winter, rows, django_assert_num_queries):
    player_pages_allow(**winter.asking("ada"), allowed=True)
    page = player_page_set(user=user_of(winter, "bob"), name="Bob", campaigns=[winter.key])
    with django_assert_num_queries(5):
        Client().get(f"/players/{page.token}/")
    played(winter, {rows[1]: 4, rows[3]: 4}, round=1)
    with django_assert_num_queries(5):
        Client().get(f"/players/{page.token}/")


def test_titles_and_awards_are_shown_and_members_only_within_the_campaign(link, winter, rows):
    player_pages_allow(**winter.asking("ada"), allowed=True)
    page = player_page_set(user=user_of(winter, "ada"), name="Ada", campaigns=[winter.key])
    assert "Champion of the league" not in main_text(Client().get(link))
    season_finish(**winter.asking("ada"), seen=winter.campaign.head)
    words = main_text(Client().get(link))
    assert "Champions Champion of the league" in words
    assert "Unluckiest dice" not in words
    assert "Champion of the league" in main_text(Client().get(f"/players/{page.token}/"))


def test_a_published_league_shows_its_play_offs(link, winter, rows):
    assert "Semifinals" not in main_text(Client().get(link))
    playoffs_draw(**winter.asking("ada"), seeds=(1, 3, 2, 4), draws="played again", third_place=False)
    words = main_text(Client().get(link))
    assert words.index("Play-offs") < words.index("Semifinals")
    assert "Not known yet" in words


def test_spectators_may_take_the_files_along(winter, rows):
    campaign_share(**winter.asking("ada"), shared=True)
    browser = Client()
    browser.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    assert browser.get(f"/campaigns/{winter.key}/league/files/table.csv").status_code == 200
    assert Client().get(f"/campaigns/{winter.key}/league/files/table.csv").status_code == 404


# A change of the rules


def test_a_change_of_the_rules_shows_the_table_before_it_is_saved(winter, rows):
    before = winter.campaign.head
    fields = {**RULES, "forfeit_lost": "5", "reason": "as voted"}
    answer = send(winter, "ada", "league/rules/", fields)
    words = main_text(answer)
    assert "Nothing is saved yet." in words
    assert "1 Döner 3 5 0" in words
    assert winter.campaign.head == before
    seen = {**fields, "seen": answer.context["preview"].mark}
    other = send(winter, "ada", "league/rules/", {**seen, "forfeit_lost": "6"})
    assert "1 Döner 3 6 0" in main_text(other)
    assert winter.campaign.head == before
    send(winter, "ada", "league/rules/", seen)
    assert winter.kinds[-1] == "league-rules-set"
    winter.assert_sound()
