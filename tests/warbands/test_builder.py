"""The page of the builder: what it shows, who may join, whose it is, and how many queries it takes."""

import json
import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qsl

import pytest

from compendium.cards import card_from_snapshot
from compendium.models import Creature
from compendium.services.creatures import creature_revise
from rules.building.draft import Secret
from rules.legality.verdict import RULES
from rules.roster import HouseRules, ItemChoice, Member, Override, roster_document, roster_from_document
from tests.warbands.verbs import HTMX, Building, account, building, text_of, visitor
from warbands.selectors.legality import roster_verdict

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

ERRORS = [rule.code for rule in RULES if rule.severity == "error"]


def buttons(response) -> list[dict[str, str]]:
    """Return what the buttons of a page would send as changes."""
    values = re.findall(r'<button[^>]* name="change" value="([^"]*)"', response.content.decode())
    return [dict(parse_qsl(unescape(value), keep_blank_values=True)) for value in values]


def test_a_creature_is_added_and_the_page_shows_it_with_its_points(mira):
    answer = mira.do("member-add", creature="kobold-warrior")
    assert answer.status_code == 302
    assert answer["Location"].startswith(mira.address)
    page = text_of(mira.look())
    assert "Kobold Warrior" in page
    assert "9 of 200 points 191 left" in page
    assert "Legal" in page


def test_every_button_of_the_page_is_a_change_that_can_be_made(mira):
    mira.do("member-add", creature="kobold-warrior")
    mira.do("member-add", creature="kobold-druid-1")
    mira.do("member-add", creature="caldera-oni")
    page_buttons = buttons(mira.look(member="m1"))
    assert {
        "member-add",
        "hero-points-set",
        "member-move",
        "member-remove",
        "member-duplicate",
        "upgrade-set",
        "fix-take",
    } <= {button["change"] for button in page_buttons}
    for button in page_buttons:
        assert mira.do(button.pop("change"), **button).status_code == 302, button
        if mira.warband.position > 4:
            mira.step("undo")


def test_a_button_may_send_its_change_in_one_field(mira):
    form = {"version": 1, "change": "change=member-add&creature=boar"}
    assert mira.person.client.post(f"{mira.address}change/", form).status_code == 302
    assert mira.creatures == ["boar"]


def test_a_change_by_htmx_answers_with_the_warband_alone(mira):
    answer = mira.do("member-add", creature="boar", htmx=True)
    assert answer.status_code == 200
    body = answer.content.decode()
    assert body.lstrip().startswith("<section")
    assert 'name="version" value="2"' in body
    assert 'id="said" hx-swap-oob' in body
    assert "Added Boar. 18 points, 182 left, legal." in text_of(answer)
    assert "warband-changed" in json.loads(answer["HX-Trigger-After-Swap"])


def test_a_commander_brings_its_minion_and_takes_it_along(mira):
    mira.do("member-add", creature="kobold-druid-1")
    assert mira.creatures == ["kobold-druid-1", "cat-companion-1"]
    assert "minion of Kobold Druid" in text_of(mira.look())
    mira.do("member-remove", member="m1")
    assert mira.creatures == []


def test_the_page_shows_every_problem_with_its_fix_beside_it(mira):
    mira.do("member-add", creature="caldera-oni")
    page = mira.look()
    assert "no creature may cost more than half of the 200-point limit" in text_of(page)
    fix = next(button for button in buttons(page) if button["change"] == "fix-take")
    mira.do(fix.pop("change"), **fix)
    assert mira.creatures == []


def test_a_problem_is_allowed_with_a_reason_and_the_reason_is_shown(mira):
    mira.do("member-add", creature="caldera-oni")
    asked = mira.look(agree="creature.over_half@m1")
    assert "Why does the table allow it?" in text_of(asked)
    mira.do("override-add", code="creature.over_half", member="m1", reason="the boss fight")
    page = text_of(mira.look())
    assert "the boss fight" in page
    assert "Legal" in page
    mira.do("override-remove", code="creature.over_half", member="m1")
    assert "1 problem" in text_of(mira.look())


def test_the_editor_of_one_member_is_open_at_a_time(mira):
    mira.do("member-add", creature="kobold-warrior")
    mira.do("member-add", creature="boar")
    page = mira.look(member="m2")
    body = page.content.decode()
    assert body.count('class="editor"') == 1
    assert body.count('aria-expanded="true"') == 1
    assert "Holy Water" in text_of(page)


