"""Battles in the API: their values, and their schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from battles.models import Battle
from battles.models.battles import BattleDice, BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.crests import seat_crests
from battles.selectors.families import can_redo_step, can_take_back, viewer_of
from battles.selectors.folding import AnyFoldedFight, LogLine, note_sentence
from common.openapi import Document
from common.web.address import absolute
from rules.combat.log import LOG_EVENTS
from rules.crests import crest_document
from rules.families.documents import state_with_ask
from warbands.api.documents import CrestSerializer

LINES = 12
"""The number of log entries in a battle's answer."""
_ABOUT_LOG = frozenset(event.kind for event in LOG_EVENTS)


class BattleSummarySerializer(Document):
    """A battle in a list."""

    key = serializers.CharField(help_text="Its key in addresses.")
    name = serializers.CharField()
    family = serializers.CharField(help_text="The rules of the battle: `p2v` is Path 2 Victory.")
    status = serializers.ChoiceField(BattleStatus.values)
    is_owner = serializers.BooleanField(help_text="True if you made it. If false, you have a seat.")
    made_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class BattleSideSerializer(Document):
    """A side, and who plays it."""

    key = serializers.CharField(help_text="`a` to `d`, in seat order.")
    name = serializers.CharField()
    player = serializers.ChoiceField(["people", "game"])
    played_by = serializers.CharField(
        allow_blank=True, help_text="The game's own player that has this side of people; empty while people play it."
    )
    is_yours = serializers.BooleanField(help_text="Whether you act for it.")
    is_taken = serializers.BooleanField(help_text="Whether someone used its link to take the seat.")
    crest = CrestSerializer(allow_null=True, help_text="Its crest when the battle was made; null in other games.")


class BattleCreatureSerializer(Document):
    """A creature of a battle, as it entered it; `state` has its present condition."""

    id = serializers.CharField()
    name = serializers.CharField()
    side = serializers.CharField(help_text="Its side, or `game` if it has none.")
    creature = serializers.CharField(help_text="The key of its card.")
    level = serializers.IntegerField()
    points = serializers.IntegerField()
    leader = serializers.CharField(allow_null=True, help_text="The id of its commander.")


class BattleNoteSerializer(Document):
    """A sentence, the creature that it is about, and the reason."""

    creature = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    why = serializers.ListField(child=serializers.CharField())


class CombatantSerializer(Document):
    """The condition of a creature."""

    id = serializers.CharField()
    side = serializers.CharField()
    hp = serializers.IntegerField()
    max_hp = serializers.IntegerField()
    temporary_hp = serializers.IntegerField()
    conditions = serializers.ListField(child=serializers.DictField(), help_text="With `name`, `by`, `source`, `until`.")
    statuses = serializers.ListField(child=serializers.DictField())
    places = serializers.ListField(child=serializers.CharField())
    persistent = serializers.DictField(child=serializers.IntegerField(), help_text="Persistent damage by its type.")
    spent = serializers.DictField(child=serializers.IntegerField(), help_text="The checked boxes, by key.")
    items = serializers.ListField(child=serializers.DictField())
    hero_points = serializers.IntegerField()
    acted = serializers.BooleanField()
    reacted = serializers.BooleanField()
    readied = serializers.BooleanField()
    waived = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Keys of reactions that wait for the next round."
    )
    commander = serializers.CharField(allow_null=True)
    presence = serializers.CharField(help_text="`in play`, `waiting`, `dying`, `eliminated`, `left`.")


