"""Files of PF2e creatures: every shape is read, everything hostile ends in a sentence, and bounds hold."""

import io
import json
import time
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from compendium.importing.pf2e import files
from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import creatures_in_bytes, creatures_in_file
from rules.cards.documents import card_document
from rules.conversion.steps import RULEBOOK
from rules.errors import DocumentError
from tests.compendium.importing.pf2e_forms import as_bytes, foundry_lurker, pf2etools_lurker
from tests.examples import tried
from tests.rows import every_row


def names(data: bytes) -> list[str]:
    """Return the names of a file's creatures."""
    return [raw.document["name"] if raw.document else raw.code for raw in creatures_in_bytes(data)]


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip with those members."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return held.getvalue()


ONE, TWO = as_bytes({"name": "One", "traits": []}), as_bytes({"name": "Two", "traits": []})


@every_row(
    "data, expected",
    [
        (ONE, ["One"]),
        (b"\xef\xbb\xbf  " + ONE, ["One"]),
        (b"[" + ONE + b"," + TWO + b"]", ["One", "Two"]),
        (ONE + b"\n" + TWO + b"\n", ["One", "Two"]),
        (ONE + b"\r\n\r\n" + TWO, ["One", "Two"]),
        (ONE + b"\nnot json\n" + TWO, ["One", "creature.unreadable", "Two"]),
        (b'{"creature": [' + ONE + b"," + TWO + b'], "_meta": {}}', ["One", "Two"]),
        (
            zipped({"a.json": ONE, "b/c.json": b"[" + TWO + b"]", "notes.md": b"x", "__MACOSX/a.json": b"x"}),
            ["One", "Two"],
        ),
        (zipped({"a.json": b"{", "b.json": ONE}), ["creature.unreadable", "One"]),
        (zipped({"pack.db": ONE + b"\n" + TWO}), ["One", "Two"]),
    ],
)
def test_every_shape_of_a_file_is_read(data: bytes, expected: list[str]):
    assert names(data) == expected


