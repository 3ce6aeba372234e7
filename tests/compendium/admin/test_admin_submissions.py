"""What players send to the editors: looked at in the admin, accepted under a source or declined with words."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from compendium.models import Creature, Homebrew, Source, Submission
from compendium.selectors.creature_list import creatures
from compendium.services.homebrew import homebrew_revise, homebrew_submit
from tests.homebrew_cards import MOSS_TROLL, brewed
from tests.warbands.verbs import text_of, visitor

pytestmark = pytest.mark.django_db
LIST = "admin:compendium_homebrew_changelist"


@pytest.fixture
def club():
    """A source of the site's own."""
    return Source.objects.create(key="club", name="Our club", license="ORC")


@pytest.fixture
def sent(ada) -> Homebrew:
    """Return a troll that a player sent."""
    troll = brewed(ada.owner)
    homebrew_submit(owner=ada.owner, key=troll.key)
    return Homebrew.objects.get(creature=troll)


@pytest.fixture
def reader(editor):
    """Return an editor who may answer players."""
    editor.user.user_permissions.add(
        *Permission.objects.filter(codename__in=["view_homebrew", "change_homebrew", "add_creature"])
    )
    return editor


def address(homebrew: Homebrew) -> str:
    return reverse("admin:compendium_homebrew_change", args=[homebrew.pk])


def test_editors_see_what_was_sent_and_nothing_else(reader, ada, sent):
    private = brewed(ada.owner, "Private Ogre")
    page = text_of(reader.get(reverse(LIST)))
    assert "Moss Troll" in page
    assert "waiting for an editor" in page
    assert "Private Ogre" not in page
    assert reader.get(address(Homebrew.objects.get(creature=private))).status_code == 404
    assert reader.get(reverse("admin:compendium_creature_change", args=[private.pk])).status_code == 302


def test_who_may_not_answer_cannot(editor, viewer, player, sent, club):
    for client in (viewer, player):
        assert client.get(address(sent)).status_code in (302, 403)
        assert client.post(address(sent), {"accept": "1", "source": club.pk}).status_code in (302, 403)
    sent.refresh_from_db()
    assert sent.submission == Submission.SENT


def test_an_accepted_creature_is_a_new_one_under_a_source(reader, ada, sent, club):
    homebrew_revise(owner=ada.owner, key=sent.creature.key, card=replace(MOSS_TROLL, level=9))
    page = reader.get(address(sent))
    assert "Moss Troll" in page.content.decode()
    answer = reader.post(address(sent), {"accept": "1", "source": club.pk, "answer": "Lovely."})
    assert answer.headers["Location"] == reverse(LIST)
    made = creatures().get(key="moss-troll--club")
    sent.refresh_from_db()
    assert (made.name, made.level, made.source, made.is_listed) == ("Moss Troll", 3, club, True)
    assert made.current.made_by == reader.user
    assert made.current.changes == ["Accepted from homebrew that ada sent"]
    assert (sent.submission, sent.accepted_as, sent.answer) == (Submission.ACCEPTED, made, "Lovely.")
    own = text_of(ada.client.get(f"/creatures/{sent.creature.key}/"))
    assert "The editors added it to the compendium: Moss Troll . “Lovely.”" in own
    assert text_of(ada.client.get("/search/?q=moss troll"))
    again = reader.post(address(sent), {"accept": "1", "source": club.pk})
    assert "has taken this creature back, or another editor has answered" in text_of(again)


def test_a_declined_creature_gets_words_that_its_player_reads(reader, ada, sent):
    assert "Say why in a sentence" in text_of(reader.post(address(sent), {"decline": "1"}))
    reader.post(address(sent), {"decline": "1", "answer": "Too close to the river troll."})
    own = text_of(ada.client.get(f"/creatures/{sent.creature.key}/"))
    assert "The editors did not add it to the compendium: “Too close to the river troll.”" in own
    assert "Send it again" in own
    assert not creatures().filter(name="Moss Troll").exists()


def test_what_stands_in_the_way_is_said_beside_the_form(reader, ada, sent, club):
    assert "Choose the source" in text_of(reader.post(address(sent), {"accept": "1"}))
    guest = visitor()
    other = brewed(guest.owner)
    homebrew_submit(owner=guest.owner, key=other.key)
    second = Homebrew.objects.get(creature=other)
    reader.post(address(sent), {"accept": "1", "source": club.pk})
    refused = reader.post(address(second), {"accept": "1", "source": club.pk})
    assert "already has a creature “Moss Troll”" in text_of(refused)
    assert "Sent by a visitor" in text_of(refused)
    assert Creature.objects.filter(is_listed=True, name="Moss Troll").count() == 1


def test_a_submission_stands_beside_the_built_in_creatures_of_its_level(reader, sent):
    response = reader.get(address(sent))
    assert response.context["judgment"].rows
    page = text_of(response)
    assert "Compared with other creatures" in page
    assert response.content.decode().count("<svg") >= len(response.context["judgment"].rows)
