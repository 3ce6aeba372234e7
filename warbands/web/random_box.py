"""Random box: the warbands that the figures of a list make, and any of them as a warband of the visitor.

The form is sent and answered as entered. The answer is recomputed from it for each action: a warband is opened only if
these figures make it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Owner
from accounts.web.visitors import owner_of, owner_to_be
from common.refusal import Refusal
from common.web.address import is_partial, shown_text
from common.web.refusals import answer_when_too_large
from rules.alignment import ALIGNMENTS, BY_CODE
from rules.building.draft import MAX_MEMBERS, draft_of
from rules.building.warband import USUAL_LIMIT
from rules.recruitment.model import MAX_FIGURES, MAX_LIMIT, RANKINGS, Fielding, Recruitment
from rules.recruitment.random_box import fielding_roster, fieldings
from rules.roster.model import MAX_KEY
from rules.text import counted, listed, natural_number
from warbands.selectors.collections import (
    MAX_LINE,
    FigureList,
    collection_of,
    figures_read,
    figures_text,
    line_replaced,
)
from warbands.selectors.legality import rulebook_of
from warbands.services.cards import pin_homebrew
from warbands.services.collections import collection_save
from warbands.services.warbands import warband_create
from warbands.web.collections import SHOWN_LINES, TOO_LARGE, describe_figures, found

NO_FIGURES = "Enter at least one figure."


class ShownFielding(NamedTuple):
    """A warband of the answer; ``members`` names it when it is opened, ``opens`` says whether the builder can open
    it.
    """

    fielding: Fielding
    members: str
    opens: bool


@dataclass(frozen=True, slots=True)
class BoxQuestion:
    """The form as it was typed."""

    text: str = ""
    limit: str = str(USUAL_LIMIT)
    ranking: str = RANKINGS[0].key
    words: str = ""
    alignment: str = ""
    must: str = ""

    @classmethod
    def of(cls, fields: Mapping[str, str], text: str = "") -> Self:
        """Return the form of some fields, with defaults for the missing ones."""
        return cls(
            text=fields.get("figures", text).replace("\0", ""),
            limit=shown_text(fields.get("limit", str(USUAL_LIMIT)).strip(), 20),
            ranking=fields.get("ranking", RANKINGS[0].key),
            words=fields.get("q", ""),
            alignment=fields.get("alignment", ""),
            must=fields.get("must", "").replace("\0", ""),
        )

    @property
    def is_empty(self) -> bool:
        """Return True if no figures were entered."""
        return not self.text.strip()

    @property
    def points(self) -> int | None:
        """The points limit, None if it is invalid."""
        points = natural_number(self.limit.lstrip("0"))
        return points if points is not None and 1 <= points <= MAX_LIMIT else None


@dataclass(frozen=True, slots=True)
class BoxAnswer:
    """The values of a form, its faults by field, and the warbands of these figures."""

    read: FigureList = field(default_factory=lambda: FigureList({}))
    required: FigureList = field(default_factory=lambda: FigureList({}))
    faults: Mapping[str, str] = field(default_factory=dict)
    recruitment: Recruitment | None = None


def _too_large(request: HttpRequest) -> HttpResponse:
    return _page(request, BoxQuestion(), BoxAnswer(faults={"figures": TOO_LARGE}), status=422)


@answer_when_too_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def random_box(request: HttpRequest) -> HttpResponse:
    """Ask for figures, and show which warbands they make."""
    owner = owner_of(request)
    if request.method != "POST":
        return _show_answer(request, owner)
    box, do = BoxQuestion.of(request.POST), request.POST.get("do", "")
    if key := request.POST.get("add"):
        line = figures_text({shown_text(key, MAX_KEY): 1}, owner)
        return _page(request, replace(box, text=f"{box.text.rstrip()}\n{line}".lstrip()))
    if instead := request.POST.get("instead"):
        box = replace(box, text=line_replaced(box.text, instead))
    elif do == "mine":
        wishes = {"alignment": box.alignment[:2], "must": box.must[:MAX_LINE]}
        given = urlencode(
            {"mine": 1, "limit": box.limit, "ranking": box.ranking[:20]}
            | {name: value for name, value in wishes.items() if value}
        )
        return redirect(f"{reverse('warbands:random-box')}?{given}#answer")
    elif do == "find" or (not do and box.words):
        return _page(request, box)
    return _answered(request, box, owner)


@answer_when_too_large(_too_large)
@require_POST
def fielding_open(request: HttpRequest) -> HttpResponse:
    """Make a draft of a warband of the answer, limited to its figures."""
    box = BoxQuestion.of(request.POST)
    answer = _answer(box, owner_of(request))
    if answer.recruitment is None:
        return _page(request, box, answer, status=422)
    wanted = request.POST.get("members", "")
    fielding = next((fielding for fielding in answer.recruitment.fieldings if _members(fielding) == wanted), None)
    if fielding is None:
        refusal = "This is no longer one of the best warbands that these figures make. The compendium may have changed."
        return _page(request, box, answer, refusal, status=409)
    if fielding.bodies > MAX_MEMBERS:
        return _page(request, box, answer, f"A warband can have at most {MAX_MEMBERS} members.", status=422)
    limit = answer.recruitment.limit
    name = f"Random box of {counted(limit, 'point')}"
    roster = fielding_roster(
        fielding, name=name, limit=limit, collection=answer.read.figures, alignment=box.alignment or None
    )
    draft = draft_of(roster)
    draft = draft.with_members(*pin_homebrew(roster, rulebook_of([roster])))
    try:
        warband = warband_create(owner=owner_to_be(request), draft=draft, words="Opened the random box")
    except Refusal as refusal:
        return _page(request, box, answer, refusal.message, status=422)
    messages.success(request, "This is your draft. Change it as you like. It is limited to the figures in the box.")
    return redirect("warbands:builder", warband.key)


@answer_when_too_large(_too_large)
@require_POST
def box_keep(request: HttpRequest) -> HttpResponse:
    """Make the figures of the box those that are owned."""
    box = BoxQuestion.of(request.POST)
    answer = _answer(box, owner_of(request))
    read = answer.read
    if read.fault or not read.figures:
        return _page(request, box, answer, NO_FIGURES if box.is_empty else "", status=422)
    if read.unread and "drop" not in request.POST:
        refusal = "Nothing was saved, because Muster could not read some lines. Correct or remove them below."
        return _page(request, box, answer, refusal, drops=True, status=422)
    try:
        collection_save(owner=owner_to_be(request), owned=read.figures)
    except Refusal as refusal:
        return _page(request, box, answer, refusal.message, status=422)
    messages.success(request, f"These are your figures now: {describe_figures(read)}.")
    return redirect("warbands:collection")


def _show_answer(request: HttpRequest, owner: Owner) -> HttpResponse:
    """Answer an address: the empty form, the visitor's figures with ``mine``, or with HTMX the matching names."""
    if is_partial(request):
        response = render(request, "warbands/random_box_found.html", found(request.GET.get("q", ""), owner))
    else:
        fields = {name: str(value) for name, value in request.GET.items() if name != "figures"}
        box = BoxQuestion.of(fields, figures_text(collection_of(owner), owner))
        response = _answered(request, box, owner) if "mine" in request.GET else _page(request, box)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _answered(request: HttpRequest, box: BoxQuestion, owner: Owner) -> HttpResponse:
    answer = _answer(box, owner)
    return _page(request, box, answer, status=200 if answer.recruitment or box.is_empty else 422)


