"""Documents packed as what is different from the one beside them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.deltas import DeltaFault, pack_document, unpack_document

TEXTS = st.text('ab\n"\\é\N{SQUARE APAATO}', max_size=6)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)
LARGE: dict[str, Any] = {
    "roster": {
        "members": [{"id": f"m{number}", "creature": "boar"} for number in range(100)],
        "cards": [{"key": f"card-{number}", "text": "\N{SQUARE APAATO}" * 8_000} for number in range(28)],
    },
    "notes": "",
}


@given(DOCUMENTS, DOCUMENTS)
def test_any_document_comes_back_from_beside_any_other(document, beside):
    assert unpack_document(pack_document(document, beside), beside) == document


@given(DOCUMENTS)
def test_the_order_of_fields_does_not_matter(document):
    packed = pack_document({"a": document, "b": 1}, {"x": document, "y": 2})
    assert unpack_document(packed, {"y": 2, "x": document}) == {"a": document, "b": 1}


def test_a_change_of_a_large_document_is_stored_small():
    roster = LARGE["roster"]
    changed = {**LARGE, "roster": {**roster, "members": roster["members"][1:]}, "notes": "One left."}
    assert len(json.dumps(LARGE)) > 1_300_000
    assert len(pack_document(LARGE, changed)) < 300


def test_what_belongs_beside_another_document_or_is_damaged_is_refused():
    packed = pack_document({"a": 1}, {"a": 2})
    with pytest.raises(DeltaFault):
        unpack_document(packed, {"a": 3})
    with pytest.raises(DeltaFault):
        unpack_document(packed[:-4], {"a": 2})
