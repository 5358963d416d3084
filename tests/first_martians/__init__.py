"""Tests of the rules of First Martians: prepared states, played through the compiled entry points."""
