"""Every problem in a browser: the page tells it beside its subject, and its first fix, pressed, removes it."""

import json
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from compendium.models import Creature
from compendium.services.creatures import creature_revise
from rules.building.groups import without_id
from rules.roster import roster_document
from rules.text import with_minus
from tests.browser.building import Desk, stock
from tests.rules.problems import ROWS
from tests.rules.warbands import BOOK
from warbands.selectors.legality import roster_verdict

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def compendium(transactional_db):
    stock(BOOK.cards.values())


def told(desk, roster, problem):
    """Return where in the drawer a problem has to stand: with its member, to whose row a mark leads, else first."""
    index = problem.subject.index
    if index is None:
        return desk.problems().locator("#roster-problems > .problem")
    # Equal members stand as one row, where the first of them stands.
    members = roster.members
    first = next(member for member in members if without_id(member) == without_id(members[index]))
    rows = [desk.page.locator(f"#member-{member.id} .row-mark") for member in (members[index], first)]
    rows[0].or_(rows[1]).last.click()
    parts = [desk.page.locator(f"#problems-{member.id} .problem") for member in (members[index], first)]
    return parts[0].or_(parts[1])


def fill_in_the_card(desk, where):
    creature = Creature.objects.get(key="ballista")
    card = BOOK.cards["ballista"]
    creature_revise(creature=creature, card=replace(card, stats=BOOK.cards["mammoth"].stats))
    desk.page.reload()


def choose(desk, where):
    desk.page.keyboard.press("Escape")  # puts the drawer away
    desk.edit("Boar")
    desk.type("Weapon that the table allows", "Tusk", "Choose")


WITHOUT_BUTTON = {
    "item.choice_missing": choose,
    "card.incomplete": fill_in_the_card,
}
"""What players do about the problems that no button mends."""


def bring_in(page, roster):
    page.goto("/warbands/import/")
    page.get_by_label("Or its text").fill(json.dumps(roster_document(roster)))
    page.get_by_role("button", name="Import", exact=True).click()
    return Desk(page)


def test_an_empty_warband_says_so_until_somebody_joins(wide_page):
    (code, roster, *_), *_ = ROWS
    assert code == "roster.empty"
    desk = bring_in(wide_page, roster)
    desk.says("No creatures yet")
    desk.add("boar")
    desk.says_no_more("No creatures yet")
    desk.is_judged("Legal")


@pytest.mark.parametrize("row", ROWS[1:], ids=[row[0] for row in ROWS[1:]])
def test_a_problem_is_told_beside_its_subject_and_mended_at_a_press(wide_page, row):
    code, roster, *_ = row
    ((problem),) = roster_verdict(roster).problems
    assert problem.code == code
    desk = bring_in(wide_page, roster)
    where = told(desk, roster, problem)
    line = where.first
    expect(line).to_contain_text(with_minus(problem.message))
    if code in WITHOUT_BUTTON:
        expect(line).to_contain_text(problem.fix)
        WITHOUT_BUTTON[code](desk, where)
    else:
        desk.settled(line.locator("button[value^='change=fix-take']").first.click)
    expect(wide_page.locator(".problem", has_text=with_minus(problem.message))).to_have_count(0)
