"""Commands that a player types as a line: "m4 to F7, spear mara" moves a creature, then attacks with its spear."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from battles.selectors.battles import BattleVisitor
from battles.services.recording import OpenLog, SentEvent, sent_record
from battles.web.sent_forms import NOT_UNDERSTOOD, SentForm
from common.refusal import Refusal
from rules.combat.family import FightFamily
from rules.errors import require
from rules.p2v_combat.action_points import STRIDE
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import open_ways
from rules.p2v_combat.standing import figure_of, named_square, square_name, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now
from rules.text import listed

MOST_TYPED_COMMANDS = 5


class TypedLineDone(NamedTuple):
    """What came of a line: the log after it, the commands that were not carried out, and why not, "" for none."""

    log: OpenLog
    rest: str = ""
    why: str = ""


def line_parts(line: str) -> tuple[str, ...]:
    """Return the commands of a line, which commas separate; raise ``Refusal`` for none or too many."""
    parts = tuple(part.strip() for part in line.split(",") if part.strip())
    if not 0 < len(parts) <= MOST_TYPED_COMMANDS:
        raise Refusal(f"Type 1 to {MOST_TYPED_COMMANDS} commands, separated by commas.", code="command.invalid")
    return parts


def typed_line_record(visitor: BattleVisitor, key: str, sent: SentForm) -> TypedLineDone:
    """Carry out the commands of a typed line, up to a question or one that is refused; raise ``Refusal`` at the first.

    A command without a creature is for that of the command before.
    """
    parts, focus, log = line_parts(sent.text("line")), sent.text("focus"), None
    for number, part in enumerate(parts):
        rest = ", ".join(parts[number:])
        if log is not None and log.folded.family.pending(log.folded.state) is not None:
            return TypedLineDone(log, rest, "A question comes up first.")
        made: list[CreatureActed] = []
        read = _reader(part, focus, None if log else sent.seen, made)
        name = sent.client_key and f"{sent.client_key[:38]}{number or ''}"
        try:
            log = sent_record(visitor=visitor, key=key, read=read, client_key=name, needs="table")
        except Refusal as refused:
            if log is None:
                raise
            return TypedLineDone(log, rest, refused.message)
        focus = made[0].creature if made else focus
    return TypedLineDone(require(log, Refusal(NOT_UNDERSTOOD, code="command.invalid")))


def _reader(part: str, focus: str, seen: int | None, made: list[CreatureActed]) -> Callable[[FightFamily], SentEvent]:
    """Return the reader of a command, which adds what it means to those that were ``made``."""

    def _command(state: BattleState) -> CreatureActed:
        made.append(typed_command(state, part, focus))
        return made[-1]

    return lambda family: SentEvent(_command, seen=seen)


def typed_command(state: BattleState, part: str, focus: str) -> CreatureActed:
    """Return the command that words say.

    It is a creature, or none for ``focus``; then "to" and a square for a Stride, or the squares of its whole way, or an
    action, with "to" and squares or with a target. Names may be shortened while one only begins so; a square names who
    stands there. Raises ``Refusal`` for a command that is not understood, with names that are ambiguous.
    """
    words = part.casefold().split()
    event = next(_readings(state, words, focus), None)
    if event is None:
        shown = " ".join(words)[:40]
        why = next(_ambiguities(state, words, focus), "")
        text = f"“{shown}” is not a command. Write “to F7”, or an action and its target; names may be short."
        raise Refusal(why or text, code="command.invalid")
    return event


def _ambiguities(state: BattleState, words: list[str], focus: str) -> Iterator[str]:
    """Yield which words begin several names, as sentences: those of actions first, then those of creatures."""
    actions = _action_names(state, focus) if focus in state.combatants else {}
    creatures = _creature_names(state)
    for end in range(len(words), 0, -1):
        aimed = words[end:][1:] if words[end : end + 1] in (["at"], ["on"]) else words[end:]
        if aimed and _named(actions, words[:end]) and len(keys := _candidates(creatures, aimed)) > 1:
            yield _may_be(aimed, [_where(state, creature) for creature in keys])
        for names in (actions, creatures):
            if len(keys := _candidates(names, words[:end])) > 1:
                shown = [_where(state, key) if names is creatures else names[key] for key in keys]
                yield _may_be(words[:end], shown)


def _may_be(words: list[str], names: list[str]) -> str:
    return f"“{' '.join(words)[:40]}” may be {listed(dict.fromkeys(names[:6]), 'or')}."


def _where(state: BattleState, creature: str) -> str:
    if not stands(state, creature):
        return f"{state.name(creature)} ({creature})"
    space = figure_of(state, creature).space
    return f"{state.name(creature)} at {square_name((space.x, space.y))}"


def _creature_names(state: BattleState) -> dict[str, str]:
    combatants = (combatant for combatant in state.combatants.values() if combatant.is_in_play)
    return {combatant.id: state.name(combatant.id) for combatant in combatants}


def _action_names(state: BattleState, creature: str) -> dict[str, str]:
    return {key: action.name for key, action in actions_now(state, creature).items() if not action.is_reaction}


def _readings(state: BattleState, words: list[str], focus: str) -> Iterator[CreatureActed]:
    """Yield what a command may mean: first without a creature before it, then with the shortest name."""
    creatures = _creature_names(state)
    for length in range(len(words)):
        actor = _named(creatures, words[:length]) if length else focus
        if actor in creatures:
            yield from _actions_read(state, actor, words[length:], creatures)


def _actions_read(
    state: BattleState, actor: str, words: list[str], creatures: Mapping[str, str]
) -> Iterator[CreatureActed]:
    names = _action_names(state, actor)
    before = words.index("to") if "to" in words else len(words)
    squares = tuple(square for square in map(named_square, words[before + 1 :]) if square)
    if squares and len(squares) == len(words) - before - 1:
        if action := _named(names, words[:before]) if before else STRIDE:
            yield CreatureActed(actor, action, _open_way(state, actor, action), way_to=squares)
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
    keys = _candidates(names, words)
    return keys[0] if len(keys) == 1 else ""


def _candidates(names: Mapping[str, str], words: list[str]) -> list[str]:
    """Return the keys that words may name: the one that they name in full, or all whose names begin so."""
    typed = " ".join(words)
    exact = [key for key, name in names.items() if typed in (name.casefold(), key.casefold(), key.rpartition(".")[2])]
    return exact if len(exact) == 1 else [key for key, name in names.items() if name.casefold().startswith(typed)]
