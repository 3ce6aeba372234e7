"""Gambits in the admin: written, validated with sentences, read as sentences, taken back."""

import pytest
from django.test import Client

from compendium.models import Creature, CreatureGambits
from compendium.services.builtin import gambits_load
from tests.small_compendium import store_small_compendium

URL = "/admin/compendium/creaturegambits/"


@pytest.fixture
def boar(db: None) -> Creature:
    store_small_compendium()
    return Creature.objects.get(key="boar")


def _add(client: Client, creature: Creature, lines: str, prefers: str = ""):
    return client.post(f"{URL}add/", {"creature": creature.pk, "lines": lines, "prefers": prefers})


def test_an_editor_writes_gambits_and_reads_them_as_sentences(admin_client: Client, boar: Creature):
    assert _add(admin_client, boar, "1 I Shift\n2-6 II Stride > Tusk", "wounded").status_code == 302
    row = CreatureGambits.objects.get()
    assert (row.creature, row.prefers, row.is_built_in) == (boar, "wounded", False)
    page = admin_client.get(f"{URL}{row.pk}/change/").text
    assert "It Strides, then attacks with Tusk." in page
    assert "Prefers wounded enemies." in page
    assert "Boar" in admin_client.get(URL).text
    assert "Boar" in admin_client.get(f"{URL}?q=BOAR").text


def test_a_fault_is_shown_beside_the_lines_with_what_was_typed(admin_client: Client, boar: Creature):
    page = _add(admin_client, boar, "1-5 I Shift >").text
    assert "An action is missing at the end" in page
    assert "1-5 I Shift &gt;" in page
    assert not CreatureGambits.objects.exists()


def test_a_creature_has_one_table(admin_client: Client, boar: Creature):
    _add(admin_client, boar, "1-6 I Shift")
    assert "already exists" in _add(admin_client, boar, "1-6 I Charge").text


def test_built_in_gambits_are_kept_and_taken_back(admin_client: Client, boar: Creature, monkeypatch):
    tables = {"boar": CreatureGambits(lines="1-6 II Tusk").value}
    monkeypatch.setattr("compendium.services.builtin.built_in_gambits", lambda: tables)
    gambits_load()
    row = CreatureGambits.objects.get()
    assert admin_client.post(f"{URL}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.post(f"{URL}{row.pk}/change/", {"lines": "1-6 III Tusk", "prefers": ""}).status_code == 302
    assert "yes, edited since" in admin_client.get(f"{URL}{row.pk}/change/").text
    answer = admin_client.post(URL, {"action": "back_to_built_in", "_selected_action": [row.pk]}, follow=True)
    assert "Built-in version restored: 1 of 1." in answer.text
    assert CreatureGambits.objects.get().lines == "1-6 II Tusk"


def test_gambits_of_ones_own_are_deleted(admin_client: Client, boar: Creature):
    _add(admin_client, boar, "1-6 I Shift")
    row = CreatureGambits.objects.get()
    assert admin_client.post(f"{URL}{row.pk}/delete/", {"post": "yes"}).status_code == 302
    _add(admin_client, boar, "1-6 I Shift")
    row = CreatureGambits.objects.get()
    admin_client.post(URL, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert not CreatureGambits.objects.exists()


def test_gambits_need_permission(client: Client, boar: Creature):
    assert client.get(URL).status_code == 302
