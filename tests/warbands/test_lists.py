"""The list of one's warbands: what it tells of each, what can be done from it, and whose it is."""

import datetime as dt
from dataclasses import replace

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from accounts.models import SESSION_KEY
from compendium.models import Creature
from compendium.services.creatures import creature_revise
from tests.warbands.listing import LIST, act, names, page
from tests.warbands.verbs import documented as make
from tests.warbands.verbs import visitor
from warbands.models import Step, Tag, Warband
from warbands.services.warbands import warband_archive, warband_delete, warband_share
from warbands.web.lists import PAGE

pytestmark = pytest.mark.django_db

ACTIONS = ("copy", "archive", "delete", "tags")


# --- What the list tells ---------------------------------------------------------------------------------------------


def test_a_row_tells_name_points_mode_alignment_bodies_and_legality(small_compendium, mine, owner):
    made = make(owner, tags=["kobolds"])
    html = page(mine)
    (row,) = html.css(".warbands tbody tr")
    assert row.attributes["data-al"] == "LE"
    assert row.css_first("th a").attributes["href"] == f"/warbands/{made.key}/"
    facts = " ".join(row.text().split())
    for words in ("✊", "Lawful Evil", "37 of 200", "Balanced, Limited Play", "Legal", "kobolds"):
        assert words in facts
    assert row.css_first("[data-label=Members]").text() == "2"


def test_a_row_says_what_a_warband_without_an_alignment_lacks(small_compendium, mine, owner):
    make(owner, play_mode="narrative", points_limit=None, alignment=None)
    assert "no alignment" in page(mine).css_first(".warbands tbody tr").text()


def test_an_illegal_warband_counts_its_problems(small_compendium, mine, owner):
    members = [{"creature": "boar"}, {"creature": "eagle-knight"}, {"creature": "basilisk", "hero_points": 9}]
    make(owner, members=members, collection=None)
    assert "2 problems" in page(mine).css_first(".legality").text()


def test_what_the_table_agreed_to_is_told_with_its_reason(small_compendium, mine, owner):
    overrides = [{"code": "points.over_limit", "reason": "one last fight"}, {"code": "creature.over_half"}]
    make(owner, members=[{"creature": "caldera-oni"}], collection=None, points_limit=150, overrides=overrides)
    facts = page(mine).css_first(".legality").text()
    assert "Legal" in facts
    assert "Agreed: more points than the limit (one last fight); more than half of the points for one creature" in facts


def test_a_row_counts_what_the_table_agreed_to_beside_legal(small_compendium, mine, owner):
    overrides = [{"code": "points.over_limit", "reason": "one last fight"}, {"code": "creature.over_half"}]
    make(owner, members=[{"creature": "caldera-oni"}], collection=None, points_limit=150, overrides=overrides)
    assert page(mine).css_first(".verdict").text().endswith("Legal, 2 agreed")
    make(owner, "Plain", overrides=[])
    assert page(mine).css_first(".verdict").text().endswith("Legal")


def test_thousands_of_points_have_their_comma(small_compendium, mine, owner):
    make(owner, points_limit=2000)
    assert page(mine).css_first("[data-label=Points]").text() == "37 of 2,000"


def test_of_many_agreements_the_list_names_the_first_and_counts_the_rest(small_compendium, mine, owner):
    members = [{"creature": f"stranger-{number}"} for number in range(6)]
    overrides = [
        {"code": "creature.unknown", "reason": f"reason {number}", "member": f"m{number + 1}"} for number in range(6)
    ]
    make(owner, members=members, collection=None, overrides=overrides)
    facts = page(mine).css_first(".legality").text()
    assert "reason 2" in facts
    assert "reason 3" not in facts
    assert "3 more" in facts


