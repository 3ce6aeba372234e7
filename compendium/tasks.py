"""Long work on the compendium: in process when no broker is set, on a worker when one is."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from celery import Task, shared_task

from accounts.models import User
from common.refusal import Refusal
from compendium.services.builtin import compendium_load
from compendium.services.rows import creature_rows_import

STEP = 25  # rows between two reports of progress


@shared_task
def compendium_refresh() -> dict[str, Any]:
    """Load or refresh the built-in compendium; return what came of it."""
    report = compendium_load()
    return {"read": report.read, **asdict(report)}


# Not to be begun twice: a row without a key adds a creature each time.
@shared_task(bind=True, acks_late=False)
def creatures_import(self: Task, rows: list[dict[str, Any]], user_id: int | None) -> dict[str, Any]:
    """Write creatures from rows in the name of a user; return the counts, or why nothing was written."""

    def progress(done: int, total: int) -> None:
        if done % STEP == 0:
            self.update_state(state="PROGRESS", meta={"done": done, "total": total})

    user = User.objects.filter(pk=user_id).first() if user_id else None
    try:
        return creature_rows_import(rows=rows, by=user, progress=progress)
    except Refusal as refusal:
        return {"refused": refusal.message}
