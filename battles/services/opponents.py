"""Sides that the game's own players play: a seat is given to one or taken back, and it makes its commands."""

import logging
import secrets
from collections.abc import Mapping, Sequence
from itertools import pairwise
from threading import Lock
from time import monotonic

from django.db import transaction
from django.db.models import Q

from accounts.models import Owner
from battles.models import Battle
from battles.models.battles import BattleDice, BattleStatus
from battles.selectors.battles import BattleView, BattleVisitor, battle_view, table_of
from battles.selectors.families import refuse_hidden, refuse_other_rules
from battles.selectors.folding import (
    BATTLE_LOGS,
    AnyFoldedFight,
    battle_played,
    family_of_battle,
    folded_fight,
    planned_fight,
    setup_of,
)
from battles.services.battles import (
    CLOSED,
    NOT_FOUND,
    BattleNotFound,
    SidePlan,
    battle_create,
    battle_import,
    battle_locked,
    free_seats,
    refuse_many_against,
)
from battles.services.recording import OpenLog, event_record, game_record, undo_answer
from battles.services.setup import refusing_faults, save_table, setup_dice
from campaigns.models import CampaignScenario
from common.refusal import Refusal
from common.saving import save_new_version
from rules.combat.log import FightEvent, LogEntry
from rules.combat.resolution import CountAsk, pending
from rules.errors import ChangeRefused, require
from rules.families.documents import BattleDocument, battle_document
from rules.p2v_combat.events.standing import BoardLaid
from rules.p2v_combat.events.turns import EndDeclined, EndOffered, may_end_early
from rules.p2v_combat.setup.drawn_boards import DRAWN_BOARDS, choose_drawn_board
from rules.p2v_combat.setup.layouts import suggest_table
from rules.p2v_combat.sides import BattleRules
from rules.p2v_combat.state import BattleState
from rules.players.cardboard import CardboardPlayer
from rules.players.decisions import Decision, decision_of
from rules.players.deploying import board_event
from rules.players.player import BattlePlayer, last_command
from rules.players.playing import MOST_IN_AN_ACTIVATION
from rules.players.standing import standing_of
from rules.players.stock import USUAL_PLAYER, player_named

MOST_SECONDS = 1.0
"""After how many seconds of thinking a request makes no further command: the next request goes on."""
MOST_SAME = 20
"""Among how many battles one is looked for that was made by the same request before."""
MOST_FOR_A_COMMAND = 5.0
"""After how many seconds of thinking a player gives the best command so far, and its entry says so."""
_AT_WORK = Lock()
ACTIVATED = "activated"
ROLLED = "rolled"
"""The choice of a board whose terrain Muster rolls."""
BOARDS = (ROLLED, *(drawn.key for drawn in DRAWN_BOARDS))
"""The boards on which a new battle can begin."""

logger = logging.getLogger(__name__)


@transaction.atomic
def battle_against(
    *,
    owner: Owner,
    sides: Sequence[SidePlan],
    played_by: Mapping[str, str],
    board: str,
    name: str = "",
    rules: BattleRules | None = None,
    dice: str = BattleDice.SERVER,
    scenario: CampaignScenario | None = None,
) -> Battle:
    """Store a new battle in which the game's players have some sides: their names by side.

    All creatures stand on the ``board``: a drawn one by its key, or with terrain by dice for ``ROLLED``. The battle has
    no board for "". Raises ``Refusal`` as ``battle_create`` and ``opponent_choose``, and for an unknown board.
    """
    battle = battle_create(owner=owner, sides=sides, name=name, rules=rules, dice=dice, scenario=scenario)
    visitor = BattleVisitor(owner)
    for side, player in played_by.items():
        opponent_choose(visitor=visitor, key=battle.key, side=side, player=player)
    if board:
        _lay_board(visitor, battle, board)
    return battle


def _lay_board(visitor: BattleVisitor, battle: Battle, board: str) -> None:
    """Settle the table of a new battle with rolls and suggestions, and put its creatures on the board."""
    setup = setup_of(battle)
    plan = table_of(battle, setup)
    with refusing_faults():
        if board != ROLLED:
            plan = choose_drawn_board(plan, board)
        plan = suggest_table(plan, setup_dice(battle)())
    save_table(battle, setup, plan)

    def _laid(state: BattleState) -> BoardLaid:
        if (laid := board_event(state)) is None:
            raise ChangeRefused("These warbands do not fit on this board.")
        return laid

    event_record(visitor=visitor, key=battle.key, command=_laid)


