"""What may have given a campaign other dice is said: new seeds, adventures and battles that were begun again."""

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.adventures import AdventureBegun, AdventureRecorded, AdventureRemoved, AdventureSeeded
from rules.campaigns.events.campaign import SeedCommitted
from rules.campaigns.files import FiledBattles, campaign_file_document, campaign_file_from_document
from rules.campaigns.fresh_dice import fresh_dice
from rules.campaigns.journal import NumberedEvent
from tests.rows import every_row
from tests.rules.campaigns.receipts import campaign


def begun(number: int, *, kind: str = "chase", follows: int = 2, entries: int = 0) -> AdventureBegun:
    return AdventureBegun(number, "Over the roofs", kind, follows, entries, "", 1, "")


def recorded(number: int, entry: int = 1) -> AdventureRecorded:
    return AdventureRecorded(number, entry, "")


@every_row(
    ("events", "sentences"),
    [
        ((), ()),
        ((SeedCommitted(1, ""),), ()),
        (
            (SeedCommitted(1, ""), SeedCommitted(2, "")),
            ("From entry 2 on, dice come from seed epoch 2: the campaign has moved.",),
        ),
        (
            (begun(1), AdventureSeeded(1, 2, "")),
            ("From entry 2 on, the dice of adventure 1 come from its seed epoch 2.",),
        ),
        ((begun(1), recorded(1)), ()),
        ((begun(1), begun(2), recorded(2)), ()),
        ((begun(1), recorded(1), begun(2, follows=3)), ()),
        ((begun(1), recorded(1), begun(2, kind="duel")), ()),
        (
            (begun(1), recorded(1), recorded(1, 2), AdventureRemoved(1), begun(2)),
            (
                "After scenario 2, an adventure of the kind “chase” was begun 2 times, with 2 entries before the last"
                " start.",
            ),
        ),
        (
            (begun(1, follows=0, entries=1), begun(2, follows=0)),
            (
                "Before the first scenario, an adventure of the kind “chase” was begun 2 times, with 1 entry before the"
                " last start.",
            ),
        ),
    ],
)
def test_what_may_have_given_other_dice(events: tuple[CampaignEvent, ...], sentences):
    numbered = [NumberedEvent(number, event) for number, event in enumerate(events, start=1)]
    assert tuple(fresh_dice(numbered, ())) == sentences


def test_battles_that_were_begun_again_are_in_a_file():
    file = campaign()
    assert "battles" not in campaign_file_document(file)
    object.__setattr__(file, "battles", (FiledBattles(3, 2),))
    assert campaign_file_from_document(campaign_file_document(file)).battles == file.battles
    assert list(fresh_dice(file.events, file.battles)) == [
        "The battle of scenario 3 was begun 2 times; dice had fallen."
    ]