@extend_schema_field({"type": ["object", "null"], "additionalProperties": True})
class LooseField(serializers.Field[Any, Any, Any, Any]):
    """An object with fields explained in words, or null."""

    def to_representation(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return dict(value)


class BattleStateSerializer(Document):
    """The state of a battle that everyone at the table may see (docs/battles.md)."""

    phase = serializers.CharField(help_text="`initiative`, `playing`, `over`.")
    round = serializers.IntegerField()
    first = serializers.CharField(allow_null=True)
    next_side = serializers.CharField(allow_null=True, help_text="The side that activates next.")
    turn = LooseField(help_text="The current turn, with the action points of each creature that acts; or null.")
    creatures = CombatantSerializer(many=True)
    scores = serializers.DictField(child=serializers.IntegerField(), help_text="Victory points by side.")
    board = LooseField(
        required=False,
        help_text="The board that the battle is on: `columns`, `rows`, `terrain`, and the `places` of creatures by id.",
    )
    notes = BattleNoteSerializer(many=True, help_text="The results of the last entry.")
    asks = LooseField(
        help_text=(
            "The question to answer before anything else: `kind` is roll, choice, offer, count, reveal, way or "
            "act. Null if there is none."
        )
    )


class FightCombatantSerializer(serializers.Serializer[Any]):
    """A combatant in a fight of another game than Path 2 Victory, as it was prepared."""

    id = serializers.CharField()
    name = serializers.CharField()
    side = serializers.CharField()
    group = serializers.CharField(allow_blank=True)
    sheet = LooseField(help_text="Its sheet by its rules; null if it is hidden from you.")


class FightStateSerializer(serializers.Serializer[Any]):
    """The state of a fight of another game than Path 2 Victory, with what its rules add."""

    phase = serializers.CharField(help_text="`before`, `playing`, `over`.")
    round = serializers.IntegerField()
    combatants = serializers.ListField(
        child=serializers.DictField(), help_text="Each with `id`, `side`, `name`, and the values of its rules."
    )
    outcome = LooseField(help_text="Once the fight is over: `winner` (a side or null) and `reason`.")
    notes = BattleNoteSerializer(many=True, help_text="The results of the last entry.")
    asks = LooseField(help_text="The question that someone must answer first, or null.")


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="AnyFightState",
        serializers=[BattleStateSerializer, FightStateSerializer],
        resource_type_field_name=None,
    )
)
class AnyStateField(serializers.Field[Any, Any, Any, Any]):
    """The state of a fight by any rules."""


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="AnyCombatant",
        serializers=[BattleCreatureSerializer, FightCombatantSerializer],
        resource_type_field_name=None,
        many=True,
    )
)
class AnyCombatantsField(serializers.Field[Any, Any, Any, Any]):
    """The creatures of a fight by any rules."""


class BattleLineSerializer(Document):
    """An entry of the log in words."""

    number = serializers.IntegerField()
    step = serializers.IntegerField(help_text="The number of the first entry of its step.")
    side = serializers.CharField(allow_null=True)
    kind = serializers.CharField(help_text="The kind of its event.")
    counts = serializers.BooleanField(help_text="True unless it was undone.")
    text = serializers.ListField(child=serializers.CharField())


class AskedBackSerializer(Document):
    """A request to go back that waits for consent."""

    step = serializers.IntegerField(help_text="The step to undo; later steps are undone too.")
    side = serializers.CharField(allow_null=True)
    waits_for = serializers.ListField(child=serializers.CharField(), help_text="The sides that have yet to answer.")


class BattleSerializer(BattleSummarySerializer):
    """A battle as you may see it."""

    dice = serializers.ChoiceField(BattleDice.values, help_text="Whether Muster rolls, or you enter faces.")
    head = serializers.IntegerField(help_text="The number of the last entry in its log. The ETag begins with it.")
    head_hash = serializers.CharField(allow_blank=True, help_text="The hash of the log so far.")
    version = serializers.IntegerField(help_text="Increases with every change.")
    sides = BattleSideSerializer(many=True)
    creatures = AnyCombatantsField(help_text="The creatures as they entered the battle.")
    round = serializers.IntegerField(help_text="The round of `state`.")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="The rounds that you can request.")
    state = AnyStateField(help_text="The present state, in the form of its rules.")
    can_undo = serializers.BooleanField(help_text="Whether you may undo the last step without asking the others.")
    can_redo = serializers.BooleanField()
    asked_back = AskedBackSerializer(allow_null=True)
    result = serializers.CharField(allow_blank=True, help_text="The result in words; empty until the end.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it ended.")
    lines = BattleLineSerializer(many=True, help_text="The newest entries in words, the newest first.")
    seed = serializers.CharField(allow_blank=True, help_text="The seed of the dice, once the battle is closed.")
    remarks = serializers.ListField(
        child=serializers.CharField(),
        help_text="Messages about this request, such as which creatures cannot fight and why.",
    )


class BattleLogSerializer(Document):
    """The whole log in words, the newest entry first."""

    head = serializers.IntegerField()
    lines = BattleLineSerializer(many=True)


