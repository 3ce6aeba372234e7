"""The play modes and the limits that each of them sets."""

import pytest

from rules.errors import RulesError
from rules.tables.play_modes import PLAY_MODES, ROSTER_KEYS, gambit_left, play_mode
from tests.rules.tables.entry_kinds import entries_of

# name, roster key, points limit, default, half cap, alignment, in the rulebook
ROWS = [
    ("Narrative Play", "narrative", False, None, False, "ignored", True),
    ("Balanced, Unlimited Play", "unlimited", True, None, True, "ignored", True),
    ("Balanced, Limited Play", "limited", True, None, True, "required", True),
    ("Random Box Recruitment", "random_box", True, 200, True, "ignored", True),
    ("Campaign Play", "campaign", True, None, True, "if given", True),
    ("Adventure Play", "", True, None, True, "as agreed", True),
    ("Gridless Play", "", True, None, True, "as agreed", True),
    ("3D Play", "", True, None, True, "as agreed", True),
    ("Wargaming", "", True, None, True, "as agreed", False),
]


def test_every_mode_and_its_limits() -> None:
    rows = [
        (m.name, m.roster_key, m.points_limit, m.default_points, m.half_cap, m.alignment, m.in_rulebook)
        for m in PLAY_MODES
    ]
    assert rows == ROWS


def test_a_roster_names_one_of_five_modes() -> None:
    assert ROSTER_KEYS == ("narrative", "unlimited", "limited", "random_box", "campaign")
    assert [play_mode(key).name for key in ROSTER_KEYS] == [row[0] for row in ROWS[:5]]


@pytest.mark.parametrize("word", ["", "Narrative", "wargaming", "matched"])
def test_another_word_is_refused(word: str) -> None:
    with pytest.raises(RulesError, match="narrative, unlimited, limited, random_box or campaign"):
        play_mode(word)


def test_a_game_is_set_up_in_six_steps() -> None:
    steps = next(entry.text for entry in entries_of("play-mode") if entry.key == "setting-up").split("\n")
    assert [step.rstrip(".").split()[-1] for step in steps] == [
        "points",
        "fewer",
        "points",
        "terrain",
        "them",
        "deploy",
    ]


def test_every_mode_and_the_steps_have_their_entry() -> None:
    entries = entries_of("play-mode")
    assert [entry.name for entry in entries] == [*(row[0] for row in ROWS), "Cardboard AI", "Setting Up"]
    assert {entry.kind for entry in entries} == {"play-mode"}
    assert len({entry.key for entry in entries}) == 11
    assert entries[3].facts == (("Points limit", "200, or agreed"), ("Half cap", "yes"), ("Alignment", "ignored"))
    assert "1 inch" in entries[6].text


def test_the_cardboard_ai_chooses_its_target_in_eight_steps() -> None:
    answer = next(entry.text for entry in entries_of("play-mode") if entry.key == "cardboard-ai")
    order = [
        "within range of its attack",
        "most enemies caught",
        "preferred by its card",
        "nearest",
        "not yet activated",
        "fewest HP",
        "lowest Armor",
        "the player's choice",
    ]
    places = [answer.index(words) for words in order]
    assert places == sorted(places)
    assert [word for word in ("Shift", "Charge", "Reposition", "Retreat", "Stride") if f"{word}: " not in answer] == []


@pytest.mark.parametrize(
    ("slowed", "stunned", "left"),
    [
        (False, False, ("I Step", "Bite", "Stride")),
        (True, False, ("I Step", "Bite")),
        (False, True, ()),
        (True, True, ()),
    ],
)
def test_slowed_monsters_lose_their_last_action_and_stunned_ones_all(
    slowed: bool, stunned: bool, left: tuple[str, ...]
) -> None:
    # Ruling 95.
    assert gambit_left(("I Step", "Bite", "Stride"), slowed=slowed, stunned=stunned) == left
    assert gambit_left((), slowed=True) == ()
