"""First Martians: 1-4 astronauts keep a base on Mars running and accomplish a mission together.

In short: a round is a sol of six phases. An event strikes the base; morale gives or takes Morale tokens; oxygen, energy
and food are produced, and what is missing shuts facilities down or wounds; every astronaut assigns two pawns, which heal,
repair, explore, gather, research and build; malfunction dice and broken parts move the Malfunction tracks, which draw
cards that break more; the clean-up looks at the objectives. All mandatory objectives within the sols, with few enough
broken parts, win for everybody; a death loses for everybody.

Sources: page 18 of the rulebook (the Malfunction phase, keywords, upgrades), held to the letter, and public facts about
the rest of the round. What they do not print (cards, events, dice, parts and penalties, missions, amounts) are house
values in ``content.toml``, each marked as such.

Readings chosen where the sources are silent
============================================
Malfunction (page 18)
    All markers move first; triggers are then resolved in the order Working, Living, System, the order of the chain.
    "+1 for each active penalty" is taken literally: each counts that applies, but a broken part without a printed
    penalty has none (switch ``penalty_counting``). Penalties of a shut-down facility, and cancelled ones, do not apply.
    One card per trigger, what is more is lost: a marker at 5 waits there until its card is resolved, and no effect moves
    it meanwhile. The marker is reset after the card, as the page's sentence has it. A marker that turns red adds its die
    from the next round on, since the pool is assembled first. The chain happens with every trigger, in the phase or not
    ("whenever"); a red marker stays red unless an effect says otherwise.
    A deck is renewed from its discards when a card is needed and there is none; with no card at all nothing is resolved,
    but the marker is reset and the chain goes on. A keyword search renews the deck once at the most; without a match
    then, it has no effect. A card that names a shut-down facility is discarded unresolved, also when it was sought.
    Upgrades: a failed roll leaves the card where it is, the pawns are spent.
Events
    The event's track moves before its effects. It lies open for 1 to 3 Action phases; an Event action with enough pawns
    succeeds without dice. At the end of its last Action phase the First Player pays its price, if there is one, or its
    consequence comes. Adventures are a table for each colour of dice; draws are with replacement, since the app decides.
Production
    Oxygen comes before energy. Each missing unit is met by shutting down a facility that needs it or by 1 of the supply,
    as the crew likes; where neither is possible it costs Stress. A shut-down producer gives nothing, and the plants of a
    shut-down Farm neither feed, grow nor wilt. A turned Shutdown tile leaves the game (there are four of a kind). Stress
    takes effect once in each Production, by the highest place reached; there are greenhouses for five plants from the
    start. Plants are saved one at a time, for 1 oxygen or energy each. Seeds that wilt may come to lie together, but a
    seed is planted only where there is none. The penalty that loses a sample takes a good of choice: what the rulebook
    calls samples is whatever lies outside here.
Actions
    A seat assigns both pawns before the next one does, each seeing what was declared; helpers (AOMs, rovers) are assigned
    by the First Player after all pawns. Whoever declares an action is the astronaut in front. Only actions that can
    still get enough pawns are declared; one that falls short all the same is not done. Distance is the ring. Helpers join
    actions, they have none of their own. Manage is automatic with one pawn. Wound, then adventure, then
    success are looked at. A failure gives the astronaut in front a Morale token. Morale tokens re-roll dice (a house
    price), and a skill does so for its colour; dice that lie well are not offered. What a project's step costs is paid
    when it succeeds, what a penalty costs when it is tried. A spare part fits everywhere; swapped parts are of one kind.
    A Gather action brings all goods of one kind. Of a tile that is turned up the hazard strikes before the point of
    interest is looked at. A facility with both Shutdown tiles gets rid of the oxygen tile first. A modifier token counts
    for every action of its facility in its round.
End
    Objectives are looked at in the Clean-Up, and done for good once reached. Only parts of facilities count as broken.
    Enough objectives but too many broken parts: the mission goes on while there are sols. A death ends it at once.
    With ``reward="margin"`` a mission that is not won pays by the mean share of its mandatory objectives, 0.9 at most.

Nothing is hidden but chance to come: decks, tiles and events have no order, each draw is uniform over what is left.

Version history
===============
v0: first version.
"""

from pathlib import Path

from marszoo.envs.core.game import Game, Measure, Switch
from marszoo.envs.first_martians.actions import ACTIONS
from marszoo.envs.first_martians.content import load_content
from marszoo.envs.first_martians.describe import describe
from marszoo.envs.first_martians.hidden import determinize
from marszoo.envs.first_martians.invariants import INVARIANTS, check
from marszoo.envs.first_martians.observation import OBSERVATION, observe
from marszoo.envs.first_martians.render import render_image, render_text
from marszoo.envs.first_martians.results import measure, results
from marszoo.envs.first_martians.rules import legal, setup, step
from marszoo.envs.first_martians.state import STATE
from marszoo.envs.first_martians.words import DIFFICULTIES

GAME = Game(
    name="first_martians",
    version=0,
    title="First Martians",
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
    max_cycles={1: 1000, 2: 1500, 3: 2000, 4: 2500},
    score_name="objectives",
    cooperative=True,
    measures=(
        Measure("sols survived", "sols that the whole crew came through, the one in which the mission ended included"),
    ),
    measure=measure,
    switches=(
        Switch("mission", ("random",), "the mission to play, by its id, or any of them", ids_of="mission"),
        Switch(
            "difficulty",
            DIFFICULTIES,
            "what the mission sheet says: supplies, sols, threshold, Morale tokens, malfunction dice",
            default="normal",
        ),
        Switch(
            "penalty_counting",
            ("every_penalty", "malfunction_icon"),
            "what adds to a block's result in the Malfunction phase: every active penalty, or those with its icon",
        ),
    ),
)
