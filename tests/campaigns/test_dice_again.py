"""Dice that fell and do not stand are the next ones of their member, also after undo."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.entries import numbered_event
from campaigns.models import CampaignWarband
from campaigns.selectors.files import campaign_file
from campaigns.services.aftermath import dice_roll, dice_roll_all
from campaigns.services.campaigns import campaign_close
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.files import campaign_import
from campaigns.services.scenarios import scenario_cancel, scenario_commit, warband_withdraw
from common.refusal import Refusal
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.files import campaign_file_from_document
from rules.campaigns.receipts import DiceAudit, audit_dice
from rules.campaigns.scenarios import RollRecord
from rules.roster import Member
from tests.campaigns.corrections import report_correct, roll_correct
from tests.campaigns.files import exported, remove_campaigns
from tests.campaigns.play import commit, enlist, field, opened, report, state_of
from tests.campaigns.verbs import Table, main_text, send
from tests.campaigns.walking import STEPS, Walk, walking, walks

FIGHTERS = (Member("kobold-warrior", "m1", name="Snik"), Member("kobold-warrior", "m2", name="Snak"))


@pytest.fixture
def pack(small_compendium: None, winter: Table) -> CampaignWarband:
    """Bob's warband, which plays scenarios alone."""
    return enlist(winter, "bob", *FIGHTERS)


def begun(table: Table, row: CampaignWarband, *eliminated: str, members: tuple[str, ...] = ("m1", "m2")) -> int:
    """Bring a scenario of one warband to its dice; return its id."""
    scenario = opened(table, row)
    field(table, scenario, row, members)
    report(table, scenario, {row: 3}, *((row, member) for member in eliminated))
    return scenario


def roll(table: Table, row: CampaignWarband, scenario: int, member: str = "m1", **more: Any) -> RollRecord:
    asked = {"purpose": "advance", **more}
    return dice_roll(**table.asking("bob"), scenario=scenario, warband=row.number, member=member, **asked)


def cancel(table: Table, scenario: int) -> None:
    scenario_cancel(**table.asking("ada"), scenario=scenario, reason="rain")


def void(table: Table, number: int) -> int:
    return entry_void(**table.asking("ada"), number=number, reason="typo").number


def audit(table: Table) -> DiceAudit:
    """Close a campaign, and compute all its dice again from its file."""
    table.assert_sound()
    for scenario in table.campaign.scenarios.filter(status="open"):
        cancel(table, scenario.number)
    campaign_close(**table.asking("ada"))
    return audit_dice(campaign_file(table.campaign))


def test_a_scenario_that_is_planned_again_has_the_same_dice(winter, pack):
    first = begun(winter, pack, "m1")
    rolls = dice_roll_all(**winter.asking("bob"), scenario=first, warband=pack.number)
    fell = winter.campaign.head
    cancel(winter, first)
    second = begun(winter, pack, "m1")
    again = dice_roll_all(**winter.asking("bob"), scenario=second, warband=pack.number)
    assert [(throw.key, throw.faces, throw.place) for throw in again] == [
        (throw.key, throw.faces, throw.place) for throw in rolls
    ]
    assert {throw.fell for throw in again} == {fell}
    assert ("w1.m1", "elimination", 1) in {throw.place for throw in again}
    scenario_commit(**winter.asking("ada"), scenario=second)
    third = begun(winter, pack, members=("m2",))
    new = roll(winter, pack, third, "m2")
    assert (new.place, new.fell) == (("w1.m2", "advance", 2), None)
    findings = audit(winter)
    assert findings.is_right
    assert {len(receipt.place) for receipt in findings.receipts} == {3}


def test_a_member_that_fights_in_place_of_another_has_its_own_dice(winter, pack):
    first = begun(winter, pack, members=("m1",))
    of_first = roll(winter, pack, first)
    warband_withdraw(**winter.asking("ada"), scenario=first, warband=pack.number)
    field(winter, first, pack, ("m2",))
    assert roll(winter, pack, first, "m2").place == ("w1.m2", "advance", 1)
    commit(winter, first)
    second = begun(winter, pack)
    assert roll(winter, pack, second).faces == of_first.faces
    assert roll(winter, pack, second, "m2").place == ("w1.m2", "advance", 2)
    assert audit(winter).is_right


