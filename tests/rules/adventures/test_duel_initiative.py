"""Initiative in duels: choices sealed and shown, the order of turns, tradition focus, acting second."""

from dataclasses import replace

import pytest

from rules.adventures.documents import AdventureDocument, FiledAdventureSeed
from rules.adventures.events.running import ModifierTyped
from rules.adventures.kinds.duel.facts import INITIATIVE_SKILLS, TRADITION_OF
from rules.adventures.kinds.duel.fighting import (
    DuelDiceRolled,
    DuelMoveMade,
    DuelTurnBegun,
    TraditionFocusChanged,
    duel_place,
)
from rules.adventures.kinds.duel.initiative import (
    InitiativeRolled,
    InitiativeSealed,
    InitiativeShown,
    InitiativeTotal,
    SecondTurnChosen,
    ShownInitiative,
    awaits_initiative,
    initiative_place,
    initiative_seal,
    initiative_skills,
)
from rules.adventures.receipts import adventure_receipts
from rules.adventures.state import AdventureState
from rules.adventures.views import adventure_view, adventure_view_document
from rules.campaigns.journal import seed_commitment
from rules.combat.answers import OfferPassed
from rules.combat.resolution import OfferAsk, pending
from rules.dice import SeededRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.events.turns import TurnEnded
from tests.rules.adventures.duel_initiatives import rolled
from tests.rules.adventures.duels import ANA, RED, SALT, duel, readied, sealed, shown, strike, totals
from tests.rules.adventures.parties import log_of, play_more, played


def with_turn(state: AdventureState, participant: str) -> AdventureState:
    """A duelist begins its turn and ends it."""
    creature = state.own.of(participant).creature
    return play_more(state, DuelTurnBegun(participant), DuelMoveMade(participant, TurnEnded(creature, ())))


def test_the_skills_of_initiative_and_the_traditions_that_they_give():
    assert INITIATIVE_SKILLS == {
        "combat": ("Deception", "Intimidation", "Perception"),
        "spell": ("Perception", "Arcana", "Nature", "Occultism", "Religion"),
        "mixed": ("Deception", "Intimidation", "Perception", "Arcana", "Nature", "Occultism", "Religion"),
    }
    assert TRADITION_OF == {"Arcana": "arcane", "Nature": "primal", "Occultism": "occult", "Religion": "divine"}


def test_a_duelist_rolls_only_what_it_has_a_modifier_for():
    state = played(duel("mixed"), *readied())
    assert initiative_skills(state, "n1") == ("Deception", "Intimidation", "Perception", "Arcana", "Occultism")
    assert initiative_skills(state, "n2") == ("Deception", "Intimidation", "Perception", "Arcana")


@pytest.mark.parametrize("type", INITIATIVE_SKILLS)
def test_the_highest_total_acts_first_and_only_spell_duels_keep_the_order(type: str):
    skill = "Perception"
    state = rolled(played(duel(type), *readied()), (skill, 5), (skill, 12))
    assert state.own.battle.order == ("b.m1", "a.m1")
    state = with_turn(with_turn(state, "n2"), "n1")
    assert state.round == state.own.battle.round == 2
    assert awaits_initiative(state) is (type != "spell")
    assert state.own.battle.order == (("b.m1", "a.m1") if type == "spell" else ())


def test_turns_come_in_the_order_of_the_totals():
    state = rolled(played(duel(), *readied()), ("Perception", 15), ("Perception", 12))
    with pytest.raises(ChangeRefused):
        play_more(state, DuelTurnBegun("n2"))
    state = with_turn(state, "n1")
    with pytest.raises(ChangeRefused):
        play_more(state, DuelTurnBegun("n1"))
    assert with_turn(state, "n2").own.battle.round == 2


