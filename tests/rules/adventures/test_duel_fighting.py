"""Duels on a battle: the reactions, counteracting, and how a duel ends."""

from dataclasses import replace
from typing import Any

import pytest

from rules.adventures.events.event import adventure_event_from_document
from rules.adventures.events.running import AdventureRoundEnded
from rules.adventures.kinds.duel.entering import (
    CheatingFound,
    DuelBegun,
    DuelistFielded,
    DuelistTyped,
    DuelYielded,
    PreparedDuelistEntered,
    VictoryConfirmed,
    VictoryDenied,
)
from rules.adventures.kinds.duel.facts import DuelFacts, DuelistStats, PlannedCheat, PreparedDuelist, duelist_card
from rules.adventures.kinds.duel.fighting import DuelDiceRolled, DuelingReactionTaken, DuelMoveMade, DuelTurnBegun
from rules.adventures.kinds.duel.initiative import InitiativeShown
from rules.adventures.kinds.duel.kind import DUEL
from rules.adventures.state import AdventureState
from rules.adventures.views import adventure_view, player_state
from rules.combat.answers import OfferPassed
from rules.combat.log import log_event_document
from rules.combat.resolution import OfferAsk, RollAsk, pending
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.turns import CreaturesActivated, TurnEnded
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.reactions import DUELING_REACTIONS, card_spell, spells_to_expend
from rules.p2v_combat.tasks.dueling import COUNTERED_RANKS
from tests.rules.adventures.duel_initiatives import rolled
from tests.rules.adventures.duels import FEAR, IN_REACH, KNIFE, SABER, STATS, duel, readied, shown, strike
from tests.rules.adventures.parties import MEMBER, PLAYER, log_of, play_more, played


def started(ana: str = "Perception", red: str = "Perception", type: str = "combat", **facts: Any) -> AdventureState:
    """A duel in which Ana has won initiative and begun her turn; both choices are sealed."""
    state = rolled(played(duel(type, **facts), *readied()), (ana, 20), (red, 1))
    return play_more(state, DuelTurnBegun("n1"))


def passed(state: AdventureState) -> AdventureState:
    """Everyone lets things go on until dice are asked for, or nothing is."""
    while isinstance(ask := pending(state.own.battle), OfferAsk):
        who = next(duelist for duelist in state.own.duelists if duelist.side == ask.sides[0])
        state = play_more(state, DuelMoveMade(who.participant, OfferPassed(who.side)))
    return state


def die(state: AdventureState, *faces: int) -> AdventureState:
    """The dice fall that are asked for."""
    ask = pending(state.own.battle)
    assert isinstance(ask, RollAsk), ask
    who = next(duelist.participant for duelist in state.own.duelists if duelist.side == ask.side)
    return play_more(state, DuelDiceRolled(who, faces))


def react(state: AdventureState, who: str, key: str, *more: str, expends: str = "") -> AdventureState:
    """A duelist reacts and shows its choice, and those of others."""
    return play_more(
        state, DuelingReactionTaken(who, key, tuple(shown(state, participant) for participant in (who, *more)), expends)
    )


def conditions(state: AdventureState, creature: str = "b.m1") -> list[tuple[str, int]]:
    """The conditions of a creature, each with the moments that its end still skips."""
    return [(condition.name, condition.skips) for condition in state.own.battle.combatants[creature].conditions]


def ended(state: AdventureState, who: str) -> AdventureState:
    """A duelist ends its turn."""
    return play_more(state, DuelMoveMade(who, TurnEnded(state.own.of(who).creature, ())))


def test_the_reactions_of_the_table():
    assert [(reaction.name, reaction.skill, reaction.counters, reaction.trigger) for reaction in DUELING_REACTIONS] == [
        ("Bullying Press", "Intimidation", "Perception", "strikes"),
        ("Deceptive Sidestep", "Deception", "Intimidation", "hits"),
        ("Sense Weakness", "Perception", "Deception", "strikes"),
        ("Dueling Counter", "", "", "casts"),
    ]


