"""Shapes of records: a member that the value cannot do without is missed with its place."""

import pytest

from rules.documents.reading import Fields
from rules.documents.records import records_of
from rules.effects.values import Bonus
from rules.errors import DocumentError

BONUSES = records_of(Bonus)


def test_a_record_without_something_that_its_value_needs_is_refused_with_the_place() -> None:
    with pytest.raises(DocumentError) as refused:
        BONUSES.read(Fields({"bonuses": [{"stats": ["fight"], "by": 1}, {"by": 1}]}), "bonuses")
    assert (refused.value.code, refused.value.path) == ("document.missing", "bonuses[1].stats")


def test_a_record_without_something_usual_is_read() -> None:
    (bonus,) = BONUSES.read(Fields({"bonuses": [{"stats": ["fight"], "by": 1}]}), "bonuses")
    assert (bonus.stats, bonus.by, bonus.against, bonus.when) == (("fight",), 1, (), "")
