"""What rows of a batch are compared with: single games, played through the rules' entry points."""

import dataclasses

import numpy as np
from toy import TOY, rules

from marszoo.envs.core import batch_kernels, rng
from marszoo.envs.core.batch import Batch
from marszoo.envs.core.frames import RUNNING
from marszoo.envs.core.jit import COMPILED, bind, jit

LONG = 300 if COMPILED else 30
"""Steps of a run in which many games end."""


@jit
def paid_setup(s, content, options):
    rules.setup(s, content, options)
    s.unpaid[1] += 4.0


@jit
def paid_step(s, content, action):
    mover = s.player
    rules.step(s, content, action)
    s.unpaid[mover] += 1.0
    s.unpaid[(mover + 1) % s.num_players] -= 0.5


PAID = dataclasses.replace(TOY, name="toy_paid", setup=paid_setup, step=paid_step)
"""The toy game with payoffs in every step and at the deal: also before the first decision of whoever does not begin."""


class Single:
    """One game played through ``kernels.start`` and ``act``, with a ledger of its own: what a row of a batch must equal."""

    def __init__(self, game, seed, **options):
        self.game, self.content, self.options = game, game.shipped, game.options(**options)
        players = self.options.num_players
        self.states, self.mask = game.zeros(1), game.mask()
        self.view = np.zeros(game.observation.width(players), np.float32)
        vector = self.options.vector
        game.kernels.start(self.states, 0, game.zeros(1), self.content.tables, vector, np.uint64(seed), self.mask)
        self.earned = self.states["unpaid"][0, :players].copy()
        game.kernels.observe(self.states, 0, self.content.tables, self.player, self.view)

    @property
    def player(self):
        return int(self.states["player"][0])

    @property
    def over(self):
        return int(self.states["over"][0])

    def act(self, action):
        """What each seat earns by this move, the final payoffs included."""
        ledger = self.states["unpaid"][0]
        ledger[self.player] = 0
        before = ledger.copy()
        assert self.game.kernels.act(self.states, 0, self.content.tables, int(action), self.mask, self.view, True)
        gained = (ledger - before)[: self.options.num_players]
        if self.over != RUNNING:
            gained = gained + self.end().payoff.astype(np.float32)
        return gained.astype(np.float32)

    def end(self):
        return self.game.settle_up(self.states, 0, self.content, self.options.reward)

    def observation(self, seat):
        out = np.zeros_like(self.view)
        self.game.kernels.observe(self.states, 0, self.content.tables, seat, out)
        return out


class Bare:
    """A chooser whose compiled function is given."""

    scratch = 2

    def __init__(self, name, choose, count=1, params=((0.0,),)):
        self.name, self.choose, self.count = name, choose, count
        self.params = np.array(params)

    def bind(self, game):  # noqa: ARG002
        return self.choose


def pick_ranked(which, states, i, content, seed, mask, scratch, scratch_masks, params):
    """Player 0 takes the first legal action, player 1 the last, player 2 the n-th, n from its parameters."""
    scratch[1] = states[i]  # a record of its own to spoil, as a search would
    scratch[1].depth = 0
    scratch_masks[0, :] = 1
    first = -1
    last = -1
    nth = -1
    seen = 0
    for a in range(len(mask)):
        if mask[a] != 0:
            if first < 0:
                first = a
            if seen <= params[0, 0]:
                nth = a
            seen += 1
            last = a
    return first if which == 0 else (last if which == 1 else nth)


def pick_illegal(which, states, i, content, seed, mask, scratch, scratch_masks, params):
    for a in range(len(mask)):
        if mask[a] == 0:
            return a
    return -1


RANKED = Bare("ranked", bind(pick_ranked, "toy"), 3, ((1.0,),))


def make(game=TOY, num_envs=6, **options):
    batch = Batch(game, num_envs, **options)
    batch.reset(seed=options.get("seed", 0))
    return batch


def trace(batch, steps, rows):
    """Everything the first `rows` rows of a batch show in `steps` steps of random play."""
    seen = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        seen += [
            array[:rows].tobytes() for array in (batch.states, batch.action_masks, batch.observations, batch.players)
        ]
        seen += [
            array[:rows].tobytes() for array in (batch.rewards, batch.terminations, batch.truncations, batch.seeds)
        ]
        ended = (batch.terminations | batch.truncations)[:rows]
        seen += [
            array[:rows][ended].tobytes() for array in (batch.final_observations, batch.final_scores, batch.final_ranks)
        ]
    return seen


def reference_game(game, chooser, seed, seated, external, **options):
    """Play one game as a batch must: seats with a negative controller by `external`, the others by the chooser.

    Returns the states seen by the external seats, what each of their steps earned, and the finished game.
    """
    row = Single(game, seed, **options)
    choose, scratch, masks = chooser.bind(game), game.zeros(2), game.mask(2)
    shown, earned = [], []
    gained = row.earned.copy()
    while row.over == RUNNING:
        which = int(seated[row.player])
        if which < 0:
            if shown:
                earned.append(gained)
                gained = np.zeros_like(gained)
            shown.append(row.states[0].tobytes())
            action = external(row)
        else:
            word = rng.conceal(np.uint64(seed), int(row.states["step_count"][0]), batch_kernels.CHOICE_STREAM)
            tables = row.content.tables
            action = choose(which, row.states, 0, tables, np.uint64(word), row.mask, scratch, masks, chooser.params)
        gained = gained + row.act(action)
    earned.append(gained)
    return shown, earned, row


def lowest(mask):
    return int(np.flatnonzero(mask)[0])
