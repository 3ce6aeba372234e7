"""The history of a creature in the admin: its revisions, each with its card, and the way back to one."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from accounts.models import User
from common.refusal import Refusal
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Creature
from compendium.selectors.creatures import lay_out
from compendium.services.builtin import creature_reset
from compendium.services.creatures import creature_restore

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
        """Do nothing: the new revision records who changed what, and when."""

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
        """Give an edited built-in creature the card that comes with Muster."""
        creature = self._creature(request, object_id, change=True)
        try:
            made = creature_reset(creature=creature, by=user_of(request))
        except Refusal as refusal:
            messages.error(request, refusal.message)
        else:
            self._report(request, made, "The card that comes with Muster is current again")
        return self._back(creature)

    def _creature(self, request: HttpRequest, object_id: str, *, change: bool = False) -> Creature:
        creature = self.get_object(request, unquote(object_id))
        if creature is None:
            raise Http404("There is no such creature.")
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