def test_ruling_306_bullying_press_frightens_on_a_hit_and_twice_as_long_against_perception():
    for red, more, skips in (("Deception", (), 0), ("Perception", ("n2",), 1)):
        state = react(play_more(started("Intimidation", red), strike_of("n1")), "n1", "bullying-press", *more)
        assert conditions(passed(die(passed(state), 2))) == []
        hit = passed(die(passed(state), 15))
        assert conditions(hit) == [("rattled", skips)]
        hit = play_more(hit, VictoryDenied("On they go"))
        hit = play_more(ended(hit, "n1"), DuelTurnBegun("n2"))
        hit = ended(hit, "n2")
        assert conditions(hit) == ([("rattled", 0)] if skips else [])


def test_after_the_second_turn_a_rattled_duelist_is_free():
    state = react(play_more(started("Intimidation"), strike_of("n1")), "n1", "bullying-press", "n2")
    state = play_more(passed(die(passed(state), 15)), VictoryDenied("On they go"))
    state = ended(play_more(ended(state, "n1"), DuelTurnBegun("n2")), "n2")
    state = rolled(state, ("Perception", 1), ("Perception", 20))
    assert conditions(ended(play_more(state, DuelTurnBegun("n2")), "n2")) == []


def test_sense_weakness_lowers_armor_for_the_strike_and_longer_against_deception():
    plain = passed(play_more(started(red="Intimidation"), strike_of("n1")))
    need = pending(plain.own.battle).need
    state = react(play_more(started(red="Intimidation"), strike_of("n1")), "n1", "sense-weakness")
    assert pending(passed(state).own.battle).need == need - 2
    assert conditions(state) == []
    state = react(play_more(started(red="Deception"), strike_of("n1")), "n1", "sense-weakness", "n2")
    assert pending(passed(state).own.battle).need == need - 2
    assert conditions(state) == [("off-guard", 0)]
    state = ended(passed(die(passed(state), 2)), "n1")
    assert conditions(state) == [("off-guard", 0)]
    assert conditions(play_more(state, DuelTurnBegun("n2"))) == []


def test_deceptive_sidestep_rolls_a_hit_again_with_a_penalty_against_intimidation():
    for ana, more, by in (("Perception", (), 0), ("Intimidation", ("n1",), 2)):
        state = passed(play_more(started(ana, "Deception"), strike_of("n1")))
        need = pending(state.own.battle).need
        state = react(die(state, 12), "n2", "deceptive-sidestep", *more)
        assert pending(state.own.battle).need == need + by
        missed = passed(die(state, 2))
        assert missed.own.battle.combatants["b.m1"].hp == 40
        assert missed.own.claim == ""
        assert passed(die(state, 15)).own.claim == "n1"


def test_deceptive_sidestep_is_not_for_critical_hits_misses_and_shots():
    state = passed(play_more(started(red="Deception"), strike_of("n1")))
    for face in (20, 2):
        ask = pending(die(state, face).own.battle)
        assert not isinstance(ask, OfferAsk)
    shot = passed(play_more(started(red="Deception"), strike(started(red="Deception"), "n1", KNIFE)))
    assert not isinstance(pending(die(shot, 12).own.battle), OfferAsk)


def strike_of(who: str) -> DuelMoveMade:
    return strike(started(), who, SABER)


def test_a_reaction_needs_its_own_skill_and_is_taken_once():
    state = play_more(started("Intimidation"), strike_of("n1"))
    with pytest.raises(ChangeRefused, match="needs Perception"):
        react(state, "n1", "sense-weakness")
    with pytest.raises(ChangeRefused):
        play_more(state, DuelingReactionTaken("n1", "bullying-press"))
    state = react(state, "n1", "bullying-press", "n2")
    with pytest.raises(ChangeRefused):
        play_more(state, DuelingReactionTaken("n1", "bullying-press"))
    state = passed(die(passed(state), 2))
    assert isinstance(pending(play_more(state, strike_of("n1")).own.battle), RollAsk)