@transaction.atomic
def opponent_choose(*, visitor: BattleVisitor, key: str, side: str, player: str) -> None:
    """Give a seat to one of the game's own players by name, or with "" to the person again whose seat it is.

    Raises ``Refusal`` for a side whose seat the visitor does not have, for the last side that people play, and beyond
    the bound of battles against the game.
    """
    view = battle_locked(visitor, key)
    refuse_other_rules(view.battle, "creatures")
    seat = view.seat(side)
    if seat is None or side not in view.seated or side not in view.people | {*view.opponents}:
        raise Refusal("You do not have the seat of this side.", code="side.forbidden")
    if view.battle.status == BattleStatus.CLOSED:
        raise Refusal(CLOSED, code="battle.locked")
    if player and player_named(player) is None:
        raise Refusal("Choose one of the game’s players. Quick, steady and strong have styles.", code="battle.invalid")
    if player and view.people <= {side}:
        raise Refusal("People must play at least one side.", code="battle.invalid")
    if player and not view.opponents:
        taken = Q(holder__in=visitor.holders) | Q(player=visitor.owner.user, player__isnull=False)
        refuse_many_against(taken if seat.holder else free_seats(view.battle), more=1)
    asked = folded_fight(view.battle).log.asked if player else None
    if asked is not None and side != asked.side and side not in asked.agreed:
        undo_answer(visitor=visitor, key=key, agrees=True)
    seat.played_by, seat.thinking = player, seat.thinking or secrets.token_hex(16)
    seat.save(update_fields=["played_by", "thinking"])
    save_new_version(view.battle)


@transaction.atomic
def battle_play_on(*, visitor: BattleVisitor, owner: Owner, key: str, step: int) -> Battle:
    """Store a battle of somebody's own that goes on after a step of one that they play, against the game.

    They play their first side there, or the first one that people play; the usual player has each other one. A battle
    of theirs that was made just so, and has not gone on since, is returned again. Raises ``Refusal`` for a battle that
    is partly hidden from them, and for too many battles.
    """
    view = battle_view(visitor, key)
    if view is None or not (view.seated or view.is_owner):
        raise BattleNotFound(NOT_FOUND)
    refuse_other_rules(view.battle, "creatures")
    refuse_hidden(view)
    if step < 1:
        raise Refusal("Choose a step of the log.", code="battle.invalid")
    # Of two requests at once, the later one finds the battle of the first.
    battle_locked(visitor, key)
    setup, entries = planned_fight(view.battle), BATTLE_LOGS.entries_of(view.battle, last_step=step)
    if again := _same_battle(owner, view.battle, entries):
        return again
    document = battle_document(BattleDocument(setup, tuple(entries), family_of_battle(view.battle)))
    battle = battle_import(owner=owner, document=document)
    own = (view.held or tuple(setup.people))[0]
    for side in setup.people:
        if side != own:
            opponent_choose(visitor=BattleVisitor(owner), key=battle.key, side=side, player=USUAL_PLAYER)
    return battle


def _same_battle(owner: Owner, battle: Battle, entries: list[LogEntry]) -> Battle | None:
    """Return the newest other battle of a person that has the same set-up and just these entries. Few queries."""
    others = Battle.objects.filter(owner.q, family=battle.family, head=len(entries)).exclude(pk=battle.pk)
    same = (row for row in others.order_by("-pk")[:MOST_SAME] if row.setup == battle.setup)
    return next((row for row in same if BATTLE_LOGS.entries_of(row) == entries), None)


def opponent_due(view: BattleView, folded: AnyFoldedFight) -> str:
    """Return the side of the game's player for which a battle waits, "" if it waits for anything else. No query."""
    decision = _decision(view, folded) if view.opponents and view.battle.status == BattleStatus.PLAYING else None
    return decision.side if decision else ""


def _decision(view: BattleView, folded: AnyFoldedFight) -> Decision | None:
    """Return what a battle waits for from a side that the game plays; people count, and agree to go back, first."""
    state = battle_played(folded.state)
    if state is None or folded.log.asked or isinstance(pending(state), CountAsk):
        return None
    decision = decision_of(state)
    return decision if decision is not None and decision.side in view.opponents else None


