"""The layout of the observation vector: what its entries mean, and where they are. `observation.py` fills them.

Cards are listed one by one where the observer can act with them: its hand, what lies before it, and its own table. What
the others have in play is counted (tags, productions, discounts, milestones and awards). Whether a card can be paid for and
played is what the mask says. Some entries follow from others (what is left of a parameter, shares of a price, leads),
because a network multiplies and compares badly.
"""

from marszoo.envs.core.layout import Group, Observation, Segment
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    CORPORATIONS,
    DECISIONS,
    HEXES,
    MAPS,
    MISSIONS,
    OBJECTIVES,
    RESOURCES,
    TAGS,
)

WORDS = len(words.EFFECTS)
TILE_SPACES = HEXES + 2
"""Hexes, Phobos and Ganymede."""

OBSERVATION = Observation(
    Group(
        "game",
        (
            Segment("frame", len(DECISIONS), f"one-hot: kind of decision ({', '.join(DECISIONS)})"),
            Segment(
                "question",
                WORDS,
                f"the effects that the decision is about, as they are numbered: {', '.join(words.EFFECTS)}",
            ),
            Segment("resource", RESOURCES, "one-hot: the resource that the decision is about"),
            Segment(
                "left",
                3,
                "the two numbers of the decision, such as how many are left to choose, / 10; M€ still due / 40",
            ),
            Segment("mission", MISSIONS, "one-hot: mission"),
            Segment("campaign", 1, "1 in a campaign"),
            Segment("board", MAPS, "one-hot: map"),
            Segment(
                "course",
                4,
                "generation / 15; 1 in the last generation; 1 in the second action of a turn; share of the seats that play this mission which have passed",
            ),
            Segment(
                "parameters",
                9,
                "temperature, oxygen, oceans as shares of their goals; for each 1 if it is complete; steps left of all / 46; "
                "glaciers / 15; 1 from 0 degrees on",
            ),
            Segment("piles", 2, "cards in the deck / 200; innovation cards in the box / 30"),
            Segment("milestones", OBJECTIVES, "claimed by the observer 1, by another -1", low=-1.0),
            Segment("awards", OBJECTIVES, "1 if funded"),
            Segment(
                "left_of_them", 3, "milestones that can still be claimed / 3; awards / 3; M€ for the next award / 20"
            ),
            Segment(
                "hand",
                CARDS,
                "the observer's cards: in hand 1, kept or bought and not yet paid 0.5, saved 0.5, looked at -0.5, on offer -1",
                low=-1.0,
            ),
            Segment(
                "table",
                CARDS,
                "the observer's cards in play: 1, with its action used -1; events that it played 0.5",
                low=-1.0,
            ),
            Segment(
                "own",
                8,
                "share of the price of a greenery, a step of the temperature, a Population (at most 1); M€ of the next "
                "production phase / 80; a card's price / 3; 1 if the innovation action is left; discount and shift for the "
                "next card / 8 and / 4",
            ),
            Segment("discount", TAGS + 1, "M€ off the observer's cards by tag, and off all, / 8"),
            Segment(
                "ocean",
                HEXES,
                "oceans -1, glaciers -0.5; while a place is chosen, on free hexes: 0.05, M€ of oceans and Population beside it "
                "/ 12, 0.1 for each printed bonus",
                low=-1.0,
            ),
            Segment("greenery", HEXES, "own 1, others' -1, neutral -0.5", low=-1.0),
            Segment(
                "city",
                TILE_SPACES,
                "own 0.5, and 0.25 for each Population; others' the same below 0 (hexes, Phobos, Ganymede)",
                low=-1.0,
            ),
            Segment(
                "special",
                HEXES,
                "own 0.75, 1 with Population; others' the same below 0; own marker 0.25, others' -0.25",
                low=-1.0,
            ),
        ),
    ),
    Group(
        "seat",
        (
            Segment(
                "points",
                5,
                "terraform rating / 80; Victory Points of rating, milestones, map and printed on cards / 120; of milestones "
                "and awards as they stand / 40; of the map / 40; on cards as numbers / 40",
                low=-1.0,
            ),
            Segment("resources", RESOURCES, "resources in the order of the player board: M€ / 60, the others / 16"),
            Segment("production", RESOURCES, "productions, M€ / 25, the others / 10", low=-1.0),
            Segment("tags", TAGS, "tags face up / 8; event: events played / 8"),
            Segment("worth", 3, "M€ that a steel and a titanium pay, / 5; discount off all cards / 5", low=-1.0),
            Segment(
                "counts",
                6,
                "cards in hand / 16; in play / 40; cities / 6; greeneries / 8; special tiles / 5; Population / 8",
            ),
            Segment("passed", 2, "1 if the seat has passed; 1 if it is the first player"),
            Segment("progress", OBJECTIVES, "share of each milestone; 1 only if it could be claimed"),
            Segment("leads", OBJECTIVES, "for each award, lead over the best other seat / 10", low=-1.0),
            Segment(
                "corporation",
                CORPORATIONS,
                "the seat's corporation 0.5, its first side 1, its second side -1 once the observer knows it",
                low=-1.0,
            ),
            Segment(
                "developments", MISSIONS, "of each mission, once the observer knows it: first 1, second -1", low=-1.0
            ),
            Segment(
                "titles",
                MISSIONS,
                "of each mission of a campaign that is over, Title Points / 15; without a title 0.1, missed -1",
                low=-1.0,
            ),
            Segment(
                "standing",
                3,
                "Title Points / 60; cards saved for the next mission / 2, as far as the observer knows; 1 if away this mission",
            ),
        ),
        per_seat=True,
    ),
)

(
    O_FRAME,
    O_QUESTION,
    O_RESOURCE,
    O_LEFT,
    O_MISSION,
    O_CAMPAIGN,
    O_BOARD,
    O_COURSE,
    O_PARAMETERS,
    O_PILES,
    O_MILESTONES,
    O_AWARDS,
    O_LEFT_OF_THEM,
    O_HAND,
    O_TABLE,
    O_OWN,
    O_DISCOUNT,
    O_OCEAN,
    O_GREENERY,
    O_CITY,
    O_SPECIAL,
) = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[0].segments)
(
    S_POINTS,
    S_RESOURCES,
    S_PRODUCTION,
    S_TAGS,
    S_WORTH,
    S_COUNTS,
    S_PASSED,
    S_PROGRESS,
    S_LEADS,
    S_CORPORATION,
    S_DEVELOPMENTS,
    S_TITLES,
    S_STANDING,
) = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[1].segments)
FIXED, SEAT_STRIDE = OBSERVATION.fixed_width, OBSERVATION.stride("seat")
