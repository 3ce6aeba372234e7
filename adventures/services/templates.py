"""Templates: prepared adventures that people keep, and share by a link."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from adventures.models import AdventureTemplate
from adventures.selectors.folding import adventure_beginning
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import adventure_locked, refuse_more_adventures
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from rules.adventures.documents import setup_of_adventure

GONE = "You have no such template."


@transaction.atomic
def template_save(*, visitor: AdventureVisitor, key: str) -> AdventureTemplate:
    """Keep how an adventure begins, without its participants, as a template of the person who runs it."""
    locked = adventure_locked(visitor, key)
    locked.refuse_unless_organizer("save the adventure as a template")
    adventure = replace(adventure_beginning(locked.row), participants=())
    return _stored(visitor.owner, setup_of_adventure(adventure))


@transaction.atomic
def template_take(*, owner: Owner, token: str) -> AdventureTemplate:
    """Keep an own copy of a template that is shared by a link."""
    found = AdventureTemplate.objects.filter(share_token=token).first() if token else None
    if found is None:
        raise Refusal("No template is shared at this link.", code="adventure.gone")
    return _stored(owner, found.setup)


@transaction.atomic
def template_share(*, owner: Owner, key: str, shared: bool) -> AdventureTemplate:
    """Let everyone who has the link read a template and keep a copy, or no one; a new link each time."""
    found = _own(owner, key)
    if shared != bool(found.share_token):
        found.share_token = secrets.token_urlsafe(12) if shared else None
        found.save(update_fields=["share_token"])
    return found


@transaction.atomic
def template_delete(*, owner: Owner, key: str) -> None:
    """Delete a template; adventures that were made of it stay."""
    _own(owner, key).delete()


def _own(owner: Owner, key: str) -> AdventureTemplate:
    found = AdventureTemplate.objects.filter(owner.q, key=key).first()
    if found is None:
        raise Refusal(GONE, code="adventure.gone")
    return found


def _stored(owner: Owner, setup: dict[str, Any]) -> AdventureTemplate:
    refuse_more_adventures(owner)
    row = AdventureTemplate(
        key=new_key(), name=setup["name"], kind=setup["kind"], setup=setup, created_at=timezone.now()
    )
    row.belongs_to(owner)
    row.save()
    return row
