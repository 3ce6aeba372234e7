"""Adventures in tests: one at a table, and what its people do."""

from dataclasses import dataclass, field
from typing import Any

from adventures.models import AdventureRow
from adventures.selectors.folding import ADVENTURE_LOGS
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import LockedAdventure, adventure_make
from adventures.services.recording import check_record, step_record
from rules.adventures.events.event import AdventureEvent
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from rules.adventures.state import Adventure, AdventureState, CheckAttempt
from tests.campaigns.verbs import Table
from tests.replays import replayed
from tests.rules.adventures.parties import NAMED, PARTY
from tests.warbands.verbs import Person, account

SEED = b"the same dice in all adventures."


def dry_well(**more: Any) -> Adventure:
    """A ready adventure of victory points with two participants."""
    ready = library_adventures()["victory-the-dry-well"]
    parts = {
        name: getattr(ready, name) for name in ("facts", "name", "level", "rounds", "round_length", "about", "notes")
    }
    return Adventure(KINDS["victory-points"], **{"participants": PARTY, **parts, **more})


@dataclass
class AdventureTable:
    """An adventure and the people around it, by their names; the first one runs it."""

    key: str
    people: dict[str, Person] = field(default_factory=dict)
    links: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def row(self) -> AdventureRow:
        """The adventure as it is stored."""
        return AdventureRow.objects.get(key=self.key)

    @property
    def state(self) -> AdventureState:
        """Where it stands."""
        return ADVENTURE_LOGS.folded(self.row).state

    def asking(self, name: str = "ada") -> dict[str, Any]:
        """Return the first arguments of a service: who asks, and for which adventure."""
        visitor = AdventureVisitor(self.people[name].owner, self.links.get(name, ()))
        return {"visitor": visitor, "key": self.key}

    def do(self, *events: AdventureEvent, name: str = "ada", **fields: Any) -> LockedAdventure:
        """Record events as one step."""
        return step_record(**self.asking(name), events=lambda state: events, **fields)

    def roll(self, action: str, participant: str, target: str, skill: str, name: str = "ada") -> LockedAdventure:
        """Let the site roll a check."""
        return check_record(**self.asking(name), attempt=CheckAttempt(action, participant, target, skill))


@replayed
def own_adventure(name: str = "ada", **more: Any) -> AdventureTable:
    """Store an adventure of somebody with an account."""
    person = account(name)
    row = adventure_make(owner=person.owner, adventure=dry_well(**more), seed=SEED)
    return AdventureTable(row.key, {name: person})


@replayed
def campaign_adventure(table: Table, **more: Any) -> AdventureTable:
    """Put an adventure into a campaign; ada runs it."""
    participants = more.pop("participants", (NAMED,))
    adventure = dry_well(participants=participants, **more)
    row = adventure_make(owner=table.people["ada"].owner, adventure=adventure, campaign=table.key, seed=SEED)
    return AdventureTable(row.key, dict(table.people))
