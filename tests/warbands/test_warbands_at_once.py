"""Windows that do the same to a warband at the same moment: each waits for the others."""

from __future__ import annotations

import pytest

from tests.warbands.verbs import account, building
from tests.warbands.windows import WINDOWS, at_once
from warbands.models import Tag
from warbands.services.warbands import warband_tag

pytestmark = pytest.mark.django_db(transaction=True)


def test_tags_that_are_kept_twice_at_once_are_there_once():
    desk = building(account("ada"))

    def tag() -> None:
        for _ in range(5):
            warband_tag(owner=desk.person.owner, key=desk.key, words=["night", "orcs"])

    at_once(*[tag] * WINDOWS)
    assert list(Tag.objects.values_list("word", flat=True)) == ["night", "orcs"]
