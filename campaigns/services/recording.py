"""The builder's changes of a warband in a campaign, as entries of the journal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from accounts.models import Owner
from campaigns.entries import settings_of
from campaigns.models import Campaign, CampaignWarband
from campaigns.services.journal import OpenJournal
from campaigns.services.texts import refusing
from campaigns.services.warbands import refuse_private_homebrew
from common.refusal import Refusal
from rules.building.draft import Draft
from rules.building.members import MemberRename
from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.events.warbands import RosterChanged
from rules.campaigns.rosters import RosterEdit, roster_edit
from rules.campaigns.settings import barred_homebrew, describe_barred
from warbands.models import Warband
from warbands.selectors.legality import rulebook_of
from warbands.services.drafts import draft_change
from warbands.services.recording import CareerRecord, NoRecord

UNDONE = "Undone in the builder"
REDONE = "Redone in the builder"


@dataclass(frozen=True, slots=True)
class WarbandJournal:
    """The journal of a campaign, open for changes of one of its warbands."""

    journal: OpenJournal
    number: int

    def add(self, before: Draft, after: Draft, description: str) -> int | None:
        """Record the effects of the change on the members; None if it had none on them or the name."""
        with refusing():
            edit = roster_edit(before.roster, after.roster)
        if edit == RosterEdit():
            return None
        self._refuse_homebrew(before, after)
        self.journal.refuse_unless_open()
        event = RosterChanged(self.number, self.journal.last_played, description, edit)
        return self.journal.write(event, with_drafts=False).number

    def _refuse_homebrew(self, before: Draft, after: Draft) -> None:
        """Refuse recruits that the campaign's house rule on homebrew excludes, and cards that others may not see."""
        settings = settings_of(self.journal.campaign)
        # Members that are there stay, but each further one of a barred creature is a recruit: ruling 380.
        more = Counter(member.creature for member in after.roster.members)
        more.subtract(member.creature for member in before.roster.members)
        known = {creature for creature, number in more.items() if number <= 0}
        if barred := barred_homebrew(after.roster, settings, known):
            rulebook = rulebook_of([after.roster]).with_cards(after.roster.cards)
            raise Refusal(describe_barred(barred, settings, rulebook), code="change.locked")
        had = {(member.creature, member.revision) for member in before.roster.members}
        new = [member for member in after.roster.members if (member.creature, member.revision) not in had]
        refuse_private_homebrew(self.journal.campaign, new)

    def void(self, entry: int) -> None:
        """Record that a change was undone."""
        self._void(entry, UNDONE)

    def restore(self, entry: int) -> None:
        """Record that an undone change is made again: its void is voided."""
        voided_by = self.journal.campaign.entries.values_list("voided_by", flat=True).get(number=entry)
        if voided_by is None:
            raise Refusal("The campaign’s journal already has this change.", code="entry.state")
        self._void(voided_by, REDONE)

    def _void(self, number: int, reason: str) -> None:
        self.journal.refuse_unless_open()
        about = self.journal.entry(number)
        if about.voided_by is not None:
            raise Refusal("An organizer has undone this change in the campaign’s journal.", code="entry.state")
        self.journal.write(EntryVoided(number, reason), about=about, with_drafts=False)


class CampaignRecorder:
    """Opens the journal of the campaign in which a warband plays."""

    @contextmanager
    def recording(self, warband: Warband) -> Iterator[CareerRecord]:
        """Lock the campaign and open its journal; a warband that has left its campaign has none."""
        member = CampaignWarband.objects.filter(warband=warband, has_left=False).select_related("participant").first()
        if member is None:
            yield NoRecord()
            return
        campaign = Campaign.objects.select_for_update().get(pk=member.campaign_id)
        yield WarbandJournal(OpenJournal(campaign, member.participant), member.number)


@transaction.atomic
def members_name(*, actor: Owner, key: str, number: int, names: Mapping[str, str]) -> None:
    """Name members of the caller's own warband in a campaign, by their ids; each is a change in the journal.

    Raises ``Refusal`` if one of them cannot be renamed now; then none is.
    """
    row = CampaignWarband.objects.select_related("warband").get(campaign__key=key, number=number, has_left=False)
    version = row.warband.version
    for member, name in names.items():
        change = MemberRename(member, name)
        edit = draft_change(
            owner=actor, key=row.warband.key, version=version, change=change, recorder=CampaignRecorder()
        )
        version = edit.open_warband.warband.version