def test_offers_give_nothing_away_while_choices_are_sealed():
    offers = {
        tuple(offer.key for offer in pending(play_more(started(ana, red), strike_of("n1")).own.battle).offers)
        for ana in ("Deception", "Intimidation", "Perception")
        for red in ("Deception", "Perception")
    }
    assert offers == {("bullying-press", "sense-weakness")}
    state = started("Deception")
    known = play_more(state, InitiativeShown((shown(state, "n1"),)), strike_of("n1"))
    assert isinstance(pending(known.own.battle), RollAsk)


def test_ruling_305_nobody_reacts_without_training():
    untrained = DuelistTyped("n1", STATS)
    state = played(duel(), untrained, DuelistTyped("n2", STATS), DuelBegun())
    red = state.participant("n2")
    state = replace(state, participants=(state.participant("n1"), replace(red, typed=())))
    assert [key for key in state.own.duelists[1].card.skills if key == "Deception"] == ["Deception"]
    member = replace(MEMBER, id="n2", skills=replace(MEMBER.skills, trained=("Deception",)))
    state = replace(state, participants=(state.participant("n1"), member))
    state = rolled(state, ("Perception", 20), ("Intimidation", 1))
    state = die(passed(play_more(play_more(state, DuelTurnBegun("n1")), strike_of("n1"))), 12)
    assert [offer.key for offer in pending(state.own.battle).offers] == ["deceptive-sidestep"]


def cast(state: AdventureState) -> AdventureState:
    """Ana casts Fear."""
    return play_more(state, DuelMoveMade("n1", CreatureActed("a.m1", FEAR, "", (AimedTarget("b.m1", IN_REACH),))))


def spell_duel(rank: int, red: str = "Arcana") -> AdventureState:
    """A spell duel in which Ana casts a spell of rank 3 and Red has slots of some rank."""
    both = (DuelistTyped("n1", STATS), DuelistTyped("n2", replace(STATS, rank=rank)), DuelBegun())
    state = rolled(played(duel("spell", goal="judged"), *both), ("Perception", 20), (red, 1))
    state = play_more(state, InitiativeShown((shown(state, "n1"), shown(state, "n2"))))
    return cast(play_more(state, DuelTurnBegun("n1")))


def counter(state: AdventureState, face: int) -> AdventureState:
    """Red counters with a spell, and rolls Will +8 against Power 16."""
    boxes = next(iter(spells_to_expend(state.own.battle, "b.m1")))
    return die(play_more(state, DuelingReactionTaken("n2", "dueling-counter", (), boxes)), face)


def test_counteracting_reaches_three_ranks_one_rank_or_one_less():
    assert COUNTERED_RANKS == {"critical success": 3, "success": 1, "failure": -1}
    # Will +8 against Power 16: 8 is the lowest success, 18 the lowest critical success, -2 would fail critically.
    for face, least in ((18, 0), (20, 0), (17, 2), (8, 2), (7, 4), (1, 4)):
        for rank in range(6):
            state = counter(spell_duel(rank), face)
            is_countered = any("is counteracted" in note.text for note in state.notes)
            assert is_countered is (rank >= least), (face, rank)
            assert isinstance(pending(state.own.battle), RollAsk) is not is_countered


def test_a_critical_failure_counteracts_nothing():
    weak = replace(STATS, rank=9, will=-5)
    both = (DuelistTyped("n1", STATS), DuelistTyped("n2", weak), DuelBegun())
    state = rolled(played(duel("spell", goal="judged"), *both), ("Perception", 20), ("Arcana", 1))
    state = cast(play_more(play_more(state, InitiativeShown((shown(state, "n2"),))), DuelTurnBegun("n1")))
    for face, is_countered in ((11, False), (12, True)):
        texts = [note.text for note in counter(state, face).notes]
        assert any("is counteracted" in text for text in texts) is is_countered


def test_a_counter_spends_a_spell_and_the_spell_of_the_caster_is_lost():
    state = spell_duel(3)
    assert state.own.battle.combatants["a.m1"].spent
    after = counter(state, 18)
    assert after.own.battle.combatants["b.m1"].spent == (("arcane-caster-rank-3:1", 1),)
    assert conditions(after) == []
    with pytest.raises(ChangeRefused, match="left to spend"):
        play_more(state, DuelingReactionTaken("n2", "dueling-counter", (), "another"))


