from collections import Counter

import pytest

from rules.glossary import catalog
from rules.glossary.catalog import Span, TermFinder, distinct
from rules.tables.prose import Entry
from tests.rows import every_row


def spans(text: str) -> list[tuple[str, str]]:
    return [(span.text, span.entry.name) for span in catalog.finder().spans(text) if span.entry]


@every_row(
    ("text", "expected"),
    [
        ("The target is slowed.", [("slowed", "slowed")]),
        ("Make a Reactive Strike.", [("Reactive Strike", "Attack of Opportunity")]),
        ("Creatures in Emanation 3 fall prone.", [("Emanation 3", "Emanation"), ("prone", "prone")]),
        ("It Strides, then Strikes.", [("Strides", "Stride"), ("Strikes", "Strike")]),
        ("It strides on and strikes a pose.", []),
        ("Difficult terrain slows it.", [("Difficult terrain", "Difficult")]),
        ("A difficult choice in half the time.", []),
        ("5 persistent poison damage", [("persistent", "Persistent Damage")]),
        ("an off-guarded unslowed creature", []),
        ("", []),
    ],
)
def test_terms_are_found_as_the_game_prints_them(text, expected):
    assert spans(text) == expected


@pytest.mark.parametrize("text", ["", "slowed", "no term", "slowed, then stunned", "it is slowed"])
def test_the_spans_of_a_sentence_joined_are_the_sentence(text):
    assert "".join(span.text for span in catalog.finder().spans(text)) == text


def test_each_term_of_a_sentence_is_told_once():
    names = [entry.name for entry in distinct(catalog.finder().spans("slowed, stunned or slowed"))]
    assert names == ["slowed", "stunned"]


def test_a_finder_without_entries_marks_nothing():
    assert TermFinder([]).spans("slowed") == (Span("slowed"),)


def test_a_longer_name_wins_over_a_shorter_one():
    entries = [Entry("status", "load", "."), Entry("status", "heavy load", ".")]
    spans = TermFinder(entries).spans("a Heavy Load")
    assert [(span.text, span.entry.name) for span in spans if span.entry] == [("Heavy Load", "heavy load")]


def test_every_kind_of_the_glossary_has_a_name_and_no_key_stands_twice():
    keys = Counter((entry.kind, entry.key) for entry in catalog.entries())
    assert {kind for kind, _ in keys} == set(catalog.KINDS)
    assert set(keys.values()) == {1}
    assert catalog.entry("condition", "slowed").name == "slowed"
    assert catalog.entry("condition", "no-such") is None


@every_row("entry", catalog.entries(), ids=lambda entry: f"{entry.kind}:{entry.key}")
def test_every_entry_explains_itself(entry):
    assert entry.summary.rstrip().endswith((".", "!", "?"))
    assert len(entry.summary) <= 240
    assert entry.text
    assert entry.source
    assert entry.license == "ORC"
