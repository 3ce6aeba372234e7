"""Equal members as one row of the builder: a change of it is made for all, a change of one alone parts it from them."""

import json
import re
from html import unescape
from urllib.parse import parse_qsl

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser, LexborNode

from rules.roster import ItemChoice, Member
from tests.warbands.verbs import Building, account, building, text_of
from warbands.models import Step

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

KOBOLD = "kobold-warrior"
THREE = (KOBOLD, "boar", KOBOLD, KOBOLD)


@pytest.fixture
def ada_builds(db: None) -> Building:
    return building(account("ada"), *THREE)


def page(builds: Building, **state: str) -> LexborHTMLParser:
    return LexborHTMLParser(builds.look(**state).content.decode())


def row_heads(html: LexborHTMLParser) -> list[tuple[str | None, str]]:
    """Return the id of each row and its name."""
    return [(row.attributes["id"], row.css_first("h2").text(strip=True)) for row in html.css(".members > .member")]


def press(builds: Building, button: LexborNode | None, **more: str) -> None:
    """Do what a button of the page does, or a form with what is typed into it."""
    assert button is not None
    fields = dict(parse_qsl(unescape(button.attributes["value"] or ""), keep_blank_values=True))
    answer = builds.do(**fields, **more)
    assert answer.status_code == 302, text_of(answer)


def hero_points(builds: Building) -> list[int]:
    return [member.hero_points for member in builds.draft.roster.members]


def test_equal_members_stand_as_one_row_with_what_they_cost_together(ada_builds: Building) -> None:
    html = page(ada_builds)
    assert row_heads(html) == [("member-m1", "3 × Kobold Warrior"), ("member-m2", "Boar")]
    assert html.css_first("#member-m1 .member-points").text(separator=" ").split() == ["27", "points"]
    assert "9 each" in html.css_first("#member-m1 .apiece").text()
    assert "4 members" in text_of(ada_builds.look())


def test_a_change_on_the_row_changes_all_of_them_in_one_step(ada_builds: Building) -> None:
    press(ada_builds, page(ada_builds).css_first("#pip-m1-2"))
    assert hero_points(ada_builds) == [2, 0, 2, 2]
    assert row_heads(page(ada_builds))[0] == ("member-m1", "3 × Kobold Warrior")
    assert 'aria-label="Undo: Gave 3 × Kobold Warrior 2 hero points"' in ada_builds.look().content.decode()
    assert Step.objects.filter(warband=ada_builds.warband).count() == 2
    ada_builds.step("undo")
    assert hero_points(ada_builds) == [0, 0, 0, 0]


def test_the_editor_of_the_row_changes_all_of_them_and_stays_open(ada_builds: Building) -> None:
    html = page(ada_builds, group="m1")
    assert "Your changes here apply to all 3." in " ".join(html.css_first("#editor").text().split())
    assert html.css_first("#own-name") is None
    press(ada_builds, html.css_first("#upgrade-sling"), state="group=m1")
    press(ada_builds, html.css_first("#positioning-false-object"), state="group=m1")
    typed = html.css_first('#editor form:has(#member-notes) input[name="change"]')
    press(ada_builds, typed, text="They bite.", state="group=m1")
    kobolds = [member for member in ada_builds.draft.roster.members if member.creature == KOBOLD]
    assert {(kobold.upgrades, kobold.positioning) for kobold in kobolds} == {(("sling",), ("false-object",))}
    assert ada_builds.draft.member_notes == dict.fromkeys(("m1", "m3", "m4"), "They bite.")
    html = page(ada_builds, group="m1")
    assert row_heads(html) == [("member-m1", "3 × Kobold Warrior"), ("member-m2", "Boar")]
    secret = html.css_first('#editor form:has([name="text"][id^="secret-"]) input[name="change"]')
    press(ada_builds, secret, text="the well")
    assert [(secret.member, secret.text) for secret in ada_builds.draft.secrets] == [
        (member, "the well") for member in ("m1", "m3", "m4")
    ]


