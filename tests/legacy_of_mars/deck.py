"""A deck of the tests' own: the printed cards, and for each word that none of them has a card with numbers of its own."""

import functools
import pathlib
import re
import tempfile

from legacy_of_mars.prepared import blanked
from legacy_of_mars.table import Table
from marszoo.envs.legacy_of_mars import GAME

OWN = {
    # id: (colour, tags, what the row says)
    "workers": ("green", "", 'effects = ["gain worker 4", "production worker 2"]'),
    "settlers": ("green", "", 'effects = ["population 2"]'),
    "thaw": ("red", "", 'effects = ["melt 2"]'),
    "luck": ("green", "", 'effects = ["wild 3"]'),
    "ideas": ("green", "", 'effects = ["innovation 2"]'),
    "lake": ("green", "", 'effects = ["ocean on anywhere"]'),
    "works": ("green", "", 'effects = ["special industry"]'),
    "mill": ("green", "", 'effects = ["special industry on by_greenery"]'),
    "arcology": ("green", "city", 'effects = ["city", "population 1"]'),
    "census": ("green", "", 'effects = ["gain megacredit 2 per population"]'),
    "gardens": ("green", "", 'effects = ["production plant 1 per greenery"]'),
    "harbour": ("green", "", 'effects = ["gain heat 1 per 2 ocean"]'),
    "foremen": ("green", "", 'effects = ["gain steel 1 per worker_production"]'),
    "guild": ("green", "", 'effects = ["production megacredit 2 per special_tile"]'),
    "crowded": ("green", "", 'requires = ["population >= 2"]\neffects = ["gain plant 1"]'),
    "icy": ("green", "", 'requires = ["glacier >= 2"]\neffects = ["gain plant 1"]'),
    "famous": ("green", "", 'requires = ["rating >= 30"]\neffects = ["gain plant 1"]'),
    "hosts": ("blue", "", 'triggers = ["any population: gain megacredit 3"]'),
    "spring": ("blue", "", 'triggers = ["any melting: gain plant 2"]'),
    "assembly": ("blue", "", 'triggers = ["own special: gain steel 2"]'),
    "fame": ("blue", "", 'triggers = ["own rating: gain heat 2"]'),
    "balloon": (
        "blue",
        "floater",
        'holds = "floater"\naction = ["free: hold 2", "held 3: rating 2"]\npoints = "1 per 3 held"',
    ),
    "airship": ("green", "floater", 'effects = ["add floater 4"]'),
    "buyer": ("blue", "", 'standing = ["card_price 1"]'),
    "planner": ("blue", "", 'standing = ["project_discount 2"]'),
    "gardener": ("blue", "", 'standing = ["greenery_plants 2"]'),
    "stoker": ("blue", "", 'standing = ["heat_steps 3"]'),
    "recruiter": ("blue", "", 'standing = ["population_workers 4"]'),
    "melter": ("blue", "", 'action = ["energy 1: melt 1"]'),
    "barter": ("blue", "", 'action = ["free: swap heat worker"]'),
    "households": ("green", "", 'effects = ["gain plant 1"]\npoints = "2 per 3 population"'),
}
"""Cards that cost nothing and whose only rule is the one that a test is about."""


@functools.cache
def content():
    """The shipped content without its house projects, with the cards above in their place."""
    blocks = GAME.content_file.read_text(encoding="utf-8").split("\n[[")
    kept = [b for b in blocks if not (b.startswith("project]]") and 'deck = "house"' in b)]
    # What standing effects of a whole game take off has a limit, which belongs to the cards above here.
    kept = [b if b.startswith("project]]") else re.sub(r"\nstanding = \[.*\]", "", b) for b in kept]
    place = max(k for k, block in enumerate(kept) if block.startswith("project]]")) + 1
    rows = []
    for id, (colour, tags, text) in OWN.items():
        marks = f"[{', '.join(map(repr, tags.split()))}]"
        rows.append(
            f'project]]\nid = "{id}"\nname = "Card {id}"\nprovenance = "house"\ndeck = "house"\n'
            f'colour = "{colour}"\ncost = 0\ntags = {marks}\n{text}\n'
        )
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "deck.toml"
        file.write_text("\n[[".join([*kept[:place], *rows, *kept[place:]]), encoding="utf-8")
        return blanked(GAME.content(file))


@functools.cache
def _blank(players, board):
    return Table(players, board, content=content()).blank()


def own_game(players=2, board="tharsis"):
    """A blank table with that deck."""
    return _blank(players, board).clone()
