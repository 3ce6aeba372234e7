"""Boards that people draw for their battles: making, changing, sharing, copying and deleting them."""

import secrets
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import STORED, quota_refusal
from battles.models import SavedBoard
from battles.selectors.battles import BattleView, table_of
from battles.selectors.boards import board_plan, board_shared_at, saved_board_of, saved_boards_of
from battles.selectors.folding import setup_of
from battles.services.setup import refusing_faults
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from common.saving import save_new_version, switch_link
from rules.dice import Roller, SeededRoller
from rules.errors import DocumentError, require
from rules.lengths import MAX_NAME
from rules.p2v_combat.setup.changes import PLAN_CHANGES, SetupFields
from rules.p2v_combat.setup.faults import TABLE_PLAN
from rules.p2v_combat.setup.plan import SetupStep, TablePlan
from rules.p2v_combat.setup.saved_boards import (
    MOST_OBJECTIVES,
    board_name,
    board_part,
    empty_board,
    saved_board_from,
)
from rules.p2v_combat.setup.steps import repeat_step
from rules.text import copy_name

BOARDS = "boards"
"""The quota of boards."""
NO_BOARD = "You have no such board."
NOT_SHARED_BOARD = "No board is shared at this link."
BOARD_STEPS: tuple[SetupStep, ...] = ("terrain", "objectives", "deployment")
"""The steps of a set-up that a saved board has."""


class BoardRefused(Refusal):
    """The rules do not allow this of a board."""

    code = "board.invalid"


@transaction.atomic
def saved_board_make(*, owner: Owner, name: str, size: str) -> SavedBoard:
    """Store an empty board. Raises ``Refusal`` for an unknown size, for no name and for too many boards."""
    with refusing_faults(BoardRefused):
        return _board_stored(owner, board_name(name), empty_board(size))


@transaction.atomic
def saved_board_keep(*, owner: Owner, view: BattleView, name: str) -> SavedBoard:
    """Store the board of a battle's set-up."""
    plan = table_of(view.battle, setup_of(view.battle))
    with refusing_faults(BoardRefused):
        return _board_stored(owner, board_name(name or view.battle.name), plan)


@transaction.atomic
def saved_board_import(*, owner: Owner, document: object) -> SavedBoard:
    """Store a board of a document ``muster-board/1``. Raises ``Refusal`` for one that cannot be read."""
    return _board_stored(owner, *readable_board(document))


def readable_board(document: object) -> tuple[str, TablePlan]:
    """Read the name and the table of a board; raise ``Refusal`` for a document that cannot be read."""
    try:
        return saved_board_from(document)
    except DocumentError as fault:
        place = f" {fault.path}:" if fault.path else ""
        raise BoardRefused(f"This is not a board that Muster can keep.{place} {fault.message}") from fault


@transaction.atomic
def saved_board_replace(*, owner: Owner, key: str, name: str, plan: TablePlan) -> SavedBoard:
    """Put another table and another name in place of a board's."""
    return _board_changed(saved_board_locked(owner, key), name, plan)


@transaction.atomic
def saved_board_rename(*, owner: Owner, key: str, name: str) -> SavedBoard:
    """Give a board another name."""
    row = saved_board_locked(owner, key)
    with refusing_faults(BoardRefused):
        row.name = board_name(name)
    save_new_version(row, "name")
    return row


@transaction.atomic
def saved_board_change(*, owner: Owner, key: str, step: SetupStep, do: str, given: SetupFields) -> SavedBoard:
    """Make a change of a set-up's step on a board."""
    row = saved_board_locked(owner, key)
    change = PLAN_CHANGES[step].get(do)
    with refusing_faults(BoardRefused):
        if do == "repeat":
            plan = repeat_step(board_plan(row), step)
        elif change is None:
            raise BoardRefused("Choose what to do.")
        else:
            plan = change(drawn_plan(row), given, _board_dice)
    return _board_changed(row, row.name, plan)


def drawn_plan(row: SavedBoard) -> TablePlan:
    """Return the table of a board on which objectives can be placed. No query."""
    return replace(board_plan(row), objective_count=MOST_OBJECTIVES)


def _board_dice(faces: tuple[int, ...] = ()) -> Roller:
    return SeededRoller(secrets.token_bytes(32))


@transaction.atomic
def saved_board_share(*, owner: Owner, key: str, shared: bool) -> SavedBoard:
    """Let everyone with the link see a board and copy it, or no one; each time with a new link."""
    row = saved_board_locked(owner, key)
    switch_link(row, "share_token", shared=shared)
    return row


@transaction.atomic
def saved_board_copy(*, owner: Owner, key: str = "", token: str = "") -> SavedBoard:
    """Store a copy of an own board, or of the one that a link shares."""
    row = saved_board_of(owner, key) if key else board_shared_at(token)
    if row is None:
        raise Refusal(NO_BOARD if key else NOT_SHARED_BOARD, code="board.gone")
    names = {*saved_boards_of(owner).values_list("name", flat=True)}
    name = copy_name(row.name, names, MAX_NAME) if row.name in names else row.name
    return _board_stored(owner, name, board_plan(row))


@transaction.atomic
def saved_board_delete(*, owner: Owner, key: str) -> None:
    """Delete a board permanently; battles that took it do not change."""
    saved_board_locked(owner, key).delete()


def saved_board_locked(owner: Owner, key: str) -> SavedBoard:
    """Lock a board of an owner. Call it within a transaction. Raises ``Refusal`` if there is none."""
    row = saved_boards_of(owner).select_for_update().filter(key=key).first()
    return require(row, Refusal(NO_BOARD, code="board.gone"))


def _board_stored(owner: Owner, name: str, plan: TablePlan) -> SavedBoard:
    if refusal := quota_refusal(owner, BOARDS, STORED):
        raise Refusal(refusal, code="board.full")
    now = timezone.now()
    row = SavedBoard(key=new_key(), name=name, created_at=now, changed_at=now)
    row.table = TABLE_PLAN.write(board_part(plan))
    row.belongs_to(owner)
    row.save()
    return row


def _board_changed(row: SavedBoard, name: str, plan: TablePlan) -> SavedBoard:
    if refusal := quota_refusal(Owner(row.owner, row.owner_token), STORED):
        raise Refusal(refusal, code="board.full")
    row.name, row.table = name, TABLE_PLAN.write(board_part(plan))
    save_new_version(row, "name", "table")
    return row
