"""How long what is given lasts, for each word of the fields: the same for conditions, numbers and loose words."""

from dataclasses import replace
from typing import get_args

from rules.cards.model import Caster, CasterSpell, Feature, SpellGroup
from rules.effects.values import Bonus, Lasts, Target
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.reactions import TriggerReported
from rules.p2v_combat.events.turns import CreaturesActivated, TurnEnded
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.sides import BattleSetup
from tests.rows import every_row
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

GIVER, OTHER = "a.m1", "b.m1"
NEVER = ""
KINDS = {"rattled": "condition", "Hex": "number", "blessed": "word"}
"""What the effect of these tests gives: a condition, a number, and a word that no table has."""
TURNS = (GIVER, OTHER, OTHER, GIVER, GIVER, OTHER)
"""The turns of three rounds; the side that was second is first in the next one."""
OWN, OTHERS = "own turn", "other's turn"
"""Whose turn it is as the giver acts: its own, or that of the other one, in which it reacts."""

# By word: when it ends, given in the giver's first turn to itself and to the other, then in the other's first turn to
# itself and to the other. "a start 2" is the start of the giver's second turn. Of a turn that is going on, the next one
# is another.
ENDS: dict[str | None, tuple[str, str, str, str]] = {
    "turn_end": ("a end 1", "a end 1", "a end 2", "a end 2"),
    "next_turn_start": ("a start 2", "a start 2", "a start 2", "a start 2"),
    "next_turn_end": ("a end 2", "a end 2", "a end 2", "a end 2"),
    "target_next_turn_start": ("a start 2", "b start 1", "a start 2", "b start 2"),
    "target_next_turn_end": ("a end 2", "b end 1", "a end 2", "b end 2"),
    "target_next_activation": ("a end 2", "b end 1", "a end 2", "b end 2"),
    "next_round_end": ("a end 2",) * 4,
} | dict.fromkeys(("roll", "used", "sustained", "encounter", "while_held", "broken", "unprinted"), (NEVER,) * 4)
OWN_RULE = ("a end 1", "b end 1", "a end 2", "b end 1")
"""A condition without a word ends with the turn of its creature; a number without one with the encounter, and one that
lasts as long as its condition with that."""
WITHOUT_END = (None, "instant", "condition")


def setup_with(lasts: Lasts | None, *, reacts: bool) -> BattleSetup:
    effect = Feature(
        id="hex",
        name="Hex",
        cost="reaction" if reacts else "1",
        trigger="The players say so." if reacts else None,
        target=Target(with_self=True),
        gives=("rattled", "blessed"),
        bonuses=(Bonus(stats=("armor",), by=1),),
        lasts=lasts,
    )
    setup = setup_of(["boar"], ["boar"])
    giver = setup.fielded[0]
    card = replace(giver.card, features=(*giver.card.features, effect))
    return replace(setup, fielded=(replace(giver, card=card), *setup.fielded[1:]))


def held(table: PlayedTable, target: str) -> set[str]:
    combatant = table.of(target)
    return {
        KINDS[name] for name in (*combatant.condition_names, *(effect.source for effect in combatant.active_effects))
    }


def ends_of(lasts: Lasts | None, when: str, target: str) -> dict[str, str]:
    """Play three rounds and say when the condition, the number and the loose word of an effect end."""
    table = PlayedTable(setup_with(lasts, reacts=when == OTHERS)).begin("a")
    ends: dict[str, str] = {}
    is_given = False
    for place, creature in enumerate(TURNS):
        for moment, event in (("start", CreaturesActivated((creature,))), ("end", TurnEnded(creature, ()))):
            before = held(table, target)
            table.do(event, creature[0])
            ends |= dict.fromkeys(before - held(table, target), f"{creature[0]} {moment} {place // 2 + 1}")
            if moment == "start" and not is_given and (creature == GIVER) is (when == OWN):
                aims = (AimedTarget(target),)
                event_class = CreatureActed if when == OWN else TriggerReported
                table.do(event_class(GIVER, "feature/hex", "", aims), "a")
                is_given = True
                assert held(table, target) == set(KINDS.values())
    return {kind: ends.get(kind, NEVER) for kind in KINDS.values()}


@every_row("lasts", [None, *get_args(Lasts)])
@every_row("place", range(4))
def test_what_is_given_ends_at_the_moment_that_its_word_names(lasts: Lasts | None, place: int) -> None:
    when, target = (OWN, OWN, OTHERS, OTHERS)[place], (GIVER, OTHER)[place % 2]
    ends = ends_of(lasts, when, target)
    if lasts in WITHOUT_END:
        number = OWN_RULE[place] if lasts == "condition" else NEVER
        assert ends == {"condition": OWN_RULE[place], "number": number, "word": NEVER}
    else:
        assert set(ends.values()) == {ENDS[lasts][place]}, ends


def test_ruling_364_levitate_on_oneself_lasts_until_the_casters_next_turn_ends() -> None:
    setup = setup_of(["boar"], ["boar"])
    caster = setup.fielded[0]
    spells = Caster("arcane", 3, (SpellGroup((), (CasterSpell("Levitate"),)),))
    card = replace(caster.card, features=(*caster.card.features, Feature(id="spells", name="Spells", caster=spells)))
    table = PlayedTable(replace(setup, fielded=(replace(caster, card=card), *setup.fielded[1:]))).begin("a")
    key = next(key for key in table.state.fielded(GIVER).actions if "levitate" in key)
    table.activate(GIVER).do(CreatureActed(GIVER, key, "", (AimedTarget(GIVER),)), "a").end(GIVER)
    assert [effect.source for effect in table.of(GIVER).active_effects] == ["Flight"]
    table.activate(OTHER).end(OTHER).activate(OTHER).end(OTHER).activate(GIVER)
    assert [effect.source for effect in table.of(GIVER).active_effects] == ["Flight"]
    assert table.end(GIVER).of(GIVER).active_effects == ()


@every_row("immune", [False, True])
def test_numbers_that_last_as_long_as_a_condition_end_with_escape_and_need_it_to_be_there(immune: bool) -> None:
    setup = setup_with("condition", reacts=False)
    giver, other = setup.fielded
    if immune:
        other = replace(other, card=replace(other.card, immune=("rattled",)))
    table = PlayedTable(replace(setup, fielded=(giver, other))).begin("a").activate(GIVER)
    table.do(CreatureActed(GIVER, "feature/hex", "", (AimedTarget(OTHER),)), "a")
    assert ("number" in held(table, OTHER)) is not immune
    if not immune:
        table.do(HeldSet(OTHER, "rattled", False, ""))
        assert held(table, OTHER) == {"word"}
