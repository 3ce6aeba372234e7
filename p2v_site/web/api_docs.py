"""The page that explains the API, drawn from its schema: it reads without JavaScript and in any light."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from p2v_site.web.api_schema import schema_text

TypePiece = tuple[str, str]
"""Some words, and the document that they lead to, or nothing."""

FEW = 9
"""Words to choose from that are listed before a field's type becomes hard to read."""


@dataclass(frozen=True, slots=True)
class ApiField:
    """A parameter of an address, or a field of a document."""

    name: str
    type: tuple[TypePiece, ...]
    required: bool
    meaning: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of an operation: its status, the meaning, and the document."""

    status: str
    meaning: str
    document: tuple[TypePiece, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the API, with an example request and answer as JSON."""

    id: str
    method: str
    address: str
    summary: str
    meaning: str
    parameters: tuple[ApiField, ...]
    answers: tuple[Answer, ...]
    sent: str
    received: str
    credentials: tuple[str, ...]
    """The ways to authenticate; empty for public operations."""

    @property
    def link(self) -> str:
        """Return the address if a browser can open it directly, otherwise an empty string."""
        needs_words = "{" in self.address or any(parameter.required for parameter in self.parameters)
        is_open = self.method == "GET" and not needs_words and not self.credentials
        return self.address if is_open else ""


@dataclass(frozen=True, slots=True)
class ApiDocument:
    """A document of the API with its fields."""

    name: str
    meaning: str
    fields: tuple[ApiField, ...]


@dataclass(frozen=True, slots=True)
class ApiDocs:
    """The content of the page."""

    title: str
    meaning: str
    schemes: tuple[tuple[str, str], ...]
    """The ways to authenticate, with descriptions."""
    operations: tuple[Operation, ...]
    shapes: tuple[ApiDocument, ...]


def docs(request: HttpRequest) -> HttpResponse:
    """The page."""
    return render(request, "api_docs.html", {"api": api_docs()})


@cache
def api_docs() -> ApiDocs:
    """Return the contents of the page; the schema is the same for as long as the site runs."""
    schema: dict[str, Any] = json.loads(schema_text())
    return ApiDocs(
        title=schema["info"]["title"],
        meaning=schema["info"]["description"],
        schemes=tuple(
            (name, scheme["description"]) for name, scheme in schema["components"]["securitySchemes"].items()
        ),
        operations=tuple(
            _operation(address, method, operation)
            for address, methods in schema["paths"].items()
            for method, operation in methods.items()
        ),
        shapes=tuple(
            ApiDocument(name, _unmarked(shape.get("description", "")), tuple(_fields(shape)))
            for name, shape in schema["components"]["schemas"].items()
        ),
    )


def _operation(address: str, method: str, operation: Mapping[str, Any]) -> Operation:
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        address=address,
        summary=operation.get("summary", ""),
        meaning=_unmarked(operation.get("description", "")),
        parameters=tuple(
            ApiField(
                row["name"],
                tuple(_type(row["schema"])),
                row.get("required", False),
                _unmarked(row.get("description", "")),
            )
            for row in sorted(operation.get("parameters", ()), key=lambda row: row["in"] != "path")
        ),
        answers=tuple(
            Answer(status, answer["description"], tuple(_type(_content(answer).get("schema", {}))))
            for status, answer in operation["responses"].items()
        ),
        sent=_example(operation.get("requestBody", {})),
        received=next(
            filter(
                None, (_example(answer) for status, answer in operation["responses"].items() if status.startswith("2"))
            ),
            "",
        ),
        credentials=_credentials(operation),
    )


def _credentials(operation: Mapping[str, Any]) -> tuple[str, ...]:
    ways = operation.get("security", [])
    return () if {} in ways else tuple(name for way in ways for name in way)


def _content(body: Mapping[str, Any]) -> Mapping[str, Any]:
    content: Mapping[str, Any] = body.get("content", {}).get("application/json", {})
    return content


def _example(body: Mapping[str, Any]) -> str:
    examples = _content(body).get("examples", {})
    return "".join(
        json.dumps(example["value"], ensure_ascii=False, indent=2) for example in list(examples.values())[:1]
    )


def _fields(shape: Mapping[str, Any]) -> Iterator[ApiField]:
    required = shape.get("required", ())
    for name, field in shape.get("properties", {}).items():
        yield ApiField(name, tuple(_type(field)), name in required, _unmarked(field.get("description", "")))


def _type(schema: Mapping[str, Any]) -> Iterator[TypePiece]:
    """Return the type of a value in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield name, name
    elif choices := schema.get("oneOf") or schema.get("allOf"):
        for place, choice in enumerate(choices):
            if place:
                yield " or ", ""
            yield from _type(choice)
    elif "enum" in schema:
        words = ["null" if word is None else str(word) for word in schema["enum"]]
        yield ", ".join(words) if len(words) <= FEW else "one of the words below", ""
    elif schema.get("type") == "array":
        yield "list of ", ""
        yield from _type(schema["items"])
    elif schema.get("properties") and "results" in schema["properties"]:
        yield "page of ", ""
        yield from _type(schema["properties"]["results"])
    else:
        kinds = schema.get("type", "anything")
        yield (kinds if isinstance(kinds, str) else " or ".join(kinds)) + _bounds(schema), ""


def _bounds(schema: Mapping[str, Any]) -> str:
    low, high, longest = schema.get("minimum"), schema.get("maximum"), schema.get("maxLength")
    if low is not None and high is not None:
        return f", {low} to {high}"
    if low is not None:
        return f", from {low}"
    return f", at most {longest} characters" if longest is not None else ""


def _unmarked(text: str) -> str:
    """Take the marks of code out of a description."""
    return text.replace("`", "")
