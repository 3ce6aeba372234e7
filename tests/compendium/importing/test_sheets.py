"""Pages of creature sheets: a heading, a table and the features below it, read as whole as cards."""

import time
from dataclasses import replace

import pytest

from compendium.importing.pages import read_creature_page, read_item_page
from rules.card_reading.values import Candidate
from rules.cards.model import Card
from rules.errors import DocumentError
from tests.compendium.importing.invented_pages import OGL, ORC, VALUES, card, feature, page, sheet
from tests.rows import every_row
from tests.samples import SAMPLES

BITE = feature("Bite", "● Melee strike", "8 piercing damage.")
EVERYTHING = "".join(
    (
        feature("Tongue", "● Melee 2 strike", "8 bludgeoning and acid damage (Reflex half).", uses="🄴🄴"),
        feature("Javelin [add on]", "●○ Ranged 6/12 strike", "5 piercing damage."),
        feature("Claws [replaces Tongue]", "● Melee strike", "6 slashing; on a hit, spend 1 AP to grab."),
        feature("Croak [upgrade]", "↻", "If an ally falls: Each ally in emanation 3 can Step."),
        feature("Primal Caster Rank 2", "", "🄳🄳 heal, grease; ∞ light (self only)"),
    )
)
FOOT = "Intimidate, Stealth; Truesight; immune poison; weak cold iron, fire 5; resist all (except force) 2d6"


def read(*markup: str, license: str = ORC) -> list[Candidate[Card]]:
    return read_creature_page(page(*markup, license=license))


def only(*markup: str) -> tuple[Card, list[str]]:
    (candidate,) = read(*markup)
    assert candidate.value is not None, candidate.doubts
    return candidate.value, [doubt.code for doubt in candidate.doubts]


def both(features: str, foot: str, **stats: str) -> tuple[Card, Card]:
    """Return what a card and a sheet with the same texts become."""
    speed = {"Spd" if label == "Speed" else label: value for label, value in stats.items()}
    as_card = only(card(features=features, foot=foot, **stats))[0]
    return as_card, only(sheet(features=features, foot=foot, **speed))[0]


def test_a_sheet_and_a_card_of_the_same_texts_are_the_same_creature():
    as_card, as_sheet = both(EVERYTHING, FOOT, Armor="16 [14]", Speed="5 🌳️")
    assert as_sheet == as_card
    assert [ability.kind for ability in as_sheet.features] == ["base", "add_on", "replaces", "upgrade", "caster"]
    assert (as_sheet.armor_broken, as_sheet.movement_mode, as_sheet.printed_points) == (14, "Wall Climb", 18)


def test_headings_of_factions_are_not_creatures():
    first, second, third = read(
        "<h1>Bestiary</h1><p>All that croaks.</p><h2>Reed Court</h2>",
        sheet(features=BITE),
        sheet("<h3> Pond  Herald </h3>"),
        "<h2>Far Shore</h2><p>They come at night.</p>",
        sheet("<h3>Moor Lamp</h3>"),
    )
    assert [candidate.name for candidate in (first, second, third)] == ["Marsh Drummer", "Pond Herald", "Moor Lamp"]
    assert all(not candidate.doubts for candidate in (first, second, third))
    assert second.value is not None
    assert second.value.features == ()


@every_row(
    "markup, expected",
    [
        (sheet(Points="48"), ["points.differ"]),
        (sheet(Points="-nan"), ["points.missing"]),
        (sheet(Points="18 each"), ["stat.unknown"]),
        (sheet(Points="left out"), ["points.missing", "stats.uneven"]),
        (sheet(tags="Medium Toad Beast"), ["level.missing"]),
        (sheet(sign=""), ["alignment.missing"]),
        (sheet(sign="♥"), ["alignment.unknown_sign"]),
        (sheet(Will="-nan"), ["stat.unreadable"]),
        (sheet(Spd="nan "), ["stat.unreadable"]),
        (sheet(table=""), ["points.missing"] + ["stat.missing"] * 8),
        (sheet(features="<p>Loves a drum.</p>" + BITE), ["feature.no_name"]),
        (sheet(features=feature("Bite [someday]", "●")), ["feature.unknown_mark"]),
        (sheet(features=BITE * 120), ["features.too_many"]),
        (sheet("<h3>" + "x" * 5_000 + "</h3>"), ["name.cut"]),
    ],
)
def test_what_cannot_be_read_comes_in_with_a_doubt(markup: str, expected: list[str]):
    assert only(markup)[1] == expected


