"""Writing to the log of a battle: the only way to add entries, and permissions for them.

A command adds an entry, then the server's dice that it needs. A request that is sent twice counts once, by its
``client_key``. ``played_logs`` has the shared parts of all logs.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from math import ceil
from typing import Any

from django.db import transaction
from django.utils import timezone

from battles.models import Battle
from battles.models.battles import BattleDice, BattleStatus
from battles.selectors.battles import BattleView, BattleVisitor, battle_of, battle_view, treasure_spot
from battles.selectors.families import refuse_other_rules, undoing_side, waits_for_dice
from battles.selectors.folding import BATTLE_LOGS, MAX_ROLLS, AnyFoldedFight, folded_fight, narrowed, note_sentence
from battles.selectors.lineups import cards_of_creatures
from battles.services.battles import (
    CLOSED,
    NOT_FOUND,
    BattleNotFound,
    announce_progress,
    battle_locked,
    free_seats,
    refuse_many_against,
)
from battles.services.setup import (
    disguise_answered,
    disguise_shown,
    game_secret_shown,
    game_secrets_seal,
    save_table,
    with_objective_creatures,
)
from common.refusal import Refusal
from played_logs.services.recording import entries_store, last_step, played_on, refuse_full, refuse_late, undone_step
from rules.combat.family import FightCapability, FightFamily
from rules.combat.log import OTHERS_ACTED, ROLLED, LogEntry, LogEvent, StepRedone, StepUndone, UndoAnswered, UndoAsked
from rules.combat.resolution import RevealAsk, RollAsk
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, DocumentError, require
from rules.p2v_combat.events.moving import CreatureJoined
from rules.p2v_combat.events.objectives import SpotDug
from rules.p2v_combat.events.standing import BoardLaid
from rules.p2v_combat.events.turns import ThinkingCut
from rules.p2v_combat.state import BattleState
from rules.text import counted

PATIENCE = timedelta(seconds=20)
"""How long the acting side waits for others' offers before it may continue without them."""
MOST_BOARDS = 20
"""How many boards a log may contain, other than that of the table, whether they count or are undone."""
NOT_YOURS = "Another side decides this."


def refuse_event(view: BattleView, folded: AnyFoldedFight, event: LogEvent, side: str | None) -> str | None:
    """Return the side for which an event is recorded; raise ``Refusal`` if the visitor may not record it.

    ``side`` is the one for which the visitor wants to act, None for the one that fits.
    """
    if side is not None and side not in view.held:
        raise Refusal("You do not play this side.", code="side.forbidden")
    own = folded.family.whose(folded.state, event)
    if own is None or own not in [side.key for side in folded.setup.sides]:
        return side or view.held[0]
    if folded.setup.side(own).player == "game":
        return None
    if own in view.held:
        return own
    if arbiter := next((arbiter for arbiter in folded.arbiters if arbiter in view.held), None):
        return arbiter
    if folded.family.passes(event):
        left = patience_left(view.battle)
        if not left:
            return view.held[0]
        name = folded.setup.side(own).name
        raise Refusal(
            f"{name} can still react. You can go on without an answer in {counted(left, 'second')}.",
            code="reaction.locked",
        )
    raise Refusal(NOT_YOURS, code="side.forbidden")


def patience_left(battle: Battle) -> int:
    """Return how many seconds a side with an offer has left before others may continue. One query."""
    at = battle.entries.filter(number=battle.head).values_list("at", flat=True).first()
    left = PATIENCE if at is None else at + PATIENCE - timezone.now()
    return max(0, ceil(left.total_seconds()))


Command = Callable[[Any], LogEvent | tuple[LogEvent, ...]]
"""Makes an event from the state when it is recorded, or several that are one step of the log."""


