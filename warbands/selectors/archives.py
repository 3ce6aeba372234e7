"""A person's warbands and figures as files of their archive."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import Owner, User
from accounts.selectors.archives import archived_json
from accounts.selectors.rooms import ArchivedFile
from rules.building.draft import draft_from_document
from rules.errors import DocumentError
from rules.roster import roster_document
from warbands.models import Figure, Warband
from warbands.selectors.travelling import roster_with_homebrew
from warbands.selectors.warbands import step_documents


def archived_warbands(user: User) -> Iterator[ArchivedFile]:
    """Yield each warband as a document that Muster imports, and with its steps; archived and deleted ones too."""
    for warband in Warband.objects.filter(owner=user).order_by("pk").iterator():
        documents = step_documents(warband)
        fields = ("number", "words", "made_by", "made_at")
        steps = [{name: getattr(step, name) for name in fields} | {"draft": draft} for step, draft in documents]
        history = {
            "key": warband.key,
            "position": warband.position,
            "tags": list(warband.tags.values_list("word", flat=True)),
            "made_at": warband.made_at,
            "archived_at": warband.archived_at,
            "deleted_at": warband.deleted_at,
            "shared": warband.share_token is not None,
            "steps": steps,
        }
        yield f"warbands/{warband.key}.history.json", archived_json(history)
        standing = next((draft for step, draft in documents if step.number == warband.position), None)
        try:
            roster = draft_from_document(standing).roster
        except DocumentError:
            continue  # a draft that this version cannot read: the history has it as it is stored
        document = roster_document(roster_with_homebrew(roster, Owner(user=user)))
        yield f"warbands/{warband.key}.roster.json", archived_json(document)


def archived_figures(user: User) -> Iterator[ArchivedFile]:
    """Yield the collection. One query."""
    figures = Figure.objects.filter(owner=user).values_list("creature", "number")
    yield "figures.json", archived_json(dict(figures))
