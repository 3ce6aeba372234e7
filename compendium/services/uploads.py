"""Uploaded files between a look at them and the confirmation: kept in the folder for temporary files."""

from __future__ import annotations

from import_export.tmp_storages import TempFolderStorage


def upload_keep(data: bytes) -> str:
    """Store the bytes of a file and return the name that finds them."""
    storage = TempFolderStorage(read_mode="rb")
    storage.save(data)
    name: str = storage.name
    return name


def upload_take(name: str) -> bytes:
    """Return the bytes of a stored file and remove it; raise ``OSError`` where it is gone."""
    storage = TempFolderStorage(name=name, read_mode="rb")
    data: bytes = storage.read()
    storage.remove()
    return data
