"""PPO by self-play: the training view, the league, the learner, and the policies that come of it."""
