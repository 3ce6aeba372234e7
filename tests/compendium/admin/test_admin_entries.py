"""Items, feats, spells and terms of the glossary in the admin: edited, kept by the next load, and taken back."""

from dataclasses import replace

import pytest
from django.urls import reverse

from compendium.entries import item_from_row, item_values
from compendium.models import Creature, Feat, GlossaryTerm, Item, Source, Spell
from compendium.models.entries import ITEM_COLUMNS
from compendium.services.builtin import compendium_load, entry_digest
from rules.effects.values import Damage
from rules.items import ITEMS, find_item
from tests.copies import built_in_compendium

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def built_in(db):
    built_in_compendium()


def form_of(entry) -> dict[str, object]:
    hidden = {"id", "key", "source", "built_in_digest", "is_edited", "search_name", "search_text"}
    values = {field.name: getattr(entry, field.name) for field in entry._meta.fields if field.name not in hidden}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def test_an_edit_is_stored_searched_shown_as_edited_and_kept_by_the_next_load(boss):
    entries = [model.objects.first() for model in (Item, Feat, Spell, GlossaryTerm)]
    for entry in entries:
        url = reverse(f"admin:compendium_{entry._meta.model_name}_change", args=[entry.pk])
        assert boss.get(url).status_code == 200
        response = boss.post(url, form_of(entry) | {"text": "It hums like a Völva."})
        assert response.status_code == 302
        entry.refresh_from_db()
        assert (entry.text, entry.is_edited) == ("It hums like a Völva.", True)
        assert "volva" in entry.search_text
        assert "yes, edited since" in boss.get(url).content.decode()
    report = compendium_load()
    assert sorted(report.edited) == sorted(f"{entry._meta.verbose_name} {entry.key}" for entry in entries)
    for entry in entries:
        assert type(entry).objects.get(pk=entry.pk).text == "It hums like a Völva."


@pytest.mark.parametrize("model", [Item, Feat, Spell, GlossaryTerm])
def test_a_save_without_a_change_leaves_an_entry_unedited(boss, model):
    entry = model.objects.last()
    url = reverse(f"admin:compendium_{model._meta.model_name}_change", args=[entry.pk])
    assert boss.post(url, form_of(entry)).status_code == 302
    entry.refresh_from_db()
    assert not entry.is_edited


@pytest.mark.parametrize("model", [Item, Feat, Spell, GlossaryTerm])
def test_edited_entries_go_back_to_what_came_with_muster(boss, model):
    entry = model.objects.first()
    before = entry.text
    name = model._meta.model_name
    boss.post(reverse(f"admin:compendium_{name}_change", args=[entry.pk]), form_of(entry) | {"text": "Changed."})
    others = list(model.objects.values_list("pk", flat=True))
    data = {"action": "back_to_built_in", "_selected_action": others}
    page = boss.post(reverse(f"admin:compendium_{name}_changelist"), data, follow=True).content.decode()
    assert f"Built-in version restored: 1 of {len(others)}." in page
    entry.refresh_from_db()
    assert (entry.text, entry.is_edited) == (before, False)


def test_a_new_item_gets_its_key_from_its_name_and_source(boss):
    homebrew = Source.objects.get(key="hb")
    data = {"name": "Rope of Ash", "source": homebrew.pk, "level": 2, "kind": "permanent", "text": "A rope."}
    assert boss.post(reverse("admin:compendium_item_add"), data | {"license": "own work"}).status_code == 302
    assert Item.objects.get(name="Rope of Ash").key == "rope-of-ash--hb"
    response = boss.post(reverse("admin:compendium_item_add"), data | {"license": "own work"})
    assert "already has “Rope of Ash”" in response.content.decode()
    built_in = Source.objects.get(key="p2v-items")
    response = boss.post(
        reverse("admin:compendium_item_add"), data | {"name": "New", "source": built_in.pk, "license": "x"}
    )
    assert "contains only built-in content" in response.content.decode()
    assert not Item.objects.filter(name="New").exists()


def test_built_in_entries_and_sources_cannot_be_deleted(boss):
    item = Item.objects.first()
    assert boss.post(reverse("admin:compendium_item_delete", args=[item.pk]), {"post": "yes"}).status_code == 403
    data = {"action": "delete_selected", "_selected_action": [item.pk], "post": "yes"}
    assert "(built in)" in boss.post(reverse("admin:compendium_item_changelist"), data).content.decode()
    assert Item.objects.filter(pk=item.pk).exists()
    source = Source.objects.get(key="p2v-orc")
    url = reverse("admin:compendium_source_delete", args=[source.pk])
    assert boss.post(url, {"post": "yes"}).status_code == 403
    change = reverse("admin:compendium_source_change", args=[source.pk])
    assert boss.post(change, {"name": "Mine", "license": "x"}).status_code == 403


def test_a_hostile_form_of_an_entry_gets_an_answer(boss):
    item = Item.objects.first()
    url = reverse("admin:compendium_item_change", args=[item.pk])
    for change in (
        {"level": "9" * 400},
        {"text": "x" * 6000},
        {"name": "a\x00b"},
        {"kind": "cursed"},
        {"name": "n" * 3000},
    ):
        assert boss.post(url, form_of(item) | change).status_code == 200
    item.refresh_from_db()
    assert not item.is_edited


