"""What a player keeps private shows nowhere in the warbands: not its card, not its name, not what became of it."""

import json
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common.refusal import Refusal
from compendium.builtin import built_in_cards
from compendium.models import Homebrew
from compendium.services.homebrew import (
    homebrew_create,
    homebrew_delete,
    homebrew_revise,
    homebrew_share,
    homebrew_unshare,
)
from rules.building.draft import Draft
from rules.cards.documents import card_document
from rules.roster import Member, Roster
from tests.homebrew_cards import MOSS_TROLL, brewed
from tests.warbands.verbs import building, text_of
from warbands.services.warbands import warband_import, warband_share

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

BOAR = {"creature": "boar"}


@pytest.fixture
def secret(ada):
    """Return the key of a creature that nobody but its player has ever seen."""
    return brewed(ada.owner, "Unseen Wyrm").key


@pytest.fixture
def gone(ada):
    """Return the key of a creature that was shared and then deleted."""
    key = brewed(ada.owner, "Unseen Wyrm").key
    homebrew_share(owner=ada.owner, key=key)
    homebrew_delete(owner=ada.owner, key=key)
    return key


@pytest.fixture
def hidden(ada, bob):
    """Return a warband with a creature that its player shared, then hid and changed."""
    troll = brewed(ada.owner)
    homebrew_share(owner=ada.owner, key=troll.key)
    table = building(bob, play_mode="unlimited", alignment=None)
    table.do("member-add", creature=troll.key)
    homebrew_unshare(owner=ada.owner, key=troll.key)
    homebrew_revise(owner=ada.owner, key=troll.key, card=replace(MOSS_TROLL, name="Unseen Wyrm", level=9))
    return table


def roster(*members, **fields):
    return {"format": "muster-roster/1", "play_mode": "narrative", "members": list(members), **fields}


def imported(person, document):
    return person.client.post("/warbands/import/", {"document": json.dumps(document)})


def test_a_document_cannot_name_private_homebrew_in_any_of_its_places(bob, secret):
    boar = card_document(replace(next(card for card in built_in_cards() if card.key == "boar"), starts_with=(secret,)))
    for document in (
        roster({"creature": secret}),
        roster({"creature": secret, "revision": 1}),
        roster(BOAR, house_rules={"banned": [secret]}),
        roster(BOAR, cards=[boar]),
    ):
        answer = imported(bob, document)
        assert answer.status_code == 422
        assert "The compendium has no creature" in text_of(answer)
        assert "Unseen Wyrm" not in text_of(answer)


def test_a_deleted_creature_comes_back_for_nobody_who_names_its_revision(bob, gone):
    answer = imported(bob, roster({"creature": gone, "revision": 1}))
    assert answer.status_code == 422
    assert "Unseen Wyrm" not in text_of(answer)


def test_the_api_knows_no_homebrew_that_is_not_shared(secret, gone, ada):
    def verdict(document):
        return Client().post("/api/v1/rosters/check", document, content_type="application/json").json()

    unknown = "unseen-wyrm--hb-0000000000"
    for key in (secret, gone):
        for member in ({"creature": unknown}, {"creature": unknown, "revision": 1}):
            as_if_unknown = json.loads(json.dumps(verdict(roster(member))).replace(unknown, key))
            assert verdict(roster({**member, "creature": key})) == as_if_unknown
    homebrew_share(owner=ada.owner, key=secret)
    assert verdict(roster({"creature": secret}))["points"] > 0


def test_a_refused_change_does_not_name_private_homebrew(bob, secret):
    table = building(bob, play_mode="unlimited", alignment=None)
    table.do("member-add", creature="boar")
    for kind in ("minion-add", "member-creature", "member-add"):
        answer = table.do(kind, creature=secret, member="m1")
        assert answer.status_code == 422
        assert "Unseen Wyrm" not in text_of(answer)


def test_of_hidden_homebrew_members_keep_the_card_they_have_and_take_no_newer_one(hidden):
    key, before = hidden.creatures[0], hidden.draft
    for kind, fields in (
        ("member-revision", {"member": "m1", "number": "2"}),
        ("member-revision", {"member": "m1", "number": ""}),
        ("member-add", {"creature": key}),
    ):
        answer = hidden.do(kind, **fields)
        assert "no longer shared, so members keep the card that they have" in text_of(answer)
        assert "Unseen Wyrm" not in text_of(answer)
        assert hidden.draft == before
    assert hidden.do("member-duplicate", member="m1").status_code == 302
    assert hidden.creatures == [key, key]
    assert "Unseen Wyrm" not in text_of(hidden.look())


