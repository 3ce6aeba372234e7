"""Cards of items, of conditions and of objectives."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from printing.boxes import ticks
from printing.canvas import LEADING, Box, Canvas, TextStyles
from printing.cards.frame import ROOM, CardContent, ContentBuilder, LabeledFigure, figures, sentence_pieces, to_write
from printing.columns import Piece, space
from printing.members import MARKED
from printing.sentences import marked
from printing.text import ASCENT, DESCENT, SIGNS, Run, line, lines
from rules.glossary import catalog
from rules.items.item import Item
from rules.roster import ItemChoice
from rules.sheets.members import item_line
from rules.sheets.model import ItemLine
from rules.tables.conditions import (
    ACTION_POINTS,
    LOOSE_CONDITIONS,
    STATUSES_BY_NAME,
    Condition,
    Status,
    action_points,
    conditions_given,
    expanded,
)
from rules.tables.conditions import BY_NAME as CONDITIONS_BY_NAME
from rules.tables.dying import ELIMINATED_ON
from rules.tables.objectives import TERRAIN, Objective, SpecialObjective, claim_terms
from rules.tables.prose import Entry
from rules.tables.stats import StatChange, stat_name
from rules.text import listed, with_minus

OBJECTIVE_HUE = "CG"
"""The color of these cards, which distinguishes their backs."""

_DICE = "⚀⚁⚂⚃⚄⚅"
_LABELS = ("Success: ", "Failure: ", "Owned: ")
_TICK = 7.0  # side of a box to tick
_CLAIMS = 3  # lines for those who have claimed an objective, one after the other


def objective(row: Objective) -> ContentBuilder:
    """Return the card of a standard objective: the requirement of each face of its d6, with a box to tick."""
    entry = _entry("objective", row.key)

    def build(styles: TextStyles) -> CardContent:
        return CardContent(
            title=row.name,
            under=f"standard objective · {listed(TERRAIN)} terrain",
            hue=OBJECTIVE_HUE,
            pieces=[*_faces(row, styles), *_objective_pieces(entry, styles)],
            base=_claimed(styles),
        )

    return build


def special(row: SpecialObjective) -> ContentBuilder:
    """Return the card of a special objective."""
    entry = _entry("special-objective", row.key)

    def build(styles: TextStyles) -> CardContent:
        wash = styles.palette.hue(OBJECTIVE_HUE).wash
        return CardContent(
            title=row.name,
            under="special objective",
            hue=OBJECTIVE_HUE,
            pieces=[*figures(entry.facts, styles, wash), *_objective_pieces(entry, styles)],
            base=_claimed(styles),
        )

    return build


def _entry(kind: str, key: str) -> Entry:
    return catalog.by_key()[kind, key]


def _faces(row: Objective, styles: TextStyles) -> Iterator[Piece]:
    """A row for each face of the d6: a box to tick, the skills that count, and the Power."""
    for place, die in enumerate(_DICE):
        terms = claim_terms(row, place + 1)
        yield _face(die, listed(terms.skills, "or"), f"Power {terms.power}", styles)
    yield space(3)


def _face(die: str, skills: str, power: str, styles: TextStyles) -> Piece:
    sign = line(Run(die, styles.style(SIGNS, 1.5)))
    price = line(Run(power, styles.bold))
    start = _TICK + 4 + sign.width + 4
    words = lines([Run(skills, styles.text)], ROOM - start - price.width - 6)
    leading = styles.size * LEADING
    height = max(leading * len(words), _TICK + 1.5) + 2.5

    def draw(canvas: Canvas, left: float, top: float) -> None:
        middle = top + height / 2 - 0.4
        canvas.tick_box(Box(left, middle - _TICK / 2, left + _TICK, middle + _TICK / 2), styles.palette.edge)
        canvas.text(sign, left + _TICK + 4, middle + (ASCENT - DESCENT) * sign.size / 2)
        first = middle - leading * (len(words) - 1) / 2 + (ASCENT - DESCENT) * styles.size / 2
        for number, text_line in enumerate(words):
            canvas.text(text_line, left + start, first + number * leading)
        canvas.text(price, left + ROOM - price.width, middle + (ASCENT - DESCENT) * price.size / 2)
        canvas.rule(left, top + height - 0.4, left + ROOM, styles.palette.rule, 0.4)

    return Piece(height, draw, keep=True)


def _objective_pieces(entry: Entry, styles: TextStyles) -> Iterator[Piece]:
    for words in entry.text.split("\n\n"):
        label = next((label for label in _LABELS if words.startswith(label)), "")
        runs = [Run(label.replace(":", ""), styles.bold)] if label else []
        yield from sentence_pieces([*runs, *marked(words.removeprefix(label), styles.text, styles.term)], styles)


def _claimed(styles: TextStyles) -> Sequence[Piece]:
    return [to_write("then by" if place else "Claimed by", styles) for place in range(_CLAIMS)]


_LARGER = 1.12  # the words of an item are few


def item_card(thing: Item) -> ContentBuilder:
    """Return the card of an item, with a line or boxes for its player's choices."""
    line = item_line(0, ItemChoice(thing.key), thing)
    source = "Core rules" if thing.in_rulebook else "Later public material"

    def build(styles: TextStyles) -> CardContent:
        styles = _larger(styles)
        pieces = [*_item_pieces(line, styles)]
        if thing.needs:
            pieces += sentence_pieces([Run(f"Usable only by {thing.needs}.", styles.small)], styles)
        return _content(line, pieces, _to_choose(line, thing.options, styles), f"{source} · {thing.license}", styles)

    return build


