"""Ore Rush: a game for the tests of the core, built as a third party would build one.

Each round every seat commits a hidden bid of up to three coins; when all have, the bids are revealed and paid, and the
highest bidder (the lowest seat of those that tie) has the first turn. In a turn a seat plays a card of its hidden hand,
draws one, or passes. A card gains coins, steals them from a seat that its player names (a decision of its own), or
rolls a die. The game ends after the last round, or with the round in which a seat reaches the goal; most coins win.

With ``bonus=True`` a played card also pays its player 0.25 at once, at the cost of the next seat: a payoff on the way.
"""

import dataclasses
import pathlib

from marszoo.envs.core.game import Game, Measure, Switch
from toy import display, rules
from toy.content import load
from toy.state import ACTIONS, OBSERVATION, STATE

TOY = Game(
    name="toy",
    version=3,
    title="Ore Rush",
    min_players=2,
    max_players=4,
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    setup=rules.setup,
    legal=rules.legal,
    step=rules.step,
    observe=rules.observe,
    results=rules.results,
    determinize=rules.determinize,
    check=rules.check,
    invariants=rules.INVARIANTS,
    describe=display.describe,
    render_text=display.render_text,
    render_image=display.render_image,
    load=load,
    content_file=pathlib.Path(__file__).with_name("content.toml"),
    max_cycles={2: 100, 3: 150, 4: 200},
    score_scale=10.0,
    switches=(
        Switch("bonus", (False, True), "a played card pays its player 0.25 at the cost of the next seat"),
        Switch("die", ("six", "four"), "sides of the die"),
    ),
)
"""The competitive game."""

TEAM = dataclasses.replace(
    TOY,
    name="toy_team",
    version=0,
    title="Ore Rush for a team",
    cooperative=True,
    results=rules.team_results,
    score_name="coins",
    measures=(Measure("rounds", "rounds that were finished"), Measure("cards played", "cards on the discard pile")),
    measure=rules.team_measure,
)
"""The same game with one goal for all: eight coins a seat."""