def test_points_are_reckoned_anew_when_a_card_changes(small_compendium, built_in, mine, owner):
    make(owner, members=[{"creature": "boar"}])
    make(owner, "Pinned", members=[{"creature": "boar", "revision": 1}])
    points = [cell.text() for cell in page(mine).css("[data-label=Points]")]
    assert points == ["18 of 200", "18 of 200"]
    boar = Creature.objects.get(key="boar")
    creature_revise(creature=boar, card=replace(built_in["boar"], level=4))
    points = [cell.text() for cell in page(mine).css("[data-label=Points]")]
    assert points == ["18 of 200", "26 of 200"]


def test_a_mode_without_a_limit_tells_points_alone(small_compendium, mine, owner):
    make(owner, play_mode="narrative", points_limit=None, alignment=None)
    (row,) = page(mine).css(".warbands tbody tr")
    assert row.css_first("[data-label=Points]").text() == "37"
    assert "data-al" not in row.attributes


def test_the_last_changed_stands_first(small_compendium, mine, owner):
    for day, name in ((3, "Third"), (1, "First"), (2, "Second")):
        with time_machine.travel(dt.datetime(2026, 5, day, tzinfo=dt.UTC)):
            make(owner, name)
    assert names(page(mine)) == ["Third", "Second", "First"]


def test_a_warband_without_a_name_can_still_be_opened(mine, owner):
    made = make(owner, "")
    link = page(mine).css_first(".warbands th a")
    assert (link.text(), link.attributes["href"]) == ("A warband without a name", f"/warbands/{made.key}/")


def test_names_and_tags_are_text_and_never_markup(mine, owner):
    make(owner, "<script>alert(1)</script>", tags=["<b>x</b>"])
    answer = mine.get(LIST).content.decode()
    assert "<script>alert" not in answer
    assert "<b>x</b>" not in answer


def test_a_draft_that_cannot_be_read_breaks_nothing(small_compendium, mine, owner):
    make(owner, "Whole")
    for name, document in (
        ("Half", {"roster": {"name": "Half"}}),
        ("Odd", {"roster": []}),
        ("List", [1]),
        ("Text", "draft"),
        ("Number", {"roster": {"name": 7}}),
    ):
        Step.objects.filter(warband=make(owner, name)).update(draft=document)
    html = page(mine)
    assert html.text().count("can no longer be read") == 5
    assert "Half" in names(html)
    assert not [row for row in html.css("tbody tr") if "can no longer be read" in row.text() and row.css("th a")]


def test_a_draft_that_cannot_be_read_can_be_put_away_and_deleted_but_not_copied(mine, owner):
    broken = make(owner, "Broken")
    Step.objects.filter(warband=broken).update(draft={"roster": {"name": "Broken"}})
    assert act(mine, broken, "copy").status_code == 422
    assert Warband.objects.count() == 1
    for action, fields in (("archive", {}), ("archive", {"out": "1"}), ("tags", {"tags": "x"}), ("delete", {})):
        assert act(mine, broken, action, **fields).status_code == 302
    assert act(mine, broken, "restore").status_code == 302


def test_a_draft_that_cannot_be_read_is_no_page_of_its_own(mine, owner, caplog):
    broken = make(owner)
    warband_share(owner=owner, key=broken.key, shared=True)
    token = Warband.objects.get().share_token
    Step.objects.update(draft={})
    for page_of_it in ("", "settings/", "share/", "sheet/", "chat/", "roster.json"):
        assert mine.get(f"/warbands/{broken.key}/{page_of_it}").status_code == 404
    assert mine.get(f"/shared/{token}/").status_code == 404
    assert f"The draft of warband {broken.pk}, step 1, cannot be read" in caplog.text


# --- Filters, pages, shelves -----------------------------------------------------------------------------------------


def test_a_tag_shows_only_its_warbands_and_can_be_taken_out_again(mine, owner):
    make(owner, "Ash", tags=["friday", "kobolds"])
    make(owner, "Brass", tags=["friday"])
    make(owner, "Cinder")
    chips = {chip.text(strip=True): chip.attributes["href"] for chip in page(mine).css(".chips a")}
    assert list(chips) == ["friday", "kobolds"]
    html = page(mine, chips["friday"])
    assert names(html) == ["Brass", "Ash"]
    assert html.css_first(".chips [aria-current]").attributes["href"] == LIST
    assert names(page(mine, "/warbands/?tag=kobolds")) == ["Ash"]


