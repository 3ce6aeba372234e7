"""Runs on battles, such as games for odds: their bounds for a person, stopping, breaking, and going on."""

from collections.abc import Callable
from functools import partial

from django.db.models import Q

from battles.models import Battle
from battles.models.odds import MAX_FAULT, BattleRun, OddsStatus, RunT
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.families import refuse_other_rules
from battles.selectors.runs import is_at_work, runs_at_work
from battles.services.battles import battle_locked
from common.refusal import Refusal
from jobs.services.slices import play_steps

MOST_AT_ONCE = 2
"""How many runs one person may have at once."""
MOST_OF_ALL = 40


def players_battle(visitor: BattleVisitor, key: str) -> BattleView:
    """Lock a battle of creatures and return it for one of its players. Raises ``Refusal`` for all others."""
    view = battle_locked(visitor, key)
    refuse_other_rules(view.battle, "creatures")
    if not view.seated:
        raise Refusal("Only players of this battle may do this.", code="side.forbidden")
    return view


def run_replace(kind: type[RunT], view: BattleView) -> None:
    """Make room for a new run of a kind on a locked battle, in place of an earlier one.

    Raises ``Refusal`` while the earlier one is at work, and beyond the bounds of a person and of the site. It counts
    under a lock that is held until the transaction ends: begin the run's job in the same one.
    """
    earlier = kind._default_manager.filter(battle=view.battle).first()
    if earlier is not None and is_at_work(earlier):
        raise Refusal("Stop these games first.", code="odds.state")
    _refuse_full(view)
    if earlier is not None:
        earlier.delete()


def _refuse_full(view: BattleView) -> None:
    owner, token = view.battle.owner, view.battle.owner_token
    person = Q(owner=owner) if owner else Q(owner_token=token)
    # The first battle of a person stands for them. It is always the last lock, so that locks never wait in a circle.
    Battle.objects.select_for_update(of=("self",)).filter(person).order_by("pk").first()
    of_person = Q(battle__owner=owner) if owner else Q(battle__owner_token=token)
    kinds = [runs_at_work(kind) for kind in BattleRun.__subclasses__()]
    if sum(at_work.filter(of_person).count() for at_work in kinds) >= MOST_AT_ONCE:
        many = f"Muster plays games of {MOST_AT_ONCE} of your battles already. Stop one of them."
        raise Refusal(many, code="odds.full")
    if sum(at_work.count() for at_work in kinds) >= MOST_OF_ALL:
        raise Refusal("The site plays many games just now. Try again in a few minutes.", code="odds.full")


def run_stop(kind: type[BattleRun], view: BattleView) -> None:
    """Stop a battle's run after its present step. What was done counts."""
    kind._default_manager.filter(battle=view.battle, status=OddsStatus.PLAYING).update(status=OddsStatus.STOPPED)


def run_broke(*, kind: type[BattleRun], pk: int, fault: str) -> None:
    """Stop a run that something went wrong with, and keep why."""
    playing = kind._default_manager.filter(pk=pk, status=OddsStatus.PLAYING)
    playing.update(status=OddsStatus.STOPPED, fault=fault[:MAX_FAULT])


def run_played(kind: type[RunT], pk: int, goes_on: Callable[[], bool], step: Callable[[RunT], None]) -> bool:
    """Do the steps of a run until all are done, it is stopped, or ``goes_on`` says no; ``step`` changes its row.

    Returns True if more are to be done. Each step counts once, however many workers do it.
    """
    runs = kind._default_manager.filter(pk=pk)

    def _step(row: RunT) -> bool:
        same = runs.filter(**{kind.counter: getattr(row, kind.counter)})
        step(row)
        ended = {} if row.is_left else {"status": OddsStatus.DONE}
        # If another worker has done this step, it goes on.
        return bool(same.update(**{kind.counter: getattr(row, kind.counter)}, tally=row.tally, **ended)) and not ended

    playing = runs.filter(status=OddsStatus.PLAYING).select_related("battle")
    return play_steps(playing.first, goes_on, _step, partial(run_broke, kind=kind, pk=pk))


def run_continue(kind: type[RunT], view: BattleView) -> RunT:
    """Go on where a battle's run stopped, or is left without a job. Raises ``Refusal`` where none did.

    If all of it is done, it says so.
    """
    stopped = kind._default_manager.filter(battle=view.battle).exclude(status=OddsStatus.DONE).first()
    if stopped is None or is_at_work(stopped):
        raise Refusal("There are no games to continue.", code="odds.state")
    if stopped.is_left:
        _refuse_full(view)
    stopped.status, stopped.fault = OddsStatus.PLAYING if stopped.is_left else OddsStatus.DONE, ""
    stopped.save(update_fields=["status", "fault"])
    return stopped
