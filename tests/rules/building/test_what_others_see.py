"""A draft as others see it, and as another player takes it over."""

from dataclasses import replace

from rules.building.draft import Draft, Secret
from rules.legality.verdict import verdict
from rules.roster import Member
from tests.rules.warbands import BOOK, warband

HIDDEN = Secret("m1", "false-object", "the well")
REVEALED = Secret("m2", "false-object", "the tree", revealed=True)
OWN = Draft(
    warband(
        Member("boar", "m1", positioning=("false-object",)),
        Member("boar", "m2", positioning=("false-object",)),
        Member("kobold-warrior", "m3"),
        collection={"boar": 1, "caldera-oni": 4},
    ),
    "Thursday",
    {"m1": "brave"},
    (HIDDEN, REVEALED),
)


def test_others_see_no_secret_that_is_not_revealed():
    assert OWN.shared.secrets == (REVEALED,)


def test_others_see_of_the_collection_what_the_verdict_needs():
    assert OWN.shared.roster.collection == {"boar": 1}
    assert verdict(OWN.shared.roster, BOOK) == verdict(OWN.roster, BOOK)


def test_others_see_everything_else():
    shared = OWN.shared
    assert replace(shared, secrets=OWN.secrets, roster=OWN.roster) == OWN
    assert replace(shared.roster, collection=OWN.roster.collection) == OWN.roster


def test_a_draft_without_a_collection_or_secrets_is_shared_as_it_is():
    plain = replace(OWN, secrets=(), roster=replace(OWN.roster, collection=None))
    assert plain.shared == plain.handed_on == plain


def test_who_takes_a_draft_over_is_held_to_nobodys_miniatures():
    assert OWN.handed_on == replace(OWN.shared, roster=replace(OWN.roster, collection=None))
