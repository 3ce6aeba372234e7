"""What is compressed, how often, and what an attacker learns from the length of a page."""

import gzip
import os
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from p2v_site.static_files import CompressedOnceStorage, OnceCompressor
from p2v_site.web.compression import PageCompressionMiddleware

RULES = "a { color: red; }\n" * 200
OLD = 1_000_000_000


@pytest.mark.parametrize("name", ["core.0123456789ab.css", "core.css"])
def test_a_file_is_compressed_once(tmp_path: Path, name: str):
    (tmp_path / name).write_text(RULES, encoding="utf-8")
    compressor = OnceCompressor(quiet=True)
    beside = [str(tmp_path / f"{name}{suffix}") for suffix in (".br", ".gz")]
    assert compressor.compress(str(tmp_path / name)) == beside
    assert gzip.decompress(Path(beside[1]).read_bytes()).decode() == RULES
    Path(beside[1]).write_bytes(b"as before")
    os.utime(beside[1], (tmp_path / name).stat()[7:9])
    assert compressor.compress(str(tmp_path / name)) == beside
    assert Path(beside[1]).read_bytes() == b"as before"


def test_a_file_that_has_changed_under_its_name_is_compressed_again(tmp_path: Path):
    source, beside = tmp_path / "core.css", tmp_path / "core.css.gz"
    source.write_text("b { color: blue; }\n" * 200, encoding="utf-8")
    OnceCompressor(quiet=True).compress(str(source))
    source.write_text(RULES, encoding="utf-8")
    os.utime(source, (OLD, OLD))
    OnceCompressor(quiet=True).compress(str(source))
    assert gzip.decompress(beside.read_bytes()).decode() == RULES


def test_collecting_compresses_what_pages_link(tmp_path: Path):
    storage = CompressedOnceStorage(location=tmp_path)
    names = ["js/a.js", "js/a.0123456789ab.js", "css/core.css", "a.0123456789ab.map"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(RULES, encoding="utf-8")
    compressed = {name for name, _ in storage.compress_files(names)}
    assert compressed == {"js/a.0123456789ab.js", "css/core.css"}


def test_the_length_of_a_compressed_page_says_nothing_exact():
    page = "<p>The link of your seat is /battles/seat/secret/</p>" * 20
    request = RequestFactory(headers={"accept-encoding": "gzip"}).get("/")
    answers = [PageCompressionMiddleware(lambda _: HttpResponse(page))(request) for _ in range(60)]
    assert {gzip.decompress(answer.content).decode() for answer in answers} == {page}
    assert len({len(answer.content) for answer in answers}) > 10


@pytest.mark.django_db
def test_pages_are_compressed_and_answers_of_the_api_keep_their_version():
    browser = Client(headers={"accept-encoding": "gzip, br"})
    page = browser.get("/about/")
    assert page.headers["Content-Encoding"] == "gzip"
    assert "<h1" in gzip.decompress(page.content).decode()
    assert "Content-Encoding" not in Client().get("/about/").headers
    answer = browser.get("/api/v1/creatures/")
    assert "Content-Encoding" not in answer.headers
    assert answer.json()
