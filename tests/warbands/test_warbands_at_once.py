"""Windows that do the same to a warband at the same moment: each waits for the others."""

import pytest
from django.core.cache import cache

from rules.building.warband import WarbandRename
from tests.programs import error_of, program_of
from tests.warbands.verbs import account, building
from tests.warbands.windows import WINDOWS, at_once, somebody_else
from warbands.models import Tag
from warbands.services.drafts import draft_change
from warbands.services.warbands import warband_tag

pytestmark = pytest.mark.django_db(transaction=True)


def test_tags_that_are_kept_twice_at_once_are_there_once():
    desk = building(account("ada"))

    def tag() -> None:
        for _ in range(5):
            warband_tag(owner=desk.person.owner, key=desk.key, words=["night", "orcs"])

    at_once(*[tag] * WINDOWS)
    assert list(Tag.objects.values_list("word", flat=True)) == ["night", "orcs"]


def test_a_program_does_not_delete_a_warband_that_is_just_being_changed():
    cache.clear()
    desk = building(account("ada"))
    program, address = program_of(desk.person.owner), f"warbands/{desk.key}/"
    read = program.get(address)
    change = WarbandRename("Ember Company")
    asking = {"owner": desk.person.owner, "key": desk.key, "version": desk.warband.version}
    with somebody_else(lambda: draft_change(**asking, change=change)):
        answer = program.send("DELETE", address, If_Match=read["ETag"])
    assert error_of(answer) == (412, "version.changed")
    assert desk.draft.roster.name == "Ember Company"
