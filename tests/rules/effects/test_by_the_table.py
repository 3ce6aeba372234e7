"""docs/by-the-table.md counts what the fields of effects cannot say."""

from collections.abc import Iterable

from compendium.builtin.creatures import built_in_cards
from rules.feats import FEATS
from rules.items import ITEMS
from rules.spells import SPELLS
from rules.tables.actions import ACTIONS, REACTIONS
from rules.tables.terrain import TRAITS
from tests.rules.by_the_table import PAGE, REASONS, reasons_under, silent_by_page


def row(kind: str, names_left: Iterable[str], total: int) -> str:
    left = len([*names_left])
    return f"| {kind} | {total} | {total - left} | {left} |"


def expected_rows() -> list[str]:
    features = [feature for card in built_in_cards() for feature in card.features]
    return [
        row("Features of creatures", (feature.name for feature in features if feature.is_left_to_table), len(features)),
        row("Spells", (spell.name for spell in SPELLS if spell.by_table), len(SPELLS)),
        row("Items", (item.name for item in ITEMS if item.is_left_to_table), len(ITEMS)),
        row("Feats", (feat.name for feat in FEATS if feat.is_left_to_table), len(FEATS)),
        row("Actions", (action.name for action in ACTIONS if action.is_left_to_table), len(ACTIONS)),
        row("Reactions", (reaction.name for reaction in REACTIONS if reaction.is_left_to_table), len(REACTIONS)),
        row("Terrain traits", (trait.name for trait in TRAITS if trait.is_left_to_table), len(TRAITS)),
    ]


def named(label: str, names: Iterable[str]) -> str:
    return f"- **{label}:** {', '.join(sorted(set(names))) or 'none'}."


def names_left() -> list[str]:
    """Return what is left to the table by its name, features with the names of their creatures."""
    rest = (*ITEMS, *FEATS, *ACTIONS, *REACTIONS, *TRAITS)
    return [
        *features_left(),
        *dict.fromkeys(spell.name for spell in SPELLS if spell.by_table),
        *(entry.name for entry in rest if entry.is_left_to_table),
    ]


def features_left() -> list[str]:
    pairs = [(card.name, feature) for card in built_in_cards() for feature in card.features]
    return [f"{feature.name} ({name})" for name, feature in pairs if feature.is_left_to_table]


def expected_lists() -> list[str]:
    return [
        named("Features", features_left()),
        named("Spells", (spell.name for spell in SPELLS if spell.by_table)),
        named("Items", (item.name for item in ITEMS if item.is_left_to_table)),
        named("Feats", (feat.name for feat in FEATS if feat.is_left_to_table)),
        named("Actions", (action.name for action in ACTIONS if action.is_left_to_table)),
        named("Reactions", (reaction.name for reaction in REACTIONS if reaction.is_left_to_table)),
        named("Terrain traits", (trait.name for trait in TRAITS if trait.is_left_to_table)),
    ]


def test_the_page_counts_and_names_what_is_left_to_the_table() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    missing = [line for line in (*expected_rows(), *expected_lists()) if line not in lines]
    assert missing == [], f"{PAGE} should say:\n" + "\n".join(missing)


def test_each_name_that_is_left_to_the_table_has_its_reason() -> None:
    reasons = reasons_under(REASONS)
    assert sorted(reasons) == sorted(names_left())
    assert all(len(reason.split()) > 5 for reason in reasons.values())


def test_what_is_neither_played_nor_announced_is_a_passive_and_has_a_reason() -> None:
    passives = {
        f"{feature.name} ({card.name})"
        for card in built_in_cards()
        for feature in card.features
        if feature.cost is None
    }
    assert silent_by_page().keys() <= passives
    assert all(len(reason.split()) > 5 for reason in silent_by_page().values())
