"""Take Muster along: the packs of the library, their sizes, and the pages of a person."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.template.defaultfilters import filesizeformat
from django.test import Client

from adventures.services.adventures import adventure_make
from battles.services.battles import battle_store
from compendium.models import Creature
from p2v_site.web import take_along
from p2v_site.web.take_along import OWN_PAGE_BYTES, sources_digest
from rules.building.draft import draft_of
from rules.roster import Member, Roster
from tests.adventures.play import dry_well
from tests.campaigns.play import BOARS, KOBOLDS, enlist, opened
from tests.campaigns.verbs import usual_table
from tests.homebrew_cards import brewed
from tests.rules.p2v_combat.tables import setup_of
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account
from warbands.services.warbands import warband_create

ROSTER = Roster(name="Boars", points_limit=200, members=(Member("boar", "m1"),))
PLAN = re.compile(rb'<script id="take-plan" type="application/json">(.*?)</script>')


@pytest.fixture(autouse=True)
def _library(db: None) -> None:
    store_small_compendium()
    cache.clear()


def plan_of(client: Client) -> dict[str, Any]:
    """Return what the page gives to its script."""
    match = PLAN.search(client.get("/take-along/").content)
    assert match
    plan: dict[str, Any] = json.loads(match[1])
    return plan


def packs_of(plan: dict[str, Any]) -> list[str]:
    return [address for address in plan["tasks"] if address.startswith("/take-along/")]


def test_packs_hold_each_page_of_the_library_once_without_forms_and_names(client: Client):
    client.force_login(account("ada").owner.user)
    plan = plan_of(client)
    packs = [client.get(address).json() for address in packs_of(plan)]
    assert {pack["version"] for pack in packs} == {plan["version"]}
    pages = [page for pack in packs[1:] for page in pack["pages"]]
    addresses = [address for address, _ in pages]
    assert len(addresses) == len(set(addresses)) > 300
    assert {"/creatures/boar/", "/first-game/", "/glossary/", "/glossary/status/", "/glossary/status/prone/"} <= {
        *addresses
    }
    for address, text in pages:
        assert "</html>" in text, address
        assert "csrfmiddlewaretoken" not in text, address
        assert "ada" not in re.findall(r"<bdi>(.*?)</bdi>", text), address
    assert client.get(f"/take-along/{len(packs)}.json").status_code == 404


def test_the_search_knows_names_and_traits(client: Client):
    entries = client.get("/take-along/0.json").json()["entries"]
    boar = next(entry for entry in entries if entry[0] == "/creatures/boar/")
    assert boar[1:3] == ["creature", "Boar"]
    assert "Animal" in boar[4]
    assert {entry[1] for entry in entries} >= {"creature", "glossary"}


def test_the_size_is_said_before_any_pack_is_made_and_no_look_makes_one(client: Client, monkeypatch):
    sizes = re.compile(r"About ([\d.]+\s[KM]B) to load, and ([\d.]+\s[KM]B) on this device")
    assert sizes.search(client.get("/take-along/").content.decode())
    assert client.head("/take-along/1.json").status_code == 405
    sent = client.get("/take-along/1.json", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(sent.content) == client.get("/take-along/1.json").content
    monkeypatch.setattr(take_along, "PACK_BYTES", (0, 0))
    monkeypatch.setattr(take_along, "OWN_PAGE_BYTES", (0, 0))
    said = sizes.search(client.get("/take-along/").content.decode())
    assert said
    assert said.groups() == (filesizeformat(len(sent.content)), filesizeformat(len(gzip.decompress(sent.content))))


def test_a_change_of_the_compendium_makes_another_version(client: Client):
    before = plan_of(client)["version"]
    client.get("/take-along/1.json")
    boar = Creature.objects.get(key="boar")
    boar.name = "Wild Boar"
    boar.save()
    assert plan_of(client)["version"] != before
    assert "Wild Boar" in client.get("/take-along/1.json").content.decode()


def test_a_changed_template_makes_another_version(tmp_path: Path):
    copies = tmp_path / "before", tmp_path / "after"
    for copy in copies:
        (copy / "pages" / "templates").mkdir(parents=True)
        (copy / "pages" / "__init__.py").touch()
        (copy / "pages" / "templates" / "page.html").write_text(copy.name)
    before, after = map(sources_digest, copies)
    assert before != after


def test_a_pack_is_made_once_and_others_wait_for_it(client: Client, monkeypatch):
    made = []
    content = take_along.pack_content

    def _make(number, version):
        made.append(number)
        answer = Client().get("/take-along/1.json")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        return content(number, version)

    monkeypatch.setattr(take_along, "pack_content", _make)
    assert [client.get("/take-along/1.json").status_code for _ in range(2)] == [200, 200]
    assert made == [1]


def test_ones_own_pages_are_there_to_be_kept_and_weigh_what_is_said():
    table = usual_table()
    ada = table.people["ada"]
    warband = warband_create(owner=ada.owner, draft=draft_of(ROSTER))
    battle = battle_store(owner=ada.owner, setup=setup_of(["kobold-warrior"], ["boar"])).key
    adventure = adventure_make(owner=ada.owner, adventure=dry_well()).key
    troll = brewed(ada.owner).key
    scenario = opened(table, enlist(table, "ada", *BOARS), enlist(table, "bob", *KOBOLDS))
    own = [address for address in plan_of(ada.client)["tasks"] if not address.startswith("/take-along/")]
    addresses = (
        f"/warbands/{warband.key}/sheet/",
        f"/battles/{battle}/",
        f"/adventures/{adventure}/",
        f"/creatures/{troll}/",
    )
    assert {"/", *addresses, f"/campaigns/{table.key}/", f"/campaigns/{table.key}/standings/"} <= set(own)
    assert {f"/campaigns/{table.key}/scenarios/{scenario}/{page}" for page in ("", "report/", "aftermath/")} < set(own)
    assert f"/warbands/{warband.key}/" in own
    answers = [answer for address in own if (answer := ada.client.get(address)).status_code != 302]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    assert len({answer.headers["X-Offline"].partition(";")[0] for answer in answers}) == 1
    weights = (lambda text: len(gzip.compress(text)), len)
    for said, weight in zip(OWN_PAGE_BYTES, weights, strict=True):
        mean = sum(weight(answer.content) for answer in answers) / len(answers)
        assert mean / 2 < said < 2 * mean


def test_the_page_makes_a_fixed_number_of_queries(client: Client, django_assert_num_queries):
    table = usual_table()
    ada = table.people["ada"].client
    plan_of(ada)
    with django_assert_num_queries(9):
        plan_of(ada)
    with django_assert_num_queries(4):
        ada.get("/take-along/0.json")
