"""The Legacy of Mars: 1-5 corporations make the planet habitable with cards, tiles and Population: a mission or a campaign.

In short: in each generation cards are drafted and bought; then the seats take turns of one or two actions (play a card, use
one, standard projects, milestones and awards, conversions, selling cards, the innovation action) until all have passed;
then everybody produces. Raising temperature, oxygen and oceans raises the terraform rating, which is income and score.
Once all three have reached their goals, the generation is the last one; after a final conversion rating, awards,
milestones, greeneries, cities and cards are added up, and most Victory Points win.

Sources: the draft rulebook; where it is silent, public facts about the game that it grows from (numbers, rulings, all 208
project cards). What neither prints (house cards, corporations, developments, innovation cards, the map, mission sheets) are
house values in ``content.toml``, each marked as such. A mission is played as a stand-alone game; or, with the switch
``campaign``, all four as one campaign for Title Points.

Readings chosen where the sources are silent or contradict themselves
=====================================================================
Set-up
    The rating starts at what the mission sheet says (25 in mission 1, as two sections print; the list of symbols says 20); on
    the regular maps at 20, with oxygen from 0 %, 9 oceans, an ocean for reaching 0 degrees and no glaciers, and with the
    milestones and awards of the map. Productions start at 0. Seat 0 is the first player.
    Corporations are chosen in player order, openly. 15 M€ and two cards for free come with a stand-alone game; the cards are
    drawn before anything is chosen. Side, starting cards and a development for each mission up to this one are chosen in
    secret; then sides are revealed in player order, each with its money and effects, and pay for its cards (at a card's
    price, which a side may lower); then developments are played, each seat's in the order that it likes.
    Two innovation cards for each mission up to this one are shuffled into the deck at random, the others stay in their box.
    What a corporation and its developments show as tags counts as played: it sets off what listens to tags.
Research
    From generation 2 on, the first draft going to the left. From generation 7 on, inclusive, six cards are drawn. Cards are
    passed once; then any number of those before a seat may be bought, within its money. Draft and buying are secret until
    all are done, and discards lie face down: a seat knows of cards that it passed on only that the neighbour has or
    discarded them. If deck and discard pile run out, fewer cards are drawn.
Actions
    There are ten kinds. A seat passes instead of a first action, and ends its turn instead of a second one.
    Five standard projects. Those that would do nothing at all are not offered (an ocean with none left, a temperature that
    is complete with no glacier left), nor a city or greenery without room; a conversion of heat likewise.
    Cards are sold one at a time, at least one; the M€ come at the end. An award can be led with nothing. A milestone of
    cards in play counts project cards that lie face up. The innovation action looks at three cards of the box, once a
    mission; what is kept goes to the hand, because no mission follows a stand-alone game. Its discards stay out of the game.
    Sides and developments with an action use it like blue cards. Any income below zero is none.
Parameters
    Every step that ends at 0 degrees or more melts one glacier if there is one, which the active player picks; at the goal a
    step gives no rating, but a glacier may be melted. What melts gives its plant, and one for each adjacent tile to its
    owner. No ocean is placed for 0 degrees on the house map. Heat production is gained at -24 and -20 degrees. Steps are
    taken one at a time, bonuses included. An ocean placed below 0 degrees is a glacier; both sides are oceans. Reserved hexes
    stay empty once all oceans lie.
    Population beside a tile that is placed pays 1 M€, whoever owns it and whatever the tile. The pole has to be paid for,
    and nobody who cannot may place there, unless its bonus would do nothing any more.
Effects
    Those of an action may be done in any order, which is asked where it can matter: see ``rules/order.py``. An
    effect that places more Population than there is room for places what fits, as resources that find no card are not
    gained. Losses have to be payable in some order, and production that a red border takes from somebody has to be there, oneself included.
    Removing resources is optional and partial, production is not.
End
    The final conversion goes round in player order, one conversion each, until nobody converts any more; who let a turn go
    by may convert when it comes back. It still raises parameters that are not complete (alone). Nothing is saved in a
    stand-alone game, and hands are discarded before scoring. Ties go to who passed earlier in the last generation (switch
    ``tie_break``). An award that counts the rating counts it before points are added; there is no second place with two
    players or when first place is tied.
Alone
    Twelve generations, whatever the parameters. The four cards that place the neutral tiles are shown first: two for the
    cities, then two for their greeneries. A cost counts that many places where the tile may lie, at least one, and goes on
    at the beginning after the last; nothing lies on reserved hexes, Noctis City's or the pole, a city beside no city and
    with room for its greenery. Four cards are drawn and two kept, then two more drawn (six, three and three from generation
    7 on). Neither milestones nor awards. The neutral opponent has everything and can always be hit, but owns only the
    neutral tiles. The goal is that of the mission sheet, a house value; the score is kept in any case.
Campaign
    Corporations are chosen in player order before the first mission, and for good. The first mission brings neither free
    cards nor M€ beyond those of the side, because the set-up of a campaign prints neither; it begins with all innovation
    cards in their box. The Governor of a mission has the first player marker in the next one, as the player who won last.
    A seat's box holds at most two cards: what is saved at the end, from the hand, and an innovation card saved by the
    innovation action. Only cards that are allowed in the next mission may be saved; one that is not, because its owner
    missed a mission, is replaced by a random card. Who has saved one card gets none as compensation. How many cards others
    save is not seen before all have; after the last mission nothing is saved.
    Innovation cards of the box and beside it make up the box of the next mission; those that were drawn from it belong to
    the card pool from then on, wherever they were when the mission ended, unless they are saved.
    Titles go by Victory Points; ties by the order of passing. Alone the seat is in first place. More Title Points win the
    campaign, and within equal ones the place in the last mission; who missed it comes last, and of two such neither is
    ahead. Alone the goal of the last mission decides, and its Victory Points are the score.
    Who misses a mission (``absent``) has no part in it: no cards, turns, awards, nor production that could be lost. Where
    two seats are left, the rules for two hold. Who enters late, or missed the mission before, begins with 15 M€. Who enters
    late draws two cards and chooses a development for each mission up to that one, as in a stand-alone game; who missed one
    makes up for its development, too. At least two seats play each mission, and each seat plays one.
    ``mission_rewards`` pays each mission's payoff, by the option ``reward`` among those who played it, divided by four; a
    mission that the cap on decisions cuts pays nothing, and neither does the campaign.
Piles
    Deck, discard pile and innovation box have no order: each draw is uniform over what is there.

Version history
===============
v0: first version.
"""

