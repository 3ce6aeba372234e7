"""Bans are words of what an effect gives; every kind of them is read."""

from rules.effects.limits import Ban, BanKind, BannedAgainst, ban_of
from rules.tables.conditions import bans_in, expanded, is_condition
from tests.rows import every_row


@every_row(
    ("word", "kind", "names", "against"),
    [
        ("make attacks", "attack", (), ""),
        ("take hostile actions", "attack", (), ""),
        ("make attacks against the user", "attack", (), "user"),
        ("take hostile actions against the caster", "attack", (), "user"),
        ("make attacks against others", "attack", (), "others"),
        ("make ranged attacks", "ranged attack", (), ""),
        ("target enemies", "target enemies", (), ""),
        ("cast spells without an attack", "cast", (), ""),
        ("be healed", "be healed", (), ""),
        ("be the target of melee and ranged attacks", "be attacked", (), ""),
        ("be the target of ranged attacks", "be shot", (), ""),
        ("move", "move", (), ""),
        ("be moved", "be moved", (), ""),
        ("be the only target of Will saves", "be singled out", (), ""),
        ("use Flight or Burn Alive", "use", ("Flight", "Burn Alive"), ""),
        ("cast Shield", "use", ("Shield",), ""),
        ("become invisible", "gain", ("invisible",), ""),
    ],
)
def test_a_ban_says_what_and_against_whom(
    word: str, kind: BanKind, names: tuple[str, ...], against: BannedAgainst
) -> None:
    assert ban_of(f"cannot {word}") == Ban(kind, names, against)
    assert is_condition(f"cannot {word}")
    assert expanded([f"cannot {word}"]) == ()


def test_a_ban_may_count_with_a_condition_alone() -> None:
    assert ban_of("cannot use Burn Alive while rattled") == Ban("use", ("Burn Alive",), during=("rattled",))
    assert ban_of("cannot be moved while immobilized") == Ban("be moved", during=("immobilized",))
    assert ban_of("cannot use Claw while grabbed and broken") == Ban("use", ("Claw",), during=("grabbed", "broken"))


def test_other_words_are_no_bans() -> None:
    assert ban_of("rattled") is None
    assert ban_of("cannot sing") is None
    assert not is_condition("cannot sing")
    assert bans_in("rattled") == ()
    assert bans_in("charmed") == (Ban("attack", against="user"),)