@dataclass(frozen=True, slots=True)
class SentEvent:
    """A person's request: the command that makes the event, and its side, None for the one that fits.

    ``seen`` is the number of the last entry that the player's page showed; None for an event that may follow any other,
    such as HP by tap.
    """

    command: Command
    side: str | None = None
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class OpenLog:
    """A battle with a locked row in its writer's view, with its log so far."""

    view: BattleView
    folded: AnyFoldedFight

    @property
    def battle(self) -> Battle:
        """The battle."""
        return self.view.battle

    def lines_since(self, seen: int) -> list[str]:
        """Return the events since the entry of that number, in sentences."""
        lines = (line for line in self.folded.lines if line.number > seen)
        return [note_sentence(self.folded.state, note) for line in lines for note in line.notes]


@transaction.atomic
def event_record(
    *,
    visitor: BattleVisitor,
    key: str,
    command: Command,
    side: str | None = None,
    seen: int | None = None,
    client_key: str = "",
    needs: FightCapability | None = None,
) -> OpenLog:
    """Record a side's action, with the server's dice that follow, and return the log after it.

    ``needs`` names the capabilities that the fight's rules must have. Raises ``Refusal``.
    """
    sent = SentEvent(command, side, seen)
    return sent_record(visitor=visitor, key=key, read=lambda family: sent, client_key=client_key, needs=needs)


@transaction.atomic
def sent_record(
    *,
    visitor: BattleVisitor,
    key: str,
    read: Callable[[FightFamily], SentEvent],
    client_key: str = "",
    needs: FightCapability | None = None,
) -> OpenLog:
    """Record the event that ``read`` makes from a form or a document under the fight's family. Raises ``Refusal``."""
    log = _opened(visitor, key, None)
    if needs is not None:
        refuse_other_rules(log.battle, needs)
    if client_key and log.battle.entries.filter(client_key=client_key).exists():
        return log
    sent = read(log.folded.family)
    refuse_late(BATTLE_LOGS, log.battle, sent.seen, log.lines_since)
    try:
        made = sent.command(log.folded.state)
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="command.invalid") from refused
    events = made if isinstance(made, tuple) else (made,)
    for event in events:
        _refuse_unreadable(log.folded.family, event)
        _refuse_boards(log.battle, event)
    sides = [refuse_event(log.view, log.folded, event, sent.side) for event in events]
    if log.folded.family.begins(events[0]) and not log.battle.head:
        log = _sealed(log)
    return _written(log, list(zip(sides, events, strict=True)), client_key, goes_on=True)


def _sealed(log: OpenLog) -> OpenLog:
    """Return the log of a fight that begins, with the secret choices of a side of the game.

    Adds the creatures of objectives to older set-ups without them.
    """
    if "secrets" not in log.folded.family.capabilities:
        return log
    before = narrowed(log.folded).setup
    setup = with_objective_creatures(before, before.table)
    is_joined = setup.fielded != before.fielded
    if is_joined:
        save_table(log.battle, setup, setup.table)
    is_sealed = game_secrets_seal(log.battle, setup)
    return OpenLog(log.view, folded_fight(log.battle)) if is_sealed or is_joined else log


@transaction.atomic
def game_record(view: BattleView, *, seen: int, event: LogEvent, was_cut: bool = False) -> OpenLog | None:
    """Record a command of a side that the game plays; None if anything happened since the entry that it has seen.

    If the command ``was_cut``, an entry after it says that there was no time to weigh more.
    """
    battle = require(battle_of(view.battle.key, locked=True), BattleNotFound(NOT_FOUND))
    if battle.head != seen or battle.status == BattleStatus.CLOSED or battle.head >= BATTLE_LOGS.most_entries:
        return None
    log = OpenLog(replace(view, battle=battle), folded_fight(battle))
    own = log.folded.family.whose(log.folded.state, event)
    side = own if own in log.folded.setup.people else None
    if side is not None and not battle.seats.filter(side=side).exclude(played_by="").exists():
        return None
    cut: list[tuple[str | None, LogEvent]] = [(None, ThinkingCut(side))] if was_cut and side is not None else []
    return _written(log, [(side, event), *cut], goes_on=True)