from pathlib import Path

from marszoo.envs.core.game import Game, Measure, Switch
from marszoo.envs.legacy_of_mars.actions import ACTIONS
from marszoo.envs.legacy_of_mars.content import load_content
from marszoo.envs.legacy_of_mars.describe import describe
from marszoo.envs.legacy_of_mars.hidden import determinize
from marszoo.envs.legacy_of_mars.invariants import INVARIANTS, check
from marszoo.envs.legacy_of_mars.observation import observe
from marszoo.envs.legacy_of_mars.observation_layout import OBSERVATION
from marszoo.envs.legacy_of_mars.picture import render_image
from marszoo.envs.legacy_of_mars.render import render_text
from marszoo.envs.legacy_of_mars.results import measure, report, results
from marszoo.envs.legacy_of_mars.rules import legal, setup, step
from marszoo.envs.legacy_of_mars.rules.campaign import prepaid
from marszoo.envs.legacy_of_mars.schedule import absences, conflict
from marszoo.envs.legacy_of_mars.state import MISSIONS, SCORE_SCALE, STATE

GAME = Game(
    name="legacy_of_mars",
    version=0,
    title="The Legacy of Mars",
    min_players=1,
    max_players=5,
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
    max_cycles={1: 2000, 2: 5000, 3: 6000, 4: 7000, 5: 8000},
    score_scale=SCORE_SCALE,
    score_name="Victory Points",
    measures=(
        Measure("generations", "generations played in the mission, in a campaign the last one"),
        *(Measure(f"TP {m}", f"Title Points won in mission {m}", needs="campaign") for m in range(1, MISSIONS + 1)),
    ),
    measure=measure,
    prepaid=prepaid,
    report=report,
    news="mission",
    conflict=conflict,
    switches=(
        Switch("mission", (1, 2, 3, 4), "the mission that is played as a stand-alone game"),
        Switch("board", (), "the map, by its id", default="house", ids_of="board"),
        Switch(
            "tie_break",
            ("earlier_pass", "later_pass"),
            "who is ahead of those with as many points: who passed earlier or later in the last generation",
        ),
        Switch(
            "campaign",
            (False, True),
            "missions 1 to 4 one after the other, for Title Points",
            players=2,
            lengthens=4,
            score_name="Title Points",
        ),
        Switch(
            "mission_rewards",
            (False, True),
            "each mission of the campaign pays a quarter of its payoff when it ends; the campaign itself pays nothing",
            players=1,
            needs="campaign",
        ),
        Switch(
            "absent",
            ("", "1@2"),
            "who misses which mission of the campaign, as SEAT@MISSION",
            players=3,
            needs="campaign",
            read=absences,
            allowed_words="'', or text such as '1@2, 2@4': seat 1 misses mission 2, seat 2 mission 4; two seats play each mission",
        ),
    ),
)
