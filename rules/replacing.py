"""``replace`` for frozen values with slots: as ``dataclasses.replace``, without making the value anew.

A battle changes a few parts of a large state some twenty times an event. ``dataclasses.replace`` calls ``__init__``
with every part, and a frozen class sets each through a call. Here a copy begins as a draft, of a subclass that is not
frozen, and becomes a value of its class in the end. What checks its parts or has no slots is made anew as before.
"""

import dataclasses
from collections.abc import Callable
from functools import cache
from types import new_class
from typing import TYPE_CHECKING, Any

__all__ = ["replace"]

if TYPE_CHECKING:
    from dataclasses import replace  # which names a class has, and of which types
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a copy of a value with some of its parts changed."""
        kind = value.__class__
        drafted = _drafted(kind)
        if drafted is None:
            return dataclasses.replace(value, **changes)
        draft = drafted(value)
        for name, part in changes.items():
            setattr(draft, name, part)
        draft.__class__ = kind
        return draft


@cache
def _drafted(kind: type[Any]) -> Callable[[Any], Any] | None:
    """Return a function that copies a value of a class into a draft, None if the class has to make its values."""
    if hasattr(kind, "__post_init__") or kind.__dictoffset__:
        return None
    thawed = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    draft = new_class(kind.__name__, (kind,), exec_body=lambda names: names.update(thawed))
    # Compiled, as dataclasses compile their own methods: a loop over the names takes three times as long.
    copied = "".join(f"    draft.{field.name} = value.{field.name}\n" for field in dataclasses.fields(kind))
    scope: dict[str, Any] = {"new": object.__new__, "kind": draft}
    exec(f"def copy(value):\n    draft = new(kind)\n{copied}    return draft", scope)  # noqa: S102 - names of fields
    copy: Callable[[Any], Any] = scope["copy"]
    return copy
