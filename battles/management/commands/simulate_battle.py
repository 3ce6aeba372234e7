"""Play many battles from the command line, and print the odds."""

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from django.core.management.base import CommandParser

from battles.management.playing import PlayingCommand
from battles.selectors.lineups import setup_of_rosters
from rules.documents.reading import json_document
from rules.errors import DocumentError, RulesError
from rules.families.documents import MAX_BYTES, battle_from_document
from rules.p2v_combat.sides import BattleSetup
from rules.players.simulation import OddsTally, odds_document, simulated

MOST_GAMES = 1_000_000
MOST_WORKERS = 64
_BATCH = 4
"""The pairs of a batch."""


class Command(PlayingCommand):
    """Print the odds of a battle's set-up, or of two rosters."""

    noun = "document of a battle or of two rosters"
    max_bytes = MAX_BYTES
    help = (
        "Plays many battles from the set-up of a battle (muster-battle/1), or of two rosters, and prints the odds with "
        "intervals at 95 %. The same seed gives the same numbers on any number of workers. It stores nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--games", type=int, required=True, help="how many games; an odd number is rounded up")
        parser.add_argument("--workers", type=int, default=1, help="how many processes play (default: 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        as_json, games, workers = options["json"], options["games"], options["workers"]
        if not 1 <= games <= MOST_GAMES:
            self.fail("games.range", "games", f"Expected from 1 to {MOST_GAMES:,} games.", as_json=as_json)
        if not 1 <= workers <= MOST_WORKERS:
            self.fail("workers.range", "workers", f"Expected from 1 to {MOST_WORKERS} workers.", as_json=as_json)
        document = self.read_document(options, lambda data: json_document(data, most=MAX_BYTES))
        try:
            setup = self._setup(document, as_json=as_json)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=as_json)
        players = self.named_players(options, setup)
        try:
            tally = _tally(setup, players, options["seed"], -(-games // 2), workers)
        except RulesError as fault:
            self.fail("battle.event", "", str(fault), as_json=as_json)
        odds = odds_document(setup, players, options["seed"], tally)
        if as_json:
            self.print_json(odds)
        else:
            self._tell(setup, odds)

    def _setup(self, document: object, *, as_json: bool) -> BattleSetup:
        if isinstance(document, dict) and "format" not in document and "sides" in document:
            return setup_of_rosters(document)
        battle = battle_from_document(document)
        self.refuse_family(battle.family, as_json=as_json)
        setup: BattleSetup = battle.setup
        return setup

    def _tell(self, setup: BattleSetup, odds: Mapping[str, Any]) -> None:
        self.stdout.write(f"{odds['games']} games, {odds['draws']} draws")
        for side in setup.sides:
            won, points = odds["odds"][side.key], odds["points"][side.key]
            self.stdout.write(
                f"{side.key} {side.name} ({odds['players'][side.key]}): wins {won['share']:.1%} ({won['low']:.1%} to "
                f"{won['high']:.1%}), {points['mean']:.1f} VP on average"
            )


def _tally(setup: BattleSetup, players: Mapping[str, str], seed: int, pairs: int, workers: int) -> OddsTally:
    """Return the tally of all pairs, batch by batch; every batch counts, whichever is done first."""
    batches = [range(start, min(start + _BATCH, pairs)) for start in range(0, pairs, _BATCH)]
    tally = OddsTally()
    if workers == 1 or len(batches) == 1:
        for batch in batches:
            tally = tally.joined(simulated(setup, players, seed, batch))
        return tally
    with ProcessPoolExecutor(workers) as pool:
        waiting = [pool.submit(simulated, setup, players, seed, batch) for batch in batches]
        for batch_played in waiting:
            tally = tally.joined(batch_played.result())
    return tally
