"""Seals: computed again by anyone, and telling nothing before the choice is shown."""

import hashlib
import json
from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.p2v_combat.setup.plan import SecretChoice
from rules.p2v_combat.setup.steps import opens, seal, sealed_choice
from tests.rows import every_row

SALT = "00112233445566778899aabbccddeeff"
SECRET = SecretChoice("a", "target", "b.m2", SALT)


def test_a_seal_is_the_hash_of_a_json_array():
    array = ["muster-seal/1", "k7", "b", "false-object a.m3", "Éclair, “t4”", SALT]
    text = json.dumps(array, ensure_ascii=False, separators=(",", ":"))
    assert "Éclair" in text
    assert seal(*array[1:]) == hashlib.sha256(text.encode("utf-8")).hexdigest()  # type: ignore[arg-type] # five texts


@every_row("salt", ["", SALT[:-1], SALT + "0", SALT.upper(), "g" * 32, SALT + "\n"])
def test_a_salt_is_128_bits(salt: str):
    with pytest.raises(RulesError, match="32 hexadecimal"):
        seal("k7", "a", "target", "b.m2", salt)


def test_a_seal_opens_for_its_own_choice_only():
    sealed = sealed_choice("k7", SECRET)
    assert opens("k7", sealed, SECRET)
    assert not opens("k8", sealed, SECRET)
    for other in (
        replace(SECRET, side="b"),
        replace(SECRET, purpose="assassin"),
        replace(SECRET, choice="b.m1"),
        replace(SECRET, salt=SALT[::-1]),
    ):
        assert not opens("k7", sealed, other)


def test_what_everyone_sees_holds_neither_choice_nor_salt():
    shown = repr(sealed_choice("k7", SECRET))
    assert SECRET.choice not in shown
    assert SECRET.salt not in shown
