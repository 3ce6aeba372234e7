"""Muster at hand without a network: what browsers are given for it, and which pages they may keep."""

import json
import re
from io import BytesIO

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from p2v_site.web.offline import MARK, WITH_FORMS
from rules.building.draft import draft_of
from rules.roster import Member, Roster
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import Person, account, visitor
from warbands.services.warbands import warband_create, warband_share

NEVER = (
    "/about/",
    "/creatures/",
    "/campaigns/",
    "/adventures/",
    "/accounts/login/",
    "/homebrew/new/",
    "/search/?q=boar",
)


def test_the_manifest_names_icons_that_are_there_in_their_sizes(client: Client):
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "Muster",
        "standalone",
        "/",
        "/",
    )
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert path
        with open(path, "rb") as file, Image.open(BytesIO(file.read())) as picture:
            assert (f"{picture.width}x{picture.height}", picture.format) == (icon["sizes"], "PNG")


def test_the_worker_is_asked_for_anew_and_knows_files_that_are_there(client: Client):
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in answer["Cache-Control"]
    match = re.match(r"self\.MUSTER = (\{.*?\});\n", answer.content.decode())
    assert match
    stated = json.loads(match[1])
    assert [name for name in stated["shell"] if not finders.find(name.removeprefix("/static/"))] == []
    assert (stated["offline"], stated["signOut"]) == ("/offline/", "/accounts/logout/")
    assert stated["passed"] == ["/admin/", "/api/"]


def test_the_policy_lets_the_site_alone_bring_a_worker_and_a_manifest(client: Client):
    policy = client.get("/offline/")["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    assert b"<!-- kept pages -->" in client.get("/offline/").content


@pytest.fixture
def shared(db: None) -> tuple[Person, str, str]:
    """Somebody with a shared warband: who, its key, and its link."""
    store_small_compendium()
    ada = account("ada")
    roster = Roster(name="Boars", points_limit=200, members=(Member("boar", "m1"),))
    warband = warband_create(owner=ada.owner, draft=draft_of(roster))
    warband_share(owner=ada.owner, key=warband.key, shared=True)
    warband.refresh_from_db()
    return ada, warband.key, f"/shared/{warband.share_token}/"


def test_pages_to_read_are_marked_and_no_others(shared):
    ada, key, link = shared
    for address in (link, f"/warbands/{key}/sheet/", "/creatures/boar/", "/first-game/", "/glossary/"):
        answer = ada.client.get(address)
        assert (answer.status_code, bool(answer.headers.get(MARK))) == (200, True), address
    assert ada.client.get(f"/warbands/{key}/").headers[MARK].endswith(WITH_FORMS)
    for address in (*NEVER, f"/warbands/{key}/share/", "/metrics/", "/shared/none/"):
        assert MARK not in ada.client.get(address), address
    assert MARK not in ada.client.head("/first-game/")


def test_the_mark_changes_with_the_person_and_says_nothing_of_them(shared):
    ada, _, link = shared
    guest = visitor()
    marks = [browser.get(link).headers[MARK] for browser in (ada.client, guest.client, Client())]
    assert len(set(marks)) == 3
    assert marks[2] == "anyone"
    assert "ada" not in marks[0]
    assert ada.client.get("/first-game/").headers[MARK] == marks[0]
    ada.client.logout()
    assert ada.client.get(link).headers[MARK] == "anyone"
