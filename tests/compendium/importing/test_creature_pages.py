"""Pages of creature cards: what is read, what is a doubt, what is rejected, and what is no page."""

import time
import tracemalloc

import pytest

from compendium.importing import pages
from compendium.importing.pages import read_creature_page
from rules.card_reading.values import Candidate
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.cards.phrases import effect_text
from rules.effects.values import Damage, Range, Resistance, SavingThrow, Weakness
from rules.errors import DocumentError
from tests.compendium.importing.invented_pages import OGL, ORC, card, feature, page
from tests.rows import every_row


def read(*cards: str, license: str = ORC) -> list[Candidate[Card]]:
    return read_creature_page(page(*cards, license=license))


def only(markup: str) -> tuple[Card, list[str]]:
    """Return the one card of a page and the codes of its doubts."""
    (candidate,) = read(markup)
    assert candidate.value is not None, candidate.doubts
    copy = card_from_document(card_document(candidate.value, references=True))
    assert copy == candidate.value
    return candidate.value, [doubt.code for doubt in candidate.doubts]


def codes(markup: str) -> list[str]:
    return only(markup)[1]


def test_a_whole_card_is_read_into_fields():
    features = "".join(
        (
            feature("Tongue", "● Melee 2 strike", "8 bludgeoning and acid damage (Reflex half).", uses="🄴🄴"),
            feature("Javelin [add on]", "●○ Ranged 6/12 strike", "5 piercing damage."),
            feature("Claws [replaces Tongue]", "● Melee strike", "6 slashing; on a hit, spend 1 AP to grab."),
            feature("Croak", "↻", "If an ally falls: Each ally in emanation 3 can Step."),
            feature("Primal Caster Rank 2", "", "🄳🄳 heal, grease; ∞ light (self only)"),
        )
    )
    foot = "Intimidate, Stealth; Truesight; immune poison; weak cold iron, fire 5; resist all (except force) 2d6"
    creature, doubts = only(card(features=features, foot=foot, Armor="16 [14]", Speed="5 🌳️"))
    assert doubts == []
    assert (creature.name, creature.level, creature.points, creature.printed_points) == ("Marsh Drummer", 2, 18, 18)
    assert (creature.alignment, creature.size, creature.tags, creature.license) == (
        "CE",
        "Medium",
        ("Toad", "Beast"),
        "ORC",
    )
    assert (creature.stats.armor, creature.armor_broken, creature.stats.speed, creature.movement_mode) == (
        16,
        14,
        5,
        "Wall Climb",
    )
    tongue, javelin, claws, croak, caster = creature.features
    assert (tongue.cost, tongue.uses, tongue.range, tongue.strike) == ("1", ("encounter",) * 2, Range("melee", 2), True)
    assert tongue.damage == (Damage(8, ("bludgeoning", "acid")),)
    assert tongue.saves == (SavingThrow("reflex", "half"),)
    assert tongue.printed == ("● Melee 2 strike", "8 bludgeoning and acid damage (Reflex half).")
    assert (javelin.kind, javelin.once_per_turn, javelin.range) == ("add_on", True, Range("ranged", 6, 12))
    assert (claws.kind, claws.replaces, claws.damage) == ("replaces", "Tongue", (Damage(6, ("slashing",)),))
    assert (croak.cost, croak.trigger) == ("reaction", "If an ally falls")
    assert caster.kind == "caster"
    assert caster.caster is not None
    assert [(group.uses, [spell.name for spell in group.spells]) for group in caster.caster.groups] == [
        (("daily", "daily"), ["heal", "grease"]),
        ((), ["light"]),
    ]
    assert (creature.skills, creature.other, creature.immune) == (
        ("Intimidation", "Stealth"),
        ("Truesight",),
        ("poison",),
    )
    assert creature.weak == (Weakness("cold iron", 5), Weakness("fire", 5))
    assert creature.resist == (Resistance("all", 2, ("force",)),)


