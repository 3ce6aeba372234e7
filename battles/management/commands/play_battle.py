"""Play a battle to its end from the command line."""

from dataclasses import replace
from typing import Any

from battles.management.playing import PlayingCommand
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.families.documents import MAX_BYTES, battle_document, battle_from_json
from rules.players.playing import SealedChoiceError, play_to_end
from rules.players.stock import players_for


class Command(PlayingCommand):
    """Print a battle with every entry up to its end, and the result."""

    noun = "battle document"
    max_bytes = MAX_BYTES
    help = (
        "Plays the battle in a document (muster-battle/1), with its entries so far, to its end with the game's own "
        "players. The same file, players and seed give the same battle. It stores nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        battle = self.read_document(options, battle_from_json)
        as_json = options["json"]
        self.refuse_family(battle.family, as_json=as_json)
        players = self.named_players(options, battle.setup)
        try:
            seed = str(options["seed"])
            entries, state = play_to_end(battle.setup, battle.entries, players_for(battle.setup, players, seed), seed)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=as_json)
        except SealedChoiceError as fault:
            self.fail("battle.sealed", "setup.table.seals", str(fault), as_json=as_json)
        except (RulesError, ChangeRefused) as fault:
            self.fail("battle.event", "log", str(fault), as_json=as_json)
        sides = [side.key for side in battle.setup.sides]
        result = state.result
        winner = result.winner if result else None
        points = {side: result.points(side) if result else 0 for side in sides}
        if as_json:
            ended = {"winner": winner, "points": points, "rounds": state.round}
            self.print_json(
                {"battle": battle_document(replace(battle, entries=entries)), "result": ended, "players": players}
            )
        else:
            names = {side.key: side.name for side in battle.setup.sides}
            self.stdout.write(result.sentence(names) if result else "")
            self.stdout.write(f"{state.round} rounds, {len(entries)} entries.")
