"""A creature that is deleted from the compendium stays in the warbands that pinned its card."""

from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from selectolax.lexbor import LexborHTMLParser

from compendium.models import CardRevision, Creature, Source
from compendium.services.creatures import creature_create, creature_delete, creature_revise
from tests.warbands.verbs import building, text_of
from warbands.selectors.legality import roster_verdict
from warbands.selectors.warbands import warbands_with
from warbands.services.warbands import warband_delete

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def wolf(built_in) -> Creature:
    """Store a creature of one's own that has been revised once: its name and then its level."""
    homebrew = Source.objects.create(key="hb", name="Homebrew", license="own work")
    card = replace(built_in["boar"], name="Ash Wolf", level=1)
    made = creature_create(card=card, source=homebrew, key="ash-wolf")
    creature_revise(creature=made, card=replace(card, level=2))
    return made


@pytest.fixture
def desk(ada, wolf):
    """Return somebody's warband of two wolves, one of them pinned to its first revision."""
    desk = building(ada, "boar")
    desk.do("member-add", creature="ash-wolf")
    desk.do("member-add", creature="ash-wolf")
    desk.do("member-revision", member="m3", number="1")
    return desk


def boss() -> Client:
    client = Client()
    user = get_user_model().objects.create_superuser(username="boss", password="correct horse battery")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def delete_by_service(wolf: Creature) -> None:
    creature_delete(creature=wolf)


def delete_in_the_admin(wolf: Creature) -> None:
    url = reverse("admin:compendium_creature_delete", args=[wolf.pk])
    assert boss().post(url, {"post": "yes"}).status_code == 302


def delete_in_the_list_of_the_admin(wolf: Creature) -> None:
    several = {"action": "delete_selected", "_selected_action": [wolf.pk], "post": "yes"}
    assert boss().post(reverse("admin:compendium_creature_changelist"), several).status_code == 302


def confirmation(admin: Client, *creatures: str) -> str:
    """Return what the admin asks before it deletes these creatures."""
    chosen = [Creature.objects.get(key=key).pk for key in creatures]
    if len(chosen) == 1:
        return text_of(admin.get(reverse("admin:compendium_creature_delete", args=chosen)))
    several = {"action": "delete_selected", "_selected_action": chosen}
    return text_of(admin.post(reverse("admin:compendium_creature_changelist"), several))


def test_the_confirmation_of_several_counts_each_warband_once(desk, wolf, built_in):
    card = replace(built_in["boar"], name="Cinder Wolf")
    creature_create(card=card, source=Source.objects.get(key="hb"), key="cinder-wolf")
    desk.do("member-add", creature="cinder-wolf")
    assert "Warbands that use one of them: 1" in confirmation(boss(), "ash-wolf", "cinder-wolf")


def test_the_confirmation_says_how_many_warbands_use_the_creature(ada, desk, wolf, django_assert_num_queries):
    admin = boss()
    assert "Warbands that use it: 1" in confirmation(admin, "ash-wolf")
    building(ada, "ash-wolf", "ash-wolf", name='Named "creature": "boar"')
    assert "Warbands that use it: 2" in confirmation(admin, "ash-wolf")
    desk.do("member-remove", member="m2")
    desk.do("member-remove", member="m3")
    undone = building(ada, "boar")
    undone.do("member-add", creature="ash-wolf")
    undone.step("undo")
    warband_delete(owner=ada.owner, key=building(ada, "ash-wolf").key)
    assert "Warbands that use it: 1" in confirmation(admin, "ash-wolf")
    with django_assert_num_queries(1):
        assert warbands_with(["ash-wolf", "boar", "kobold-warrior"]) == 3
    assert warbands_with(["boar"]) == 2
    assert warbands_with([]) == 0


@pytest.mark.parametrize(
    "delete", [delete_by_service, delete_in_the_admin, delete_in_the_list_of_the_admin], ids=lambda way: way.__name__
)
def test_members_keep_the_card_that_they_pinned(desk, wolf, delete):
    before = roster_verdict(desk.draft.roster)
    delete(wolf)
    assert not Creature.objects.filter(key="ash-wolf").exists()
    assert roster_verdict(desk.draft.roster) == before
    assert len({member.points for member in before.members[1:]}) == 2
    rows = [row.text() for row in LexborHTMLParser(desk.look().content.decode()).css(".member-who p")]
    assert ["level 2," in rows[1], "level 1," in rows[2]] == [True, True]
    for page in ("sheet/", "chat/", "analysis/"):
        assert "Ash Wolf" in text_of(desk.person.get(f"{desk.address}{page}"))


def test_a_warband_with_a_deleted_creature_is_built_on(desk, wolf):
    creature_delete(creature=wolf)
    assert desk.do("hero-points-set", member="m2", number="1").status_code == 302
    assert desk.do("member-duplicate", member="m3").status_code == 302
    assert desk.creatures == ["boar", "ash-wolf", "ash-wolf", "ash-wolf"]
    assert desk.do("member-add", creature="ash-wolf").status_code == 422
    assert desk.step("undo").status_code == 302


def test_a_key_that_comes_back_goes_on_with_its_numbers(desk, wolf, built_in):
    before = roster_verdict(desk.draft.roster)
    creature_delete(creature=wolf)
    stranger = replace(built_in["caldera-oni"], name="Ash Wolf")
    again = creature_create(card=stranger, source=Source.objects.get(key="hb"), key="ash-wolf")
    assert again.current is not None
    assert again.current.number == 3
    assert list(again.revisions.values_list("number", flat=True)) == [3]
    assert roster_verdict(desk.draft.roster).members == before.members
    assert CardRevision.objects.filter(creature_key="ash-wolf").count() == 3


def test_the_pages_of_a_deleted_creature_are_gone(client, wolf):
    creature_delete(creature=wolf)
    for page in ("", "revisions/1/", "history/"):
        assert client.get(f"/creatures/ash-wolf/{page}").status_code == 404