def test_defenses_are_read_where_some_cards_have_them():
    features = feature("Weakness", "", "fire 5") + feature("Resistance", "", "It resists what it has eaten.")
    creature, doubts = only(card(features=features, foot="Immunity to mental, stunned; resist cold 2d6"))
    assert (doubts, creature.other) == ([], ())
    assert (creature.weak, creature.immune) == ((Weakness("fire", 5),), ("mental", "stunned"))
    assert creature.resist == (Resistance("cold", 2),)
    assert [(result.name, effect_text(result)) for result in creature.features] == [
        ("Weakness", "fire 5"),
        ("Resistance", "It resists what it has eaten."),
    ]


def test_a_level_up_changes_the_number_in_the_text_too():
    creature, _ = only(card(features=feature("Bite", "● Melee strike", "8 piercing damage; 5 persistent acid damage.")))
    (bite,) = creature.features
    assert bite.damage == (Damage(8, ("piercing",)), Damage(5, ("acid",), persistent=True))
    assert effect_text(bite.with_amounts((11, 6))) == "11 piercing damage; 6 persistent acid damage."


@every_row(
    "text, damage",
    [
        ("10 slashing damage, +5 to creatures that are off-guard.", [10]),
        ("The target heals 10 HP.", []),
        ("On a critical hit, also do 4 fire damage.", []),
        ("Each strike does an additional 20 fire damage.", []),
        ("Marsh drummer takes 5 damage. Others take 10 sonic damage.", [10]),
        ("If it fails: 10 fire damage.", [10]),
        ("Pushed 2 squares.", []),
        ("10 fire or cold damage.", [10]),
        ("30 piercing damage. Sickened and persistent damage 15 fire.", [30, 15]),
    ],
)
def test_only_damage_dealt_as_a_matter_of_course_is_a_field(text: str, damage: list[int]):
    creature, _ = only(card(features=feature("Deed", "●", text)))
    (deed,) = creature.features
    assert [instance.amount for instance in deed.damage] == damage
    assert " ".join(filter(None, (deed.trigger, effect_text(deed)))).replace(":", "") == text.replace(":", "")


@every_row(
    "markup, expected",
    [
        (card(points="21 pts"), ["points.differ"]),
        (card(points=""), ["points.missing"]),
        (card(tags="Medium Toad Beast"), ["level.missing"]),
        (card(tags="Medium Toad Beast 15"), ["level.missing"]),
        (card(tags="Vast Toad 2"), ["size.unknown"]),
        (card(tags="2"), ["size.missing"]),
        (card(sign="♥"), ["alignment.unknown_sign"]),
        (card(sign=""), ["alignment.missing"]),
        (card(Will="nan"), ["stat.unreadable"]),
        (card(HP="12345"), ["stat.unreadable"]),
        (card(Power="left out"), ["stat.missing"]),
        (card(Luck="3"), ["stat.unknown"]),
        (card(Speed="5 ♞"), ["speed.unknown_sign"]),
        (card(features=feature("Bite", "●●●●")), ["cost.unknown_sign"]),
        (card(features=feature("Bite", "⚡ Melee strike")), ["top.unknown_sign"]),
        (card(features=feature("Bite", "●", uses="♦")), ["uses.unknown_sign"]),
        (card(features=feature("Bite", "●", uses="🄳" * 20)), ["uses.too_many"]),
        (card(features=feature("Bite [someday]", "●")), ["feature.unknown_mark"]),
        (card(features=feature("Bite [replaces Claw]", "●")), ["replaces.unknown"]),
        (card(features=feature("", "● Melee strike", "5 fire damage.")), ["feature.no_name"]),
        (card(features=feature("Arcane Caster Rank 1", "", "No list")), ["caster.unreadable"]),
        (card(features=feature("Bite", "", "{damage} and 5 fire damage")), ["text.braces"]),
        (card(features=feature("Bite", "", "word " * 5_000)), ["text.cut"]),
        (card(features=feature("Bite", "● " + "x" * 9_000)), ["text.cut", "field.no_room"]),
        (card(features=feature("Bite", "●") * 120), ["features.too_many"]),
        (card(features=feature("㎉" * 90)), ["text.cut"]),
        (card(features=feature(f"Bite [replaces {'x' * 400}]")), ["text.cut", "replaces.unknown"]),
        (card(foot="weak fire"), ["foot.no_amount"]),
        (card(foot=", ".join(f"trait {number}" for number in range(200))), ["field.no_room"]),
        (card(name="x" * 5_000), ["name.cut"]),
    ],
)
def test_what_cannot_be_read_comes_in_with_a_doubt(markup: str, expected: list[str]):
    assert codes(markup) == expected


