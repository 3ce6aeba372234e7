"""A monster's turn: what each word of a gambit makes it do, what it chooses, and what slowed and stunned take away."""

from compendium.builtin import built_in_cards
from rules.p2v_combat.solo.gambits import format_plan, parse_plan, plan_actions, plan_steps
from rules.p2v_combat.solo.monsters import stock_tables
from rules.p2v_combat.solo.readings import MOVEMENT_WORDS, MonsterCard
from rules.p2v_combat.solo.targets import TargetQuestion, TargetView
from rules.p2v_combat.solo.turns import MOVEMENTS, MonsterInstruction, MonsterTurn, Pursuit, plan_left
from tests.rows import every_row

CARDS = {card.key: card for card in built_in_cards()}
SNIK = TargetView("a.m1", "Snik", hp=5, armor=16)
FLINT = TargetView("a.m2", "Flint", hp=9, armor=16)


def _turn(key: str, *enemies: TargetView, prefers: str = "") -> MonsterTurn:
    return MonsterTurn("The monster", MonsterCard(CARDS[key]), prefers, enemies or (SNIK,))


def _instruction(turn: MonsterTurn, plan: str, pursuit: Pursuit | None = None, **answers: str) -> MonsterInstruction:
    first, *rest = plan_steps(parse_plan(plan))
    named = {rung.replace("_", "."): tuple(ids.split()) for rung, ids in answers.items()}
    instruction = turn.instruction(first, rest, named, key="0", pursuit=pursuit)
    assert isinstance(instruction, MonsterInstruction), instruction
    return instruction


def test_the_words_for_moving_are_one_list():
    assert tuple(word.name for word in MOVEMENTS) == MOVEMENT_WORDS


@every_row(
    "plan, near, text",
    [
        (
            "Shift > Jaws",
            "a.m1",
            "The monster Steps so that Snik is within reach. If it is already, the Step keeps it there.",
        ),
        ("Shift", "a.m1", "The monster Steps away from its enemies."),
        ("Step > Jaws > Jaws", "", "The monster Steps toward Snik, but cannot attack yet."),
        (
            "Charge > Jaws",
            "a.m1",
            "The monster Strides toward Snik. If it has an enemy within melee reach already, it stays where it is.",
        ),
        ("Reposition", "a.m1", "The monster Strides toward Snik, even if it has an enemy within melee reach already."),
        ("Retreat", "a.m1", "The monster Strides up to 6 squares, as far as possible from all of its enemies."),
        ("Stride > Jaws", "a.m1", "The monster Strides to where it can attack Snik with Jaws."),
        ("Stride > Jaws", "", "The monster Strides toward Snik, but cannot attack yet."),
        ("Stride", "a.m1", "The monster Strides into melee reach of Snik."),
    ],
)
def test_a_word_for_moving_says_where_to(plan, near, text):
    assert _instruction(_turn("taxidermic-dog"), plan, **{"0_range": near}).text == text


def test_a_shooter_strides_out_of_melee():
    text = (
        "The monster Strides to where it can attack Snik with Spore Pod, out of its enemies' melee reach if possible."
    )
    assert _instruction(_turn("fungus-leshy"), "Stride > Spore Pod", **{"0_range": "a.m1"}).text == text


def test_a_shift_before_a_shot_leads_away():
    assert _instruction(_turn("fungus-leshy"), "Shift > Spore Pod").text == "The monster Steps away from its enemies."


def test_every_move_before_the_attack_counts_for_its_range():
    first, *rest = plan_steps(parse_plan("Stride > Stride > Jaws"))
    question = _turn("taxidermic-dog").instruction(first, rest, {})
    assert isinstance(question, TargetQuestion)
    assert question.text.endswith("Jaws (Melee), after moving up to 12 squares?")


def test_an_attack_names_its_target():
    instruction = _instruction(_turn("taxidermic-dog", SNIK, FLINT), "Jaws", **{"0_range": "a.m2"})
    assert (instruction.text, instruction.targets) == ("The monster attacks Flint with Jaws.", ("a.m2",))
    assert instruction.clause("The monster") == "attacks Flint with Jaws"
    assert instruction.reasons == ("Flint: in range.",)


def test_an_attack_without_an_enemy_in_range_is_not_made():
    instruction = _instruction(_turn("taxidermic-dog"), "Jaws", **{"0_range": ""})
    assert (instruction.text, instruction.action) == ("The monster cannot attack with Jaws.", None)


def test_a_monster_stays_with_its_target_until_it_is_helpless():
    pursuit = Pursuit(("a.m1",), "Jaws")
    assert _instruction(_turn("taxidermic-dog", SNIK, FLINT), "Jaws", pursuit).targets == ("a.m1",)
    down = TargetView("a.m1", "Snik", hp=0, is_helpless=True)
    assert _instruction(_turn("taxidermic-dog", down, FLINT), "Jaws", pursuit, **{"0_range": "a.m2"}).targets == (
        "a.m2",
    )


