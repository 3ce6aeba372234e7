"""Homebrew: creatures of one's own, which nobody else finds until they are shared."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings as site_settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import Owner
from accounts.services.visitors import visitor_data_adopt, visitors_forget
from common.refusal import Refusal
from compendium.models import CardRevision, Creature, CreatureFacet, Homebrew, Submission
from compendium.selectors.creature_list import (
    creature_names,
    creatures,
    creatures_by_id,
    facet_choices,
    name_index,
    names_of,
)
from compendium.selectors.creatures import (
    creature_get,
    creatures_by_alignment,
    creatures_get,
    creatures_named,
    related_creatures,
    revision_get,
)
from compendium.selectors.entries import with_word
from compendium.selectors.homebrew import closed_keys, creatures_for, creatures_open_to, homebrew_get, homebrew_of
from compendium.selectors.rulebook import creatures_with_documents
from compendium.selectors.site_search import current
from compendium.selectors.site_search.listing import mentions
from compendium.services import homebrew as services
from compendium.services.creatures import RevisedMeanwhile
from rules.errors import RulesError
from tests.homebrew_cards import MOSS_TROLL, brewed
from tests.rows import every_row
from tests.warbands.verbs import account, text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def test_a_new_creature_is_private_and_has_a_key_that_cannot_be_guessed(ada):
    troll = brewed(ada.owner)
    assert troll.key.startswith("moss-troll--hb-")
    assert (troll.is_listed, troll.source.key, troll.license) == (False, "hb", "ORC")
    assert troll.homebrew.is_of(ada.owner)
    assert not troll.homebrew.is_shared
    assert troll.current.made_by == ada.owner.user
    assert brewed(ada.owner).key != troll.key


def test_a_visitor_needs_a_token_before_anything_is_stored():
    with pytest.raises(RulesError):
        brewed(Owner())
    assert Homebrew.objects.count() == 0


def test_the_compendium_does_not_know_homebrew(ada):
    before = (creatures().count(), creatures_by_alignment(), facet_choices())
    troll = brewed(ada.owner)
    services.homebrew_share(owner=ada.owner, key=troll.key)
    assert (creatures().count(), creatures_by_alignment(), facet_choices()) == before
    assert creature_get(troll.key) is None
    assert revision_get(troll.key, 1) is None
    assert creatures_get([troll.key]) == ()
    assert creatures_by_id([troll.pk], [troll.key]) == []
    assert creature_names([troll.key]) == {}
    assert names_of(["Moss Troll", troll.key]).creatures == ()
    assert name_index().find("Moss Troll") is None
    assert "Moss Troll" not in [entry.name for entry in name_index().near("Moss Trolls")]
    assert troll.key not in [creature.key for creature in creatures_named("Moss")]
    assert not creatures_with_documents().filter(key=troll.key)
    assert (mentions("Mosslore"), with_word("skill", "Mosslore")) == (0, 0)
    for creature in creatures():
        related = related_creatures(creature)
        assert troll.pk not in {
            commander.pk for commander in (related.previous, related.next, *related.commanders) if commander
        }


@every_row("query", ["moss troll", "mos trol", "mosslore", "moss", "lvl 3", "large"])
def test_the_list_of_own_creatures_is_searched_as_all_lists_are(query, ada):
    troll = brewed(ada.owner)
    assert troll.key in ada.client.get("/homebrew/", {"q": query}).content.decode()
    assert troll.key not in ada.client.get("/homebrew/", {"q": "zzzwolf"}).content.decode()


def test_the_search_does_not_find_homebrew_and_keeps_its_index(ada):
    index = current.current_index()
    troll = brewed(ada.owner)
    services.homebrew_revise(owner=ada.owner, key=troll.key, card=replace(MOSS_TROLL, level=4))
    assert current.current_index() is index
    current.forget()
    answer = Client().get("/search/", {"q": "Moss Troll"})
    assert troll.key not in answer.content.decode()


@every_row(
    "address",
    [
        "/creatures/?q=moss",
        "/api/v1/creatures/?search=moss",
        "/search/suggestions/?q=moss",
        "/creatures/?tag=Mosskin",
        "/glossary/skill/stealth/",
    ],
)
def test_no_list_shows_homebrew_even_to_its_owner(address, ada):
    troll = brewed(ada.owner)
    services.homebrew_share(owner=ada.owner, key=troll.key)
    assert troll.key not in ada.client.get(address).content.decode()


def test_the_api_does_not_give_homebrew_away(ada):
    troll = brewed(ada.owner)
    services.homebrew_share(owner=ada.owner, key=troll.key)
    assert ada.client.get(f"/api/v1/creatures/{troll.key}/").status_code == 404


def test_an_owner_may_use_their_own_and_by_its_key_what_others_share(ada, bob):
    own, shared, private = brewed(ada.owner, "Own"), brewed(bob.owner, "Shared"), brewed(bob.owner, "Private")
    services.homebrew_share(owner=bob.owner, key=shared.key)
    listed = creatures().count()

    assert creatures_for(ada.owner).filter(is_listed=False).get() == own
    assert creatures_for(ada.owner).count() == listed + 1
    assert creatures_for(Owner()).count() == listed
    assert set(creatures_open_to(ada.owner).filter(is_listed=False)) == {own, shared}
    assert set(creatures_open_to(Owner()).filter(is_listed=False)) == {shared}
    keys = [own.key, shared.key, private.key, "boar", "moss-troll--hb-0000000000", "--hb-\0"]
    assert closed_keys(ada.owner, keys) == {private.key}
    assert closed_keys(Owner(), keys) == {own.key, private.key}
    assert [row.creature for row in homebrew_of(ada.owner)] == [own]
    assert homebrew_get(ada.owner, shared.key) is None


def test_no_query_asks_whose_creatures_of_the_compendium_are(ada, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert closed_keys(ada.owner, ["boar", "basilisk"]) == set()


PAGES = ("", "card/", "history/", "revisions/1/")


def test_search_engines_are_sent_away_from_every_page_of_homebrew_alone(ada):
    troll = brewed(ada.owner)
    services.homebrew_share(owner=ada.owner, key=troll.key)
    for page in PAGES:
        assert Client().get(f"/creatures/{troll.key}/{page}")["X-Robots-Tag"] == "noindex, nofollow"
        assert "X-Robots-Tag" not in Client().get(f"/creatures/boar/{page}").headers


def statuses(client, key):
    return {client.get(f"/creatures/{key}/{page}").status_code for page in PAGES}


def test_the_pages_of_a_creature_are_there_for_those_who_may_see_it(ada):
    guest, other, bob, nobody = visitor(), visitor(), account("bob"), Client()
    mine, theirs = brewed(ada.owner), brewed(guest.owner)
    for key, owner, strangers in (
        (mine.key, ada, (bob, guest, other)),
        (theirs.key, guest, (ada, bob, other)),
    ):
        assert statuses(owner.client, key) == {200}
        assert {status for stranger in strangers for status in statuses(stranger.client, key)} == {404}
        assert statuses(nobody, key) == {404}
        services.homebrew_share(owner=owner.owner, key=key)
        assert {status for stranger in strangers for status in statuses(stranger.client, key)} == {200}
        assert statuses(nobody, key) == {200}
        services.homebrew_unshare(owner=owner.owner, key=key)
        assert statuses(bob.client, key) == {404}
        assert statuses(nobody, key) == {404}


def test_a_page_that_is_not_ones_own_looks_like_one_that_never_was(ada, bob):
    key = brewed(ada.owner).key
    never = "moss-troll--hb-0000000000"
    pages = [
        bob.client.get(f"/creatures/{creature_key}/").content.decode().replace(creature_key, "")
        for creature_key in (key, never)
    ]
    assert pages[0] == pages[1]


def test_a_creature_is_revised_by_its_owner_alone(ada, bob):
    troll = brewed(ada.owner)
    bigger = replace(MOSS_TROLL, level=5)
    with pytest.raises(Refusal, match="no longer exists"):
        services.homebrew_revise(owner=bob.owner, key=troll.key, card=bigger)
    revision = services.homebrew_revise(owner=ada.owner, key=troll.key, card=bigger, emblem="troll", expected=1)
    troll.refresh_from_db()
    assert (revision.number, troll.level, troll.emblem, troll.is_listed) == (2, 5, "troll", False)
    assert services.homebrew_revise(owner=ada.owner, key=troll.key, card=bigger) is None
    with pytest.raises(RevisedMeanwhile):
        services.homebrew_revise(owner=ada.owner, key=troll.key, card=replace(bigger, level=6), expected=1)
    assert Creature.objects.get(pk=troll.pk).search_stamp == 0


@every_row(
    "work",
    [
        services.homebrew_delete,
        services.homebrew_share,
        services.homebrew_unshare,
        services.homebrew_submit,
        services.homebrew_withdraw,
    ],
)
def test_only_its_owner_decides_over_a_creature(work, ada, bob):
    troll = brewed(ada.owner)
    for stranger in (bob.owner, visitor().owner, Owner()):
        with pytest.raises(Refusal, match="This creature no longer exists"):
            work(owner=stranger, key=troll.key)


@every_row("license", ["unknown", "", "  Unknown ", "?"])
def test_a_creature_without_a_license_stays_private_until_one_is_named(license, ada):
    troll = brewed(ada.owner, license=license)
    for work in (services.homebrew_share, services.homebrew_submit):
        with pytest.raises(Refusal, match="First name the license"):
            work(owner=ada.owner, key=troll.key)
    services.homebrew_license(owner=ada.owner, key=troll.key, license="CC BY 4.0")
    services.homebrew_share(owner=ada.owner, key=troll.key)
    with pytest.raises(Refusal, match="Stop sharing it first"):
        services.homebrew_license(owner=ada.owner, key=troll.key, license="unknown")
    troll.refresh_from_db()
    assert (troll.license, troll.current.number, troll.homebrew.is_shared) == ("CC BY 4.0", 2, True)


def test_nobody_keeps_more_creatures_than_there_is_room_for(ada, bob, monkeypatch):
    monkeypatch.setitem(site_settings.QUOTAS, "creatures", (2, 2))
    brewed(ada.owner)
    brewed(ada.owner)
    with pytest.raises(Refusal, match="You have 2 creatures, the most that you can keep"):
        brewed(ada.owner)
    brewed(bob.owner)


def test_a_creature_starts_with_nothing_that_is_somebody_elses_own(ada, bob):
    private = brewed(bob.owner)
    with pytest.raises(Refusal, match="to start with"):
        brewed(ada.owner, starts_with=(private.key,))
    services.homebrew_share(owner=bob.owner, key=private.key)
    chief = brewed(ada.owner, "Chief", starts_with=(private.key,))
    services.homebrew_unshare(owner=bob.owner, key=private.key)
    card = replace(MOSS_TROLL, name="Chief", level=4, starts_with=(private.key,))
    assert services.homebrew_revise(owner=ada.owner, key=chief.key, card=card)


def test_a_deleted_creature_leaves_its_revisions(ada):
    troll = brewed(ada.owner)
    services.homebrew_delete(owner=ada.owner, key=troll.key)
    assert not Creature.objects.filter(key=troll.key).exists()
    assert not Homebrew.objects.exists()
    assert CardRevision.objects.get(creature_key=troll.key).document["name"] == "Moss Troll"


def test_an_account_takes_its_creatures_with_it(ada, bob):
    troll, other = brewed(ada.owner), brewed(bob.owner)
    ada.owner.user.delete()
    assert list(Creature.objects.filter(is_listed=False)) == [other]
    assert list(Homebrew.objects.values_list("creature", flat=True)) == [other.pk]
    assert not CreatureFacet.objects.filter(value="Mosskin").exclude(creature=other).exists()
    assert CardRevision.objects.filter(creature_key=troll.key).exists()


def test_signing_in_keeps_the_creatures_of_a_visit(ada):
    guest, other = visitor(), visitor()
    troll = brewed(guest.owner)
    brewed(other.owner)
    assert visitor_data_adopt(user=ada.owner.user, token=guest.owner.token) == ["1 creature"]
    assert [row.creature for row in homebrew_of(ada.owner)] == [troll]
    assert homebrew_of(guest.owner).count() == 0
    assert homebrew_of(other.owner).count() == 1


def test_the_creatures_of_a_visit_end_with_it(ada):
    guest, patient = visitor(), visitor()
    brewed(guest.owner)
    sent = brewed(patient.owner)
    mine = brewed(ada.owner)
    services.homebrew_submit(owner=patient.owner, key=sent.key)
    assert visitors_forget() == 0
    with time_machine.travel(timezone.now() + timedelta(days=365)):
        assert visitors_forget() == 1
    assert set(Creature.objects.filter(is_listed=False)) == {sent, mine}


def test_what_was_sent_is_sent_once_and_may_be_taken_back(ada):
    troll = brewed(ada.owner)
    services.homebrew_submit(owner=ada.owner, key=troll.key)
    sent = homebrew_get(ada.owner, troll.key)
    assert (sent.submission, sent.sent_revision) == (Submission.SENT, 1)
    with pytest.raises(Refusal, match="already have this creature"):
        services.homebrew_submit(owner=ada.owner, key=troll.key)
    services.homebrew_withdraw(owner=ada.owner, key=troll.key)
    with pytest.raises(Refusal, match="do not have this creature"):
        services.homebrew_withdraw(owner=ada.owner, key=troll.key)
    assert homebrew_get(ada.owner, troll.key).submission == Submission.NONE


def test_who_runs_the_site_exports_homebrew_of_anybody(ada, capsys):
    troll = brewed(ada.owner)
    call_command("export_creature", troll.key, "--json")
    document = json.loads(capsys.readouterr().out)
    assert (document["key"], document["source"], document["license"]) == (troll.key, "hb", "ORC")


def test_a_minion_stays_shared_while_a_commander_that_starts_with_it_is(ada):
    pup = brewed(ada.owner, "Troll Pup", level=1)
    chief = brewed(ada.owner, "Troll Chief", starts_with=(pup.key,))
    for creature in (pup, chief):
        services.homebrew_share(owner=ada.owner, key=creature.key)
    page = f"/homebrew/{pup.key}/share/"
    answer = ada.client.post(page, {"switch": "off"}, follow=True)
    assert "“Troll Chief” is shared and starts with “Troll Pup”. Stop sharing" in text_of(answer)
    for creature in (chief, pup):
        services.homebrew_unshare(owner=ada.owner, key=creature.key)
    assert not Homebrew.objects.filter(is_shared=True).exists()


def test_signs_that_turn_the_direction_of_a_text_are_not_kept(ada):
    card = replace(MOSS_TROLL, name="Moss\u202e Troll", skills=("Moss\u2066lore",))
    troll = services.homebrew_create(owner=ada.owner, card=card)
    assert troll.name == "Moss Troll"
    assert troll.current.document["skills"] == ["Mosslore"]
    assert services.homebrew_revise(owner=ada.owner, key=troll.key, card=card) is None
    services.homebrew_revise(owner=ada.owner, key=troll.key, card=replace(card, name="\u202dBog Troll\u202c"))
    assert Creature.objects.get(key=troll.key).name == "Bog Troll"
