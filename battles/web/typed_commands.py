"""Commands that a player types as a line: "m4 to F7, spear mara" moves a creature, then attacks with its spear."""

from collections.abc import Iterable, Iterator, Mapping

from common.refusal import Refusal
from rules.p2v_combat.action_points import STRIDE
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import open_ways
from rules.p2v_combat.standing import figure_of, named_square, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now

MOST_TYPED_COMMANDS = 5


def typed_commands(state: BattleState, line: str, focus: str) -> tuple[CreatureActed, ...]:
    """Return the commands of a line, which commas separate.

    A command is a creature, or none for that of the command before or else ``focus``; then "to" and a square for a
    Stride, or an action, with "to" and a square or with a target. Names may be shortened while one only begins so; a
    square names who stands there.
    Raises ``Refusal`` for a line that says none or too many, or a command that is not understood.
    """
    typed = [part.split() for part in line.casefold().split(",") if part.strip()]
    if not 0 < len(typed) <= MOST_TYPED_COMMANDS:
        raise Refusal(f"Type 1 to {MOST_TYPED_COMMANDS} commands, separated by commas.", code="command.invalid")
    creature, events = focus, []
    for words in typed:
        event = next(_readings(state, words, creature), None)
        if event is None:
            shown = " ".join(words)[:40]
            text = f"“{shown}” is not a command. Write “to F7”, or an action and its target; names may be short."
            raise Refusal(text, code="command.invalid")
        events.append(event)
        creature = event.creature
    return tuple(events)


def _readings(state: BattleState, words: list[str], focus: str) -> Iterator[CreatureActed]:
    """Yield what a command may mean: first without a creature before it, then with the shortest name."""
    combatants = (combatant for combatant in state.combatants.values() if combatant.is_in_play)
    creatures = {combatant.id: state.name(combatant.id) for combatant in combatants}
    for length in range(len(words)):
        actor = _named(creatures, words[:length]) if length else focus
        if actor in creatures:
            yield from _actions_read(state, actor, words[length:], creatures)


def _actions_read(
    state: BattleState, actor: str, words: list[str], creatures: Mapping[str, str]
) -> Iterator[CreatureActed]:
    names = {key: action.name for key, action in actions_now(state, actor).items() if not action.is_reaction}
    square = named_square(words[-1]) if words[-2:-1] == ["to"] else None
    if square is not None:
        if action := _named(names, words[:-2]) if words[:-2] else STRIDE:
            yield CreatureActed(actor, action, _open_way(state, actor, action), way_to=(square,))
        return
    for end in range(len(words), 0, -1):
        aimed = words[end:]
        aimed = aimed[1:] if aimed[:1] in (["at"], ["on"]) else aimed
        target = (_named(creatures, aimed) or _standing_at(state, aimed[-1], creatures)) if aimed else ""
        if (action := _named(names, words[:end])) and (target or not aimed):
            targets = (AimedTarget(target),) if target else ()
            yield CreatureActed(actor, action, _open_way(state, actor, action), targets)


def _open_way(state: BattleState, creature: str, action: str) -> str:
    """Return the way in which an action is possible now, "" for its first one: the battle says why that is not."""
    return next((way.key for known, way in open_ways(state, creature) if known.key == action), "")


def _standing_at(state: BattleState, name: str, creatures: Iterable[str]) -> str:
    """Return the creature in play on a square, "" for none."""
    square = named_square(name)
    standing = (creature for creature in creatures if stands(state, creature))
    return next((creature for creature in standing if square in figure_of(state, creature).space.squares), "")


def _named(names: Mapping[str, str], words: list[str]) -> str:
    """Return the key that words name: its end, or a name, or the beginning of one name alone; "" for none."""
    typed = " ".join(words)
    exact = [key for key, name in names.items() if typed in (name.casefold(), key.casefold(), key.rpartition(".")[2])]
    begun = [key for key, name in names.items() if name.casefold().startswith(typed)]
    return next((keys[0] for keys in (exact, begun) if len(keys) == 1), "")
