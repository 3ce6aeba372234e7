"""Boards that people draw for their battles."""

from django.db.models import QuerySet

from accounts.models import Owner
from battles.models import SavedBoard
from rules.documents.reading import Fields
from rules.p2v_combat.setup.faults import TABLE_PLAN
from rules.p2v_combat.setup.plan import TablePlan


def saved_boards_of(owner: Owner) -> QuerySet[SavedBoard]:
    """Return a person's boards, by name. One query."""
    return SavedBoard.objects.filter(owner.q)


def saved_board_of(owner: Owner, key: str) -> SavedBoard | None:
    """Return a person's board by its key, None if there is none. One query."""
    return saved_boards_of(owner).filter(key=key).first()


def board_shared_at(token: str) -> SavedBoard | None:
    """Return the board that a link shares, None if there is none. One query."""
    return SavedBoard.objects.filter(share_token=token).first() if token else None


def board_plan(row: SavedBoard) -> TablePlan:
    """Return the table of a stored board. No query."""
    plan: TablePlan = TABLE_PLAN.read(Fields({"table": row.table}), "table")
    return plan
