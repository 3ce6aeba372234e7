"""Views of table games: the caller, faults for what does not exist, and the documents of games and tables."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request

from accounts.api.views import PrivateView
from common.api.bodies import matched_version
from common.api.errors import Fault
from common.limits import WorkLimit
from common.openapi import (
    BODY_ERRORS,
    FULL,
    GONE,
    INVALID,
    PRIVATE_ERRORS,
    REFUSED,
    THROTTLED,
    Document,
    LinkField,
    error_answer,
)
from common.web.address import absolute
from compendium.api.serializers import DocumentParser, read_document
from gambling.models import OwnTableGame
from gambling.selectors.folding import OpenTable, own_game, own_table, stored_game
from gambling.services.tables import GAME_GONE, TABLE_GONE, readable_game
from rules.combat.log import log_event_document
from rules.errors import require
from rules.gambling.game import FORMAT, TableGame, game_document
from rules.gambling.odds import game_odds
from rules.gambling.play.state import result_name

MOVED_ON = error_answer(
    "Something happened since the entry that you saw.",
    code="table.changed",
    path="",
    message="Something happened meanwhile, so nothing was done. Look again.",
)
OPEN_ERRORS: dict[int, Any] = {401: PRIVATE_ERRORS[401], 429: THROTTLED}
"""Errors of public requests."""
READ_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, 404: GONE}
"""Errors of reading a game or a table."""
WRITE_ERRORS: dict[int, Any] = {**READ_ERRORS, 400: INVALID, 409: FULL, 412: MOVED_ON, 422: REFUSED}
"""Errors of changing one."""
MAKE_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE, 409: FULL, 422: REFUSED}
"""Errors of creating one."""
IMPORTS = WorkLimit("imports")
IF_SEEN = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the table that you last saw, or * for any version; * is the default.",
)


class GamblingAPIView(PrivateView):
    """A view of games and tables. Its scope is that of campaigns and adventures."""

    tag: ClassVar[str] = "table games"

    scope = "campaigns"
    parser_classes = (DocumentParser,)

    def game(self, key: str) -> OwnTableGame:
        """Return one of the caller's games; 404 if there is none. One query."""
        return require(own_game(self.owner, key), Fault("game.gone", "key", GAME_GONE, status.HTTP_404_NOT_FOUND))

    def table(self, key: str) -> OpenTable:
        """Return one of the caller's tables; 404 if there is none. Two queries."""
        return require(own_table(self.owner, key), Fault("table.gone", "key", TABLE_GONE, status.HTTP_404_NOT_FOUND))


def entry_seen(request: Request) -> int | None:
    """Return the entry number in a request's ``If-Match``, or None if any entry will do."""
    version = matched_version(request, -1, required=False)
    return None if version == -1 else version


def game_of_body(given: Any) -> TableGame:
    """Return the game of a document; raise the API's fault if it cannot be read or has no odds."""
    return read_document(readable_game, given)


class TableGameSerializer(Document):
    """A game (`muster-table-game/1`, docs/gambling.md)."""

    format = serializers.ChoiceField([FORMAT.tag])
    name = serializers.CharField()
    house = serializers.CharField(required=False, allow_blank=True, help_text="Who runs the game.")
    staff = serializers.IntegerField(required=False, help_text="How many people it takes to run the game.")
    equipment = serializers.CharField(required=False, allow_blank=True)
    mechanic = serializers.CharField(required=False, allow_blank=True)
    dice = serializers.ListField(
        child=serializers.DictField(), help_text="The dice of each player: `count` and `sides`."
    )
    house_dice = serializers.ListField(child=serializers.DictField(), required=False)
    results = serializers.ListField(
        child=serializers.DictField(), help_text="The results; the first one that applies counts."
    )
    spots = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Places for a stake, such as over and under."
    )
    coin = serializers.CharField(required=False)
    lowest_stake = serializers.IntegerField(required=False)
    highest_stake = serializers.IntegerField(required=False)
    seats = serializers.IntegerField(required=False)


class ResultChanceSerializer(Document):
    """How often a result counts."""

    result = serializers.IntegerField(source="number", help_text="Its number from 1, or 0 for any other roll.")
    ways = serializers.IntegerField(help_text="The rolls that give it.")
    chance = serializers.CharField(help_text="An exact fraction, such as `5/54`.")
    pays = serializers.CharField(help_text="The gain for one coin; `-1` for a lost stake.")


class ChoiceOddsSerializer(Document):
    """The odds for one choice of a face."""

    choice = serializers.IntegerField(
        allow_null=True, help_text="A face or the number of a spot; null if the game has neither."
    )
    edge = serializers.CharField(help_text="The share of each stake that the house wins on average.")
    variance = serializers.CharField(help_text="The variance of one coin's result. The spread is its square root.")
    results = ResultChanceSerializer(source="chances", many=True)


class GameOddsSerializer(Document):
    """The exact odds of a game. Fractions are texts."""

    outcomes = serializers.IntegerField()
    edge = serializers.CharField(help_text="Against players who choose the best face.")
    exposure = serializers.IntegerField(help_text="The most coins that the house can lose in one round.")
    choices = ChoiceOddsSerializer(many=True)
    warnings = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())


class GameSummarySerializer(Document):
    """A game of yours in a list."""

    key = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    link = LinkField(
        "gambling:shared", source="share_token", help_text="The link by which others may copy it, or null."
    )
    made_at = serializers.DateTimeField(source="created_at")
    changed_at = serializers.DateTimeField()


class GameWithOddsSerializer(GameSummarySerializer):
    """A game of yours with its document and its odds."""

    game = TableGameSerializer()
    odds = GameOddsSerializer()


