"""What editors answer to players who sent them a creature."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from common.refusal import Refusal
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Creature, Homebrew, Source, Submission
from compendium.models.homebrew import MAX_ANSWER
from compendium.services.creatures import HOMEBREW, Provenance, creature_create
from rules.cards.origins import HOMEBREW_MARK

_ANSWERED = "This creature was taken back or answered in the meantime."


def accepted_from(sender: str) -> str:
    """Return what the first revision of a creature says of who sent it."""
    return f"Accepted from homebrew that {sender} sent"


@transaction.atomic
def submission_accept(*, homebrew: Homebrew, by: User, source: Source, answer: str = "") -> Creature:
    """Add the card that was sent to the compendium, as a new creature of a source; the sender’s own stays theirs.

    Its first revision says who sent it and keeps where the card came from. Raises ``Refusal`` when it was answered or
    taken back meanwhile, starts with homebrew, or when the source already has a creature of this name.
    """
    sent, revision = _sent(homebrew)
    if source.key == HOMEBREW:
        raise Refusal("Homebrew is not a source of the compendium. Choose another, or add one.", code="source.invalid")
    card = card_from_snapshot(revision.document)
    if own := [key for key in card.starts_with if HOMEBREW_MARK in key]:
        raise Refusal(f"“{card.name}” starts with homebrew ({own[0]}), which others cannot see.", code="homebrew.state")
    sender = sent.owner.get_username() if sent.owner else "a visitor"
    creature = creature_create(
        card=replace(card, key="", source=source.key),
        source=source,
        by=by,
        provenance=Provenance(revision.origin, tuple(revision.steps)),
        changes=(accepted_from(sender),),
    )
    if sent.creature.emblem:
        creature.emblem = sent.creature.emblem
        creature.save(update_fields=["emblem"])
    _answer(sent, by, Submission.ACCEPTED, answer)
    sent.accepted_as = creature
    sent.save()
    return creature


@transaction.atomic
def submission_decline(*, homebrew: Homebrew, by: User, answer: str) -> None:
    """Decline a creature with a sentence that its sender reads; raise ``Refusal`` without one, and as above."""
    sent, _ = _sent(homebrew)
    _answer(sent, by, Submission.DECLINED, answer)
    if not sent.answer:
        raise Refusal("Say why in a sentence: the player who sent it reads it.", code="answer.invalid")
    sent.save()


def _sent(homebrew: Homebrew) -> tuple[Homebrew, CardRevision]:
    """Return a submission that waits for an answer, locked, and the revision that was sent."""
    rows = Homebrew.objects.select_for_update(of=("self",)).select_related("creature", "owner")
    sent = rows.filter(pk=homebrew.pk, submission=Submission.SENT).first()
    if sent is None or sent.sent_revision is None:
        raise Refusal(_ANSWERED, code="submission.state")
    return sent, sent.creature.revisions.get(number=sent.sent_revision)


def _answer(sent: Homebrew, by: User, submission: Submission, answer: str) -> None:
    text = " ".join(answer.replace("\0", "").split())
    if len(text) > MAX_ANSWER:
        raise Refusal(
            f"An answer has at most {MAX_ANSWER} characters; this one has {len(text)}.", code="answer.invalid"
        )
    sent.submission, sent.answer, sent.answered_at, sent.answered_by = submission, text, timezone.now(), by