class BattleEntrySerializer(Document):
    """An entry of a log: the event, and when it was stored."""

    number = serializers.IntegerField()
    step = serializers.IntegerField()
    side = serializers.CharField(allow_null=True, help_text="The side, or null for the game itself.")
    event = LooseField(help_text="The event with its `kind` (docs/battles.md).")
    hash = serializers.CharField(help_text="Computed from the set-up and all entries up to this one.")
    at = serializers.DateTimeField()


class RecordedSerializer(Document):
    """The result of a write to the log."""

    head = serializers.IntegerField()
    status = serializers.ChoiceField(BattleStatus.values)
    phase = serializers.CharField()
    round = serializers.IntegerField()
    next_side = serializers.CharField(allow_null=True)
    asks = LooseField(help_text="The next question, or null.")
    entries = BattleEntrySerializer(many=True, help_text="The new entries, including the dice that followed.")
    lines = BattleLineSerializer(many=True, help_text="The new entries in words, the newest first.")


def battle_summary_document(battle: Battle, *, is_owner: bool) -> dict[str, Any]:
    """Return the summary of a battle for a list."""
    return {
        "key": battle.key,
        "name": battle.name,
        "family": battle.family,
        "status": battle.status,
        "is_owner": is_owner,
        "made_at": battle.created_at,
        "changed_at": battle.changed_at,
    }


def battle_view_document(
    view: BattleView, folded: AnyFoldedFight, state: Any, remarks: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a battle as a visitor may see it, in one of its states, with the messages of a request. No query."""
    battle, log, family = view.battle, folded.log, folded.family
    waits = log.undo_waits_for(folded.setup.people)
    may_write = view.plays and battle.status != BattleStatus.CLOSED
    ending, sees_hidden = family.ending(folded.state), viewer_of(view, folded).sees_hidden
    return {
        **battle_summary_document(battle, is_owner=view.is_owner),
        "dice": battle.dice,
        "head": battle.head,
        "head_hash": battle.head_hash if sees_hidden else "",
        "version": battle.version,
        "sides": side_documents(view),
        "creatures": family.creature_documents(state, sees_hidden=sees_hidden),
        "round": state.round,
        "rounds": [round_state.round for round_state in folded.rounds if round_state.round],
        "state": state_with_ask(family, state, sees_hidden=sees_hidden),
        "can_undo": may_write and can_take_back(view, folded),
        "can_redo": may_write and can_redo_step(view, folded),
        "asked_back": {"step": log.asked.step, "side": log.asked.side, "waits_for": list(waits)} if log.asked else None,
        "result": ending.sentence if ending else "",
        "reason": ending.reason if ending else "",
        "lines": line_documents(folded, LINES),
        "seed": bytes(battle.seed).hex() if battle.status == BattleStatus.CLOSED else "",
        "remarks": list(remarks),
    }


def side_documents(view: BattleView) -> list[dict[str, Any]]:
    """Return the sides of a battle, each with its player. No query."""
    rows, crests = [], seat_crests(view.seats)
    for side in view.battle.setup["sides"]:
        seat = view.seat(side["key"])
        rows.append(
            {
                "key": side["key"],
                "name": side["name"],
                "player": side["player"],
                "played_by": view.opponents.get(side["key"], ""),
                "is_yours": side["key"] in view.held,
                "is_taken": bool(seat and seat.holder),
                "crest": crest_document(crests[side["key"]]) if side["key"] in crests else None,
            }
        )
    return rows


def line_documents(folded: AnyFoldedFight, most: int) -> list[dict[str, Any]]:
    """Return the newest lines of a log, newest first. No query."""
    lines = folded.lines[-most:]
    live = folded.live_steps(since=min((line.step for line in lines), default=0))
    return [_line_document(folded, line, live) for line in reversed(lines) if line.notes]


def _line_document(folded: AnyFoldedFight, line: LogLine, live: frozenset[int]) -> dict[str, Any]:
    return {
        "number": line.number,
        "step": line.step,
        "side": line.side,
        "kind": line.kind,
        "counts": line.step in live or line.kind in _ABOUT_LOG,
        "text": [note_sentence(folded.state, note) for note in line.notes],
    }


def battle_link(request: Request, route: str, token: str | None) -> str | None:
    """Return the full address of a link of the pages, or None."""
    return absolute(request._request, reverse(route, args=[token])) if token else None
