"""Every roll of the server can be computed again from the file of its campaign, and a forged one shows."""

from dataclasses import replace

from rules.campaigns.events.campaign import SeedCommitted, SeedRevealed
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.fallen_dice import DiceSeries
from rules.campaigns.files import CampaignFile
from rules.campaigns.journal import seed_commitment
from rules.campaigns.receipts import audit_dice
from tests.rows import every_row
from tests.rules.campaigns.receipts import REVEALED, REVEALING, SEED, campaign, rolled

OTHER = b"another example"


def verifications(file: CampaignFile) -> list[str]:
    return [receipt.verification for receipt in audit_dice(file).receipts]


def test_the_roll_of_the_documents_example():
    assert DiceSeries(2, "m3", "injury").scenario_place(1, 1) == ("s1", "w2.m3", "injury", 1)


def test_a_roll_of_a_revealed_seed_is_right():
    file = campaign(DiceRolled(1, (rolled(),)), REVEALING, **REVEALED)
    assert verifications(file) == ["right"]
    assert audit_dice(file).is_right
    assert audit_dice(file).receipts[0].place == ("s1", "w1.m3", "advance", 1)


def test_a_campaign_without_rolls_is_right_even_while_its_seed_is_secret():
    assert audit_dice(campaign()).is_right


def test_a_roll_of_a_secret_seed_cannot_be_verified_yet():
    audit = audit_dice(campaign(DiceRolled(1, (rolled(),))))
    assert dict(audit.count()) == {"right": 0, "different": 0, "unverifiable": 1}
    assert not audit.is_right


def test_a_changed_face_is_found():
    true = rolled()
    forged = replace(true, faces=(true.faces[0] % 6 + 1, *true.faces[1:]))
    file = campaign(DiceRolled(1, (true, forged)), REVEALING, **REVEALED)
    assert verifications(file) == ["right", "different"]


@every_row(
    "change",
    [{"warband": 2}, {"member": "m4"}, {"purpose": "injury"}, {"number": 2}, {"faces": ()}, {"epoch": 2}],
)
def test_a_roll_at_another_place_or_of_another_seed_is_found(change):
    file = campaign(DiceRolled(1, (replace(rolled(), **change),)), REVEALING, **REVEALED)
    assert verifications(file) == ["different"]


def test_the_same_place_in_another_scenario_has_other_dice():
    file = campaign(DiceRolled(2, (rolled(),)), REVEALING, **REVEALED)
    assert verifications(file) == ["different"]


def test_entered_dice_are_not_the_servers_to_prove():
    entered = replace(rolled(), origin="entered", epoch=None, faces=(6, 6, 6))
    assert audit_dice(campaign(DiceRolled(1, (entered,)))).receipts == ()


def test_voided_and_corrected_rolls_are_computed_too():
    forged = replace(rolled(), faces=(6, 6, 6))
    file = campaign(
        DiceRolled(1, (rolled(),)),
        EntryVoided(4, "typo"),
        EntryCorrected(4, DiceRolled(1, (rolled(), forged)), "typo"),
        REVEALING,
        **REVEALED,
    )
    assert [(receipt.entry, receipt.verification) for receipt in audit_dice(file).receipts] == [
        (4, "right"),
        (6, "right"),
        (6, "different"),
    ]


def test_the_seed_in_force_is_the_last_one_that_was_promised():
    second = SeedCommitted(2, seed_commitment(OTHER))
    before, after = DiceRolled(1, (rolled(),)), DiceRolled(1, (rolled(OTHER, epoch=2),))
    revealing = (REVEALING, SeedRevealed(2, OTHER.hex()))
    seeds = {1: SEED, 2: OTHER}
    assert verifications(campaign(before, second, after, *revealing, seeds=seeds)) == ["right", "right"]
    assert verifications(campaign(second, before, *revealing, seeds=seeds)) == ["different"]
    assert verifications(campaign(after, second, *revealing, seeds=seeds)) == ["different"]


def test_an_epoch_whose_seed_is_lost_stays_unverifiable():
    second = SeedCommitted(2, seed_commitment(OTHER))
    file = campaign(
        DiceRolled(1, (rolled(),)),
        second,
        DiceRolled(1, (rolled(OTHER, epoch=2),)),
        SeedRevealed(2, OTHER.hex()),
        seeds={2: OTHER},
    )
    assert verifications(file) == ["unverifiable", "right"]


def test_a_seed_that_was_not_promised_proves_nothing():
    audit = audit_dice(campaign(DiceRolled(1, (rolled(OTHER),)), SeedRevealed(1, OTHER.hex()), seeds={1: OTHER}))
    assert [fault.code for fault in audit.faults] == ["seeds.differs"]
    assert not audit.is_right


def test_a_changed_journal_is_not_right():
    file = campaign(DiceRolled(1, (rolled(),)), REVEALING, **REVEALED)
    changed = replace(file.journal[1], at="2026-03-01T19:30:00.000001Z")
    audit = audit_dice(replace(file, journal=(file.journal[0], changed, *file.journal[2:])))
    assert [fault.code for fault in audit.faults] == ["journal.hash"]
    assert not audit.is_right
