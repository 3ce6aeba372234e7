"""Gambits in sentences."""

from compendium.builtin import built_in_cards
from rules.p2v_combat.solo.gambits import parse_plan
from rules.p2v_combat.solo.monsters import stock_tables
from rules.p2v_combat.solo.readings import MonsterCard, gambit_sheet, plan_clause
from tests.rows import every_row

CARDS = {card.key: card for card in built_in_cards()}


@every_row(
    "key, plan, clause",
    [
        ("taxidermic-dog", "Reposition > Jaws", "Repositions, then attacks with Jaws"),
        ("taxidermic-dog", "Stride > Jaws > Jaws", "Strides, then attacks with Jaws twice"),
        ("fungus-leshy", "Stride / Spore Pod > Fist", "Strides or attacks with Spore Pod, then attacks with Fist"),
        ("fungus-leshy", "Fist / Spore Pod / Stride", "attacks with Fist, attacks with Spore Pod or Strides"),
        ("faerie-dragon", "Sleep / (Stride > Jaws)", "casts Sleep or Strides and attacks with Jaws"),
        ("faerie-dragon", "Invisibility", "casts Invisibility"),
        ("fungus-leshy", "Change Shape", "uses Change Shape"),
        ("fungus-leshy", "Hum a tune", "does this: Hum a tune"),
    ],
)
def test_a_plan_is_said_after_the_monsters_name(key, plan, clause):
    assert plan_clause(parse_plan(plan), MonsterCard(CARDS[key])) == clause


def test_a_sheet_names_the_monsters_own_attacks_in_a_stock_table():
    sheet = gambit_sheet(stock_tables()["fast"].gambits, MonsterCard(CARDS["boar"]))
    assert [(line.faces_text, line.phase, line.plan) for line in sheet.lines] == [
        ("1", "I", "Shift"),
        ("2-3", "II", "Reposition > Tusk"),
        ("4", "II", "Tusk > Retreat"),
        ("5", "III", "Stride > Tusk > Retreat"),
        ("6", "III", "Reposition > Tusk > Tusk"),
    ]
    assert sheet.lines[1].sentence == "It Repositions, then attacks with Tusk."
    assert (sheet.lines[0].phase_name, sheet.prefers) == ("super-early", "Prefers enemies with ranged attacks.")