def test_ruling_308_of_equal_totals_the_other_side_is_first():
    state = rolled(played(duel(), *readied()), ("Perception", 10), ("Perception", 12))
    assert [choice.total for choice in state.own.choices] == [18, 18]
    assert state.own.battle.order[0] == "b.m1"
    both = replace(duel(), participants=(ANA, replace(RED, is_rival=False)))
    state = rolled(played(both, *readied()), ("Perception", 10), ("Perception", 12))
    assert state.own.battle.order[0] == "a.m1"
    state = rolled(with_turn(with_turn(state, "n1"), "n2"), ("Perception", 10), ("Perception", 12))
    assert state.own.battle.order[0] == "b.m1"


def test_a_choice_stays_sealed_until_it_is_shown():
    state = rolled(played(duel(), *readied()), ("Deception", 11), ("Intimidation", 3))
    events = (*readied(), sealed(played(duel(), *readied()), "n1", "Deception", 11))
    view = str(adventure_view_document(adventure_view(duel(), log_of(*events), for_players=True)))
    assert "Deception 11" not in view
    assert [choice.skill for choice in state.own.choices] == ["", ""]
    assert [choice.skill for choice in play_more(state, InitiativeShown((shown(state, "n1"),))).own.choices] == [
        "Deception",
        "",
    ]


def test_only_the_sealed_choice_can_be_shown():
    state = rolled(played(duel(), *readied()), ("Deception", 11), ("Intimidation", 3))
    right = shown(state, "n1")
    for wrong in (
        replace(right, skill="Perception"),
        replace(right, face=12),
        replace(right, salt="f" * 32),
        replace(right, salt="x"),
        replace(right, participant="n2"),
        replace(right, round=2),
        replace(right, origin="seeded", epoch=1),
        replace(right, epoch=1),
    ):
        with pytest.raises(ChangeRefused):
            play_more(state, InitiativeShown((wrong,)))
    known = play_more(state, InitiativeShown((right,)))
    with pytest.raises(ChangeRefused):
        play_more(known, InitiativeShown((right,)))


def test_nobody_chooses_twice_or_out_of_time():
    state = played(duel(), *readied())
    first = sealed(state, "n1", "Deception", 11)
    with pytest.raises(ChangeRefused):
        play_more(state, first, first)
    with pytest.raises(ChangeRefused):
        play_more(state, InitiativeSealed("n1", "short"))
    with pytest.raises(ChangeRefused):
        play_more(play_more(state, first), totals(play_more(state, first, sealed(state, "n2", "Deception", 1))))
    with pytest.raises(ChangeRefused):
        play_more(rolled(state, ("Deception", 2), ("Deception", 3)), first)


def test_who_wins_initiative_may_act_second():
    state = rolled(played(duel(), *readied()), ("Perception", 15), ("Perception", 12))
    with pytest.raises(ChangeRefused):
        play_more(state, SecondTurnChosen("n2"))
    swapped = play_more(state, SecondTurnChosen("n1"))
    assert swapped.own.battle.order == ("b.m1", "a.m1")
    assert SecondTurnChosen.options(state) == {"participant": {"n1": "Ana"}}
    with pytest.raises(ChangeRefused):
        play_more(with_turn(state, "n1"), SecondTurnChosen("n2"))
    spell = rolled(played(duel("spell"), *readied()), ("Perception", 15), ("Perception", 12))
    with pytest.raises(ChangeRefused):
        play_more(spell, SecondTurnChosen("n1"))


@pytest.mark.parametrize(("skill", "focus"), [("Arcana", "arcane"), ("Occultism", "occult"), ("Perception", None)])
def test_a_tradition_focus_follows_from_the_skill(skill: str, focus: str | None):
    state = rolled(played(duel("spell"), *readied()), (skill, 15), ("Perception", 12))
    state = play_more(state, InitiativeShown((shown(state, "n1"), shown(state, "n2"))))
    assert dict(state.own.focuses).get("n1") == focus


