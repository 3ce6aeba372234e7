"""Work a battle's states out from the command line."""

import json
from itertools import islice
from typing import Any

from django.core.management.base import CommandParser

from common.commands import DONE, SOMETHING_WRONG
from compendium.management.document_command import DocumentCommand
from rules.combat.family import FightFamily
from rules.combat.log import LogReplay
from rules.families.documents import MAX_BYTES, battle_from_json, replay, replayed_states

MOST_COMMANDS = 1_000
"""The most commands of each creature that are printed."""


class Command(DocumentCommand):
    """Print the states of a battle; the exit status is 1 if an entry of its log cannot be played."""

    noun = "battle document"
    max_bytes = MAX_BYTES
    help = (
        "Computes the states in a battle document (muster-battle/1). After each entry that counts, it shows each "
        "creature's state, what happened, and which answer comes next. It stores nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--commands",
            action="store_true",
            help=f"Also print what each creature may do at the end, up to {MOST_COMMANDS:,} events.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        battle = self.read_document(options, battle_from_json)
        replayed = replay(battle)
        if options["json"]:
            self._print_states(battle.family, replayed, with_commands=options["commands"])
        else:
            self._tell(battle.family, replayed)
            for creature, events in self._commands(battle.family, replayed).items() if options["commands"] else ():
                self.stdout.write("\n".join(f"{creature}: {json.dumps(event, ensure_ascii=False)}" for event in events))
        raise SystemExit(SOMETHING_WRONG if replayed.fault else DONE)

    def _commands(self, family: FightFamily, replayed: LogReplay) -> dict[str, list[dict[str, Any]]]:
        """Return the events that each creature may send at the end."""
        return {
            creature: [
                family.event_document(event)
                for event in islice(family.commands(replayed.last, creature), MOST_COMMANDS)
            ]
            for creature in replayed.last.combatants
        }

    def _print_states(self, family: FightFamily, replayed: LogReplay, *, with_commands: bool) -> None:
        """Print the document of a replay, a state on a line: the whole of it is never held."""
        divider = '{"states": [\n'
        for state in replayed_states(family, replayed):
            self.stdout.write(divider + json.dumps(state, ensure_ascii=False), ending="")
            divider = ",\n"
        problems = json.dumps(replayed.problems, ensure_ascii=False)
        commands = json.dumps(self._commands(family, replayed), ensure_ascii=False) if with_commands else ""
        more = f', "commands": {commands}' if commands else ""
        self.stdout.write(f'\n], "problems": {problems}{more}}}')

    def _tell(self, family: FightFamily, replayed: LogReplay) -> None:
        for number, state in replayed.states:
            for note in state.notes:
                name = f"{state.name(note.creature)}: " if note.creature else ""
                self.stdout.write(f"[{number}] {name}{note.text}")
        for line in family.standing(replayed.last):
            self.stdout.write(line)
        if replayed.fault:
            self.stdout.write(f"  [{replayed.fault.path}] {replayed.fault.message}")
