"""A new warband: what the page proposes, what it says of alignments, and what it makes."""

import pytest
from django.conf import settings as site_settings
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from accounts.models import SESSION_KEY
from compendium.models import Creature
from rules.alignment import ALIGNMENT_CODES, recruits
from rules.building.draft import MAX_LIMIT, Draft
from rules.lengths import MAX_NAME
from rules.roster import Roster
from rules.tables.play_modes import BY_ROSTER_KEY
from tests.reading import read
from tests.warbands.filling import HOSTILE, NEW, error, fields, made
from warbands.models import Warband

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


# --- A new warband --------------------------------------------------------------------------------------------------


def test_the_front_page_leads_to_a_new_warband(client):
    link = read(client.get("/")).css_first(".front-words a.button.ember")
    assert (link.text(), link.attributes["href"]) == ("Build a warband", NEW)


def test_the_page_proposes_unlimited_play_for_200_points_and_no_alignment(ada):
    proposed = fields(read(ada.get(NEW)))
    assert {name: proposed[name] for name in ("name", "play_mode", "limit", "alignment")} == {
        "name": "",
        "play_mode": "unlimited",
        "limit": "200",
        "alignment": "",
    }


def test_a_new_warband_is_what_was_asked_for_and_opens_in_the_builder(ada):
    assert made(ada, name="  Ash \n Company ", play_mode="campaign", limit="500", alignment="LE") == Draft(
        Roster(name="Ash Company", play_mode="campaign", points_limit=500, alignment="LE")
    )


def test_each_play_mode_can_be_chosen_and_says_what_it_is(ada):
    page = read(ada.get(NEW))
    for key, mode in BY_ROSTER_KEY.items():
        assert page.css_first(f"#mode-{key}").text() == mode.summary
        assert made(ada, play_mode=key, alignment="LE").roster.play_mode == key


def test_narrative_play_takes_no_limit_whatever_is_typed(ada):
    assert made(ada, play_mode="narrative", limit="own", own_limit="many").roster.points_limit is None


@pytest.mark.parametrize("points", [1, 175, MAX_LIMIT])
def test_an_own_limit_is_typed(ada, points):
    assert made(ada, limit="own", own_limit=str(points)).roster.points_limit == points


@pytest.mark.parametrize(
    ("field", "changes", "sentence"),
    [
        ("name", {"name": "  "}, "A warband needs a name."),
        ("name", {"name": "x" * (MAX_NAME + 1)}, "A name can have at most 80 characters; this one has 81."),
        ("play_mode", {"play_mode": ""}, "Choose a play mode."),
        ("play_mode", {"play_mode": "chess"}, "There is no play mode “chess”."),
        ("limit", {"limit": ""}, "Choose a points limit."),
        ("limit", {"limit": "plenty"}, "Enter the limit in points, as a whole number."),
        ("own_limit", {"limit": "own", "own_limit": "1.5"}, "Enter the limit in points, as a whole number."),
        ("own_limit", {"limit": "own", "own_limit": "0"}, "A points limit is a number from 1 to 100,000."),
        (
            "own_limit",
            {"limit": "own", "own_limit": str(MAX_LIMIT + 1)},
            "A points limit is a number from 1 to 100,000.",
        ),
        ("alignment", {"alignment": "XX"}, "There is no alignment “XX”."),
    ],
)
def test_what_cannot_be_is_told_beside_its_field_and_nothing_typed_is_lost(ada, field, changes, sentence):
    typed = fields(read(ada.get(NEW))) | {"name": "Ash Company", "alignment": "CE"} | changes
    page = read(ada.client.post(NEW, typed), 422)
    assert error(page, field).startswith(sentence)
    assert page.css_first(f'.notice.bad a[href="#{field}"]')
    assert not Warband.objects.exists()
    kept = fields(page)
    assert kept["name"] == typed["name"]
    for name in typed.keys() & {"limit", "own_limit", "alignment", "play_mode"} - {field}:
        assert kept[name] == typed[name]


def test_a_name_may_have_80_characters(ada):
    assert made(ada, name="x" * MAX_NAME).roster.name == "x" * MAX_NAME