@transaction.atomic
def dice_record(*, visitor: BattleVisitor, key: str, seen: int | None = None, client_key: str = "") -> OpenLog:
    """Let the server make the present roll of the battle; raise ``Refusal`` if there is none."""
    log = _opened(visitor, key, None)
    if client_key and log.battle.entries.filter(client_key=client_key).exists():
        return log
    refuse_late(BATTLE_LOGS, log.battle, seen, log.lines_since)
    ask = log.folded.family.pending(log.folded.state)
    if not isinstance(ask, RollAsk):
        raise Refusal("No roll is due any more.", code="roll.state")
    event = _rolled(log.battle, log.folded.family, ask)
    side = refuse_event(log.view, log.folded, event, None)
    return _written(log, [(side, event)], client_key, goes_on=True)


@transaction.atomic
def step_undo(*, visitor: BattleVisitor, key: str, seen: int | None = None) -> OpenLog:
    """Undo the last step, if it is the visitor's own or they play a game master; otherwise raise ``Refusal``."""
    log = _opened(visitor, key, seen)
    step = last_step(log.folded)
    side = undoing_side(log.view, log.folded, step.side)
    if step.side is not None and side is None:
        raise Refusal(OTHERS_ACTED, code="undo.locked")
    if waits_for_dice(log.view, log.folded):
        raise Refusal(ROLLED, code="undo.locked")
    return _written(log, [(side, StepUndone(step.number))])


@transaction.atomic
def step_redo(*, visitor: BattleVisitor, key: str, seen: int | None = None) -> OpenLog:
    """Redo the step that was undone last."""
    log = _opened(visitor, key, seen)
    step = undone_step(log.folded)
    side = undoing_side(log.view, log.folded, step.side)
    if step.side is not None and side is None:
        raise Refusal("Another side made that step.", code="undo.forbidden")
    return _written(log, [(side, StepRedone(step.number))])


@transaction.atomic
def undo_ask(*, visitor: BattleVisitor, key: str, step: int, seen: int | None = None) -> OpenLog:
    """Ask all sides to go back before a step; those on one phone, and those without a player, agree at once."""
    log = _opened(visitor, key, seen)
    first = log.view.held[0]
    asked = set(log.folded.setup.people) - {first, *log.view.others}
    agreed = [(side, UndoAnswered(step, True)) for side in sorted(asked)]
    return _written(log, [(first, UndoAsked(step)), *agreed])


@transaction.atomic
def undo_answer(*, visitor: BattleVisitor, key: str, agrees: bool, seen: int | None = None) -> OpenLog:
    """Agree to go back, or refuse, for each of the visitor's asked sides."""
    log = _opened(visitor, key, seen)
    asked = log.folded.log.asked
    waits = [side for side in log.folded.log.undo_waits_for(log.folded.setup.people) if side in log.view.held]
    if asked is None or not waits:
        raise Refusal("No one is asking to go back any more.", code="undo.state")
    return _written(log, [(side, UndoAnswered(asked.step, agrees)) for side in (waits if agrees else waits[:1])])


def _opened(visitor: BattleVisitor, key: str, seen: int | None) -> OpenLog:
    view = battle_locked(visitor, key)
    if not view.plays:
        raise Refusal("You do not play a side in this battle.", code="battle.forbidden")
    if view.battle.status == BattleStatus.CLOSED:
        raise Refusal(CLOSED, code="battle.locked")
    refuse_full(BATTLE_LOGS, view.battle)
    log = OpenLog(view, folded_fight(view.battle))
    refuse_late(BATTLE_LOGS, log.battle, seen, log.lines_since)
    return log


def _refuse_boards(battle: Battle, event: LogEvent) -> None:
    """Refuse one more given board in a log that has many; undone ones remain in it. One query, if a board is given."""
    if not isinstance(event, BoardLaid) or event.board is None:
        return
    if battle.entries.filter(event__kind=BoardLaid.kind).exclude(event__board=None).count() >= MOST_BOARDS:
        raise Refusal(f"At most {MOST_BOARDS} boards are given in a battle, undone ones included.", code="battle.full")


def _refuse_unreadable(family: FightFamily, event: LogEvent) -> None:
    """Refuse an event that could not be read from the log again, such as one with texts that are too long."""
    try:
        family.event_from(family.event_document(event))
    except DocumentError as fault:
        raise Refusal(fault.message, code="command.invalid") from fault


