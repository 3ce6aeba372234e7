"""Views of battles: the visitor and their seats, and the error when they cannot see a battle."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request

from accounts.api.views import PassAPIView, pass_parameter
from accounts.models import ApiToken, Owner
from battles.selectors.battles import BattleView, BattleVisitor, battle_view
from battles.selectors.families import refuse_other_rules
from battles.selectors.folding import OTHER_RULES
from battles.services.battles import NOT_FOUND, battle_locked
from battles.services.seats import visitor_with_session
from common.api.bodies import check_version
from common.api.errors import Fault
from common.limits import WorkLimit
from common.openapi import (
    BODY_ERRORS,
    FULL,
    GONE,
    INVALID,
    PRIVATE_ERRORS,
    REFUSED,
    ViewMethod,
    error_answer,
    operation,
)
from compendium.api.serializers import DocumentParser
from rules.combat.family import FightCapability
from rules.errors import require

BATTLE_PASS = pass_parameter(
    "Battle-Pass", "The secrets of seats that you took, and the ends of links that you use to watch"
)
MOVED_ON = error_answer(
    "Something happened since the entry that you last saw; `problems` says what.",
    code="battle.changed",
    path="",
    message="Something happened meanwhile, so nothing was done. Look again.",
)
READ_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, 404: GONE}
"""Errors of a request that reads a battle."""
OTHER_GAME = error_answer(
    "The battle uses other rules, which do not have this.",
    code="battle.family",
    path="",
    message=OTHER_RULES,
)
RULES_ERRORS: dict[int, Any] = {**READ_ERRORS, 409: OTHER_GAME}
"""Errors of a read that only some rules support."""
WRITE_ERRORS: dict[int, Any] = {**READ_ERRORS, 400: INVALID, 409: FULL, 412: MOVED_ON, 422: REFUSED}
"""Errors of a request that changes a battle."""
PRINTS, EXPORTS, IMPORTS = WorkLimit("prints", of_reads=True), WorkLimit("exports", of_reads=True), WorkLimit("imports")


def battle_operation(
    name: str,
    answer: Any,
    errors: Mapping[int, Any],
    *,
    body: Any = None,
    status: int | tuple[int, str] = 200,
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[ViewMethod], ViewMethod]:
    """Return the schema decorator of a view method that accepts seat passes."""
    answers = {**BODY_ERRORS, **errors} if body else errors
    return operation(name, answer, answers, body=body, status=status, parameters=[*parameters, BATTLE_PASS])


class BattleAPIView(PassAPIView):
    tag: ClassVar[str] = "battles"

    scope = "battles"
    pass_header = BATTLE_PASS
    parser_classes = (DocumentParser,)

    @property
    def visitor(self) -> BattleVisitor:
        """The visitor, with their seats and links. A request with a token ignores the session."""
        passes = self.passes
        if isinstance(self.request.auth, ApiToken):
            return BattleVisitor(self.owner, passes, passes)
        known = visitor_with_session(self.owner, self.request._request.session)
        return BattleVisitor(known.owner, known.holders + passes, known.watched + passes)

    @property
    def has_pass(self) -> bool:
        """Whether the visitor has a seat or watches."""
        visitor = self.visitor
        return bool(visitor.holders or visitor.watched)

    @property
    def answers_owner(self) -> Owner:
        """Return the owner of stored answers: for a visitor who has only seats, the first seat."""
        if self.owner.is_nobody and (holders := self.visitor.holders):
            return Owner(token=holders[0])
        return self.owner

    def seen(self, key: str, needs: FightCapability | None = None) -> BattleView:
        """Return a battle that the visitor may see; raise 404 if there is none. Two queries.

        ``needs`` names what its rules must support; 409 if they do not.
        """
        view = require(battle_view(self.visitor, key), battle_gone())
        if needs is not None:
            refuse_other_rules(view.battle, needs)
        return view

    def played(self, key: str, needs: FightCapability | None = None) -> BattleView:
        """Return a battle that the visitor plays or owns; 404 for everybody else. Two queries."""
        view = self.seen(key)
        if not (view.plays or view.is_owner):
            raise battle_gone()
        if needs is not None:
            refuse_other_rules(view.battle, needs)
        return view

    @contextmanager
    def unchanged(
        self, request: Request, key: str, number: Callable[[BattleView], int], needs: FightCapability | None = None
    ) -> Iterator[BattleView]:
        """Lock a battle for a change if it matches ``If-Match``; ``number`` is the version that the header names.

        ``needs`` names what its rules must support; 409 if they do not.
        """
        with transaction.atomic():
            view = battle_locked(self.visitor, key)
            if needs is not None:
                refuse_other_rules(view.battle, needs)
            check_version(request, number(view))
            yield view


def head_of(view: BattleView) -> int:
    """Return the number of the last entry of a battle's log. The battle's ``ETag`` begins with it."""
    return view.battle.head


def version_of(view: BattleView) -> int:
    """Return the version of a battle. The ``ETag`` of its set-up and of its seats begins with it."""
    return view.battle.version


def battle_gone() -> Fault:
    """Return the fault for a battle that does not exist for this visitor."""
    return Fault("battle.gone", "key", NOT_FOUND, status.HTTP_404_NOT_FOUND)
