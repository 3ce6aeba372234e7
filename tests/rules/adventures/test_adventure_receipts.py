"""Receipts of an adventure's dice: each comes out again from its seed and place, undone ones too."""

from dataclasses import replace

import pytest

from rules.adventures.checks import check_roll
from rules.adventures.documents import AdventureDocument, FiledAdventureSeed
from rules.adventures.events.checks import CheckRolled
from rules.adventures.events.running import AdventureRoundEnded
from rules.adventures.fold import adventure_states, live_adventure_entries, written_states
from rules.adventures.kinds.victory.facts import PointTrack, VictoryFacts
from rules.adventures.kinds.victory.kind import VICTORY
from rules.adventures.receipts import adventure_receipts, count_verifications
from rules.adventures.state import ORGANIZER, CheckAttempt
from rules.adventures.views import NewestEntries, adventure_view, newest_view
from rules.campaigns.journal import seed_commitment
from rules.combat.log import LogEntry, StepRedone, StepUndone
from rules.dice import SeededRoller
from tests.rules.adventures.parties import adventure_of, rolled
from tests.rules.folds import fold_adventure

SEED = FiledAdventureSeed(1, 0, seed_commitment(b"a seed"), b"a seed")
ADVENTURE = adventure_of(VICTORY, VictoryFacts((PointTrack("trust", "Trust"),)))
ATTEMPT = CheckAttempt("improvise", "n1", "trust", "Diplomacy")


def receipts_of(log: list[LogEntry], seeds: list[FiledAdventureSeed]):
    """The receipts of an adventure with these entries and seeds."""
    return adventure_receipts(AdventureDocument(ADVENTURE, tuple(log), tuple(seeds)))


def seeded(log: list[LogEntry]) -> CheckRolled:
    """The next check, rolled by the site."""
    face = check_roll(fold_adventure(ADVENTURE, log), ATTEMPT, SeededRoller(b"a seed")).faces[0]
    return rolled("improvise", "n1", "trust", "Diplomacy", face, origin="seeded", epoch=1)


@pytest.fixture
def log() -> list[LogEntry]:
    """Two checks, one undone and rolled again, a new round, and one more; an entered die among them."""
    entries: list[LogEntry] = []

    def add(event: object) -> None:
        number = len(entries) + 1
        entries.append(LogEntry(number, number, ORGANIZER, event))

    add(seeded(entries))
    add(seeded(entries))
    add(StepUndone(2))
    add(seeded(entries))
    add(rolled("improvise", "n1", "trust", "Diplomacy", 11))
    add(AdventureRoundEnded())
    add(StepUndone(6))
    add(StepRedone(6))
    add(seeded(entries))
    return entries


def test_every_die_of_the_site_comes_out_again(log: list[LogEntry]):
    receipts = list(receipts_of(log, [SEED]))
    assert [(receipt.entry, receipt.verification) for receipt in receipts] == [(n, "right") for n in (1, 2, 4, 9)]
    assert receipts[1].dice.place == receipts[2].dice.place == ("a1", 1, "n1", "improvise", 2)
    assert receipts[1].dice.faces == receipts[2].dice.faces
    assert receipts[3].dice.place == ("a1", 2, "n1", "improvise", 1)


def test_another_face_is_found(log: list[LogEntry]):
    event = log[0].event
    log[0] = replace(log[0], event=replace(event, face=event.face % 20 + 1))
    assert next(receipts_of(log, [SEED])).verification == "different"


@pytest.mark.parametrize(
    ("seeds", "verification"),
    [
        ([], "different"),
        ([replace(SEED, from_entry=1)], "different"),
        ([replace(SEED, epoch=2)], "different"),
        ([replace(SEED, seed=b"another")], "different"),
        ([replace(SEED, seed=None)], "unverifiable"),
        ([SEED, FiledAdventureSeed(2, 5, seed_commitment(b"next"), b"next")], "right"),
    ],
)
def test_the_epoch_in_force_is_the_last_one_promised_before(log: list[LogEntry], seeds, verification: str):
    assert next(receipts_of(log, seeds)).verification == verification


def test_verifications_are_counted(log: list[LogEntry]):
    assert count_verifications(receipts_of(log, [SEED])) == {
        "right": 4,
        "different": 0,
        "unverifiable": 0,
    }


def test_states_as_they_were_written_end_where_the_fold_does(log: list[LogEntry]):
    *_, (entry, state) = written_states(ADVENTURE, log)
    assert (entry.number, state) == (9, fold_adventure(ADVENTURE, log))
    assert [state.number for state, _ in written_states(ADVENTURE, log)] == [1, 2, 4, 5, 6, 9]


@pytest.mark.parametrize("for_players", [False, True])
def test_a_view_grows_by_an_entry(log: list[LogEntry], for_players: bool):
    whole = adventure_view(ADVENTURE, log, for_players=for_players)
    newest = NewestEntries(most=2)
    for entry, after in adventure_states(ADVENTURE, live_adventure_entries(log)):
        newest = newest.followed_by(entry, after)
    seen = newest_view(after, newest, for_players=for_players)
    assert (seen.state, seen.entries) == (whole.state, whole.entries[-2:])
