"""Making adventures and templates, preparing, closing and deleting them, moving them into campaigns, webhooks.

In a campaign, every step writes an entry of its journal; writers lock the campaign first, then the adventure.
"""

import json
import secrets
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import STORED, quota_refusal
from adventures.models import AdventureRow, AdventureSeed, AdventureTemplate
from adventures.models.adventures import AdventureStatus
from adventures.selectors.folding import adventure_of_setup
from adventures.selectors.seats import AdventureSeat, AdventureVisitor, seat_at
from campaigns.models import Campaign
from campaigns.selectors.webhooks import CAMPAIGN, CampaignNews
from campaigns.services.campaigns import new_key
from campaigns.services.journal import OpenJournal, journal_open
from common.refusal import Refusal
from common.saving import save_new_version, switch_link
from rules.adventures.documents import AdventureDocument, adventure_from_document, setup_of_adventure
from rules.adventures.receipts import SEAL_KEY_BYTES, beginning_seal
from rules.adventures.state import Adventure
from rules.campaigns.events.adventures import AdventureBegun, AdventureFinished, AdventurePrepared, AdventureRemoved
from rules.campaigns.journal import seed_commitment
from rules.errors import DocumentError, require
from rules.text import plain_texts
from webhooks.services.messages import WebhookNews
from webhooks.services.publishing import publish


def announce_adventure(row: AdventureRow) -> None:
    """Tell the webhooks of an adventure's campaign that it has joined the campaign. One query."""
    _tell(row, CampaignNews.ADVENTURE_BEGUN, "{adventure} begins in {campaign}.")


def announce_adventure_end(row: AdventureRow, outcome: str) -> None:
    """Tell the webhooks of an adventure's campaign how it ended; nothing outside campaigns. At most one query."""
    said = "{adventure} is over in {campaign}: {outcome}" if outcome else "{adventure} is over in {campaign}."
    _tell(row, CampaignNews.ADVENTURE_ENDED, said, {"outcome": outcome})


def _tell(row: AdventureRow, event: str, said: str, more: dict[str, str] | None = None) -> None:
    campaign = row.campaign
    if campaign is None:
        return

    def describe() -> list[WebhookNews]:
        texts = {"campaign": campaign.name, "adventure": f"“{row.name}”", **(more or {})}
        data: dict[str, Any] = {
            "campaign": {"key": campaign.key, "name": campaign.name},
            "adventure": {
                "key": row.key,
                "number": row.number,
                "name": row.name,
                "kind": row.kind,
                "follows": row.follows,
            },
            **(more or {}),
        }
        return [WebhookNews(event, reverse("adventures:adventure", args=[row.key]), said, texts, data)]

    publish(CAMPAIGN, campaign.key, {event: describe})


SEED_BYTES = 32
ADVENTURES = "adventures"
"""The quota of adventures and templates."""
NOT_FOUND = "This adventure does not exist, or you do not take part in it."
CLOSED = "This adventure is closed. Nothing can be added to it."
MAX_SETUP = 1_000_000
"""Characters of the document with which an adventure begins: its pages show all of it."""
MOST_IN_CAMPAIGN = 200
"""Adventures of one campaign."""


class AdventureNotFound(Refusal):
    """There is no such adventure for this visitor."""

    code = "adventure.gone"


@dataclass(frozen=True, slots=True)
class LockedAdventure:
    """An adventure with a locked row, as its visitor sees it.

    ``journal`` is that of its campaign, None outside campaigns.
    """

    seat: AdventureSeat
    journal: OpenJournal | None = None

    @property
    def row(self) -> AdventureRow:
        """The adventure."""
        return self.seat.row

    def refuse_unless_organizer(self, what: str) -> None:
        """Raise ``Refusal`` unless the person runs the adventure; ``what`` completes "Only the organizer can"."""
        if not self.seat.organizes:
            raise Refusal(f"Only the organizer can {what}.", code="adventure.forbidden")

    def refuse_unless_open(self) -> None:
        """Raise ``Refusal`` if the adventure is closed."""
        if self.row.status == AdventureStatus.CLOSED:
            raise Refusal(CLOSED, code="adventure.locked")


def adventure_locked(visitor: AdventureVisitor, key: str) -> LockedAdventure:
    """Lock an adventure, and its campaign first. Call it within a transaction.

    Raises ``AdventureNotFound`` for strangers, ``Refusal`` for spectators and if the campaign is not open.
    """
    campaign = AdventureRow.objects.filter(key=key).values_list("campaign__key", flat=True).first()
    journal = None
    if campaign:
        try:
            journal = journal_open(actor=visitor.owner, key=campaign)
        except Refusal as refused:
            if refused.code == "campaign.gone":
                raise AdventureNotFound(NOT_FOUND) from refused
            raise
    row = AdventureRow.objects.select_for_update(of=("self",)).filter(key=key).first()
    seat = seat_at(visitor, row) if row else None
    if seat is None or not seat.side:
        raise AdventureNotFound(NOT_FOUND)
    if (row is not None and row.campaign_id is not None) is (journal is None):
        # It was taken into a campaign between the two locks; nothing is done without the campaign's journal.
        raise Refusal("The adventure has just moved into a campaign. Reload the page.", code="adventure.state")
    return LockedAdventure(seat, journal)


