"""The chronicle of a campaign: what it tells, and who may print it."""

import pytest
from django.test import Client

from campaigns.selectors.standings import campaign_chronicle
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import scenario_void
from printing.adventures import draw_chronicle
from printing.canvas import paper_size
from printing.pdf import PdfCanvas
from rules.building.members import MemberAdd
from rules.campaigns.standings import Chronicle, ChronicleChapter
from tests.campaigns.play import BOARS, KOBOLDS, change, choose, commit, enlist, enter, field, opened, played, report
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def chronicle_of(table: Table) -> Chronicle:
    view = table.view("bob")
    assert view is not None
    return campaign_chronicle(view)


def test_each_scenario_that_counts_is_a_chapter(winter):
    kobolds = enlist(winter, "ada", *KOBOLDS, warband="Ash Company")
    boars = enlist(winter, "bob", *BOARS, warband="The Tusks")
    scenario = opened(winter, kobolds, boars, title="The Ford", date="2026-03-01")
    field(winter, scenario, kobolds)
    field(winter, scenario, boars)
    report(winter, scenario, {kobolds: 7, boars: 2}, (boars, "m1"))
    enter(winter, scenario, boars, "m1", "elimination", 4)
    enter(winter, scenario, boars, "m1", "injury", 2)
    for row, member in ((kobolds, "m1"), (kobolds, "m2"), (boars, "m1"), (boars, "m2")):
        enter(winter, scenario, row, member, "advance", 1, 1, 1)
    choose(winter, scenario, kobolds, "m1", "fleet")
    commit(winter, scenario)
    change(winter, "ada", kobolds, MemberAdd("boar"))
    second = opened(winter, kobolds, boars, title="")
    field(winter, second, kobolds)
    field(winter, second, boars)
    report(winter, second, {kobolds: 3, boars: 3}, (boars, "m1"))
    enter(winter, second, boars, "m1", "elimination", 3)
    commit(winter, second)
    third = played(winter, {kobolds: 3})
    scenario_void(**winter.asking("ada"), scenario=third, reason="Wrong rules")
    found = chronicle_of(winter)
    assert found.opening == (
        "“Ash Company” of ada joined with 2 members.",
        "“The Tusks” of bob joined with 2 members.",
    )
    first, last = found.chapters
    assert first == ChronicleChapter(
        "1. The Ford",
        "1 March 2026",
        (
            "Ash Company 7, The Tusks 2: a major victory for Ash Company.",
            "Old Boar was eliminated. Wounded, Injured Eye.",
            "Advances: Snik Feat, Snak Feat, Old Boar Feat, Rik Feat.",
            "Feats: Snik Fleet.",
            "ada changed “Ash Company”: Added Boar.",
        ),
    )
    assert (last.title, last.date) == ("2. Scenario 2", "")
    assert last.sentences[:2] == (
        "Ash Company 3, The Tusks 3: a draw.",
        "Old Boar was eliminated. Wounded, the wound that it had is permanent now.",
    )
    assert [line.name for line in found.standings] == ["Ash Company", "The Tusks"]


def test_the_chronicle_is_printed_for_the_people_of_the_campaign_and_its_spectators(winter):
    played(winter, {enlist(winter, "ada", *KOBOLDS): 3})
    path = f"/campaigns/{winter.key}/chronicle.pdf"
    for who in ("ada", "cleo", "bob"):
        answer = winter.people[who].client.get(path)
        assert answer.status_code == 200
        assert answer.content.startswith(b"%PDF")
        assert answer["Content-Disposition"] == 'inline; filename="the-long-winter-chronicle.pdf"'
        assert f'href="{path}"' in winter.people[who].client.get(f"/campaigns/{winter.key}/standings/").content.decode()
    assert winter.people["eve"].client.get(path).status_code == 404
    campaign_share(**winter.asking("ada"), shared=True)
    watching = Client()
    watching.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    assert watching.get(path).status_code == 200


def test_a_campaign_in_which_nothing_happened_has_a_chronicle_too(winter):
    assert winter.people["bob"].client.get(f"/campaigns/{winter.key}/chronicle.pdf").status_code == 200


def test_a_long_chronicle_fills_pages_and_everything_stays_on_them():
    long = " ".join(["A kobold with a rather long name was eliminated by a boar."] * 40)
    chapters = tuple(ChronicleChapter(f"{number}. {'W' * 60}", "2026-03-01", (long,) * 5) for number in range(1, 8))
    canvas = PdfCanvas(paper_size("a4"), recording=True)
    draw_chronicle(canvas, Chronicle("N" * 80, "Snow.\n\n" * 20, (), (), chapters))
    assert canvas.page > 5
    assert [one.text for one in canvas.placed if not _is_inside(one)] == []


def _is_inside(one) -> bool:
    return one.box.left >= one.within.left - 1 and one.box.right <= one.within.right + 1
