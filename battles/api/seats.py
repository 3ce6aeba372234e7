"""Who plays each side: the links to take a seat or to watch, and giving a seat back."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from accounts.models import ApiToken
from battles.api.base import READ_ERRORS, WRITE_ERRORS, BattleAPIView, battle_operation, version_of
from battles.api.shapes import BattleSideSerializer, battle_link, side_documents
from battles.models.battles import MAX_PLAYER
from battles.selectors.battles import BattleView
from battles.services.opponents import opponent_choose
from battles.services.seats import SEATS_KEY, battle_share, seat_link_end, seat_link_make, seat_take, seat_take_back
from common.api.bodies import Body, read_body, version_tag
from common.openapi import BODY_ERRORS, GONE, PRIVATE_ERRORS, Document, operation
from common.web.cookies import keep_session_secret


class SeatSerializer(BattleSideSerializer):
    """A side's seat."""

    link = serializers.CharField(allow_null=True, help_text="The unused link of your own seat, or null.")


class SeatsSerializer(Document):
    """The seats of a battle, and the link for spectators."""

    seats = SeatSerializer(many=True)
    spectators = serializers.CharField(allow_null=True, help_text="The link for spectators, or null.")


class SeatLinkBody(Body):
    """A link to a seat."""

    link = serializers.CharField(max_length=300, help_text="The link that you received, or the last part of it.")


class TakenSeatSerializer(Document):
    """The seat that you have taken."""

    battle = serializers.CharField(help_text="The battle's key.")
    side = serializers.CharField()
    battle_pass = serializers.CharField(
        allow_null=True,
        help_text="A secret to send as `Battle-Pass` with each request. Null for a browser, because its session "
        "stores the secret.",
    )


class SeatPlayerBody(Body):
    """Who plays a side whose seat you have."""

    played_by = serializers.CharField(
        max_length=MAX_PLAYER,
        allow_blank=True,
        help_text="One of the game's own players (docs/opponents.md), or empty to play the side yourself.",
    )


class SeatAPIView(BattleAPIView):
    def seats_answer(self, request: Request, view: BattleView) -> Response:
        """Answer with the seats of a battle, and the links that the visitor may see."""
        seats = []
        for row in side_documents(view):
            seat = view.seat(row["key"])
            token = seat.token if seat and row["is_yours"] else None
            seats.append({**row, "link": battle_link(request, "battles:join", token)})
        body = {
            "seats": seats,
            "spectators": battle_link(request, "battles:watch", view.battle.spectator_token),
        }
        return Response(body, headers={"ETag": version_tag(view.battle.version, view.mark)})


class SeatTakeView(SeatAPIView):
    is_for_newcomers = True

    @operation(
        "battles_seat_take", TakenSeatSerializer, {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE}, body=SeatLinkBody
    )
    @once
    def post(self, request: Request) -> Response:
        """Take a seat.

        Uses a side's link, which works once. You play that side from then on.
        """
        given = read_body(SeatLinkBody, request.data)
        seat = seat_take(token=given["link"].rstrip("/").rpartition("/")[2])
        is_program = isinstance(request.auth, ApiToken)
        if not is_program:
            keep_session_secret(request._request.session, SEATS_KEY, seat.holder)
        return Response(
            {"battle": seat.battle.key, "side": seat.side, "battle_pass": seat.holder if is_program else None}
        )


class SeatsView(SeatAPIView):
    @battle_operation("battles_seats", SeatsSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """Who plays each side.

        The seats with the links of your own seats and the spectators' link. Its ETag begins with the version.
        """
        # Two queries.
        return self.seats_answer(request, self.played(key))


class SeatView(SeatAPIView):
    @battle_operation("battles_seat_play", SeatsSerializer, WRITE_ERRORS, body=SeatPlayerBody)
    def patch(self, request: Request, key: str, side: str) -> Response:
        """Let the game play a side, or play it again.

        The side's seat must be yours, and people must play at least one side. Where the battle waits for the game, its
        commands follow yours; `roll/` asks for more of them.
        """
        with self.unchanged(request, key, version_of):
            player = read_body(SeatPlayerBody, request.data)["played_by"]
            opponent_choose(visitor=self.visitor, key=key, side=side, player=player)
        return self.seats_answer(request, self.played(key))

    @battle_operation("battles_seat_give_up", None, WRITE_ERRORS, status=204)
    def delete(self, request: Request, key: str, side: str) -> Response:
        """Give a seat back.

        The side returns to the battle's owner. The seat's holder may do this, and so may the owner while nothing of the
        side is sealed.
        """
        with self.unchanged(request, key, version_of):
            seat_take_back(visitor=self.visitor, key=key, side=side)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeatLinkView(SeatAPIView):
    @battle_operation("battles_seat_link", SeatsSerializer, WRITE_ERRORS)
    def put(self, request: Request, key: str, side: str) -> Response:
        """Make a link to your seat.

        The first person to open it also plays the side. A new link replaces the old one.
        """
        with self.unchanged(request, key, version_of):
            seat_link_make(visitor=self.visitor, key=key, side=side)
        return self.seats_answer(request, self.played(key))

    @battle_operation("battles_seat_unlink", SeatsSerializer, WRITE_ERRORS)
    def delete(self, request: Request, key: str, side: str) -> Response:
        """End the link to your seat.

        Only before someone has opened it.
        """
        with self.unchanged(request, key, version_of):
            seat_link_end(visitor=self.visitor, key=key, side=side)
        return self.seats_answer(request, self.played(key))


class SpectatorsLinkView(SeatAPIView):
    def _switch(self, request: Request, key: str, *, shared: bool) -> Response:
        with self.unchanged(request, key, version_of):
            battle_share(visitor=self.visitor, key=key, shared=shared)
        return self.seats_answer(request, self.played(key))

    @battle_operation("battles_share", SeatsSerializer, WRITE_ERRORS)
    def put(self, request: Request, key: str) -> Response:
        """Let others watch.

        Creates the spectators' link if there is none.
        """
        return self._switch(request, key, shared=True)

    @battle_operation("battles_unshare", SeatsSerializer, WRITE_ERRORS)
    def delete(self, request: Request, key: str) -> Response:
        """Stop letting others watch.

        The spectators' link stops working.
        """
        return self._switch(request, key, shared=False)
