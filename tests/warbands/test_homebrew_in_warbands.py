"""Homebrew in warbands: the builder offers one's own, a link lets others join, and members keep their cards."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from common.refusal import Refusal
from compendium.models import Creature, Homebrew
from compendium.services.homebrew import (
    homebrew_create,
    homebrew_delete,
    homebrew_license,
    homebrew_revise,
    homebrew_share,
    homebrew_submit,
    homebrew_unshare,
)
from rules.roster import Member
from rules.roster.model import HouseRules
from tests.homebrew_cards import MOSS_TROLL, brewed
from tests.rows import every_row
from tests.warbands.verbs import building, text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def open_warband(person, **roster):
    return building(person, alignment="LE", play_mode="unlimited", **roster)


def test_the_builder_offers_ones_own_homebrew_marked_as_such(ada, bob):
    troll = brewed(ada.owner)
    answer = open_warband(ada).part("results")
    assert troll.key in answer.content.decode()
    assert '<b class="origin">Homebrew</b>' in answer.content.decode()
    assert troll.key not in open_warband(bob).part("results").content.decode()


def test_the_builder_counts_its_choices_without_homebrew(ada):
    before = open_warband(ada).look(q="boar").context["list"].filters.choices
    brewed(ada.owner)
    assert open_warband(ada).look(q="boar").context["list"].filters.choices == before


def test_the_list_of_the_builder_takes_as_many_queries_with_homebrew(ada, django_assert_num_queries, monkeypatch):
    counts = []
    for _ in range(2):
        page = open_warband(ada)
        page.part("results")
        with django_assert_num_queries(20, exact=False) as captured:
            page.part("results")
        counts.append(len(captured.captured_queries))
        brewed(ada.owner)
        brewed(ada.owner)
    assert counts[0] == counts[1]


def test_a_member_keeps_its_card_when_the_creature_changes_is_hidden_or_goes(ada, bob):
    troll = brewed(ada.owner)
    homebrew_share(owner=ada.owner, key=troll.key)
    table = open_warband(bob)
    assert table.do("member-add", creature=troll.key).status_code == 302
    assert table.do("member-add", creature=troll.key).status_code == 302
    homebrew_revise(owner=ada.owner, key=troll.key, card=replace(MOSS_TROLL, level=9))
    homebrew_unshare(owner=ada.owner, key=troll.key)
    for _ in range(2):
        page = text_of(table.look())
        assert "Moss Troll" in page
        assert "There is no creature" not in page
        assert [member.revision for member in table.draft.roster.members] == [1, 1]
        Creature.objects.filter(key=troll.key).exists() and homebrew_delete(owner=ada.owner, key=troll.key)
    shared = bob.client.post(f"/warbands/{table.key}/share/", {"switch": "on"})
    assert shared.status_code in (200, 302)
    token = table.warband.share_token
    assert "Moss Troll" in text_of(Client().get(f"/shared/{token}/"))
    assert Client().get(f"/shared/{token}/cards.pdf").status_code == 200


def test_homebrew_of_others_joins_no_warband_until_it_is_shared(ada, bob):
    troll = brewed(ada.owner)
    table = open_warband(bob)
    for change in ("member-add",):
        refused = table.do(change, creature=troll.key)
        assert refused.status_code == 422
        assert "Moss Troll" not in text_of(refused)
    assert table.creatures == []
    homebrew_share(owner=ada.owner, key=troll.key)
    table.do("member-add", creature=troll.key)
    assert table.creatures == [troll.key]
    assert troll.key in table.part("results").content.decode()
    homebrew_unshare(owner=ada.owner, key=troll.key)
    assert table.creatures == [troll.key]
    assert troll.key not in table.part("results").content.decode()


def test_who_comes_by_the_link_adds_the_creature_to_a_warband(ada, bob):
    troll = brewed(ada.owner)
    guest = visitor()
    address = f"/warbands/add/?creature={troll.key}"
    tables = [(person, open_warband(person)) for person in (ada, bob, guest)]
    assert ada.client.get(address).status_code == 200
    assert {person.client.get(address).status_code for person in (bob, guest)} == {404}
    homebrew_share(owner=ada.owner, key=troll.key)
    for person, table in tables:
        assert person.client.get(address).status_code == 200
        form = {"creature": troll.key, "warband": table.key, "times": "2"}
        assert person.client.post("/warbands/add/", form).status_code == 302
        assert table.creatures == [troll.key] * 2


def test_the_sources_of_house_rules_know_homebrew(ada):
    troll = brewed(ada.owner)
    for sources, may in ((("hb",), True), (("p2v-orc",), False)):
        house_rules = HouseRules(sources=sources)
        table = building(ada, play_mode="unlimited", alignment=None, house_rules=house_rules)
        table.do("member-add", creature=troll.key)
        (settings,) = ada.client.get(f"/warbands/{table.key}/settings/").context["sources"][-1:]
        assert (settings.value, settings.label) == ("hb", "Homebrew")
        assert ("Moss Troll comes from Homebrew" in text_of(table.look())) is not may
        assert (troll.key in table.part("results").content.decode()) is may


ACTIONS = ("share", "license", "send")


@every_row("action", ACTIONS)
def test_only_its_owner_finds_the_actions_of_a_creature(action, ada, bob):
    troll = brewed(ada.owner)
    address = f"/homebrew/{troll.key}/{action}/"
    for stranger in (bob.client, visitor().client, Client()):
        assert stranger.post(address, {"switch": "on", "license": "ORC"}).status_code == 404
    assert ada.client.get(address).status_code == 405
    assert ada.client.post(address, {"switch": "on", "license": "OGL"}).status_code == 302


def test_the_owner_shares_names_the_license_and_sends(ada, bob):
    troll = brewed(ada.owner, license="unknown")
    page = f"/creatures/{troll.key}/"
    assert "Share by link" not in text_of(ada.client.get(page))
    ada.client.post(f"/homebrew/{troll.key}/share/", {"switch": "on"})
    assert "First name the license" in text_of(ada.client.get(page))
    ada.client.post(f"/homebrew/{troll.key}/license/", {"license": "  unknown "})
    assert "Name a license, such as ORC." in text_of(ada.client.get(page))
    ada.client.post(f"/homebrew/{troll.key}/license/", {"license": "CC BY 4.0"})
    assert "Its license is now CC BY 4.0." in text_of(ada.client.get(page))
    ada.client.post(f"/homebrew/{troll.key}/share/", {"switch": "on"})
    assert f"http://testserver{page}" in ada.client.get(page).content.decode()
    seen = bob.client.get(page)
    assert seen["X-Robots-Tag"] == "noindex, nofollow"
    assert "Homebrew" in text_of(seen)
    assert "Your creature" not in text_of(seen)
    ada.client.post(f"/homebrew/{troll.key}/send/")
    assert "Sent to the editors on" in text_of(ada.client.get(page))
    ada.client.post(f"/homebrew/{troll.key}/send/", {"switch": "off"})
    assert "Send to the editors" in text_of(ada.client.get(page))
    ada.client.post(f"/homebrew/{troll.key}/share/", {"switch": "off"})
    assert bob.client.get(page).status_code == 404


def test_before_a_creature_is_deleted_its_owner_sees_who_is_affected(ada, bob):
    troll = brewed(ada.owner)
    address = f"/homebrew/{troll.key}/delete/"
    assert "No warband uses it." in text_of(ada.client.get(address))
    homebrew_share(owner=ada.owner, key=troll.key)
    for person in (ada, ada, ada, bob):
        open_warband(person).do("member-add", creature=troll.key)
    page = text_of(ada.client.get(address))
    assert "3 of your warbands keep its card." in page
    assert "1 warband of another player keeps its card." in page
    for stranger in (bob.client, visitor().client, Client()):
        assert stranger.get(address).status_code == 404
        assert stranger.post(address).status_code == 404
    assert ada.client.post(address).headers["Location"] == "/homebrew/"
    assert not Homebrew.objects.exists()
    assert bob.client.get(f"/creatures/{troll.key}/").status_code == 404


def test_the_list_of_ones_own_creatures(ada, bob, django_assert_max_num_queries, settings):
    settings.QUOTAS = settings.QUOTAS | {"creatures": (5, 5)}
    assert "You have no creatures of your own yet" in text_of(ada.client.get("/homebrew/"))
    for number in range(3):
        brewed(ada.owner, f"Troll {number}", level=5 - number)
    shared = brewed(ada.owner, "Shared Ogre")
    homebrew_share(owner=ada.owner, key=shared.key)
    homebrew_submit(owner=ada.owner, key=shared.key)
    with django_assert_max_num_queries(5):
        page = text_of(ada.client.get("/homebrew/"))
    assert "You have 4 of 5 creatures." in page
    assert "anyone with the link sent to the editors" in page
    assert page.index("Shared Ogre") < page.index("Troll 0") < page.index("Troll 2")
    by_level = text_of(ada.client.get("/homebrew/?sort=level"))
    assert by_level.index("Troll 2") < by_level.index("Troll 0")
    assert "Troll 0" not in text_of(ada.client.get("/homebrew/?q=ogre"))
    assert "None of your creatures match" in text_of(ada.client.get("/homebrew/?q=harpy"))
    for other in (bob.client, visitor().client, Client()):
        assert "Troll 0" not in text_of(other.get("/homebrew/"))


def test_the_cards_of_homebrew_are_printed_and_compared_by_those_who_may_see_them(ada, bob):
    troll = brewed(ada.owner)
    printed, compared = f"/print/creatures.pdf?creature={troll.key}", f"/compare/?creature={troll.key}&creature=boar"
    assert ada.client.get(printed).status_code == 200
    assert bob.client.get(printed).status_code == 404
    assert "Moss Troll" in text_of(ada.client.get(compared))
    assert "Moss Troll" not in text_of(bob.client.get(compared))


def test_a_license_cannot_be_taken_from_a_creature_that_is_shared(ada):
    troll = homebrew_create(owner=ada.owner, card=MOSS_TROLL)
    homebrew_share(owner=ada.owner, key=troll.key)
    with pytest.raises(Refusal):
        homebrew_license(owner=ada.owner, key=troll.key, license="")


def printed_text(pdf):
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def test_print_says_where_homebrew_comes_from_and_its_licence(ada):
    troll = brewed(ada.owner)
    warband = building(ada, "boar", Member(troll.key, revision=1), play_mode="unlimited")
    sheet, cards = (ada.get(f"/warbands/{warband.key}/{kind}.pdf").content for kind in ("roster", "cards"))
    assert f"Sources: {troll.name} (Homebrew, {troll.license})." in printed_text(sheet)
    assert f"Homebrew · {troll.license}" in printed_text(cards)
    homebrew_delete(owner=ada.owner, key=troll.key)
    gone = printed_text(ada.get(f"/warbands/{warband.key}/roster.pdf").content)
    assert f"Sources: {troll.name} (Homebrew, {troll.license})." in gone


def test_print_names_no_sources_where_all_creatures_came_with_muster(ada):
    warband = building(ada, "boar", play_mode="unlimited")
    assert "Sources:" not in printed_text(ada.get(f"/warbands/{warband.key}/roster.pdf").content)
