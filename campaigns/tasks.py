"""Long work on campaigns, as kinds of jobs: everything of one on paper, and the hourly reminders."""

import tempfile
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from django.conf import settings

from campaigns.models import Campaign
from campaigns.selectors.standings import campaign_chronicle
from campaigns.selectors.todays_members import printed_sheets, spectator_view
from campaigns.services.reminders import (
    REMIND,
    is_reminding_needed,
    reminders_announce,
    reminders_queue,
    reminders_send,
)
from common.refusal import Refusal
from compendium.selectors.creatures import printed_sources_of
from compendium.services.uploads import upload_store
from jobs.services.jobs import JobKind, JobRun, register_kind
from printing.canvas import paper_size
from printing.cards.sheets import card_size, draw_warband_cards
from printing.chronicles import draw_chronicle
from printing.pdf import pdf_of
from printing.roster import draw_roster
from rules.sheets.members import member_groups
from rules.sheets.model import RosterSheet
from rules.text import slug

_OF_NO_TIME = (1980, 1, 1, 0, 0, 0)


def _print_everything(run: JobRun) -> None:
    """Write the chronicle and each warband's sheet and cards to one archive; begun again, it begins anew."""
    campaign = Campaign.objects.filter(pk=run.job.arguments["campaign"]).first()
    if campaign is None:
        raise Refusal("The campaign is gone.", code="campaign.gone")
    run.begin_step("Printing", 1 + campaign.warbands.filter(has_left=False).count())
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w") as archive:
            chronicle = campaign_chronicle(spectator_view(campaign))
            _add(archive, "chronicle.pdf", pdf_of(partial(draw_chronicle, chronicle=chronicle), paper_size("a4")))
            for done, sheet in enumerate(printed_sheets(campaign), start=1):
                run.look()
                run.advance(done=done, result={})
                for name, pdf in _printed(sheet):
                    _add(archive, f"{done:02}-{slug(sheet.name)[:60] or 'warband'}-{name}.pdf", pdf)
        file.seek(0)
        stored = upload_store(iter(partial(file.read, 2**20), b""))
    run.advance(done=run.job.total or 1, result={"file": stored.name})


def _printed(sheet: RosterSheet) -> Iterator[tuple[str, bytes]]:
    sources = printed_sources_of(member.card for member in sheet.members if member.card)
    yield "sheet", pdf_of(partial(draw_roster, sheet=sheet, sources=sources), paper_size("a4"))
    if groups := member_groups(sheet):
        cards = partial(draw_warband_cards, sheet=sheet, groups=groups, sources=sources)
        yield "cards", pdf_of(cards, card_size("a4", bleed=False))


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _OF_NO_TIME), data)  # pages of PDF are compressed already


PRINTS = register_kind(
    JobKind(
        name="campaigns.prints",
        label="Printed archive of a campaign",
        work=_print_everything,
        permissions=("campaigns.view_campaign",),
    )
)


def _remind(run: JobRun) -> None:
    """Announce to webhooks what is due, and send today's mails. Begun again, it continues with those that are left."""
    result: dict[str, int] = {}
    steps = (("announced", reminders_announce), ("queued", reminders_queue), ("sent", reminders_send))
    for name, step in steps if settings.SENDS_MAIL else steps[:1]:
        run.begin_step("Reminding")
        result[name] = step(run.look)
        run.advance(done=sum(result.values()), result=result)


REMINDERS = register_kind(
    JobKind(
        name=REMIND,
        label="Reminders",
        work=_remind,
        permissions=("campaigns.view_campaign",),
        every=timedelta(hours=1),
        is_wanted=is_reminding_needed,
    )
)
