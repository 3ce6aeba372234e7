"""What commands share in which the game's own players play."""

from typing import Any

from django.core.management.base import CommandParser

from compendium.management.document_command import DocumentCommand
from rules.combat.family import FightFamily
from rules.p2v_combat.sides import BattleSetup
from rules.players.stock import PLAYERS, STYLES, USUAL_PLAYER, player_named, usual_players
from rules.text import listed


class PlayingCommand(DocumentCommand):
    """A command in which players play sides of a battle."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--side`` and ``--seed``."""
        super().add_arguments(parser)
        parser.add_argument(
            "--side",
            action="append",
            default=[],
            metavar="KEY=PLAYER",
            help=f"who plays a side: {listed(PLAYERS)} (default: {USUAL_PLAYER}); quick, steady and strong in a style "
            f"after a colon: {listed(STYLES)}",
        )
        parser.add_argument("--seed", type=int, required=True, help="a whole number; the same one gives the same play")

    def named_players(self, options: dict[str, Any], setup: BattleSetup) -> dict[str, str]:
        """Return the player of each side; exit with status 2 for an unknown side or player."""
        as_json, players = options["json"], usual_players(setup)
        named: set[str] = set()
        for text in options["side"]:
            side, _, player = text.partition("=")
            if side not in players:
                self.fail("side.unknown", "side", f"There is no side “{side}”: {', '.join(players)}.", as_json=as_json)
            if side in named:
                self.fail("side.repeated", "side", f"Side {side} is named twice.", as_json=as_json)
            if player_named(player) is None:
                words = f"There is no player “{player}”: {', '.join(PLAYERS)}."
                self.fail("player.unknown", "side", words, as_json=as_json)
            named.add(side)
            players[side] = player
        return players

    def refuse_family(self, family: FightFamily, *, as_json: bool) -> None:
        """Exit with status 2 for a battle of other rules than Path 2 Victory's."""
        if "creatures" not in family.capabilities:
            self.fail("battle.family", "family", f"No player plays {family.name}.", as_json=as_json)