def carried(line: ItemLine, carrier: str = "") -> ContentBuilder:
    """Return the card of an item that a member carries; ``carrier`` is the member's name."""

    def build(styles: TextStyles) -> CardContent:
        styles = _larger(styles)
        foot = f"Carried by {carrier}" if carrier else ""
        return _content(line, _item_pieces(line, styles), _to_choose(line, (), styles), foot, styles)

    return build


def _larger(styles: TextStyles) -> TextStyles:
    return replace(styles, size=_LARGER * styles.size)


def _content(
    line: ItemLine, pieces: Iterable[Piece], base: Iterable[Piece], foot: str, styles: TextStyles
) -> CardContent:
    return CardContent(
        title=line.full_name,
        under=" · ".join((f"{line.kind} item", *line.tags)) if line.known else "unknown item",
        price=str(line.level) if line.known else "",
        aside="level" if line.known else "",
        pieces=[*pieces],
        base=[*base],
        foot=foot,
    )


def _item_pieces(line: ItemLine, styles: TextStyles) -> Iterator[Piece]:
    yield from figures([*_figures(line)], styles, styles.palette.no_hue.wash)
    if not line.known:
        yield from sentence_pieces([Run("Unknown item.", styles.text)], styles)
    if line.trigger:
        head = Run(f"{line.precondition} ", styles.bold)
        yield from sentence_pieces([head, *marked(line.trigger, styles.text, styles.term)], styles)
    if line.text:
        yield from sentence_pieces(marked(line.text, styles.text, styles.term), styles)


def _figures(line: ItemLine) -> Iterator[LabeledFigure]:
    """What using the item takes: the boxes of its uses, its cost, its range."""
    if line.uses:
        yield "Use", "".join(mark.sign for mark in line.uses)
    if line.cost:
        yield "Cost", line.cost.sign or line.cost.words
    if line.reach:
        kind, _, squares = line.reach.removesuffix(" strike").partition(" ")
        label = f"{kind} strike" if line.reach.endswith(" strike") else kind
        yield (label, squares) if squares else ("Range", label)


def _to_choose(line: ItemLine, options: Sequence[str], styles: TextStyles) -> Iterator[Piece]:
    """Space for the player to write or tick open choices."""
    if line.open_choice and options:
        yield from sentence_pieces([Run(f"{line.asks_for.capitalize()}:", styles.small)], styles)
        yield from ticks(options, ROOM, styles)
    elif line.open_choice:
        yield to_write(line.asks_for.capitalize(), styles)


StateRow = Condition | Status
ROWS: tuple[StateRow, ...] = tuple(CONDITIONS_BY_NAME.get(name) or STATUSES_BY_NAME[name] for name in MARKED)
"""Every condition, and the statuses that players mark on a creature."""

CONDITION_HUE = "CE"
"""The color of these cards, which distinguishes their backs."""

_TO_STAY_IN_PLAY = f"{max(ELIMINATED_ON) + 1}–6 on 1d6"


def condition(row: StateRow) -> ContentBuilder:
    """Return the card of a condition or of a status."""
    kind = "condition" if isinstance(row, Condition) else "status"
    also = [loose.name for loose in LOOSE_CONDITIONS if row.name in loose.counts_as]

    def build(styles: TextStyles) -> CardContent:
        return CardContent(
            title=row.name.capitalize(),
            under=f"{kind}, also for {listed(also)}" if also else kind,
            hue=CONDITION_HUE,
            pieces=[*_condition_pieces(row, styles)],
            foot=f"{kind.capitalize()} · Core rules",
        )

    return build


def changes(row: StateRow) -> tuple[LabeledFigure, ...]:
    """Return what a condition or a status changes, including the statuses that it causes, in numbers and a few
    words.
    """
    names = [row.name] if isinstance(row, Condition) else conditions_given([row.name])
    own = () if isinstance(row, Condition) else _own_changes(row)
    present = expanded(names)
    stats = dict.fromkeys((*(change for condition in present for change in condition.changes), *own))
    figures = [(stat_name(change.stat), with_minus(f"{change.by:+d}")) for change in stats]
    lost = max((condition.action_points_lost for condition in present), default=0)
    if lost:
        figures.append(("Next turn", f"{ACTION_POINTS - lost} AP"))
    if any(condition.no_reactions for condition in present):
        figures.append(("Reactions", "none"))
    if any(condition.no_willing_movement for condition in present):
        figures.append(("Own movement", "none"))
    figures += [
        (
            "Opponent spends",
            "all AP" if condition.opponent_spends == ACTION_POINTS else f"{condition.opponent_spends} AP",
        )
        for condition in present
        if condition.opponent_spends
    ]
    return (*figures, *_OF_STATUSES.get(row.name, ()))


_OF_STATUSES: dict[str, tuple[LabeledFigure, ...]] = {
    "quickened": (("Next turn", f"{action_points(quickened=True)} AP"),),
    "prone": (("Moves by", "Crawl"),),
    "invisible": (("Line of sight", "none"),),
    "dying": (("Actions", "none"), ("Stays in play", _TO_STAY_IN_PLAY)),
}


def _own_changes(row: Status) -> Iterator[StatChange]:
    """Yield the changes of a status and of the statuses that it causes."""
    yield from row.changes
    for name in row.gives:
        if name in STATUSES_BY_NAME:
            yield from _own_changes(STATUSES_BY_NAME[name])


def _condition_pieces(row: StateRow, styles: TextStyles) -> Iterator[Piece]:
    yield from figures(changes(row), styles, styles.palette.hue(CONDITION_HUE).wash)
    for words in row.text.split("\n\n"):
        yield from sentence_pieces(marked(words, styles.text, styles.term), styles)
    ends = row.ending if isinstance(row, Condition) else f"It ends {row.ends}."
    yield from sentence_pieces(marked(ends, styles.small, styles.small_term), styles)
