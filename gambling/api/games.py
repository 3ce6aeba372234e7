"""Games: ready ones, the caller's own, odds of any game, sharing and copies."""

from django.db import transaction
from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from common.api.bodies import check_version, version_tag
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import (
    BODY_ERRORS,
    CHANGED,
    GONE,
    INVALID,
    NO_VERSION,
    PRIVATE_ERRORS,
    REFUSED,
    operation,
    unversioned,
)
from gambling.api.base import (
    IMPORTS,
    MAKE_ERRORS,
    OPEN_ERRORS,
    READ_ERRORS,
    WRITE_ERRORS,
    GamblingAPIView,
    GameOddsSerializer,
    GameSummarySerializer,
    GameWithOddsSerializer,
    ReadyGameSerializer,
    TableGameSerializer,
    game_documents,
    game_of_body,
    game_summary_document,
    game_with_odds,
)
from gambling.models import OwnTableGame
from gambling.selectors.folding import own_games, shared_game, stored_game
from gambling.services.tables import (
    NOT_SHARED,
    game_change,
    game_delete,
    game_locked,
    game_share,
    game_store,
    game_take,
)
from rules.gambling.library import ready_games
from rules.gambling.odds import game_odds


class ReadyGamesView(GamblingAPIView):
    permission_classes = ()

    @operation("gambling_ready", ReadyGameSerializer(many=True), OPEN_ERRORS)
    def get(self, request: Request) -> Response:
        """Ready table games.

        Muster's ready games, with their odds. Public.
        """
        # No query.
        return Response([{"key": key, **game_documents(game)} for key, game in ready_games().items()])


class GameOddsView(GamblingAPIView):
    permission_classes = ()
    only_reads = True
    limit = IMPORTS

    @operation(
        "gambling_odds",
        GameOddsSerializer,
        {**OPEN_ERRORS, **BODY_ERRORS, 422: REFUSED},
        body=TableGameSerializer,
    )
    def post(self, request: Request) -> Response:
        """The odds of a game.

        Counts every roll of a game, up to 1,000,000 outcomes; nothing is stored. Public.
        """
        # No query.
        return Response(GameOddsSerializer(game_odds(game_of_body(request.data))).data)


class OwnGamesView(GamblingAPIView):
    pagination_class = CursorPages
    limit = IMPORTS

    @operation("gambling_games", GameSummarySerializer(many=True), {**PRIVATE_ERRORS, 400: INVALID})
    def get(self, request: Request) -> Response:
        """Your table games.

        Your stored games, newest first.
        """
        # One query.
        pages = CursorPages()
        rows = pages.paginate_queryset(own_games(self.owner).defer("document"), request, self) or []
        return pages.get_paginated_response([game_summary_document(request, row) for row in rows])

    @operation("gambling_game_make", GameWithOddsSerializer, MAKE_ERRORS, body=TableGameSerializer, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Store a table game.

        Stores a game from a `muster-table-game/1` document.
        """
        return made_game(request, game_store(owner=self.owner, game=game_of_body(request.data)))


def made_game(request: Request, row: OwnTableGame) -> Response:
    """Answer with a new game."""
    headers = {"Location": reverse("api-gambling-game", args=[row.key]), "ETag": version_tag(row.version)}
    return Response(game_with_odds(request, row), status=status.HTTP_201_CREATED, headers=headers)


class OwnGameView(GamblingAPIView):
    limit = IMPORTS

    @operation("gambling_game", GameWithOddsSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """One of your table games.

        The game as a document, with its exact odds.
        """
        # One query.
        row = self.game(key)
        return Response(game_with_odds(request, row), headers={"ETag": version_tag(row.version)})

    @operation(
        "gambling_game_change",
        GameWithOddsSerializer,
        {**MAKE_ERRORS, 412: CHANGED, 428: NO_VERSION},
        body=TableGameSerializer,
    )
    def put(self, request: Request, key: str) -> Response:
        """Change a table game.

        Open tables keep the game with which they began.
        """
        with transaction.atomic():
            check_version(request, game_locked(self.owner, key).version, required=True)
            row = game_change(owner=self.owner, key=key, game=game_of_body(request.data))
        return Response(game_with_odds(request, row), headers={"ETag": version_tag(row.version)})

    @operation("gambling_game_delete", None, READ_ERRORS, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a table game.

        Tables that use it do not change.
        """
        game_delete(owner=self.owner, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class GameLinkView(GamblingAPIView):
    @operation("gambling_game_share", GameSummarySerializer, READ_ERRORS)
    def put(self, request: Request, key: str) -> Response:
        """Share a table game.

        Everyone with the link may see it and store a copy.
        """
        return Response(game_summary_document(request, game_share(owner=self.owner, key=key, shared=True)))

    @operation("gambling_game_unshare", GameSummarySerializer, READ_ERRORS)
    def delete(self, request: Request, key: str) -> Response:
        """Stop sharing a table game.

        The link stops working; copies stay.
        """
        return Response(game_summary_document(request, game_share(owner=self.owner, key=key, shared=False)))


class SharedGameView(GamblingAPIView):
    permission_classes = ()

    @operation("gambling_shared", ReadyGameSerializer, {**OPEN_ERRORS, 404: GONE})
    def get(self, request: Request, token: str) -> Response:
        """A shared table game by its link.

        The game with its odds; `token` is the end of the link. Public.
        """
        # One query.
        row = shared_game(token) if "\0" not in token else None
        if row is None:
            raise Fault("game.gone", "token", NOT_SHARED, status.HTTP_404_NOT_FOUND)
        return Response({"key": None, **game_documents(stored_game(row))})


class SharedGameCopyView(GamblingAPIView):
    @operation("gambling_shared_copy", GameWithOddsSerializer, unversioned(WRITE_ERRORS), status=201)
    @once
    def post(self, request: Request, token: str) -> Response:
        """Copy a shared table game.

        Stores a copy of the shared game among your own.
        """
        return made_game(request, game_take(owner=self.owner, token=token.replace("\0", "")))
