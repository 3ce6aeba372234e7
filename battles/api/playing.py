"""Playing a battle: events, server dice, undo and redo, creatures that join, and the log."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from battles.api.base import EXPORTS, READ_ERRORS, WRITE_ERRORS, BattleAPIView, battle_operation
from battles.api.battles import BattleAnswerAPIView, battle_tag
from battles.api.options import EventBody, event_parts, event_sent
from battles.api.shapes import BattleEntrySerializer, BattleLogSerializer, RecordedSerializer, line_documents
from battles.models import BattleEntry
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.families import FightViewer, viewer_of
from battles.selectors.folding import AnyFoldedFight, family_of_battle, folded_fight, whole_log
from battles.services.opponents import opponent_due, opponents_open, opponents_play
from battles.services.recording import (
    OpenLog,
    creature_enter,
    dice_record,
    event_record,
    spot_dig,
    step_redo,
    step_undo,
    undo_answer,
    undo_ask,
)
from common.api.bodies import Body, matched_version, read_body
from common.api.pages import CursorPages
from common.openapi import INVALID, NO_VERSION, ViewMethod
from common.refusal import Refusal
from rules.combat.family import FightCapability
from rules.combat.state import SIDE_KEYS
from rules.families.documents import state_with_ask
from rules.p2v_combat.events.objectives import SpotDug
from rules.p2v_combat.sides import NEUTRAL
from rules.text import plain_texts

MAX_ID = 80
_LOG = "log"
"""Distinguishes the log's ETag from the battle's."""
RECORD_ERRORS: dict[int, Any] = {**WRITE_ERRORS, 428: NO_VERSION}


class EntryPages(CursorPages):
    """The newest entries first."""

    ordering = "-number"


class JoiningBody(Body):
    """A creature of the compendium that joins a battle."""

    creature = serializers.CharField(max_length=MAX_ID, help_text="The key of its card.")
    side = serializers.ChoiceField((*SIDE_KEYS, NEUTRAL), help_text="Its side; `game` if it has none.")
    name = serializers.CharField(max_length=MAX_ID, required=False, allow_blank=True)
    commander = serializers.CharField(max_length=MAX_ID, required=False, allow_blank=True, help_text="Its leader.")


class UndoRequestBody(Body):
    """A request to go back."""

    step = serializers.IntegerField(
        min_value=1, max_value=10**6, help_text="The step to undo; later steps are undone too."
    )


class UndoAnswerBody(Body):
    """The answer to a request to go back."""

    agrees = serializers.BooleanField()


def _log_operation(
    name: str, body: type[serializers.Serializer[Any]] | None = None, *, adds: bool = False
) -> Callable[[ViewMethod], ViewMethod]:
    """Return the schema decorator of a write to a log; a write that ``adds`` something answers with 201."""
    return battle_operation(name, RecordedSerializer, RECORD_ERRORS, body=body, status=201 if adds else 200)


class LogAPIView(BattleAPIView):
    def record(
        self,
        request: Request,
        key: str,
        write: Callable[..., OpenLog],
        body: type[Body] | None = None,
        *,
        view: BattleView | None = None,
        needs: FightCapability | None = None,
        adds: bool = False,
    ) -> Response:
        """Write to a battle's log with a service and answer with the new entries.

        The service receives the visitor, the key, the number of the last entry that the client saw (None for any), and
        the parts of the body, texts on one line. ``view`` is the battle if it is already loaded; ``needs`` names what
        its rules must support. Raises ``Refusal``.
        """
        view = view or self.played(key, needs)
        given = {
            name: " ".join(plain_texts(value).split()) if isinstance(value, str) else value
            for name, value in (read_body(body, request.data) if body else {}).items()
        }
        before = view.battle.head
        head = matched_version(request, before)
        is_any = request.headers["If-Match"].strip() == "*"
        log = write(visitor=self.visitor, key=key, seen=None if is_any else head, **given)
        return self.recorded(log.view, log.folded, before if is_any else head, adds=adds)

    def recorded(self, view: BattleView, folded: AnyFoldedFight, before: int, *, adds: bool) -> Response:
        """Answer with the entries of a log after a number, and the next question. One query."""
        battle, family, viewer = view.battle, folded.family, viewer_of(view, folded)
        state = state_with_ask(family, folded.state, sees_hidden=viewer.sees_hidden)
        rows = BattleEntry.objects.filter(battle=battle, number__gt=before, number__lte=battle.head).order_by("number")
        body = {
            "head": battle.head,
            "status": battle.status,
            "phase": state["phase"],
            "round": state["round"],
            "next_side": state.get("next_side"),
            "asks": state["asks"],
            "entries": [entry_document(row, folded, viewer) for row in rows],
            "lines": [
                document for document in line_documents(folded, battle.head - before) if document["number"] > before
            ],
        }
        status_code = status.HTTP_201_CREATED if adds else status.HTTP_200_OK
        return Response(body, status=status_code, headers={"ETag": battle_tag(battle.head, view.mark)})


def entry_document(row: BattleEntry, folded: AnyFoldedFight, viewer: FightViewer) -> dict[str, Any]:
    """Return an entry of a log as a player may see it, without sealed values.

    Omits its hash if part of the fight is hidden: the hash would let a client guess what is hidden.
    """
    event = row.event if viewer.sees_hidden else folded.family.shown_event(folded.setup, row.event)
    return {
        "number": row.number,
        "step": row.step,
        "side": row.side or None,
        "event": event,
        "hash": row.hash if viewer.sees_hidden else "",
        "at": row.at,
    }


class BattleEventsView(LogAPIView):
    pagination_class = EntryPages

    @battle_operation("battles_events", BattleEntrySerializer(many=True), {**READ_ERRORS, 400: INVALID})
    def get(self, request: Request, key: str) -> Response:
        """The log of a battle that you play.

        Every entry with its event, newest first, including undone entries.
        """
        # Three queries.
        view = self.played(key)
        folded, pages = folded_fight(view.battle), EntryPages()
        viewer = viewer_of(view, folded)
        rows = pages.paginate_queryset(BattleEntry.objects.filter(battle=view.battle), request, self) or []
        return pages.get_paginated_response([entry_document(row, folded, viewer) for row in rows])

    @extend_schema(
        description=(
            "Adds an event for a side that you play, with its automatic consequences. Send the last ETag that you "
            "saw as `If-Match`: if someone else acted first, nothing happens, and `problems` lists the events "
            "since. Send faces only for dice rolled at the table; use `roll/` to let Muster roll. In games other "
            "than Path 2 Victory, `offers/` lists the possible events, and `ruled` decides a roll without dice. "
            f"The kinds of events in Path 2 Victory: {event_parts()}."
        )
    )
    @_log_operation("battles_record", EventBody, adds=True)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Do something in a battle."""
        view = self.played(key)
        given = read_body(EventBody, request.data)
        event, side = event_sent(family_of_battle(view.battle), given["event"]), given.get("side")

        def _written(**named: Any) -> OpenLog:
            if isinstance(event, SpotDug):
                return opponents_play(spot_dig(**named, creature=event.creature, spot=event.spot))
            return opponents_play(event_record(**named, command=lambda state: event, side=side))

        return self.record(request, key, _written, view=view, adds=True)


