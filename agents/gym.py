"""Registrations with Gymnasium and PettingZoo, by strings only."""


def register_all() -> None:
    """Stub."""
