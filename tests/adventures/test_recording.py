"""Making adventures and writing to their logs: who may, what is refused, what the journal holds."""

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import Owner
from adventures.models import AdventureEntry, AdventureRow
from adventures.selectors.files import whole_adventure
from adventures.selectors.folding import ADVENTURE_LOGS
from adventures.selectors.seats import PLAYERS, AdventureVisitor
from adventures.services.adventures import (
    AdventureNotFound,
    adventure_close,
    adventure_delete,
    adventure_make,
    adventure_prepare,
    adventure_share,
    adventure_take_in,
    template_save,
    template_share,
    template_take,
)
from adventures.services.recording import adventure_import, adventure_redo, adventure_undo
from common.refusal import Refusal
from played_logs.services.recording import LogMovedOn
from rules.adventures.events.checks import CheckRolled
from rules.adventures.events.running import ActPassed, AdventureNoted, AdventureRoundEnded, HiddenFactShown
from rules.adventures.state import ORGANIZER
from rules.dice import SeededRoller
from tests.adventures.play import SEED, AdventureTable, campaign_adventure, dry_well, own_adventure
from tests.campaigns.play import BOARS, enlist
from tests.campaigns.verbs import Table
from tests.rules.adventures.parties import MEMBER, NAMED
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db
LISTEN = ("attempt", "n1", "listen", "Diplomacy")


def entered(face: int, *check: str) -> CheckRolled:
    return CheckRolled(*(check or LISTEN), face)


def test_the_site_rolls_from_the_seed_and_the_place_of_a_check() -> None:
    table = own_adventure()
    table.roll(*LISTEN)
    event = ADVENTURE_LOGS.entries_of(table.row)[0].event
    expected = SeededRoller(SEED).roll(1, 20, reason="", place=("a1", 1, "n1", "attempt", 1)).faces[0]
    assert isinstance(event, CheckRolled)
    assert (event.face, event.origin, event.epoch) == (expected, "seeded", 1)
    assert table.row.status == "running"


def test_what_was_undone_falls_the_same_again() -> None:
    table = own_adventure()
    table.roll(*LISTEN)
    before = table.state
    adventure_undo(**table.asking())
    assert table.state.round == 1
    assert table.row.status == "preparing"
    adventure_redo(**table.asking())
    assert table.state == before
    assert list(ADVENTURE_LOGS.failing()) == []


def test_who_acts_on_an_old_page_is_told_what_happened() -> None:
    table = own_adventure()
    table.do(entered(15), seen=0)
    with pytest.raises(LogMovedOn) as refused:
        table.do(AdventureRoundEnded(), seen=0)
    assert refused.value.problems
    assert table.row.head == 1


def test_what_cannot_be_done_changes_nothing() -> None:
    table = own_adventure()
    for event in (entered(15, "attempt", "n9", "listen", "Diplomacy"), HiddenFactShown("nothing")):
        with pytest.raises(Refusal):
            table.do(AdventureRoundEnded(), event)
    assert table.row.head == 0
    assert AdventureEntry.objects.count() == 0


def test_strangers_find_nothing_and_players_come_by_the_link() -> None:
    table = own_adventure()
    table.people["bob"] = account("bob")
    with pytest.raises(AdventureNotFound):
        table.do(entered(15), name="bob")
    adventure_share(**table.asking(), shared=True)
    table.links["bob"] = (table.row.players_token or "",)
    table.do(entered(15), name="bob")
    assert ADVENTURE_LOGS.entries_of(table.row)[0].side == PLAYERS
    with pytest.raises(Refusal, match="Only the organizer"):
        table.do(AdventureRoundEnded(), name="bob")
    table.do(AdventureNoted("The crowd is calm."))
    with pytest.raises(Refusal):
        adventure_undo(**table.asking("bob"))
    adventure_undo(**table.asking())
    adventure_undo(**table.asking("bob"))
    adventure_share(**table.asking(), shared=False)
    with pytest.raises(AdventureNotFound):
        table.do(entered(15), name="bob")


def test_in_a_campaign_players_act_for_their_own_members_and_for_named_characters(winter: Table) -> None:
    number = enlist(winter, "bob", *BOARS).number
    assert number == 1
    table = campaign_adventure(winter, participants=(MEMBER, NAMED))
    table.do(entered(15, "attempt", "w1.m1", "climb", "Athletics"), name="bob")
    table.do(entered(15), name="dan")
    with pytest.raises(Refusal, match="do not play"):
        table.do(ActPassed("w1.m1"), name="dan")
    table.do(AdventureRoundEnded(), name="cleo")
    assert [entry.side for entry in ADVENTURE_LOGS.entries_of(table.row)] == [
        f"p{winter.number('bob')}",
        f"p{winter.number('dan')}",
        ORGANIZER,
    ]


def test_members_that_come_into_a_campaign_with_an_adventure_stay_with_who_plays_their_warband(winter: Table) -> None:
    key = enlist(winter, "bob", *BOARS).warband.key
    boar = replace(MEMBER, id=f"w-{key}.m1")
    row = adventure_make(owner=winter.people["ada"].owner, adventure=dry_well(participants=(boar,)), seed=SEED)
    table = AdventureTable(row.key, dict(winter.people))
    adventure_take_in(**table.asking(), campaign=winter.key)
    table.do(entered(15, "attempt", boar.id, "climb", "Athletics"), name="bob")
    table.do(AdventureRoundEnded())
    with pytest.raises(Refusal, match="do not play"):
        table.do(ActPassed(boar.id), name="dan")
    with pytest.raises(AdventureNotFound):
        table.do(entered(15), name="eve")