def _rolled_or_gone_on(*, visitor: BattleVisitor, key: str, seen: int | None) -> OpenLog:
    """Make the roll that is due; if none is due, let the game's player go on for whom the battle waits."""
    try:
        return opponents_play(dice_record(visitor=visitor, key=key, seen=seen))
    except Refusal as refused:
        log = opponents_open(visitor=visitor, key=key) if refused.code == "roll.state" else None
        if log is None or not opponent_due(log.view, log.folded):
            raise
        return opponents_play(log)


class BattleRollView(LogAPIView):
    @_log_operation("battles_roll")
    @once
    def post(self, request: Request, key: str) -> Response:
        """Let Muster roll.

        Makes the roll that the battle waits for, and those that follow. If the battle has Muster roll everything, the
        roll is already made.
        """
        return self.record(request, key, _rolled_or_gone_on)


class BattleUndoView(LogAPIView):
    @_log_operation("battles_undo")
    @once
    def post(self, request: Request, key: str) -> Response:
        """Undo your last step.

        Only if the last step is yours and revealed nothing hidden. If Muster rolled dice in it and others play on their
        own phones, ask them (`undo-request/`).
        """
        return self.record(request, key, step_undo)


class BattleRedoView(LogAPIView):
    @_log_operation("battles_redo")
    @once
    def post(self, request: Request, key: str) -> Response:
        """Redo a step.

        Repeats the step of yours that was undone last.
        """
        return self.record(request, key, step_redo)


class UndoRequestView(LogAPIView):
    @_log_operation("battles_undo_ask", UndoRequestBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Ask to go back.

        Asks every other side to go back before a step. If you play all sides, the battle goes back at once.
        """
        return self.record(request, key, undo_ask, UndoRequestBody)

    @_log_operation("battles_undo_answer", UndoAnswerBody)
    @once
    def put(self, request: Request, key: str) -> Response:
        """Agree to go back, or refuse.

        For each of your sides that was asked. Once all agree, the steps are undone.
        """
        # What is asked may have changed: an answer is to the wish that was seen.
        return self.record(request, key, undo_answer, UndoAnswerBody)


class BattleCreaturesView(LogAPIView):
    @_log_operation("battles_join", JoiningBody, adds=True)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Let a creature join.

        A creature of the compendium, summoned or by agreement, joins a side or neither.
        """
        return self.record(request, key, creature_enter, JoiningBody, needs="creatures", adds=True)


class BattleLogView(BattleAnswerAPIView):
    limit = EXPORTS

    @battle_operation("battles_log", BattleLogSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """The log of a battle, in words.

        Every entry in words, newest first, for everyone who may see the battle.
        """
        # The whole battle is folded for it, unless nothing has changed.
        if unchanged := self.unchanged_since(request, self.visitor, key, _LOG):
            return unchanged
        view = self.seen(key)
        folded = whole_log(view.battle)
        body = {"head": folded.number, "lines": line_documents(folded, len(folded.lines) or 1)}
        return Response(body, headers={"ETag": battle_tag(view.battle.head, view.mark, _LOG)})
