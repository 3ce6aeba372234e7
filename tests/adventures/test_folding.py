"""What a process keeps of an adventure, and how it goes on from there."""

from typing import Any

import pytest

from adventures.selectors import folding
from adventures.selectors.folding import ADVENTURE_LOGS, FoldedAdventure, whole_adventure_view
from rules.adventures.events.running import AdventureNoted, AdventureRoundEnded
from tests.adventures.play import own_adventure

pytestmark = pytest.mark.django_db


def test_what_was_folded_is_not_folded_again() -> None:
    table = own_adventure()
    for _ in range(3):
        table.do(AdventureRoundEnded())
        table.people["ada"].get(f"/adventures/{table.key}/")
    table.roll("attempt", "n1", "listen", "Diplomacy")
    kept = ADVENTURE_LOGS.folded(table.row)
    anew = FoldedAdventure(kept.adventure).followed_by(ADVENTURE_LOGS.entries_of(table.row))
    assert kept.state == anew.state
    assert kept.log == anew.log
    for for_players in (False, True):
        newest = kept.newest(for_players=for_players)
        whole = whole_adventure_view(table.row, for_players=for_players)
        assert newest.state == whole.state
        assert newest.entries == whole.entries[-folding.NEWEST :]


def test_a_long_adventure_is_kept_with_its_newest_entries_alone(
    django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = own_adventure()
    for step in range(2):
        table.do(*(AdventureNoted(f"Note {step}.{number}") for number in range(50)))
    entries, last = ADVENTURE_LOGS.entries_of(table.row), table.row.entries.get(number=100)
    table.do(AdventureRoundEnded())
    row, played = table.row, []
    kept = ADVENTURE_LOGS.folded(row)
    with django_assert_num_queries(0):
        assert [entry.number for entry in kept.newest(for_players=True).entries] == list(range(78, 102))
    with django_assert_num_queries(1):
        assert len(whole_adventure_view(row, for_players=False).entries) == 101
    # Another process has the state before the last entry, and goes on from there.
    folding.ADVENTURE_LOGS.kept.clear()
    logs = folding.ADVENTURE_LOGS
    logs.kept.set(logs.key_of(last), FoldedAdventure(kept.adventure).followed_by(entries))
    play = folding.play_adventure_event
    monkeypatch.setattr(folding, "play_adventure_event", lambda *given: played.append(given) or play(*given))
    with django_assert_num_queries(1):
        folded = ADVENTURE_LOGS.folded(row)
    assert len(played) == 1
    assert folded.state == kept.state
    table.do(AdventureNoted("Supper is late."))
    table.people["ada"].client.post(f"/adventures/{table.key}/act/", {"do": "undo", "seen": "102"})
    assert ADVENTURE_LOGS.folded(table.row).state == kept.state
