"""Windows that write somebody's figures at the same moment: none of them loses what another one added."""

import pytest

from tests.warbands.figures import owned
from tests.warbands.verbs import account, visitor
from tests.warbands.windows import WINDOWS, at_once
from warbands.services.collections import collection_save, figures_change

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("small_compendium")]


@pytest.mark.parametrize("who", [lambda: account("ada"), visitor], ids=["account", "visitor"])
@pytest.mark.parametrize("before", [0, 3])
def test_of_windows_that_add_one_each_none_is_lost(who, before):
    person = who()
    collection_save(owner=person.owner, owned={"boar": before})
    at_once(*[lambda: figures_change(owner=person.owner, more={"boar": 1})] * WINDOWS)
    assert owned(person) == {"boar": before + WINDOWS}


def test_adding_and_removing_at_once_end_as_one_after_the_other():
    ada = account("ada")
    collection_save(owner=ada.owner, owned={"boar": 3})
    at_once(
        lambda: figures_change(owner=ada.owner, numbers={"boar": 0}),
        lambda: figures_change(owner=ada.owner, more={"boar": 1, "basilisk": 1}),
    )
    assert owned(ada) in ({"basilisk": 1}, {"boar": 1, "basilisk": 1})


def test_two_whole_lists_at_once_end_as_one_of_them():
    ada = account("ada")
    first, second = {"boar": 1, "basilisk": 2}, {"boar": 5, "basilisk": 6}
    at_once(
        lambda: collection_save(owner=ada.owner, owned=first), lambda: collection_save(owner=ada.owner, owned=second)
    )
    assert owned(ada) in (first, second)
