"""Documents of older formats are read as if they had been written today."""

import copy

import pytest

from rules.documents.reading import Format
from rules.errors import DocumentError


def _renamed(document):
    hero = document["who"]
    return {**{name: value for name, value in document.items() if name != "who"}, "format": "tale/2", "hero": hero}


def _counted(document):
    return {**document, "format": "tale/3", "heroes": [document["hero"]]}


TALE = Format("tale/3", "a tale", {"tale/1": _renamed, "tale/2": _counted})
OLDEST = {"format": "tale/1", "who": "Snik"}


def test_an_old_document_passes_through_every_version():
    read = TALE.upcast(OLDEST)
    assert read.raw == {"format": "tale/3", "hero": "Snik", "heroes": ["Snik"]}


def test_a_document_of_today_is_left_as_it_is():
    document = {"format": "tale/3", "hero": "Snik", "heroes": []}
    assert TALE.upcast(document).raw is document


def test_what_is_stored_is_not_changed_by_reading_it():
    before = copy.deepcopy(OLDEST)
    TALE.upcast(OLDEST)
    assert before == OLDEST


def test_the_format_counts_as_read():
    Format("tale/1", "a tale").upcast({"format": "tale/1"}).done()


@pytest.mark.parametrize("tag", ["tale/4", "tale/0", "tale", ""])
def test_a_format_that_nobody_knows_is_refused_with_the_one_that_is_read(tag):
    with pytest.raises(DocumentError) as fault:
        TALE.upcast({"format": tag}, "roster")
    assert (fault.value.code, fault.value.path) == ("document.format", "roster.format")
    assert fault.value.message == "The format of a tale is “tale/3”."


def test_a_document_without_a_format_is_of_the_form_that_is_named_for_it():
    tale = Format("tale/3", "a tale", TALE.upcasters, untagged="tale/2")
    assert tale.upcast({"hero": "Snik"}).raw["heroes"] == ["Snik"]
    with pytest.raises(DocumentError, match="The field “format” is missing"):
        TALE.upcast({"hero": "Snik"})


@pytest.mark.parametrize("document", [None, [], "tale/1", 3])
def test_what_is_no_object_is_refused(document):
    with pytest.raises(DocumentError) as fault:
        TALE.upcast(document)
    assert fault.value.code == "document.type"
