"""What the log of a table goes on telling once steps were taken back."""

import pytest

from rules.gambling.play.state import RoundPlayed
from tests.gambling.tables import table_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db


def test_rounds_and_receipts_of_an_undone_player_keep_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    # Earlier releases let a round with Muster’s dice be undone, and such tables stay.
    monkeypatch.setattr(RoundPlayed, "rolls", False)
    table = table_of(account("ada"))
    table.press("seat", name="Ilva")
    table.press("round", stake_p1="2")
    table.press("undo")
    table.press("undo")
    table.press("seat", name="Brann")
    undone = next(sentence for sentence in table.opened.sentences() if sentence.title == "Round 1")
    assert undone.is_undone
    assert undone.lines[0].startswith("Ilva stakes 2 gp")
    (receipt,) = table.opened.receipts
    assert table.opened.name_of(receipt.roll.whose) == "Ilva"
    assert [player.name for player in table.opened.state.players] == ["Brann"]