def test_the_row_opens_to_a_row_for_each_and_a_change_of_one_parts_it(ada_builds: Building) -> None:
    html = page(ada_builds, each="m1")
    assert row_heads(html) == [
        ("member-group-m1", "3 × Kobold Warrior"),
        ("member-m1", "Kobold Warrior"),
        ("member-m3", "Kobold Warrior"),
        ("member-m4", "Kobold Warrior"),
        ("member-m2", "Boar"),
    ]
    ids = re.findall(r'\bid="([^"]+)"', html.html or "")
    assert len(ids) == len(set(ids))
    html = page(ada_builds, member="m3")
    assert len(row_heads(html)) == 5
    assert html.css_first("#member-m3 #editor") is not None
    assert html.css_first("#editor form:has(#member-notes) .quiet").attributes["value"] == "m3"
    press(ada_builds, html.css_first("#upgrade-sling"), state="member=m3")
    html = page(ada_builds, member="m3")
    assert row_heads(html) == [
        ("member-m1", "2 × Kobold Warrior"),
        ("member-m2", "Boar"),
        ("member-m3", "Kobold Warrior"),
    ]
    assert html.css_first("#member-m3 #editor") is not None


def test_a_member_that_becomes_equal_while_it_is_open_is_still_changed_alone(ada_builds: Building) -> None:
    ada_builds.do("upgrade-set", member="m3", key="sling", bought="yes")
    press(ada_builds, page(ada_builds, member="m3").css_first("#upgrade-sling"))
    html = page(ada_builds, member="m3")
    assert row_heads(html)[0] == ("member-group-m1", "3 × Kobold Warrior")
    press(ada_builds, html.css_first("#upgrade-sling"))
    assert [member.upgrades for member in ada_builds.draft.roster.members] == [(), (), ("sling",), ()]


def test_a_name_parts_a_member_for_good(ada_builds: Building) -> None:
    ada_builds.do("member-rename", member="m1", to="Snik")
    assert row_heads(page(ada_builds)) == [
        ("member-m1", "Snik"),
        ("member-m2", "Boar"),
        ("member-m3", "2 × Kobold Warrior"),
    ]


def test_one_more_one_fewer_and_none(ada_builds: Building) -> None:
    press(ada_builds, page(ada_builds).css_first("#copy-m1"))
    assert row_heads(page(ada_builds))[0] == ("member-m1", "4 × Kobold Warrior")
    press(ada_builds, page(ada_builds).css_first("#fewer-m1"))
    assert row_heads(page(ada_builds))[0] == ("member-m1", "3 × Kobold Warrior")
    press(ada_builds, page(ada_builds).css_first("#off-m1"))
    assert ada_builds.creatures == ["boar"]
    ada_builds.step("undo")
    assert len(ada_builds.creatures) == 4


def test_a_row_moves_past_rows(ada_builds: Building) -> None:
    ada_builds.do("member-add", creature="basilisk")
    html = page(ada_builds)
    assert "disabled" in html.css_first("#up-m1").attributes
    press(ada_builds, html.css_first("#down-m1"))
    assert ada_builds.creatures == ["boar", KOBOLD, KOBOLD, KOBOLD, "basilisk"]
    press(ada_builds, page(ada_builds).css_first("#down-m1"))
    assert ada_builds.creatures == ["boar", "basilisk", KOBOLD, KOBOLD, KOBOLD]
    html = page(ada_builds)
    assert "disabled" in html.css_first("#down-m1").attributes
    press(ada_builds, html.css_first("#up-m1"))
    press(ada_builds, page(ada_builds).css_first("#up-m1"))
    assert [name for _, name in row_heads(page(ada_builds))] == ["3 × Kobold Warrior", "Boar", "Basilisk"]


def test_a_problem_stands_once_and_its_fix_mends_it_for_those_who_have_it() -> None:
    laden = Member(KOBOLD, items=(ItemChoice("holy-water"),))
    builds = building(account("ada"), laden, laden, laden, collection={KOBOLD: 2})
    html = page(builds)
    problems = [" ".join(node.text().split()) for node in html.css("#problems-m1 .problem")]
    assert len(problems) == 2
    assert "Remove Holy Water from Kobold Warrior (all 3)" in problems[1] + problems[0]
    assert any(problem.startswith("1 of 3: This warband has 3 × Kobold Warrior") for problem in problems)
    labels = {" ".join(node.text().split()): node for node in html.css("#problems-m1 .problem button")}
    press(builds, labels["Remove Holy Water from Kobold Warrior (all 3)"])
    assert [member.items for member in builds.draft.roster.members] == [(), (), ()]
    press(builds, page(builds).css_first("#problems-m1 .problem button"))
    assert [member.id for member in builds.draft.roster.members] == ["m1", "m2"]