@every_row(
    "data, code",
    [
        (b"", "document.json"),
        (b"   ", "document.json"),
        (b"{", "document.json"),
        (b'{"name": "One"', "document.json"),
        (b"[{}, ", "document.json"),
        (b"\xff\xfe{}", "document.json"),
        (b'"a text"', "document.json"),
        (b"[]", "file.empty"),
        (b'{"creature": []}', "file.empty"),
        (b"PK\x03\x04 broken", "file.zip"),
        (zipped({}), "document.json"),
        (zipped({"readme.md": b"x"}), "file.empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_a_sentence(data: bytes, code: str):
    with pytest.raises(DocumentError) as fault:
        list(creatures_in_bytes(data))
    assert fault.value.code == code
    assert fault.value.message.endswith(".")


@every_row(
    "inside",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"NaN",
        b"1e999",
        b'"\\ud800"',
        b"\xff",
        b"tru",
        b'{"name": NaN}',
        b"9" * 5_000,
    ],
)
def test_a_damaged_creature_is_told_and_never_ends_in_an_exception(inside: bytes):
    results: list[str] = []
    with suppress(DocumentError):
        results += names(b"[" + ONE + b"," + inside + b"]")
    assert results[:1] in ([], ["One"])
    assert names(ONE + b"\n" + inside)[0] in ("One", "creature.unreadable")


def test_a_file_of_a_disk_is_read_as_its_bytes_are(tmp_path: Path):
    path = tmp_path / "lurkers.json"
    path.write_bytes(b"[" + ONE + b"," + TWO + b"]")
    assert [raw.document["name"] for raw in creatures_in_file(path)] == ["One", "Two"]
    path.write_bytes(b"")
    with pytest.raises(DocumentError):
        list(creatures_in_file(path))


def test_a_creature_over_a_megabyte_is_rejected_and_the_others_come_in():
    large = as_bytes({"name": "Large", "text": "x" * files.MAX_BLOCK})
    first, second = creature_candidates(
        creatures_in_bytes(b"[" + large + b"," + as_bytes(pf2etools_lurker()) + b"]"), RULEBOOK
    )
    assert (first.value, first.name, first.doubts[0].code) == (None, "creature 1", "creature.too_large")
    assert first.doubts[0].message == "This creature takes 1.0 MB; at most 1 MB is read."
    assert second.value is not None


@every_row(
    "data",
    [
        b"[" + b",".join([b"{}"] * 100_000) + b"]",
        b"{}\n" * 100_000,
        b'{"creature": [' + b",".join([b"{}"] * 100_000) + b"]}",
        zipped({"a.json": b"{}\n" * 6_000, "b.json": b"{}\n" * 6_000}),
    ],
    ids=["array", "lines", "bestiary", "zip"],
)
def test_a_file_with_too_many_creatures_is_refused(data: bytes):
    with pytest.raises(DocumentError, match="at most 10,000 creatures") as fault:
        for _ in creatures_in_bytes(data):
            pass
    assert fault.value.code == "file.too_many"


def test_a_file_that_is_too_large_is_refused(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(files, "MAX_FILE", 100)
    path = tmp_path / "large.json"
    path.write_bytes(b" " * 101)
    for read in (lambda: creatures_in_bytes(b" " * 101), lambda: creatures_in_file(path)):
        with pytest.raises(DocumentError) as fault:
            list(read())
        assert fault.value.code == "file.too_large"
        assert "and 10,000 creatures; split it." in fault.value.message


@every_row("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_file_in_a_zip_leaves_the_others_in(method: int):
    held = bytearray(zipped({"a.json": json.dumps({"name": "Reed " * 200}).encode(), "b.json": ONE}, method))
    start = 30 + len("a.json")  # behind the header and the name of the first file
    held[start : start + 16] = b"\xff" * 16
    assert names(bytes(held)) == ["creature.unreadable", "One"]


def test_a_line_without_end_takes_bounded_time():
    started = time.process_time()
    assert names(b"{}\n{" + b" " * 60_000_000)[1] == "creature.too_large"
    assert time.process_time() - started < 5


def test_a_zip_bomb_is_refused_before_it_is_opened():
    bomb = zipped({f"{number}.json": b"0" * 30_000_000 for number in range(8)})
    assert len(bomb) < 300_000
    tracemalloc.start()
    with pytest.raises(DocumentError, match="at most 200 MB together"):
        list(creatures_in_bytes(bomb))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000


def test_a_file_that_a_zip_blows_up_is_left_out_and_a_large_one_is_read():
    large = b"[" + b",".join(as_bytes(foundry_lurker()).replace(b"Marsh", b"%d" % n) for n in range(4_000)) + b"]"
    data = zipped({"bomb.json": b" " * 9_000_000 + b"[]", "large.json": large, "one.json": ONE})
    results = names(data)
    assert results[0] == "creature.unreadable"
    assert len(results) in (3, 4_002)
    assert results[-1] == "One"


def test_a_zip_of_very_many_files_is_refused_before_its_list_is_read(monkeypatch):
    monkeypatch.setattr(files, "MAX_ENTRIES", 5)
    with pytest.raises(DocumentError, match="at most 10,000 files"):
        list(creatures_in_bytes(zipped({f"{number}.md": b"" for number in range(6)})))


def test_a_zip_that_lies_about_sizes_is_not_followed():
    data = bytearray(zipped({"a.json": b"0" * 100_000}))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = data.find(signature) + offset
        data[place : place + 4] = (10).to_bytes(4, "little")
    (candidate,) = creature_candidates(creatures_in_bytes(bytes(data)), RULEBOOK)
    assert candidate.value is None


HOSTILE_TEXTS = (
    "x" * 900_000,
    "<b>" * 200_000,
    "<b><p>" * 100_000,
    "<div>" * 100_000,
    "&amp;" * 100_000,
    "@Damage[" * 50_000,
    "@Check[" * 50_000,
    "@UUID[a]{" * 50_000,
    "<span data-pf2-check=" * 30_000,
    "{@dc " * 100_000,
    "DC 20 " * 100_000,
    "1d6 and " * 100_000,
    "can't use a a a a " * 40_000,
    "immune " * 100_000,
    "on a critical failure, " * 30_000,
    "(or " * 100_000,
    "frightened 2 for " * 50_000,
    "30-foot " * 100_000,
    "1" * 900_000,
    "d6+" * 200_000,
    " " * 900_000,
    "Trigger " * 100_000,
)


@pytest.mark.parametrize("number", range(len(HOSTILE_TEXTS)))
@pytest.mark.parametrize("form", ["foundry", "pf2etools"])
def test_a_hostile_text_takes_no_more_than_a_moment(number: int, form: str):
    text = HOSTILE_TEXTS[number]
    if form == "foundry":
        document = foundry_lurker()
        document["items"][1]["system"]["description"]["value"] = text
    else:
        document = pf2etools_lurker()
        document["abilities"]["bot"][0] |= {"entries": [text[:500_000]], "trigger": text[:300_000]}
    begun = time.process_time()
    (candidate,) = creature_candidates(creatures_in_bytes(as_bytes(document)), RULEBOOK)
    assert time.process_time() - begun < 5
    assert candidate.value is not None
    assert len(json.dumps([card_document(candidate.value), candidate.steps])) < 2_000_000


def test_names_with_markup_and_control_characters_are_kept_as_plain_text():
    document = pf2etools_lurker(name="<script>alert('x')</script>\x00\u202e Lurker\n")
    (candidate,) = creature_candidates(creatures_in_bytes(as_bytes(document)), RULEBOOK)
    assert candidate.value is not None
    assert candidate.value.name == "<script>alert('x')</script> Lurker"
    assert candidate.value.key == "script-alert-x-script-lurker"


def test_many_creatures_are_read_one_after_the_other():
    number = tried(600)
    creature = as_bytes(foundry_lurker())
    data = b"[" + b",".join([creature] * number) + b"]"
    tracemalloc.start()
    count = sum(candidate.value is not None for candidate in creature_candidates(creatures_in_bytes(data), RULEBOOK))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == number
    assert peak < 1_900_000 + len(data)  # all of them together would take more


def test_an_object_in_place_of_a_list_of_items_is_read_too():
    document: dict[str, Any] = foundry_lurker()
    document["items"] = dict(enumerate(document["items"]))
    (candidate,) = creature_candidates(creatures_in_bytes(as_bytes(document)), RULEBOOK)
    assert candidate.value is not None
    assert len(candidate.value.features) == 2