@pytest.mark.parametrize("field", ["name", "play_mode", "limit", "own_limit", "alignment"])
def test_hostile_fields_of_a_new_warband_are_taken_or_told(ada, field):
    typed = {"name": "A", "play_mode": "limited", "limit": "own", "own_limit": "200", "alignment": "LE"}
    for value in HOSTILE:
        answer = ada.client.post(NEW, typed | {field: value})
        assert answer.status_code in (302, 422), value
        assert "<script>alert" not in answer.content.decode()


def test_an_empty_form_is_told_all_that_is_missing(ada):
    page = read(ada.client.post(NEW, {}), 422)
    assert error(page, "name")
    assert error(page, "play_mode")


def test_the_address_may_fill_in_the_form(ada):
    asked = fields(read(ada.get(NEW, mode="random_box", limit="350", alignment="ne")))
    assert asked["play_mode"] == "random_box"
    assert (asked["limit"], asked["own_limit"]) == ("own", "350")
    assert asked["alignment"] == "NE"


def test_what_an_address_asks_in_vain_is_left_aside(ada):
    proposed = fields(read(ada.get(NEW)))
    for value in HOSTILE:
        assert fields(read(ada.get(NEW, mode=value, limit=value, alignment=value))) == proposed, value


def test_the_grid_tells_who_may_join_each_alignment_and_how_many(ada):
    page = read(ada.get(NEW))
    for code in ALIGNMENT_CODES:
        assert_the_grid_tells(page, code)


def assert_the_grid_tells(page: LexborHTMLParser, code: str) -> None:
    joining = {
        label.attributes["data-al"]
        for label in page.css(".nine label")
        if code in label.attributes["data-serves"].split()
    }
    assert joining == recruits(code)
    words = page.css_first(f"#joins-{code}").text()
    number = Creature.objects.filter(alignment__in=recruits(code)).count()
    assert f" {number} of {Creature.objects.count()} " in words
    assert page.css_first(f'[name=alignment][value="{code}"]').attributes["aria-describedby"] == f"joins-{code}"


def test_the_modes_that_need_and_ignore_an_alignment_are_told_by_name(ada):
    page = read(ada.get(NEW))
    assert page.css_first('[data-when="required"]').text().startswith("Balanced, Limited Play needs")
    ignoring = page.css_first('[data-when="ignored"]').text()
    assert all(mode.name in ignoring for mode in BY_ROSTER_KEY.values() if mode.alignment == "ignored")


def test_a_warband_begins_without_a_problem_as_the_page_proposes_it(ada):
    made(ada)
    page = read(ada.client.get(f"/warbands/{Warband.objects.get().key}/"))
    assert not page.css(".problem")
    assert not page.css(".verdict.bad")


def test_limited_play_is_not_begun_without_the_alignment_that_it_needs(ada):
    typed = fields(read(ada.get(NEW, mode="limited"))) | {"name": "Ash Company"}
    page = read(ada.client.post(NEW, typed), 422)
    assert error(page, "alignment") == "Balanced, Limited Play needs an alignment. Choose one."
    assert not Warband.objects.exists()
    assert ada.client.post(NEW, typed | {"alignment": "NE"}).status_code == 302


def test_each_cell_of_the_grid_tells_how_many_may_join_a_warband_of_it(ada):
    page = read(ada.get(NEW))
    for code in ALIGNMENT_CODES:
        cell = page.css_first(f'.nine [data-al="{code}"] small').text()
        number = Creature.objects.filter(alignment__in=recruits(code)).count()
        assert " ".join(cell.split()) == f"{number} may join"


def test_looking_makes_no_visitor_and_the_first_warband_does():
    client = Client()
    read(client.get(NEW))
    assert SESSION_KEY not in client.session
    read(client.post(NEW, {}), 422)
    assert SESSION_KEY not in client.session
    client.post(NEW, fields(read(client.get(NEW))) | {"name": "Ash Company"})
    assert Warband.objects.get().owner_token == client.session[SESSION_KEY] != ""


def test_who_has_too_many_warbands_is_told_and_keeps_the_form(ada, monkeypatch):
    monkeypatch.setitem(site_settings.QUOTAS, "warbands", (1, 1))
    made(ada)
    page = read(ada.client.post(NEW, fields(read(ada.get(NEW))) | {"name": "Second"}), 422)
    assert "the most that you can keep" in page.css_first(".notice.bad").text()
    assert fields(page)["name"] == "Second"


def test_a_new_warband_takes_one_query_to_ask_for(django_assert_num_queries):
    client = Client()
    with django_assert_num_queries(1):
        client.get(NEW)
