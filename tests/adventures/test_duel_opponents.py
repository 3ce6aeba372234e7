"""Creatures of the compendium as duelists, what is said about a target, and a duel that programs fight to its end."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.selectors.folding import ADVENTURE_LOGS
from rules.adventures.events import adventure_event_from_document
from rules.combat.log import log_event_document
from rules.combat.resolution import OfferAsk, RollAsk, pending
from tests.adventures.api_play import joined, place, pressed, sent
from tests.adventures.duel_tables import chosen, done, duel_table_of
from tests.adventures.pages import page, press
from tests.adventures.play import AdventureTable
from tests.programs import Program, program_of, told
from tests.rules.adventures.duels import ANA, FEAR, SABER, STATS, duel
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
MOST_ANSWERS = 12
"""Answers that a blow needs at most."""


def reason_of(table: AdventureTable) -> str:
    """What the battle of a duel asks for."""
    ask = pending(table.state.own.battle)
    return "" if ask is None else ask.reason


def test_a_creature_of_the_compendium_is_an_opponent_with_its_card() -> None:
    store_small_compendium()
    table = duel_table_of(begun=False)
    assert LexborHTMLParser(page(table).content).css("#duel-creature")
    assert not LexborHTMLParser(page(table, "bo").content).css("#duel-creature")
    done(table, do="duel-creature", creature="kobold warrior")
    (duelist,) = table.state.own.duelists
    who = table.state.participant(duelist.participant)
    assert (who.id, who.name, who.is_rival) == ("creature.kobold-warrior", "Kobold Warrior", True)
    assert duelist.card.stats.hp
    assert who.skills is not None
    assert who.skills.will == duelist.card.stats.will
    log = page(table, "bo", "adventure.json").content.decode()
    assert "creature-duelist-entered" in log
    assert '"card"' not in log
    table.do(*duel_ready())
    assert "The duel between" in text_of(page(table, "bo"))
    chosen_by = [duelist.participant for duelist in table.state.own.duelists]
    assert chosen_by == ["creature.kobold-warrior", "n1"]
    done(table, do="duel-initiative", participant="n1", skill="Perception", face=20)
    done(table, do="duel-initiative", participant="creature.kobold-warrior", skill="Perception", face=1)
    done(table, do="duel-turn-begun", participant="n1")
    done(table, do="duel-act", participant="n1", act=f"{SABER}||")
    assert "Saber against Kobold Warrior" in table.state.notes[0].text
    assert list(ADVENTURE_LOGS.failing()) == []


def duel_ready() -> tuple[Any, ...]:
    from_document = adventure_event_from_document
    return (
        from_document({"kind": "duelist-typed", "participant": ANA.id, "stats": stats_document()}),
        from_document({"kind": "duel-begun"}),
    )


def stats_document() -> Any:
    event = adventure_event_from_document({"kind": "duelist-typed", "participant": "n1", "stats": None})
    return log_event_document(type(event)("n1", STATS))["stats"]  # type: ignore[call-arg] # a typed duelist


def test_an_opponent_that_is_not_there_or_not_clear_is_refused() -> None:
    store_small_compendium()
    table = duel_table_of(begun=False)
    for name, why in (
        ("Nobody of this name", "No creature in the compendium is called"),
        ("", "No creature in the compendium is called"),
        ("kobold", "There are several: "),
        ("x" * 5_000, "No creature in the compendium is called"),
    ):
        answer = press(table, do="duel-creature", creature=name)
        assert answer.status_code == 422, name
        assert why in text_of(answer)
    answer = press(table, "bo", do="duel-creature", creature="Boar")
    assert answer.status_code == 422
    assert "Only the organizer" in text_of(answer)
    assert table.state.own.duelists == ()
    done(table, do="duel-creature", creature="boar")
    assert press(table, do="duel-creature", creature="boar").status_code == 422
    done(table, do="undo")
    assert "creature.boar" not in [participant.id for participant in table.state.participants]


def test_what_is_said_about_the_opponent_reaches_the_battle() -> None:
    table = chosen(duel_table_of(), ana=20, red=1)
    done(table, "bo", do="duel-turn-begun", participant="n1")
    names = [
        node.attributes["name"] for node in LexborHTMLParser(page(table, "bo").content).css(".duel-circumstances input")
    ]
    assert names == ["cover", "concealment", "off-guard"]
    done(table, "bo", do="duel-act", participant="n1", act=f"{SABER}||", cover="1")
    _passes(table)
    assert reason_of(table) == "Cover of Red: Terrain"


def _passes(table: AdventureTable) -> None:
    while isinstance(ask := pending(table.state.own.battle), OfferAsk):
        who = next(duelist for duelist in table.state.own.duelists if duelist.side == ask.sides[0])
        done(table, do="duel-offer", participant=who.participant, offer="pass")


def test_programs_fight_a_mixed_duel_to_its_end() -> None:
    table = duel_table_of(duel("mixed"))
    ada = DuelProgram(table, program_of(table.people["ada"].owner))
    bo = DuelProgram(table, *joined(ada.program, table.key, table.people["bo"]))
    assert bo.may() == {"n1": {"duel-initiative"}}
    bo.does("duel-initiative", "n1", "Intimidation", face="20")
    ada.does("duel-initiative", "n2", "Arcana", face="1")
    bo.begins("n1")
    # A spell, which the other counters by its focus.
    assert bo.may() == {"n1": {"duel-act", "duel-turn-end"}}
    assert ada.may()["n1"] == {"duel-act", "duel-turn-end"}
    bo.does("duel-act", "n1", FEAR)
    ada.does("duel-offer", "n2", "dueling-counter", expends=next(iter(ada.spends("n2"))))
    ada.does("duel-dice", "n2", faces="20")
    assert "counteracted" in str(ada.read("events/"))
    bo.does("duel-turn-end", "n1")
    ada.begins("n2")
    ada.does("duel-turn-end", "n2")
    # An attack in the next round, with a reaction before it.
    bo.does("duel-initiative", "n1", "Intimidation", face="20")
    ada.does("duel-initiative", "n2", "Perception", face="1")
    bo.begins("n1")
    bo.does("duel-act", "n1", SABER, distance="reach")
    bo.does("duel-offer", "n1", "bullying-press")
    for _ in range(MOST_ANSWERS):
        if not table.state.own.claim:
            ada.answers()
    assert table.state.own.claim == "n1"
    assert ada.read()["state"]["over"] is False
    told(sent(ada.program, table.key, "victory-confirmed", participant="n1"), 201)
    adventure = ada.read()
    assert (adventure["state"]["over"], adventure["state"]["outcome"]) == (
        True,
        "Ana wins the duel: the judge confirms it.",
    )
    assert bo.may() == {}
    assert list(ADVENTURE_LOGS.failing()) == []


class DuelProgram:
    """A program that fights a duel by what its options offer."""

    def __init__(self, table: AdventureTable, program: Program, shown: dict[str, str] | None = None) -> None:
        self.table, self.program, self.shown = table, program, shown or {}

    def read(self, rest: str = "") -> Any:
        return told(self.program.get(place(self.table.key, rest), **self.shown))

    def offers(self) -> list[dict[str, Any]]:
        commands: list[dict[str, Any]] = self.read("options/")["commands"]
        return commands

    def may(self) -> dict[str, set[str]]:
        moves: dict[str, set[str]] = {}
        for offer in self.offers():
            moves.setdefault(offer["participant"], set()).add(offer["do"])
        return moves

    def spends(self, who: str) -> list[str]:
        return [row["value"] for offer in self.offers() if offer["participant"] == who for row in offer["expends"]]

    def begins(self, who: str) -> None:
        told(sent(self.program, self.table.key, "duel-turn-begun", participant=who, **self.shown), 201)

    def does(self, button: str, who: str, choice: str = "", **fields: str) -> None:
        """Send a command that is offered; ``choice`` begins what is chosen."""
        offer = next(offer for offer in self.offers() if (offer["do"], offer["participant"]) == (button, who))
        chosen = [option["value"] for option in offer["options"] if choice and option["value"].startswith(choice)]
        made = {offer["field"]: chosen[0]} if chosen else {}
        told(pressed(self.program, self.table.key, button, participant=who, **made, **fields, **self.shown), 201)

    def answers(self) -> None:
        """Pass what is offered, or let the dice that are asked for fall on their highest faces."""
        offer = next(offer for offer in self.offers() if offer["do"] in ("duel-offer", "duel-dice"))
        if offer["do"] == "duel-offer":
            self.does("duel-offer", offer["participant"], "pass")
            return
        ask = pending(self.table.state.own.battle)
        assert isinstance(ask, RollAsk)
        self.does("duel-dice", offer["participant"], faces=" ".join([str(ask.sides)] * ask.dice))
