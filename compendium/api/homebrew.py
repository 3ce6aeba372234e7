"""The caller's homebrew creatures: create, read, change, share, submit to the editors and delete them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import PrivateView, once
from common.api.bodies import matched_version, matching_held, version_tag
from common.api.errors import Fault
from common.api.pages import Pages
from common.openapi import (
    BODY_ERRORS,
    CHANGED,
    FULL,
    GONE,
    INVALID,
    NO_VERSION,
    PRIVATE_ERRORS,
    REFUSED,
    Document,
    error_answer,
    operation,
)
from compendium.api.serializers import CardSerializer, DocumentParser, read_document
from compendium.models import Homebrew, Submission
from compendium.selectors.homebrew import homebrew_get, homebrew_of
from compendium.services import homebrew as services
from rules.cards.documents import card_from_document

_WRITE_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, 400: INVALID, 404: GONE, 409: FULL, 412: CHANGED, 422: REFUSED}
MADE_ERRORS = {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE, 409: FULL, 422: REFUSED}
_PAGE_ERRORS = {400: INVALID, 404: error_answer("No such page.", code="not_found", path="page", message="No page.")}


class HomebrewSummarySerializer(Document):
    """A homebrew creature in a list."""

    key = serializers.CharField(source="creature.key")
    name = serializers.CharField(source="creature.name")
    level = serializers.IntegerField(source="creature.level")
    license = serializers.CharField(source="creature.license")
    revision = serializers.IntegerField(source="creature.current.number", help_text="The ETag is this number.")
    is_shared = serializers.BooleanField(help_text="Whether everyone with its address may see and use it.")
    submission = serializers.ChoiceField(
        Submission.choices, allow_blank=True, help_text="Its state with the editors; empty: not sent."
    )
    answer = serializers.CharField(allow_blank=True, help_text="The editors' answer, or empty.")
    changed_at = serializers.DateTimeField()


class HomebrewSerializer(HomebrewSummarySerializer):
    """A homebrew creature with its card."""

    card = CardSerializer(source="creature")


class HomebrewView(PrivateView):
    tag: ClassVar[str] = "homebrew"

    scope = "homebrew"
    parser_classes = (DocumentParser,)

    def homebrew(self, key: str) -> Homebrew:
        """Return one of the caller's creatures; 404 if there is none. One query."""
        homebrew = homebrew_get(self.owner, key)
        if homebrew is None or homebrew.creature.current is None:
            raise Fault("homebrew.gone", "key", "You have no such creature.", status.HTTP_404_NOT_FOUND)
        return homebrew

    def revision(self, key: str) -> int:
        """Return the number of a creature's current revision."""
        current = self.homebrew(key).creature.current
        assert current is not None
        return current.number

    def answer(self, key: str, status_code: int = status.HTTP_200_OK) -> Response:
        """Answer with a creature in its present state."""
        homebrew = self.homebrew(key)
        assert homebrew.creature.current is not None
        changes = (homebrew.is_shared, homebrew.submission, homebrew.answer)
        headers = {"ETag": version_tag(homebrew.creature.current.number, *changes)}
        if status_code == status.HTTP_201_CREATED:
            headers["Location"] = reverse("api-homebrew-one", args=[key])
        return Response(HomebrewSerializer(homebrew).data, status=status_code, headers=headers)

    def decide(self, request: Request, key: str, service: Callable[..., object]) -> Response:
        """Apply the owner's decision if the creature still has the expected version."""
        with self.matching(request, key):
            service(owner=self.owner, key=key)
        return self.answer(key)

    @contextmanager
    def matching(self, request: Request, key: str) -> Iterator[None]:
        """Lock a creature for a write if it has the version in ``If-Match``; 404 if there is none."""
        self.homebrew(key)
        with matching_held(request, services.homebrew_held(owner=self.owner, key=key)):
            yield


class HomebrewListView(HomebrewView):
    pagination_class = Pages

    @operation("homebrew_list", HomebrewSummarySerializer(many=True), {**PRIVATE_ERRORS, **_PAGE_ERRORS})
    def get(self, request: Request) -> Response:
        """Your creatures, in pages.

        The most recently changed first.
        """
        pages = Pages()
        rows = pages.paginate_queryset(homebrew_of(self.owner).select_related("creature__current"), request, self)
        return pages.get_paginated_response(HomebrewSummarySerializer(rows, many=True).data)

    @operation("homebrew_create", HomebrewSerializer, MADE_ERRORS, body=CardSerializer, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Make a creature.

        Stores a `muster-card/1` card as a private creature of yours. It gets a new key and revision.
        """
        card = read_document(card_from_document, request.data)
        creature = services.homebrew_create(owner=self.owner, card=card)
        return self.answer(creature.key, status.HTTP_201_CREATED)


class HomebrewDetailView(HomebrewView):
    @operation("homebrew_read", HomebrewSerializer, {**PRIVATE_ERRORS, 404: GONE})
    def get(self, request: Request, key: str) -> Response:
        """One of your creatures.

        The creature with its current card.
        """
        return self.answer(key)

    @operation(
        "homebrew_revise", HomebrewSerializer, {**_WRITE_ERRORS, **BODY_ERRORS, 428: NO_VERSION}, body=CardSerializer
    )
    def put(self, request: Request, key: str) -> Response:
        """Change one of your creatures.

        Stores the card as a new revision; an unchanged card makes none.
        """
        expected = matched_version(request, self.revision(key))
        card = read_document(card_from_document, request.data)
        services.homebrew_revise(owner=self.owner, key=key, card=card, expected=expected)
        return self.answer(key)

    @operation("homebrew_delete", None, _WRITE_ERRORS, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete one of your creatures.

        Warbands that use it keep its card.
        """
        with self.matching(request, key):
            services.homebrew_delete(owner=self.owner, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class HomebrewLinkView(HomebrewView):
    @operation("homebrew_share", HomebrewSerializer, _WRITE_ERRORS)
    def put(self, request: Request, key: str) -> Response:
        """Share a creature.

        Everyone with its address can see and use it.
        """
        return self.decide(request, key, services.homebrew_share)

    @operation("homebrew_unshare", HomebrewSerializer, _WRITE_ERRORS)
    def delete(self, request: Request, key: str) -> Response:
        """Stop sharing a creature.

        Only you can see it. Warbands that use it keep its card.
        """
        return self.decide(request, key, services.homebrew_unshare)


class HomebrewSubmissionView(HomebrewView):
    @operation("homebrew_submit", HomebrewSerializer, _WRITE_ERRORS)
    def put(self, request: Request, key: str) -> Response:
        """Submit a creature to the editors.

        In its present state; their answer appears with it.
        """
        return self.decide(request, key, services.homebrew_submit)

    @operation("homebrew_withdraw", HomebrewSerializer, _WRITE_ERRORS)
    def delete(self, request: Request, key: str) -> Response:
        """Withdraw a creature from the editors.

        They no longer have it.
        """
        return self.decide(request, key, services.homebrew_withdraw)
