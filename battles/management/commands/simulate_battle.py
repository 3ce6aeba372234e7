"""Play many battles from the command line, and print the odds."""

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial, reduce
from typing import Any

from django.core.management.base import CommandParser

from battles.management.playing import PlayingCommand
from battles.selectors.lineups import setup_of_rosters
from rules.board.ground import BoardGround
from rules.documents.reading import json_document
from rules.errors import DocumentError, RulesError
from rules.families.documents import MAX_BYTES, battle_from_document
from rules.p2v_combat.family import P2V
from rules.p2v_combat.sides import BattleSetup
from rules.players.deploying import board_event
from rules.players.simulation import OddsTally, odds_document, simulate_pairs

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
            setup, ground = self._setup(document, as_json=as_json)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=as_json)
        players = self.named_players(options, setup)
        try:
            play = partial(simulate_pairs, setup, players, options["seed"], ground=ground)
            tally = _tally(play, -(-games // 2), workers)
        except RulesError as fault:
            self.fail("battle.event", "", str(fault), as_json=as_json)
        odds = odds_document(setup, players, options["seed"], tally)
        if as_json:
            self.print_json(odds)
        else:
            self._tell(setup, odds)

    def _setup(self, document: object, *, as_json: bool) -> tuple[BattleSetup, BoardGround | None]:
        if isinstance(document, dict) and "format" not in document and "sides" in document:
            setup, ground = setup_of_rosters(document)
            if ground is not None and board_event(P2V.begin(setup), ground) is None:
                self.fail("board.room", "board", "These creatures have no room on this board.", as_json=as_json)
            return setup, ground
        battle = battle_from_document(document)
        self.refuse_family(battle.family, as_json=as_json)
        return battle.setup, None

    def _tell(self, setup: BattleSetup, odds: Mapping[str, Any]) -> None:
        self.stdout.write(f"{odds['games']} games, {odds['draws']} draws")
        for side in setup.sides:
            won, points = odds["odds"][side.key], odds["points"][side.key]
            self.stdout.write(
                f"{side.key} {side.name} ({odds['players'][side.key]}): wins {won['share']:.1%} ({won['low']:.1%} to "
                f"{won['high']:.1%}), {points['mean']:.1f} VP on average"
            )


def _tally(play: Callable[[range], OddsTally], pairs: int, workers: int) -> OddsTally:
    """Return the tally of all pairs, batch by batch; every batch counts, whichever is done first."""
    batches = [range(start, min(start + _BATCH, pairs)) for start in range(0, pairs, _BATCH)]
    if workers == 1 or len(batches) == 1:
        return reduce(OddsTally.joined, map(play, batches))
    with ProcessPoolExecutor(workers) as pool:
        return reduce(OddsTally.joined, pool.map(play, batches))
