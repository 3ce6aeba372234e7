"""Reviewing cards in the admin: the history of a creature's revisions, and homebrew that was sent to the editors."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from accounts.models import User
from common.refusal import Refusal
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Creature, Homebrew, Source, Submission
from compendium.models.homebrew import MAX_ANSWER
from compendium.selectors.creatures import lay_out
from compendium.selectors.judgment import judgment_sheet
from compendium.services.builtin import creature_reset
from compendium.services.creatures import HOMEBREW, creature_restore
from compendium.services.homebrew import submission_accept, submission_decline
from rules.cards.remarks import card_warnings
from rules.errors import require

REVISIONS_A_PAGE = 50


def user_of(request: HttpRequest) -> User:
    """Return the signed-in user."""
    assert isinstance(request.user, User)
    return request.user


class RevisionViews(admin.ModelAdmin):
    """Pages of revisions. Revisions are the history of a creature, so the admin's own log is not written."""

    def get_urls(self) -> list[URLPattern]:
        """Add the pages of revisions."""
        wrap = self.admin_site.admin_view
        return [
            path(
                "<path:object_id>/revisions/<int:number>/",
                wrap(self.revision_view),
                name="compendium_creature_revision",
            ),
            path(
                "<path:object_id>/revisions/<int:number>/restore/",
                wrap(require_POST(self.restore_view)),
                name="compendium_creature_restore",
            ),
            path("<path:object_id>/built-in/", wrap(require_POST(self.reset_view)), name="compendium_creature_reset"),
            *super().get_urls(),
        ]

    def log_addition(self, request: HttpRequest, obj: Creature, message: Any) -> Any:
        """Do nothing: the first revision records who added the creature, and when."""

    def log_change(self, request: HttpRequest, obj: Creature, message: Any) -> Any:
        """Do nothing: the new revision records the changes, their author and the time."""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the revisions, the newest first."""
        creature = self._creature(request, object_id)
        revisions = creature.revisions.select_related("made_by").defer("document")
        page = Paginator(revisions, REVISIONS_A_PAGE).get_page(request.GET.get("p"))
        return self._page(request, "admin/compendium/creature/revisions.html", creature, "Revisions", page=page)

    def revision_view(self, request: HttpRequest, object_id: str, number: int) -> HttpResponse:
        """Show the card of one revision."""
        creature = self._creature(request, object_id)
        revision = self._revision(creature, number)
        card = card_from_snapshot(revision.document)
        return self._page(
            request,
            "admin/compendium/creature/revision.html",
            creature,
            f"Revision {number}",
            revision=revision,
            card=lay_out(card),
        )

    def restore_view(self, request: HttpRequest, object_id: str, number: int) -> HttpResponse:
        """Make an older revision current again, as a new one."""
        creature = self._creature(request, object_id, change=True)
        revision = self._revision(creature, number)
        made = creature_restore(creature=creature, revision=revision, by=user_of(request))
        self._report(request, made, f"The card of revision {number} is current again")
        return self._back(creature)

    def reset_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Reset an edited creature to its built-in card."""
        creature = self._creature(request, object_id, change=True)
        try:
            made = creature_reset(creature=creature, by=user_of(request))
        except Refusal as refusal:
            messages.error(request, refusal.message)
        else:
            self._report(request, made, "Muster’s built-in card is current again")
        return self._back(creature)

    def _creature(self, request: HttpRequest, object_id: str, *, change: bool = False) -> Creature:
        creature = require(self.get_object(request, unquote(object_id)), Http404("There is no such creature."))
        may = self.has_change_permission if change else self.has_view_or_change_permission
        if not may(request, creature):
            raise PermissionDenied
        return creature

    def _revision(self, creature: Creature, number: int) -> CardRevision:
        revision = creature.revisions.select_related("made_by").filter(number=min(number, 2**31 - 1)).first()
        if revision is None:
            raise Http404("There is no such revision.")
        return revision

    def _report(self, request: HttpRequest, made: CardRevision | None, done: str) -> None:
        if made is None:
            messages.info(request, "Nothing changed, so there is no new revision.")
        else:
            messages.success(request, f"{done}, as revision {made.number}.")

    def _back(self, creature: Creature) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:compendium_creature_change", args=[creature.pk]))

    def _page(
        self, request: HttpRequest, template: str, creature: Creature, title: str, **context: Any
    ) -> TemplateResponse:
        request.current_app = self.admin_site.name
        return TemplateResponse(
            request,
            template,
            {
                **self.admin_site.each_context(request),
                "title": f"{creature}: {title}",
                "subtitle": None,
                "opts": self.opts,
                "original": creature,
                "may_change": self.has_change_permission(request, creature),
                **context,
            },
        )


