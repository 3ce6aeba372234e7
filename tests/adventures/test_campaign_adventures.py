"""Adventures in campaigns: what the journal calls them, where they stand on the site, and who takes part once."""

from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.selectors.parties import standing_member
from adventures.services.adventures import adventure_make, adventure_take_in
from campaigns.selectors.campaigns import campaign_view
from rules.adventures.events.running import AdventureNoted, AdventurerJoined
from tests.adventures.play import SEED, AdventureTable, campaign_adventure, dry_well, own_adventure
from tests.campaigns.play import BOARS, enlist
from tests.campaigns.verbs import Table
from tests.rules.adventures.parties import MEMBER
from tests.warbands.verbs import text_of

pytestmark = pytest.mark.django_db


def joined(table: AdventureTable, warband: str) -> int:
    """Let the organizer add a warband, and return how the page answers."""
    fields = {"do": "join", "warband": warband, "seen": table.row.head}
    return table.people["ada"].client.post(f"/adventures/{table.key}/act/", fields).status_code


def taken_in(table: Table, name: str) -> tuple[AdventureTable, str]:
    """Take an adventure with the first member of a person's warband into a campaign; return the id of the member."""
    warband = enlist(table, name, *BOARS).warband
    boar = replace(MEMBER, id=f"w-{warband.key}.m1")
    row = adventure_make(owner=table.people["ada"].owner, adventure=dry_well(participants=(boar,)), seed=SEED)
    adventure_table = AdventureTable(row.key, dict(table.people))
    adventure_take_in(**adventure_table.asking(), campaign=table.key)
    return adventure_table, boar.id


def test_the_journal_calls_adventures_by_their_names(winter: Table) -> None:
    table = campaign_adventure(winter)
    table.do(AdventureNoted("A quiet night."))
    journal = winter.people["bob"].get(f"/campaigns/{winter.key}/journal/")
    assert "went on with adventure 1, “The Dry Well” (entry 1 of its log)." in text_of(journal)
    told = winter.people["bob"].get(f"/campaigns/{winter.key}/")
    assert "went on with adventure 1, “The Dry Well”" in text_of(told)


def test_pages_of_adventures_stand_under_adventures() -> None:
    table = own_adventure()
    for address in ("/adventures/", "/adventures/new/", f"/adventures/{table.key}/"):
        page = LexborHTMLParser(table.people["ada"].get(address).content)
        places = page.css(".masthead [aria-current], .play-menu [aria-current]")
        assert [link.text(strip=True) for link in places] == ["Play", "Adventures"], address


def test_members_that_came_along_are_not_added_again(winter: Table) -> None:
    table, boar = taken_in(winter, "bob")
    assert joined(table, "w1") == 302
    prefix = boar.partition(".")[0]
    assert [participant.id for participant in table.state.participants] == [
        f"{prefix}.m{place}" for place in range(1, len(BOARS) + 1)
    ]
    assert joined(table, "w1") == 422
    view = campaign_view(winter.people["ada"].owner, winter.key)
    for participant in table.state.participants:
        standing = standing_member(winter.people["ada"].owner, view, participant.id)
        assert standing is not None
        assert standing.participant.id.endswith(participant.id.partition(".")[2])


def test_members_of_a_campaign_have_the_number_of_their_warband(winter: Table) -> None:
    enlist(winter, "bob", *BOARS)
    table = campaign_adventure(winter, participants=())
    table.do(AdventurerJoined(replace(MEMBER, id="w1.m1")))
    assert joined(table, "w1") == 302
    assert [participant.id for participant in table.state.participants] == [
        f"w1.m{place}" for place in range(1, len(BOARS) + 1)
    ]
