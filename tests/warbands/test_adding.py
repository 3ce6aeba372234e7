"""Adding creatures to a warband from the compendium's pages: whose warbands are offered, and what is refused."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from rules.building.draft import Draft
from rules.building.members import MOST_AT_ONCE
from rules.roster import Member, Roster
from rules.sheets.model import NAMELESS
from tests.warbands.verbs import Person, account, visitor
from warbands.models import Step, Warband
from warbands.selectors.warbands import warband_open
from warbands.services.warbands import warband_archive, warband_create
from warbands.web.forms import limit_fields

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

ADD = "/warbands/add/"
HTMX = {"HX-Request": "true", "HX-Target": "add-to"}


def make(person: Person, name: str, *members: str) -> Warband:
    """Store a warband of somebody."""
    roster = Roster(tuple(Member(key, f"m{place}") for place, key in enumerate(members, 1)), name, "unlimited", 2000)
    return warband_create(owner=person.owner, draft=Draft(roster))


def add(person: Person, warband: Warband, *creatures: str, times: str = "1", htmx: bool = False):
    """Send the form."""
    fields = {"warband": warband.key, "creature": creatures, "times": times}
    return person.client.post(ADD, fields, headers=HTMX if htmx else {})


def offered(person: Person, *creatures: str) -> list[str]:
    """Return the names of the warbands that somebody may choose from."""
    answer = person.client.get(ADD, {"creature": creatures or ("boar",)}, headers=HTMX)
    return [node.text() for node in LexborHTMLParser(answer.content).css("#add-to-warband option")]


def members(person: Person, warband: Warband) -> list[str]:
    """Return the creatures of a warband."""
    return [member.creature for member in warband_open(person.owner, warband.key).draft.roster.members]


@pytest.fixture(params=[account, visitor], ids=["account", "guest"])
def owner(request):
    """Somebody with a warband: an account, or a guest."""
    return request.param("ada") if request.param is account else request.param()


def test_creatures_join_a_warband_in_one_step(owner):
    band = make(owner, "Ash Company", "boar")
    assert add(owner, band, "kobold-warrior", times="3").headers["Location"] == f"/warbands/{band.key}/"
    assert members(owner, band) == ["boar", *["kobold-warrior"] * 3]
    answer = add(owner, band, "boar", "basilisk", times="2", htmx=True).content.decode()
    assert "Added 2 × Boar and 2 × Basilisk to Ash Company." in answer
    assert "<html" not in answer
    assert members(owner, band)[4:] == ["boar", "boar", "basilisk", "basilisk"]
    assert [step.words for step in Step.objects.filter(warband=band).order_by("number")][1:] == [
        "Added 3 × Kobold Warrior",
        "Added 2 × Boar and 2 × Basilisk",
    ]


def test_somebody_is_offered_their_own_warbands_that_can_be_changed(owner, bob):
    first, second = make(owner, "Ash Company"), make(owner, "")
    stored, locked = make(owner, "Stored"), make(owner, "Away")
    warband_archive(owner=owner.owner, key=stored.key, archived=True)
    Warband.objects.filter(pk=locked.pk).update(locked_for="It is on the field.")
    make(bob, "River Guard")
    assert offered(owner) == [NAMELESS, "Ash Company"]
    assert (members(owner, first), members(owner, second)) == ([], [])
    answer = add(owner, locked, "boar", htmx=True)
    assert answer.status_code == 422
    assert "It is on the field." in answer.content.decode()


def test_nobody_adds_to_the_warband_of_somebody_else(ada, bob):
    band = make(ada, "Ash Company")
    for stranger in (bob, visitor()):
        assert offered(stranger) == []
        assert add(stranger, band, "boar").status_code == 404
    assert members(ada, band) == []


def test_too_many_are_refused_as_a_whole(ada):
    band = make(ada, "The Host", *["boar"] * 98)
    for times, sentence in (("3", "room for 2 more members"), ("13", "Add 1 to 12"), ("x", "Enter a whole number")):
        answer = add(ada, band, "boar", times=times, htmx=True)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
    assert add(ada, band, "boar", "basilisk", times="2").status_code == 422
    assert len(members(ada, band)) == 98


def test_unknown_creatures_have_no_form(ada):
    for query in ({}, {"creature": "nobody"}, {"creature": "bo\0ar"}):
        assert ada.client.get(ADD, query).status_code == 404
    assert ada.client.get(ADD, {"creature": "boar"}).status_code == 200
    assert "no warband" in ada.client.get(ADD, {"creature": "boar"}).content.decode()


def test_a_warband_of_a_key_that_none_has_is_not_looked_up():
    ada = account("ada")
    make(ada, "Reeds")
    for key in ("", "\0", "x" * 200, "Ä"):
        with CaptureQueriesContext(connection) as queries:
            assert ada.client.post(ADD, {"creature": "boar", "warband": key}).status_code == 404
        assert not any("warbands_warband" in query["sql"] for query in queries)


def test_the_form_takes_as_many_queries_for_one_warband_as_for_many(ada, django_assert_num_queries):
    make(ada, "Ash Company")
    for _ in range(2):
        with django_assert_num_queries(4):  # session, user, names, warbands
            assert offered(ada, "boar", "basilisk")
        for number in range(10):
            make(ada, f"Number {number}", "boar")


def test_the_compendium_leads_to_the_form(ada):
    page = LexborHTMLParser(ada.client.get("/creatures/boar/").content)
    assert [node.attributes["href"] for node in page.css("#add-to a")] == [f"{ADD}?creature=boar"]


@pytest.mark.parametrize(
    ("page", "select"), [("/warbands/{key}/", "#times"), (ADD + "?creature=boar", "#add-to-times")]
)
def test_every_number_that_can_join_at_once_is_offered(ada, page, select):
    band = make(ada, "Ash Company")
    shown = LexborHTMLParser(ada.client.get(page.format(key=band.key)).content)
    assert [node.text() for node in shown.css(f"{select} option")] == [
        str(number) for number in range(1, MOST_AT_ONCE + 1)
    ]


def test_who_has_no_warband_makes_one_and_adds_the_creature_next(ada):
    (link,) = LexborHTMLParser(ada.get(ADD, creature="boar").content).css("a[href*='/warbands/new/']")
    form = LexborHTMLParser(ada.client.get(link.attributes["href"]).content)
    fields = {"name": "Tuskers", "play_mode": "unlimited", "limit": "200"}
    fields["creature"] = form.css_first("input[name=creature]").attributes["value"]
    answer = ada.client.post("/warbands/new/", {**limit_fields(200), **fields}, follow=True)
    page = LexborHTMLParser(answer.content)
    assert page.css_first("#add-to-warband option[selected]").text() == "Tuskers"
    assert page.css_first("form.add-to input[name=creature]").attributes["value"] == "boar"
