"""The rules by chapter: dice and payment, cards, board, milestones, order of effects, set-up, turn, and the one step function.

`setup`, `legal` and `step` are what the core calls; see the game's docstring for the readings of the rulebook.
"""

from marszoo.envs.terraforming_dice.rules.play import legal, setup, step

__all__ = ["legal", "setup", "step"]
