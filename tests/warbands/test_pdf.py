"""The roster sheet as a PDF: whose it is, what it says, and what it keeps secret."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from rules.building import Draft, Secret
from rules.roster import Member, Roster
from tests.warbands.verbs import account, visitor
from warbands.services.warbands import warband_create, warband_share

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

MARK = "MARKED-SECRET"
DRAFT = Draft(
    Roster(
        (Member("boar", "m1", "Tusker", positioning=("false-object",)),), "Ash <b>Company</b>", "limited", 200, "LE"
    ),
    secrets=(Secret("m1", "false-object", MARK),),
)


def text_of(response) -> str:
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(response.content)).pages)


def test_the_player_prints_the_warband_without_its_secrets():
    mira = account("mira")
    key = warband_create(owner=mira.owner, draft=DRAFT).key
    answer = mira.get(f"/warbands/{key}/roster.pdf")
    text = text_of(answer)
    assert "Ash <b>Company</b>" in text
    assert "Tusker" in text
    assert MARK not in text
    assert answer["Content-Disposition"] == 'inline; filename="ash-b-company-b.pdf"'


def test_whoever_has_the_link_prints_it_until_it_is_switched_off():
    mira, tarn = account("mira"), visitor()
    key = warband_create(owner=mira.owner, draft=DRAFT).key
    token = warband_share(owner=mira.owner, key=key, shared=True).warband.share_token
    text = text_of(tarn.get(f"/shared/{token}/roster.pdf"))
    assert "Tusker" in text
    assert MARK not in text
    assert f"/shared/{token}/" in text
    warband_share(owner=mira.owner, key=key, shared=False)
    assert tarn.get(f"/shared/{token}/roster.pdf").status_code == 404


def test_only_its_owner_prints_what_is_not_shared():
    for owner in (account("mira"), visitor()):
        key = warband_create(owner=owner.owner, draft=DRAFT).key
        assert owner.get(f"/warbands/{key}/roster.pdf").status_code == 200
        for stranger in (account(f"tarn-{key}"), visitor()):
            assert stranger.get(f"/warbands/{key}/roster.pdf").status_code == 404


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ({}, (595, 842)),
        ({"paper": "letter"}, (612, 792)),
        ({"landscape": "1"}, (842, 595)),
        ({"paper": "\0", "landscape": "x", "low_ink": "1"}, (595, 842)),
    ],
)
def test_paper_and_direction_are_as_asked(asked, size):
    mira = account("mira")
    key = warband_create(owner=mira.owner, draft=DRAFT).key
    page = PdfReader(io.BytesIO(mira.get(f"/warbands/{key}/roster.pdf", **asked).content)).pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == size
