"""The description of the API is whole: nothing without a sentence, no body without an example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema_rs import validator_for

from board_daemon.web.access import Level
from board_daemon.web.description import operations_of
from board_daemon.web.guard import SESSION_COOKIE
from board_daemon.web.route_levels import routes_with_levels
from tests.web.whole_board import whole_board

Json = dict[str, Any]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with whole_board(tmp_path_factory.mktemp("board")) as board:
        yield board.app


@pytest.fixture(scope="module")
def document(app: Any) -> Json:
    described: Json = app.openapi()
    return described


def operations(document: Json) -> list[tuple[str, Json]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, method, operation in operations_of(document)
    ]


def schemas_within(node: object, where: str) -> Iterator[tuple[str, Json]]:
    """Every schema of a property, wherever it is, with its place."""
    if isinstance(node, dict):
        for name, schema in node.get("properties", {}).items():
            yield f"{where}.{name}", schema
        for key, inner in node.items():
            yield from schemas_within(inner, f"{where}.{key}")
    elif isinstance(node, list):
        for index, inner in enumerate(node):
            yield from schemas_within(inner, f"{where}[{index}]")


def references_within(node: object) -> Iterator[str]:
    """Every place in the document that something in it refers to."""
    if isinstance(node, dict):
        if isinstance(reference := node.get("$ref"), str):
            yield reference
        node = [*node.values()]
    if isinstance(node, list):
        for inner in node:
            yield from references_within(inner)


@pytest.mark.slow
def test_whatever_is_referred_to_stands_in_the_description(document: Json) -> None:
    references = set(references_within(document))
    assert "#/components/schemas/ErrorAnswer" in references
    for reference in references:
        place: Any = document
        for name in reference.removeprefix("#/").split("/"):
            assert name in place, reference
            place = place[name]


def test_every_operation_has_a_sentence_a_tag_that_is_explained_and_a_name_of_its_own(
    document: Json,
) -> None:
    explained = {tag["name"] for tag in document["tags"] if tag["description"]}
    names = []
    for name, operation in operations(document):
        assert operation["summary"][0].isupper(), name
        assert not operation["summary"].endswith("."), name
        assert len(operation["description"]) > len(operation["summary"]), name
        assert set(operation["tags"]) <= explained, name
        assert len(operation["tags"]) == 1, name
        names.append(operation["operationId"])
    assert len(set(names)) == len(names)


def test_every_operation_says_the_level_that_its_route_needs(app: Any, document: Json) -> None:
    said = {name: operation["x-level"] for name, operation in operations(document)}
    needed = {
        f"{route.method} {route.path.replace(':int', '')}": route.level
        for route in routes_with_levels(app)
        if route.method not in ("WEBSOCKET", "MOUNT")
    }
    assert said == needed
    for name, operation in operations(document):
        level = operation["x-level"]
        wanted = [] if level == Level.NOBODY else [{"session": [level]}]
        assert operation["security"] == wanted, name
    assert document["components"]["securitySchemes"]["session"]["name"] == SESSION_COOKIE


def test_every_refusal_is_named_by_its_status_and_has_the_one_shape(document: Json) -> None:
    shared = document["components"]["responses"]
    for name, operation in operations(document):
        for status, told in operation["responses"].items():
            assert status.isdigit(), name
            response = shared[told["$ref"].rpartition("/")[2]] if "$ref" in told else told
            assert response["description"], (name, status)
            if status != "200":
                schema = response["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}, (name, status)
        needs_pairing = operation["x-level"] != Level.NOBODY
        assert ("401" in operation["responses"]) == needs_pairing, name


@pytest.mark.slow
def test_every_field_and_parameter_is_described(document: Json) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name
    for where, schema in schemas_within(document["components"]["schemas"], ""):
        assert schema.get("description") or "$ref" in schema, where
    for name, operation in operations(document):
        for parameter in operation.get("parameters", []):
            what = f"{name} {parameter['name']}"
            assert parameter["description"], what
            assert parameter["schema"].get("examples") or parameter["schema"].get("format"), what


@pytest.mark.slow
def test_every_body_has_an_example_that_is_one(document: Json) -> None:
    for name, operation in operations(document):
        for kind, body in operation.get("requestBody", {}).get("content", {}).items():
            schema = body["schema"]
            if "$ref" in schema:
                schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            examples = schema.get("examples") or [body["example"]]
            whole = {**schema, "components": document["components"]}
            for example in examples:
                assert validator_for(whole).is_valid(example), (name, kind, example)


@pytest.mark.slow
def test_no_shape_is_described_that_nothing_uses(document: Json) -> None:
    text = str(document)
    for name in document["components"]["schemas"]:
        assert f"#/components/schemas/{name}'" in text, name
    for name in document["components"]["responses"]:
        assert f"#/components/responses/{name}'" in text, name
