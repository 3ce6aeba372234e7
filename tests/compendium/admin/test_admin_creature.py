"""A creature's page in the admin: what a save writes, what it refuses, and what the preview draws."""

from dataclasses import replace

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from compendium.builtin.creatures import emblem_of
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Creature, Source
from compendium.services.creatures import RevisedMeanwhile, creature_create, creature_revise
from printing.canvas import CHARACTERS
from rules.cards.model import Card, Feature, Stats
from rules.cards.phrases import effect_text

pytestmark = pytest.mark.django_db


def text_of(response) -> str:
    return response.content.decode()


def test_a_save_makes_one_revision_with_who_and_what(boss, wolf, change_url, form_of):
    response = boss.post(change_url, form_of(wolf, hp="44", features__0__damage="11 piercing; 3 persistent fire"))
    assert response.status_code == 302
    revision = CardRevision.objects.get(creature=wolf, number=2)
    assert revision.made_by == boss.user
    assert revision.changes == [
        "HP: 40 → 44",
        "Jaws, damage: 9 piercing; 3 persistent fire → 11 piercing; 3 persistent fire",
    ]
    card = card_from_snapshot(revision.document)
    assert effect_text(card.features[0]) == "Deals 11 piercing damage, and the target takes 3 persistent fire damage."
    assert Creature.objects.get(pk=wolf.pk).current == revision


def test_an_emblem_is_chosen_without_a_new_revision_and_given_up_again(boss, client, wolf, change_url, form_of):
    assert "data-emblem" in text_of(client.get(f"/creatures/{wolf.key}/"))
    for chosen, shown in (("wolf-head", "wolf-head"), ("", emblem_of(wolf.key, ("Animal", "Fire")))):
        response = boss.post(change_url, form_of(wolf, emblem=chosen), follow=True)
        assert "Nothing changed" not in text_of(response)
        assert f'data-emblem="{CHARACTERS[shown]}"' in text_of(client.get(f"/creatures/{wolf.key}/"))
        assert f'data-emblem="{CHARACTERS[shown]}"' in text_of(client.get("/creatures/"))
    assert wolf.revisions.count() == 1


def test_an_emblem_that_there_is_not_is_refused(boss, wolf, change_url, form_of):
    assert boss.post(change_url, form_of(wolf, emblem="no-such-emblem")).status_code == 200
    wolf.refresh_from_db()
    assert wolf.emblem == ""


def test_a_save_that_changes_nothing_says_so_and_makes_no_revision(boss, wolf, change_url, form_of):
    response = boss.post(change_url, form_of(wolf), follow=True)
    assert "Nothing changed, so there is no new revision." in text_of(response)
    assert wolf.revisions.count() == 1


def test_the_admin_keeps_no_second_history(boss, wolf, change_url, form_of):
    boss.post(change_url, form_of(wolf, hp="44"))
    assert LogEntry.objects.count() == 0
    page = text_of(boss.get(reverse("admin:compendium_creature_history", args=[wolf.pk])))
    assert "Revision 2" in page
    assert "HP: 40 → 44" in page


def test_features_stand_in_the_order_of_their_places(boss, wolf, change_url, form_of):
    boss.post(change_url, form_of(wolf, features__0__position="2", features__1__position="1"))
    names = [feature.name for feature in wolf.features.all()]
    assert names == ["Cinder Breath", "Jaws", "Burning Hide", "Iron Jaws"]
    assert CardRevision.objects.get(creature=wolf, number=2).changes == ["Features reordered"]


def test_a_feature_can_be_added_and_another_deleted(boss, wolf, change_url, form_of):
    data = form_of(wolf, features__2__DELETE="on", features__TOTAL_FORMS="5")
    data |= {"features-4-name": "Howl", "features-4-kind": "base", "features-4-effect": "Wolves nearby howl too."}
    assert boss.post(change_url, data).status_code == 302
    assert [feature.name for feature in wolf.features.all()] == ["Jaws", "Cinder Breath", "Iron Jaws", "Howl"]
    assert set(CardRevision.objects.get(creature=wolf, number=2).changes) == {"Burning Hide removed", "Howl added"}


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("level", "15", "14"),
        ("level", "99999999999999999999999", "14"),
        ("hp", "5000", "A stat is between"),
        ("resist", "fire lots", "A resistance is a type and its dice"),
        ("weak", "cold iron", "A weakness is a type and an amount"),
        ("armor_broken", "x", "Enter a whole number"),
        ("tags", ",".join(f"tag{number}" for number in range(31)), "At most 30 words"),
        ("tags", "Fire, fire", "appears here twice"),
        ("name", "", "required"),
        ("name", "x" * 3000, "120"),
        ("name", "null\x00byte", "Null characters"),
        ("features-0-damage", "9 of fire!", "Damage is an amount and its types"),
        ("features-0-range", "far", "A range is one of"),
        ("features-0-saves", "luck half", "A save is"),
        ("features-0-uses", "E X", "Uses are at most"),
        ("features-0-effect", "Deals {damage.3} damage.", "There is no damage for {damage.3}"),
        ("features-0-caster", "Primal five", "A caster is a tradition"),
        ("features-0-name", "x" * 3000, "120"),
        ("features-0-name", "a\x00b", "Null characters"),
        ("features-3-replaces", "Claws", "no feature of that name to replace"),
        ("features-3-replaces", "", "Name the feature that this one replaces"),
        ("features-0-replaces", "Jaws", "Only an upgrade of the kind"),
        ("features-2-once_per_turn", "on", "marks an action"),
        ("features-0-kind", "boon", "valid choice"),
        ("features-0-position", "9" * 400, "Enter a whole number|less than or equal"),
    ],
)
def test_every_fault_stands_beside_its_field_and_nothing_is_written(
    boss, wolf, change_url, form_of, field, value, sentence
):
    response = boss.post(change_url, form_of(wolf) | {field: value})
    assert response.status_code == 200
    form = response.context["adminform"].form
    errors = form.errors
    if field.startswith("features-"):
        _, index, name = field.split("-")
        errors = response.context["inline_admin_formsets"][0].formset.forms[int(index)].errors
    else:
        name = field
    assert any(text in " ".join(errors[name]) for text in sentence.split("|"))
    assert wolf.revisions.count() == 1


