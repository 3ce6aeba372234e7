"""Views of adventures: the visitor and their links, and the answers with an adventure and its log."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, ClassVar

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request

from accounts.api.views import PassAPIView, pass_parameter
from accounts.models import ApiToken, Owner
from adventures.models import AdventureRow
from adventures.models.adventures import AdventureStatus
from adventures.selectors.folding import (
    ADVENTURE_LOGS,
    FoldedAdventure,
    adventure_at_round,
    may_redo,
    may_undo,
    whole_adventure_view,
)
from adventures.selectors.seats import LINKS_KEY, AdventureSeat, AdventureVisitor, adventure_seat, participant_link
from adventures.selectors.sentences import LogSentence, sentences_of
from adventures.services.adventures import NOT_FOUND, LockedAdventure, adventure_locked
from battles.api.shapes import LooseField
from common.api.bodies import check_version, version_tag
from common.api.errors import Fault
from common.limits import WorkLimit
from common.openapi import BODY_ERRORS, FULL, GONE, INVALID, NO_VERSION, PRIVATE_ERRORS, REFUSED, Document, error_answer
from common.web.address import absolute
from common.web.cookies import session_secrets
from compendium.api.serializers import DocumentParser
from rules.adventures.documents import MAX_ROUNDS
from rules.adventures.fields import SCALES
from rules.adventures.participants import PARTICIPANTS
from rules.adventures.state import AdventureState
from rules.adventures.views import AdventureView, SeenEntry, adventure_state_document, seen_entry_document
from rules.errors import require
from rules.text import natural_number

ADVENTURE_PASS = pass_parameter("Adventure-Pass", "Ends of players’ links by which you play")
ROUND = OpenApiParameter("round", int, description="The state at the end of that round; without it, the present state.")
MOVED_ON = error_answer(
    "Something happened since the entry that you last saw; `problems` says what.",
    code="adventure.changed",
    path="",
    message="Something happened meanwhile, so nothing was done. Look again.",
)
READ_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, 404: GONE}
"""Errors of reading an adventure."""
WRITE_ERRORS: dict[int, Any] = {**READ_ERRORS, 400: INVALID, 409: FULL, 412: MOVED_ON, 422: REFUSED}
"""Errors of changing an adventure."""
RECORD_ERRORS: dict[int, Any] = {**WRITE_ERRORS, 428: NO_VERSION}
"""The same for a request about a certain entry, which needs ``If-Match``."""
MAKE_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE, 409: FULL, 422: REFUSED}
"""Errors of creating an adventure."""
PRINTS, EXPORTS, IMPORTS = WorkLimit("prints", of_reads=True), WorkLimit("exports", of_reads=True), WorkLimit("imports")


class AdventureAPIView(PassAPIView):
    """A view of adventures. Its scope is that of campaigns, to which adventures belong."""

    tag: ClassVar[str] = "adventures"

    scope = "campaigns"
    pass_header = ADVENTURE_PASS
    parser_classes = (DocumentParser,)

    @property
    def visitor(self) -> AdventureVisitor:
        """The visitor, with their links. A request with a token ignores the session."""
        kept = (
            () if isinstance(self.request.auth, ApiToken) else session_secrets(self.request._request.session, LINKS_KEY)
        )
        return AdventureVisitor(self.owner, kept + self.passes)

    @property
    def has_pass(self) -> bool:
        """Whether the visitor has a players' link."""
        return bool(self.visitor.links)

    @property
    def answers_owner(self) -> Owner:
        """Return the owner of stored answers: for a visitor who has only links, the first link."""
        if self.owner.is_nobody and (links := self.visitor.links):
            return Owner(token=links[0])
        return self.owner

    def seen(self, key: str) -> AdventureSeat:
        """Return an adventure that the visitor may see; 404 if there is none. One query, five in a campaign."""
        return require(adventure_seat(self.visitor, key), adventure_gone())

    def organized(self, key: str, what: str) -> AdventureSeat:
        """Return an adventure for its organizer; ``what`` completes "Only the organizer can". Queries as ``seen``."""
        seat = self.seen(key)
        LockedAdventure(seat).refuse_unless_organizer(what)
        return seat

    @contextmanager
    def unchanged(self, request: Request, key: str, *, by_version: bool = False) -> Iterator[LockedAdventure]:
        """Lock an adventure for a change if it matches ``If-Match``.

        The header names the last entry; with ``by_version``, it names the version and is required.
        """
        with transaction.atomic():
            locked = adventure_locked(self.visitor, key)
            check_version(request, locked.row.version if by_version else locked.row.head, required=by_version)
            yield locked

    def unchanged_since(self, request: Request, seat: AdventureSeat) -> HttpResponseBase | None:
        """Return the 304 answer if nothing has changed, or None. No query; folds nothing."""
        return get_conditional_response(request._request, etag=seat_tag(seat, request.get_full_path()))


