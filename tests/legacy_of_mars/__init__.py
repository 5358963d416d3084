"""Tests of the rules of The Legacy of Mars: prepared states, played through the compiled entry points."""