def test_a_roll_that_is_undone_falls_again_in_its_order(winter, pack):
    numbers = []
    for _ in range(3):
        scenario = begun(winter, pack, members=("m1",))
        roll(winter, pack, scenario)
        numbers.append(winter.campaign.head)
        scenario_commit(**winter.asking("ada"), scenario=scenario)
    # The one in the middle is undone: the next roll is that one, wherever it is.
    void(winter, numbers[1])
    last = begun(winter, pack, members=("m1",))
    again = roll(winter, pack, last)
    assert (again.place[-1], again.fell) == (2, numbers[1])
    assert roll(winter, pack, 2).place[-1] == 4
    assert audit(winter).is_right


def test_an_undone_scenario_keeps_its_dice_until_another_one_has_them(winter, pack):
    first = begun(winter, pack, members=("m1",))
    fell = roll(winter, pack, first)
    entry = winter.campaign.head
    scenario_commit(**winter.asking("ada"), scenario=first)
    scenario_void(**winter.asking("ada"), scenario=first, reason="typo")
    scenario_commit(**winter.asking("ada"), scenario=first)
    scenario_void(**winter.asking("ada"), scenario=first, reason="typo")
    undo = winter.campaign.head
    second = begun(winter, pack, members=("m1",))
    assert roll(winter, pack, second).faces == fell.faces
    other = winter.campaign.head
    for restore in (
        lambda: scenario_commit(**winter.asking("ada"), scenario=first),
        lambda: void(winter, undo),
    ):
        with pytest.raises(Refusal, match=f"dice of entry {entry} fell again in entry {other} and count there"):
            restore()
    # Undone there, they are rolled anew.
    void(winter, entry)
    assert roll(winter, pack, first).place == ("w1.m1", "advance", 2)
    scenario_commit(**winter.asking("ada"), scenario=first)
    assert audit(winter).is_right


def test_a_warband_that_comes_back_into_a_scenario_does_not_have_dice_twice(winter, pack):
    first = begun(winter, pack, members=("m1",))
    roll(winter, pack, first)
    entry = winter.campaign.head
    warband_withdraw(**winter.asking("ada"), scenario=first, warband=pack.number)
    second = begun(winter, pack, members=("m1",))
    commit(winter, second)
    with pytest.raises(Refusal, match="An organizer can undo one of the two entries"):
        field(winter, first, pack, ("m1",))
    void(winter, entry)
    field(winter, first, pack, ("m1",))
    assert roll(winter, pack, first).place[-1] == 2
    assert audit(winter).is_right


def test_a_report_takes_dice_away_and_does_not_bring_them_back_twice(winter, pack):
    first = begun(winter, pack, "m1")
    lost = roll(winter, pack, first, purpose="elimination")
    report(winter, first, {pack: 3})
    commit(winter, first)
    second = begun(winter, pack, "m1")
    assert roll(winter, pack, second, purpose="elimination").faces == lost.faces
    with pytest.raises(Refusal, match="fell again"):
        report_correct(
            **winter.asking("ada"), scenario=first, report=state_of(winter, second).report, reason="right after all"
        )
    assert audit(winter).is_right


def test_dice_from_the_table_replace_none_that_fell(winter, pack):
    first = begun(winter, pack, members=("m1",))
    roll(winter, pack, first)
    cancel(winter, first)
    second = begun(winter, pack, members=("m1",))
    with pytest.raises(Refusal, match="Muster has rolled the next dice of this member already"):
        roll(winter, pack, second, faces=(6, 6, 6))
    roll(winter, pack, second)
    # A correction uses dice up: the next ones are new.
    roll_correct(
        **winter.asking("ada"),
        scenario=second,
        warband=pack.number,
        member="m1",
        purpose="advance",
        faces=(4, 4, 4),
        reason="our own dice",
    )
    scenario_commit(**winter.asking("ada"), scenario=second)
    third = begun(winter, pack, members=("m1",))
    roll(winter, pack, third, faces=(5, 5, 5))
    roll(winter, pack, third, faces=(5, 5, 4))
    assert audit(winter).is_right


