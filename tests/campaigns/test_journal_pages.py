"""The pages of the journal: who reads them, what they say, and what they answer to odd addresses."""

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from campaigns.models import CampaignWarband
from campaigns.services.campaigns import campaign_close, campaign_share
from campaigns.services.corrections import scenario_void
from campaigns.services.people import participant_promote
from rules.building.members import MemberRename
from rules.roster import Member
from tests.campaigns.corrections import roll_correct
from tests.campaigns.play import BOARS, KOBOLDS, change, enlist, enter, field, opened, played, report
from tests.campaigns.verbs import Table
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def kobolds(winter: Table) -> CampaignWarband:
    """Ada's warband."""
    return enlist(winter, "ada", *KOBOLDS, warband="Ash Company")


@pytest.fixture
def boars(winter: Table) -> CampaignWarband:
    """Bob's warband."""
    return enlist(winter, "bob", *BOARS, warband="The Tusks")


def answer(table: Table, who: str, path: str, **query: object) -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/{path}", query)


def text(table: Table, who: str, path: str, **query: object) -> str:
    response = answer(table, who, path, **query)
    assert response.status_code == 200
    return unescape(" ".join(response.content.decode().split()))


def rolled(table: Table) -> int:
    """Return the number of the entry with the server's dice."""
    number: int = table.campaign.entries.filter(kind="dice-rolled").latest("number").number
    return number


@pytest.mark.parametrize("path", ["journal/", "journal/1/", "journal/{rolled}/rolls/1/"])
def test_the_journal_is_read_by_the_people_of_the_campaign_and_its_spectators(winter, kobolds, boars, path):
    played(winter, {kobolds: 3, boars: 1})
    path = path.format(rolled=rolled(winter))
    for who in ("ada", "cleo", "bob"):
        assert answer(winter, who, path).status_code == 200
    assert answer(winter, "eve", path).status_code == 404
    campaign_share(**winter.asking("ada"), shared=True)
    watching = Client()
    watching.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    assert watching.get(f"/campaigns/{winter.key}/{path}").status_code == 200


def test_the_file_is_for_organizers(winter, kobolds):
    for who in ("ada", "cleo"):
        response = answer(winter, who, "campaign.json")
        assert response["Content-Disposition"] == 'attachment; filename="the-long-winter.muster.json"'
        assert json.loads(response.content)["id"] == winter.key
        assert "Download the campaign" in text(winter, who, "journal/")
    assert answer(winter, "bob", "campaign.json").status_code == 403
    assert "Download the campaign" not in text(winter, "bob", "journal/")
    assert answer(winter, "eve", "campaign.json").status_code == 404
    assert Client().get(f"/campaigns/{winter.key}/campaign.json").status_code == 404


def test_a_scenario_reads_as_sentences_with_its_dice(winter, kobolds, boars):
    scenario = opened(winter, kobolds, boars, title="The Ford")
    field(winter, scenario, kobolds)
    field(winter, scenario, boars)
    report(winter, scenario, {kobolds: 7, boars: 2}, (boars, "m1"))
    enter(winter, scenario, boars, "m1", "elimination", 4)
    page = text(winter, "bob", "journal/")
    assert "ada fielded “The Tusks” for 27 points: Old Boar and Rik." in page
    assert "Victory points: Ash Company 7, The Tusks 2. Eliminated: Old Boar." in page
    assert '<span class="help">(entered)</span>:' in page
    assert '<span class="die">4</span></span> Wounded</li>' in page
    assert page.index("ada reported") < page.index("ada fielded") < page.index("bob joined.")


def subject_of(table: Table, number: int) -> str:
    """Return the heading above the entry that an entry is about."""
    heading = LexborHTMLParser(answer(table, "bob", f"journal/{number}/").content).css_first("#subject")
    return " ".join(heading.text().split())


def test_voided_and_corrected_entries_are_struck_out_and_lead_to_what_did_it(winter, kobolds, boars):
    scenario = opened(winter, boars)
    field(winter, scenario, boars)
    report(winter, scenario, {boars: 2}, (boars, "m1"))
    enter(winter, scenario, boars, "m1", "elimination", 5)
    entered = winter.campaign.head
    roll_correct(
        **winter.asking("ada"),
        scenario=scenario,
        warband=boars.number,
        member="m1",
        purpose="elimination",
        faces=(6,),
        reason="It was a 6",
    )
    page = text(winter, "bob", f"journal/{entered}/")
    assert "<s>ada entered 1 roll for “The Old Mill”.</s>" in page
    assert f'Corrected by <a href="/campaigns/{winter.key}/journal/{entered + 1}/">entry {entered + 1}</a>' in page
    assert subject_of(winter, entered + 1) == "The entry it corrects"
    second = played(winter, {kobolds: 3})
    committed = winter.campaign.head
    scenario_void(**winter.asking("ada"), scenario=second, reason="Wrong rules")
    assert subject_of(winter, committed + 1) == "The entry it undoes"
    page = text(winter, "bob", "journal/")
    assert "<s>ada applied “The Old Mill”.</s>" in page
    assert f">entry {committed + 1}</a>: it no longer counts." in page
    assert "ada undid entry" in page


