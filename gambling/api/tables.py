"""Tables: open, read, play at, close and watch them, with the receipts of their dice."""

from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from common.api.bodies import Body, read_body, version_tag
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import GONE, INVALID, PRIVATE_ERRORS, operation, unversioned
from compendium.api.serializers import read_document
from gambling.api.base import (
    IF_SEEN,
    MAKE_ERRORS,
    OPEN_ERRORS,
    READ_ERRORS,
    WRITE_ERRORS,
    GamblingAPIView,
    TableAsSeenSerializer,
    TableReceiptsSerializer,
    TableSummarySerializer,
    entry_seen,
    game_of_body,
    receipts_document,
    table_document,
)
from gambling.forms.games import ANY_FACE
from gambling.selectors.folding import OWN, READY, OpenTable, game_of_source, tables_of, watched_table
from gambling.services.tables import (
    cheat_try,
    player_seat,
    round_play,
    table_close,
    table_delete,
    table_open,
    table_record,
    table_redo,
    table_share,
    table_undo,
)
from rules.combat.log import LogEvent
from rules.gambling.game import TableGame
from rules.gambling.play.state import CheatTried, PlayerSeated, RoundPlayed, TableEvent, table_event_from_document

LINK_LOST = "No table is shared at this link."
_SEATED_AS = "p0"
"""A placeholder: the service assigns the new player's id."""


class NewTableBody(Body):
    """The game of a new table: exactly one of these fields."""

    ready = serializers.CharField(max_length=40, required=False, help_text="The key word of a ready game.")
    game = serializers.CharField(max_length=16, required=False, help_text="The key of one of your games.")
    document = serializers.DictField(required=False, help_text="A game, `muster-table-game/1`.")


class TableEventBody(Body):
    """Something that happens at a table."""

    event = serializers.DictField(
        help_text=(
            "Its `kind` and its parts, as docs/gambling.md lists them. Muster rolls dice that you leave "
            "out, and assigns the `player` of `player-seated`."
        )
    )


class TableAnswerView(GamblingAPIView):
    def table_answer(self, request: Request, key: str, *, is_new: bool = False) -> Response:
        """Answer with one of the caller's tables. Two queries."""
        return answer_with(request, self.table(key), is_new=is_new)


def answer_with(request: Request, table: OpenTable, *, is_new: bool = False) -> Response:
    """Answer with a table as a visitor sees it."""
    headers = {"ETag": table_tag(table)}
    if is_new:
        headers["Location"] = reverse("api-gambling-table", args=[table.row.key])
    code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
    return Response(table_document(request, table), status=code, headers=headers)


def table_tag(table: OpenTable) -> str:
    """Return the ``ETag`` of a table: it begins with the number of the last entry."""
    return version_tag(table.row.head, table.row.version, table.runs)