def seat_tag(seat: AdventureSeat, *more: str) -> str:
    """Return the ``ETag`` of a visitor's view of an adventure: it begins with the number of the last entry."""
    campaign = seat.campaign.campaign.head if seat.campaign else 0
    return version_tag(seat.row.head, seat.mark, seat.warbands, seat.is_open, campaign, *more)


def view_of_seat(seat: AdventureSeat, folded: FoldedAdventure) -> AdventureView:
    """Return a visitor's view of an adventure with its newest entries, on which the API's answers build."""
    return folded.newest(for_players=not seat.organizes)


def log_of_seat(seat: AdventureSeat) -> AdventureView:
    """Return a visitor's view of an adventure with every entry. Folds it, with one query."""
    return whole_adventure_view(seat.row, for_players=not seat.organizes)


def round_of(request: Request, seat: AdventureSeat) -> tuple[FoldedAdventure, FoldedAdventure]:
    """Return an adventure as of the requested round, and as of now; 404 for a future round."""
    asked: str = request.query_params.get("round", "")
    wanted = natural_number(asked, len(str(MAX_ROUNDS)) + 1)
    if asked and wanted is None:
        raise Fault("invalid", "round", "Expected the number of a round.")
    now = ADVENTURE_LOGS.folded(seat.row)
    if wanted is None or wanted == now.state.round:
        return now, now
    if not 0 < wanted < now.state.round:
        raise Fault("round.unknown", "round", "This adventure has no such round.", status.HTTP_404_NOT_FOUND)
    return adventure_at_round(seat.row, wanted), now


def adventure_gone() -> Fault:
    """Return the fault for an adventure that does not exist for this visitor."""
    return Fault("adventure.gone", "key", NOT_FOUND, status.HTTP_404_NOT_FOUND)


LINES = 12
"""The number of log entries in an adventure's answer."""


class AdventureSummarySerializer(Document):
    """An adventure in a list."""

    key = serializers.CharField(help_text="Its key in addresses.")
    name = serializers.CharField()
    kind = serializers.CharField(help_text="One of the kinds at `adventures/kinds/`.")
    status = serializers.ChoiceField(AdventureStatus.values)
    campaign = serializers.CharField(allow_null=True, help_text="The key of its campaign, null outside campaigns.")
    number = serializers.IntegerField(allow_null=True, help_text="Its number in the campaign.")
    follows = serializers.IntegerField(help_text="The played number of the scenario before it, 0 for none.")
    is_owner = serializers.BooleanField(help_text="Whether you own it; an adventure of a campaign has no owner.")
    made_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class AdventureNoteSerializer(Document):
    """A sentence about a result of an event."""

    text = serializers.CharField(allow_blank=True)
    participant = serializers.CharField(allow_null=True, help_text="The participant that it concerns.")
    hidden = serializers.BooleanField(help_text="Whether only the organizer sees it.")


class AdventureTrackSerializer(Document):
    """A line of points."""

    key = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    points = serializers.IntegerField()
    least = serializers.IntegerField()
    end = serializers.IntegerField(allow_null=True)
    thresholds = serializers.ListField(child=serializers.DictField(), help_text="With `points` and `unlocks`.")
    diminishing = serializers.BooleanField()


