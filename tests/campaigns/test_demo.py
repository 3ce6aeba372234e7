"""The demo campaign: played once, sound, closed, and open to anyone's eyes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from campaigns.models import Campaign
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.campaigns import DEMO_KEY
from campaigns.selectors.checking import campaign_faults
from campaigns.services.demo import WARBANDS
from compendium.builtin import SOURCES, built_in_cards
from compendium.models import Source
from compendium.services.creatures import creature_create
from rules.campaigns.state.warbands import record_from_document
from tests.copies import copied
from tests.replays import replayed
from tests.warbands.verbs import account
from warbands.models import Warband

pytestmark = pytest.mark.django_db

Run = Callable[..., tuple[int, Any]]


def _store_creatures() -> None:
    cards = {card.key: card for card in built_in_cards()}
    sources = {
        key: Source.objects.create(key=key, name=key, license=license_name, is_built_in=True)
        for key, license_name in SOURCES.items()
    }
    for key in sorted({creature for warband in WARBANDS for creature, _ in warband.members}):
        creature_create(card=cards[key], source=sources[cards[key].source or ""], key=key, built_in=True)


@replayed
def _load_demo() -> None:
    with pytest.raises(SystemExit):
        call_command("load_demo")


@pytest.fixture
def demo(capsys: pytest.CaptureFixture[str]) -> Campaign:
    """The demo campaign, loaded."""
    cache.clear()
    copied(_store_creatures)
    _load_demo()
    capsys.readouterr()
    return Campaign.objects.get(key=DEMO_KEY)


def test_the_demo_has_six_scenarios_and_what_a_campaign_is_about(demo: Campaign):
    assert demo.scenarios.filter(status=ScenarioPhase.COMMITTED).count() == 6
    assert demo.entries.exclude(voided_by=None).count() == 1
    members = [career for row in demo.warbands.all() for career in record_from_document(row.record).careers.members]
    assert [career.name for career in members if any(wound.permanent for wound in career.wounds)] == ["Snik"]
    assert max(career.advances for career in members) >= 3
    assert [career.name for career in members if career.open_feats] == []


def test_the_demo_is_sound_and_every_roll_of_it_is_proven(demo: Campaign, run: Run, tmp_path: Path):
    assert campaign_faults(demo) == []
    path = str(tmp_path / "demo.json")
    assert run("export_campaign", DEMO_KEY, "--output", path)[0] == 0
    status, audit = run("verify_dice", path)
    assert (status, audit["rolls"]["different"], audit["rolls"]["unverifiable"]) == (0, 0, 0)
    assert audit["rolls"]["right"] > 40


def test_loading_it_again_changes_nothing(demo: Campaign, run: Run):
    head, warbands = demo.head_hash, Warband.objects.count()
    assert run("load_demo") == (0, {"id": DEMO_KEY, "created": False})
    demo.refresh_from_db()
    assert (demo.head_hash, Warband.objects.count()) == (head, warbands)


def test_its_dice_fall_the_same_everywhere(demo: Campaign):
    first = demo.entries.filter(kind="dice-rolled").order_by("number")[0]
    assert first.event["rolls"][0]["faces"] == [4, 3, 4]


def test_the_demo_needs_the_compendium(run: Run, db: None):
    status, answer = run("load_demo")
    assert (status, answer["error"]["code"]) == (2, "demo.not_ready")
    assert not Campaign.objects.exists()
    assert not Warband.objects.exists()


def test_anyone_reads_the_demo_from_the_front_page_and_no_one_changes_it(demo: Campaign):
    client = Client()
    assert 'href="/campaigns/watch/demo/"' in client.get("/").content.decode()
    assert 'href="/campaigns/watch/demo/"' in client.get("/campaigns/").content.decode()
    assert client.get(f"/campaigns/{DEMO_KEY}/").status_code == 200, "an address passed on opens as well"
    assert client.get("/campaigns/watch/demo/", follow=True).redirect_chain[-1][0] == f"/campaigns/{DEMO_KEY}/"
    for path in ("", "journal/", "standings/", "people/", "settings/"):
        assert client.get(f"/campaigns/{DEMO_KEY}/{path}").status_code == 200
    assert demo.phase == CampaignPhase.CLOSED
    for person in (client, account("eve").client):
        assert person.post(f"/campaigns/{DEMO_KEY}/describe/", {"name": "Mine", "story": ""}).status_code == 404


def test_without_the_demo_there_is_no_link_to_it(db: None):
    assert "watch/demo" not in Client().get("/").content.decode()
    assert "watch/demo" not in Client().get("/campaigns/").content.decode()
