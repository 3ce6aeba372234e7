"""Duels at the table: choices that stay sealed, turns by buttons, members with their own cards."""

import json
import re
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from adventures.models import AdventureEntry
from adventures.services.adventures import adventure_make
from adventures.services.recording import adventure_import
from common.refusal import Refusal
from rules.adventures.documents import adventure_from_json
from rules.adventures.receipts import adventure_receipts
from rules.campaigns.receipts import count_verifications
from rules.combat.resolution import OfferAsk, RollAsk, pending
from tests.adventures.duel_tables import chosen, done, duel_table_of
from tests.adventures.pages import page, press
from tests.adventures.play import SEED, AdventureTable
from tests.campaigns.play import BOARS, enlist
from tests.campaigns.verbs import usual_table
from tests.rules.adventures.duels import FEAR, SABER, duel, strike
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import building, text_of

pytestmark = pytest.mark.django_db


def answered(table: AdventureTable, face: int | None = None) -> None:
    """Everyone passes, and the dice that are asked for fall."""
    while (ask := pending(table.state.own.battle)) is not None:
        if isinstance(ask, OfferAsk):
            who = next(duelist for duelist in table.state.own.duelists if duelist.side == ask.sides[0])
            done(table, do="duel-offer", participant=who.participant, offer="pass")
            continue
        assert isinstance(ask, RollAsk)
        who = next(duelist for duelist in table.state.own.duelists if duelist.side == ask.side)
        done(table, do="duel-dice", participant=who.participant, faces=face or "")
        return


def test_a_choice_is_sealed_from_everyone_until_the_round_is_over() -> None:
    table = duel_table_of()
    done(table, "bo", do="duel-initiative", participant="n1", skill="Deception")
    everything = [text_of(page(table, name)) for name in ("ada", "bo")]
    everything += [page(table, name, "log/").content.decode() for name in ("ada", "bo")]
    everything += [page(table, name, "adventure.json").content.decode() for name in ("ada", "bo")]
    stored = json.dumps(list(AdventureEntry.objects.values_list("event", flat=True)))
    for text in (*everything[:4], stored.replace("box", "")):
        assert "Deception 1" not in text
    entry = AdventureEntry.objects.order_by("number").last().event
    assert set(entry) == {"kind", "participant", "seal", "box"}
    assert "Deception" not in json.dumps(entry)
    done(table, "ada", do="duel-initiative", participant="n2", skill="Intimidation")
    assert [choice.skill for choice in table.state.own.choices] == ["", ""]
    for _ in range(2):
        turn(table)
    assert table.state.round == 2
    assert {choice.skill for choice in table.state.own.choices} == {"Deception", "Intimidation"}
    assert "rolled Deception for initiative of round 1" in text_of(page(table, "bo"))


def test_a_copy_of_the_adventure_does_not_open_what_is_sealed() -> None:
    table = duel_table_of()
    done(table, "bo", do="duel-initiative", participant="n1", skill="Deception")
    document = json.loads(page(table, rest="adventure.json").content)
    copy = AdventureTable(adventure_import(owner=table.people["ada"].owner, document=document).key, table.people)
    answer = press(copy, do="duel-initiative", participant="n2", skill="Perception")
    assert answer.status_code == 422
    assert "sealed on another site" in text_of(answer)
    done(table, do="duel-initiative", participant="n2", skill="Perception")


def test_who_has_seen_the_totals_does_not_choose_again() -> None:
    table = duel_table_of()
    done(table, "ada", do="duel-initiative", participant="n2", skill="Intimidation")
    done(table, "bo", do="duel-initiative", participant="n1", skill="Deception")
    assert press(table, "bo", do="undo").status_code == 422
    done(table, "ada", do="undo")
    assert [choice.total for choice in table.state.own.choices] == [None]


def turn(table: AdventureTable) -> None:
    """The next duelist begins its turn and ends it."""
    battle = table.state.own.battle
    who = next(duelist.participant for duelist in table.state.own.duelists if duelist.side == battle.next_side)
    done(table, do="duel-turn-begun", participant=who)
    done(table, do="duel-turn-end", participant=who)


def test_dice_of_the_site_can_be_proven() -> None:
    table = chosen(duel_table_of())
    first = table.state.own.by_creature(table.state.own.battle.order[0]).participant
    done(table, do="duel-turn-begun", participant=first)
    done(table, do="duel-act", participant=first, act=f"{SABER}||", distance="reach")
    answered(table)
    done(table, do="duel-yielded", participant="n2")
    document = adventure_from_json(page(table, rest="adventure.json").content)
    assert table.state.is_over
    counts = count_verifications(adventure_receipts(document))
    assert counts["different"] == 0
    table.people["ada"].client.post(f"/adventures/{table.key}/close/")
    document = adventure_from_json(page(table, rest="adventure.json").content)
    assert count_verifications(adventure_receipts(document)) == {"right": 3, "different": 0, "unverifiable": 0}