@every_row(
    "markup, code",
    [
        (card(name=" "), "name.missing"),
        (card(tags="Medium Toad", points=""), "level.missing"),
        (card(tags="Medium Toad", points="19 pts"), "level.missing"),
        (card(tags="", points="", sign=""), "level.missing"),
    ],
)
def test_a_card_without_a_name_or_a_level_is_rejected(markup: str, code: str):
    first, second = read(markup, card(name="Good"))
    assert first.value is None
    assert [doubt.code for doubt in first.doubts] == [code]
    assert second.value is not None


def test_a_missing_level_follows_from_the_points():
    assert only(card(tags="Medium Toad", points="192 pts"))[0].level == 14
    assert only(card(tags="Medium Toad 99", points="9 pts"))[0].level == -1


def test_an_unknown_sign_stays_in_the_text():
    creature, _ = only(card(features=feature("Bite", "⚡ strong", "Bites.", uses="♦")))
    (bite,) = creature.features
    assert (bite.uses, bite.trigger, bite.effect) == ((), "⚡ strong", "♦ Bites.")


@every_row(
    "words, license",
    [(ORC, "ORC"), (OGL, "OGL"), ("All rights reserved.", "unknown"), (f"{ORC} {OGL}", "unknown")],
)
def test_the_license_is_what_the_page_says(words: str, license: str):
    (candidate,) = read(card(features=feature("Orc Slayer", "", "Hurts an orc, under the OGL.")), license=words)
    assert candidate.value is not None
    assert candidate.value.license == license


def test_the_license_of_the_caller_comes_first():
    (candidate,) = read_creature_page(page(card()), license="CC BY")
    assert candidate.value is not None
    assert candidate.value.license == "CC BY"


def test_markup_in_names_and_texts_is_text():
    sly = card(
        name="&lt;script&gt;alert(1)&lt;/script&gt; <script>alert(2)</script><b>Sly</b>",
        features='<div class="feature"><div class="feature-name">A<!-- x -->b<br>c</div>'
        '<div class="feature-top">●</div><div class="feature-text">&amp;amp; <i>fine</i>.</div></div>',
    )
    creature, _ = only(sly)
    assert creature.name == "<script>alert(1)</script> Sly"
    assert [(result.name, result.effect) for result in creature.features] == [("Ab c", "&amp; fine.")]


@every_row(
    "data, code",
    [
        (b"", "page.no_cards"),
        (b"<html><body>no", "page.no_cards"),
        (b"\x00\xff\xfe\x80 no text", "page.encoding"),
        (page(card(name="Caf\u00e9")).decode().encode("latin-1", "replace"), "page.encoding"),
        (b'<meta charset="klingon">', "page.encoding"),
        (b'<meta charset="base64">', "page.encoding"),
        (b'<meta charset="punycode">' + b"a" * 9_000 + b"-" + b"a" * 900, "page.encoding"),
        (b'<meta charset="raw_unicode_escape">' + page(card(name="\\ud800")), "page.encoding"),
        (b'<meta charset="utf-7">' + page(card(name="+2AA-")), "page.encoding"),
        (b"<div>" * 200_000, "page.too_deep"),
        (b"<p>" * 2_100_000, "page.too_deep"),
        (b"<b><i>" * 200_000, "page.no_cards"),
        (b'<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>', "page.no_cards"),
        (b"{}", "page.no_cards"),
        (b"<div " + b" ".join(b"a%d" % number for number in range(100_000)) + b">", "page.no_cards"),
        (b"<div a=1 " + b"<b " * 300_000, "page.no_cards"),
    ],
)
def test_what_is_no_page_of_cards_is_refused_in_a_sentence(data: bytes, code: str):
    with pytest.raises(DocumentError) as refused:
        read_creature_page(data)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")