def test_a_focus_is_changed_for_one_ap_with_training():
    state = rolled(played(duel("spell"), *readied()), ("Arcana", 15), ("Perception", 12))
    state = play_more(state, InitiativeShown((shown(state, "n1"),)))
    with pytest.raises(ChangeRefused):
        play_more(state, TraditionFocusChanged("n1", "occult"))
    state = play_more(state, DuelTurnBegun("n1"))
    before = state.own.battle.acting("a.m1").ap
    changed = play_more(state, TraditionFocusChanged("n1", "occult"))
    assert dict(changed.own.focuses) == {"n1": "occult"}
    assert changed.own.battle.acting("a.m1").ap == before - 1
    for wrong in (TraditionFocusChanged("n1", "primal"), TraditionFocusChanged("n1", "arcane")):
        with pytest.raises(ChangeRefused):
            play_more(state, wrong)
    with pytest.raises(ChangeRefused):
        play_more(state, TraditionFocusChanged("n2", "arcane"))
    combat = play_more(rolled(played(duel(), *readied()), ("Deception", 15), ("Deception", 2)), DuelTurnBegun("n1"))
    with pytest.raises(ChangeRefused):
        play_more(combat, TraditionFocusChanged("n1", "arcane"))


def test_ruling_307_a_new_initiative_of_a_mixed_duel_ends_the_focus():
    state = rolled(played(duel("mixed"), *readied()), ("Arcana", 15), ("Perception", 12))
    state = play_more(state, InitiativeShown((shown(state, "n1"),)))
    assert dict(state.own.focuses) == {"n1": "arcane"}
    state = with_turn(with_turn(state, "n1"), "n2")
    state = rolled(state, ("Deception", 15), ("Perception", 12))
    assert state.own.focuses == ()


def test_dice_of_the_site_come_out_again_once_they_are_shown():
    events = [*readied()]
    roller, before = SeededRoller(b"a seed"), played(duel(), *events)
    faces = {}
    for who, skill in (("n1", "Deception"), ("n2", "Perception")):
        faces[who] = roller.roll(1, 20, reason="Initiative", place=initiative_place(before, who, 1)).faces[0]
        events.append(InitiativeSealed(who, initiative_seal(before, who, 1, skill, SALT)))
    events.append(InitiativeRolled((InitiativeTotal("n1", faces["n1"] + 7), InitiativeTotal("n2", faces["n2"] + 6))))
    events.append(InitiativeShown((ShownInitiative("n1", 1, "Deception", faces["n1"], SALT, "seeded", 1),)))
    state = played(duel(), *events)
    first = state.own.by_creature(state.own.battle.order[0])
    events += [DuelTurnBegun(first.participant), strike(state, first.participant)]
    state = played(duel(), *events)
    while isinstance(ask := pending(state.own.battle), OfferAsk):
        who = next(duelist for duelist in state.own.duelists if duelist.side == ask.sides[0])
        events.append(DuelMoveMade(who.participant, OfferPassed(who.side)))
        state = played(duel(), *events)
    face = roller.roll(1, 20, reason="A Strike", place=duel_place(state, ask)).faces
    events.append(DuelDiceRolled(first.participant, face, "seeded", 1))
    seeds = (FiledAdventureSeed(1, 0, seed_commitment(b"a seed"), b"a seed"),)
    verifications = [
        receipt.verification for receipt in adventure_receipts(AdventureDocument(duel(), log_of(*events), seeds))
    ]
    assert verifications == ["right", "right"]
    forged = (*events[:-1], DuelDiceRolled(first.participant, (face[0] % 20 + 1,), "seeded", 1))
    verifications = [
        receipt.verification for receipt in adventure_receipts(AdventureDocument(duel(), log_of(*forged), seeds))
    ]
    assert verifications == ["right", "different"]


def test_a_total_that_does_not_add_up_is_noted_once_it_is_shown():
    state = rolled(played(duel(), *readied()), ("Deception", 11), ("Perception", 12))
    right = play_more(state, InitiativeShown((shown(state, "n1"),)))
    assert not any("not 18" in note.text for note in right.notes)
    changed = play_more(state, ModifierTyped("n1", "Deception", 9), InitiativeShown((shown(state, "n1"),)))
    assert any("20, not 18" in note.text for note in changed.notes)