def _rolled(battle: Battle, family: FightFamily, ask: RollAsk) -> LogEvent:
    roller = SeededRoller(bytes(battle.seed))
    return family.rolled(roller.roll(ask.dice, ask.sides, reason=ask.reason, place=ask.place).faces)


def _written(
    log: OpenLog, events: list[tuple[str | None, LogEvent]], client_key: str = "", *, goes_on: bool = False
) -> OpenLog:
    """Store entries, and return the log after them.

    If it ``goes_on``, all of them are one step, which includes the dice and answers of the game that follow.
    """
    battle, folded, past = log.battle, log.folded, BATTLE_LOGS.past_of(log.battle)
    entries: list[LogEntry] = []
    for side, event in events:
        number = folded.number + 1
        entries.append(LogEntry(number, entries[0].step if goes_on and entries else number, side, event))
        folded = played_on(folded, entries[-1:], past)
    for _ in range(MAX_ROLLS if goes_on else 0):
        following = _following(battle, folded)
        if following is None:
            break
        entries.append(LogEntry(folded.number + 1, entries[0].step, None, following))
        folded = played_on(folded, entries[-1:], past)
    was_over = battle.status == BattleStatus.OVER
    entries_store(BATTLE_LOGS, battle, folded, entries, client_key)
    if was_over and battle.status == BattleStatus.PLAYING and log.view.opponents:
        refuse_many_against(free_seats(battle))
    announce_progress(battle, log.folded, folded)
    return replace(log, folded=folded)


def _following(battle: Battle, folded: AnyFoldedFight) -> LogEvent | None:
    """Return the next automatic event: a roll of the server, a sealed answer, the action of the game's side."""
    family = folded.family
    ask = family.pending(folded.state)
    if isinstance(ask, RollAsk):
        return _rolled(battle, family, ask) if battle.dice == BattleDice.SERVER else None
    if isinstance(ask, RevealAsk):
        return game_secret_shown(battle, folded.setup, ask)
    disguise = disguise_answered(battle, folded.state) or disguise_shown(battle, folded.state)
    return disguise or family.following(folded.state)


CHOOSE = "Choose a creature of the compendium."


def creature_enter(
    *,
    visitor: BattleVisitor,
    key: str,
    creature: str,
    side: str,
    name: str = "",
    commander: str = "",
    seen: int | None = None,
) -> OpenLog:
    """Let a creature of the compendium join a side, or no side. Raises ``Refusal``."""
    card = require(cards_of_creatures([creature]).get(creature), Refusal(CHOOSE, code="creature.invalid"))

    def joined(now: BattleState) -> CreatureJoined:
        return CreatureJoined(next_id(now, side), side, name or card.name, card, commander or None)

    return event_record(visitor=visitor, key=key, command=joined, seen=seen, needs="creatures")


def next_id(state: BattleState, side: str) -> str:
    """Return the id of the next creature that joins a side.

    >>> from types import SimpleNamespace
    >>> next_id(SimpleNamespace(combatants={"a.m1": None, "a.j1": None}), "a")
    'a.j2'
    """
    number = 1
    while f"{side}.j{number}" in state.combatants:
        number += 1
    return f"{side}.j{number}"


def spot_dig(
    *, visitor: BattleVisitor, key: str, creature: str, spot: str, seen: int | None = None, client_key: str = ""
) -> OpenLog:
    """Dig at a spot; the server's draw decides where the treasure is, never the player."""
    view = battle_view(visitor, key)
    if view is not None and view.plays:
        refuse_other_rules(view.battle, "secrets")
    treasure = treasure_spot(view.battle) if view is not None and view.plays else None
    if treasure is None:
        raise Refusal("Muster hid no treasure on this board.", code="treasure.state")
    dug = SpotDug(creature, spot, spot == f"spot-{treasure}")
    return event_record(visitor=visitor, key=key, command=lambda state: dug, seen=seen, client_key=client_key)