def test_a_page_has_its_bounds(monkeypatch):
    with pytest.raises(DocumentError) as refused:
        read_creature_page(b" " * (pages.MAX_PAGE_BYTES + 1))
    assert refused.value.code == "page.too_large"
    monkeypatch.setattr(pages, "MAX_CARDS", 2)
    with pytest.raises(DocumentError) as refused:
        read_creature_page(page(*[card()] * 3))
    assert refused.value.code == "page.too_many"


def test_a_page_in_another_encoding_that_it_declares_is_read():
    text = page(card(name="Élan Drummer")).decode()
    (declared,) = read_creature_page(text.replace("UTF-8", "utf-8", 1).encode("utf-8-sig"))
    (marked,) = read_creature_page(text.replace('<meta charset="UTF-8">', "").encode("utf-16"))
    assert declared.name == marked.name == "Élan Drummer"


def test_one_text_of_10_mb_is_cut_with_a_warning():
    creature, doubts = only(card(features=feature("Bite", "●", "bite (" * 1_700_000)))
    assert doubts == ["text.cut"]
    assert len(creature.features[0].effect) <= 3_000


def test_a_page_that_breaks_off_says_so():
    whole = page(card(name="First"), card(name="Second", features=feature("Bite", "●", "8 piercing damage.")))
    first, second = read_creature_page(whole[: whole.index(b"piercing") + 4])
    assert first.doubts == ()
    assert "page.cut" in [doubt.code for doubt in second.doubts]


def test_a_card_that_is_not_closed_keeps_to_itself():
    open_card = card(name="First", features=feature("Bite", "●", "8 piercing damage.")).removesuffix("</div>" * 3)
    first, second = read(open_card, card(name="Second", features=feature("Kick", "●", "5 bludgeoning damage.")))
    assert first.value is not None
    assert second.value is not None
    assert [ability.name for ability in first.value.features] == ["Bite"]
    assert [ability.name for ability in second.value.features] == ["Kick"]


def test_what_repeats_without_end_takes_bounded_time():
    words = feature("Bite", "●", "takes 5 fire damage and reduce (" * 300) * 100
    started = time.process_time()
    creature, doubts = only(card(features=words, foot=",(" * 500_000, tags="a, " * 300_000 + "2"))
    assert time.process_time() - started < 30
    assert len(creature.features) == 100
    assert "text.cut" in doubts


@pytest.mark.parametrize("part", ["other-features", "name", "stat-value", "feature-text"])
def test_parts_that_stand_in_one_another_are_read_in_bounded_time_and_room(part: str):
    nested = f'<div class="{part} {"name " * 300}">' * 1_500 + "a " * 200_000 + "</div>" * 1_500
    tracemalloc.start()
    started = time.process_time()
    (candidate,) = read(f'<div class="card"><div class="name">Nest</div><div class="stat feature">{nested}</div></div>')
    took, (_, most) = time.process_time() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert candidate.name == "Nest"
    assert took < 10
    assert most < 60 * 2**20


def test_thousands_of_cards_are_read():
    candidates = read(*(card(name=f"Drummer {number}") for number in range(2_000)))
    assert len(candidates) == 2_000
    assert all(candidate.value for candidate in candidates)