class AdventureStateSerializer(Document):
    """The state of an adventure, as you may see it (docs/adventures.md)."""

    round = serializers.IntegerField()
    scale = serializers.ChoiceField(SCALES)
    scale_fixed = serializers.BooleanField(help_text="Whether a die has been rolled; then the scale is fixed.")
    level = serializers.IntegerField(help_text="The party's level.")
    over = serializers.BooleanField()
    outcome = serializers.CharField(allow_blank=True)
    participants = serializers.ListField(
        child=serializers.DictField(), help_text="With `id`, `name`, `out`, and how often it has `acted` this round."
    )
    adjustments = serializers.ListField(
        child=serializers.DictField(), help_text="Bonuses that are set for next checks."
    )
    tracks = AdventureTrackSerializer(many=True)
    own = LooseField(help_text="The kind's own part of the state.")
    summary = serializers.ListField(child=serializers.CharField(allow_blank=True), help_text="In words.")
    notes = AdventureNoteSerializer(many=True, help_text="The results of the last event.")
    check = LooseField(help_text="The receipt of the last event's check, or null.")
    dice = serializers.ListField(child=serializers.DictField(), help_text="The last event's dice outside a check.")


class AdventureEntrySerializer(Document):
    """An entry of the log that still counts, as you may see it."""

    number = serializers.IntegerField()
    step = serializers.IntegerField(help_text="The number of the first entry of its step.")
    side = serializers.CharField(allow_null=True, help_text="`organizer`, `players`, or `p3` for person 3.")
    round = serializers.IntegerField()
    event = LooseField(help_text="The event with its `kind`, without its secrets.")
    notes = AdventureNoteSerializer(many=True)
    check = LooseField(help_text="The receipt of its check, or null: no die of a secret one for players.")
    dice = serializers.ListField(
        child=serializers.DictField(), help_text="Its other dice; for players none that are secret."
    )
    by = serializers.CharField(allow_blank=True, help_text="The name of who did it.")
    text = serializers.ListField(child=serializers.CharField(allow_blank=True), help_text="The entry in words.")


class RecordedAdventureEntrySerializer(AdventureEntrySerializer):
    """An entry in the log's list, with the time at which it was stored."""

    at = serializers.DateTimeField()


class HiddenFactSerializer(Document):
    """Something that players do not know yet."""

    key = serializers.CharField(help_text="Its key for `fact-shown`.")
    text = serializers.CharField(allow_blank=True)


class AdventureAsSeenSerializer(AdventureSummarySerializer):
    """An adventure as you may see it: everything for its organizer, nothing hidden for players."""

    organizes = serializers.BooleanField(help_text="Whether you run it; otherwise you play in it.")
    is_open = serializers.BooleanField(help_text="Whether anything can be added to its log.")
    head = serializers.IntegerField(help_text="The number of the last entry of its log; the ETag begins with it.")
    version = serializers.IntegerField(help_text="Increases with every change.")
    about = serializers.CharField(allow_blank=True)
    notes = serializers.CharField(allow_blank=True, help_text="Only for the organizer.")
    rounds = serializers.IntegerField(allow_null=True, help_text="The number of rounds until time runs out.")
    round_length = serializers.CharField(allow_blank=True)
    current_round = serializers.IntegerField(help_text="The current round; you can request earlier ones.")
    participants = serializers.ListField(
        child=serializers.DictField(), help_text="As in documents; players do not see what rivals add."
    )
    plays = serializers.ListField(
        child=serializers.CharField(), help_text="The ids of the participants for whom you may act."
    )
    facts = LooseField(help_text="The present facts of the kind, by its schema.")
    state = AdventureStateSerializer()
    hidden = HiddenFactSerializer(many=True, help_text="Facts that you can reveal to players; empty for players.")
    entries = AdventureEntrySerializer(many=True, help_text="The newest entries, the newest first.")
    can_undo = serializers.BooleanField()
    can_redo = serializers.BooleanField()
    players_link = serializers.CharField(allow_null=True, help_text="The players' link, only for the organizer.")
    participant_links = serializers.DictField(
        child=serializers.CharField(),
        help_text="Links that act for one participant each, by its id; for the organizer.",
    )


