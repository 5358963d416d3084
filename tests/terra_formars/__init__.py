"""Tests of the rules of Terra Formars: prepared states, played through the same compiled entry points as everything else."""
