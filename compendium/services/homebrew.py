"""Writing homebrew: a player's creatures, their visibility, submitting them to the editors, and the editors'
answers.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import FORMER_PLAYER, Owner, User
from accounts.selectors.rooms import STORED, quota_refusal
from common.refusal import Refusal
from compendium.cards import card_from_snapshot, creature_values, feature_values
from compendium.models import CardRevision, Creature, Feature, Homebrew, Source, Submission
from compendium.models.homebrew import MAX_ANSWER
from compendium.selectors.homebrew import closed_keys
from compendium.services.creatures import (
    HOMEBREW,
    WRITTEN_HERE,
    Provenance,
    creature_create,
    creature_revise,
    emblem_set,
)
from compendium.services.rows import model_faults
from rules.cards.model import HOMEBREW_MARK, UNKNOWN_LICENSE, Card, is_named_license
from rules.effects.notation import parse_names
from rules.errors import RulesError, require

_NO_LICENSE = "First name the license of “{}”: a creature whose license is unknown stays private."
_GONE = "This creature no longer exists."


def homebrew_source() -> Source:
    """Return the source of all homebrew."""
    source, _ = Source.objects.get_or_create(key=HOMEBREW, defaults={"name": "Homebrew", "license": UNKNOWN_LICENSE})
    return source


@transaction.atomic
def homebrew_create(*, owner: Owner, card: Card, emblem: str = "", provenance: Provenance = WRITTEN_HERE) -> Creature:
    """Store a creature of an owner; it is private. Raise ``Refusal`` when the owner has too many."""
    if owner.is_nobody:
        raise RulesError("A creature needs an owner. A visitor needs a token first.")
    if refusal := quota_refusal(owner, "creatures"):
        raise Refusal(refusal, code="homebrew.full")
    card = _licensed(card)
    _check_minions(owner, card, ())
    _check_fits(card)
    creature = creature_create(
        card=card, source=homebrew_source(), by=owner.user, provenance=provenance, is_listed=False
    )
    if emblem:
        emblem_set(creature=creature, emblem=emblem)
    homebrew = Homebrew(creature=creature, changed_at=timezone.now())
    homebrew.belongs_to(owner)
    homebrew.save()
    return creature


@transaction.atomic
def homebrew_revise(
    *,
    owner: Owner,
    key: str,
    card: Card,
    emblem: str | None = None,
    expected: int | None = None,
) -> CardRevision | None:
    """Make ``card`` the card of an owner's creature; return the new revision, or None if nothing differs.

    ``emblem`` None leaves it unchanged. Raises ``Refusal`` if the creature is gone or is shared and would lose its
    license, ``RevisedMeanwhile`` if another revision than ``expected`` is current.
    """
    homebrew = _locked(owner, key)
    if refusal := quota_refusal(owner, STORED):
        raise Refusal(refusal, code="homebrew.full")
    card = _licensed(card)
    _check_fits(card)
    if homebrew.is_shared and not is_named_license(card.license):
        raise Refusal(
            f"“{card.name}” is shared, so its license cannot be unknown. Stop sharing it first.", code="license.invalid"
        )
    if homebrew.is_shared:
        _check_minions_shared(owner, card)
    current = homebrew.creature.current
    _check_minions(owner, card, card_from_snapshot(current.document).starts_with if current else ())
    revision = creature_revise(creature=homebrew.creature, card=card, by=owner.user, expected=expected)
    if emblem is not None and emblem != homebrew.creature.emblem:
        emblem_set(creature=homebrew.creature, emblem=emblem)
    if revision is not None:
        homebrew.changed_at = timezone.now()
        homebrew.save(update_fields=["changed_at"])
    return revision


@transaction.atomic
def homebrew_delete(*, owner: Owner, key: str) -> None:
    """Delete an owner's creature; its revisions stay for warbands that use it. Raise ``Refusal`` when it is gone."""
    _locked(owner, key).creature.delete()


