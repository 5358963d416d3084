"""Settings that tests of this game share."""

import pytest

from marszoo.envs.legacy_of_mars import render


@pytest.fixture
def unwrapped(monkeypatch):
    """Lines of the text as long as they come, so that they can be compared whole."""
    monkeypatch.setattr(render, "wrapped", str)
