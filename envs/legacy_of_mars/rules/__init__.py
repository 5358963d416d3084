"""The rules by chapter, and the one step function.

``course`` the steps of a mission; ``start`` the set-up; ``research`` player order, draft and buying; ``turn`` the actions;
``end`` production and the final conversion; ``objectives`` milestones and awards; ``deck`` the piles. What cards do:
``cards`` playing and using them, ``payment``, ``requirements``, ``pool`` the effects that wait, ``board`` tiles and
Population, ``parameters``, ``stock`` resources, and the decisions that effects ask for (``placing``, ``targets``,
``choices``, ``shown``). ``rows`` what a seat has in play; ``log`` the events that people are told; ``play`` the loop over
all of it.

`setup`, `legal` and `step` are what the core calls; see the game's docstring for the readings of the rulebook.
"""

from marszoo.envs.legacy_of_mars.rules.play import legal, setup, step

__all__ = ["legal", "setup", "step"]
