"""What the API tells of games and tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request

from common.openapi import Document
from common.web.address import absolute
from gambling.models import GamblingTable, OwnTableGame
from gambling.selectors.games import stored_game
from gambling.selectors.tables import OpenTable
from rules.combat.log import log_event_document
from rules.gambling.game import FORMAT, TableGame, game_document
from rules.gambling.library import ready_games
from rules.gambling.odds import ChoiceOdds, game_notes, game_odds, game_warnings
from rules.gambling.play.state import SettledBet, result_name


@extend_schema_serializer(component_name="TableGame")
class TableGameSerializer(Document):
    """A game (`muster-table-game/1`, docs/gambling.md)."""

    format = serializers.ChoiceField([FORMAT.tag])
    name = serializers.CharField()
    house = serializers.CharField(required=False, allow_blank=True, help_text="Who runs the game.")
    staff = serializers.IntegerField(required=False, help_text="How many people that needs.")
    equipment = serializers.CharField(required=False, allow_blank=True)
    mechanic = serializers.CharField(required=False, allow_blank=True)
    dice = serializers.ListField(child=serializers.DictField(), help_text="Of each player: `count` and `sides`.")
    house_dice = serializers.ListField(child=serializers.DictField(), required=False)
    results = serializers.ListField(child=serializers.DictField(), help_text="The first one that holds counts.")
    spots = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What a stake may lie on, such as over and under."
    )
    coin = serializers.CharField(required=False)
    lowest_stake = serializers.IntegerField(required=False)
    highest_stake = serializers.IntegerField(required=False)
    seats = serializers.IntegerField(required=False)


class ResultChanceSerializer(Document):
    """How often a result counts."""

    result = serializers.IntegerField(help_text="Its number from 1; 0 for a roll that is none of them.")
    ways = serializers.IntegerField(help_text="Rolls that bring it.")
    chance = serializers.CharField(help_text="An exact fraction, such as `5/54`.")
    pays = serializers.CharField(help_text="What one coin wins; `-1` for a lost stake.")


class ChoiceOddsSerializer(Document):
    """The odds for one choice of a face."""

    choice = serializers.IntegerField(
        allow_null=True, help_text="A face, or the number of a spot; null where there is neither."
    )
    edge = serializers.CharField(help_text="The part of each stake that the house keeps on average.")
    variance = serializers.CharField(help_text="Of what one coin brings; the spread is its square root.")
    results = ResultChanceSerializer(many=True)


class GameOddsSerializer(Document):
    """The exact odds of a game. Fractions are texts."""

    outcomes = serializers.IntegerField()
    edge = serializers.CharField(help_text="Against players who choose the best face.")
    exposure = serializers.IntegerField(help_text="The most that the house can lose in one round, in coins.")
    choices = ChoiceOddsSerializer(many=True)
    warnings = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())


class GameSummarySerializer(Document):
    """A game of yours in a list."""

    key = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    link = serializers.CharField(allow_null=True, help_text="The link by which others may copy it, or null.")
    made_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class GameWithOddsSerializer(GameSummarySerializer):
    """A game of yours with its document and its odds."""

    game = TableGameSerializer()
    odds = GameOddsSerializer()


class ReadyGameSerializer(Document):
    """A game that comes with Muster, or that is shared."""

    key = serializers.CharField(allow_null=True, help_text="The word of a ready game; null for a shared one.")
    game = TableGameSerializer()
    odds = GameOddsSerializer()


class TableSummarySerializer(Document):
    """A table of yours in a list."""

    key = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(["open", "closed"])
    head = serializers.IntegerField(help_text="The number of the last entry.")
    made_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class TablePlayerSerializer(Document):
    """A player at a table."""

    id = serializers.CharField()
    name = serializers.CharField()
    seated = serializers.BooleanField()
    balance = serializers.IntegerField(help_text="What they have won, below 0 lost, in coins.")


class SettledBetSerializer(Document):
    """A bet of a round with what became of it."""

    player = serializers.CharField()
    stake = serializers.IntegerField()
    choice = serializers.IntegerField(allow_null=True)
    faces = serializers.ListField(child=serializers.IntegerField())
    shown = serializers.CharField(help_text="The result that the dice show.")
    counts = serializers.CharField(help_text="The result that counts; another where the table decided so.")
    net = serializers.IntegerField()


class PlayedRoundSerializer(Document):
    """A round that counts."""

    entry = serializers.IntegerField()
    origin = serializers.ChoiceField(["seeded", "entered"])
    house_faces = serializers.ListField(child=serializers.IntegerField())
    bets = SettledBetSerializer(many=True)


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
    seed = serializers.CharField(allow_null=True, help_text="In hexadecimal digits, once the table is closed.")
    watch_link = serializers.CharField(allow_null=True)


class TableReceiptSerializer(Document):
    """What dice that Muster rolled were computed from (docs/dice.md)."""

    entry = serializers.IntegerField()
    whose = serializers.CharField(source="roll.whose", help_text="A player’s id, `house`, `cheater` or `opponent`.")
    place = serializers.ListField(source="roll.place", child=serializers.JSONField())
    sides = serializers.IntegerField(source="roll.dice.sides")
    faces = serializers.ListField(child=serializers.IntegerField())
    computed = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    verification = serializers.ChoiceField(["right", "different", "unverifiable"])


class TableReceiptsSerializer(Document):
    """The receipts of a table."""

    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    receipts = TableReceiptSerializer(many=True, help_text="The newest first, those of undone rounds too.")


def odds_document(game: TableGame) -> dict[str, Any]:
    """Return the odds of a game that has some."""
    odds = game_odds(game)
    return {
        "outcomes": odds.outcomes,
        "edge": str(odds.edge),
        "exposure": odds.exposure,
        "choices": [_choice(choice) for choice in odds.choices],
        "warnings": list(game_warnings(odds)),
        "notes": list(game_notes(odds)),
    }


def _choice(odds: ChoiceOdds) -> dict[str, Any]:
    return {
        "choice": odds.choice,
        "edge": str(odds.edge),
        "variance": str(odds.variance),
        "results": [
            {
                "result": 0 if chance.place is None else chance.place + 1,
                "ways": chance.ways,
                "chance": str(chance.chance),
                "pays": str(chance.pays),
            }
            for chance in odds.chances
        ],
    }


def game_summary_document(request: Request, row: OwnTableGame) -> dict[str, Any]:
    """Return what a list tells of a game."""
    token = row.share_token
    return {
        "key": row.key,
        "name": row.name,
        "version": row.version,
        "link": absolute(request._request, reverse("gambling:shared", args=[token])) if token else None,
        "made_at": row.created_at,
        "changed_at": row.changed_at,
    }


def game_with_odds(request: Request, row: OwnTableGame) -> dict[str, Any]:
    """Return a game of somebody with its odds. No query."""
    game = stored_game(row)
    return {**game_summary_document(request, row), "game": game_document(game), "odds": odds_document(game)}


def ready_documents() -> Iterator[dict[str, Any]]:
    """Yield every game that comes with Muster, with its odds."""
    for key, game in ready_games().items():
        yield {"key": key, "game": game_document(game), "odds": odds_document(game)}


def table_summary_document(row: GamblingTable) -> dict[str, Any]:
    """Return what a list tells of a table."""
    return {
        "key": row.key,
        "name": row.name,
        "status": row.status,
        "head": row.head,
        "made_at": row.created_at,
        "changed_at": row.changed_at,
    }


def table_document(request: Request, table: OpenTable) -> dict[str, Any]:
    """Return a table as somebody may see it. No query."""
    state, token = table.state, table.row.watch_token
    balances = state.balances
    is_shown = table.runs and token
    return {
        **table_summary_document(table.row),
        "game": game_document(table.game),
        "players": [
            {"id": player.id, "name": player.name, "seated": player.is_seated, "balance": balances[player.id]}
            for player in state.players
        ],
        "house_balance": state.house_balance,
        "rounds": [
            {
                "entry": played_round.entry,
                "origin": played_round.origin,
                "house_faces": list(played_round.house_faces),
                "bets": [_bet(table.game, bet) for bet in played_round.bets],
            }
            for played_round in state.rounds
        ],
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


def _bet(game: TableGame, settled: SettledBet) -> dict[str, Any]:
    bet = settled.bet
    return {
        "player": bet.player,
        "stake": bet.stake,
        "choice": bet.choice,
        "faces": list(bet.faces),
        "shown": result_name(game, settled.shown),
        "counts": result_name(game, settled.counts),
        "net": settled.net,
    }


def receipts_document(table: OpenTable) -> dict[str, Any]:
    """Return the receipts of a table."""
    found = TableReceiptSerializer(table.receipts, many=True).data
    return {"commitment": table.row.commitment, "seed": table.seed_words or None, "receipts": found}
