"""The API's schema, and values held against it: its components are read once, however many shapes refer to them."""

import json
from functools import cache
from typing import Any

import jsonschema_rs
from drf_spectacular.generators import SchemaGenerator

COMPONENTS = "urn:components"


@cache
def public_schema() -> dict[str, Any]:
    """Return the schema of the API in plain values; it follows from the code alone, so it is made once a process."""
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call] # it has no types
    plain: dict[str, Any] = json.loads(json.dumps(schema, default=str))
    return plain


class ApiShapes:
    """The shapes of one schema of the API."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._components = jsonschema_rs.Registry([(COMPONENTS, {"components": schema["components"]})])

    def validate(self, value: object, shape: dict[str, Any]) -> None:
        """Raise ``jsonschema_rs.ValidationError`` unless a value is as a shape says, which may refer to components."""
        resolved = json.loads(json.dumps(shape).replace('"#/components/', f'"{COMPONENTS}#/components/'))
        jsonschema_rs.Draft202012Validator(resolved, registry=self._components).validate(value)
