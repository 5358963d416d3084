"""Terra Formars: 2-4 squads hunt cockroaches with dice, equipment and squad cards.

In short: on your turn you roll six dice, spend Stars and Serums (acquire supports, use the hero's technique, roll the
Special Die) and strike the cockroach you fight with all Wounds. The kill gives Victory Points to the killer and loot to
the others there. Squad cards may be played at any time, also in response to one another. The kill that cannot be
replaced ends the game; most Victory Points win.

Sources: the printed rulebook (rules and effects 01-48). Dice faces, costs, health, points, loot, copies and starting
supports are not printed: they are house values in ``content.toml``.

Readings chosen where the rulebook is silent
============================================
Turn
    Seat 0 is the first player. Heroes are chosen first to last, before any card is revealed (Setup 1 to 3). Supports,
    techniques and the Special Die may be bought as often as they can be paid. Wounds are dealt once, to one cockroach,
    also when there are none. More wounds than Health are lost.
Dice and payment
    An icon spent locks the whole die. Which die pays is automatic: Special Dice, then locked dice, then icons that are
    not on dice, then unlocked dice, those without a Danger first, so that as few dice as possible
    lose their re-roll. (Icons that are not on dice are safe from effects 22 and 26, and go before unlocked dice all the
    same.)
    Equipment 10 spends a Star like any payment; a Wound it takes from a die locks the die. Only combat dice are
    re-rolled. Kept tokens are one Star or one Wound each, are not on dice, and are no prey of "on the dice" effects.
Once per turn
    Effects without a "may" (hero talents 02 and 04, equipment 07, 08, 11, 13, 14) work by themselves, the moment they
    can: right after the roll, or when the equipment comes into play in one's own turn. Those with a "may" (hero
    talent 01, equipment 06, 09, 10, 12) are decisions.
Dangers
    "On a Danger" and "per Danger" count the Dangers that are shown and not ignored when it matters: at each purchase
    (talents 37, 39, 45, 47), when the wounds are dealt (43), and when spending and reactions are over (41). Talent 39
    also forbids the roll of effect 20. Effects 22 and 26 last for the turn.
Squad cards
    They can be played in the spending phase and in six windows: before the roll, after every roll, after every purchase
    or technique, when the wounds are declared, after wounds were dealt, at the end of the turn. A card played opens a
    new window that starts with the active player and takes the place of the one it was played in; when all pass in a
    row, cards resolve last in, first out. What they did can be answered in the next window only. What a card leaves open
    (whom, which) is chosen when it resolves. A card that can do nothing any more is just discarded. Effect 21 is of use
    only before the roll of the active player, 22 and 26 only after it, 16, 20 and 27 only to the active player before
    the wounds are dealt. With ``auto_pass`` cards that would do nothing now are not offered.
Markers
    "Change your objective" means another cockroach. Talent 44 bars every entry while somebody is there; a cockroach that
    arrives in a slot by effect 19 keeps the markers there. The dying cockroach cannot be entered. After a kill only the
    players on the dead cockroach place their markers anew, the killer first.
Kill and loot
    Points, then loot, then the reactions, then the replacement. Loot is dealt one token at a time, Victory Points before
    Stars before Wounds, clockwise from the killer to the others there (switch ``loot_sharing``). Hero talent 03 is worth
    one share in any case: its owner is dealt to first, also as the killer, also alone. Only the kill's points and loot
    come before the end of the game: it ends at once, before any reaction.
End of the turn
    The talent of the cockroach one fights then (after a kill: the new one), equipment 12, the last window. Talent 36
    heals that cockroach. Talents 40 and 46 do nothing when nobody can move. This order is fixed; no other pair of
    effects meets at one moment, so no order has to be chosen anywhere.
Supports
    Techniques that would do nothing are not offered; technique 04 is, beside equipment 05, which may still be stolen.
    Drawn equipment goes to the table. A slot of the row that cannot be filled is filled when a card is discarded.
    Destroyed equipment goes to the common discard; stolen equipment stays in play, and gives its once-per-turn icon
    only once in a turn.
Knowledge
    Starting supports and acquired cards are known to all; squad cards drawn by technique 02 only to their owner, until
    they are played. The discard is open; guesses of hidden hands do not remember which cards it held before a reshuffle. Which cockroaches were removed at set-up nobody knows.

Version history
===============
v0: first version.
"""

from pathlib import Path

from marszoo.envs.core.game import Game, Switch
from marszoo.envs.terra_formars.actions import ACTIONS
from marszoo.envs.terra_formars.content import load_content
from marszoo.envs.terra_formars.describe import describe
from marszoo.envs.terra_formars.hidden import determinize
from marszoo.envs.terra_formars.invariants import INVARIANTS, check
from marszoo.envs.terra_formars.observation import OBSERVATION, observe
from marszoo.envs.terra_formars.render import render_image, render_text
from marszoo.envs.terra_formars.results import results
from marszoo.envs.terra_formars.rules import legal, setup, step
from marszoo.envs.terra_formars.state import STATE

GAME = Game(
    name="terra_formars",
    version=0,
    title="Terra Formars",
    min_players=2,
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
    max_cycles={2: 5000, 3: 6000, 4: 6000},
    score_scale=10.0,
    switches=(
        Switch("loot_sharing", ("round_robin", "all"), "loot dealt one token at a time, or all of it to each"),
        Switch(
            "technique_03_reach",
            ("same_cockroach", "anywhere"),
            "whom technique 03 moves: players on your cockroach, or any",
        ),
        Switch("auto_pass", (True, False), "squad cards that would do nothing now are not offered"),
    ),
)
