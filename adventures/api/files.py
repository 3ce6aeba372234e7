"""Exports of an adventure: its document, its summary, a PDF, and the proof of its dice."""

from collections.abc import Iterator

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from adventures.api.base import ADVENTURE_PASS, EXPORTS, PRINTS, READ_ERRORS, AdventureAPIView, seat_tag
from adventures.api.playing import AdventureEntryPages
from adventures.drawings.papers import adventure_pdf
from adventures.models import AdventureEntry
from adventures.selectors.files import adventure_file, chronicle_text, filed_seeds
from adventures.selectors.folding import ADVENTURE_LOGS, adventure_of_setup
from adventures.selectors.seats import AdventureSeat
from common.api.errors import Fault
from common.openapi import INVALID, REFUSED, Document, operation
from common.web.files import pdf_response
from rules.adventures.documents import AdventureDocument, FiledAdventureSeed
from rules.adventures.receipts import AdventureReceipt, adventure_receipts, check_dice
from rules.adventures.state import RecordedDice
from rules.adventures.views import adventure_view
from rules.text import slug
from warbands.api.rosters import AnyFormat

MASTER, PLAYERS = "master", "players"


class AdventureReceiptSerializer(Document):
    """The inputs from which Muster computed a roll (docs/dice.md)."""

    entry = serializers.IntegerField(help_text="The number of the entry.")
    reason = serializers.CharField(
        source="dice.reason", allow_blank=True, help_text="The purpose: the action of a check."
    )
    place = serializers.ListField(
        source="dice.place", child=serializers.JSONField(), help_text="Texts and numbers, as docs/dice.md says."
    )
    sides = serializers.IntegerField(source="dice.sides")
    faces = serializers.ListField(source="dice.faces", child=serializers.IntegerField())
    epoch = serializers.IntegerField(source="dice.epoch", allow_null=True)
    commitment = serializers.CharField(allow_blank=True, help_text="The SHA-256 of the seed, known before the roll.")
    seed = serializers.CharField(
        source="seed_digits",
        allow_null=True,
        help_text="For the organizer of a closed adventure; it would let players compute secret dice.",
    )
    computed = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="The faces that the seed gives."
    )
    verification = serializers.ChoiceField(["right", "different", "unverifiable"])


class AdventureReceiptsView(AdventureAPIView):
    pagination_class = AdventureEntryPages
    limit = EXPORTS

    @operation(
        "adventures_receipts",
        AdventureReceiptSerializer(many=True),
        {**READ_ERRORS, 400: INVALID},
        parameters=[ADVENTURE_PASS],
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """The receipts of an adventure’s dice.

        The inputs from which Muster computed the rolls, newest first, including undone steps; players get those that
        they may see. Once the adventure is closed, its organizer gets the seeds. A page may have fewer receipts than
        requested, or more if an entry has several.
        """
        # The adventure is folded for it, unless nothing has changed.
        seat, pages = self.seen(key), AdventureEntryPages()
        if unchanged := self.unchanged_since(request, seat):
            return unchanged
        rows = AdventureEntry.objects.filter(adventure=seat.row, number__lte=seat.row.head).only("number")
        numbers = {row.number for row in pages.paginate_queryset(rows, request, self) or []}
        receipts = [receipt for receipt in _receipts_for(seat) if receipt.entry in numbers]
        response = pages.get_paginated_response(AdventureReceiptSerializer(receipts[::-1], many=True).data)
        response["ETag"] = seat_tag(seat, request.get_full_path())
        return response


def _receipts_for(seat: AdventureSeat) -> Iterator[AdventureReceipt]:
    """Yield the receipts that a visitor may see: for players, those of dice that they see in the log. Two queries."""
    adventure, seeds = adventure_of_setup(seat.row.setup), _seeds_for(seat)
    entries = tuple(ADVENTURE_LOGS.entries_of(seat.row))
    receipts = adventure_receipts(AdventureDocument(adventure, entries, seeds))
    if seat.organizes:
        yield from receipts
        return
    seen: dict[int, list[RecordedDice]] = {}
    for entry in adventure_view(adventure, entries, for_players=True).entries:
        seen[entry.number] = [*([check_dice(entry.check)] if entry.check else []), *entry.dice]
    yield from (receipt for receipt in receipts if receipt.dice in seen.get(receipt.entry, ()))


def _seeds_for(seat: AdventureSeat) -> tuple[FiledAdventureSeed, ...]:
    """Return the seed epochs of an adventure; players get only the hashes, never a seed. One query."""
    seeds = filed_seeds(seat.row)
    if seat.organizes:
        return seeds
    return tuple(FiledAdventureSeed(seed.epoch, seed.from_entry, seed.commitment) for seed in seeds)


class AdventureFileAPIView(AdventureAPIView):
    """A view that answers with something other than JSON, or with a file."""

    content_negotiation_class = AnyFormat

    def file_answer(self, request: Request, seat: AdventureSeat, response: HttpResponse) -> HttpResponse:
        """Answer with a file and its ETag."""
        response["ETag"] = seat_tag(seat, request.get_full_path())
        return response


class AdventureDocumentView(AdventureFileAPIView):
    limit = EXPORTS

    @operation("adventures_export", OpenApiTypes.OBJECT, READ_ERRORS, parameters=[ADVENTURE_PASS])
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """Export an adventure.

        For its organizer, the file `muster-adventure/1` with every secret, which `adventures/import/` accepts. For
        players, what they may see: `adventure`, `state` and `entries`.
        """
        # The adventure is folded for it, unless nothing has changed.
        seat = self.seen(key)
        if unchanged := self.unchanged_since(request, seat):
            return unchanged
        return self.file_answer(request, seat, HttpResponse(adventure_file(seat), content_type="application/json"))


class AdventureSummaryView(AdventureFileAPIView):
    limit = EXPORTS

    @operation(
        "adventures_summary", OpenApiTypes.STR, READ_ERRORS, status=(200, "text/plain"), parameters=[ADVENTURE_PASS]
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """The summary of an adventure.

        Its state in plain text, for the chronicle; readable by everyone.
        """
        # One query, five in a campaign, one more where it is not kept.
        seat = self.seen(key)
        if unchanged := self.unchanged_since(request, seat):
            return unchanged
        response = HttpResponse(chronicle_text(seat.row), content_type="text/plain; charset=utf-8")
        return self.file_answer(request, seat, response)


class AdventurePdfView(AdventureFileAPIView):
    limit = PRINTS

    @operation(
        "adventures_pdf",
        OpenApiTypes.BINARY,
        {**READ_ERRORS, 400: INVALID, 422: REFUSED},
        status=(200, "application/pdf"),
        parameters=[
            OpenApiParameter("for", str, enum=[PLAYERS, MASTER], description="The side: `players` by default."),
            ADVENTURE_PASS,
        ],
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """An adventure as a PDF.

        The players' PDF, without anything hidden, or the game master's for the organizer.
        """
        # Queries as ``seen``, one more where it is not kept.
        whose = request.query_params.get("for", PLAYERS)
        if whose not in (PLAYERS, MASTER):
            raise Fault("invalid", "for", f"Expected {PLAYERS} or {MASTER}.")
        seat = self.organized(key, "print what the game master knows") if whose == MASTER else self.seen(key)
        if unchanged := self.unchanged_since(request, seat):
            return unchanged
        view = ADVENTURE_LOGS.folded(seat.row).newest(for_players=whose == PLAYERS)
        name = f"{slug(seat.row.name)[:80] or 'adventure'}-{whose}"
        return self.file_answer(request, seat, pdf_response(adventure_pdf(view), name, opens=False))
