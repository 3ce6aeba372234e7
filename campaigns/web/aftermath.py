"""The aftermath of a scenario on one screen: dice, feats, the preview, and the commit."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Owner
from accounts.web.commands import CommandDone, takes_commands
from campaigns.selectors.aftermath import FeatQuestion, MemberAftermath, SideAfter
from campaigns.selectors.confirmations import confirmation_page
from campaigns.selectors.crests import numbered_crests
from campaigns.selectors.scenario_pages import ScenarioView, own_side_first, readable_aftermath
from campaigns.services.aftermath import dice_roll, dice_roll_all, feat_choose
from campaigns.services.journal import campaign_held
from campaigns.services.scenarios import AlreadyCommitted, scenario_commit
from campaigns.web.scenarios import own_scenario_or_404, typed
from common.refusal import Refusal
from rules.careers.events import RollKind
from rules.dice import read_faces
from rules.text import counted

NOT_ROLLED = "“{typed}” is not a roll. Enter a number from 1 to 6 for each die, such as 3 5 1."


def _aftermath_command(request: HttpRequest, key: str, number: int) -> CommandDone:
    """Save dice and feats that were entered without a network, each unless something else was entered meanwhile."""
    owner, _ = own_scenario_or_404(request, key, number)
    with campaign_held(actor=owner, key=key, scenario=number):
        _, scenario = own_scenario_or_404(request, key, number)
        work = _Answers(request, owner, scenario)
        entered = [(name, field, value) for name, field, value in work.entered() if field in request.POST]
        if not entered:
            raise Refusal("This roll or choice is not due any more.", code="roll.state")
        for name, field, value in entered:
            if value.split() not in (typed(request, field).split(), typed(request, f"seen.{field}").split()):
                now = [f"{name}: {value or 'nothing is entered now'}"]
                raise Refusal("Someone entered something different meanwhile.", code="roll.changed", meanwhile=now)
        if refused := work.write_down():
            raise Refusal(" ".join(refused), code="roll.invalid")
    return CommandDone("Saved")


@takes_commands(_aftermath_command)
@require_http_methods(["GET", "HEAD", "POST"])
def aftermath(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show every member with its changes; take dice and feats, roll, and commit."""
    owner, scenario = own_scenario_or_404(request, key, number)
    if request.method != "POST":
        return _page(request, scenario)
    work = _Answers(request, owner, scenario)
    refused = work.write_down()
    do = request.POST.get("do", "")
    if not refused and do == "roll-all":
        refused = work.attempt(work.roll_all)
    elif not refused and do.startswith("roll."):
        refused = work.attempt(lambda: work.roll(do))
    elif not refused and do == "commit":
        if not work.saved:
            return _commit(request, owner, scenario)
        messages.info(request, "Your choices are saved. Look at the changes, then apply them.")
    if refused:
        for message in refused:
            messages.error(request, message)
    elif work.saved and do != "commit":
        messages.success(request, "Saved.")
    return redirect("campaigns:aftermath", key, number)