def test_the_journal_of_a_campaign_holds_the_seals_and_nothing_else(winter: Table) -> None:
    table = campaign_adventure(winter, notes="CANARY")
    table.do(entered(15))
    table.do(AdventureNoted("CANARY of a note", hidden=True))
    kinds = winter.kinds[-3:]
    assert kinds == ["adventure-begun", "adventure-recorded", "adventure-recorded"]
    assert "CANARY" not in str([entry.event for entry in winter.entries])
    assert winter.entries[-1].event["seal"] == table.row.seal
    winter.assert_sound()
    adventure_close(**table.asking())
    with pytest.raises(Refusal, match="closed"):
        table.do(entered(15))
    adventure_delete(**table.asking())
    assert winter.kinds[-2:] == ["adventure-closed", "adventure-removed"]
    winter.assert_sound()
    assert campaign_adventure(winter).row.number == 2


def test_only_organizers_put_adventures_into_a_campaign(winter: Table) -> None:
    for name in ("bob", "eve"):
        with pytest.raises(Refusal):
            adventure_make(owner=winter.people[name].owner, adventure=dry_well(), campaign=winter.key)
    with pytest.raises(Refusal, match="played"):
        adventure_make(owner=winter.people["ada"].owner, adventure=dry_well(), campaign=winter.key, follows=3)


def test_an_own_adventure_goes_into_a_campaign_with_its_log_and_its_seed(winter: Table) -> None:
    row = adventure_make(owner=winter.people["ada"].owner, adventure=dry_well(), seed=SEED)
    table = AdventureTable(row.key, dict(winter.people))
    table.roll(*LISTEN)
    adventure_take_in(**table.asking(), campaign=winter.key)
    begun = winter.entries[-1].event
    assert (begun["entries"], begun["seal"]) == (1, table.row.seal)
    assert begun["commitment"] == table.row.seeds.get().commitment
    table.do(entered(12, "attempt", "w1.m1", "climb", "Athletics"))
    assert winter.kinds[-1] == "adventure-recorded"
    winter.assert_sound()
    with pytest.raises(AdventureNotFound):
        adventure_take_in(**table.asking("cleo"), campaign=winter.key)


def test_what_an_adventure_begins_with_changes_only_before_its_first_entry(winter: Table) -> None:
    table = campaign_adventure(winter)
    adventure_prepare(**table.asking(), adventure=dry_well(name="The Wet Well"))
    assert table.row.name == "The Wet Well"
    assert winter.kinds[-1] == "adventure-prepared"
    winter.assert_sound()
    table.do(entered(15))
    with pytest.raises(Refusal, match="begun"):
        adventure_prepare(**table.asking(), adventure=dry_well())


def test_an_adventure_goes_into_a_file_and_comes_back_with_a_new_seed() -> None:
    table = own_adventure()
    table.roll(*LISTEN)
    document = whole_adventure(table.row)
    assert document["seeds"][0]["seed"] is None
    bob = account("bob")
    back = adventure_import(owner=bob.owner, document=document)
    assert ADVENTURE_LOGS.folded(back).state == table.state
    assert [seed.epoch for seed in back.seeds.all()] == [1, 2]
    other = AdventureTable(back.key, {"ada": bob})
    other.do(AdventureRoundEnded())
    other.roll(*LISTEN)
    event = ADVENTURE_LOGS.entries_of(other.row)[-1].event
    assert isinstance(event, CheckRolled)
    assert event.epoch == 2
    assert list(ADVENTURE_LOGS.failing()) == []
    with pytest.raises(Refusal, match="Muster cannot read this adventure"):
        adventure_import(owner=bob.owner, document={"format": "muster-adventure/1"})


def test_templates_are_kept_shared_and_copied() -> None:
    table = own_adventure()
    template = template_save(visitor=table.asking()["visitor"], key=table.key)
    assert template.setup["participants"] == []
    eve = account("eve").owner
    with pytest.raises(Refusal):
        template_share(owner=eve, key=template.key, shared=True)
    token = template_share(owner=table.people["ada"].owner, key=template.key, shared=True).share_token or ""
    assert template_take(owner=eve, token=token).owner == eve.user
    with pytest.raises(Refusal):
        template_take(owner=eve, token="nothing")


def test_a_changed_log_is_found() -> None:
    table = own_adventure()
    table.do(entered(15))
    AdventureEntry.objects.update(event={**AdventureEntry.objects.get().event, "face": 20})
    assert [key for key, _ in ADVENTURE_LOGS.failing()] == [table.key]
    with pytest.raises(TypeError):
        AdventureEntry.objects.get().save()


def test_who_keeps_too_many_is_told(settings: Any) -> None:
    settings.QUOTAS = {**settings.QUOTAS, "adventures": (1, 1)}
    visitor = AdventureVisitor(Owner(token="a visitor"))
    adventure_make(owner=visitor.owner, adventure=dry_well())
    with pytest.raises(Refusal, match="most that you can keep"):
        adventure_make(owner=visitor.owner, adventure=dry_well())
    assert AdventureRow.objects.count() == 1
