"""The rules by chapter: dice and payment, supports, cockroaches, the turn, and the one step function.

`setup`, `legal` and `step` are what the core calls; see the game's docstring for the readings of the rulebook.
"""

from marszoo.envs.terra_formars.rules.play import legal, setup, step

__all__ = ["legal", "setup", "step"]
