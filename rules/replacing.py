"""Frozen values with slots: classes of them, and ``replace`` as ``dataclasses.replace``, without making the value anew.

A battle changes a few parts of a large state some twenty times an event. ``dataclasses.replace`` calls ``__init__``
with every part, and a frozen class sets each through a call. Here a copy begins as a draft, of a subclass that is not
frozen, and becomes a value of its class in the end. Classes with ``__post_init__``, without slots or with fields that
``__init__`` does not take go through ``dataclasses.replace``: a copy does not share what its value remembers.
"""

import dataclasses
from abc import ABCMeta
from collections.abc import Callable, Mapping
from functools import cache
from types import new_class
from typing import TYPE_CHECKING, Any, dataclass_transform

__all__ = ["FrozenClass", "replace"]

if TYPE_CHECKING:
    from dataclasses import replace  # which names a class has, and of which types
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a copy of a value with some of its parts changed."""
        return _copier(value.__class__)(value, changes)


_Copier = Callable[[Any, Mapping[str, Any]], Any]
_COPIER = """
def copy(value, changes):
    draft = new(Draft)
    {parts}
    for name, part in changes.items():
        setattr(draft, name, part)
    draft.__class__ = kind
    return draft
"""
"""Compiled for each class, as dataclasses compile their methods: a loop over the parts takes three times as long."""


@cache
def _copier(kind: type[Any]) -> _Copier:
    """Return a function that copies a value of a class with changes."""
    fields = dataclasses.fields(kind)
    if hasattr(kind, "__post_init__") or kind.__dictoffset__ or not all(field.init for field in fields):
        return lambda value, changes: dataclasses.replace(value, **changes)
    thawed = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    draft = new_class(kind.__name__, (kind,), exec_body=lambda names: names.update(thawed))
    scope: dict[str, Any] = {"new": object.__new__, "Draft": draft, "kind": kind}
    parts = (f"draft.{field.name} = value.{field.name}" for field in fields)
    exec(_COPIER.format(parts="; ".join(parts)), scope)  # noqa: S102 - names of fields alone
    copy: _Copier = scope["copy"]
    return copy


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class FrozenClass(ABCMeta):
    """The class of classes of which each is a frozen dataclass with slots; a head may add ``kw_only=True``."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], names: dict[str, Any], *, kw_only: bool = False, **said: Any
    ) -> Any:
        made = super().__new__(cls, name, bases, names, **said)
        # A dataclass with slots is made once more, then with their names.
        return made if "__slots__" in names else dataclasses.dataclass(frozen=True, slots=True, kw_only=kw_only)(made)