def test_points_of_a_sheet_stay_as_they_are_printed():
    creature, _ = only(sheet(Points="48"))
    assert (creature.printed_points, creature.points) == (48, 18)


@every_row(
    "table",
    [
        "<TABLE><TR><TD>Fight<TD>Armor<TD>HP<TR><TD>+7<TD>16<TD>30</TABLE>",
        "<table><thead><tr><th>Fight</th><th>Armor</th></tr></thead><tbody><tr><td>+7</td><td>16</td></tr></tbody>"
        "<tr><th>HP</th></tr><tr><td>30</td></tr></table>",
        "<table><tr><th>Fight</th><td>+7</td></tr><tr><th>Armor</th><td>16</td><th>HP</th><td>30</td></tr></table>",
        "<table><tr><th>Fight</th><th>Armor</th></tr><tr><td>+7</td><td>16</td></tr></table>"
        "<table><tr><th><p>HP</p></th></tr><tr><td><b>3</b>0</td></tr></table>",
    ],
)
def test_tables_are_read_however_their_labels_stand(table: str):
    creature, doubts = only(sheet(table=table))
    assert (creature.stats.fight, creature.stats.armor, creature.stats.hp) == (7, 16, 30)
    assert doubts == ["points.missing"] + ["stat.missing"] * 5


def test_a_table_with_other_numbers_of_cells_says_so():
    short = only(sheet(Spd="left out", Points="left out"))
    assert (short[0].stats.hp, short[0].stats.speed) == (30, None)
    assert short[1] == ["points.missing", "stats.uneven", "stat.missing"]
    cells = "".join(f"<td>{value}</td>" for value in VALUES)
    labels = "<th>Fight</th><th>Luck</th>"
    (candidate,) = read(sheet(table=f"<table><tr>{labels}</tr><tr>{cells}</tr></table>"))
    messages = " ".join(doubt.message for doubt in candidate.doubts)
    assert all(value.strip() in messages for value in VALUES[1:8])


def test_words_outside_of_all_parts_become_a_feature():
    creature, doubts = only(
        sheet(features="<p>Loves a drum.</p>" + BITE),
        "<h4>Gambits</h4><ul><li>1: it bites</li><li>2: it licks an orc</li></ul>",
        feature("Lick", "●", "5 acid damage."),
        "<h2>Another Court</h2><p>None of its words.</p>",
    )
    names = [(result.name, result.effect.replace("{amount}", "#")) for result in creature.features]
    assert names == [
        ("Feature 1", "Loves a drum."),
        ("Bite", "# piercing damage."),
        ("Gambits", "1: it bites 2: it licks an orc"),
        ("Lick", "# acid damage."),
    ]
    assert (doubts, creature.license) == (["feature.no_name"], "ORC")


def test_the_words_of_a_feature_are_whole_wherever_they_stand_in_it():
    odd = (
        '<DIV CLASS="feature"><div class="feature-name">Bite</div>Before. <div class="feature-text">'
        "<p>One &amp; two.</p><ul><li>Three</li><li>Four</li></ul></div> After.</div>"
    )
    bare = '<div class="feature-name">Kick</div><div class="feature-top">●</div><div class="feature-text">Kicks.</div>'
    creature, doubts = only(sheet(features=odd + bare + bare.replace("Kick<", "Hop<")))
    assert [result.name for result in creature.features] == ["Bite", "Kick", "Hop"]
    assert sorted(creature.features[0].effect.split()) == sorted("Before. After. One & two. Three Four".split())
    assert doubts == []


@every_row(
    "markup, problem",
    [
        ("<h3>Empty Sheet</h3>" + BITE, "level.missing"),
        (sheet("<h3> </h3>"), "name.missing"),
        (sheet(""), "name.missing"),
        (sheet(tags="Medium Toad", Points="19"), "level.missing"),
    ],
)
def test_a_sheet_without_a_name_or_a_level_is_rejected(markup: str, problem: str):
    first, rejected, last = read(sheet(), markup, sheet("<h3>Pond Herald</h3>", features=BITE))
    assert rejected.value is None
    assert [doubt.code for doubt in rejected.doubts] == [problem]
    assert (first.name, last.name) == ("Marsh Drummer", "Pond Herald")
    assert all(candidate.value is not None and not candidate.doubts for candidate in (first, last))


def test_a_page_with_cards_and_sheets_gives_both():
    first, second, third = read(card(features=BITE), sheet("<h3>Pond Herald</h3>"), card(name="Moor Lamp"))
    assert [candidate.name for candidate in (first, second, third)] == ["Marsh Drummer", "Moor Lamp", "Pond Herald"]
    assert first.value is not None
    assert [ability.name for ability in first.value.features] == ["Bite"]


