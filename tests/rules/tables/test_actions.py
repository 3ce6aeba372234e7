"""The actions and the signs of what they cost."""

from compendium.builtin.creatures import built_in_cards
from rules.effects.model import Effect
from rules.effects.values import ForcedMove, SavingThrow
from rules.feats import FEATS
from rules.items import ITEMS
from rules.spells import SPELLS
from rules.tables.actions import (
    ACTIONS,
    BY_NAME,
    CARD_ACTIONS,
    COST_SIGNS,
    RULED_ACTIONS,
    STAND_CHOOSER,
    UNIVERSAL_ACTIONS,
    Action,
    long_jump_squares,
)
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of


def test_the_fourteen_universal_actions_with_cost_roll_and_save() -> None:
    assert [
        (row.name, row.action_points, row.fight_roll, row.save, row.on_failure, row.move) for row in UNIVERSAL_ACTIONS
    ] == [
        ("Crawl", 1, False, None, "", 1),
        ("Drop Prone", 1, False, None, "", None),
        ("Escape", 1, False, None, "", None),
        ("Grapple", 1, True, "fortitude", "grabbed", None),
        ("Interact", 1, False, None, "", None),
        ("Leap", 1, False, None, "", 2),
        ("Long Jump", 2, False, None, "", "Speed"),
        ("Ready", 2, False, None, "", None),
        ("Shove", 1, True, "fortitude", "pushed 1 square", None),
        ("Stand", 1, False, None, "", None),
        ("Step", 1, False, None, "", 1),
        ("Stride", 1, False, None, "", "Speed"),
        ("Strike", 1, True, None, "", None),
        ("Trip", 1, True, "reflex", "prone", None),
    ]


def test_the_actions_that_only_cards_and_feats_speak_of() -> None:
    assert [(row.name, row.action_points, row.fight_roll, row.save, row.on_failure) for row in RULED_ACTIONS] == [
        ("Demoralize", 1, False, "will", "rattled"),
        ("Disarm", 1, True, "reflex", "rattled"),
        ("Grab", 1, True, "fortitude", "grabbed"),
        ("Tumble Through", 1, False, None, ""),
    ]
    assert [(row.name, row.action_points, row.save, row.move) for row in CARD_ACTIONS] == [
        ("Swallow Whole", 1, "reflex", None),
        ("Trample", 2, "reflex", "Speed"),
    ]


def test_action_points_tell_what_every_sign_means() -> None:
    answer = entries_of("action")[0]
    assert answer.facts == (
        ("●", "1 action point"),
        ("●●", "2 action points"),
        ("●●●", "3 action points"),
        ("○", "free action"),
        ("●○", "1 action point, once per turn"),
        ("↻", "reaction"),
    )
    words = (
        "has 2 action points",
        "loses any AP that it has not spent",
        "once per turn",
        "unless the action has a trigger",
        "take one reaction, when",
    )
    assert [word for word in words if word not in answer.text] == []


def test_every_sign_of_a_cost() -> None:
    assert [(row.sign, row.cost, row.once_per_turn) for row in COST_SIGNS] == [
        ("●", "1", False),
        ("●●", "2", False),
        ("●●●", "3", False),
        ("○", "0", False),
        ("●○", "1", True),
        ("↻", "reaction", False),
    ]