def _answer(box: BoxQuestion, owner: Owner) -> BoxAnswer:
    """Compute the answer to a form. At most eleven queries, plus three for cards that are not loaded yet."""
    read, faults = figures_read(box.text, owner), {}
    required = figures_read(box.must.replace(",", "\n"), owner)
    if read.fault:
        faults["figures"] = read.fault
    elif not read.figures and not box.is_empty:
        faults["figures"] = "Muster could not read any line of the list."
    elif read.total > MAX_FIGURES:
        faults["figures"] = f"These are {read.total:,} figures. You can ask about at most {MAX_FIGURES:,} at once."
    if box.points is None:
        faults["limit"] = f"Enter the limit in points, as a whole number from 1 to {MAX_LIMIT:,}."
    if box.ranking not in [ranking.key for ranking in RANKINGS]:
        faults["ranking"] = "Choose which warband ranks first when several have the same points."
    if box.alignment and box.alignment not in BY_CODE:
        faults["alignment"] = "Choose one of the nine alignments, or any."
    if fault := _fault_of_wish(required, read, owner):
        faults["must"] = fault
    if faults or box.points is None or box.is_empty:
        return BoxAnswer(read, required, faults)
    cards = rulebook_of((), creatures=read.figures).cards
    recruitment = fieldings(
        read.figures,
        cards,
        box.points,
        box.ranking,
        alignment=box.alignment or None,
        required=required.figures,
        varied=True,
    )
    return BoxAnswer(read, required, recruitment=recruitment)


def _fault_of_wish(required: FigureList, read: FigureList, owner: Owner) -> str:
    """Return why the required creatures are impossible, "" if they are not."""
    if required.fault:
        return required.fault
    if required.unread:
        first = required.unread[0]
        meant = f" Did you mean {listed((near.partition(' ')[2] for near in first.near), 'or')}?" if first.near else ""
        return f"{first.reason}{meant}"
    lacking = {key: number for key, number in required.figures.items() if number > read.figures.get(key, 0)}
    if lacking and not read.fault and read.figures:
        named = figures_text(lacking, owner).replace("\n", ", ")
        return f"The figures above do not include {named}."
    return ""


def _page(
    request: HttpRequest,
    box: BoxQuestion,
    answer: BoxAnswer | None = None,
    refusal: str = "",
    *,
    drops: bool = False,
    status: int = 200,
) -> HttpResponse:
    owner = owner_of(request)
    owned = collection_of(owner)
    answer = answer or BoxAnswer()
    recruitment = answer.recruitment
    context = {
        "box": box,
        "answer": answer,
        "read": answer.read,
        "figures_read": describe_figures(answer.read) if answer.read.figures else "",
        "told_lines": SHOWN_LINES,
        "shown": [
            ShownFielding(fielding, _members(fielding), fielding.bodies <= MAX_MEMBERS)
            for fielding in (recruitment.fieldings if recruitment else ())
        ],
        "kinds": answer.read.kinds,
        "recruitment": recruitment,
        "refusal": refusal,
        "drops": drops,
        "rankings": RANKINGS,
        "alignments": ALIGNMENTS,
        "longest_wish": MAX_LINE,
        "most_points": MAX_LIMIT,
        "most_members": MAX_MEMBERS,
        "owned": sum(owned.values()),
        "is_asked_without_figures": request.method == "POST" and box.is_empty,
        "is_mine": bool(owned) and dict(answer.read.figures) == owned,
        **found(box.words, owner),
    }
    return render(request, "warbands/random_box.html", context, status=status)


def _members(fielding: Fielding) -> str:
    """Return what distinguishes a warband of an answer from the others."""
    return ",".join(f"{recruit.number} {recruit.card.key}" for recruit in fielding.recruits)