def test_a_reaction_shows_the_choice_and_the_opponent_s_where_it_counts() -> None:
    table = chosen(duel_table_of(), "Intimidation", "Perception", ana=20, red=1)
    done(table, "bo", do="duel-turn-begun", participant="n1")
    done(table, "bo", do="duel-act", participant="n1", act=f"{SABER}||", distance="reach")
    assert "Bullying Press" in text_of(page(table, "bo"))
    assert press(table, "bo", do="duel-offer", participant="n1", offer="sense-weakness").status_code == 422
    done(table, "bo", do="duel-offer", participant="n1", offer="bullying-press")
    assert {choice.participant: choice.skill for choice in table.state.own.choices} == {
        "n1": "Intimidation",
        "n2": "Perception",
    }
    answered(table, 15)
    answered(table)
    assert "Ana may have won" in text_of(page(table, "bo"))
    assert "Rattled" in text_of(page(table, "bo"))
    assert press(table, "bo", do="victory-confirmed", participant="n1").status_code == 422
    done(table, do="victory-confirmed", participant="n1")
    assert "Ana wins the duel" in text_of(page(table, "bo", "summary.txt"))
    assert b"%PDF" in page(table, "bo", "players.pdf").content


def test_a_strike_has_its_odds_for_those_who_know_the_numbers_of_the_opponent() -> None:
    table = chosen(duel_table_of(), ana=20, red=1)
    done(table, "bo", do="duel-turn-begun", participant="n1")
    of_organizer, of_player = (text_of(page(table, name)) for name in ("ada", "bo"))
    assert re.search(r"Saber \(1 AP\), hits \d+%", of_organizer)
    assert "Saber (1 AP)" in of_player
    assert "hits" not in of_player
    done(table, "bo", do="duel-turn-end", participant="n1")
    done(table, do="duel-turn-begun", participant="n2")
    assert re.search(r"Saber \(1 AP\), hits \d+%", text_of(page(table, "ada")))


def test_a_spell_duel_with_a_counter() -> None:
    table = chosen(duel_table_of(duel("spell", goal="judged")), "Perception", "Arcana", ana=20, red=1)
    assert dict(table.state.own.focuses) == {"n2": "arcane"}
    done(table, "bo", do="duel-turn-begun", participant="n1")
    way = next(action for action in actions(page(table, "bo"), "a") if action.startswith(FEAR))
    done(table, "bo", do="duel-act", participant="n1", act=way)
    expends = next(option for option in values(page(table), "expends"))
    done(table, do="duel-offer", participant="n2", offer="dueling-counter", expends=expends)
    done(table, do="duel-dice", participant="n2", faces=20)
    assert "Fear is counteracted." in text_of(page(table, "bo"))
    done(table, "bo", do="duel-turn-end", participant="n1")
    done(table, do="duel-turn-begun", participant="n2")
    done(table, do="duel-turn-end", participant="n2")
    assert table.state.own.battle.order == ("a.m1", "b.m1")


def actions(answer: Any, side: str) -> list[str]:
    radios = LexborHTMLParser(answer.content).css(f"[aria-labelledby=turn-{side}] input[name=act]")
    return [radio.attributes["value"] or "" for radio in radios]


def test_the_turn_shows_a_duelists_own_actions_first_and_folds_those_that_everyone_has() -> None:
    table = chosen(duel_table_of(), ana=20, red=1)
    done(table, "bo", do="duel-turn-begun", participant="n1")
    turn_of_ana = LexborHTMLParser(page(table, "bo").content).css_first("[aria-labelledby=turn-a]")
    own, more = turn_of_ana.css(".duel-actions")
    ways = [radio.attributes["value"] or "" for radio in own.css("input")]
    assert ways[0] == f"{SABER}||"
    assert [way for way in ways if way.startswith("act/")] == []
    assert "checked" in own.css_first("input").attributes
    assert "act/stride||" in [radio.attributes["value"] for radio in more.css("input")]
    assert "open" not in turn_of_ana.css_first("#more-a").attributes
    assert "2 AP left" in turn_of_ana.css_first(".choice-bar").text()


def values(answer: Any, name: str) -> list[str]:
    options = LexborHTMLParser(answer.content).css(f"select[name={name}] option")
    return [node.attributes["value"] or "" for node in options]