def test_items_are_searched_within_the_editor(mira):
    mira.do("member-add", creature="basilisk")
    some = text_of(mira.part("item-results", member="m1", items="holy"))
    assert "Holy Water" in some
    assert "Fiery Weapon" not in some
    none = text_of(mira.part("item-results", member="m1", items="xyzzyqwq"))
    assert "No items found that this creature may carry." in none


def test_creatures_below_level_1_are_offered_no_items(mira):
    mira.do("member-add", creature="kobold-warrior")
    assert "Creatures below level 1 cannot carry items." in text_of(mira.look(member="m1"))


def test_a_replacing_upgrade_says_what_goes(mira):
    mira.do("member-add", creature="trog-stoneliege")
    offered = text_of(mira.look(member="m1"))
    assert "Replaces Digging Bar" in offered
    assert "Replaces Earthen Torrent" in offered
    mira.do("upgrade-set", member="m1", key="claw", bought="yes")
    assert "Replaced Digging Bar" in text_of(mira.look(member="m1"))


def test_a_newer_revision_is_shown_and_taken_or_left(mira):

    mira.do("member-add", creature="boar")
    stored = Creature.objects.get(key="boar")
    card = card_from_snapshot(stored.current.document)
    creature_revise(creature=stored, card=replace(card, level=card.level + 1))
    page = mira.look()
    assert "latest revision is 2" in text_of(page)
    assert "18 of 200 points" in text_of(page)
    refused = mira.do("member-revision", member="m1", number="3")
    assert refused.status_code == 422
    assert "The card of Boar has no revision 3. Nothing was changed." in text_of(refused)
    assert mira.draft.roster.members[0].revision == 1
    mira.do("member-revision", member="m1", number="2")
    page = text_of(mira.look())
    assert "21 of 200 points" in page
    assert "latest revision is" not in page


def test_the_points_of_the_page_are_those_of_the_exported_document(mira):
    mira.do("member-add", creature="basilisk")
    mira.do("hero-points-set", member="m1", number="3")
    mira.do("item-add", member="m1", item="holy-water")
    mira.do("member-duplicate", member="m1")
    verdict = roster_verdict(roster_from_document(roster_document(mira.draft.roster)))
    assert f"{verdict.points} of 200 points" in text_of(mira.look())


def test_who_may_join_follows_alignment_house_rules_and_points():
    person = account("ena")
    house = HouseRules(sources=("p2v-orc", "p2v-ogl"), banned=("boar",))
    table = building(person, alignment="LG", house_rules=house)
    listed = table.look().content.decode()
    assert "add-eagle-knight" not in listed or "Eagle Knight" in listed
    assert "add-boar" not in listed
    assert "add-caldera-oni" not in listed
    everybody = table.look(others="1").content.decode()
    assert "add-boar" in everybody
    assert "add-caldera-oni" in everybody


def test_banned_creatures_are_named_as_players_call_them():
    table = building(account("ena"), house_rules=HouseRules(banned=("caldera-oni",)))
    assert "Banned: Caldera Oni." in text_of(table.look())


def test_only_the_affordable_and_only_the_legal_can_be_listed():
    table = building(account("ena"), Member("basilisk"), points_limit=64, alignment="TN")
    assert "add-caldera-oni" not in table.look(others="1", affordable="1").content.decode()
    legal = table.look(legal="1").content.decode()
    assert "add-basilisk" in legal
    assert "not-now" not in legal
    table.do("member-add", creature="boar")
    assert "add-basilisk" not in table.look(legal="1").content.decode()


def test_who_fits_the_budget_stands_before_who_does_not_unless_an_order_is_chosen():
    table = building(account("ena"), Member("basilisk"), points_limit=60, alignment="TN")

    def joining(**asked):
        listed = re.findall(r'<button[^>]* id="add-([a-z0-9-]+)"', table.look(**asked).content.decode())
        return [key for key in listed if key in {"basilisk", "boar", "caldera-oni"}]

    # 28 points are left: a boar costs 18, a basilisk 32.
    assert joining(others="1") == ["boar", "basilisk", "caldera-oni"]
    assert joining(others="1", sort="name") == ["basilisk", "boar", "caldera-oni"]
    table.do("member-remove", member="m1")
    assert joining(others="1") == ["boar", "basilisk", "caldera-oni"], (
        "no creature may cost more than half of the limit"
    )
    assert "Affordable first" in text_of(table.look())