@transaction.atomic
def adventure_make(
    *, owner: Owner, adventure: Adventure, campaign: str = "", follows: int | None = None, seed: bytes | None = None
) -> AdventureRow:
    """Store a new adventure: the owner's own, or one of a campaign that they organize.

    ``follows`` is the played number of the scenario before it, None for the last one. Raises ``Refusal``.
    """
    document = _readable(adventure)
    if campaign:
        journal = _organized(owner, campaign)
        row = _stored(None, document, seed)
        _put_into(row, journal, follows)
        return row
    refuse_more_adventures(owner)
    return _stored(owner, document, seed)


def _stored(owner: Owner | None, document: dict[str, Any], seed: bytes | None = None) -> AdventureRow:
    now, seal_key = timezone.now(), secrets.token_bytes(SEAL_KEY_BYTES)
    row = AdventureRow(
        key=new_key(),
        name=document["name"],
        kind=document["kind"],
        setup=document,
        seal=beginning_seal(seal_key, document),
        seal_key=seal_key,
        created_at=now,
        changed_at=now,
    )
    if owner is not None:
        row.belongs_to(owner)
    row.save()
    seed_begin(row, 1, seed)
    return row


def next_epoch(document: AdventureDocument) -> int:
    """Return the number of the seed epoch that follows those of a document."""
    return max((seed.epoch for seed in document.seeds), default=0) + 1


def seed_begin(row: AdventureRow, epoch: int, seed: bytes | None = None) -> AdventureSeed:
    """Begin a seed epoch of an adventure."""
    seed = seed or secrets.token_bytes(SEED_BYTES)
    return AdventureSeed.objects.create(
        adventure=row, epoch=epoch, from_entry=row.head, commitment=seed_commitment(seed), seed=seed
    )


def _readable(adventure: Adventure) -> dict[str, Any]:
    """Return an adventure's start in its stored form; raise ``Refusal`` if it could not be read again."""
    document: dict[str, Any] = plain_texts(setup_of_adventure(adventure))
    try:
        adventure_from_document(document)
    except DocumentError as fault:
        raise Refusal(
            f"Muster cannot store this adventure. {fault.path}: {fault.message}", code="adventure.invalid"
        ) from fault
    if len(json.dumps(document, ensure_ascii=False)) > MAX_SETUP:
        raise Refusal(f"The beginning of an adventure has at most {MAX_SETUP:,} characters.", code="adventure.full")
    return document


def refuse_more_adventures(owner: Owner) -> None:
    """Raise ``Refusal`` if the owner has the maximum of adventures."""
    if refusal := quota_refusal(owner, ADVENTURES, STORED):
        raise Refusal(refusal, code="adventure.full")


def _organized(owner: Owner, campaign: str) -> OpenJournal:
    journal = journal_open(actor=owner, key=campaign, to=AdventureBegun)
    if AdventureRow.objects.filter(campaign=journal.campaign).count() >= MOST_IN_CAMPAIGN:
        raise Refusal(f"A campaign has at most {MOST_IN_CAMPAIGN} adventures.", code="adventure.full")
    return journal


def _put_into(row: AdventureRow, journal: OpenJournal, follows: int | None) -> None:
    campaign = journal.campaign
    if follows is None:
        follows = journal.last_played
    if not 0 <= follows <= journal.last_played:
        raise Refusal("Choose a scenario of this campaign that was played.", code="adventure.invalid")
    row.campaign, row.follows, row.number = campaign, follows, _next_number(campaign)
    row.owner, row.owner_token, row.players_token = None, "", None
    save_new_version(row, "campaign", "follows", "number", "owner", "owner_token", "players_token")
    seed = row.seeds.order_by("-epoch")[0]
    journal.write(
        AdventureBegun(row.number, row.name, row.kind, follows, row.head, row.seal, seed.epoch, seed.commitment)
    )
    announce_adventure(row)


def _next_number(campaign: Campaign) -> int:
    # No number is given twice: those of adventures that were removed stand in the journal.
    begun = campaign.entries.filter(kind=AdventureBegun.kind).count()
    return begun + 1