def test_a_feature_of_spells_has_to_list_them(boss, wolf, change_url, form_of):
    response = boss.post(change_url, form_of(wolf, features__2__kind="caster"))
    feature = response.context["inline_admin_formsets"][0].formset.forms[2]
    assert feature.errors["caster"] == ["A feature of the kind “spells” lists its spells."]


def test_a_post_without_its_management_form_is_refused_calmly(boss, wolf, change_url, form_of):
    data = {name: value for name, value in form_of(wolf).items() if not name.startswith("features-")}
    for url in (change_url, reverse("admin:compendium_creature_preview", args=[wolf.pk])):
        response = boss.post(url, data)
        assert response.status_code == 200
        assert "ManagementForm" in text_of(response)
    assert wolf.revisions.count() == 1


@pytest.mark.parametrize("total", ["61", "9999999", "x", "9" * 5000])
def test_more_features_than_a_card_holds_are_refused(boss, wolf, change_url, form_of, total):
    response = boss.post(change_url, form_of(wolf, features__TOTAL_FORMS=total))
    assert response.status_code == 200
    assert wolf.revisions.count() == 1


def test_a_later_save_is_refused_with_what_changed_and_loses_nothing(boss, editor, wolf, change_url, form_of):
    opened = form_of(wolf, speed="7")
    boss.post(change_url, form_of(wolf, hp="50"))
    response = editor.post(change_url, opened)
    page = text_of(response)
    assert response.status_code == 200
    assert "Since you opened this card at revision 1" in page
    assert "HP: 40 → 50" in page
    assert "boss" in page
    assert response.context["adminform"].form["speed"].value() == "7"
    assert wolf.revisions.count() == 2
    assert 'name="seen" value="2"' in page

    editor.post(change_url, opened | {"seen": "2"})
    third = CardRevision.objects.get(creature=wolf, number=3)
    assert third.made_by == editor.user
    assert third.changes == ["HP: 50 → 40", "Speed: 6 → 7"]


def test_a_new_creature_gets_its_key_and_its_first_revision(boss, homebrew, wolf, form_of):
    data = form_of(wolf, name="Ash Hound", source=homebrew.pk, revision="0")
    assert boss.post(reverse("admin:compendium_creature_add"), data).status_code == 302
    hound = Creature.objects.get(name="Ash Hound")
    assert hound.key.startswith("ash-hound--hb-")
    assert hound.current.made_by == boss.user
    assert [feature.name for feature in hound.features.all()] == ["Jaws", "Cinder Breath", "Burning Hide", "Iron Jaws"]


def test_a_new_creature_in_a_built_in_source_is_refused_and_stays_in_the_form(boss, wolf, form_of):
    built_in = Source.objects.create(key="p2v-orc", name="The ORC cards", is_built_in=True)
    data = form_of(wolf, name="Ash Hound", source=built_in.pk)
    response = boss.post(reverse("admin:compendium_creature_add"), data)
    assert response.status_code == 200
    assert "contains only built-in content" in text_of(response)
    assert response.context["adminform"].form["name"].value() == "Ash Hound"
    assert not Creature.objects.filter(name="Ash Hound").exists()


def test_a_name_that_a_source_has_already_is_refused(boss, wolf, form_of):
    source = Source.objects.create(key="club", name="The club")
    for status in (302, 200):
        response = boss.post(reverse("admin:compendium_creature_add"), form_of(wolf, source=source.pk))
        assert response.status_code == status
    assert "already has a creature" in text_of(response)