def test_entries_stand_below_the_heading_of_their_scenario_with_folded_hashes(winter, kobolds, boars):
    played(winter, {kobolds: 3}, title="Alone")
    change(winter, "ada", kobolds, MemberRename("m1", "Ash"))
    played(winter, {boars: 1}, title="The Bridge")
    page = LexborHTMLParser(answer(winter, "bob", "journal/").content)
    groups = page.css(".journal-group")
    titles = [heading.text(strip=True) for group in groups if (heading := group.css_first("h2"))]
    assert titles == ["The Bridge", "Between scenarios", "Alone", "Before the first scenario"]
    assert "applied “The Bridge”" in groups[0].text()
    assert "“Ash”" in groups[1].text()
    newest = winter.campaign.entries.latest("number")
    (fold,) = page.css(f"#entry-{newest.number} details.journal-hash:not([open])")
    assert newest.hash in fold.text()


def test_naming_one_of_several_namesakes_says_which_it_was(winter):
    row = enlist(winter, "bob", *(Member("kobold-warrior", f"m{place}") for place in (1, 2, 3)), Member("boar", "m4"))
    change(winter, "bob", row, MemberRename("m2", "Snik"))
    change(winter, "bob", row, MemberRename("m4", "Tusk"))
    page = text(winter, "bob", "journal/")
    assert "“Snik”. Joined as Kobold Warrior 2." in page
    assert "“Tusk”.</p>" in page


def test_an_entry_shows_what_its_hash_is_made_of(winter):
    entry = winter.entries[3]
    page = text(winter, "bob", "journal/4/")
    assert entry.hash in page
    assert entry.previous_hash in page
    assert "Yes, the hash is that of the text below" in page
    assert '"event": "participant-joined"' in page
    winter.campaign.entries.filter(number=4).update(actor=1)
    assert "this entry was changed after it was written" in text(winter, "bob", "journal/4/")


def test_filters_show_the_entries_of_a_scenario_a_warband_and_a_person(winter, kobolds, boars):
    played(winter, {kobolds: 3}, title="Alone")
    second = played(winter, {boars: 1}, title="The Bridge")
    page = text(winter, "bob", "journal/", scenario=second)
    assert "“The Bridge”" in page
    assert "ada opened “Alone”" not in page
    page = text(winter, "bob", "journal/", warband=kobolds.number)
    assert "“Ash Company” of ada joined" in page
    assert "ada applied “Alone”" in page
    assert "ada applied “The Bridge”" not in page
    page = text(winter, "bob", "journal/", person=winter.number("bob"))
    assert "“The Tusks” of bob joined" in page
    assert "ada opened" not in page
    assert "No journal entry matches." in text(winter, "bob", "journal/", person=4, scenario=second)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"scenario": "9" * 40}, "is not the number of a scenario"),
        ({"warband": "x'; --"}, "is not the number of a warband"),
        ({"person": "²"}, "is not the number of a person"),
        ({"page": "zero"}, "is not a page number"),
        ({"page": "999"}, "There is no page 999"),
        ({"sort": "up"}, "There is no filter called “sort”"),
    ],
)
def test_odd_filters_are_told_and_left_out(winter, query, said):
    page = text(winter, "bob", "journal/", **query)
    assert said in page
    assert "ada began the campaign" in page


@pytest.mark.parametrize("path", ["journal/0/", "journal/999/", f"journal/{'9' * 40}/", "journal/1/rolls/1/"])
def test_what_is_not_there_is_not_found(winter, path):
    assert answer(winter, "ada", path).status_code == 404


def test_the_roll_of_an_entry_ends_with_the_last_one(winter, kobolds):
    played(winter, {kobolds: 3})
    number = rolled(winter)
    assert answer(winter, "ada", f"journal/{number}/rolls/2/").status_code == 200
    for roll in (0, 3, 10**30):
        assert answer(winter, "ada", f"journal/{number}/rolls/{roll}/").status_code == 404


def test_a_receipt_keeps_the_seed_until_the_campaign_is_closed(winter, kobolds):
    played(winter, {kobolds: 3})
    path = f"journal/{rolled(winter)}/rolls/1/"
    seed = winter.campaign.seed_epochs.get().seed.hex()
    before = text(winter, "bob", path)
    assert winter.campaign.seed_epochs.get().commitment in before
    assert '["muster-dice/1",["w1.m1","advance",1],6,3,0]' in before
    assert "it is shown when the campaign is closed" in before
    assert before.count("muster-dice/1") == 3
    assert seed not in before
    campaign_close(**winter.asking("ada"))
    after = text(winter, "bob", path)
    assert seed in after
    assert "this roll gives the same faces" in after


@replayed
def promote_often(table: Table) -> None:
    for co_organizer in (True, False) * 30:
        participant_promote(**table.asking("ada"), number=table.number("dan"), co_organizer=co_organizer)


@pytest.mark.parametrize("path", ["journal/", "journal/{rolled}/", "journal/{rolled}/rolls/1/"])
def test_a_page_takes_as_many_queries_however_long_the_journal_is(
    winter, kobolds, boars, path, django_assert_max_num_queries
):
    played(winter, {kobolds: 3, boars: 1})
    first = path.format(rolled=rolled(winter))
    answer(winter, "bob", first)
    promote_often(winter)
    played(winter, {kobolds: 3, boars: 1})
    for address in (first, path.format(rolled=rolled(winter))):
        # The session and its account, the campaign and its people, crests, the entries, names, corrections, and the
        # filter's choices or the seeds.
        with django_assert_max_num_queries(13):
            answer(winter, "bob", address)
    assert 'aria-label="Page 2"' in text(winter, "bob", "journal/")


def test_a_name_is_escaped(winter):
    enlist(winter, "ada", *KOBOLDS, warband="<script>alert(1)</script>")
    assert "<script>alert" not in answer(winter, "bob", "journal/").content.decode()
