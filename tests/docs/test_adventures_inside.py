"""docs/adventures-inside.md: the kind that it shows is whole, and an adventure of it is played to its end."""

import json
import re
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from rules.adventures.documents import AdventureDocument, adventure_document, adventure_from_document, adventure_replay
from rules.adventures.events import AdventureEvent
from rules.adventures.events.running import HiddenFactShown
from rules.adventures.fields import SkillDC
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds import KINDS
from rules.adventures.views import AdventureView, adventure_view, adventure_view_document
from rules.combat.log import LogEntry
from rules.errors import ChangeRefused, RulesError
from tests.rules.adventures.parties import PLAYER, adventure_of, log_of, played, rolled, undone_and_redone

PAGE = Path(__file__).parents[2] / "docs" / "adventures-inside.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
FIELDS = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)
CANARY = "The captain’s safe"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the code of the page as a module, with its kind among those that are known."""
    module = ModuleType("kind_of_the_page")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(AdventureEvent, "by_kind", {**AdventureEvent.by_kind})
    text = "\n\n".join(BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    exec(compile(text, str(PAGE), "exec"), module.__dict__)  # the examples of the page
    monkeypatch.setitem(KINDS, module.SALVAGE.key, module.SALVAGE)  # type: ignore[arg-type] # a dictionary
    return module


def _facts(shown: ModuleType) -> object:
    galley = shown.WreckHold("galley", "The galley", 2, (SkillDC("Athletics", 15),))
    return shown.SalvageFacts((galley, shown.WreckHold("safe", CANARY, hidden=True)))


def _log(shown: ModuleType) -> tuple[LogEntry, ...]:
    return log_of(
        rolled("search", "w1.m1", "galley", "Athletics", 12),
        shown.LoadsChanged("safe", 1, "A lucky find"),
        shown.LoadsChanged("galley", -1, "A wave"),
        HiddenFactShown("safe"),
        shown.LoadsChanged("galley", 9, "Low tide"),
    )


def test_an_adventure_of_the_page_is_played_to_its_end_and_kept_as_a_document(shown: ModuleType) -> None:
    adventure, log = adventure_of(shown.SALVAGE, _facts(shown)), _log(shown)
    undone_and_redone(adventure, log)
    kept = AdventureDocument(adventure, log)
    read = adventure_from_document(json.loads(json.dumps(adventure_document(kept))))
    assert read == kept
    replayed = adventure_replay(read)
    assert replayed.fault is None
    assert replayed.last.outcome == "The wreck is empty."
    assert shown.SALVAGE.summary(replayed.last) == ("3 loads ashore.",)
    for event in (rolled("search", "w1.m1", "mast", "Athletics", 12), shown.LoadsChanged("mast", 1, "Nothing")):
        with pytest.raises(ChangeRefused):
            played(adventure, event)
    with pytest.raises(ChangeRefused):
        played(adventure, shown.LoadsChanged("galley", 1, "Mine"), side=PLAYER)
    with pytest.raises(RulesError):
        adventure_of(shown.SALVAGE, shown.SalvageFacts(()))


def test_players_learn_of_a_hidden_hold_of_the_page_when_it_is_shown(shown: ModuleType) -> None:
    adventure, log = adventure_of(shown.SALVAGE, _facts(shown)), _log(shown)
    assert CANARY in _seen(adventure_view(adventure, log[:3], for_players=False))
    assert CANARY not in _seen(adventure_view(adventure, log[:3], for_players=True))
    assert CANARY in _seen(adventure_view(adventure, log, for_players=True))


def _seen(view: AdventureView) -> str:
    blocks = view.adventure.kind.stat_blocks(view.state)
    return f"{json.dumps(adventure_view_document(view), ensure_ascii=False)} {blocks}"


def test_the_fields_that_the_page_names_are_those_of_a_kind() -> None:
    named = re.findall(r"`(\w+)`", " ".join(FIELDS.findall(PAGE.read_text(encoding="utf-8"))))
    members = vars(AdventureKind)
    methods = {name for name, member in members.items() if isinstance(member, FunctionType)}
    declared = {*AdventureKind.__annotations__, *methods} - {"read_facts"}
    assert declared - set(named) == {"key", "name", "about", "facts", "actions", "events"}
    assert set(named) <= declared
