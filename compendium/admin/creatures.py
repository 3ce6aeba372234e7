"""Creatures in the admin: the card with its features and upgrades on one page, with a live preview beside the form."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST

from common.forms import FunctionRenderer
from compendium.admin.entries import BuiltInAdmin
from compendium.admin.exchange import ExchangeViews, FileImportViews
from compendium.admin.homebrew import RevisionViews, user_of
from compendium.cards import card_from_snapshot
from compendium.forms import LISTS, CreatureForm, FeatureForm, FeatureFormSet, faults_of, form_card, unfinished_card
from compendium.models import Creature, CreatureFacet, Feature
from compendium.models.creatures import FEATURE_COLUMNS
from compendium.selectors.creatures import lay_out
from compendium.services.builtin import creature_reset
from compendium.services.creatures import creature_create, creature_delete, creature_revise, emblem_set
from compendium.services.rows import MAX_FEATURES
from rules.alignment import alignment
from rules.cards.model import Card
from rules.cards.remarks import card_warnings
from rules.points import level_cost
from rules.text import counted

REVISIONS_SHOWN = 8
WARNINGS_SHOWN = 12


_FIRST_FIELDS = (
    *("kind", "replaces", "cost", "once_per_turn", "uses", "range", "strike", "damage", "saves", "gives"),
    *("trigger", "precondition", "effect", "caster"),
)
FURTHER_FIELDS: tuple[str, ...] = tuple(field.name for field in FEATURE_COLUMNS if field.name not in _FIRST_FIELDS)


class FeatureInline(admin.StackedInline):
    """The features and upgrades of a creature."""

    model = Feature
    form = FeatureForm
    formset = FeatureFormSet
    template = "admin/compendium/creature/features.html"
    extra = 0
    max_num = MAX_FEATURES
    verbose_name_plural = "features and upgrades"
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("position", "name", "kind", "replaces"),
                    ("cost", "once_per_turn", "uses"),
                    ("range", "strike", "damage"),
                    ("saves", "gives"),
                    ("trigger", "precondition"),
                    "effect",
                    "caster",
                )
            },
        ),
        (
            "More fields",
            {"classes": ("collapse",), "fields": FURTHER_FIELDS},
        ),
    )

    def get_formset(self, request: HttpRequest, obj: Creature | None = None, **kwargs: Any) -> Any:
        """Limit the number of forms in a post, and render the many fields quickly."""
        usual = {"validate_max": True, "absolute_max": MAX_FEATURES + 10, "renderer": FunctionRenderer()}
        return super().get_formset(request, obj, **{**usual, **kwargs})

    # A feature is a part of its creature: who may change the one may change the other.

    def has_add_permission(self, request: HttpRequest, obj: Creature | None = None) -> bool:
        verb = "change" if obj else "add"
        return request.user.has_perm(f"compendium.{verb}_creature")

    has_change_permission = has_delete_permission = has_add_permission

    def has_view_permission(self, request: HttpRequest, obj: Creature | None = None) -> bool:
        return self.has_add_permission(request, obj) or request.user.has_perm("compendium.view_creature")


@admin.register(Creature)
class CreatureAdmin(FileImportViews, ExchangeViews, RevisionViews, BuiltInAdmin):
    """Creatures. The services write: each save is a revision of the card."""

    file_kinds = ("cards", "pf2e")
    form = CreatureForm
    inlines = (FeatureInline,)
    autocomplete_fields = ("source",)
    change_form_template = "admin/compendium/creature/change_form.html"
    list_display = ("name", "sign", "level", "cost", "size_and_tags", "source_key", "current_revision", "edited")
    list_filter = ("alignment", "level", "size", "movement_mode", "source", "is_edited")
    list_per_page = 60
    search_fields = ("search_text__contains",)
    search_help_text = "Name, tag, class, skill, feature, or a word from its text"
    tells_only_names = True
    states = ("derived", "key", "comes_with_muster")
    fieldsets = (
        (None, {"fields": ("revision", "seen")}),
        (
            "Creature",
            {
                "fields": (
                    "name",
                    ("level", "derived"),
                    ("alignment", "size", "movement_mode"),
                    "tags",
                    "class_name",
                    "source",
                    "license",
                    "emblem",
                )
            },
        ),
        (
            "Stats",
            {
                "fields": (
                    ("fight", "armor", "armor_broken", "power"),
                    ("fortitude", "reflex", "will"),
                    ("hp", "speed"),
                ),
                "description": "Leave a stat empty if the card does not have it.",
            },
        ),
        ("Foot of the card", {"fields": ("skills", ("immune", "resist"), "weak", "other", "starts_with")}),
        ("Origin", {"fields": ("key", "comes_with_muster")}),
    )

    # --- Reading ---

    def get_queryset(self, request: HttpRequest) -> QuerySet[Creature]:
        """Read the number of the current revision with each creature. Homebrew is its players' own."""
        creatures = super().get_queryset(request).filter(is_listed=True).select_related("source", "current")
        return creatures.defer("search_text", "current__document", "current__changes")

    @admin.display(description="alignment", ordering="alignment")
    def sign(self, obj: Creature) -> str:
        """Show the alignment's sign and name."""
        if not obj.alignment:
            return "none"
        shown = alignment(obj.alignment)
        return format_html(
            '<span class="seal" data-al="{}"><span class="sign" aria-hidden="true">{}</span> {}</span>',
            shown.code,
            shown.sign,
            shown.name,
        )

    @admin.display(description="points", ordering="level")
    def cost(self, obj: Creature) -> int:
        """Show the points that follow from the level."""
        return obj.points

    @admin.display(description="size and tags", ordering="size")
    def size_and_tags(self, obj: Creature) -> str:
        """Show the parts between name and level on the card."""
        return f"{obj.size} {obj.tags}".strip()

    @admin.display(description="source", ordering="source__name")
    def source_key(self, obj: Creature) -> str:
        """Show the source by its key, which is short."""
        return obj.source.key

    @admin.display(description="revision", ordering="current__number")
    def current_revision(self, obj: Creature) -> int | None:
        """Show the number of the current revision."""
        return obj.current.number if obj.current else None

    @admin.display(description="points")
    def derived(self, obj: Creature) -> str:
        """Show the points and the upgrade cost that follow from the level."""
        if obj.level is None:
            return "set by the level"
        costs = level_cost(obj.level)
        return f"{counted(costs.cost, 'point')}, +{costs.upgrade_cost} per upgrade (set by the level)"

    # --- The form ---

    def get_urls(self) -> list[URLPattern]:
        """Add the preview of a card."""
        wrap = self.admin_site.admin_view
        return [
            path("preview/", wrap(require_POST(self.preview_view)), name="compendium_creature_preview_new"),
            path(
                "<path:object_id>/preview/", wrap(require_POST(self.preview_view)), name="compendium_creature_preview"
            ),
            *super().get_urls(),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Creature | None = None) -> tuple[str, ...]:
        """Make the source of a stored creature read-only: its key ends with it."""
        return (*self.states, "source") if obj else self.states

    def get_fieldsets(self, request: HttpRequest, obj: Creature | None = None) -> Any:
        """Omit the fields of a save if nothing can be saved."""
        may = self.has_change_permission(request, obj) if obj else self.has_add_permission(request)
        return self.fieldsets if may else self.fieldsets[1:]

    def get_form(self, request: HttpRequest, obj: Creature | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Do not change existing sources."""
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        if source := form.base_fields.get("source"):
            # A new creature may want a new source; the others are not changed from here.
            source.widget.can_change_related = source.widget.can_delete_related = source.widget.can_view_related = False
        return form

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the form with its card; a refusal is above it, and all input stays."""
        context = {**(extra_context or {}), **self._surroundings(request, object_id)}
        return super().changeform_view(request, object_id, form_url, context)

    def _surroundings(self, request: HttpRequest, object_id: str | None) -> dict[str, Any]:
        listed = Creature.objects.filter(is_listed=True)
        tags = CreatureFacet.objects.filter(kind="tag", creature__in=listed)
        context: dict[str, Any] = {
            "word_lists": {
                **LISTS,
                "tags": tags.values_list("value", flat=True).distinct(),
                "licenses": listed.order_by("license").values_list("license", flat=True).distinct(),
            },
            "preview_url": reverse("admin:compendium_creature_preview_new"),
        }
        creature = self.get_object(request, unquote(object_id)) if object_id else None
        if creature and self.has_view_or_change_permission(request, creature):
            context["preview_url"] = reverse("admin:compendium_creature_preview", args=[creature.pk])
            context["revisions"] = creature.revisions.select_related("made_by").defer("document")[:REVISIONS_SHOWN]
            context["may_change"] = self.has_change_permission(request, creature)
            if creature.current:
                context["card"] = lay_out(card_from_snapshot(creature.current.document))
        return context

    def preview_view(self, request: HttpRequest, object_id: str | None = None) -> HttpResponse:
        """Draw the card of the posted form so far, with its faults and warnings; store nothing."""
        creature = self._creature(request, object_id, change=True) if object_id else None
        if creature is None and not self.has_add_permission(request):
            raise PermissionDenied
        form_class = self.get_form(request, creature, change=creature is not None)
        form = form_class(request.POST, instance=creature)
        form.is_valid()
        (formset,), _ = self._create_formsets(request, form.instance, change=creature is not None)
        formset.is_valid()
        card = unfinished_card(form, formset)
        fragment = request.headers.get("X-Requested-With") == "fetch"
        return TemplateResponse(
            request,
            f"admin/compendium/creature/preview{'_fragment' if fragment else ''}.html",
            {
                **({} if fragment else self.admin_site.each_context(request)),
                "title": "Preview: nothing is saved yet",
                "opts": self.opts,
                "original": creature,
                "card": lay_out(card) if card else None,
                "faults": faults_of(form, formset),
                "warnings": card_warnings(card)[:WARNINGS_SHOWN] if card else (),
            },
        )

    # --- Writing ---

    def save_model(self, request: HttpRequest, obj: Creature, form: Any, change: bool) -> None:
        """Write nothing yet: the card is complete only with its features."""

    def save_related(self, request: HttpRequest, form: Any, formsets: list[FeatureFormSet], change: bool) -> None:
        """Write the card through its service."""
        (formset,) = formsets
        card = form_card(form, formset)
        emblem_changed = "emblem" in form.changed_data
        if change:
            made = creature_revise(creature=form.instance, card=card, by=user_of(request), expected=form.expected)
            request.has_changed = made or emblem_changed  # type: ignore[attr-defined] # for the message that follows
        else:
            created = creature_create(card=card, source=form.instance.source, by=user_of(request))
            form.instance.pk, form.instance.key = created.pk, created.key
        if emblem_changed:
            emblem_set(creature=form.instance, emblem=form.cleaned_data["emblem"])
        self._show_warnings(request, card)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> list:
        """Do nothing: the revision records the changes."""
        return []

    def response_change(self, request: HttpRequest, obj: Creature) -> HttpResponse:
        """Tell if nothing was different."""
        if not request.has_changed:  # type: ignore[attr-defined] # as above
            messages.info(request, "Nothing changed, so there is no new revision.")
            return self.response_post_save_change(request, obj) if "_continue" not in request.POST else self._back(obj)
        return super().response_change(request, obj)

    def _show_warnings(self, request: HttpRequest, card: Card) -> None:
        warnings = card_warnings(card)
        if warnings:
            sentences = " ".join(warning.message for warning in warnings[:WARNINGS_SHOWN])
            messages.warning(request, f"Saved. Please check: {sentences}")

    # --- Deleting, and back to what came with Muster ---

    def delete_model(self, request: HttpRequest, obj: Creature) -> None:
        creature_delete(creature=obj)

    def reset(self, request: HttpRequest, row: Creature) -> None:
        """Reset an edited creature to its built-in card, as a new revision."""
        creature_reset(creature=row, by=user_of(request))
