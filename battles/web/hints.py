"""The page of a hint for a person's next command, and of why the game gave one of its own."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.selectors.battles import BattleView
from battles.selectors.families import knows_all
from battles.selectors.folding import folded_battle
from battles.selectors.gambits import plays_for
from battles.selectors.replays import battle_replay
from battles.web.visiting import NOT_HERE, seen_battle_or_404
from rules.combat.log import FightEvent
from rules.players.decisions import Decision, decision_of
from rules.players.hints import best_hints
from rules.text import natural_number


@require_safe
def hint(request: HttpRequest, key: str) -> HttpResponse:
    """Show the best commands now for who plays the side that decides, or at a step of the game's player.

    Once the battle is over, all who see it may look at every step.

    Four queries with those of session and account, one more for a step.
    """
    view = seen_battle_or_404(request, key, "creatures")
    step = natural_number(request.GET.get("step", "")) or 0
    if not (view.seated or view.is_owner or (step and view.has_ended)):
        raise Http404(NOT_HERE)
    decision, taken = _decided_step(view, step) if step else (_own_decision(view), None)
    seat = view.seat(decision.side) if decision else None
    known = best_hints(decision, taken) if decision else ()
    return render(
        request,
        "battles/hint.html",
        {"view": view, "step": step, "hints": known, "player": seat.player_words if seat else ""},
    )


def _own_decision(view: BattleView) -> Decision | None:
    """Return what the battle waits for if the visitor decides it. No query if the battle is cached."""
    state = folded_battle(view.battle).state
    decision = decision_of(state) if view.plays and state.phase == "playing" else None
    if decision is None or decision.side in view.opponents or not plays_for(view, state, decision.side):
        return None
    return decision


def _decided_step(view: BattleView, step: int) -> tuple[Decision | None, FightEvent]:
    """Return what was decided at a step of the game's player, or at any step of a battle that is over.

    As many queries as a replay.
    """
    shown = battle_replay(view.battle, number=step)
    frame = shown.frames[0]
    is_shown = frame.side in view.opponents or view.has_ended
    if frame.number != step or not is_shown or not knows_all(view):
        raise Http404("The game did not decide this step.")
    decision = decision_of(shown.before) if shown.before else None
    return decision if decision and decision.side == frame.side else None, frame.event
