"""A card judged: each of its numbers beside those of other creatures and of the tables for its level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.card_comparison.measures import MEASURES, ValueSpread, measure_value, spread_of
from rules.card_comparison.peers import PeerGroup, peers_at
from rules.card_comparison.tables import DamageJudgment, TableValue, damage_judgments, table_values
from rules.cards.model import Card
from rules.points import LevelCost, level_cost


@dataclass(frozen=True, slots=True)
class MeasureJudgment:
    """One number of a card beside those of others.

    ``value`` is None if the card does not have it, ``spread`` if no other creature has it. ``tables`` are what the
    rulebook's tables have for it.
    """

    measure: str
    value: int | None
    spread: ValueSpread | None
    tables: tuple[TableValue, ...] = ()


@dataclass(frozen=True, slots=True)
class CardJudgment:
    """A card beside the creatures of ``peers``, with the points of its level, in the order of ``MEASURES``."""

    costs: LevelCost
    peers: PeerGroup
    measures: tuple[MeasureJudgment, ...]
    damage: tuple[DamageJudgment, ...]


def judge_card(card: Card, others: Iterable[Card]) -> CardJudgment:
    """Return where a card stands among ``others`` of its level and in the tables. Never raises."""
    peers = peers_at(card.level, others)
    tables = table_values(card)
    return CardJudgment(
        costs=level_cost(card.level),
        peers=peers,
        measures=tuple(
            MeasureJudgment(
                measure=measure,
                value=measure_value(card, measure),
                spread=spread_of(measure, peers.cards),
                tables=tuple(table for table in tables if table.stat == measure),
            )
            for measure in MEASURES
        ),
        damage=damage_judgments(card),
    )
