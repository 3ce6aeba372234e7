"""The lines of a battle's log as pages and paper show them."""

import json
from pathlib import Path

import pytest

from battles.selectors.folding import FoldedFight, note_sentence, note_words
from battles.web.shown_fights import MOST_NOTES, ShownLine, newest_step
from rules.combat.resolution import Note
from rules.families.documents import battle_from_document
from rules.p2v_combat.family import P2V, begin_battle
from tests.rules.p2v_combat.tables import setup_of

TOLD = json.loads((Path(__file__).parents[1] / "rules" / "p2v_combat" / "a-battle.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("note", "words"),
    [
        (Note("a.m1", "Boar’s turn."), ("Boar", "’s turn.")),
        (Note("a.m1", "The table holds."), ("Boar", ": The table holds.")),
        (Note("a.m1", "Kobold Warrior is in the way."), ("Kobold Warrior", " is in the way.")),
        (Note(None, "Round 1: Red is first."), ("", "Round 1: Red is first.")),
    ],
)
def test_a_line_begins_with_the_creature_that_it_is_about(note: Note, words: tuple[str, str]) -> None:
    state = begin_battle(setup_of(["boar"], ["kobold-warrior"]))
    assert note_words(state, note) == words


def test_the_log_of_a_whole_game_is_made_of_sentences() -> None:
    battle = battle_from_document(TOLD)
    folded = FoldedFight(P2V, battle.setup).followed_by(list(battle.entries), lines=1000)
    told = [note_sentence(folded.state, note) for line in folded.lines for note in line.notes]
    assert "Ada and Bram act as a group." in told
    assert "Mouser heals from −10 to 5 HP." in told
    assert "The Garden reveals Bracken’s False Object: log-2." in told
    assert not [text for text in told if not text[0].isupper() or not text.endswith(".") or " -" in text]
    ids = {fighter.id for fighter in battle.setup.fielded}
    assert not [text for text in told if ids & set(text.replace(":", " ").replace(",", " ").split())]


def test_the_newest_step_is_told_whole_with_its_dice_and_no_step_before_it() -> None:
    def line(number: int, step: int, side: str, *texts: str) -> ShownLine:
        return ShownLine(number, step, side, tuple(("", text, ()) for text in texts), is_live=True)

    lines = (line(4, 2, "", "8 damage."), line(3, 2, "a", "Tier 3.", "A push."), line(2, 1, "b", "A turn."))
    newest = newest_step(lines)
    assert newest is not None
    assert [text for _, text, _ in newest.lines] == ["Tier 3.", "A push.", "8 damage."]
    assert newest.side == "a"
    many = newest_step((line(1, 1, "a", *(str(number) for number in range(MOST_NOTES + 2))),))
    assert many is not None
    assert [text for _, text, _ in many.lines] == [str(number) for number in range(2, MOST_NOTES + 2)]
    assert newest_step(()) is None
