"""Terraforming Mars: The Dice Game."""

from pathlib import Path

from marszoo.envs.core.game import Game, Switch
from marszoo.envs.terraforming_dice.actions import ACTIONS
from marszoo.envs.terraforming_dice.content import load_content
from marszoo.envs.terraforming_dice.describe import describe
from marszoo.envs.terraforming_dice.hidden import determinize
from marszoo.envs.terraforming_dice.invariants import INVARIANTS, check
from marszoo.envs.terraforming_dice.observation import OBSERVATION, observe
from marszoo.envs.terraforming_dice.render import render_image, render_text
from marszoo.envs.terraforming_dice.results import results
from marszoo.envs.terraforming_dice.rules import legal, setup, step
from marszoo.envs.terraforming_dice.state import STATE

GAME = Game(
    name="terraforming_dice",
    version=0,
    title="Terraforming Mars: The Dice Game",
    min_players=1,
    max_players=4,
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    setup=setup,
    legal=legal,
    step=step,
    observe=observe,
    results=results,
    determinize=determinize,
    check=check,
    invariants=INVARIANTS,
    describe=describe,
    render_text=render_text,
    render_image=render_image,
    load=load_content,
    content_file=Path(__file__).with_name("content.toml"),
    max_cycles={1: 3000, 2: 6000, 3: 9000, 4: 12000},
    score_scale=20.0,
    switches=(
        Switch(
            "short_gain",
            ("nothing", "wild"),
            "what a gain other than production gives for dice that the pool lacks: nothing, or one wild token",
        ),
        Switch(
            "award_tie", ("no_second", "second"), "whether second place of an award is paid when first place is tied"
        ),
        Switch(
            "solo_end",
            ("turns", "goal"),
            "alone: 50 turns in any case, or the end one turn after all three tracks are complete",
        ),
    ),
)
