"""The crest of a warband: drawn from what it is, or as its owner chose."""

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from common.refusal import Refusal
from printing.canvas import CHARACTERS
from rules.building.draft import Draft
from rules.crests import Crest, CrestChoice
from rules.roster import Member, Roster
from tests.warbands.shared import SECRETIVE, shared_by, words
from tests.warbands.verbs import account
from warbands.models import Warband
from warbands.selectors.crests import crest_of
from warbands.selectors.warbands import warband_open
from warbands.services.warbands import warband_choose_crest

pytestmark = pytest.mark.usefixtures("small_compendium")


def test_the_crest_shows_the_costliest_creature_until_its_owner_chooses():
    ada = account("ada")
    address = shared_by(ada, Draft(Roster((Member("kobold-warrior", "m1"), Member("boar", "m2")), "", "unlimited", 90)))
    warband = Warband.objects.get()
    pictures = [Client().get(f"{address}picture.png")["ETag"]]
    assert crest_of(warband_open(ada.owner, warband.key)) == Crest("TN", "fess", "boar")
    warband_choose_crest(owner=ada.owner, key=warband.key, choice=CrestChoice("troll", "bend"))
    assert crest_of(warband_open(ada.owner, warband.key)) == Crest("TN", "bend", "troll")
    pictures.append(Client().get(f"{address}picture.png")["ETag"])
    assert pictures[0] != pictures[1]
    assert CHARACTERS["troll"] in Client().get(address).content.decode()


def test_the_owner_chooses_a_crest_by_a_form_and_takes_the_choice_back():
    ada = account("ada")
    shared_by(ada, Draft(Roster((Member("kobold-warrior", "m1"), Member("boar", "m2")), "", "unlimited", 90)))
    address = f"/warbands/{Warband.objects.get().key}/crest/"
    ada.client.post(address, {"emblem": "troll", "division": "bend"})
    page = LexborHTMLParser(ada.client.get(address).content)
    assert [box.attributes["value"] for box in page.css("[checked]")] == ["bend", "troll"]
    ada.client.post(address, {"emblem": "", "division": ""})
    page = LexborHTMLParser(ada.client.get(address).content)
    assert [box.attributes["value"] or "" for box in page.css("[checked]")] == ["", ""]
    answer = ada.client.post(address, {"emblem": "no-such-emblem"}, follow=True)
    assert "no such emblem or division" in words(answer)


def test_a_crest_of_no_known_emblem_or_division_is_refused():
    ada = account("ada")
    shared_by(ada, SECRETIVE)
    for choice in (CrestChoice("no-such-emblem"), CrestChoice("", "lozengy")):
        with pytest.raises(Refusal, match="no such emblem or division"):
            warband_choose_crest(owner=ada.owner, key=Warband.objects.get().key, choice=choice)