def test_players_act_for_their_own_duelist_alone() -> None:
    table = duel_table_of()
    for fields in (
        {"do": "duel-initiative", "participant": "n2", "skill": "Perception"},
        {"do": "duel-hp", "participant": "n1", "hp": "3", "reason": "So"},
        {"do": "cheating-found", "participant": "n2", "reason": "So"},
    ):
        assert press(table, "bo", **fields).status_code == 422
    chosen(table, ana=20, red=1)
    done(table, "bo", do="duel-turn-begun", participant="n1")
    assert press(table, "bo", do="duel-turn-end", participant="n2").status_code == 422
    assert not LexborHTMLParser(page(table, "ada").content).css("#initiative-a")


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "duel-initiative", "skill": "Arcana"},
        {"do": "duel-initiative", "skill": "Perception", "face": "21"},
        {"do": "duel-initiative", "skill": "Perception", "face": "x"},
        {"do": "duel-initiative", "skill": "Perception", "participant": "n9"},
        {"do": "duel-dice", "faces": "4"},
        {"do": "duel-dice", "faces": "x"},
        {"do": "duel-act", "act": "||||"},
        {"do": "duel-act", "act": "\0"},
        {"do": "duel-step", "option": "x"},
        {"do": "duel-choose", "option": "x"},
        {"do": "duel-offer", "offer": "dueling-counter"},
        {"do": "duel-offer", "offer": "x"},
        {"do": "duel-turn-end"},
        {"do": "duel-hp", "hp": "", "reason": "So"},
        {"do": "duel-condition", "condition": "fast", "reason": "So"},
        {"do": "duel-field", "participant": "w1.m1"},
        {"do": "initiative-rolled"},
        {"do": "duel-move-made"},
        {"do": "round-ended"},
    ],
)
def test_what_no_button_sends_is_refused_with_a_sentence(fields: dict[str, str]) -> None:
    table = duel_table_of()
    answer = press(table, **{"participant": "n1", **fields})
    assert answer.status_code == 422
    assert re.search(r"[.!?]$", LexborHTMLParser(answer.content).css_first("[role=alert] b").text())


def test_the_site_alone_makes_what_only_it_makes() -> None:
    table = chosen(duel_table_of(), ana=20, red=1)
    done(table, "bo", do="duel-turn-begun", participant="n1")
    with pytest.raises(Refusal, match="itself"):
        table.do(strike(table.state, "n1"))


def test_corrections_by_hand() -> None:
    table = chosen(duel_table_of(), ana=20, red=1)
    done(table, do="duel-hp", participant="n2", hp="12", reason="A fall")
    done(table, do="duel-condition", participant="n2", condition="prone", reason="A fall")
    assert "12 of 40 HP" in text_of(page(table, "bo"))
    assert table.state.own.battle.combatants["b.m1"].has("prone")
    done(table, do="duel-condition", participant="n2", condition="prone", reason="Up again")
    assert not table.state.own.battle.combatants["b.m1"].has("prone")


def test_a_choice_of_another_site_is_not_opened(settings: Any) -> None:
    table = duel_table_of()
    done(table, "bo", do="duel-initiative", participant="n1", skill="Deception")
    settings.MFA_KEYS = ("another key",)
    answer = press(table, do="duel-initiative", participant="n2", skill="Perception")
    assert answer.status_code == 422
    assert "Undo it, and choose again" in text_of(answer)


def test_a_member_of_a_campaign_fights_with_its_card() -> None:
    store_small_compendium()
    campaign = usual_table()
    enlist(campaign, "ada", *BOARS)
    row = adventure_make(owner=campaign.people["ada"].owner, adventure=duel(), campaign=campaign.key, seed=SEED)
    table = AdventureTable(row.key, dict(campaign.people))
    done(table, do="join", warband="w1")
    member = next(participant for participant in table.state.participants if participant.skills is not None)
    assert f"{member.name} enters the duel" in text_of(page(table))
    done(table, do="duel-field", participant=member.id)
    assert table.state.own.of(member.id).card.stats.hp
    assert f"{member.name} is ready." in text_of(page(table, rest="summary.txt"))


def test_a_member_of_an_own_warband_fights_with_its_card() -> None:
    store_small_compendium()
    table = duel_table_of(begun=False)
    ada = table.people["ada"]
    warband = building(ada, *BOARS)
    done(table, do="join", warband=warband.key)
    member = next(participant for participant in table.state.participants if participant.skills is not None)
    done(table, do="duel-field", participant=member.id)
    assert table.state.own.of(member.id) is not None


def test_the_page_of_a_duel_takes_a_fixed_number_of_queries(django_assert_num_queries: Any) -> None:
    table = chosen(duel_table_of(), ana=20, red=1)
    done(table, "bo", do="duel-turn-begun", participant="n1")
    for name, number in (("ada", 4), ("bo", 3)):
        page(table, name)
        with django_assert_num_queries(number):
            page(table, name)