@every_row(
    "words, license", [(ORC, "ORC"), (OGL, "OGL"), ("All rights reserved.", "unknown"), (f"{ORC} {OGL}", "unknown")]
)
def test_the_license_is_what_the_page_says_above_or_below_its_sheets(words: str, license: str):
    slayer = sheet(features=feature("Orc Slayer", "", "Hurts an orc, under the OGL."))
    for candidates in (read(slayer, license=words), read(slayer, f"<p>{words}</p>", license="")):
        (candidate,) = candidates
        assert candidate.value is not None
        # Words below the last sheet that name no license cannot be told from the sheet's own.
        assert candidate.value.license == license
    (named,) = read_creature_page(page(slayer), license="CC BY")
    assert named.value is not None
    assert named.value.license == "CC BY"


def test_what_frames_a_page_is_no_part_of_a_sheet():
    creature, doubts = only(
        "<nav><h3>Menu</h3>Home</nav>", sheet(features=BITE), "<footer><p>Made of reeds</p></footer>"
    )
    assert (creature.name, [result.name for result in creature.features], doubts) == ("Marsh Drummer", ["Bite"], [])


def test_a_page_of_sheets_that_breaks_off_says_so():
    whole = page(sheet(), sheet("<h3>Pond Herald</h3>", features=BITE))
    for end in (b"piercing", b"<td>30"):
        *_, last = read_creature_page(whole[: whole.rindex(end) + 4])
        assert "page.cut" in [doubt.code for doubt in last.doubts]
    first, second = read_creature_page(whole)
    assert first.doubts == second.doubts == ()


def test_markup_in_names_and_texts_is_text():
    creature, _ = only(sheet("<h3>&lt;script&gt;x&lt;/script&gt; <script>y</script><b>Sly</b></h3>", features=BITE))
    assert creature.name == "<script>x</script> Sly"


@every_row(
    "markup",
    [
        "<h3>name " * 1_900 + "</h3>" * 1_900,
        '<table class="x">' * 1_900,
        "<h3>x</h3><table><tr>" + "<td>1" * 300_000,
        '<div class="feature"><div class="feature-name feature-text">a' * 900,
        '<div class="other-tags">a' * 1_900,
        ("<h3>x</h3><p>" + "word " * 50) * 5_000,
    ],
)
def test_hostile_pages_are_read_or_refused_in_bounded_time(markup: str):
    started = time.process_time()
    try:
        name = read(sheet(), markup)[0].name
    except DocumentError as refused:
        name = refused.code
    assert name in ("Marsh Drummer", "page.too_deep")
    assert time.process_time() - started < 20


def test_a_page_has_only_so_many_sheets(monkeypatch):
    monkeypatch.setattr("compendium.importing.pages.MAX_CARDS", 2)
    with pytest.raises(DocumentError) as refused:
        read(card(), sheet(), sheet())
    assert refused.value.code == "page.too_many"


def test_sheets_are_no_items():
    with pytest.raises(DocumentError) as refused:
        read_item_page(page(sheet()))
    assert refused.value.code == "page.no_cards"


@pytest.mark.samples
def test_the_published_sheets_say_what_the_published_cards_say():
    """Those of the ten that stand on a card too are the same but for points, license, and one word that differs."""
    cards = {
        candidate.name: candidate.value
        for path in sorted(SAMPLES.glob("cards-*.html"))
        for candidate in read_creature_page(path.read_bytes())
    }
    sheets = read_creature_page((SAMPLES / "sheets.html").read_bytes())
    assert len(sheets) == 10
    points = (18, 26, 26, 26, 40, 32, 14, 48, 9, 14)
    assert [candidate.value.printed_points for candidate in sheets if candidate.value] == list(points)
    doubts = [
        (candidate.name, doubt.code)
        for candidate in sheets
        for doubt in candidate.doubts
        if doubt.code != "points.differ"
    ]
    assert doubts == [("Ballista", "stat.unreadable")] * 2
    compared = 0
    for candidate in sheets:
        value, printed = candidate.value, cards.get(candidate.name)
        assert value is not None
        assert value.license == "unknown"
        if printed is None:
            continue
        compared += 1
        as_card = replace(value, license=printed.license, printed_points=printed.printed_points)
        if candidate.name == "Gashadokuro":
            assert value.features[0].printed != printed.features[0].printed
            as_card = replace(as_card, features=(printed.features[0], *value.features[1:]))
        assert as_card == printed, candidate.name
    assert compared >= 7