class TablesView(TableAnswerView):
    pagination_class = CursorPages

    @operation("gambling_tables", TableSummarySerializer(many=True), {**PRIVATE_ERRORS, 400: INVALID})
    def get(self, request: Request) -> Response:
        """Your tables.

        The tables that you run, newest first.
        """
        # One query.
        pages = CursorPages()
        rows = pages.paginate_queryset(tables_of(self.owner), request, self) or []
        return pages.get_paginated_response(TableSummarySerializer(rows, many=True).data)

    @operation("gambling_table_open", TableAsSeenSerializer, MAKE_ERRORS, body=NewTableBody, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Open a table.

        With a ready game, one of yours, or a document. Later changes to the game do not affect the table.
        """
        row = table_open(owner=self.owner, game=self._game(read_body(NewTableBody, request.data)))
        return self.table_answer(request, row.key, is_new=True)

    def _game(self, given: dict[str, Any]) -> TableGame:
        if len(given) != 1:
            raise Fault("invalid", "", "Send exactly one of ready, game and document.")
        if "document" in given:
            return game_of_body(given["document"])
        what = READY if "ready" in given else OWN
        (name,) = given
        game = game_of_source(self.owner, f"{what}:{given[name]}") if "\0" not in given[name] else None
        if game is None:
            raise Fault("game.unknown", name, "There is no such game to open a table with.", status.HTTP_404_NOT_FOUND)
        return game


class TableDetailView(TableAnswerView):
    @operation("gambling_table", TableAsSeenSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """One of your tables.

        Its players, rounds and log. To poll, send its ETag as `If-None-Match`: the answer is 304 if nothing has
        changed.
        """
        # Two queries.
        table = self.table(key)
        if unchanged := get_conditional_response(request._request, etag=table_tag(table)):
            return unchanged
        return answer_with(request, table)

    @operation("gambling_table_delete", None, READ_ERRORS, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a table.

        Permanent, with its log.
        """
        table_delete(owner=self.owner, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TableEventsView(TableAnswerView):
    @operation(
        "gambling_table_event",
        TableAsSeenSerializer,
        {**WRITE_ERRORS, 413: MAKE_ERRORS[413], 415: MAKE_ERRORS[415]},
        body=TableEventBody,
        parameters=[IF_SEEN],
    )
    @once
    def post(self, request: Request, key: str) -> Response:
        """Play at a table.

        A player who sits down or leaves, a round with everyone’s bets, an attempt to cheat, or a decision of the
        players. Muster rolls any dice that you leave out.
        """
        self.table(key)
        event, is_rolled = read_table_event(read_body(TableEventBody, request.data)["event"])
        asking: dict[str, Any] = {"owner": self.owner, "key": key, "seen": entry_seen(request)}
        match event:
            case PlayerSeated():
                player_seat(**asking, name=event.name)
            case RoundPlayed():
                round_play(**asking, event=event)
            case CheatTried():
                cheat_try(**asking, event=event, is_rolled=is_rolled)
            case _:
                table_record(**asking, event=event)
        return self.table_answer(request, key)


def read_table_event(given: dict[str, Any]) -> tuple[LogEvent, bool]:
    """Return the event that a client sent, and whether the site rolls the checks of an attempt to cheat."""
    document, is_rolled = {**given}, False
    match document.get("kind"):
        case PlayerSeated.kind:
            document["player"] = _SEATED_AS
        case RoundPlayed.kind:
            document = {"house_faces": [], **document, "origin": "entered"}
        case CheatTried.kind:
            is_rolled = "face" not in document and "opposing_face" not in document
            faces = {"face": ANY_FACE, "opposing_face": ANY_FACE} if is_rolled else {}
            document = {**document, **faces, "origin": "entered"}
    event = read_document(lambda read: table_event_from_document(read, "event"), document)
    if not isinstance(event, TableEvent):
        raise Fault("document.value", "event.kind", "Undo and redo have their own addresses.")
    return event, is_rolled


class TableUndoView(TableAnswerView):
    @operation("gambling_table_undo", TableAsSeenSerializer, WRITE_ERRORS, parameters=[IF_SEEN])
    @once
    def post(self, request: Request, key: str) -> Response:
        """Undo at a table.

        Undoes the last step.
        """
        table_undo(owner=self.owner, key=key, seen=entry_seen(request))
        return self.table_answer(request, key)


class TableRedoView(TableAnswerView):
    @operation("gambling_table_redo", TableAsSeenSerializer, WRITE_ERRORS, parameters=[IF_SEEN])
    @once
    def post(self, request: Request, key: str) -> Response:
        """Redo at a table.

        Repeats the last step that was undone.
        """
        table_redo(owner=self.owner, key=key, seen=entry_seen(request))
        return self.table_answer(request, key)


class TableCloseView(TableAnswerView):
    @operation("gambling_table_close", TableAsSeenSerializer, unversioned(WRITE_ERRORS))
    @once
    def post(self, request: Request, key: str) -> Response:
        """Close a table.

        Permanent: nothing can be added afterward, and the seed of its dice becomes public.
        """
        table_close(owner=self.owner, key=key)
        return self.table_answer(request, key)


class TableLinkView(TableAnswerView):
    @operation("gambling_table_share", TableAsSeenSerializer, READ_ERRORS)
    def put(self, request: Request, key: str) -> Response:
        """Let others watch a table.

        Everyone with the link sees the rounds and the balances.
        """
        table_share(owner=self.owner, key=key, shared=True)
        return self.table_answer(request, key)

    @operation("gambling_table_unshare", TableAsSeenSerializer, READ_ERRORS)
    def delete(self, request: Request, key: str) -> Response:
        """Stop letting others watch a table.

        The link stops working.
        """
        table_share(owner=self.owner, key=key, shared=False)
        return self.table_answer(request, key)


class TableReceiptsView(GamblingAPIView):
    @operation("gambling_table_receipts", TableReceiptsSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """The receipts of a table’s dice.

        The inputs from which Muster computed the rolls; with the seed once the table is closed.
        """
        # Two queries.
        return Response(receipts_document(self.table(key)))


class WatchedTableView(GamblingAPIView):
    permission_classes = ()

    @operation("gambling_watch", TableAsSeenSerializer, {**OPEN_ERRORS, 404: GONE})
    def get(self, request: Request, token: str) -> Response:
        """A table by its watchers’ link.

        The watchers' view; `token` is the end of the link. Public.
        """
        # Two queries.
        return answer_with(request, watched_or_fault(token))


class WatchedReceiptsView(GamblingAPIView):
    permission_classes = ()

    @operation("gambling_watch_receipts", TableReceiptsSerializer, {**OPEN_ERRORS, 404: GONE})
    def get(self, request: Request, token: str) -> Response:
        """The receipts of a watched table’s dice.

        The same as for the person who runs the table: anyone with the link can compute the dice again. Public.
        """
        # Two queries.
        return Response(receipts_document(watched_or_fault(token)))


def watched_or_fault(token: str) -> OpenTable:
    """Return a table by its watchers' link; 404 if there is none. Two queries."""
    table = watched_table(token) if "\0" not in token else None
    if table is None:
        raise Fault("table.gone", "token", LINK_LOST, status.HTTP_404_NOT_FOUND)
    return table