def opponents_play(log: OpenLog) -> OpenLog:
    """Let the game's players make their commands after a person's, until one is due from a person or time is up.

    The game thinks while nothing is locked, and a command counts only if nothing happened meanwhile. A process thinks
    for one battle at once: others wait for their next request. No query if no side is played by the game.
    """
    if not log.view.opponents:
        return log
    if not _AT_WORK.acquire(blocking=False):
        return log
    try:
        thinking, until = _Thinking(log.view), monotonic() + MOST_SECONDS
        while (move := thinking.move(log.folded)) and (done := _recorded(log, move, was_cut=thinking.was_cut)):
            log = done
            if monotonic() > until:
                break
    finally:
        _AT_WORK.release()
    return log


def _recorded(log: OpenLog, move: FightEvent, *, was_cut: bool) -> OpenLog | None:
    """Record a move; if the rules refuse it, the command that ends the turn, passes or skips instead."""
    try:
        return game_record(log.view, seen=log.folded.number, event=move, was_cut=was_cut)
    except Refusal:
        decision = _decision(log.view, log.folded)
        if decision is None:
            raise
        return game_record(log.view, seen=log.folded.number, event=last_command(decision))


def opponents_open(*, visitor: BattleVisitor, key: str) -> OpenLog:
    """Return a battle as a player has it, for the game's players to go on with. Raises ``BattleNotFound``."""
    view = battle_view(visitor, key)
    if view is None or not view.plays:
        raise BattleNotFound(NOT_FOUND)
    return OpenLog(view, folded_fight(view.battle))


class _Thinking:
    """The game's players of a battle within one request, each with dice from its own seed."""

    def __init__(self, view: BattleView) -> None:
        self._view, self._players = view, dict[str, BattlePlayer]()
        self.was_cut = False

    def move(self, folded: AnyFoldedFight) -> FightEvent | None:
        """Return the next command of the game's players, None if none is due; ``was_cut`` says if time was short."""
        self.was_cut = False
        state = battle_played(folded.state)
        if state is None or state.phase != "playing":
            return None
        if answer := self._answered_end(state):
            return answer
        decision = _decision(self._view, folded)
        if decision is None:
            return None
        if self._is_endless():
            return last_command(decision)
        try:
            player, until = self._player(decision.side, folded), monotonic() + MOST_FOR_A_COMMAND
            player.is_late, player.was_cut = lambda: monotonic() > until, False
            move = player.choose(decision)
            self.was_cut = player.was_cut
            return move
        except Exception:
            logger.exception("The player of side %s of battle %s failed", decision.side, self._view.battle.key)
            return last_command(decision)

    def _answered_end(self, state: BattleState) -> EndOffered | EndDeclined | None:
        """Return the answer to an early end that people want: a side that is ahead plays on, any other one agrees."""
        side = next((side for side in self._view.opponents if side not in state.end_wanted), None)
        if side is None or not state.end_wanted or not may_end_early(state):
            return None
        return EndDeclined(side) if standing_of(state, side) > 0 else EndOffered(side)

    def _remember(self, side: str, folded: AnyFoldedFight) -> None:
        """Let a player decide again what it has decided in this activation: it knows what is left of its gambits."""
        own = {step.number for step in folded.log.done[-len(folded.kept) :] if step.side == side}
        for before, after in pairwise(folded.kept):
            is_now = (before.state.round, before.state.activation) == (folded.state.round, folded.state.activation)
            decision = decision_of(before.state) if is_now and after.step in own else None
            if decision is not None and decision.side == side:
                self._players[side].choose(decision)

    def _player(self, side: str, folded: AnyFoldedFight) -> BattlePlayer:
        if side not in self._players:
            seat = self._view.seat(side)
            assert seat is not None
            # The gambit of a round stays the same; all others have new dice for each command that follows a person's.
            is_cardboard = seat.played_by == CardboardPlayer.key
            player = player_named(seat.played_by, seat.thinking if is_cardboard else f"{seat.thinking} {folded.number}")
            self._players[side] = require(player, BattleNotFound(NOT_FOUND))
            if is_cardboard:
                self._remember(side, folded)
        return self._players[side]

    def _is_endless(self) -> bool:
        """Return True if an activation has had very many entries. One query."""
        kinds = self._view.battle.entries.order_by("-number").values_list("event__kind", flat=True)
        newest = list(kinds[: 2 * MOST_IN_AN_ACTIVATION])
        return len(newest) == 2 * MOST_IN_AN_ACTIVATION and ACTIVATED not in newest
