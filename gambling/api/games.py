"""Games for programs: ready ones, those of who asks, odds of any, sharing and copies."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.once import once
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.api.versions import check_version, version_tag
from common.openapi import (
    BODY_ERRORS,
    CHANGED,
    GONE,
    INVALID,
    NO_VERSION,
    PRIVATE_ERRORS,
    REFUSED,
    THROTTLED,
    unversioned,
)
from gambling.api.base import IMPORTS, MAKE_ERRORS, READ_ERRORS, WRITE_ERRORS, GamblingAPIView, game_of_body
from gambling.api.shapes import (
    GameOddsSerializer,
    GameSummarySerializer,
    GameWithOddsSerializer,
    ReadyGameSerializer,
    TableGameSerializer,
    game_summary_document,
    game_with_odds,
    odds_document,
    ready_documents,
)
from gambling.models import OwnTableGame
from gambling.selectors.games import own_games, shared_game, stored_game
from gambling.services.games import (
    NOT_SHARED,
    game_change,
    game_delete,
    game_locked,
    game_share,
    game_store,
    game_take,
)
from rules.gambling.game import game_document


class TableGamePages(CursorPages):
    """The newest games first."""


class ReadyGamesView(GamblingAPIView):
    """The games that come with Muster."""

    permission_classes = ()

    @extend_schema(
        operation_id="gambling_ready",
        summary="Ready table games",
        description="The games that come with Muster, with their odds. For everybody.",
        responses={200: ReadyGameSerializer(many=True), 401: PRIVATE_ERRORS[401], 429: THROTTLED},
    )
    def get(self, request: Request) -> Response:
        """Return every ready game. No query."""
        return Response(list(ready_documents()))


class GameOddsView(GamblingAPIView):
    """The odds of any game."""

    permission_classes = ()
    only_reads = True
    limit = IMPORTS

    @extend_schema(
        operation_id="gambling_odds",
        summary="The odds of a game",
        description="Counts every roll of a game, up to 1,000,000 outcomes; nothing is stored. For everybody.",
        request=TableGameSerializer,
        responses={
            200: GameOddsSerializer,
            **BODY_ERRORS,
            401: PRIVATE_ERRORS[401],
            422: REFUSED,
            429: THROTTLED,
        },
    )
    def post(self, request: Request) -> Response:
        """Return the odds. No query."""
        return Response(odds_document(game_of_body(request.data)))


class OwnGamesView(GamblingAPIView):
    """The games of who asks, and keeping one."""

    pagination_class = TableGamePages
    limit = IMPORTS

    @extend_schema(
        operation_id="gambling_games",
        summary="Your table games",
        description="The games that you keep, the newest first.",
        responses={200: GameSummarySerializer(many=True), **PRIVATE_ERRORS, 400: INVALID},
    )
    def get(self, request: Request) -> Response:
        """Return a page of games. One query."""
        pages = TableGamePages()
        rows = pages.paginate_queryset(own_games(self.owner).defer("document"), request, self) or []
        return pages.get_paginated_response([game_summary_document(request, row) for row in rows])

    @extend_schema(
        operation_id="gambling_game_make",
        summary="Keep a table game",
        description="Stores a game of a document `muster-table-game/1`.",
        request=TableGameSerializer,
        responses={201: GameWithOddsSerializer, **MAKE_ERRORS},
    )
    @once
    def post(self, request: Request) -> Response:
        """Store the game."""
        return made_game(request, game_store(owner=self.owner, game=game_of_body(request.data)))


def made_game(request: Request, row: OwnTableGame) -> Response:
    """Answer with a new game."""
    headers = {"Location": reverse("api-gambling-game", args=[row.key]), "ETag": version_tag(row.version)}
    return Response(game_with_odds(request, row), status=status.HTTP_201_CREATED, headers=headers)


class OwnGameView(GamblingAPIView):
    """A game of who asks."""

    limit = IMPORTS

    @extend_schema(
        operation_id="gambling_game",
        summary="One of your table games",
        description="The game as a document, with its exact odds.",
        responses={200: GameWithOddsSerializer, **READ_ERRORS},
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the game. One query."""
        row = self.game(key)
        return Response(game_with_odds(request, row), headers={"ETag": version_tag(row.version)})

    @extend_schema(
        operation_id="gambling_game_change",
        summary="Change a table game",
        description="Tables that were opened with it keep the game that they have.",
        request=TableGameSerializer,
        responses={200: GameWithOddsSerializer, **MAKE_ERRORS, 412: CHANGED, 428: NO_VERSION},
    )
    def put(self, request: Request, key: str) -> Response:
        """Put another game in its place."""
        with transaction.atomic():
            check_version(request, game_locked(self.owner, key).version, required=True)
            row = game_change(owner=self.owner, key=key, game=game_of_body(request.data))
        return Response(game_with_odds(request, row), headers={"ETag": version_tag(row.version)})

    @extend_schema(
        operation_id="gambling_game_delete",
        summary="Delete a table game",
        description="Tables that were opened with it stay.",
        responses={204: None, **READ_ERRORS},
    )
    def delete(self, request: Request, key: str) -> Response:
        """Delete the game."""
        game_delete(owner=self.owner, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class GameLinkView(GamblingAPIView):
    """The link of a game."""

    @extend_schema(
        operation_id="gambling_game_share",
        summary="Share a table game",
        description="Everybody who has the link may see it and keep a copy.",
        responses={200: GameSummarySerializer, **READ_ERRORS},
    )
    def put(self, request: Request, key: str) -> Response:
        """Make the link."""
        return Response(game_summary_document(request, game_share(owner=self.owner, key=key, shared=True)))

    @extend_schema(
        operation_id="gambling_game_unshare",
        summary="Stop sharing a table game",
        description="The link stops working; copies stay.",
        responses={200: GameSummarySerializer, **READ_ERRORS},
    )
    def delete(self, request: Request, key: str) -> Response:
        """End the link."""
        return Response(game_summary_document(request, game_share(owner=self.owner, key=key, shared=False)))


class SharedGameView(GamblingAPIView):
    """A game by its link."""

    permission_classes = ()

    @extend_schema(
        operation_id="gambling_shared",
        summary="A shared table game by its link",
        description="The game with its odds; `token` is the end of the link. For everybody.",
        responses={200: ReadyGameSerializer, 401: PRIVATE_ERRORS[401], 404: GONE, 429: THROTTLED},
    )
    def get(self, request: Request, token: str) -> Response:
        """Return the game. One query."""
        row = shared_game(token) if "\0" not in token else None
        if row is None:
            raise Fault("game.gone", "token", NOT_SHARED, status.HTTP_404_NOT_FOUND)
        game = stored_game(row)
        return Response({"key": None, "game": game_document(game), "odds": odds_document(game)})


class SharedGameCopyView(GamblingAPIView):
    """A copy of a shared game."""

    @extend_schema(
        operation_id="gambling_shared_copy",
        summary="Keep a copy of a shared table game",
        description="Stores a copy of the shared game as it is now among yours.",
        responses={201: GameWithOddsSerializer, **unversioned(WRITE_ERRORS)},
    )
    @once
    def post(self, request: Request, token: str) -> Response:
        """Store the copy."""
        return made_game(request, game_take(owner=self.owner, token=token.replace("\0", "")))