@every_row(("total", "squares"), [(-2, 0), (0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (15, 3), (16, 4), (27, 6)])
def test_a_long_jump_clears_a_quarter_of_the_check(total: int, squares: int) -> None:
    assert long_jump_squares(total) == squares


def test_every_action_has_one_entry_and_so_have_action_points_and_group_activation() -> None:
    names = [entry.name for entry in entries_of("action") if entry.name != "Multiple Attack Penalty"]
    assert names == [
        "Action Points",
        *("Crawl", "Drop Prone", "Escape", "Grapple", "Interact", "Leap", "Long Jump", "Ready", "Shove", "Stand"),
        *("Step", "Stride", "Strike", "Trip", "Demoralize", "Disarm"),
        *("Grab", "Tumble Through", "Swallow Whole", "Trample", "Group Activation"),
    ]
    assert {entry.kind for entry in entries_of("action")} == {"action"}


def test_the_creature_that_was_not_lying_down_chooses_who_leaves_a_shared_space() -> None:
    # Ruling 70.
    assert STAND_CHOOSER == "The creature that was not lying down"
    assert f"{STAND_CHOOSER} chooses which of them moves." in BY_NAME["Stand"].text


def test_demoralize_and_disarm_as_muster_reads_them() -> None:
    # Ruling 97.
    demoralize, disarm, trip = (BY_NAME[name] for name in ("Demoralize", "Disarm", "Trip"))
    assert (demoralize.action_points, demoralize.reach, demoralize.save, demoralize.fight_roll) == (1, 6, "will", False)
    assert "Ranged 6" in demoralize.text
    assert (disarm.action_points, disarm.save, disarm.fight_roll) == (trip.action_points, trip.save, trip.fight_roll)
    assert demoralize.on_failure == disarm.on_failure == "rattled"


def test_grab_is_read_as_grapple() -> None:
    # Ruling 164.
    grab, grapple = BY_NAME["Grab"], BY_NAME["Grapple"]
    assert (grab.fight_roll, grab.save, grab.on_failure) == (grapple.fight_roll, grapple.save, grapple.on_failure)


def test_tumble_through_asks_for_acrobatics_against_the_enemys_power() -> None:
    # Ruling 165.
    tumble = BY_NAME["Tumble Through"]
    assert (tumble.move, tumble.aliases) == ("Speed", ("Tumbles Through",))
    words = ("Acrobatics check", "enemy's Power", "space of one enemy", "difficult terrain", "empty space")
    assert [word for word in words if word not in tumble.text] == []


def test_wrestling_is_for_adjacent_targets_at_most_one_size_larger() -> None:
    wrestling = [row for row in BY_NAME.values() if row.fight_roll and row.saves]
    assert [row.name for row in wrestling] == ["Grapple", "Shove", "Trip", "Disarm", "Grab"]
    assert {(row.targets.where, row.sizes_larger) for row in wrestling} == {("adjacent", 1)}


def test_what_the_table_has_to_see_to() -> None:
    assert [row.name for row in BY_NAME.values() if row.by_table] == ["Interact"]


def _everything_printed() -> list[Effect]:
    """Return the effects of every card, spell, item and feat that comes with Muster, parts included."""
    wholes = [feature for card in built_in_cards() for feature in card.features]
    wholes += [casting for spell in SPELLS for casting in spell.castings]
    wholes += [*ITEMS, *FEATS]
    return [effect for whole in wholes for effect in whole.everything() if effect.saves]


def test_what_a_failed_save_brings_is_what_the_fields_say() -> None:
    effects = [*ACTIONS, *_everything_printed()]
    assert len(effects) > 100
    for effect in effects:
        words = Action(
            "Any", saves=effect.saves, damage=effect.damage, gives=effect.gives, moves=effect.moves
        ).on_failure
        is_damaged = bool(effect.damage) or any(save.result == "half" for save in effect.saves)
        assert ("full damage" in words) is (is_damaged and bool(effect.saves)), effect
        assert [word for word in effect.conditions if effect.saves and word not in words] == [], effect
        for move in effect.forced_moves:
            moved = f"{move.kind}ed {move.squares} square"
            assert not effect.saves or (moved in words) is (move.on != "critical_failure"), effect


def test_a_failed_save_that_no_field_speaks_of_has_no_words() -> None:
    calm = Action("Calm", saves=(SavingThrow("will", "other"),), heal=5)
    assert calm.on_failure == ""
    pull = Action("Pull", saves=(SavingThrow("reflex", "negates"),), moves=(ForcedMove("pull", 2),))
    assert pull.on_failure == "pulled 2 squares"
