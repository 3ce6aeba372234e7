"""A card compared with the built-in creatures of its level, laid out for a page: a strip, a sentence and figures for
each number.
"""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from compendium.builtin import built_in_cards
from compendium.drawings import strip_drawing
from rules.card_comparison import (
    CardJudgment,
    DamageJudgment,
    MeasureJudgment,
    damage_line_words,
    judge_card,
    level_cost_words,
    measure_label,
    measure_number,
    peer_words,
    placement_words,
    spread_figures,
    table_words,
)
from rules.cards.model import Card


@dataclass(frozen=True, slots=True)
class StripRow:
    """One number of a judgment: its label, its value, the strip, its rank in words, and the figures of others.

    ``figures`` are the range, the middle half and the median; ``tables`` is the value in the tables, "" for none.
    """

    label: str
    value: str
    drawing: SafeString
    words: str
    figures: tuple[str, str, str] | None
    tables: str


@dataclass(frozen=True, slots=True)
class JudgmentSheet:
    """A judgment for a page; ``damage`` is that of each feature, and its place in the table, in words."""

    costs: str
    peers: str
    rows: tuple[StripRow, ...]
    damage: tuple[tuple[DamageJudgment, str], ...]


def judgment_sheet(card: Card) -> JudgmentSheet:
    """Return a card compared with the built-in creatures of its level. No query: their cards are files."""
    judgment = judge_card(card, built_in_cards())
    return JudgmentSheet(
        costs=level_cost_words(judgment),
        peers=peer_words(judgment.peers),
        rows=tuple(
            _strip_row(measure, judgment)
            for measure in judgment.measures
            if measure.value is not None or measure.spread
        ),
        damage=tuple((damage, damage_line_words(damage)) for damage in judgment.damage),
    )


def _strip_row(measure_judgment: MeasureJudgment, judgment: CardJudgment) -> StripRow:
    return StripRow(
        label=measure_label(measure_judgment.measure),
        value="–"
        if measure_judgment.value is None
        else measure_number(measure_judgment.measure, measure_judgment.value),
        drawing=strip_drawing(measure_judgment),
        words=placement_words(measure_judgment, judgment.peers),
        figures=spread_figures(measure_judgment),
        tables=table_words(measure_judgment),
    )
