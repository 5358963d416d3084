"""The rules by chapter: facilities, crew, malfunctions, events, production, actions, the end, and the one step function.

`setup`, `legal` and `step` are what the core calls; see the game's docstring for the readings of the rulebook.
"""

from marszoo.envs.first_martians.rules.play import legal, setup, step

__all__ = ["legal", "setup", "step"]