def test_a_tag_that_nothing_has_says_so(mine, owner):
    make(owner)
    assert "No warbands found" in page(mine, "/warbands/?tag=none").text()


def test_a_mistyped_name_finds_a_warband_and_a_strange_one_none(mine, owner):
    make(owner, "Ash Company")
    for words, expected in (("Ahs Compny", ["Ash Company"]), ("xyzzy", [])):
        assert names(HTMLParser(mine.get(LIST, {"q": words}).content.decode())) == expected


def test_a_part_of_the_name_finds_a_warband(mine, owner):
    for name in ("Ash Company", "100% Kobolds", "a_b"):
        make(owner, name)
    for words, expected in (
        ("ash", ["Ash Company"]),
        ("%", ["100% Kobolds"]),
        ("_", ["a_b"]),
        ("Company A", ["Ash Company"]),
    ):
        assert names(HTMLParser(mine.get(LIST, {"q": words}).content.decode())) == expected


def test_archived_warbands_have_a_list_of_their_own(mine, owner):
    make(owner, "Here")
    warband_archive(owner=owner, key=make(owner, "Away", tags=["old"]).key, archived=True)
    html = page(mine)
    assert names(html) == ["Here"]
    assert [link.text().split() for link in html.css(".shelves a")] == [
        ["My", "warbands", "1"],
        ["Archived", "1"],
        ["Recently", "deleted", "0"],
    ]
    away = page(mine, "/warbands/?archived=1")
    assert names(away) == ["Away"]
    assert [chip.text(strip=True) for chip in away.css(".chips a")] == ["old"]


def test_a_long_list_has_pages(mine, owner):
    for number in range(PAGE + 1):
        make(owner, f"Company {number}")
    first = page(mine)
    assert len(names(first)) == PAGE
    assert names(page(mine, first.css_first(".pager [rel=next]").attributes["href"])) == ["Company 0"]


@pytest.mark.parametrize(
    "query",
    [
        {"page": "0"},
        {"page": "99"},
        {"page": "x"},
        {"page": "9" * 400},
        {"tag": "\0"},
        {"tag": "x" * 5_000},
        {"q": "\0%"},
        {"q": "'\"\\"},
        {"gone": "\0"},
        {"gone": "nobody"},
        {"archived": "maybe", "deleted": "2"},
        {"colour": "red"},
        {"next": "//muster.example"},
    ],
)
def test_odd_addresses_give_a_list(mine, owner, query):
    make(owner)
    assert mine.get(LIST, query).status_code == 200


def test_an_address_that_says_the_same_in_more_words_is_shortened(mine):
    assert mine.get("/warbands/?q=&tag=&archived=1").headers["Location"] == "/warbands/?archived=1"


def test_the_list_asks_as_much_for_two_warbands_as_for_thirty(small_compendium, mine, owner):
    def queries():
        mine.get(LIST)
        with CaptureQueriesContext(connection) as asked:
            assert mine.get(LIST).status_code == 200
        return len(asked)

    members = [{"creature": "kobold-druid-1", "revision": 7, "items": ["holy-water"]}, {"creature": "boar"}]
    for number in range(2):
        make(owner, members=members, collection=None, tags=[f"tag {number}"])
    few = queries()
    for number in range(28):
        members.append({"creature": "basilisk", "items": ["fiery-weapon"], "revision": number})
        make(owner, members=members, collection=None, tags=[f"tag {number}", "more"])
    assert queries() == few
    assert few <= 13


def test_thousands_of_pinned_revisions_are_listed(small_compendium, mine, owner):
    for warband in range(PAGE):
        members = [{"creature": "boar", "revision": 2 + 100 * warband + number} for number in range(100)]
        make(owner, members=members, collection=None)
    assert len(names(page(mine))) == PAGE


