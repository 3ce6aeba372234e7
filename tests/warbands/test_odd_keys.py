"""Keys that nothing can have, and stored drafts that nobody can read: told in a sentence, never an error."""

import pytest

from compendium.selectors.item_list import items_found
from compendium.selectors.rulebook import rulebook_get
from tests.warbands.verbs import building
from warbands.models import Step

pytestmark = pytest.mark.usefixtures("small_compendium")


def test_a_database_is_not_asked_for_what_it_cannot_hold(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert not rulebook_get(creatures=["bo\0ar"], items=["\0"]).cards
        assert items_found(3, "ho\0ly") == []


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("member-add", {"creature": "bo\0ar"}),
        ("member-creature", {"member": "m1", "creature": "\0"}),
        ("item-add", {"member": "m1", "item": "holy\0water"}),
    ],
)
def test_a_change_that_names_such_a_key_is_refused(ada, verb, fields):
    assert building(ada, "boar").do(verb, **fields).status_code == 422


def test_a_warband_that_cannot_be_read_is_not_changed(ada):
    desk = building(ada, "boar")
    Step.objects.filter(warband=desk.warband).update(draft={"format": "muster-draft/0"})
    assert desk.do("member-add", creature="boar").status_code == 404
    assert desk.do("member-add", htmx=True, creature="boar").status_code == 422
    assert desk.warband.version == 1


@pytest.mark.parametrize(("way", "position"), [("undo", 2), ("redo", 1)])
def test_no_step_leads_to_where_nothing_can_be_read(ada, way, position):
    desk = building(ada, "boar")
    desk.do("member-add", creature="boar")
    if way == "redo":
        desk.step("undo")
    before = desk.warband.version
    Step.objects.filter(warband=desk.warband).exclude(number=position).update(draft={}, packed=None)
    assert desk.step(way).status_code == 422
    assert (desk.warband.version, desk.warband.position) == (before, position)
    assert len(desk.draft.roster.members) == position