def test_the_bar_of_points_is_red_only_over_the_limit():
    table = building(account("ena"), Member("trog-stoneliege"), points_limit=200, alignment="LG")
    within = table.look().content.decode()
    assert "1 problem" in text_of(table.look())
    assert 'class="tally-bar"' in within
    table.do("member-add", creature="caldera-oni")
    assert 'class="tally-bar bad"' in table.look().content.decode()


def test_the_crest_stands_beside_the_name(mira):
    head = mira.look().content.decode().partition("roster-head")[2]
    assert head.index('class="crest') < head.index('id="roster-title"')


def test_only_what_is_owned_and_not_taken_yet_is_legal():
    table = building(account("ena"), "boar", collection={"boar": 1, "basilisk": 1}, alignment="TN")
    legal = table.look(legal="1").content.decode()
    assert "add-basilisk" in legal
    assert "add-boar" not in legal


def test_the_list_of_creatures_alone_is_sent_when_its_form_changes(mira):
    part = mira.part("results", q="boar")
    body = part.content.decode()
    assert "add-boar" in body
    assert "<section" not in body
    assert part["HX-Push-Url"] == f"{mira.address}?q=boar"


def test_a_page_shows_a_filter_that_cannot_be_read(mira):
    page = mira.look(level_from="high")
    assert page.status_code == 200
    assert "Give a whole number" in text_of(page)


@pytest.mark.parametrize(
    "query", [{"member": "m9"}, {"member": "\0"}, {"agree": "x@"}, {"page": "99"}, {"items": "\0"}]
)
def test_odd_addresses_of_the_page_are_answered(mira, query):
    assert mira.look(**query).status_code == 200


def test_secrets_are_shown_to_their_owner_in_the_editor_alone(mira):
    mira.do("member-add", creature="caldera-oni")
    mira.do("positioning-set", member="m1", key="false-object", bought="yes")
    mira.do("secret-choose", member="m1", key="false-object", text="the crooked oak")
    assert mira.draft.secrets == (Secret("m1", "false-object", "the crooked oak"),)
    assert "the crooked oak" in mira.look(member="m1").content.decode()
    assert "the crooked oak" not in mira.look().content.decode()


ROUTES = ("", "change/", "undo/", "redo/")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("owner", ["account", "visitor"])
def test_a_warband_is_there_for_its_owner_alone(route, owner):
    own = building(account("mira") if owner == "account" else visitor(), "boar")
    before = own.draft
    for stranger in (account("tarn"), visitor()):
        method = stranger.client.post if route else stranger.client.get
        fields = {"version": 1, "change": "change=member-remove&member=m1"}
        for headers in ({}, HTMX):
            answer = method(f"{own.address}{route}", fields, headers=headers)
            assert answer.status_code in (404, 422)
            assert "Boar" not in answer.content.decode()
    assert own.draft == before


@pytest.mark.parametrize("route", ROUTES[1:])
def test_changes_are_made_by_posting_alone(mira, route):
    assert mira.person.client.get(f"{mira.address}{route}").status_code == 405


def test_a_visitor_builds_as_an_account_does():
    table = building(visitor())
    assert table.do("member-add", creature="boar").status_code == 302
    assert table.creatures == ["boar"]


def full(size: int) -> Building:
    """Return a builder of many members, with upgrades, items and problems."""
    members = [
        Member(
            ("kobold-warrior", "boar", "basilisk", "eagle-knight", "kobold-druid-1")[place % 5],
            items=(ItemChoice("holy-water"),),
            hero_points=place % 5,
        )
        for place in range(size)
    ]
    return building(
        account(f"of-{size}"),
        *members,
        collection={"boar": 1, "basilisk": 500},
        overrides=(Override("points.over_limit", "agreed"),),
        house_rules=HouseRules(sources=("p2v-orc",)),
    )


def test_the_page_takes_as_many_queries_for_five_members_as_for_fifty(django_assert_num_queries):
    for size in (5, 50):
        table = full(size)
        table.look(member="m2")
        with django_assert_num_queries(12):
            table.look(member="m2")


def test_a_change_takes_as_many_queries_for_five_members_as_for_fifty(django_assert_num_queries):
    for size in (5, 50):
        table = full(size)
        table.do("hero-points-set", member="m1", number="3", htmx=True)
        version = table.warband.version
        with django_assert_num_queries(15):
            table.do("hero-points-set", member="m1", number="2", htmx=True, version=version)


def test_every_code_of_an_error_has_words_for_the_button_that_allows_it(mira):
    for code in ERRORS:
        mira.do("override-add", code=code, member="", reason="agreed")
    assert len(mira.draft.roster.overrides) == len(ERRORS)
