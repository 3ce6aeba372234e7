"""docs/fight-families.md: the family that it shows is whole, and its fight is played from beginning to end."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import pytest

from rules.combat.answers import FacesRolled, RollRuled
from rules.combat.declared import DeclaredFamily
from rules.combat.events import FightBegun
from rules.combat.log import LogEntry, LogEvent
from rules.combat.state import FightCombatant, FightSetup, FightSide
from rules.errors import ChangeRefused
from rules.families import FAMILIES
from rules.families.documents import BattleDocument, battle_document, battle_from_document, replay
from tests.rules.filled_sheets import filled_sheet

PAGE = Path(__file__).parents[2] / "docs" / "fight-families.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
METHODS = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the code of the page as a module, with its family among those that are known."""
    module = ModuleType("family_of_the_page")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    text = "\n\n".join(BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    exec(compile(text, str(PAGE), "exec"), module.__dict__)  # the examples of the page
    monkeypatch.setitem(FAMILIES, module.LUCK.key, module.LUCK)
    return module


def test_the_family_of_the_page_is_played_to_its_end_and_kept_as_a_document(shown: ModuleType) -> None:
    family = shown.LUCK
    ann, bo = (filled_sheet(shown.GAMBLER, name, luck=1) for name in ("Ann", "Bo"))
    setup = FightSetup(
        (FightSide("a", "Heroes"), FightSide("b", "Table")),
        (FightCombatant("a.1", "a", ann), FightCombatant("b.1", "b", bo)),
        filled_sheet(shown.TABLE, "Table"),
        "b",
    )
    state = family.play(family.begin(setup), FightBegun(), "b")
    tossing = family.play(state, shown.CoinTossed("a.1", "b.1"), "a")
    for before, event in (
        (state, shown.CoinTossed("a.1", "a.1")),
        (state, shown.CoinTossed("a.1", "b.9")),
        (state, FacesRolled((2,), True)),
        (tossing, shown.CoinTossed("b.1", "a.1")),
        (tossing, RollRuled("tails", "The coin is lost.")),
    ):
        with pytest.raises(ChangeRefused):
            family.play(before, event, "b")
    (offer, _) = family.offers(state)
    parts = {**offer.parts, offer.fields[0].name: offer.fields[0].options[0].key}
    tossed = family.event_from({"kind": offer.event, **parts})
    events: tuple[tuple[str | None, LogEvent], ...] = (
        ("b", FightBegun()),
        ("a", tossed),
        (None, FacesRolled((2,), False)),
    )
    entries = tuple(LogEntry(number, number, side, event) for number, (side, event) in enumerate(events, start=1))
    fight = BattleDocument(setup, entries, family)
    assert battle_from_document(json.loads(json.dumps(battle_document(fight)))) == fight
    replayed = replay(fight)
    assert replayed.fault is None
    ending = family.ending(replayed.last)
    assert (ending.sentence, ending.reason) == ("The winner: Heroes.", "The luck has run out.")


def test_the_methods_that_the_page_names_are_those_of_a_declared_family() -> None:
    named = re.findall(r"`(\w+)`", " ".join(METHODS.findall(PAGE.read_text(encoding="utf-8"))))
    assert len(named) > 8
    assert [name for name in named if not hasattr(DeclaredFamily, name) and name != "assumptions"] == []


def test_the_family_of_the_page_answers_with_the_types_of_a_declared_family(shown: ModuleType) -> None:
    """What a family returns as its own type may be anything; everything else has the type that the frame expects."""
    own = vars(type(shown.LUCK))
    methods = [name for name in own if hasattr(DeclaredFamily, name) and callable(own[name]) and name[0] != "_"]
    returned = {name: (_returned(own[name]), _returned(getattr(DeclaredFamily, name))) for name in methods}
    assert len(returned) > 8
    assert {name: types for name, types in returned.items() if types[1] not in (types[0], Any)} == {}


def _returned(method: Callable[..., object]) -> object:
    return get_type_hints(method)["return"]