def test_the_longest_names_still_make_readable_cards(boss, homebrew, wolf, form_of):
    data = form_of(wolf, name="㎑" * 26, source=homebrew.pk, features__2__name="w" * 100)
    assert boss.post(reverse("admin:compendium_creature_add"), data).status_code == 302
    created = Creature.objects.exclude(pk=wolf.pk).get()
    assert card_from_snapshot(created.current.document).name == "㎑" * 26


def test_points_are_derived_and_cannot_be_typed(boss, wolf, change_url, form_of):
    page = text_of(boss.get(change_url))
    assert "21 points, +4 per upgrade (set by the level)" in page
    assert 'name="points"' not in page
    boss.post(change_url, form_of(wolf, points="1", printed_points="1", key="mine", built_in_digest="x"))
    stored = Creature.objects.get(pk=wolf.pk)
    assert (stored.points, stored.printed_points, stored.key, stored.is_built_in) == (21, None, wolf.key, False)


def test_words_that_the_rules_do_not_know_are_stored_with_a_gentle_warning(boss, wolf, change_url, form_of):
    changed = form_of(wolf, skills="Stealth, Juggling", features__0__damage="9 glitter", features__0__gives="dizzy")
    page = text_of(boss.post(change_url, changed, follow=True))
    assert wolf.revisions.count() == 2
    for word in ("Juggling", "glitter", "dizzy"):
        assert f"“{word}”" in page


def test_the_preview_draws_what_the_form_says_and_stores_nothing(boss, wolf, form_of):
    url = reverse("admin:compendium_creature_preview", args=[wolf.pk])
    data = form_of(wolf, name="Cinder Wolf", level="4", features__1__damage="12 cold", features__0__range="far")
    fragment = text_of(boss.post(url, data, headers={"X-Requested-With": "fetch"}))
    assert "<html" not in fragment
    assert "Cinder Wolf" in fragment
    assert "<b>26</b>" in fragment
    assert "12 cold damage" in fragment
    assert "A range is one of" in fragment
    assert 'href="#id_features-0-range"' in fragment
    assert "<html" in text_of(boss.post(url, data))
    assert wolf.revisions.count() == 1
    assert Creature.objects.get(pk=wolf.pk).name == "Ash Wolf"


def test_the_preview_of_a_new_creature_needs_only_a_level_and_a_source(boss, homebrew):
    url = reverse("admin:compendium_creature_preview_new")
    sent = {"level": "2", "source": homebrew.pk, "features-TOTAL_FORMS": "0", "features-INITIAL_FORMS": "0"}
    assert "Without a name" in text_of(boss.post(url, sent))
    assert "once it has a level" in text_of(boss.post(url, {"level": "many"}))
    assert Creature.objects.count() == 0


def test_an_escaped_name_stays_text(boss, wolf, change_url, form_of):
    nasty = "<script>alert(1)</script>"
    boss.post(change_url, form_of(wolf, name=nasty, features__0__name=nasty))
    for url in (change_url, reverse("admin:compendium_creature_history", args=[wolf.pk])):
        assert nasty not in text_of(boss.get(url))


def test_pages_of_the_admin_carry_no_inline_scripts_or_styles(boss, wolf, change_url):
    pages = [
        change_url,
        reverse("admin:index"),
        reverse("admin:compendium_creature_changelist"),
        reverse("admin:compendium_creature_import"),
        reverse("admin:compendium_creature_export"),
        reverse("admin:compendium_creature_history", args=[wolf.pk]),
    ]
    for url in pages:
        page = text_of(boss.get(url))
        assert "style=" not in page, url
        assert "onclick" not in page, url
        assert "onchange" not in page, url
        assert "<script>" not in page, url


def test_what_an_imported_card_printed_survives_an_edit(boss, homebrew, form_of):
    from_page = creature_create(card=_printed_card(), source=homebrew)
    url = reverse("admin:compendium_creature_change", args=[from_page.pk])
    boss.post(url, form_of(from_page, hp="11"))
    card = card_from_snapshot(Creature.objects.get(pk=from_page.pk).current.document)
    assert card.stats.hp == 11
    assert card.features[0].printed == ("● Melee", "As the page has it.")


def _printed_card():
    stats = Stats(fight=5, armor=15, power=10, fortitude=5, reflex=5, will=5, hp=10, speed=5)
    quill = Feature(id="quill", name="Quill", effect="It writes.", printed=("● Melee", "As the page has it."))
    return Card(key="", name="Scribe", level=1, alignment="LN", size="Small", stats=stats, features=(quill,))


def test_a_race_between_check_and_write_is_lost_by_the_later_one(wolf):
    card = card_from_snapshot(wolf.current.document)
    creature_revise(creature=wolf, card=_with_hp(card, 41), expected=1)
    with pytest.raises(RevisedMeanwhile, match="Since you opened this card at revision 1"):
        creature_revise(creature=wolf, card=_with_hp(card, 42), expected=1)
    assert wolf.revisions.count() == 2


def _with_hp(card, hp):
    return replace(card, stats=replace(card.stats, hp=hp))
