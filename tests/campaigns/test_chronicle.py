"""The chronicle of a campaign: what it tells, and who may print it."""

import pytest
from django.test import Client

from campaigns.selectors.standings import campaign_chronicle
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import scenario_void
from compendium.builtin.creatures import emblem_of
from printing.canvas import paper_size
from printing.chronicles import draw_chronicle
from printing.pdf import PdfCanvas
from rules.building.members import MemberAdd
from rules.campaigns.chronicles import ChapterFighter, ChapterSide, Chronicle, ChronicleChapter
from rules.campaigns.points import PointsChart
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
    chronicle = chronicle_of(winter)
    assert chronicle.opening == (
        "“Ash Company” of ada joined with 2 members.",
        "“The Tusks” of bob joined with 2 members.",
    )
    first, last = chronicle.chapters
    assert (first.title, first.date) == ("The Ford", "1 March 2026")
    assert first.sentences == (
        "Ash Company with Snik and Snak fought The Tusks with Old Boar and Rik. "
        "Ash Company won a major victory, 7 to 2. "
        "Old Boar (Wounded, Injured Eye) was eliminated. "
        "Ash Company advanced: Snik learned Fleet; Snak earned a feat. "
        "The Tusks advanced: Old Boar and Rik earned a feat. "
        "Ash Company took the lead of the campaign.",
    )
    assert first.changes == ("ada changed “Ash Company”: Added Boar.",)
    assert [(fighter.name, fighter.is_eliminated) for fighter in first.sides[1].fighters] == [
        ("Old Boar", True),
        ("Rik", False),
    ]
    assert first.sides[1].fighters[0].emblem == emblem_of("boar", ())
    assert (last.title, last.date) == ("Scenario 2", "")
    assert (
        "It was a draw, 3 to 3. Old Boar (Wounded, the wound that it had is permanent now) was eliminated."
        in (last.sentences[0])
    )
    assert [[played for played, _ in values] for _, values in chronicle.chart.lines] == [[1, 2], [1, 2]]
    assert [line.name for line in chronicle.standings] == ["Ash Company", "The Tusks"]


def test_the_chronicle_is_printed_for_the_people_of_the_campaign_and_its_spectators(winter):
    played(winter, {enlist(winter, "ada", *KOBOLDS): 3})
    path = f"/campaigns/{winter.key}/chronicle.pdf"
    for who in ("ada", "cleo", "bob"):
        answer = winter.people[who].client.get(path)
        assert answer.status_code == 200
        assert answer.content.startswith(b"%PDF")
        assert answer["Content-Disposition"] == 'inline; filename="the-long-winter-chronicle.pdf"'
        assert f'href="{path}"' in winter.people[who].client.get(f"/campaigns/{winter.key}/chronicle/").content.decode()
    assert winter.people["eve"].client.get(path).status_code == 404
    campaign_share(**winter.asking("ada"), shared=True)
    watching = Client()
    watching.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    assert watching.get(path).status_code == 200


def test_the_chronicle_is_read_on_a_page_with_its_graph(winter):
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    played(winter, {kobolds: 3, boars: 1}, (boars, "m1"))
    client = winter.people["bob"].client
    shown = client.get(f"/campaigns/{winter.key}/chronicle/").content.decode()
    assert "won a minor victory, 3 to 1." in shown
    assert 'class="fallen"' in shown
    assert shown.count('class="crest ') == 6
    assert "Points after each scenario" in shown
    assert winter.people["eve"].client.get(f"/campaigns/{winter.key}/chronicle/").status_code == 404


def test_a_long_campaign_takes_no_more_queries(winter, django_assert_num_queries):
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    for _ in range(3):
        played(winter, {kobolds: 3, boars: 1})
    view = winter.view("bob")
    campaign_chronicle(view)
    with django_assert_num_queries(4):
        campaign_chronicle(view)


def test_a_long_chronicle_has_pages_with_their_own_chapters(winter, monkeypatch):
    monkeypatch.setattr("campaigns.web.standings.CHAPTERS_PER_PAGE", 2)
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    played(winter, {kobolds: 3, boars: 1}, title="The Mill")
    played(winter, {kobolds: 1, boars: 1}, title="The Ford")
    change(winter, "ada", kobolds, MemberAdd("boar"))
    played(winter, {kobolds: 0, boars: 9}, title="The Pass")
    view = winter.view("bob")
    assert campaign_chronicle(view).chapters[1:] == (
        *campaign_chronicle(view, slice(1, 2)).chapters,
        *campaign_chronicle(view, slice(2, 3)).chapters,
    )
    scenario_void(**winter.asking("ada"), scenario=2, reason="They counted twice.")
    client = winter.people["bob"].client
    first, second = (client.get(f"/campaigns/{winter.key}/chronicle/?page={page}").content.decode() for page in (1, 2))
    assert ("Before the first scenario" in first, "The Mill" in first, "The Pass" in first) == (True, True, True)
    assert ("Before the first scenario" in second, "The Mill" in second) == (True, True)
    assert "There is no page 2" in second


def test_a_campaign_in_which_nothing_happened_has_a_chronicle_too(winter):
    assert winter.people["bob"].client.get(f"/campaigns/{winter.key}/chronicle.pdf").status_code == 200


def test_a_long_chronicle_fills_pages_and_everything_stays_on_them():
    long = " ".join(["A kobold with a rather long name was eliminated by a boar."] * 40)
    chapters = tuple(ChronicleChapter(f"{number}. {'W' * 60}", "2026-03-01", (long,) * 5) for number in range(1, 8))
    canvas = PdfCanvas(paper_size("a4"), recording=True)
    fighters = tuple(ChapterFighter("Kobold Warrior " * 9, bool(place % 2), "boar") for place in range(30))
    sides = (ChapterSide(1, "W" * 80, "minor victory", 3, fighters),)
    chapters += (ChronicleChapter("8", "", (long,), sides, (long,), (long,)),)
    points = tuple(("N" * 90, ((1, 60), (2, 75), (9, 1200))) for _ in range(30))
    draw_chronicle(canvas, Chronicle("N" * 80, "Snow.\n\n" * 20, (), (), chapters, PointsChart(points)))
    assert canvas.page > 5
    assert [text.text for text in canvas.placed if not _is_inside(text)] == []


def _is_inside(text) -> bool:
    return text.box.left >= text.within.left - 1 and text.box.right <= text.within.right + 1
