"""A campaign's changes to its warbands: it marks them, locks them, and writes the careers of their members.

Only campaigns call these, within their transactions and after they have locked the campaign. When an account is
deleted, its warbands with a career stay for their campaigns.
"""

from collections.abc import Iterable

from django.db import transaction

from accounts.models import Owner, User
from common.refusal import Refusal
from rules.building.draft import Draft
from rules.crests import crest_document
from rules.roster.model import Member
from warbands.models import Step, Tag, Warband
from warbands.models.warbands import MAX_LOCK
from warbands.selectors.crests import crest_of, roster_crest
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import OpenWarband
from warbands.services.drafts import add_step, drop_collections, open_locked
from warbands.services.warbands import warband_create


def career_open(*, owner: Owner, key: str) -> OpenWarband:
    """Lock a warband of this owner and return it; raise ``Refusal`` when it is gone or cannot be read."""
    warband = Warband.objects.select_for_update().filter(owner.q, key=key, deleted_at=None).first()
    if warband is None:
        raise Refusal("This warband no longer exists.", code="warband.gone")
    return open_locked(warband)


def career_reopen(*, warband_id: int) -> OpenWarband:
    """Lock the warband of a career, whoever owns it, and return it."""
    return open_locked(Warband.objects.select_for_update().get(pk=warband_id))


def career_mark(*, opened: OpenWarband, locked_for: str = "") -> None:
    """Mark a warband as one with a career, locked or not. Undo and redo do not go past its current step.

    Pins its present crest the first time, with the queries of ``rulebook_of``.
    """
    warband = opened.warband
    warband.steps.filter(number__gt=warband.position).delete()
    warband.has_career, warband.undo_limit = True, warband.position
    warband.locked_for = locked_for[:MAX_LOCK]
    warband.version += 1
    if warband.pinned_crest is None:
        warband.pinned_crest = crest_document(crest_of(opened))
    warband.save(update_fields=["has_career", "undo_limit", "locked_for", "version", "pinned_crest"])


def career_members_write(
    *, opened: OpenWarband, members: tuple[Member, ...], description: str, made_by: str = ""
) -> OpenWarband:
    """Replace the members of a warband, as one step that undo does not revert. Their order does not change.

    ``made_by`` is the author's name, empty for the warband's player.
    """
    places = {member.id: place for place, member in enumerate(opened.draft.roster.members)}
    ordered = sorted(members, key=lambda member: places.get(member.id, len(places)))
    draft = opened.draft.with_members(*ordered)
    written = add_step(opened, draft, description, made_by=made_by)
    career_mark(opened=written, locked_for=opened.warband.locked_for)
    return written


def career_store(*, owner: Owner, draft: Draft, next_member: int) -> Warband:
    """Store a warband with an imported career, and pin its crest; no member's number is reused."""
    warband = warband_create(owner=owner, draft=draft, words="Came with its campaign")
    warband.next_member = max(warband.next_member, next_member)
    warband.has_career = True
    warband.pinned_crest = crest_document(roster_crest(draft.roster, rulebook_of([draft.roster])))
    warband.save(update_fields=["next_member", "has_career", "pinned_crest"])
    return warband


def careers_give(*, user: User, warband_ids: Iterable[int]) -> int:
    """Give warbands without an account to the account that claims their place; return how many."""
    return Warband.objects.filter(pk__in=list(warband_ids), owner=None, has_career=True).update(
        owner=user, owner_token=""
    )


def careers_end(*, warband_ids: Iterable[int]) -> None:
    """Restore warbands to their state before their careers: no campaign names them any more."""
    Warband.objects.filter(pk__in=list(warband_ids)).update(has_career=False, locked_for="", undo_limit=0)


def makers_rename(*, name: str, neutral: str) -> None:
    """Give the steps that a person made in warbands of others a neutral name; the account is being deleted."""
    Step.objects.filter(made_by=name).update(made_by=neutral)


@transaction.atomic
def staying_warbands_clear(*, user: User) -> None:
    """Remove the tags of the remaining warbands, and their drafts' references to the collection."""
    staying = Warband.objects.filter(owner=user, has_career=True)
    Tag.objects.filter(warband__in=staying).delete()
    for warband in staying:
        drop_collections(warband)