@transaction.atomic
def homebrew_license(*, owner: Owner, key: str, license: str) -> CardRevision | None:
    """Name the license of an owner's creature, as a new revision; raise ``Refusal`` as ``homebrew_revise``."""
    creature = _locked(owner, key).creature
    return homebrew_revise(owner=owner, key=key, card=replace(_current_card(creature), license=license))


@transaction.atomic
def homebrew_share(*, owner: Owner, key: str) -> None:
    """Let everybody with its link see a creature and use it.

    Raises ``Refusal`` if its license is unknown or if it starts with a creature that is not shared.
    """
    homebrew = _licensed_or_refused(_locked(owner, key))
    _check_minions_shared(owner, _current_card(homebrew.creature))
    _share(homebrew, is_shared=True)


@transaction.atomic
def homebrew_unshare(*, owner: Owner, key: str) -> None:
    """Make a creature private again. Warbands that use it keep its card.

    Raises ``Refusal`` if one of the owner's creatures that starts with it is shared.
    """
    homebrew = _locked(owner, key)
    others = Homebrew.objects.filter(owner.q, is_shared=True).exclude(pk=homebrew.pk)
    for commander in Creature.objects.filter(homebrew__in=others, starts_with__contains=key).order_by("name"):
        if key in parse_names(commander.starts_with):
            name, minion = commander.name, homebrew.creature.name
            raise Refusal(
                f"“{name}” is shared and starts with “{minion}”. Stop sharing “{name}” first.", code="homebrew.state"
            )
    _share(homebrew, is_shared=False)


@transaction.atomic
def homebrew_submit(*, owner: Owner, key: str) -> None:
    """Submit a creature's present card to the editors; raise ``Refusal`` if its license is unknown or they already have
    it.
    """
    homebrew = _licensed_or_refused(_locked(owner, key))
    if homebrew.submission == Submission.SENT:
        raise Refusal(
            "The editors already have this creature. To send the current version, first take it back.",
            code="submission.state",
        )
    if homebrew.submission == Submission.ACCEPTED and homebrew.accepted_as is not None:
        raise Refusal(f"The editors have already accepted “{homebrew.creature.name}”.", code="submission.state")
    assert homebrew.creature.current is not None
    homebrew.submission, homebrew.sent_at = Submission.SENT, timezone.now()
    homebrew.sent_revision = homebrew.creature.current.number
    homebrew.answer, homebrew.answered_at, homebrew.answered_by, homebrew.accepted_as = "", None, None, None
    homebrew.save()


@transaction.atomic
def homebrew_withdraw(*, owner: Owner, key: str) -> None:
    """Withdraw a creature from the editors; raise ``Refusal`` if they do not have it."""
    homebrew = _locked(owner, key)
    if homebrew.submission != Submission.SENT:
        raise Refusal("The editors do not have this creature.", code="submission.state")
    homebrew.submission, homebrew.sent_at, homebrew.sent_revision = Submission.NONE, None, None
    homebrew.save()


@transaction.atomic
def homebrew_remove(*, token: str) -> int:
    """Remove a visitor's creatures, except those that the editors have; return how many."""
    rows = Homebrew.objects.filter(Owner(token=token).q).exclude(submission=Submission.SENT)
    _, removed = Creature.objects.filter(homebrew__in=rows).delete()
    return removed.get(Creature._meta.label, 0)


@contextmanager
def homebrew_held(*, owner: Owner, key: str) -> Iterator[int]:
    """Lock an owner's creature and yield the number of its current revision; the block is one transaction.

    Raises ``Refusal`` when it is gone.
    """
    with transaction.atomic():
        current = require(_locked(owner, key).creature.current, Refusal(_GONE, code="homebrew.gone"))
        yield current.number


def _locked(owner: Owner, key: str) -> Homebrew:
    """Return an owner's creature, locked: of two windows that do the same, one waits for the other."""
    homebrew = Homebrew.objects.select_for_update().filter(owner.q, creature__key=key).first()
    if homebrew is None:
        raise Refusal(_GONE, code="homebrew.gone")
    return homebrew


