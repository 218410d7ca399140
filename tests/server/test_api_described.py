"""The API does what its description says, whatever it is sent: Schemathesis makes that of the description.

``TIANXIA_EXAMPLES=2000 pytest -n 0 tests/server/test_api_described.py`` tries more, as long as you like.
"""

import json
import os
from typing import Any
from urllib.request import Request, urlopen

import pytest
import schemathesis
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.site import Site
from tests.server.test_examples import token
from tianxia.server.api.calls import NAME
from tianxia.server.api.description import described
from tianxia.server.api.routes import ENDPOINTS

load_all_checks()
EXAMPLES = int(os.environ.get("TIANXIA_EXAMPLES", "12"))
CONFIG = SchemathesisConfig.from_dict(
    {
        "generation": {
            "deterministic": True,
            "max-examples": EXAMPLES,
            "database": "none",
            "with-security-parameters": False,
        }
    }
)
SCHEMA = schemathesis.openapi.from_dict(json.loads(json.dumps(described(ENDPOINTS, ""))), config=CONFIG).exclude(
    path_regex="stream"
)  # they go on for ever


@pytest.fixture(scope="module")
def program(shared: Site) -> tuple[str, str]:
    """A token, and a game of it in which it is asked."""
    found = token(shared, "Fuzz")
    request = Request(f"{shared.origin}/api/games", b'{"game": "huns", "seats": ["me", "me"]}')
    request.add_header("Authorization", f"Bearer {found}")
    return found, json.load(urlopen(request))["id"]


@SCHEMA.parametrize()
def test_every_answer_is_one_that_is_described(case: Any, shared: Site, program: tuple[str, str]) -> None:
    found, game = program
    name = str((case.path_parameters or {}).get("id", ""))
    if NAME.fullmatch(name) and len(name) % 2 and not case.path.endswith("resign"):
        case.path_parameters["id"] = game
    headers = {"Authorization": f"Bearer {found}"}
    # what has the right form may still be no game that there is, and no legal action
    case.call_and_validate(shared.origin, headers=headers, excluded_checks=[positive_data_acceptance], timeout=30)
