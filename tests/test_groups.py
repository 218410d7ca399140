"""Tests that share what is slow to make stay in one process."""

import pytest


@pytest.mark.xdist_group("alone")
def test_groups_hold_in_several_processes(request: pytest.FixtureRequest) -> None:
    """Else, and without a word, each process compiles, walks and starts what one could make for all."""
    if request.config.getoption("loadgroup", False):
        assert request.node.nodeid.endswith("@alone"), "this pytest-xdist does not group tests with this pytest"
