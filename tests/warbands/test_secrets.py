"""The secrets of positioning: told to nobody but their player until they are revealed."""

from dataclasses import replace

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from rules.building.extras import SecretReveal
from tests.warbands.shared import MARK, SECRETIVE, shared_by, words
from tests.warbands.verbs import account, visitor
from warbands.models import Warband
from warbands.services.drafts import draft_change

pytestmark = pytest.mark.usefixtures("small_compendium")


def everything_told(address: str) -> str:
    """Return all that a stranger is sent by a shared warband's addresses, and all that they get by copying it."""
    stranger = visitor()
    answers = [
        stranger.client.get(address),
        stranger.client.get(address, headers={"HX-Request": "true"}),
        stranger.client.get(f"{address}?revealed=1&is_players=1"),
        stranger.client.get(f"{address}roster.json"),
        stranger.client.post(f"{address}copy/", follow=True),
    ]
    copy = Warband.objects.get(stranger.owner.q)
    answers += [
        stranger.client.get(f"/warbands/{copy.key}/{page}") for page in ("", "sheet/", "share/", "roster.json", "chat/")
    ]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    heads = [str(answer.headers) for answer in answers]
    return "".join(
        [*(answer.content.decode() for answer in answers), *heads, str([step.draft for step in copy.steps.all()])]
    )


def test_a_secret_is_told_to_nobody_until_it_is_revealed():
    ada = account("ada")
    address = shared_by(ada)
    assert MARK not in everything_told(address)
    page = Client().get(address)
    assert "The choice is the player’s secret." in words(page)


def test_nobody_sees_whether_a_secret_is_noted_yet():
    ada = account("ada")
    noted, unnoted = (Client().get(shared_by(ada, draft)) for draft in (SECRETIVE, replace(SECRETIVE, secrets=())))
    assert words(noted) == words(unnoted)


def test_a_revealed_secret_is_told_to_everybody():
    ada = account("ada")
    address = shared_by(ada)
    warband = Warband.objects.get()
    draft_change(owner=ada.owner, key=warband.key, version=1, change=SecretReveal("m2", "false-object", revealed=True))
    assert f"Revealed: {MARK}" in words(Client().get(address))
    assert MARK in everything_told(address)
    draft_change(owner=ada.owner, key=warband.key, version=2, change=SecretReveal("m2", "false-object", revealed=False))
    assert MARK not in everything_told(address)


def test_its_player_sees_the_secret_on_the_sheet_marked_as_theirs():
    ada = account("ada")
    address = shared_by(ada)
    sheet = ada.get(f"/warbands/{Warband.objects.get().key}/sheet/")
    own = LexborHTMLParser(sheet.content.decode()).css(".sheet-own")
    assert [node.text() for node in own] == [f"Only you can see this: {MARK}"]
    assert "Print my secrets too" in words(sheet)
    # Who reads the shared page is told no more for being its player: it shows what others see.
    assert MARK not in ada.get(address).content.decode()
