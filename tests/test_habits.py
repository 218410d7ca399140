"""Tests wait for a state, never for a time, as long as it takes, and whatever they draw, they draw again in the next run."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(path for path in TESTS.rglob("*.py") if path.name not in ("waiting.py", "chance.py"))
WAITS = ("wait_for_timeout", "sleep")
DRAWS = ("Random", "default_rng", "seed")
"""Generators that draw a seed of their own if they are given none."""
UNSEEDED = ("random", "choice", "choices", "randrange", "randint", "shuffle", "sample", "uniform")


def calls(path: Path) -> Iterator[tuple[ast.Call, str, str]]:
    """Every call of a file, with the name that is called and that of its owner."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            owner = node.func.value if isinstance(node.func, ast.Attribute) else None
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield node, name, owner.id if isinstance(owner, ast.Name) else ""


def faults(path: Path) -> list[str]:
    """What a file does that it should not."""
    found = []
    for call, name, owner in calls(path):
        at_once = len(call.args) == 1 and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0
        if name in WAITS and not at_once:
            found.append(f"line {call.lineno} waits for a time: wait for a state, with tests/waiting.py if need be")
        hurries = name.startswith(("to_", "wait_for_")) and any(word.arg == "timeout" for word in call.keywords)
        if hurries or (name == "set_default_timeout" and path.name != "conftest.py"):
            found.append(f"line {call.lineno} has a patience of its own: tests/e2e/conftest.py has one for all")
        if (name in DRAWS and not (call.args or call.keywords)) or (owner == "random" and name in UNSEEDED):
            found.append(f"line {call.lineno} draws without a seed")
        if owner == "secrets" or name in ("SystemRandom", "urandom"):
            found.append(f"line {call.lineno} draws a secret: write the seed down")
    return found


def test_no_test_waits_for_a_time_or_draws_a_seed_of_its_own() -> None:
    found = {str(path.relative_to(TESTS)): wrong for path in FILES if (wrong := faults(path))}
    assert found == {}


@pytest.mark.parametrize(
    "line",
    ["page.wait_for_timeout(50)", "context.set_default_timeout(5000)", "expect(page).to_have_title('', timeout=5000)",
     "page.wait_for_function('done', timeout=5000)", "time.sleep(0.1)", "await asyncio.sleep(delay)", "random.Random()",
     "np.random.default_rng()", "random.choice(legal)", "secrets.randbits(62)"],
)  # fmt: skip
def test_what_a_test_may_not_do_is_noticed(tmp_path: Path, line: str) -> None:
    (tmp_path / "file.py").write_text(f"async def test() -> None:\n    {line}\n")
    assert len(faults(tmp_path / "file.py")) == 1
