"""Fights of a declared family in tests: made by forms, as people do."""

from dataclasses import dataclass, field
from typing import Any

from battles.models import Battle, CombatantList
from battles.selectors.folding import folded_fight
from battles.services.combatants import combatant_list_make, listed_combatant_save
from tests.battles.marbles import MARBLES, SHEET
from tests.rules.filled_sheets import filled_sheet
from tests.warbands.verbs import Person, account, text_of


@dataclass
class FightTable:
    """A fight and the people around it: ``ada`` made it and is the game master."""

    key: str
    people: dict[str, Person] = field(default_factory=dict)

    @property
    def battle(self) -> Battle:
        """The fight as it is stored."""
        return Battle.objects.get(key=self.key)

    def get(self, rest: str = "", who: str = "ada", **query: str) -> Any:
        """Open a page of the fight."""
        return self.people[who].get(f"/battles/{self.key}/{rest}", **query)

    def text(self, rest: str = "", who: str = "ada", **query: str) -> str:
        """Return the words of a page."""
        return text_of(self.get(rest, who, **query))

    def post(self, rest: str, who: str = "ada", **fields: Any) -> Any:
        """Send a form."""
        return self.people[who].client.post(f"/battles/{self.key}/{rest}", fields)

    def act(self, do: str, who: str = "ada", **fields: Any) -> Any:
        """Press a button of the fight's page, which is as new as can be."""
        return self.post("act/", who, do=do, **{"seen": self.battle.head, **fields})

    def toss(self, combatant: str, target: str, who: str = "ada") -> Any:
        """Let a combatant toss its coin against another one."""
        parts = f'{{"combatant": "{combatant}"}}'
        more = {"kind": "tossed", "parts": parts, "asked": "choice.target", "choice.target": target}
        return self.act("offer", who, **more)

    def seat(self, side: str, who: str) -> None:
        """Let somebody take a side by its link."""
        assert self.post(f"phones/{side}/", switch="on").status_code == 302
        token = self.battle.seats.get(side=side).token
        assert self.people[who].client.post(f"/battles/join/{token}/").status_code == 302

    def watch(self, who: str) -> None:
        """Let somebody watch by the spectators' link."""
        assert self.post("spectators/", switch="on").status_code == 302
        assert self.people[who].get(f"/battles/watch/{self.battle.spectator_token}/").status_code == 302


def names_of(table: FightTable) -> list[str]:
    """Return what all combatants are called."""
    state = folded_fight(table.battle).state
    return [state.name(combatant) for combatant in state.combatants]


def saved_list(person: Person, name: str, *sheets: tuple[str, int], is_party: bool = False) -> CombatantList:
    """Store a list: names of combatants with their numbers."""
    row = combatant_list_make(owner=person.owner, family=MARBLES.key, name=name, is_party=is_party)
    for called, count in sheets:
        sheet = filled_sheet(SHEET, called, luck=7, ancestry=f"Ancestry of {called}")
        row = listed_combatant_save(owner=person.owner, key=row.key, sheet=sheet, count=count, group="")
    return row


def new_fight(person: Person | None = None, **fields: str) -> FightTable:
    """Make a fight of a saved party against four goblins, before it begins."""
    ada = person or account("ada")
    heroes, goblins = saved_list(ada, "Heroes", ("Ann", 1), is_party=True), saved_list(ada, "Pit", ("Goblin", 4))
    form = {"party-a": "Heroes", "master": "The pit", "name": "At the ford", "hides_left": "1", "dice": "entered"}
    lists = {"heroes": f"{heroes.key}:1", "opponents": f"{goblins.key}:all"}
    answer = ada.client.post(f"/battles/new/{MARBLES.key}/", {**form, **lists, **fields})
    assert answer.status_code == 302, text_of(answer)
    return FightTable(answer.headers["Location"].split("/")[2], {"ada": ada})