class _Answers:
    """A form's answers about the aftermath of a scenario, and storing them."""

    def __init__(self, request: HttpRequest, owner: Owner, scenario: ScenarioView) -> None:
        self.request, self.scenario = request, scenario
        self.sides = [side for side in readable_aftermath(scenario) or [] if side.is_own]
        self.saved = 0
        self.asking: dict[str, Any] = {
            "actor": owner,
            "key": scenario.view.campaign.key,
            "scenario": scenario.row.number,
        }

    def entered(self) -> Iterator[tuple[str, str, str]]:
        """Yield what is entered so far: the member's name, a field that the person may fill in, and its value."""
        for member in (member for side in self.sides for member in side.members):
            yield from ((member.name, field, before) for field, _, before in _dice_fields(member))
            if member.feat and not member.feat.is_settled:
                yield member.name, member.feat.field, member.feat.chosen

    def write_down(self) -> list[str]:
        """Record the entered dice and the chosen feats; return the refusals."""
        refused: list[str] = []
        for side in self.sides:
            for member in side.members:
                for field, purpose, before in _dice_fields(member):
                    value = typed(self.request, field).strip()
                    if value and value.split() != before.split():
                        refused += self.attempt(partial(self._enter, side, member, purpose, value))
                if member.feat and not member.feat.is_settled and member.feat.field in self.request.POST:
                    refused += self._save_feat(side, member, member.feat)
        return refused

    def roll_all(self) -> None:
        """Roll everything that is missing and that the person may roll."""
        if self.scenario.organizes:
            rolled = len(dice_roll_all(**self.asking))
        else:
            rolled = sum(len(dice_roll_all(**self.asking, warband=side.warband.number)) for side in self.sides)
        messages.success(
            self.request, f"Rolled {counted(rolled, 'time')}." if rolled else "There is nothing left to roll."
        )

    def roll(self, field: str) -> None:
        """Roll one roll on the server; ``field`` is the name of its field."""
        side, member, purpose = self._placed(field)
        dice_roll(**self.asking, warband=side.warband.number, member=member.id, purpose=purpose)

    def attempt(self, write: Callable[[], object]) -> list[str]:
        """Do something; return the sentence of its refusal, if it is refused."""
        try:
            write()
        except Refusal as refused:
            return [refused.message]
        return []

    def _placed(self, field: str) -> tuple[SideAfter, MemberAftermath, RollKind]:
        for side in self.sides:
            for member in side.members:
                for wanted in member.wanted:
                    if wanted.field == field:
                        return side, member, wanted.purpose
        raise Refusal("This roll is not due.", code="roll.state")

    def _enter(self, side: SideAfter, member: MemberAftermath, purpose: RollKind, value: str) -> None:
        faces = read_faces(value, 10)
        if faces is None:
            raise Refusal(f"{member.name}: {NOT_ROLLED.format(typed=value[:20])}", code="roll.invalid")
        try:
            dice_roll(**self.asking, warband=side.warband.number, member=member.id, purpose=purpose, faces=faces)
        except Refusal as refused:
            raise Refusal(f"{member.name}: {refused.message}", code="roll.invalid") from refused
        self.saved += 1

    def _save_feat(self, side: SideAfter, member: MemberAftermath, question: FeatQuestion) -> list[str]:
        value = typed(self.request, question.field)
        if value == question.chosen:
            return []
        feat, _, choice = value.partition(":")

        def choose() -> None:
            feat_choose(**self.asking, warband=side.warband.number, member=member.id, feat=feat, choice=choice or None)
            self.saved += 1

        return self.attempt(choose)


def _dice_fields(member: MemberAftermath) -> list[tuple[str, RollKind, str]]:
    """Return the fields for a member's dice: the name, the purpose, the value."""
    fields = [(roll.field, roll.purpose, roll.typed) for roll in member.rolls if roll.can_enter_again]
    held = {field for field, _, _ in fields}
    return [*fields, *((wanted.field, wanted.purpose, "") for wanted in member.wanted if wanted.field not in held)]


def _commit(request: HttpRequest, owner: Owner, scenario: ScenarioView) -> HttpResponse:
    key, number = scenario.view.campaign.key, scenario.row.number
    try:
        scenario_commit(actor=owner, key=key, scenario=number, reason=typed(request, "reason"))
    except AlreadyCommitted as already:
        messages.info(request, f"{already.message} These changes were applied.")
    except Refusal as refused:
        messages.error(request, refused.message)
        return redirect("campaigns:aftermath", key, number)
    else:
        messages.success(request, "The aftermath is applied. Everything below counts now.")
    return redirect("campaigns:scenario", key, number)


def _page(request: HttpRequest, scenario: ScenarioView) -> HttpResponse:
    state = scenario.state
    is_prepared = bool(state.report_entry and state.fielded) and (state.is_running or state.counts)
    sides = readable_aftermath(scenario) if is_prepared else []
    if sides is not None:
        sides = own_side_first(scenario, sides)
    wanted = sum(side.wanted for side in sides or [])
    writes = any(side.is_own for side in sides or [])
    own_wanted = sum(side.wanted for side in sides or [] if side.is_own)
    own_feats = sum(side.open_feats for side in sides or [] if side.is_own)
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "crests": numbered_crests(scenario.warbands),
        "sides": sides,
        "is_prepared": is_prepared,
        "confirmation": confirmation_page(scenario),
        "wanted": wanted,
        "applies": scenario.organizes and not wanted and not state.counts,
        "own_wanted": own_wanted,
        "open_feats": sum(side.open_feats for side in sides or []),
        "writes": writes,
        "saves": writes and bool(state.is_running or own_wanted or own_feats),
        "enters": state.settings.entered_dice,
    }
    return render(request, "campaigns/aftermath.html", context)
