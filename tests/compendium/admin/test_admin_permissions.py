"""Who may do what in the admin: a stranger, a player, staff of four kinds, on every route."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import reverse

from common.refusal import Refusal
from compendium.admin import exchange
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Creature, Item, Source
from compendium.services.creatures import creature_create, creature_revise, source_delete, source_save
from tests.copies import built_in_compendium

pytestmark = pytest.mark.django_db

PEOPLE = ("stranger", "player", "idle_staff", "viewer", "editor", "boss")

ROUTES = {
    ("get", "admin:compendium_creature_changelist"): ("viewer", "editor", "boss"),
    ("get", "admin:compendium_creature_change"): ("viewer", "editor", "boss"),
    ("get", "admin:compendium_creature_history"): ("viewer", "editor", "boss"),
    ("get", "admin:compendium_creature_revision"): ("viewer", "editor", "boss"),
    ("get", "admin:compendium_creature_export"): ("viewer", "editor", "boss"),
    ("get", "admin:compendium_creature_add"): ("editor", "boss"),
    ("get", "admin:compendium_creature_import"): ("editor", "boss"),
    ("get", "admin:compendium_creature_delete"): ("boss",),
    ("get", "admin:compendium_import_cards"): ("editor", "boss"),
    ("get", "admin:compendium_import_pf2e"): ("editor", "boss"),
    ("get", "admin:compendium_import_items"): ("boss",),
    ("get", "admin:jobs_job_changelist"): ("editor", "boss"),
    ("post", "admin:compendium_creature_change"): ("editor", "boss"),
    ("post", "admin:compendium_creature_add"): ("editor", "boss"),
    ("post", "admin:compendium_creature_preview"): ("editor", "boss"),
    ("post", "admin:compendium_creature_preview_new"): ("editor", "boss"),
    ("post", "admin:compendium_creature_restore"): ("editor", "boss"),
    ("post", "admin:compendium_creature_reset"): ("editor", "boss"),
    ("post", "admin:compendium_creature_import"): ("editor", "boss"),
    ("post", "admin:compendium_creature_process_import"): ("editor", "boss"),
    ("post", "admin:compendium_creature_export"): ("viewer", "editor", "boss"),
    ("post", "admin:compendium_refresh"): ("boss",),
    ("get", "admin:compendium_item_changelist"): ("boss",),
    ("get", "admin:compendium_feat_changelist"): ("boss",),
    ("get", "admin:compendium_spell_add"): ("boss",),
    ("get", "admin:compendium_source_changelist"): ("boss",),
}


def address(name: str, creature: Creature) -> str:
    arguments = {"restore": [creature.pk, 1], "revision": [creature.pk, 1]}
    short = name.rpartition("_")[2]
    if short in arguments:
        return reverse(name, args=arguments[short])
    if short in ("change", "history", "delete", "preview", "reset"):
        return reverse(name, args=[creature.pk])
    return reverse(name)


@pytest.mark.parametrize(("method", "name"), ROUTES)
def test_each_person_gets_as_far_as_they_may(request, wolf, monkeypatch, method, name):
    monkeypatch.setattr(exchange, "begin_job", lambda **values: SimpleNamespace(pk=1))
    for person in PEOPLE:
        client = Client() if person == "stranger" else request.getfixturevalue(person)
        with transaction.atomic():
            response = getattr(client, method)(address(name, wolf))
            if person in ROUTES[method, name]:
                assert response.status_code in (200, 302), person
                assert "/login/" not in response.headers.get("Location", ""), person
            else:
                assert response.status_code == 403 or "/login/" in response.headers["Location"], person
                assert CardRevision.objects.count() == 1, person
            transaction.set_rollback(True)


@pytest.mark.parametrize("name", ["restore", "reset", "preview"])
def test_what_writes_does_not_listen_to_get(boss, wolf, name):
    assert boss.get(address(f"admin:compendium_creature_{name}", wolf)).status_code == 405


def test_a_refresh_does_not_listen_to_get(boss):
    assert boss.get(reverse("admin:compendium_refresh")).status_code == 405


def test_who_may_only_view_sees_the_card_and_no_button(viewer, wolf, change_url, form_of):
    page = viewer.get(change_url).content.decode()
    assert "Cinder Breath" in page
    assert 'name="_save"' not in page
    assert "Preview the card" not in page
    assert viewer.post(change_url, form_of(wolf, hp="1")).status_code == 403


def test_who_may_change_but_not_add_cannot_import_or_refresh(editor, wolf):
    editor.user.user_permissions.set([editor.user.user_permissions.get(codename="change_creature")])
    assert editor.get(reverse("admin:compendium_creature_import")).status_code == 403
    assert editor.post(reverse("admin:compendium_refresh")).status_code == 403
    assert "Refresh built-in" not in editor.get(reverse("admin:index")).content.decode()


def test_forms_carry_a_token_against_forged_requests(boss, wolf, form_of, change_url):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(boss.user, backend="django.contrib.auth.backends.ModelBackend")
    posts = ["restore", "reset", "preview", "change"]
    addresses = [address(f"admin:compendium_creature_{name}", wolf) for name in posts]
    for url in [*addresses, reverse("admin:compendium_refresh"), reverse("admin:compendium_creature_process_import")]:
        assert strict.post(url, form_of(wolf)).status_code == 403, url


def test_a_built_in_creature_cannot_be_deleted_but_ones_own_can(boss):
    built_in_compendium()
    basilisk = Creature.objects.get(key="basilisk")
    card = replace(card_from_snapshot(basilisk.current.document), name="Ash Wolf")
    wolf = creature_create(card=card, source=Source.objects.get(key="hb"))
    assert boss.post(address("admin:compendium_creature_delete", basilisk), {"post": "yes"}).status_code == 403
    several = {"action": "delete_selected", "_selected_action": [basilisk.pk, wolf.pk], "post": "yes"}
    page = boss.post(reverse("admin:compendium_creature_changelist"), several).content.decode()
    assert "Basilisk (built in)" in page
    assert Creature.objects.filter(pk__in=[basilisk.pk, wolf.pk]).count() == 2
    assert boss.post(address("admin:compendium_creature_delete", wolf), {"post": "yes"}).status_code == 302
    assert not Creature.objects.filter(pk=wolf.pk).exists()


def test_edited_built_in_creatures_go_back_to_what_came_with_muster(boss):
    built_in_compendium()
    basilisk = Creature.objects.get(key="basilisk")
    url = reverse("admin:compendium_creature_change", args=[basilisk.pk])
    before = basilisk.current.document
    data = {"action": "back_to_built_in", "_selected_action": [basilisk.pk]}
    creature_revise(creature=basilisk, card=_named(basilisk, "Stone Lizard"), by=boss.user)
    assert Creature.objects.get(pk=basilisk.pk).is_edited
    assert "Restore the built-in version" in boss.get(url).content.decode()
    page = boss.post(reverse("admin:compendium_creature_changelist"), data, follow=True).content.decode()
    assert "Built-in version restored: 1 of 1." in page
    basilisk.refresh_from_db()
    assert basilisk.current.number == 3
    assert {**basilisk.current.document, "revision": 1} == before
    assert not basilisk.is_edited


def _named(creature, name):
    return replace(card_from_snapshot(creature.current.document), name=name)


def test_every_page_of_the_compendium_s_admin_writes_through_the_services():
    pages = [page for model, page in admin.site._registry.items() if model._meta.app_label == "compendium"]
    assert len(pages) == 8
    unguarded = [
        f"{type(page).__name__}.{name}"
        for page in pages
        for name in ("save_model", "delete_model", "delete_queryset")
        if getattr(type(page), name) is getattr(admin.ModelAdmin, name)
    ]
    assert unguarded == []


def test_a_source_that_comes_with_muster_or_holds_something_is_neither_written_nor_deleted(db):
    built_in = Source.objects.create(key="p2v-x", name="Cards", is_built_in=True)
    own = Source.objects.create(key="club", name="The club")
    Item.objects.create(key="rope--club", name="Rope", source=own, level=1, kind="permanent", text="It holds.")
    for refused in (lambda: source_save(source=built_in), lambda: source_delete(source=built_in)):
        with pytest.raises(Refusal, match="comes with Muster"):
            refused()
    with pytest.raises(Refusal, match="contains creatures or entries"):
        source_delete(source=own)
    assert Source.objects.count() == 2
