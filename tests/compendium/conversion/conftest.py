"""Pasting and uploading PF2e creatures."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.compendium.conversion.pages import PAGE


@pytest.fixture
def paste(client: Client) -> Callable[..., Any]:
    """Return a function that pastes a text, or a document as JSON, and returns the answer."""

    def _paste(document: object, **fields: Any) -> Any:
        text = document if isinstance(document, str) else json.dumps(document)
        return client.post(PAGE, {"block": text, **fields})

    return _paste


@pytest.fixture
def upload(client: Client) -> Callable[..., Any]:
    """Return a function that uploads a file and returns the answer."""

    def _upload(data: bytes, name: str = "lurker.json", **fields: Any) -> Any:
        return client.post(PAGE, {"file": SimpleUploadedFile(name, data), **fields})

    return _upload
