"""New revisions of the cards that members are pinned to, and what taking one would change."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.selectors.warbands import WarbandView
from rules.cards.changes import is_same_in_play
from rules.careers import play
from rules.careers.differences import number_differences
from rules.careers.events import CardRevised


@dataclass(frozen=True, slots=True)
class CardErratum:
    """A member whose card has a newer revision than the one it follows, and its numbers that would change by it.

    ``is_left`` is True once its owner has left that revision.
    """

    member: str
    name: str
    creature: str
    key: str
    pinned: int
    newest: int
    changes: tuple[str, ...]
    is_left: bool = False


def card_errata(view: WarbandView) -> tuple[CardErratum, ...]:
    """Return the members of a warband for whom a new revision can be taken. No queries.

    A revision that changes wording alone is not offered.
    """
    found = []
    for career in view.record.careers.by_id.values():
        card, current = career.base_card(view.rulebook), view.rulebook.cards.get(career.member.creature)
        if career.member.revision is None or current is None or card.revision == current.revision:
            continue
        taken = CardRevised(id="preview", member=career.id, revision=current.revision)
        after = play(view.record.careers, [taken], view.rulebook)
        if after.problems or is_same_in_play(card, current):
            continue
        changes = number_differences(career, after.state.by_id[career.id], view.rulebook)
        is_left = career.left_revision == current.revision
        found.append(
            CardErratum(career.id, career.name, card.name, card.key, card.revision, current.revision, changes, is_left)
        )
    return tuple(found)
