"""A battle that runs by itself, back and forth, entry by entry: its page, and the frames for the page's script."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.drawings import ground_mark
from battles.selectors.analyses import may_be_analyzed
from battles.selectors.families import may_play_on
from battles.selectors.folding import note_words
from battles.selectors.replays import ReplayFrame, battle_replay
from battles.web.board import objective_rows
from battles.web.creature_rows import creature_row, side_rows
from battles.web.shown_boards import board_token, creature_words, is_seen, objective_marks, shown_board, walked_lines
from battles.web.visiting import seen_battle_or_404
from rules.p2v_combat.state import BattleState
from rules.text import natural_number

MOST_FRAMES = 250
"""The most frames of an answer."""
_MAX_DIGITS = 7


@dataclass(frozen=True, slots=True)
class ReplayWords:
    """A sentence of a frame: the name that it begins with, and the rest."""

    who: str
    text: str


@require_safe
def replay(request: HttpRequest, key: str) -> HttpResponse:
    """Show a battle after an entry of its log, the first one by default, with links to the ones before and after.

    Three queries, and two if no process has cached it.
    """
    view = seen_battle_or_404(request, key, "table")
    if "frame" in request.GET:
        shown = battle_replay(view.battle, first=_number(request, "frame"))
    else:
        shown = battle_replay(view.battle, number=_number(request, "entry"))
    frame, state = shown.frames[0], shown.frames[0].state
    context = {
        "view": view,
        "with_analysis": may_be_analyzed(view),
        "most": MOST_FRAMES,
        "key": key,
        "replay": shown,
        "frame": frame,
        "may_play_on": may_play_on(view),
        "sentences": _sentences(frame),
        "board": shown_board(state, objective_rows(state), before=shown.before),
        "sides": [
            (side, [(row, creature_words(state, row.id)) for row in side.rows]) for side in side_rows(view, state)
        ],
    }
    return render(request, "battles/replay.html", context)


@require_safe
def replay_frames(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with frames of a battle from a place on, at most ``MOST_FRAMES``: the first whole, then what changes.

    As many queries as the page.
    """
    view = seen_battle_or_404(request, key, "table")
    shown = battle_replay(view.battle, first=_number(request, "frame"), most=MOST_FRAMES)
    frames, earlier = [], None
    for frame in shown.frames:
        frames.append(_document(frame, earlier or shown.before, earlier))
        earlier = frame.state
    return JsonResponse({"first": shown.first, "last": shown.last, "frames": frames})


def _number(request: HttpRequest, name: str) -> int:
    return natural_number(request.GET.get(name, ""), _MAX_DIGITS) or 0


def _sentences(frame: ReplayFrame) -> tuple[ReplayWords, ...]:
    if not frame.number:
        return (ReplayWords("", "The battle begins."),)
    names = frame.state.names
    return tuple(ReplayWords(*note_words(frame.state, note, names)) for note in frame.state.notes)


def _document(frame: ReplayFrame, before: BattleState | None, shown: BattleState | None) -> dict[str, Any]:
    """Return a frame as data; ``before`` is the state before it, ``shown`` the same if its frame was sent."""
    state = frame.state
    document: dict[str, Any] = {
        "entry": frame.number,
        "side": frame.side,
        "round": state.round,
        "says": [(sentence.who, sentence.text) for sentence in _sentences(frame)],
        "ground": ground_mark(state.board.ground) if state.board else "",
        "walked": tuple(walked_lines(state, before)),
        "creatures": {
            creature: _creature(state, creature)
            for creature in state.combatants
            if shown is None or _looks(shown, creature) != _looks(state, creature)
        },
    }
    if state.board:
        document["objectives"] = [(mark.side, mark.words) for mark in objective_marks(state, objective_rows(state))]
    return document


def _looks(state: BattleState, creature: str) -> tuple[Any, ...]:
    """Return what the look of a creature follows from."""
    board, acting = state.board, state.acting(creature)
    place = (board.places.get(creature), board.borne.get(creature)) if board else None
    return state.combatants.get(creature), place, acting is not None and not acting.has_ended


def _creature(state: BattleState, creature: str) -> dict[str, Any]:
    row = creature_row(state, state.combatants[creature])
    shown = {"words": creature_words(state, creature), "percent": row.percent, "hp": row.hp_look}
    if not is_seen(state, creature):
        return shown
    token = board_token(state, creature)
    return shown | {"place": token.place, "look": token.look}
