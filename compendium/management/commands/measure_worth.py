"""Measure what the built-in creatures are worth in points, by games."""

from concurrent.futures import ProcessPoolExecutor
from time import monotonic
from typing import Any

from django.core.management.base import CommandParser

from common.commands import JsonCommand
from compendium.builtin import built_in_cards
from compendium.builtin.worth import MeasuredWorth, card_stamp, measured_worths, write_worths
from compendium.cards import digest
from rules.cards.model import Card
from rules.players.worth import VERSION, WorthPair, play_worth_pair, worth_interval

MOST_WORKERS = 64


class Command(JsonCommand):
    """Play pairs of games for each built-in creature and keep them beside its card."""

    help = (
        "Plays pairs of games of each built-in creature against its peers, until each has so many, and writes them "
        "with its worth to compendium/builtin/worth.json. Called again, it goes on. A changed card, or another version "
        "of rules and players, begins anew. The same number of pairs gives the same file on any number of workers."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--pairs", type=int, required=True, help="how many pairs of games for each creature")
        parser.add_argument("--seconds", type=int, default=0, help="after how long it stops (default: never)")
        parser.add_argument("--workers", type=int, default=1, help="how many processes play (default: 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        as_json, pairs, workers = options["json"], options["pairs"], options["workers"]
        if not 1 <= workers <= MOST_WORKERS or pairs < 1:
            self.fail("workers.range", "workers", f"Expected 1 to {MOST_WORKERS} workers and a pair.", as_json=as_json)
        until = monotonic() + options["seconds"] if options["seconds"] else None
        played = {card.key: _kept(card) for card in built_in_cards()}
        with ProcessPoolExecutor(workers) as pool:
            # A pair for each creature before the next one: all rest on as many games, whenever it stops.
            while (few := min(map(len, played.values()))) < pairs and (until is None or monotonic() < until):
                waiting = {key: own for key, own in played.items() if len(own) == few}
                results = pool.map(_next_pair, waiting, waiting.values(), chunksize=1)
                played |= {key: (*own, result) for (key, own), result in zip(waiting.items(), results, strict=True)}
                write_worths(_measured(played))
        write_worths(_measured(played))
        few = min(map(len, played.values()))
        if as_json:
            self.print_json({"creatures": len(played), "pairs": few})
        else:
            self.stdout.write(f"{len(played)} creatures, {2 * few} games each")


def _kept(card: Card) -> tuple[WorthPair, ...]:
    row = measured_worths().get(card.key)
    return row.pairs if row and row.version == VERSION and row.stamp == _stamp(card) else ()


def _stamp(card: Card) -> str:
    return card_stamp(digest(card))


def _cards() -> dict[str, Card]:
    return {card.key: card for card in built_in_cards()}


def _next_pair(key: str, earlier: tuple[WorthPair, ...]) -> WorthPair:
    return play_worth_pair(_cards()[key], _cards(), earlier)


def _measured(played: dict[str, tuple[WorthPair, ...]]) -> dict[str, MeasuredWorth]:
    return {
        key: MeasuredWorth(VERSION, _stamp(_cards()[key]), worth_interval(_cards()[key].points, pairs), pairs)
        for key, pairs in played.items()
    }