@transaction.atomic
def adventure_prepare(*, visitor: AdventureVisitor, key: str, adventure: Adventure) -> AdventureRow:
    """Put another beginning in the place of an adventure's, before its first entry."""
    locked = adventure_locked(visitor, key)
    locked.refuse_unless_organizer("prepare the adventure")
    row = locked.row
    if row.head:
        raise Refusal("The adventure has begun, so its preparation can no longer change.", code="adventure.locked")
    row.setup = _readable(adventure)
    row.name, row.kind = row.setup["name"], row.setup["kind"]
    row.seal = beginning_seal(bytes(row.seal_key), row.setup)
    save_new_version(row, "setup", "name", "kind", "seal")
    if locked.journal is not None:
        locked.journal.write(AdventurePrepared(row.number or 0, row.name, row.seal))
    return row


@transaction.atomic
def adventure_take_in(
    *, visitor: AdventureVisitor, key: str, campaign: str, follows: int | None = None
) -> AdventureRow:
    """Take an own adventure into a campaign that one organizes; its log and its seed epoch come along."""
    journal = _organized(visitor.owner, campaign)
    row = AdventureRow.objects.select_for_update(of=("self",)).filter(key=key).first()
    if row is None or row.campaign_id is not None or not row.is_of(visitor.owner):
        raise AdventureNotFound(NOT_FOUND)
    if row.status == AdventureStatus.CLOSED:
        raise Refusal(CLOSED, code="adventure.locked")
    _put_into(row, journal, follows)
    return row


@transaction.atomic
def adventure_close(*, visitor: AdventureVisitor, key: str) -> None:
    """Close an adventure for good; its organizer sees the seeds of its dice from now on."""
    locked = adventure_locked(visitor, key)
    locked.refuse_unless_organizer("close the adventure")
    locked.refuse_unless_open()
    if not locked.row.head:
        raise Refusal("This adventure has not begun. Delete it instead.", code="adventure.state")
    was_over, locked.row.status = locked.row.status == AdventureStatus.OVER, AdventureStatus.CLOSED
    save_new_version(locked.row, "status")
    if not was_over:
        announce_adventure_end(locked.row, "")
    if locked.journal is not None:
        locked.journal.write(AdventureFinished(locked.row.number or 0))


@transaction.atomic
def adventure_delete(*, visitor: AdventureVisitor, key: str) -> None:
    """Delete an adventure for good; of a campaign’s, the seals stay in the journal."""
    locked = adventure_locked(visitor, key)
    locked.refuse_unless_organizer("delete the adventure")
    if locked.journal is not None:
        locked.journal.write(AdventureRemoved(locked.row.number or 0))
    locked.row.delete()


@transaction.atomic
def adventure_share(*, visitor: AdventureVisitor, key: str, shared: bool) -> None:
    """Give the players of an adventure outside campaigns a link, or end it."""
    locked = adventure_locked(visitor, key)
    locked.refuse_unless_organizer("make links")
    if locked.journal is not None:
        raise Refusal("Everyone in the campaign already sees the adventure, so it has no link.", code="adventure.state")
    switch_link(locked.row, "players_token", shared=shared)


TEMPLATE_GONE = "You have no such template."


@transaction.atomic
def template_save(*, visitor: AdventureVisitor, key: str) -> AdventureTemplate:
    """Store an adventure's start, without its participants, as a template of the person who runs it."""
    locked = adventure_locked(visitor, key)
    locked.refuse_unless_organizer("save the adventure as a template")
    adventure = replace(adventure_of_setup(locked.row.setup), participants=())
    return _template_stored(visitor.owner, setup_of_adventure(adventure))


@transaction.atomic
def template_take(*, owner: Owner, token: str) -> AdventureTemplate:
    """Store a copy of a template that is shared by a link."""
    template = AdventureTemplate.objects.filter(share_token=token).first() if token else None
    if template is None:
        raise Refusal("No template is shared at this link.", code="adventure.gone")
    return _template_stored(owner, template.setup)


@transaction.atomic
def template_share(*, owner: Owner, key: str, shared: bool) -> AdventureTemplate:
    """Let everyone with the link read a template and store a copy, or no one; each time with a new link."""
    template = _own(owner, key)
    if shared != bool(template.share_token):
        template.share_token = secrets.token_urlsafe(12) if shared else None
        template.save(update_fields=["share_token"])
    return template


@transaction.atomic
def template_delete(*, owner: Owner, key: str) -> None:
    """Delete a template; adventures made from it stay."""
    _own(owner, key).delete()


def _own(owner: Owner, key: str) -> AdventureTemplate:
    return require(
        AdventureTemplate.objects.filter(owner.q, key=key).first(), Refusal(TEMPLATE_GONE, code="adventure.gone")
    )


def _template_stored(owner: Owner, setup: dict[str, Any]) -> AdventureTemplate:
    refuse_more_adventures(owner)
    row = AdventureTemplate(
        key=new_key(), name=setup["name"], kind=setup["kind"], setup=setup, created_at=timezone.now()
    )
    row.belongs_to(owner)
    row.save()
    return row