def test_dice_fall_again_after_a_campaign_has_moved(winter, pack, run, tmp_path: Path):
    first = begun(winter, pack, members=("m1",))
    fell = roll(winter, pack, first)
    document = exported(winter, run, tmp_path / "moved.json")
    remove_campaigns()
    campaign = campaign_import(file=campaign_file_from_document(document))
    organizer = campaign.participants.get(number=winter_number(document))
    assert campaign.seed_epochs.count() == 2
    organizer.user = winter.people["ada"].owner.user
    organizer.save()
    cancel(winter, first)
    row = campaign.warbands.get()
    second = opened(winter, row)
    field(winter, second, row, ("m1",))
    report(winter, second, {row: 3})
    asked = {**winter.asking("ada"), "scenario": second, "warband": row.number, "member": "m1"}
    again = dice_roll(**asked, purpose="advance")
    assert (again.faces, again.epoch, again.place) == (fell.faces, 1, fell.place)
    winter.assert_sound()


def winter_number(document: dict[str, Any]) -> int:
    """Return the number of the organizer in a file."""
    return int(next(person["number"] for person in document["people"] if person["name"] == "ada"))


def test_a_player_sees_the_same_dice_again(winter, pack):
    def rolled_on_the_page(scenario: int) -> str:
        send(winter, "bob", f"scenarios/{scenario}/aftermath/", do=f"roll.{pack.number}.advance.m1")
        return f"/campaigns/{winter.key}/journal/{winter.campaign.head}/"

    rolled_on_the_page(begun(winter, pack, members=("m1",)))
    fell = winter.campaign.head
    assert state_of(winter, 1).rolls
    send(winter, "ada", "scenarios/1/cancel/", reason="rain")
    address, browser = rolled_on_the_page(begun(winter, pack, members=("m1",))), winter.people["bob"].client
    (again,) = state_of(winter, 2).rolls.values()
    assert again.roll.fell == fell
    assert f"These dice fell in entry {fell}." in main_text(browser.get(address))
    receipt = main_text(browser.get(f"{address}rolls/1/"))
    assert f"Fell first in entry {fell}" in receipt
    assert '["w1.m1","advance",1]' in receipt


class Grinding(Walk):
    """A person who undoes and plays again all that could give other dice."""

    def works(self) -> Any:
        """Return what is done, the dice and undoing often."""
        return (
            self.plan,
            *(self.prepare,) * 3,
            *(self.finish,) * 3,
            *(self.void,) * 3,
            *(self.take_back,) * 3,
            *(self.roll,) * 3,
            self.correct,
        )

    def take_back(self) -> None:
        """Take a scenario's dice back in some way."""
        scenario = self.scenario()
        self.dice.choice(
            (
                lambda: scenario_cancel(**self.asked, scenario=scenario, reason="rain"),
                lambda: warband_withdraw(**self.asked, scenario=scenario, warband=1),
                lambda: scenario_void(**self.asked, scenario=scenario, reason="rain"),
            )
        )()

    def roll(self) -> None:
        """Roll what is due."""
        dice_roll_all(**self.asked, scenario=self.scenario())


@pytest.mark.django_db
@pytest.mark.usefixtures("small_compendium")
@walks
@given(st.randoms(use_true_random=False))
def test_no_place_stands_twice_and_dice_come_again_in_order(dice: Random):
    with walking(dice, Grinding) as walk:
        for _ in range(2 * STEPS):
            walk.do()
        events = [numbered_event(entry) for entry in walk.table.entries]
        fell: dict[tuple[int, str, str], dict[Any, tuple[int, ...]]] = {}
        for event in events:
            if isinstance(event.event, EntryCorrected) or not isinstance(event.event, DiceRolled):
                continue
            for rolled in event.event.rolls:
                if rolled.origin == "seeded":
                    places = fell.setdefault((rolled.warband, rolled.member, rolled.purpose), {})
                    assert places.setdefault(rolled.place, rolled.faces) == rolled.faces
        # The places of each series are numbered in the order in which they fell first.
        for places in fell.values():
            assert [place[-1] for place in places] == list(range(1, len(places) + 1))
        findings = audit(walk.table)
        assert findings.is_right, findings.faults
