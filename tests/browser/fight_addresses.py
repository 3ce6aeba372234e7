"""The addresses of pages of combatants, and of fights of another game than Path 2 Victory."""

from django.test import Client

from accounts.models import Owner, User
from battles.models import CombatantList
from tests.battles.fight_play import new_fight
from tests.battles.shared_boards import shared_board_places
from tests.warbands.verbs import Person

# Pages of lists of combatants, of boards, and of fights of other games, whose maker is signed in.
COMBATANT_PAGES = {
    "battles:saved-boards": "/battles/boards/",
    "battles:saved-board-import": "/battles/boards/import/",
    "battles:saved-board": "/battles/boards/{board}/",
    "battles:saved-board-step": "/battles/boards/{board}/objectives/",
    "battles:shared-board": "/battles/boards/shared/{shared}/",
    "battles:combatants": "/battles/combatants/",
    "battles:combatants-new": "/battles/combatants/new/",
    "battles:combatants-import": "/battles/combatants/import/",
    "battles:combatant-list": "/battles/combatants/{list}/",
    "battles:combatant-new": "/battles/combatants/{list}/new/tosser/",
    "battles:combatant-sheet": "/battles/combatants/{list}/sheets/1/",
    "battles:fight-new": "/battles/new/marbles/",
    "battles:fight-combatants": "/battles/{before}/combatants/",
    "battles:fight-sheet": "/battles/{before}/combatants/sheet/?kind=tosser&side=b",
    "battles:fight-agreements": "/battles/{before}/agreements/",
}
# The pages that every fight has, of one that has not begun, one that is fought and one that is over.
FIGHT_PAGES = [
    "/battles/{before}/",
    "/battles/{before}/combatants/sheet/?combatant=a.1",
    "/battles/{key}/?creature=a.1",
    "/battles/{key}/table/",
    "/battles/{key}/log/",
    "/battles/{over}/",
    "/battles/{over}/result/",
]


def addresses_of_fights(user: User) -> list[str]:
    """Store lists and three fights of somebody, and return the addresses of their pages."""
    owner = Person(Client(), Owner(user=user))
    owner.client.force_login(user)
    before, playing, over = (new_fight(owner) for _ in range(3))
    playing.act("begin")
    playing.toss("a.1", "b.1")
    playing.act("faces", face="2")
    over.act("begin")
    over.act("end-fight", winner="a", reason="They flee.")
    key = CombatantList.objects.filter(is_party=True).latest("pk").key
    places = shared_board_places(owner.owner)
    keys = {"board": places["boards/key"], "shared": places["battles/shared/token"]}
    keys |= {"list": key, "before": before.key, "key": playing.key, "over": over.key}
    return [address.format(**keys) for address in (*COMBATANT_PAGES.values(), *FIGHT_PAGES)]