@pytest.mark.parametrize(
    ("model", "field", "text"),
    [
        (Feat, "uses", "sometimes"),
        (Item, "spell_ranks", "²"),
        (Item, "spell_ranks", "one"),
        (Item, "spell_ranks", "-1"),
    ],
)
def test_a_line_of_notation_that_nobody_could_read_is_not_stored(boss, model, field, text):
    entry = model.objects.first()
    name = model._meta.model_name
    url = reverse(f"admin:compendium_{name}_change", args=[entry.pk])
    response = boss.post(url, form_of(entry) | {field: text})
    assert response.status_code == 200
    assert text in str(response.context["adminform"].form.errors[field])
    entry.refresh_from_db()
    assert getattr(entry, field) != text
    assert boss.get(f"/{name}s/").status_code == 200


def test_ranks_and_uses_are_stored_in_the_notation_that_comes_with_muster(boss):
    item, feat = Item.objects.first(), Feat.objects.first()
    boss.post(reverse("admin:compendium_item_change", args=[item.pk]), form_of(item) | {"spell_ranks": "1,2"})
    boss.post(reverse("admin:compendium_feat_change", args=[feat.pk]), form_of(feat) | {"uses": "dd"})
    assert item_from_row(Item.objects.get(pk=item.pk)).spell_ranks == (1, 2)
    assert boss.get(f"/api/v1/feats/{feat.key}/").json()["uses"] == ["daily", "daily"]


def test_an_edited_item_keeps_the_fields_of_its_effect_and_takes_new_ones(boss):
    item = Item.objects.get(key="alchemists-fire-minor")
    url = reverse("admin:compendium_item_change", args=[item.pk])
    before = item_from_row(item)
    assert boss.post(url, form_of(item) | {"text": "It burns.", "lasts": "encounter"}).status_code == 302
    item.refresh_from_db()
    assert item.is_edited
    assert item_from_row(item) == replace(before, text="It burns.", lasts="encounter")
    assert boss.post(url, form_of(item) | {"damage": "much fire"}).status_code == 200
    assert b'placeholder="15 slashing and fire' in boss.get(url).content


def test_a_new_item_is_left_to_the_table_until_its_fields_say_otherwise(boss):
    source = Source.objects.get(name="Homebrew")
    assert boss.get(reverse("admin:compendium_item_add")).context["adminform"].form["by_table"].value() is True
    values = {"name": "Oil", "source": source.pk, "level": 1, "kind": "consumable", "license": "own", "text": "Burns."}
    boss.post(reverse("admin:compendium_item_add"), values | {"by_table": "on"})
    item = Item.objects.get(name="Oil")
    assert item_from_row(item).is_left_to_table
    boss.post(
        reverse("admin:compendium_item_change", args=[item.pk]), form_of(item) | {"damage": "5 fire"} | {"by_table": ""}
    )
    item.refresh_from_db()
    assert not item_from_row(item).is_left_to_table
    assert item_from_row(item).damage == (Damage(5, ("fire",)),)


def test_items_of_before_these_fields_get_those_that_come_with_muster_unless_edited():
    effect = {field.name: Item._meta.get_field(field.name).get_default() for field in ITEM_COLUMNS}
    kept, edited = Item.objects.filter(key__in=["holy-water", "alchemists-fire-minor"]).order_by("key")[::-1]
    stored = {"built_in_digest": entry_digest(Item(source=kept.source, **(item_values(find_item(kept.key)) | effect)))}
    Item.objects.filter(pk=kept.pk).update(**effect, **stored)
    Item.objects.filter(pk=edited.pk).update(**effect, text="Mine.", is_edited=True)
    report = compendium_load()
    assert (report.updated, report.edited) == (1, [f"item {edited.key}"])
    assert item_from_row(Item.objects.get(pk=kept.pk)) == find_item(kept.key)
    assert item_from_row(Item.objects.get(pk=edited.pk)).is_left_to_table


@pytest.mark.parametrize("item", [item for item in ITEMS if not any("," in name for name in item.aliases)])
def test_the_columns_of_an_item_hold_all_of_it(item):
    row = Item(source=Source(key=item.source), **item_values(item))
    row.clean()
    assert item_from_row(row) == item


@pytest.mark.parametrize("name", ["item", "creature"])
def test_what_came_with_an_earlier_muster_only_stays_and_the_rest_goes_back(boss, name):
    model = {"item": Item, "creature": Creature}[name]
    gone, kept = model.objects.order_by("pk")[:2]
    model.objects.filter(pk=gone.pk).update(key="no-longer-built-in", is_edited=True)
    model.objects.filter(pk=kept.pk).update(is_edited=True)
    data = {"action": "back_to_built_in", "_selected_action": [gone.pk, kept.pk]}
    page = boss.post(reverse(f"admin:compendium_{name}_changelist"), data, follow=True).content.decode()
    assert f"“{gone.name}” did not come with Muster" in page
    assert list(model.objects.filter(is_edited=True)) == [gone]