def _licensed_or_refused(homebrew: Homebrew) -> Homebrew:
    if not is_named_license(homebrew.creature.license):
        raise Refusal(_NO_LICENSE.format(homebrew.creature.name), code="license.invalid")
    return homebrew


def _licensed(card: Card) -> Card:
    """Return a card with its license as stored: none is the same as an unknown one."""
    return replace(card, license=" ".join(card.license.split()) or UNKNOWN_LICENSE)


def _share(homebrew: Homebrew, *, is_shared: bool) -> None:
    homebrew.is_shared = is_shared
    homebrew.save(update_fields=["is_shared"])


def _current_card(creature: Creature) -> Card:
    if creature.current is None:
        raise Refusal(_GONE, code="homebrew.gone")
    return card_from_snapshot(creature.current.document)


def _check_fits(card: Card) -> None:
    """Refuse a card that does not fit the columns of a creature, such as one from a document."""
    rows: list[tuple[Creature | Feature, set[str]]] = [
        (Creature(**creature_values(card)), {"key", "source", "search_text"}),
        *((Feature(**feature_values(feature)), {"creature", "printed_top"}) for feature in card.features),
    ]
    for row, exclude in rows:
        for column, faults in model_faults(row, exclude).items():
            name = row.name or card.name
            raise Refusal(
                f"“{name}” cannot be one of your creatures: {column.replace('_', ' ')}: {faults[0]}",
                code="card.invalid",
            )


def _check_minions(owner: Owner, card: Card, known: Sequence[str]) -> None:
    """Refuse a card that starts with another person's private homebrew, unless it already did."""
    if closed := closed_keys(owner, set(card.starts_with) - set(known)):
        raise Refusal(f"There is no creature “{min(closed)}” to start with.", code="creature.gone")


def _check_minions_shared(owner: Owner, card: Card) -> None:
    """Refuse a card for everybody that starts with a creature which others cannot see, and so could not take."""
    if private := closed_keys(Owner(), set(card.starts_with) - {card.key}):
        own = Creature.objects.filter(homebrew__in=Homebrew.objects.filter(owner.q), key=min(private))
        name = own.values_list("name", flat=True).first() or min(private)
        raise Refusal(
            f"“{card.name}” starts with “{name}”, which is not shared. Share that creature first, or remove it.",
            code="homebrew.state",
        )


_ANSWERED = "Its player has taken this creature back, or another editor has answered."


def accepted_from(sender: str) -> str:
    """Return the first revision's note about the sender of a creature."""
    return f"Accepted from homebrew that {sender} sent"


@transaction.atomic
def submission_accept(*, homebrew: Homebrew, by: User, source: Source, answer: str = "") -> Creature:
    """Add the submitted card to the compendium, as a new creature of a source; the sender keeps their own.

    Its first revision names the sender and the origin of the card. Raises ``Refusal`` if it was answered or withdrawn
    meanwhile, starts with homebrew, or if the source already has a creature of this name.
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
        raise Refusal("Say why in a sentence. The player who sent it will read it.", code="answer.invalid")
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


@transaction.atomic
def acceptances_unname(*, user: User) -> None:
    """Take the name out of the first revisions of creatures that editors accepted from the account."""
    accepted = Homebrew.objects.filter(owner=user).exclude(accepted_as=None).values("accepted_as")
    named, neutral = accepted_from(user.get_username()), accepted_from(FORMER_PLAYER)
    for revision in CardRevision.objects.filter(creature__in=accepted):
        if named in revision.changes:
            changes = [neutral if change == named else change for change in revision.changes]
            CardRevision.objects.filter(pk=revision.pk).update(changes=changes)


@transaction.atomic
def revisions_remove(*, keys: Iterable[str]) -> None:
    """Remove all revisions of creatures that go with an account, and that no one else has a use for."""
    CardRevision.objects.filter(creature_key__in=list(keys)).delete()
