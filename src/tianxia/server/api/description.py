"""The description of the API (OpenAPI 3.1), made of the table of endpoints and the structs; and the page that shows it."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from http import HTTPStatus
from inspect import cleandoc
from typing import Any

import msgspec
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

import tianxia
from tianxia.server import pages, visitors
from tianxia.server.api import lines, problems
from tianxia.server.api.calls import KEY, KEY_HEADER, NAME, SCOPES, Endpoint
from tianxia.server.api.problems import ProblemView

ALWAYS = (400, 401, 403, 429, 500, 503)
"""Problems that any endpoint may answer with."""
REF = "#/components/schemas/{name}"
ABOUT = (
    "Programs that play: each is known by a token of an account, made on the page of the account. Answers are JSON, streams"
    " are lines of JSON (NDJSON) with an empty line now and then. What is not carried out is answered with a problem object"
    " (RFC 9457): what is wrong, where, and what would be right."
)


def written(request: Request, endpoints: tuple[Endpoint, ...]) -> Response:
    """The description as JSON."""
    text = msgspec.json.encode(described(endpoints, visitors.root_of(request)))
    return Response(text, media_type="application/json", headers={"cache-control": "no-cache"})


@lru_cache(4)
def described(endpoints: tuple[Endpoint, ...], root: str) -> dict[str, Any]:
    """The description of a site that lies under a path."""
    types = [one for endpoint in endpoints for one in (endpoint.answer, endpoint.query, endpoint.body or dict)]
    schemas, components = msgspec.json.schema_components([*types, ProblemView], ref_template=REF)
    problem = schemas[-1]
    paths: dict[str, dict[str, Any]] = {}
    for number, endpoint in enumerate(endpoints):
        answer, query, body = schemas[3 * number : 3 * number + 3]
        asked = operation(endpoint, answer, _resolved(query, components), body, problem)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = asked
    for endpoint in endpoints:  # what is asked in the address stands with the endpoint
        components.pop(endpoint.query.__name__, None)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tianxia", "version": tianxia.__version__, "description": ABOUT},
        "servers": [{"url": root or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": " ".join(f"`{name}`: {says}" for name, says in SCOPES.items()),
                }
            },
        },
    }


def operation(
    endpoint: Endpoint, answer: dict[str, Any], query: dict[str, Any], body: dict[str, Any], problem: dict[str, Any]
) -> dict[str, Any]:
    """One endpoint, as OpenAPI has it."""
    summary, _, more = cleandoc(endpoint.act.__doc__ or "").partition("\n\n")
    media = lines.MEDIA_TYPE if endpoint.lines else "application/json"
    wrong = {"content": {problems.MEDIA_TYPE: {"schema": problem}}}
    codes = (*ALWAYS, *endpoint.problems, *((413,) if endpoint.body else ()))
    told = {
        "summary": summary.replace("\n", " "),
        "description": more.replace("\n", " "),
        "operationId": f"{endpoint.act.__module__.rpartition('.')[2]}_{endpoint.act.__name__}",
        "security": [{"token": [endpoint.scope]}],
        "parameters": parameters(endpoint, query),
        "responses": {
            str(endpoint.status): {
                "description": "One such value a line." if endpoint.lines else "Done.",
                "content": {media: {"schema": answer}},
            },
            **{str(code): {"description": HTTPStatus(code).phrase, **wrong} for code in sorted(codes)},
        },
    }
    if endpoint.body is not None:
        told["requestBody"] = {"content": {"application/json": {"schema": body}}, "required": required(endpoint.body)}
    return told


def required(body: type) -> bool:
    """Whether something has to be sent: not where all of it may be left out."""
    return any(field.required for field in msgspec.structs.fields(body))


def parameters(endpoint: Endpoint, query: dict[str, Any]) -> list[dict[str, Any]]:
    """What stands in the address and in headers."""
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "pattern": f"^{NAME.pattern}$"}}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    for name, schema in query.get("properties", {}).items():
        kept = {key: value for key, value in schema.items() if key != "description"}
        found.append({"name": name, "in": "query", "description": schema.get("description", ""), "schema": kept})
    if endpoint.keyed:
        says = "What the program calls this command: sent again with the same key it is carried out once."
        pattern = {"type": "string", "pattern": f"^{KEY.pattern}$"}
        found.append({"name": KEY_HEADER, "in": "header", "description": says, "schema": pattern})
    return found


def _resolved(schema: dict[str, Any], components: Mapping[str, Any]) -> dict[str, Any]:
    """A schema itself where only its name is given."""
    found: dict[str, Any] = components[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


# -- for people -----------------------------------------------------------------------------------------------------


def page(request: Request, endpoints: tuple[Endpoint, ...]) -> Response:
    """The description as a page."""
    told = described(endpoints, visitors.root_of(request))
    return pages.page(
        request,
        "api.html",
        about=told["info"]["description"],
        scopes=SCOPES,
        operations=[
            {"method": method.upper(), "path": path, "name": one["operationId"], **one}
            for path, methods in told["paths"].items()
            for method, one in methods.items()
        ],
        shapes=told["components"]["schemas"],
        in_words=in_words,
    )


def in_words(schema: Mapping[str, Any]) -> Markup:
    """A schema in few words: the structs, lists of them, what else may stand there. Structs are links."""
    if "$ref" in schema:
        name = escape(str(schema["$ref"]).rpartition("/")[2])
        return Markup('<a href="#{0}">{0}</a>').format(name)
    if choices := schema.get("anyOf"):
        return Markup(" | ").join(map(in_words, choices))
    if "enum" in schema:
        return Markup(" | ").join(str(value) for value in schema["enum"])
    if "const" in schema:
        return escape(str(schema["const"]))
    kind = schema.get("type", "any")
    if kind == "array":
        return Markup("list of {}").format(in_words(schema.get("items", {})))
    more = schema.get("additionalProperties")
    if kind == "object" and isinstance(more, dict):
        return Markup("object of {}").format(in_words(more))
    return escape(" | ".join(_plain(kind)))


def _plain(kind: str | Iterable[str]) -> list[str]:
    return [kind] if isinstance(kind, str) else list(kind)
