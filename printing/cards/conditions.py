"""Cards of conditions and of the statuses that outlast a moment: what they change, and how they end."""

from __future__ import annotations

from collections.abc import Iterator

from printing.cards.content import CardContent, ContentBuilder
from printing.cards.pieces import LabeledFigure, figures, sentence_pieces
from printing.columns import Piece
from printing.members import MARKED
from printing.sentences import marked
from printing.styles import TextStyles
from rules.tables.conditions import (
    ACTION_POINTS,
    LOOSE_CONDITIONS,
    Condition,
    action_points,
    expanded,
)
from rules.tables.conditions import BY_NAME as CONDITIONS_BY_NAME
from rules.tables.dying import ELIMINATED_ON
from rules.tables.stats import StatChange, stat_name
from rules.tables.statuses import BY_NAME as STATUSES_BY_NAME
from rules.tables.statuses import Status, conditions_given
from rules.text import listed, with_minus

StateRow = Condition | Status
ROWS: tuple[StateRow, ...] = tuple(CONDITIONS_BY_NAME.get(name) or STATUSES_BY_NAME[name] for name in MARKED)
"""Every condition, and the statuses that are marked on a creature."""

HUE = "CE"
"""The color of these cards, which sets their backs apart."""

_TO_STAY_IN_PLAY = f"{max(ELIMINATED_ON) + 1}–6 on 1d6"


def condition(row: StateRow) -> ContentBuilder:
    """Return the card of a condition or of a status."""
    kind = "condition" if isinstance(row, Condition) else "status"
    also = [loose.name for loose in LOOSE_CONDITIONS if row.name in loose.counts_as]

    def build(styles: TextStyles) -> CardContent:
        return CardContent(
            title=row.name.capitalize(),
            under=f"{kind}, also for {listed(also)}" if also else kind,
            hue=HUE,
            pieces=[*_text_pieces(row, styles)],
            foot=f"{kind.capitalize()} · Core rules",
        )

    return build


def conditions() -> tuple[ContentBuilder, ...]:
    """Return the cards of all conditions and of the statuses that are marked on a creature."""
    return tuple(map(condition, ROWS))


def changes(row: StateRow) -> tuple[LabeledFigure, ...]:
    """Return what a condition or a status changes, the statuses it brings included, in numbers and a few words."""
    names = [row.name] if isinstance(row, Condition) else conditions_given([row.name])
    own = () if isinstance(row, Condition) else _own_changes(row)
    present = expanded(names)
    stats = dict.fromkeys((*(change for condition in present for change in condition.changes), *own))
    found = [(stat_name(change.stat), with_minus(f"{change.by:+d}")) for change in stats]
    lost = max((condition.action_points_lost for condition in present), default=0)
    if lost:
        found.append(("Next turn", f"{ACTION_POINTS - lost} AP"))
    if any(condition.no_reactions for condition in present):
        found.append(("Reactions", "none"))
    if any(condition.no_willing_movement for condition in present):
        found.append(("Own movement", "none"))
    found += [
        (
            "Opponent spends",
            "all AP" if condition.opponent_spends == ACTION_POINTS else f"{condition.opponent_spends} AP",
        )
        for condition in present
        if condition.opponent_spends
    ]
    return (*found, *_OF_STATUSES.get(row.name, ()))


_OF_STATUSES: dict[str, tuple[LabeledFigure, ...]] = {
    "quickened": (("Next turn", f"{action_points(quickened=True)} AP"),),
    "prone": (("Moves by", "Crawl"),),
    "invisible": (("Line of sight", "none"),),
    "dying": (("Actions", "none"), ("Stays in play", _TO_STAY_IN_PLAY)),
}


def _own_changes(row: Status) -> Iterator[StatChange]:
    """Yield the changes of a status and of the statuses that it brings."""
    yield from row.changes
    for name in row.gives:
        if name in STATUSES_BY_NAME:
            yield from _own_changes(STATUSES_BY_NAME[name])


def _text_pieces(row: StateRow, styles: TextStyles) -> Iterator[Piece]:
    yield from figures(changes(row), styles, styles.palette.hue(HUE).wash)
    for words in row.text.split("\n\n"):
        yield from sentence_pieces(marked(words, styles.text, styles.term), styles)
    ends = row.ending if isinstance(row, Condition) else f"It ends {row.ends}."
    yield from sentence_pieces(marked(ends, styles.small, styles.small_term), styles)