class AnswerForm(forms.Form):
    """An editor's answer: the source of the new creature, or the reason for none."""

    source = forms.ModelChoiceField(
        Source.objects.none(),
        required=False,
        help_text="Only when you accept. The new creature’s key ends with the source’s key.",
    )
    answer = forms.CharField(
        required=False,
        max_length=MAX_ANSWER,
        widget=forms.Textarea({"rows": 3, "class": "vLargeTextField"}),
        help_text="The player reads it on the creature’s page. If you decline, say why.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sources = Source.objects.filter(is_built_in=False).exclude(key=HOMEBREW)
        self.fields["source"].queryset = sources  # type: ignore[attr-defined] # a choice of rows

    def clean(self) -> dict[str, Any]:
        """Require the fields for the pressed button."""
        data: dict[str, Any] = self.cleaned_data
        if "accept" in self.data and not data.get("source"):
            self.add_error("source", "Choose the source that the creature is added to.")
        if "accept" not in self.data and not data.get("answer", "").strip():
            self.add_error("answer", "Say why in a sentence. The player who sent it will read it.")
        return data


class AnswerFilter(admin.SimpleListFilter):
    """Narrows the list to waiting, accepted or declined creatures."""

    title = "answer"
    parameter_name = "submission"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the answers; unsent creatures are not listed."""
        sent = (Submission.SENT, Submission.ACCEPTED, Submission.DECLINED)
        return [(submission.value, str(submission.label)) for submission in sent]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Homebrew]) -> QuerySet[Homebrew]:
        """Return the creatures with the chosen answer."""
        return queryset.filter(submission=self.value()) if self.value() else queryset


@admin.register(Homebrew)
class SubmissionAdmin(admin.ModelAdmin):
    """Creatures that players sent. Editors have nothing to do with unsent creatures."""

    list_display = ("creature", "level", "sender", "sent_at", "state")
    list_filter = (AnswerFilter,)
    search_fields = ("creature__search_name",)
    ordering = ("-sent_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Homebrew]:
        """Return the submission."""
        sent = super().get_queryset(request).exclude(submission=Submission.NONE)
        return sent.select_related("creature", "owner", "accepted_as")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """List the players' submissions."""
        return super().changelist_view(request, {**(extra_context or {}), "title": "Homebrew that players sent"})

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: players send creatures from their pages."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Homebrew | None = None) -> bool:
        """Refuse: a creature is its player's to delete."""
        return False

    def save_model(self, request: HttpRequest, obj: Homebrew, form: Any, change: bool) -> None:
        """Refuse: an answer is written by its service."""
        raise PermissionDenied

    def delete_model(self, request: HttpRequest, obj: Homebrew) -> None:
        """Refuse: a creature is its player's to delete."""
        raise PermissionDenied

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Homebrew]) -> None:
        """Refuse: creatures are their players' to delete."""
        raise PermissionDenied

    @admin.display(ordering="creature__level")
    def level(self, obj: Homebrew) -> int:
        """Return the level of the creature."""
        return obj.creature.level

    @admin.display(description="sent by", ordering="owner__username")
    def sender(self, obj: Homebrew) -> str:
        """Return the sender."""
        return obj.owner.get_username() if obj.owner else "a visitor"

    @admin.display(description="answer", ordering="submission")
    def state(self, obj: Homebrew) -> str:
        """Return its state."""
        return obj.get_submission_display()

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the card that was sent, and take the answer."""
        homebrew = require(self.get_object(request, unquote(object_id or "")), Http404("There is no such submission."))
        if not self.has_view_or_change_permission(request, homebrew):
            raise PermissionDenied
        may = self.has_change_permission(request, homebrew) and request.user.has_perm("compendium.add_creature")
        form = AnswerForm(request.POST or None)
        if request.method == "POST":
            if not may:
                raise PermissionDenied
            if form.is_valid() and (done := self._answered(request, homebrew, form)):
                return done
        revision = homebrew.creature.revisions.filter(number=homebrew.sent_revision or 0).first()
        card = card_from_snapshot(revision.document) if revision else None
        context = {
            **self.admin_site.each_context(request),
            "title": f"{homebrew.creature.name}: {homebrew.get_submission_display()}",
            "opts": self.opts,
            "original": homebrew,
            "revision": revision,
            "card": lay_out(card, homebrew.creature.emblem) if card else None,
            "warnings": card_warnings(card) if card else (),
            "judgment": judgment_sheet(card) if card else None,
            "namesakes": Creature.objects.filter(is_listed=True, search_name=homebrew.creature.search_name),
            "form": form,
            "may_answer": may and homebrew.submission == Submission.SENT,
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, "admin/compendium/homebrew/submission.html", context)

    def _answered(self, request: HttpRequest, homebrew: Homebrew, form: AnswerForm) -> HttpResponse | None:
        """Store the answer; None if it is refused, with the reason in the form."""
        source, answer = form.cleaned_data["source"], form.cleaned_data["answer"]
        try:
            if "accept" in request.POST:
                made = submission_accept(homebrew=homebrew, by=user_of(request), source=source, answer=answer)
                messages.success(request, f"“{made}” is in the compendium now ({made.key}).")
            else:
                submission_decline(homebrew=homebrew, by=user_of(request), answer=answer)
                messages.success(request, f"“{homebrew}” is declined.")
        except Refusal as refusal:
            form.add_error(None, refusal.message)
            return None
        return HttpResponseRedirect(reverse("admin:compendium_homebrew_changelist"))
