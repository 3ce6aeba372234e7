"""The page of a hint for a person's next command, and of why the game gave one of its own."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.selectors.battles import BattleView
from battles.selectors.families import knows_all
from battles.selectors.folding import BATTLE_LOGS, family_of_battle, folded_battle, setup_of
from battles.selectors.gambits import plays_for
from battles.web.visiting import played_battle_or_404
from rules.combat.log import FightEvent
from rules.families.documents import BattleDocument, replay
from rules.players.decisions import Decision, decision_of
from rules.players.hints import hints
from rules.text import natural_number


@require_safe
def hint(request: HttpRequest, key: str) -> HttpResponse:
    """Show the best commands now for who plays the side that decides, or at a step of the game's player.

    Four queries with those of session and account, one more for a step.
    """
    _, view = played_battle_or_404(request, key, "creatures")
    step = natural_number(request.GET.get("step", "")) or 0
    decision, taken = _step_of_game(view, step) if step else (_own_decision(view), None)
    player = view.opponents.get(decision.side, "") if decision else ""
    known = hints(decision, taken) if decision else ()
    return render(request, "battles/hint.html", {"view": view, "step": step, "hints": known, "player": player})


def _own_decision(view: BattleView) -> Decision | None:
    """Return what the battle waits for if the visitor decides it. No query if the battle is cached."""
    state = folded_battle(view.battle).state
    decision = decision_of(state) if view.plays and state.phase == "playing" else None
    if decision is None or decision.side in view.opponents or not plays_for(view, state, decision.side):
        return None
    return decision


def _step_of_game(view: BattleView, step: int) -> tuple[Decision | None, FightEvent]:
    """Return what a step of the game's player decided, and its command. One query."""
    entries = [entry for entry in BATTLE_LOGS.entries_of(view.battle, last_step=step) if entry.number <= step]
    taken = entries[-1] if entries else None
    if taken is None or taken.number != step or taken.side not in view.opponents or not knows_all(view):
        raise Http404("The game did not decide this step.")
    if not isinstance(taken.event, FightEvent):
        raise Http404("This step is not a command.")
    before = BattleDocument(setup_of(view.battle), tuple(entries[:-1]), family_of_battle(view.battle))
    decision = decision_of(replay(before).last)
    return decision if decision and decision.side == taken.side else None, taken.event