def test_ruling_309_a_counter_needs_the_tradition_of_the_spell():
    state = spell_duel(3, red="Perception")
    assert isinstance(pending(state.own.battle), RollAsk)
    with pytest.raises(ChangeRefused):
        play_more(state, DuelingReactionTaken("n2", "dueling-counter"))
    assert card_spell(state.own.battle, "a.m1", SABER) is None


def test_a_sealed_focus_is_shown_by_the_counter_in_a_mixed_duel():
    state = cast(started("Perception", "Arcana", "mixed", goal="judged"))
    assert [offer.key for offer in pending(state.own.battle).offers] == ["dueling-counter"]
    boxes = next(iter(spells_to_expend(state.own.battle, "b.m1")))
    with pytest.raises(ChangeRefused, match="no tradition focus"):
        play_more(state, DuelingReactionTaken("n2", "dueling-counter", (), boxes))
    state = react(state, "n2", "dueling-counter", expends=boxes)
    assert dict(state.own.focuses) == {"n2": "arcane"}


def test_ruling_310_first_blood_waits_for_the_judge():
    state = passed(die(passed(play_more(started(), strike_of("n1"))), 15))
    assert state.own.claim == "n1"
    assert not state.is_over
    with pytest.raises(ChangeRefused, match="judge"):
        play_more(state, strike_of("n1"))
    assert VictoryConfirmed.options(state) == {"participant": {"n1": "Ana"}}
    won = play_more(state, VictoryConfirmed("n1", "first blood."))
    assert (won.is_over, won.own.winner) == (True, "n1")
    assert "Ana wins the duel: first blood." in won.outcome
    on = play_more(state, VictoryDenied("Cloth, not skin"))
    assert isinstance(pending(play_more(on, strike_of("n1")).own.battle), RollAsk | OfferAsk)
    with pytest.raises(ChangeRefused):
        play_more(on, VictoryDenied("Twice"))


def test_blood_ends_nothing_where_the_duelists_fight_until_one_is_down():
    state = passed(die(passed(play_more(started(goal="knocked out"), strike_of("n1"))), 15))
    assert state.own.claim == ""
    down = play_more(state, DuelMoveMade("n2", HpSet("b.m1", 0, 0, "A fall")))
    assert down.own.claim == "n1"


def test_a_duelist_yields_if_the_rules_allow_it():
    won = play_more(started(), DuelYielded("n2"))
    assert (won.is_over, won.own.winner) == (True, "n1")
    assert won.outcome == "Ana wins the duel: Red yields."
    with pytest.raises(ChangeRefused):
        play_more(started(yielding=False), DuelYielded("n2"))
    assert DuelYielded.options(started(yielding=False)) == {"participant": {}}


def test_a_cheat_loses_and_what_was_planned_becomes_known():
    cheat = PlannedCheat("oil", "Oil on the third stone")
    state = started(cheats=(cheat,), penalty="Twice the price.")
    assert DUEL.hidden_facts(state) == {"cheat:oil": cheat.text}
    assert player_state(state).facts.cheats == ()
    over = play_more(state, CheatingFound("n1", "The judge slipped.", "oil"))
    assert (over.own.winner, over.is_over) == ("n2", True)
    assert any("Twice the price." in note.text for note in over.notes)
    assert player_state(over).facts.cheats == (cheat,)
    with pytest.raises(ChangeRefused):
        play_more(state, CheatingFound("n1", "No such thing", "sand"))
    with pytest.raises(ChangeRefused):
        play_more(state, CheatingFound("n1", "A player says so"), side=PLAYER)


