"""Short ways to change drafts, for the tests of building."""

import pytest

from rules.building.changes import Change
from rules.building.draft import Draft
from rules.cards.model import Card
from rules.errors import ChangeRefused
from rules.legality.resolved import Rulebook
from rules.roster import ItemChoice, Member, Roster
from tests.rules.legal import check
from tests.rules.warbands import BOOK, STATS

# A commander of a commander, two that bring each other, one whose minion nobody knows, one that brings too many.
WARLORD = Card("warlord", "Warlord", 3, "LE", "Medium", STATS, starts_with=("kobold-druid", "wolf"))
CHIEF = Card("chief", "Chief", 2, "LE", "Medium", STATS, starts_with=("shaman",))
SHAMAN = Card("shaman", "Shaman", 1, "LE", "Medium", STATS, starts_with=("chief", "wolf"))
HERMIT = Card("hermit", "Hermit", 1, "LE", "Medium", STATS, starts_with=("nobody",))
KING = Card("king", "King", 4, "LE", "Medium", STATS, starts_with=("rank-1",) * 20)
RANKS = tuple(
    Card(f"rank-{number}", "Courtier", 3, "LE", "Medium", STATS, starts_with=(f"rank-{number + 1}",) * 20)
    for number in range(1, 9)
)

BIG_BOOK: Rulebook = BOOK.with_cards((WARLORD, CHIEF, SHAMAN, HERMIT))
"""The small rulebook with odd commanders."""
COURT: Rulebook = BIG_BOOK.with_cards((KING, *RANKS))
"""The rulebook in which the king brings more than any machine can count."""


def draft(*members: Member | str, **fields: object) -> Draft:
    """Return a draft of a Lawful Evil warband of 200 points for limited play, with other fields where given."""
    enlisted = tuple(Member(member) if isinstance(member, str) else member for member in members)
    given = {"name": "Ash Company", "play_mode": "limited", "points_limit": 200, "alignment": "LE"} | fields
    return Draft(Roster(enlisted, **given))  # type: ignore[arg-type]  # whatever the test gives


def after(start: Draft, *changes: Change) -> Draft:
    """Return the draft after the changes."""
    for change in changes:
        start = change.apply(start, BIG_BOOK)
    return start


def refused(start: Draft, change: Change) -> str:
    """Return the sentence with which a change of the draft is refused."""
    with pytest.raises(ChangeRefused) as refusal:
        change.apply(start, BIG_BOOK)
    return refusal.value.message


def words(start: Draft, change: Change) -> str:
    """Return how a change of the draft, which has to be possible, is described."""
    change.apply(start, BIG_BOOK)
    return change.describe(start, BIG_BOOK)


def shape(warband: Draft) -> list[tuple[str, str, str | None]]:
    """Return the members in their order: id, creature, commander."""
    return [(member.id, member.creature, member.minion_of) for member in warband.roster.members]


def codes(warband: Draft) -> list[str]:
    """Return the codes of everything that is wrong with a draft."""
    return [problem.code for problem in check(warband.roster, BIG_BOOK)]


def items(*keys: str) -> tuple[ItemChoice, ...]:
    """Return items without choices."""
    return tuple(map(ItemChoice, keys))
