"""People's battles, lists of combatants and boards."""

from collections.abc import Iterator

from accounts.models import Owner, User
from accounts.selectors.rooms import STORED, AccountDeletion, ArchivedFile, OwnedRows, Room, VisitorData, archived_json
from battles.models import Battle, BattleEntry, BattleSeat, CombatantList, SavedBoard
from battles.selectors.analyses import battles_analyzed
from battles.selectors.battles import BattleVisitor, seat_tasks, view_of
from battles.selectors.boards import board_plan, saved_boards_of
from battles.selectors.families import combatant_lists_of, knows_all, saved_combatants
from battles.selectors.folding import battle_file
from battles.selectors.starts import battles_begun_again
from battles.services.battles import battles_release
from campaigns.selectors.journal import BattleSource
from campaigns.selectors.waiting import TaskSource
from rules.combat.lists import combatants_document
from rules.families import FAMILIES
from rules.p2v_combat.setup.saved_boards import saved_board_document


def archived_battles(user: User) -> Iterator[ArchivedFile]:
    """Yield each battle of a person, as a file that Muster imports, without sealed choices.

    A fight of which another game master hides something from them is left out, as it cannot be exported either, and so
    is one by rules that this version does not have.
    """
    visitor = BattleVisitor(Owner(user))
    for battle in Battle.objects.filter(owner=user, family__in=FAMILIES).order_by("pk").iterator():
        view = view_of(visitor, battle)
        if view is None or not knows_all(view):
            continue
        yield f"battles/{battle.key}.muster-battle.json", battle_file(battle)


def archived_combatants(user: User) -> Iterator[ArchivedFile]:
    """Yield each list of combatants that somebody made, as a file that Muster imports."""
    for row in combatant_lists_of(Owner(user)).order_by("pk").iterator():
        document = combatants_document(saved_combatants(row))
        yield f"battles/combatants/{row.key}.muster-combatants.json", archived_json(document)


def archived_boards(user: User) -> Iterator[ArchivedFile]:
    """Yield each board that somebody saved, as a file that Muster imports."""
    for row in saved_boards_of(Owner(user)).order_by("pk").iterator():
        yield (
            f"battles/boards/{row.key}.muster-board.json",
            archived_json(saved_board_document(row.name, board_plan(row))),
        )


def archived_seats(user: User) -> Iterator[ArchivedFile]:
    """Yield the sides that a person took in battles by their account."""
    seats = BattleSeat.objects.filter(player=user).order_by("pk").values_list("battle__key", "side")
    yield "battles/seats.json", archived_json([{"battle": key, "side": side} for key, side in seats])


ROOM = Room(
    visitor_data=(
        VisitorData(Battle, "battle", quota="battles", documents=("setup",)),
        VisitorData(
            CombatantList,
            "list of combatants",
            "lists of combatants",
            quota="combatant lists",
            documents=("combatants",),
            reported=False,
        ),
        VisitorData(SavedBoard, "board", quota="boards", documents=("table",), reported=False),
    ),
    quotas=(OwnedRows(STORED, lambda owner: BattleEntry.objects.filter(owner.q_of("battle__")), ("event",)),),
    archive=(archived_battles, archived_combatants, archived_boards, archived_seats),
    account_deletion=AccountDeletion(battles_release),
    offers=(TaskSource(seat_tasks), BattleSource(battles_begun_again, battles_analyzed)),
)
