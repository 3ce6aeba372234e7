"""Large JSON texts in pieces: what hostile ones cost, and that files of any size take the same memory."""

import json
import time
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

import pytest

from compendium.importing.pf2e import files, values
from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import creatures_in_bytes, creatures_in_file
from compendium.importing.pf2e.values import array_items, object_members, text_lines, value_end
from compendium.importing.spool import CandidateSpool
from rules.cards.model import Card
from rules.conversion.steps import RULEBOOK
from rules.errors import DocumentError
from tests.compendium.importing.pf2e_forms import as_bytes, foundry_lurker, pf2etools_lurker
from tests.rows import every_row


@every_row(
    "text, items",
    [
        (b"[]", []),
        (b'[ 1 , "a]\\"" ,{}, [[], {"b": "}"}] ,null]', [b"1", b'"a]\\""', b"{}", b'[[], {"b": "}"}]', b"null"]),
        (b'["\\\\"]', [b'"\\\\"']),
    ],
)
def test_the_items_of_an_array_are_found(text: bytes, items: list[bytes]):
    assert [text[place.start : place.end] for place in array_items(text, 0)] == items
    assert value_end(text, 0) == len(text)
    assert len(json.loads(text)) == len(items)


def test_members_and_lines_are_found():
    text = b'{ "a": 1, "b\\"c" : [2, {"d": 3}] }'
    members = {name: text[place.start : place.end] for name, place in object_members(text, 0)}
    assert members == {b'"a"': b"1", b'"b\\"c"': b'[2, {"d": 3}]'}
    lines = b"\n  \n{}\r\n\n []"
    assert [lines[place.start : place.end] for place in text_lines(lines, 0)] == [b"{}\r", b"[]"]


@every_row("text", [b"[1", b"[1 2]", b"[,]", b"[1,", b'["a]', b"[{]", b"[1}"])
def test_a_broken_array_is_told_in_a_sentence(text: bytes):
    with pytest.raises(DocumentError) as fault:
        list(array_items(text, 0))
    assert fault.value.code == "document.json"
    assert fault.value.message.endswith(".")


@every_row(
    "data",
    [
        b"[" * 3_000_000,
        b"[" + b"{}," * 3_000_000,
        b'{"a":' * 500_000,
        b"{" + b'"a":0,' * 500_000 + b'"b":0}',
        b'["' + b"\\\\" * 1_500_000 + b'"]',
        b'["' + b"a" * 3_000_000,
        b'[["a"' + b',"a"' * 700_000 + b"]]",
        b"[0" + b",0" * 1_500_000 + b"]",
    ],
)
def test_hostile_texts_take_bounded_time_and_memory(data: bytes):
    tracemalloc.start()
    began = time.process_time()
    try:
        codes = {raw.code for raw in creatures_in_bytes(data)}
    except DocumentError as fault:
        codes = {fault.code}
    took, peak = time.process_time() - began, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert codes & {"document.json", "file.too_many", "creature.too_large"}
    assert took < 10
    assert peak < 3_500_000


def test_a_value_of_very_many_lists_is_refused(monkeypatch):
    monkeypatch.setattr(values, "MAX_BRACKETS", 1_000)
    with pytest.raises(DocumentError, match="too many lists and objects"):
        list(creatures_in_bytes(b"[[" + b"[]," * 1_000 + b"[]]]"))


def write_pieces(path: Path, pieces: Iterable[bytes]) -> Path:
    with path.open("wb") as file:
        file.writelines(pieces)
    return path


def peak_of(path: Path) -> int:
    """Return the most memory that it takes to read and convert a file, and to keep its candidates."""
    tracemalloc.start()
    with CandidateSpool[Card]() as spool:
        spool.fill(creature_candidates(creatures_in_file(path), RULEBOOK), lambda number: None)
        count = sum(1 for candidate in spool if candidate.value)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == len(spool.names)
    return peak


def test_ten_times_the_creatures_take_the_same_memory(tmp_path: Path):
    creature = as_bytes(pf2etools_lurker(text="word " * 20_000))
    peaks = []
    for count in (30, 300):
        path = write_pieces(tmp_path / "all.json", [b"[", *[creature + b","] * (count - 1), creature + b"]"])
        peaks.append(peak_of(path))
    assert path.stat().st_size > 30_000_000
    assert max(peaks) < 3_000_000


def test_a_bestiary_and_lines_on_a_disk_are_read_in_pieces(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(values, "FORGET_EVERY", 5_000)
    blocks = [as_bytes(foundry_lurker()) for _ in range(40)]
    bestiary = write_pieces(tmp_path / "bestiary.json", [b'{"_meta": {}, "creature": [', b",".join(blocks), b"]}"])
    lines = write_pieces(tmp_path / "lines.db", [b"\n".join(blocks)])
    monkeypatch.setattr(files, "MAX_BLOCK", 20_000)  # the whole of the bestiary is no creature
    for path in (bestiary, lines):
        assert [raw.document["name"] for raw in creatures_in_file(path)] == ["Marsh Lurker"] * 40
