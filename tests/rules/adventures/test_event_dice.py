"""Dice that no check rolls: each at its place, with a receipt, and those that are secret hidden from players."""

import pytest

from rules.adventures.documents import AdventureDocument, FiledAdventureSeed
from rules.adventures.events.checks import DiceEvent, NeededDie, roll_event_dice
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.victory.facts import PointTrack, VictoryFacts
from rules.adventures.kinds.victory.kind import VICTORY
from rules.adventures.receipts import adventure_receipts
from rules.adventures.state import ORGANIZER, AdventureState
from rules.adventures.views import adventure_state_document, player_state
from rules.campaigns.journal import seed_commitment
from rules.combat.log import LogEntry
from rules.dice import SeededRoller
from rules.errors import ChangeRefused
from tests.rules.adventures.parties import PLAYER, adventure_of, played

SEED = b"a seed"


class WheelSpun(DiceEvent):
    """A d20, and a secret d10 after 11 or more."""

    def next_die(self, state: AdventureState, faces: tuple[int, ...]) -> NeededDie | None:
        if not faces:
            return NeededDie("wheel", 20)
        return NeededDie("wheel", 10, is_secret=True) if faces[0] > 10 and len(faces) == 1 else None

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        return self.with_dice(state, side)


KIND = type(VICTORY)()
vars(KIND)["possible_events"] = (WheelSpun,)  # which no document names
ADVENTURE = adventure_of(KIND, VictoryFacts((PointTrack("trust", "Trust"),)))


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ((), "A d20 is missing"),
        ((21,), "shows 1 to 20, not 21"),
        ((11,), "A d10 is missing"),
        ((11, 11), "shows 1 to 10, not 11"),
        ((10, 3), "Enter 1 die here, no more"),
    ],
)
def test_dice_that_do_not_fit_are_refused(faces: tuple[int, ...], why: str):
    with pytest.raises(ChangeRefused, match=why):
        played(ADVENTURE, WheelSpun(faces=faces))


def test_only_the_organizer_and_the_site_roll_secret_dice():
    assert len(played(ADVENTURE, WheelSpun(faces=(10,)), side=PLAYER).dice) == 1
    with pytest.raises(ChangeRefused, match="secret"):
        played(ADVENTURE, WheelSpun(faces=(11, 4)), side=PLAYER)
    for more in ({"origin": "seeded"}, {"epoch": 1}):
        with pytest.raises(ChangeRefused, match="seed epoch"):
            played(ADVENTURE, WheelSpun(faces=(10,), **more))
    state = played(ADVENTURE, WheelSpun(faces=(11, 4)))
    assert [die["faces"] for die in adventure_state_document(state)["dice"]] == [[11], [4]]
    assert [die["faces"] for die in adventure_state_document(player_state(state))["dice"]] == [[11]]


def test_dice_of_the_site_come_out_again_at_places_of_their_own():
    state, entries = begin_adventure(ADVENTURE), []
    for number in (1, 2, 3, 4):
        event = roll_event_dice(state, WheelSpun(), SeededRoller(SEED), 1)
        entries.append(LogEntry(number, number, ORGANIZER, event))
        state = event.play(state, PLAYER)
    places = [("a1", 1, "", "wheel", number + 1) for number in range(sum(len(entry.event.faces) for entry in entries))]
    seeds = (FiledAdventureSeed(1, 0, seed_commitment(SEED), SEED),)
    receipts = list(adventure_receipts(AdventureDocument(ADVENTURE, tuple(entries), seeds)))
    assert len(places) > len(entries)
    assert [receipt.dice.place for receipt in receipts] == places
    assert {receipt.verification for receipt in receipts} == {"right"}
