"""Lists of figures as people type them, and what is said of lines that nobody understands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from compendium.models import Source
from compendium.services.creatures import creature_create
from rules.documents.reading import MAX_BYTES
from tests.examples import tried
from warbands.selectors.collections import HELPED, MAX_TEXT, figure_lines, figures_read, figures_text, line_replaced

pytestmark = pytest.mark.django_db


@pytest.fixture
def twins(small_compendium, built_in):
    """A second basilisk, from the other source, and a third from elsewhere."""
    ogl = Source.objects.get(key="p2v-ogl")
    creature_create(card=built_in["basilisk--p2v-ogl"], source=ogl, key="basilisk--p2v-ogl", built_in=True)
    own = Source.objects.create(key="own", name="My own", license="ORC")
    creature_create(card=built_in["basilisk"], source=own, key="basilisk--own")


@pytest.mark.usefixtures("small_compendium")
@pytest.mark.parametrize(
    ("line", "key", "number"),
    [
        ("3 Kobold Warrior", "kobold-warrior", 3),
        ("3x Kobold Warrior", "kobold-warrior", 3),
        ("3xKobold Warrior", "kobold-warrior", 3),
        ("3 × kobold   warrior", "kobold-warrior", 3),
        ("- 3 KOBOLD WARRIOR", "kobold-warrior", 3),
        ("3\tkobold-warrior", "kobold-warrior", 3),
        ("3, Boar", "boar", 3),
        ("Boar", "boar", 1),
        ("Boar x2", "boar", 2),
        ("Boar X 2", "boar", 2),
        ("Boar ×2", "boar", 2),
        ("Boar×2", "boar", 2),
        ("Boar 2x", "boar", 2),
        ("Boar (2)", "boar", 2),
        ("Boar (x2)", "boar", 2),
        ("Boar: 2", "boar", 2),
        ("Boar;2", "boar", 2),
        ("boar 2", "boar", 2),
        ("Boar 999", "boar", 999),
        ("Kobold Druid 1", "kobold-druid-1", 1),
        ("2 Kobold Druid 1", "kobold-druid-1", 2),
        ("Kobold Druid 1 x2", "kobold-druid-1", 2),
        ("kobold-druid-1", "kobold-druid-1", 1),
        ("two boars", "boar", 2),
        ("a boar", "boar", 1),
        ("A couple of boars", "boar", 2),
        ("a dozen kobold warriors", "kobold-warrior", 12),
        ("Basilisk (ORC)", "basilisk", 1),
        ("2 Basilisk (orc)", "basilisk", 2),
    ],
)
def test_a_line_is_a_creature_with_a_number_before_or_after_it(line, key, number):
    read = figures_read(f"\n{line}\n")
    assert (read.figures, read.unread) == ({key: number}, ())


@pytest.mark.usefixtures("small_compendium")
def test_the_same_creature_on_several_lines_is_added_up():
    assert figures_read("Boar\r\n2 boar\rboar\n\n").figures == {"boar": 4}


@pytest.mark.usefixtures("twins")
def test_of_several_creatures_of_one_name_the_orc_one_is_meant_unless_a_license_says_otherwise():
    assert figures_read("2 Basilisk").figures == {"basilisk": 2}
    assert figures_read("2 Basilisk (OGL)").figures == {"basilisk--p2v-ogl": 2}
    assert figures_read("Basilisk (ogl) x3").figures == {"basilisk--p2v-ogl": 3}
    assert figures_read("basilisk--own").figures == {"basilisk--own": 1}


@pytest.mark.usefixtures("twins")
def test_a_license_that_no_card_of_the_name_has_is_told_with_those_there_are():
    (answer,) = figures_read("Boar (OGL)").unread
    assert answer.reason == "“Boar (OGL)” is not in the compendium."
    assert answer.near == ("1 Boar (ORC)",)


@pytest.mark.usefixtures("small_compendium")
def test_a_line_that_nobody_understands_is_told_by_its_number_with_what_may_be_meant():
    read = figures_read("2 Boar\n\n3 Kobold Worrior\nzzz\n")
    assert read.figures == {"boar": 2}
    worrior, nobody = read.unread
    assert (worrior.place, worrior.text) == (3, "3 Kobold Worrior")
    assert worrior.reason == "No creature is called “Kobold Worrior”."
    assert "3 Kobold Warrior" in worrior.near
    assert (nobody.place, nobody.near) == (4, ())


@pytest.mark.usefixtures("small_compendium")
@pytest.mark.parametrize(
    "text",
    [
        "1 Boar, 2 Kobold Warrior",
        "a boar and two kobold warriors",
        "boar; Kobold Warriors x2",
        "Boar & 2 kobold warrior",
    ],
)
def test_a_line_may_name_several_creatures(text):
    read = figures_read(f"2 Boar\n{text}")
    assert (read.figures, read.unread) == ({"boar": 3, "kobold-warrior": 2}, ())


@pytest.mark.usefixtures("small_compendium")
def test_what_is_unknown_of_a_line_is_told_alone_and_takes_its_place_in_it():
    read = figures_read("2 boars, 3 kobold worriors and a kobold druid 1")
    assert read.figures == {"boar": 2, "kobold-druid-1": 1}
    (worriors,) = read.unread
    assert (worriors.place, worriors.reason) == (1, "No creature is called “kobold worriors”.")
    assert "2 boars, 3 Kobold Warrior and a kobold druid 1" in worriors.near
    (line,) = figures_read("zzz, yyy").unread
    assert line.reason == "No creature is called “zzz, yyy”. Enter one creature per line."


@pytest.mark.usefixtures("small_compendium")
def test_words_that_say_no_number_are_asked_back():
    (line,) = figures_read("some boars").unread
    assert line.reason == "Enter a number from 1 to 999, not “some”."
    assert line.near == ("2 Boar", "3 Boar", "4 Boar")


@pytest.mark.usefixtures("small_compendium")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 Boar", "Enter a number from 1 to 999, not 0."),
        ("1000 Boar", "That makes 1,000 Boar; the most is 999."),
        ("99999999999999999999 Boar", "That makes 999,999,999 Boar; the most is 999."),
        ("-3 Boar", "No creature is called “-3 Boar”."),
    ],
)
def test_numbers_out_of_bounds_are_told(line, reason):
    read = figures_read(line)
    assert read.figures == {}
    assert [line.reason for line in read.unread] == [reason]


@pytest.mark.usefixtures("small_compendium")
def test_a_line_that_takes_the_sum_too_far_is_told_and_the_ones_before_it_stand():
    read = figures_read("999 Boar\nBoar")
    assert read.figures == {"boar": 999}
    assert [(line.place, line.reason) for line in read.unread] == [(2, "That makes 1,000 Boar; the most is 999.")]


def test_a_list_that_is_too_long_is_told_without_a_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert (
            figures_read("x" * MAX_BYTES).fault == "The list has 2,097,152 characters. At most 50,000 are read at once."
        )
        assert figures_read("x\n" * 1_001).fault == "The list has 1,001 lines. At most 1,000 are read at once."
        assert figures_read(" \n\n") == figures_read("")


@pytest.mark.usefixtures("small_compendium")
def test_a_list_takes_three_queries_however_long_it_is(django_assert_num_queries):
    for number in (1, 300):
        with django_assert_num_queries(3):
            read = figures_read("\n".join(["Boar"] * number + [f"kobold nobody{place}x" for place in range(number)]))
        assert len(read.unread) == number
        assert sum(bool(line.near) for line in read.unread) <= HELPED


@pytest.mark.usefixtures("twins")
def test_a_list_that_is_written_reads_as_the_same_figures():
    figures = {"boar": 2, "basilisk": 1, "basilisk--p2v-ogl": 3, "basilisk--own": 4, "kobold-druid-1": 5}
    text = figures_text(figures)
    assert text.split("\n") == ["1 Basilisk", "3 Basilisk (OGL)", "4 basilisk--own", "2 Boar", "5 Kobold Druid 1"]
    assert figures_read(text).figures == figures
    assert figures_text({}) == ""


@pytest.mark.usefixtures("small_compendium")
def test_a_creature_that_is_gone_is_written_by_its_key():
    assert figures_text({"gone": 2, "boar": 1}) == "1 Boar\n2 gone"


def test_a_line_can_be_replaced_by_its_number():
    assert line_replaced("a\r\nb\nc", "2 3 Boar") == "a\n3 Boar\nc"
    for senseless in ("", "0 x", "4 x", "x y", "-1 z", "9" * 50, "٢ x"):
        assert line_replaced("a\nb\nc", senseless) == "a\nb\nc"


class AnyList(TestCase):
    """Whatever is sent is read without a fault."""

    @given(st.text(max_size=300))
    @settings(max_examples=tried(60), deadline=None)
    def test_any_text_is_read(self, text):
        read = figures_read(text.replace("\0", ""))
        assert len(read.unread) == len(figure_lines(text.replace("\0", "")))


def test_long_lines_are_read_in_no_time():
    for text in ("1 " * 24_000, "(" * MAX_TEXT, "1" * MAX_TEXT, "x " * 24_000 + "3"):
        assert len(figures_read(text).unread) == 1