@every_row(
    "answers, text, added",
    [
        ({"0_0_range": "a.m1"}, "The monster attacks Snik with Fist.", ""),
        ({"0_0_range": "", "0_1_range": "a.m1"}, "The monster attacks Snik with Spore Pod.", ""),
        (
            {"0_0_range": "", "0_1_range": "", "0_2_range": "a.m1"},
            "The monster Strides into melee reach of Snik.",
            "",
        ),
    ],
)
def test_of_a_choice_the_best_that_it_can_make_is_taken(answers, text, added):
    """Attacks before movement, melee before ranged; ruling 175."""
    instruction = _instruction(_turn("fungus-leshy"), "Stride / Spore Pod / Fist", **answers)
    assert instruction.text == text


def test_a_sequence_in_brackets_is_one_option_and_leaves_its_rest_for_later():
    turn = _turn("faerie-dragon")
    plan = "Telekinetic Projectile / (Stride > Jaws)"
    instruction = _instruction(turn, plan, **{"0_0_range": "a.m1"})
    assert instruction.text == "The monster Strides to where it can attack Snik with Jaws."
    assert [format_plan(step) for step in instruction.added] == ["Jaws"]
    far = _instruction(turn, plan, **{"0_0_range": "", "0_1_range": "a.m1"})
    assert (far.text, far.added) == ("The monster attacks Snik with Telekinetic Projectile.", ())


def test_a_stride_before_a_choice_goes_for_the_best_attack_that_it_can_bring_in_range():
    turn = _turn("fungus-leshy")
    close = _instruction(turn, "Stride > Spore Pod / Fist", **{"0_0_range": "a.m1"})
    assert (close.attack, close.targets) == ("Fist", ("a.m1",))
    far = _instruction(turn, "Stride > Spore Pod / Fist", **{"0_0_range": "", "0_1_range": "a.m1"})
    assert far.attack == "Spore Pod"


def test_an_action_that_no_card_names_is_read_out():
    instruction = _instruction(_turn("taxidermic-dog"), "Resist all 2d6 until the end of the round")
    assert instruction.text == "The monster does this: Resist all 2d6 until the end of the round."
    assert instruction.clause("The monster") == "Resist all 2d6 until the end of the round"
    assert _instruction(_turn("fungus-leshy"), "Change Shape").text == "The monster uses Change Shape."
    assert _instruction(_turn("faerie-dragon"), "Invisibility").text == "The monster casts Invisibility."


@every_row(
    "key, plan, slowed",
    [
        ("taxidermic-dog", "Stride > Jaws > Jaws", "Stride > Jaws"),
        ("taxidermic-dog", "Jaws", None),
        ("taxidermic-dog", "Jaws > Reposition", "Jaws"),
        ("fungus-leshy", "Stride > Fist / Spore Pod", "Stride"),
        # An action that would cost 2 AP is kept as long as another can go.
        ("fungus-leshy", "Stride > Spore Cloud", "Spore Cloud"),
        ("rocking-horse", "Trample", None),
        ("rocking-horse", "Headbutt > Trample > Stride", "Headbutt > Trample"),
        ("faerie-dragon", "Telekinetic Projectile / (Stride > Jaws)", "Stride"),
        ("faerie-dragon", "(Stride > Jaws > Jaws) / (Jaws > Retreat)", "(Stride > Jaws) / Jaws"),
        ("faerie-dragon", "Stride > Breath Weapon", "Breath Weapon"),
    ],
)
def test_a_slowed_monster_loses_the_last_action_and_a_stunned_one_all(key, plan, slowed):
    """Ruling 95."""
    monster = MonsterCard(CARDS[key])
    left = plan_left(parse_plan(plan), monster, slowed=True)
    assert (format_plan(left) if left else None) == slowed
    assert plan_left(parse_plan(plan), monster, stunned=True) is None
    assert plan_left(parse_plan(plan), monster, stunned=True, slowed=True) is None
    assert plan_left(parse_plan(plan), monster) == parse_plan(plan)


@every_row("key", ["taxidermic-dog", "chimera", "kobold-sorcerer-1", "ohancanu", "wasp-swarm", "ballista"])
@every_row("table", list(stock_tables()))
def test_every_row_of_every_stock_table_is_told_once_its_questions_are_answered(key, table):
    turn = _turn(key, SNIK, FLINT)
    for row in stock_tables()[table].gambits.rows:
        steps = list(plan_steps(row.plan))
        answers: dict[str, tuple[str, ...]] = {}
        pursuit = None
        number = 0
        while steps:
            step = steps.pop(0)
            reply = turn.instruction(step, steps, answers, key=str(number), pursuit=pursuit)
            while isinstance(reply, TargetQuestion):
                answers[reply.key] = reply.options[:1]
                reply = turn.instruction(step, steps, answers, key=str(number), pursuit=pursuit)
            assert isinstance(reply, MonsterInstruction)
            assert reply.text.endswith(".")
            steps[:0] = reply.added
            pursuit = Pursuit(reply.targets, reply.attack) if reply.attack else None
            number += 1
        assert number <= 2 * sum(1 for _ in plan_actions(row.plan))