def test_imported_homebrew_of_others_is_pinned_so_later_changes_stay_private(ada, bob):
    troll = brewed(ada.owner)
    homebrew_share(owner=ada.owner, key=troll.key)
    address = imported(bob, roster({"creature": troll.key})).headers["Location"]
    homebrew_unshare(owner=ada.owner, key=troll.key)
    homebrew_revise(owner=ada.owner, key=troll.key, card=replace(MOSS_TROLL, name="Unseen Wyrm"))
    page = text_of(bob.client.get(address))
    assert "Moss Troll" in page
    assert "Unseen Wyrm" not in page


def test_a_creature_is_shared_only_with_what_it_starts_with(ada, secret):
    chief = homebrew_create(owner=ada.owner, card=replace(MOSS_TROLL, name="Chief", starts_with=(secret,)))
    with pytest.raises(Refusal, match="“Chief” starts with “Unseen Wyrm”, which is not shared"):
        homebrew_share(owner=ada.owner, key=chief.key)
    homebrew_share(owner=ada.owner, key=secret)
    homebrew_share(owner=ada.owner, key=chief.key)
    other = brewed(ada.owner, "Other").key
    with pytest.raises(Refusal, match="“Chief” starts with “Other”"):
        homebrew_revise(
            owner=ada.owner, key=chief.key, card=replace(MOSS_TROLL, name="Chief", starts_with=(secret, other))
        )


def test_homebrew_of_unknown_license_stands_in_no_shared_warband(ada):
    troll = brewed(ada.owner, license="unknown")
    warband = building(ada, "boar", Member(troll.key, "m2", revision=1), play_mode="unlimited")
    with pytest.raises(Refusal, match="has no named license"):
        warband_share(owner=ada.owner, key=warband.key, shared=True)
    told = ada.client.post(f"{warband.address}share/", {"switch": "on"}, follow=True)
    assert "has no named license" in text_of(told)
    assert warband.warband.share_token is None
    warband.do("member-remove", member="m2")
    assert warband_share(owner=ada.owner, key=warband.key, shared=True).warband.share_token
    for answer in (warband.do("member-add", creature=troll.key), warband.step("undo")):
        assert "has no named license" in text_of(answer)
    assert warband.creatures == ["boar"]


def test_a_change_of_a_shared_warband_reads_its_homebrew_once(ada):
    troll = brewed(ada.owner)
    counts = []
    for shared in (False, True):
        warband = building(ada, "boar", Member(troll.key, "m2", revision=1), play_mode="unlimited")
        warband_share(owner=ada.owner, key=warband.key, shared=shared)
        warband.do("hero-points-set", member="m1", number=1)
        with CaptureQueriesContext(connection) as queries:
            warband.do("hero-points-set", member="m1", number=2)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_many_cards_of_one_name_are_compared_with_what_is_stored_once(ada, django_assert_max_num_queries):
    cards = tuple(replace(MOSS_TROLL, key=f"troll-{number}--hb-1", level=number) for number in range(8))
    members = tuple(Member(card.key, f"m{number}") for number, card in enumerate(cards, start=1))
    draft = Draft(Roster(name="Many", play_mode="narrative", members=members, cards=cards))
    for _ in range(2):
        warband_import(owner=ada.owner, draft=draft)
        assert Homebrew.objects.filter(ada.owner.q).count() == len(cards)
    with django_assert_max_num_queries(30):
        warband_import(owner=ada.owner, draft=draft)


def test_a_revision_of_before_its_license_was_named_stays_private_once_it_is_shared(ada, bob):
    troll = brewed(ada.owner, "Unseen Wyrm", license="unknown")
    homebrew_revise(owner=ada.owner, key=troll.key, card=replace(MOSS_TROLL, license="ORC"))
    homebrew_share(owner=ada.owner, key=troll.key)
    pages = (f"/creatures/{troll.key}/revisions/1/", f"/api/v1/creatures/{troll.key}/?revision=1")
    assert [[person.client.get(page).status_code for person in (ada, bob)] for page in pages] == [
        [200, 404],
        [404, 404],
    ]
    assert bob.client.get(pages[0].replace("/1/", "/2/")).status_code == 200
    history = f"/creatures/{troll.key}/history/"
    assert [f"{pages[0]}" in person.client.get(history).content.decode() for person in (ada, bob)] == [True, False]
    for members in ([{"creature": troll.key, "revision": 1}], [{"creature": troll.key}]):
        answer = bob.client.post("/api/v1/rosters/check/", json.dumps(roster(*members)), "application/json")
        assert "Unseen Wyrm" not in answer.content.decode()
    table = building(bob, play_mode="unlimited", alignment=None)
    table.do("member-add", creature=troll.key)
    with pytest.raises(Refusal, match="has no revision 1"):
        warband_import(
            owner=bob.owner, draft=Draft(Roster((Member(troll.key, "m1", revision=1),), play_mode="narrative"))
        )
