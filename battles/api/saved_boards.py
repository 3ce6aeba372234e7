"""Boards that people draw for their battles: read, create, change and delete them as documents."""

from typing import Any

from django.db import transaction
from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from battles.api.base import EXPORTS, IMPORTS, READ_ERRORS, BattleAPIView
from battles.models import SavedBoard
from battles.selectors.boards import board_plan, saved_board_of, saved_boards_of
from battles.services.boards import (
    NO_BOARD,
    readable_board,
    saved_board_delete,
    saved_board_import,
    saved_board_locked,
    saved_board_replace,
)
from common.api.bodies import check_version, version_tag
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import BODY_ERRORS, CHANGED, FULL, INVALID, PRIVATE_ERRORS, REFUSED, Document, operation
from rules.board.documents import BOARD
from rules.errors import require
from rules.p2v_combat.setup.plan import BOARDS_BY_KEY
from rules.p2v_combat.setup.saved_boards import saved_board_document

_MAKE_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, **BODY_ERRORS, 409: FULL, 422: REFUSED}
_CHANGE_ERRORS: dict[int, Any] = {**READ_ERRORS, **BODY_ERRORS, 409: FULL, 412: CHANGED, 422: REFUSED}


class SavedBoardPages(CursorPages):
    """The newest boards first."""


class SavedBoardSerializer(Document):
    """A board that you have saved, without what is on it."""

    key = serializers.CharField(help_text="Its key in addresses.")
    name = serializers.CharField()
    board = serializers.ChoiceField([*BOARDS_BY_KEY], help_text="Its size.")
    version = serializers.IntegerField(help_text="Increases with each change.")
    is_shared = serializers.BooleanField(help_text="Whether everyone with its link may see and copy it.")
    changed_at = serializers.DateTimeField()


class SavedBoardFileSerializer(Document):
    """A board as a file (`muster-board/1`, docs/battles.md, “Boards of your own”)."""

    format = serializers.ChoiceField([BOARD.tag])
    name = serializers.CharField(required=False)
    columns = serializers.IntegerField()
    rows = serializers.IntegerField()
    terrain = serializers.ListField(child=serializers.DictField())
    table = serializers.DictField(required=False)


class SavedBoardAPIView(BattleAPIView):
    def own(self, key: str) -> SavedBoard:
        """Return one of the visitor's boards; 404 if there is none. One query."""
        return require(saved_board_of(self.owner, key), Fault("board.gone", "key", NO_BOARD, status.HTTP_404_NOT_FOUND))


class SavedBoardsView(SavedBoardAPIView):
    pagination_class = SavedBoardPages
    limit = IMPORTS

    @operation("battles_boards", SavedBoardSerializer(many=True), {**PRIVATE_ERRORS, 400: INVALID})
    def get(self, request: Request) -> Response:
        """Your boards.

        Boards that you have drawn or saved, newest first.
        """
        # One query.
        pages = SavedBoardPages()
        rows = pages.paginate_queryset(saved_boards_of(self.owner), request, self) or []
        return pages.get_paginated_response([board_summary(row) for row in rows])

    @operation("battles_boards_create", SavedBoardSerializer, _MAKE_ERRORS, body=SavedBoardFileSerializer, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Make a board.

        Stores a board from a `muster-board/1` document.
        """
        row = saved_board_import(owner=self.owner, document=request.data)
        headers = {"Location": reverse("api-battle-board", args=[row.key])}
        return Response(board_summary(row), status=status.HTTP_201_CREATED, headers=headers)


class SavedBoardView(SavedBoardAPIView):
    limit = EXPORTS

    @operation("battles_boards_read", SavedBoardFileSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """A board as a file.

        The whole board, `muster-board/1`.
        """
        # One query.
        row = self.own(key)
        return Response(saved_board_document(row.name, board_plan(row)), headers={"ETag": version_tag(row.version)})

    @operation("battles_boards_replace", SavedBoardSerializer, _CHANGE_ERRORS, body=SavedBoardFileSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Change a board.

        The document replaces its name and everything on it. Send `If-Match` to refuse the request if the board has
        changed meanwhile.
        """
        self.own(key)
        name, plan = readable_board(request.data)
        with transaction.atomic():
            check_version(request, saved_board_locked(self.owner, key).version)
            row = saved_board_replace(owner=self.owner, key=key, name=name, plan=plan)
        return Response(board_summary(row), headers={"ETag": version_tag(row.version)})

    @operation("battles_boards_delete", None, READ_ERRORS, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a board.

        Battles that took it do not change.
        """
        saved_board_delete(owner=self.owner, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


def board_summary(row: SavedBoard) -> dict[str, Any]:
    """Return a board without what is on it."""
    return {
        "key": row.key,
        "name": row.name,
        "board": row.table["board"],
        "version": row.version,
        "is_shared": row.share_token is not None,
        "changed_at": row.changed_at,
    }
