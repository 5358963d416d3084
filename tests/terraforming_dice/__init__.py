"""Tests of the rules of Terraforming Mars: The Dice Game: prepared states, played through the compiled entry points."""
