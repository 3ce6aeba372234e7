"""Each ruling on play, attacks, movement, victory, words and cards (sections C to H and J to L) is seen by a test."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = "CDEFGHJKL"
NAMED = re.compile(r"rulings?_((?:\d+_)+(?:and_\d+_)?)")
CITED = re.compile(r"[Rr]ulings? ((?:\d+(?:, | and )?)+)")

# The tests of rulings whose numbers they do not name: most are tests of a whole table.
SEEN_IN = {
    64: "tests/rules/tables/test_terrain.py::test_the_traits_stand_in_table_order_with_their_signs",
    65: "tests/rules/tables/test_sizes.py::test_every_size_with_its_space_and_height",
    66: "tests/rules/tables/test_special_objectives.py::test_the_creature_sets_the_power_where_there_is_one",
    68: "tests/rules/tables/test_stats.py::test_speed_does_not_fall_under_one_square",
    78: "tests/rules/tables/test_victory_conditions.py::test_the_bonus_needs_both_numbers_of_every_player",
    85: "tests/rules/tables/test_victory_conditions.py::test_a_side_is_broken_at_three_quarters_of_its_points",
    86: "tests/rules/tables/test_victory_conditions.py::"
    "test_the_standard_condition_and_eleven_others_with_every_line_of_scoring",
    87: "tests/rules/tables/test_victory_conditions.py::test_the_flag_is_worth_three_five_or_seven",
    98: "tests/rules/tables/test_damage.py::test_other_words_for_damage",
    100: "tests/rules/test_items.py::test_a_scroll_needs_a_caster",
    101: "tests/rules/test_items.py::test_three_items_are_thrown_as_strikes",
    103: "tests/rules/conversion/test_converted_features.py::"
    "test_slots_are_those_of_the_highest_rank_and_half_of_the_next_two_less_2",
    104: "tests/rules/tables/test_classes.py::test_growth_is_what_lies_between_two_levels",
    105: "tests/rules/tables/test_movement.py::test_the_five_modes_with_sign_and_what_they_pass",
    106: "tests/rules/tables/test_reactions.py::test_reactions_are_effects",
    107: "tests/rules/p2v_combat/test_effects_in_play.py::test_battle_medicine_heals_more_on_a_critical_success",
    108: "tests/rules/test_feats.py::test_assurance_counts_every_face_as_eight_at_least",
    110: "tests/rules/tables/test_victory_conditions.py::test_a_side_is_broken_at_three_quarters_of_its_points",
    121: "tests/rules/tables/test_cover.py::test_what_elevated_terrain_hides",
    122: "tests/rules/tables/test_areas.py::test_a_cone_that_is_not_drawn_lies_between_those_that_are",
    126: "tests/rules/tables/test_conditions.py::test_what_each_loose_word_counts_as",
    127: "tests/rules/tables/test_conditions.py::test_what_each_loose_word_counts_as",
    128: "tests/rules/tables/test_conditions.py::test_the_words_of_the_later_edition_say_where_they_come_from",
    130: "tests/rules/matchup/test_cells.py::test_averages_are_those_of_every_face_of_every_die",
    135: "tests/rules/effects/test_effect.py::test_the_parts_that_a_save_names_read_back_as_written",
    138: "tests/rules/spells/test_spell_texts.py::test_all_numbers_and_words_of_the_fields_stand_in_the_text",
    139: "tests/rules/spells/test_spell_texts.py::test_each_duration_has_its_sentence",
    142: "tests/rules/effects/test_effect.py::test_a_resistance_is_dice_or_a_number",
    144: "tests/rules/spells/test_find_spell.py::test_the_misprint_of_mountain_resilience_leads_to_the_spell",
    145: "tests/rules/spells/test_find_spell.py::test_a_name_on_an_orc_card_leads_to_the_orc_spell_if_there_is_one",
    152: "tests/rules/matchup/test_odds.py::test_a_critical_hit_and_a_critically_failed_save_together_double_once",
    153: "tests/rules/matchup/test_cells.py::test_averages_are_those_of_every_face_of_every_die",
    154: "tests/rules/matchup/test_cells.py::test_averages_are_those_of_every_face_of_every_die",
    155: "tests/rules/matchup/test_matchup_sheet.py::test_what_shifts_the_chances_is_what_the_rules_print",
    156: "tests/rules/matchup/test_cells.py::test_missiles_are_weighed_one_by_one",
    157: "tests/rules/tables/test_damage.py::"
    "test_weak_to_area_damage_counts_any_damage_that_befalls_an_area_and_no_other",
    158: "tests/rules/matchup/test_cells.py::test_a_swarm_is_weak_to_what_befalls_an_area_and_not_to_a_single_blow",
    159: "tests/rules/matchup/test_cells.py::test_an_attacker_without_fight_or_power_leaves_a_gap",
    176: "tests/rules/p2v_combat/solo/test_turns.py::test_the_words_for_moving_are_one_list",
}


def numbers_of_sections() -> set[int]:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    parts = {part[0]: part for part in re.split(r"\n## ", text)[1:]}
    return {int(number) for key in SECTIONS for number in re.findall(r"^\*\*(\d+)\. ", parts[key], re.MULTILINE)}


@cache
def named_in_tests() -> frozenset[int]:
    numbers: set[int] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        for words in (*NAMED.findall(text), *CITED.findall(text)):
            numbers |= {int(number) for number in re.findall(r"\d+", words)}
    return frozenset(numbers)


def test_every_ruling_of_these_sections_has_a_test() -> None:
    assert sorted(numbers_of_sections() - named_in_tests() - set(SEEN_IN)) == []


def test_every_ruling_of_the_board_is_there_and_named_by_a_test() -> None:
    # 501 to 531 without a gap; none of them is left to a table's test.
    board = set(range(501, 532))
    assert sorted(board - numbers_of_sections()) == []
    assert sorted(board - named_in_tests()) == []


def test_a_ruling_is_listed_here_only_where_no_test_names_it() -> None:
    assert sorted(set(SEEN_IN) & named_in_tests()) == []
    assert sorted(set(SEEN_IN) - numbers_of_sections()) == []


def test_the_listed_tests_are_there() -> None:
    missing = []
    for place in SEEN_IN.values():
        path, _, name = place.partition("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        if name not in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]:
            missing.append(place)
    assert missing == []