def test_named_characters_need_typed_stats_and_prepared_ones_bring_them():
    ready = PreparedDuelist("blade", "Old Blade", level=3, stats=STATS)
    adventure = duel(duelists=(ready,))
    with pytest.raises(ChangeRefused, match="two duelists"):
        played(adventure, DuelBegun())
    state = played(adventure, PreparedDuelistEntered("blade"), DuelistTyped("n1", STATS), DuelBegun())
    assert [duelist.participant for duelist in state.own.duelists] == ["duelist.blade", "n1"]
    assert state.participant("duelist.blade").is_rival
    assert player_state(state).facts.duelists[0].stats is None
    with pytest.raises(ChangeRefused):
        played(adventure, PreparedDuelistEntered("sword"))
    with pytest.raises(ChangeRefused):
        play_more(state, DuelistTyped("n2", STATS))
    with pytest.raises(ChangeRefused, match="two duelists"):
        played(adventure, DuelistTyped("n1", STATS), DuelistTyped("n2", STATS), PreparedDuelistEntered("blade"))


def test_players_do_not_read_the_stats_of_a_rival():
    entries = log_of(DuelistTyped("n1", STATS), DuelistTyped("n2", STATS))
    seen = [entry.event for entry in adventure_view(duel(), entries, for_players=True).entries]
    assert [sorted(entry) for entry in seen] == [["kind", "participant", "stats"], ["kind", "participant"]]
    member = replace(MEMBER, is_rival=True)
    adventure = replace(duel(), participants=(member, *duel().participants))
    fielded = log_of(DuelistFielded("w1.m1", duelist_card("Boar", 3, STATS, ()), (STATE_MEMBER,)))
    (only,) = adventure_view(adventure, fielded, for_players=True).entries
    assert sorted(only.event) == ["kind", "participant"]


def test_members_bring_the_card_of_their_career():
    card = duelist_card("Boar", 3, STATS, ("Athletics",))
    adventure = replace(duel(), participants=(MEMBER, *duel().participants))
    state = played(adventure, DuelistFielded("w1.m1", card, (STATE_MEMBER,)), DuelistTyped("n2", STATS), DuelBegun())
    assert state.own.of("w1.m1").card == card
    with pytest.raises(ChangeRefused, match="come from its card"):
        played(adventure, DuelistTyped("w1.m1", STATS))
    with pytest.raises(ChangeRefused):
        played(adventure, DuelistFielded("n1", card, (STATE_MEMBER,)))
    bare = replace(card, stats=replace(card.stats, will=None))
    with pytest.raises(ChangeRefused, match="lacks stats"):
        played(adventure, DuelistFielded("w1.m1", bare, (STATE_MEMBER,)))


STATE_MEMBER = played(duel(), DuelistTyped("n1", STATS)).own.duelists[0].member


def test_each_acts_for_itself_and_nothing_foreign_is_done():
    state = started()
    for wrong in (
        DuelMoveMade("n2", TurnEnded("a.m1", ())),
        DuelMoveMade("n1", TurnEnded("b.m1", ())),
        DuelDiceRolled("n1", (4,)),
        AdventureRoundEnded(),
    ):
        with pytest.raises(ChangeRefused):
            play_more(state, wrong)
    with pytest.raises(ChangeRefused, match="organizer"):
        play_more(state, DuelMoveMade("n2", HpSet("b.m1", 3, 0, "A player says so")), side=PLAYER)
    foreign = log_event_document(DuelMoveMade("n1", CreaturesActivated(("a.m1",))))
    with pytest.raises(DocumentError):
        adventure_event_from_document(foreign)


def test_facts_that_do_not_fit_together_are_refused():
    for facts in (
        DuelFacts("combat", duelists=(PreparedDuelist("a", "A", stats=STATS), PreparedDuelist("a", "B", stats=STATS))),
        DuelFacts("combat", duelists=(PreparedDuelist("a", "A"),)),
        DuelFacts("combat", duelists=(PreparedDuelist("a", "", stats=STATS),)),
        DuelFacts("combat", cheats=(PlannedCheat("", "Sand"),)),
    ):
        with pytest.raises(RulesError):
            DUEL.check_facts(facts)
    with pytest.raises(RulesError):
        DuelistStats(0, 10, 1, 10, 1, 1, 1)
    with pytest.raises(RulesError):
        replace(STATS, tradition="")
    assert len(DUEL.advice(DuelFacts("combat"))) == 2