def test_the_table_allows_a_problem_of_all_who_have_it_and_withdraws_it() -> None:
    laden = Member(KOBOLD, items=(ItemChoice("holy-water"),))
    builds = building(account("ada"), laden, laden)
    allow = page(builds).css_first("#problems-m1 .problem button[name=agree]")
    html = page(builds, agree=allow.attributes["value"])
    press(builds, html.css_first("#problems .agree input[name=change]"), reason="old friends")
    assert [override.member for override in builds.draft.roster.overrides] == ["m1", "m2"]
    html = page(builds)
    assert row_heads(html) == [("member-m1", "2 × Kobold Warrior")]
    press(builds, html.css_first("#problems-m1 .problem.agreed button"))
    assert builds.draft.roster.overrides == ()


def test_the_row_of_those_who_have_a_problem_has_a_mark_that_leads_to_it() -> None:
    def marks(**opened: str) -> list[tuple[str | None, str | None]]:
        html = page(builds, **opened)
        assert html.css_first("#problems > summary .verdict.bad").text(strip=True) == "1 problem"
        marked = [(row.attributes["id"], row.css_first(".row-mark")) for row in html.css(".member")]
        leading = [(row, mark.attributes["href"]) for row, mark in marked if mark]
        assert all(html.css_first(f"#problems {href} .problem") for _, href in leading)
        return leading

    builds = building(account("ada"), *[KOBOLD] * 3, collection={KOBOLD: 2})
    assert marks() == [("member-m1", "#problems-m1")]
    assert marks(each="m1") == [("member-m3", "#problems-m3")]


def test_without_javascript_the_page_is_loaded_again_at_the_row_of_those_who_joined() -> None:
    builds = building(account("ada"), "boar", KOBOLD)
    assert builds.do("member-add", creature="basilisk").headers["Location"].endswith("#member-m3")
    # Equal members stand as one row: that of the first.
    assert builds.do("member-add", creature="basilisk").headers["Location"].endswith("#member-m3")


def test_items_are_bought_and_chosen_for_all_of_them() -> None:
    builds = building(account("ada"), "boar", "boar")
    press(builds, page(builds, group="m1", items="fiery").css_first("#item-fiery-weapon"))
    choose = page(builds, group="m1").css_first("#editor form:has(#choice-0) input[name=change]")
    press(builds, choose, choice="Tusk")
    assert {member.items for member in builds.draft.roster.members} == {(ItemChoice("fiery-weapon", "Tusk"),)}
    press(builds, page(builds, group="m1").css_first("#drop-0"))
    assert {member.items for member in builds.draft.roster.members} == {()}


def test_a_change_of_a_group_made_in_an_older_window_can_be_made_again(ada_builds: Building) -> None:
    button = page(ada_builds).css_first("#pip-m1-1")
    fields = dict(parse_qsl(unescape(button.attributes["value"] or "")))
    seen = ada_builds.warband.version
    ada_builds.do("member-add", creature="boar")
    refused = ada_builds.do(version=seen, **fields)
    assert refused.status_code == 409
    assert "Your change: Gave 3 × Kobold Warrior 1 hero point." in text_of(refused)
    again = LexborHTMLParser(refused.content.decode()).css_first("#meanwhile input[name=change]")
    press(ada_builds, again)
    assert hero_points(ada_builds) == [1, 0, 1, 1, 0]


@pytest.mark.parametrize("group", ["[]", "x", '["m1","m2"]', '["m1","m99"]', "[[]]", '["m1",' * 2_000, '{"m1": 1}'])
def test_a_group_that_is_none_changes_nothing(ada_builds: Building, group: str) -> None:
    before = ada_builds.draft
    answer = ada_builds.do("hero-points-set", member="m1", number="1", group=group)
    assert answer.status_code in (302, 422)
    assert ada_builds.draft == before


@pytest.mark.parametrize(
    "state", [{"group": "m99"}, {"each": "m2"}, {"group": "\0"}, {"member": "m99", "each": "x" * 999}]
)
def test_what_is_open_but_not_there_is_passed_over(ada_builds: Building, state: dict[str, str]) -> None:
    html = page(ada_builds, **state)
    assert [name for _, name in row_heads(html)] == ["3 × Kobold Warrior", "Boar"]
    assert html.css_first("#editor") is None


def test_many_equal_members_take_as_many_queries_as_few() -> None:
    asked = []
    for name, number in (("ada", 2), ("bob", 2), ("cleo", 60)):
        builds = building(account(name), *[KOBOLD] * number)
        group = json.dumps([f"m{number}" for number in range(1, number + 1)])
        with CaptureQueriesContext(connection) as queries:
            builds.do("hero-points-set", member="m1", number="1", group=group, version=1, htmx=True)
        asked.append(len(queries))
        assert hero_points(builds) == [1] * number
    assert asked[1] == asked[2] <= asked[0]  # what is kept in memory is looked up once
