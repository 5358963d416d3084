"""Terraforming Mars: The Dice Game: 1-4 corporations make Mars habitable with dice for resources.

In short: your dice are your resources. In a turn you either produce (keep three dice, refill the hand to five cards, roll
all dice of your production boxes) or act: a support action (take a die, change a die, draw cards, a blue card), then a
main action (play a card, a second support action, raise the temperature, place an ocean, a greenery or a city, buy points,
a blue card). Steps of the three tracks, tiles and cards give Victory Points. Once two of three tracks are complete,
everyone takes one more turn; awards, milestones and red ribbons are added, and most Victory Points win.

Sources: a summary of the printed rules, and public facts about the game (dice, tracks, some corporations and cards, errata,
the solo game). Where those say nothing, costs, cards, the map and track bonuses are house values in ``content.toml``.

Readings chosen where the rules are silent
==========================================
Set-up
    Seat 0 is the first player. Corporations are chosen in secret and revealed in order of the seats, each with its start
    bonus and then its dice. A corporation that must play a project plays one that it can pay, before its dice are rolled.
    A start bonus is gained in the order written.
    The gift is a die as it lies; wild tokens are no resource. Points of the set-up bring bonus cards at the end of turn 1.
Turn
    Kind of turn and support action are one decision: who takes a support action takes an action turn. In the same way
    the second support action is chosen among the main actions. A support and a main action have to be taken as long as
    one is possible; otherwise the seat goes on without it. Both support actions may be of the same kind. Free actions are
    offered before the support action, before the main action, and after the turn, also a production turn.
    "Another die" of support action b is a die that was not paid with; it gets another face of its own colour.
Production turn
    Resources are given up one at a time until three are left, not more. Blue cards are ready at once. However many dice are
    short, there is one wild token. Gains of any other kind, the dice of the set-up too, take what there is, with no wild
    token (switch ``short_gain``).
Playing and paying
    Matching dice pay first, wild tokens then. Discounts are per card and not for actions. Reactions to a card come
    before its effects; no card reacts to itself. Effects that cannot be done are ignored; a card whose effects all cannot
    be done may be played. Changing dice by a card is up to the number given.
    The order of a card's effects is asked where it can matter: between an effect that leaves a decision (change, any,
    ocean, greenery, city, special, lose, play) and one that shows something first (roll, draw, any, a tile, play, a step
    with such a bonus); between ``change`` or ``play`` and whatever supplies it; between effects that, with all that may
    follow from them, want the same dice when the pool is short; and between a prize and another step of the oxygen.
    A red-framed icon names any other player; who has none of the resource loses nothing.
Tiles and tracks
    Nobody owns a tile; all points of the board are given when it is placed. After the seventh ocean the remaining ocean
    areas stay empty, and an ocean gives 1 point and no bonus. A greenery is placed also when the oxygen is complete, for
    1 point and its cities. Standard greenery and city need a hex. Track bonuses go to whoever takes the step. Tiles and
    wild tokens do not run out. A special tile takes a land hex and its bonus and scores nothing.
Bonus cards
    At the end of the turn, from the active player clockwise, every seat that has reached 5 or 12 points plays a card of
    the pile, a second one if both were reached; points of a bonus card may bring the next. Whoever has looked knows the
    rest of the pile.
Milestones and awards
    Milestones are claimed the moment they are reached, in turn order from the active player. Bonus cards count as cards of
    their colour, corporations do not. A card shows Victory Points if they are printed on it anywhere, be it as a prize that
    it did not win. Awards count printed icons of the costs of played cards, at least one; with two
    players there is no second place, nor after a tie for first (switch ``award_tie``). Both are added at the end.
End
    It is triggered by the turn in which the second track is completed, whoever did it. Then every seat takes one more turn,
    that seat last. Resources left over are worth nothing.
Alone
    City, ocean and greenery of the set-up are placed by the player, without points or bonus; the ocean counts. One bonus
    card of four is chosen at the start, besides those for 5 and 12 points. 50 turns are played in any case (switch
    ``solo_end``). Without all three tracks there is no score. Awards need a number of icons (house values).
Pool and piles
    Dice, deck and bonus pile have no order: each draw is uniform over what is there. When the deck is empty, the discard
    pile becomes the deck. Discards lie open, those of a production turn too.

Version history
===============
v0: first version.
"""

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
            players=1,
        ),
    ),
)
