"""The rules by chapter, and the one step function.

``stock`` dice, tokens, points and paying; ``cards`` drawing, playing and using; ``board`` tracks, map and reactions;
``milestones``; ``order`` of a card's effects; ``start`` the set-up; ``turn`` what happens by itself in a turn; ``deeds`` the
support, main and free actions; ``parts`` the smaller decisions that an action or a production turn leaves; ``play`` the
loop over all of them; ``log`` the events that people are told.

`setup`, `legal` and `step` are what the core calls; see the game's docstring for the readings of the rulebook.
"""

from marszoo.envs.terraforming_dice.rules.play import legal, setup, step

__all__ = ["legal", "setup", "step"]