class ReadyGameSerializer(Document):
    """A ready game of Muster, or a shared game."""

    key = serializers.CharField(allow_null=True, help_text="The key word of a ready game; null for a shared game.")
    game = TableGameSerializer()
    odds = GameOddsSerializer()


class TableSummarySerializer(Document):
    """A table of yours in a list."""

    key = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(["open", "closed"])
    head = serializers.IntegerField(help_text="The number of the last entry.")
    made_at = serializers.DateTimeField(source="created_at")
    changed_at = serializers.DateTimeField()


class TablePlayerSerializer(Document):
    """A player at a table."""

    id = serializers.CharField()
    name = serializers.CharField()
    seated = serializers.BooleanField()
    balance = serializers.IntegerField(help_text="Their winnings in coins, below 0 for losses.")


class ResultNameField(serializers.CharField):
    """The name of a result of the ``game`` in the serializer's context, by its number."""

    def to_representation(self, value: Any) -> str:
        """Return the name."""
        return result_name(self.context["game"], value)


class SettledBetSerializer(Document):
    """A bet of a round with its outcome."""

    player = serializers.CharField(source="bet.player")
    stake = serializers.IntegerField(source="bet.stake")
    choice = serializers.IntegerField(source="bet.choice", allow_null=True)
    faces = serializers.ListField(source="bet.faces", child=serializers.IntegerField())
    shown = ResultNameField(help_text="The result that the dice show.")
    counts = ResultNameField(help_text="The result that counts. It differs if the table decided otherwise.")
    net = serializers.IntegerField()


class PlayedRoundSerializer(Document):
    """A round that counts."""

    entry = serializers.IntegerField()
    origin = serializers.ChoiceField(["seeded", "entered"])
    house_faces = serializers.ListField(child=serializers.IntegerField())
    bets = SettledBetSerializer(many=True)
    reversed_for = serializers.CharField(help_text="Why every stake of it went back; empty while it counts.")


class TableLineSerializer(Document):
    """An entry of the log, in words and as an event."""

    entry = serializers.IntegerField()
    event = serializers.DictField()
    undone = serializers.BooleanField()
    text = serializers.ListField(child=serializers.CharField())


class TableAsSeenSerializer(TableSummarySerializer):
    """A table with its rounds and its log."""

    game = TableGameSerializer()
    players = TablePlayerSerializer(many=True)
    house_balance = serializers.IntegerField()
    rounds = PlayedRoundSerializer(many=True)
    entries = TableLineSerializer(many=True, help_text="The newest first.")
    commitment = serializers.CharField(help_text="The SHA-256 of the seed.")
    seed = serializers.CharField(allow_null=True, help_text="The seed in hexadecimal digits, once the table is closed.")
    watch_link = serializers.CharField(allow_null=True)


class TableReceiptSerializer(Document):
    """The inputs from which Muster computed a roll (docs/dice.md)."""

    entry = serializers.IntegerField()
    whose = serializers.CharField(source="roll.whose", help_text="A player’s id, `house`, `cheater` or `opponent`.")
    place = serializers.ListField(source="roll.place", child=serializers.JSONField())
    sides = serializers.IntegerField(source="roll.dice.sides")
    faces = serializers.ListField(child=serializers.IntegerField())
    computed = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    verification = serializers.ChoiceField(["right", "different", "unverifiable"])
    reversed_for = serializers.CharField(help_text="Why every stake of its round went back; empty while it counts.")


class TableReceiptsSerializer(Document):
    """The receipts of a table."""

    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    receipts = TableReceiptSerializer(many=True, help_text="The rounds, the newest first, including undone ones.")


def game_documents(game: TableGame) -> dict[str, Any]:
    """Return a game that has odds, and its odds."""
    return {"game": game_document(game), "odds": GameOddsSerializer(game_odds(game)).data}


def game_summary_document(request: Request, row: OwnTableGame) -> dict[str, Any]:
    """Return the summary of a game for a list."""
    return {**GameSummarySerializer(row, context={"request": request}).data}


def game_with_odds(request: Request, row: OwnTableGame) -> dict[str, Any]:
    """Return a person's game with its odds. No query."""
    return {**game_summary_document(request, row), **game_documents(stored_game(row))}


def table_document(request: Request, table: OpenTable) -> dict[str, Any]:
    """Return a table as a visitor may see it. No query."""
    state, token = table.state, table.row.watch_token
    balances = state.balances
    is_shown = table.runs and token
    return {
        **TableSummarySerializer(table.row).data,
        "game": game_document(table.game),
        "players": [
            {"id": player.id, "name": player.name, "seated": player.is_seated, "balance": balances[player.id]}
            for player in state.players
        ],
        "house_balance": state.house_balance,
        "rounds": PlayedRoundSerializer(state.rounds, many=True, context={"game": table.game}).data,
        "entries": [
            {
                "entry": line.entry,
                "event": log_event_document(table.entries[line.entry - 1].event),
                "undone": line.is_undone,
                "text": [line.title, *line.lines],
            }
            for line in table.sentences()
        ],
        "commitment": table.row.commitment,
        "seed": table.seed_words or None,
        "watch_link": absolute(request._request, reverse("gambling:watch", args=[token])) if is_shown else None,
    }


def receipts_document(table: OpenTable) -> dict[str, Any]:
    """Return the receipts of a table."""
    receipts = TableReceiptSerializer(table.receipts, many=True).data
    return {"commitment": table.row.commitment, "seed": table.seed_words or None, "receipts": receipts}
