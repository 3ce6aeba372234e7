"""A fight by rules that only tests have, at a table of a game master and a player, with values that stay hidden."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict

from battles.models import Battle
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.families import viewer_of
from battles.selectors.folding import AnyFoldedFight, folded_fight
from battles.selectors.results import FightReport
from battles.services.battles import battle_store
from battles.services.recording import OpenLog, SentEvent, event_record
from battles.web.families import Context, FightPages
from battles.web.sent_forms import SentForm, typed_faces
from rules.combat.answers import FacesRolled
from rules.combat.events import FightBegun
from rules.combat.family import FightFamily
from rules.combat.log import LogEvent
from rules.combat.resolution import OfferField
from rules.combat.sheets import SheetField, SheetKind
from rules.combat.state import FightCombatant, FightSetup, FightState
from rules.families.documents import state_with_ask
from tests.rules.combat.coins import TABLE, Coins, Tossed, coin_setup
from tests.rules.filled_sheets import filled_sheet
from tests.warbands.verbs import Person, account

SEED = b"coins that fall the same way...."
MOST = 9_999_999
CHARM = "a hare's foot under the left boot"
LUCK = 7_654_321
"""Luck of the game master's combatant: no other number looks like it."""
HIDDEN = ("hare's foot", "hare&#x27;s foot", "76543")
"""What nobody but the game master reads anywhere."""


def hidden_in(answer: Any) -> list[str]:
    """Return what an answer tells that is hidden, however numbers are written in it."""
    text = answer.content.decode(errors="replace").replace(",", "").replace("\u202f", "").replace("\xa0", "")
    return [canary for canary in HIDDEN if canary in text]


class SecretCoins(Coins):
    """Coins with more luck, and charms that opponents do not see."""

    key = "secret-coins"
    kinds = (
        SheetKind(
            "tosser",
            "Tosser",
            (
                SheetField("luck", "Luck", default=2, low=1, high=MOST, needed=True),
                SheetField("charm", "Charm", "word"),
            ),
        ),
    )

    def hand_fields(self, state: FightState, combatant: str) -> tuple[OfferField, ...]:
        """Luck is set by hand."""
        return (OfferField("luck", "Luck", "number", value=state.combatant(combatant).luck, high=MOST),)


SECRET_COINS = SecretCoins()


def secret_setup(*, hides_left: bool = True) -> FightSetup:
    """Return a set-up of the player's Ann against the game master's Bo, who carries a charm."""
    (kind,) = SECRET_COINS.kinds
    ann, bo = filled_sheet(kind, "Ann", luck=30), filled_sheet(kind, "Bo", luck=LUCK, charm=CHARM)
    fighters = (FightCombatant("a.1", "a", ann), FightCombatant("b.1", "b", bo))
    table = filled_sheet(TABLE, "Table", loss=1)
    return replace(coin_setup(), combatants=fighters, hides_left=hides_left, table=table)


class CoinPages(FightPages):
    """Pages that answer with what they were asked for, and what the visitor may know."""

    templates = ""
    page = "playing"

    def gathered(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Answer before the fight."""
        return _told(view, folded)

    def screen(
        self, view: BattleView, folded: AnyFoldedFight, *, focus: str = "", aimed: QueryDict | None = None
    ) -> Context:
        """Answer with the page."""
        return _told(view, folded)

    def past(self, view: BattleView, folded: AnyFoldedFight, then: Any) -> Context:
        """Answer with an earlier round."""
        return {}

    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        """Read a toss, the beginning, or faces."""
        events: dict[str, Any] = {
            "begin": FightBegun,
            "toss": lambda: Tossed(sent.text("combatant"), sent.text("target")),
            "faces": lambda: FacesRolled(typed_faces(sent), True),
        }
        event: LogEvent = events[sent.do]()
        return SentEvent(lambda state: event, seen=sent.seen)

    def ended(self, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Answer with the result."""
        return _told(view, folded)

    def report(self, view: BattleView, folded: AnyFoldedFight) -> FightReport[Any]:
        """Answer with the report."""
        return FightReport("Coins were tossed", 1, "", "", ())

    def drawn(
        self, request: HttpRequest, view: BattleView, template: str, context: Context, status: int = 200
    ) -> HttpResponse:
        told = context.get("screen") or context
        more = {name: context[name] for name in ("refused", "meanwhile") if name in context}
        page = template.replace("parts/playing", "part")
        return JsonResponse({"page": page, "state": told["state"], **more}, status=status)


def _told(view: BattleView, folded: AnyFoldedFight) -> dict[str, Any]:
    sees_hidden = viewer_of(view, folded).sees_hidden
    return {"state": state_with_ask(folded.family, folded.state, sees_hidden=sees_hidden)}


@dataclass
class CoinTable:
    """A fight and the people around it: the owner plays the game master's side, another phone the party's."""

    key: str
    owner: Person
    player: Person

    def __post_init__(self) -> None:
        self.owner.client.post(f"/battles/{self.key}/phones/a/", {"switch": "on"})
        token = self.battle.seats.get(side="a").token
        assert self.player.client.post(f"/battles/join/{token}/").status_code == 302

    @property
    def battle(self) -> Battle:
        """The fight as it is stored."""
        return Battle.objects.get(key=self.key)

    @property
    def folded(self) -> AnyFoldedFight:
        """The fight folded up to its head."""
        return folded_fight(self.battle)

    def visitor(self, person: Person) -> BattleVisitor:
        """Return somebody as services know them."""
        holders = self.battle.seats.exclude(holder="").values_list("holder", flat=True)
        return BattleVisitor(person.owner, tuple(holders) if person is self.player else ())

    def do(self, event: LogEvent, person: Person | None = None, **fields: Any) -> OpenLog:
        """Record an event, as the game master unless somebody is named."""
        visitor = self.visitor(person or self.owner)
        return event_record(visitor=visitor, key=self.key, command=lambda state: event, **fields)

    def toss(self, person: Person | None = None) -> OpenLog:
        """Toss Ann's coin against Bo, by her player unless somebody is named."""
        return self.do(Tossed("a.1", "b.1"), person or self.player)


def coin_table(*, hides_left: bool = True, dice: str = "server", people: tuple[str, str] = ("ada", "bob")) -> CoinTable:
    """Store a fight that has not begun, of a game master and a player."""
    owner, player = map(account, people)
    setup = secret_setup(hides_left=hides_left)
    battle = battle_store(owner=owner.owner, setup=setup, family=SECRET_COINS, seed=SEED, dice=dice)
    return CoinTable(battle.key, owner, player)