def test_an_empty_list_says_what_to_do(client):
    html = page(client)
    assert "No warbands yet" in html.text()
    assert {"/warbands/new/", "/warbands/import/"} <= {link.attributes["href"] for link in html.css(".empty a")}
    assert SESSION_KEY not in client.session


# --- Whose it is -----------------------------------------------------------------------------------------------------


def test_nobody_sees_or_touches_the_warbands_of_somebody_else(ada, bob):
    stranger, other_visitor = visitor(), visitor()
    for owned_by in (ada.owner, other_visitor.owner):
        made, deleted = make(owned_by, "Secret plans", tags=["secret"]), make(owned_by, "Deleted plans")
        warband_archive(owner=owned_by, key=make(owned_by, "Archived plans").key, archived=True)
        warband_delete(owner=owned_by, key=deleted.key)
        for browser in (bob.client, stranger.client, Client()):
            for address in (LIST, "/warbands/?archived=1", "/warbands/?deleted=1", f"/warbands/?gone={deleted.key}"):
                answer = browser.get(address).content.decode()
                assert "plans" not in answer
                assert "secret" not in answer
            for action in ACTIONS:
                assert act(browser, made, action, tags="mine").status_code == 404, action
                assert browser.get(f"/warbands/{made.key}/{action}/").status_code == 405
            assert act(browser, deleted, "restore").status_code == 404
    assert Warband.objects.filter(deleted_at=None).count() == 4
    assert set(Tag.objects.values_list("word", flat=True)) == {"secret"}
    assert not Warband.objects.filter(owner_token=stranger.owner.token).exists()
    assert len(names(page(other_visitor.client))) == 1


def test_a_visitor_does_all_of_it_in_a_session_alone(db):
    guest = visitor()
    browser, owner = guest.client, guest.owner
    made = make(owner)
    assert act(browser, made, "tags", tags="friday").status_code == 302
    assert act(browser, made, "copy").status_code == 302
    assert act(browser, made, "archive").status_code == 302
    assert act(browser, made, "delete").status_code == 302
    assert act(browser, made, "restore").status_code == 302
    assert names(page(browser, "/warbands/?archived=1")) == ["Ash Company"]
    assert names(page(browser)) == ["Ash Company (copy)"]
    assert set(Warband.objects.values_list("owner", "owner_token")) == {(None, owner.token)}


def test_what_is_gone_or_never_was_is_not_there(mine, owner):
    made = make(owner)
    warband_delete(owner=owner, key=made.key)
    for action in ACTIONS:
        assert act(mine, made, action).status_code == 404
        assert mine.post(f"/warbands/{'x' * 2_000}/{action}/").status_code == 404
    assert mine.post("/warbands/never-was/restore/").status_code == 404


def test_a_form_without_its_token_does_nothing(ada, owner):
    made = make(owner)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada.owner.user, backend="django.contrib.auth.backends.ModelBackend")
    assert act(browser, made, "delete").status_code == 403
    assert Warband.objects.filter(deleted_at=None).exists()


# --- Visitors --------------------------------------------------------------------------------------------------------


def test_a_visitor_is_told_where_the_warbands_are_and_how_to_keep_them(mine, owner):
    make(owner)
    assert not page(mine).css(".kept")
    guest = visitor()
    assert not page(guest.client).css(".kept")
    make(guest.owner, tags=["friday"])
    banner = page(guest.client, "/warbands/?tag=friday").css_first(".kept")
    assert "kept in this browser" in banner.text()
    assert "180 days" in banner.text()
    assert [link.attributes["href"] for link in banner.css("a")] == [
        "/accounts/signup/?next=%2Fwarbands%2F%3Ftag%3Dfriday",
        "/accounts/login/?next=%2Fwarbands%2F%3Ftag%3Dfriday",
    ]
