"""Cards of one name are told apart by words."""

from rules.cards.model import NamedCard, describe_origin, tell_apart

ORC, OGL = "Path 2 Victory, ORC cards", "Path 2 Victory, OGL cards"


def test_an_origin_is_the_source_without_the_name_of_the_game_and_the_alignment():
    assert describe_origin(ORC, "LE") == "ORC cards, Lawful Evil"
    assert describe_origin("Homebrew", None) == "Homebrew, no alignment"


def test_only_cards_that_share_their_name_are_told_apart():
    kobolds = [NamedCard("Kobold", ORC, "LE", "ORC"), NamedCard("Boar", ORC, "TN", "ORC")]
    assert tell_apart(kobolds) == ["", ""]
    assert tell_apart([*kobolds, NamedCard("Kobold", OGL, "CE", "OGL")]) == [
        "ORC cards, Lawful Evil",
        "",
        "OGL cards, Chaotic Evil",
    ]


def test_the_license_is_added_where_source_and_alignment_are_the_same():
    bats = [NamedCard("Bat", "Own", "TN", "ORC"), NamedCard("Bat", "Own", "TN", "OGL")]
    assert tell_apart(bats) == ["Own, True Neutral, ORC", "Own, True Neutral, OGL"]
