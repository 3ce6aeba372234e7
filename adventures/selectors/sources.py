"""Sources of a new adventure: the library, templates, and nothing at all."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import Owner
from adventures.models import AdventureTemplate
from adventures.selectors.folding import adventure_of_setup
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from rules.adventures.state import Adventure

READY, KEPT, EMPTY = "ready", "kept", "empty"


@dataclass(frozen=True, slots=True)
class AdventureSource:
    """Something to make an adventure of: its word in forms, its name, and a sentence about it."""

    value: str
    name: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class KindSources:
    """A kind with everything that an adventure of it can be made of."""

    key: str
    name: str
    about: str
    sources: tuple[AdventureSource, ...]


def kind_sources(owner: Owner) -> tuple[KindSources, ...]:
    """Return every kind with its ready adventures and the owner's templates. One query."""
    templates = list(templates_of(owner))
    return tuple(
        KindSources(kind.key, kind.name, kind.about, tuple(_sources(kind, templates))) for kind in KINDS.values()
    )


def _sources(kind: AdventureKind, templates: list[AdventureTemplate]) -> Iterator[AdventureSource]:
    for key, ready in library_adventures().items():
        if ready.kind is kind:
            yield AdventureSource(f"{READY}:{key}", ready.name, ready.about)
    for template in templates:
        if template.kind == kind.key:
            yield AdventureSource(f"{KEPT}:{template.key}", template.name, "Your template")
    yield AdventureSource(f"{EMPTY}:{kind.key}", "An empty one", "You prepare everything.")


def adventure_of_source(owner: Owner, value: str) -> Adventure | None:
    """Return the adventure of a form's word, None for one that is not there and for an empty one."""
    what, _, key = value.partition(":")
    if what == READY:
        return library_adventures().get(key)
    template = templates_of(owner).filter(key=key).first() if what == KEPT else None
    return adventure_of_setup(template.setup) if template else None


def templates_of(owner: Owner) -> QuerySet[AdventureTemplate]:
    """Return an owner's templates. One query."""
    return AdventureTemplate.objects.filter(owner.q)


def template_shared(token: str) -> AdventureTemplate | None:
    """Return the shared template of a link, None if there is none. One query."""
    return AdventureTemplate.objects.filter(share_token=token).first() if token else None
