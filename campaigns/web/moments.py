"""The moment at which a page shows a campaign: today, or as of a scenario that its address names."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from campaigns.models import Campaign
from campaigns.selectors.moments import Moment, moment_of
from common.web.address import Address

AS_OF = "as_of"
READING = "reading"
RECORDED = "recorded"
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class MomentControl:
    """The control that chooses a moment: which one is shown, up to which scenario, and what was left out and why."""

    moment: Moment | None
    last: int
    warning: str = ""
    keeps: tuple[tuple[str, str], ...] = ()

    @property
    def query(self) -> str:
        """The parameters of the moment for links to other pages, with their question mark; "" for today."""
        return str(Address("", self.pairs))

    @property
    def more_query(self) -> str:
        """The same for links that have parameters already; "" for today."""
        return "&" + self.query[1:] if self.query else ""

    @property
    def today(self) -> str:
        """The parameters of the same page today, with their question mark."""
        return str(Address("", self.keeps))

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The parameters of the moment."""
        if self.moment is None:
            return ()
        reading = ((READING, RECORDED),) if self.moment.as_recorded else ()
        return ((AS_OF, str(self.moment.played)), *reading)


def moment_control(request: HttpRequest, campaign: Campaign, *, keeps: tuple[str, ...] = ()) -> MomentControl:
    """Read the moment that a request asks for. One query, for today none.

    ``keeps`` are other parameters that choosing a moment keeps.
    """
    last = campaign.next_played - 1
    kept = tuple((name, request.GET[name]) for name in keeps if name in request.GET)
    asked = request.GET.get(AS_OF, "").strip()
    if not asked:
        return MomentControl(None, last, keeps=kept)
    played = int(asked[:_DIGITS]) if asked.isascii() and asked.isdigit() else 0
    found = moment_of(campaign, played, as_recorded=request.GET.get(READING) == RECORDED)
    warning = "" if found else "No scenario of that number has been played: this is today."
    return MomentControl(found, last, warning, kept)