class AdventureRecordedSerializer(Document):
    """The result of a write to the log."""

    head = serializers.IntegerField()
    status = serializers.ChoiceField(AdventureStatus.values)
    round = serializers.IntegerField()
    over = serializers.BooleanField()
    outcome = serializers.CharField(allow_blank=True)
    entries = AdventureEntrySerializer(many=True, help_text="The new entries in your view, newest first.")


def adventure_summary_document(row: AdventureRow, *, is_owner: bool) -> dict[str, Any]:
    """Return the summary of an adventure for a list. No query if its campaign is loaded."""
    return {
        "key": row.key,
        "name": row.name,
        "kind": row.kind,
        "status": row.status,
        "campaign": row.campaign.key if row.campaign else None,
        "number": row.number,
        "follows": row.follows,
        "is_owner": is_owner,
        "made_at": row.created_at,
        "changed_at": row.changed_at,
    }


def seen_adventure_document(
    request: Request, seat: AdventureSeat, then: FoldedAdventure, now: FoldedAdventure
) -> dict[str, Any]:
    """Return a visitor's view of an adventure as of ``then``, with what they may do ``now``. No query."""
    row, view = seat.row, view_of_seat(seat, then)
    adventure, state = view.adventure, view.state
    return {
        **adventure_summary_document(row, is_owner=seat.campaign is None and seat.organizes),
        "organizes": seat.organizes,
        "is_open": seat.is_open,
        "head": row.head,
        "version": row.version,
        "about": adventure.about,
        "notes": adventure.notes,
        "rounds": adventure.rounds,
        "round_length": adventure.round_length,
        "current_round": now.state.round,
        "participants": PARTICIPANTS.write(state.participants),
        "plays": [
            participant.id for participant in now.state.participants if seat.is_open and seat.may_act_for(participant)
        ],
        "facts": adventure.kind.facts_shape.write(state.facts),
        "state": adventure_state_document(state),
        "hidden": hidden_fact_documents(state) if seat.organizes else [],
        "entries": seen_entry_documents(seat, view, islice(reversed(view.entries), LINES)),
        "can_undo": may_undo(seat, now),
        "can_redo": may_redo(seat, now),
        "players_link": players_link(request, row) if seat.organizes else None,
        "participant_links": _participant_links(request, row, state) if seat.organizes else {},
    }


def hidden_fact_documents(state: AdventureState) -> list[dict[str, Any]]:
    """Return the facts of the organizer's state that can be shown to players."""
    return [{"key": key, "text": text} for key, text in state.adventure.kind.facts_to_show(state).items()]


def seen_entry_documents(
    seat: AdventureSeat, view: AdventureView, entries: Iterable[SeenEntry]
) -> list[dict[str, Any]]:
    """Return entries of a view, each with its sentence. No query."""
    listed = list(entries)
    pairs = zip(listed, sentences_of(listed, view, seat), strict=True)
    return [{**seen_entry_document(seen_entry), "by": line.by, "text": _describe(line)} for seen_entry, line in pairs]


def _describe(line: LogSentence) -> list[str]:
    notes = (f"{who}: {text}" if who else text for who, text, _ in line.notes)
    return [*filter(None, [line.receipt]), *notes]


def players_link(request: Request, row: AdventureRow) -> str | None:
    """Return the full address of the players' link, or None."""
    token = row.players_token
    return absolute(request._request, reverse("adventures:join", args=[token])) if token else None


def _participant_links(request: Request, row: AdventureRow, state: AdventureState) -> dict[str, str]:
    """Return the full address of each participant's link, by the participant's id."""
    tokens = {participant.id: participant_link(row, participant) for participant in state.participants}
    return {
        who: absolute(request._request, reverse("adventures:join", args=[token]))
        for who, token in tokens.items()
        if token
    }
