"""Action ids in named blocks that mean the same thing in every frame."""

from marszoo.envs.core.layout import Actions, Block
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.state import (
    CONDITIONS,
    FACILITIES,
    GOODS,
    GROWTH,
    LABELS,
    PARTS,
    PLAYERS,
    PROJECTS,
    SPOTS,
)

OPTIONS = {
    "pass": "no action is possible: the pawn stays idle",
    "idle": "leave the helper idle",
    "skill": "use the astronaut's skill",
    "accept": "accept the dice",
    "done": "save no more plants",
    "pay_oxygen": "pay 1 oxygen for what is missing",
    "pay_energy": "pay 1 energy for what is missing",
    "spare": "use a spare part",
    "morale": "Morale up",
    "calm": "Stress down",
    "pay": "pay the price of the event",
    "penalty": "take the penalty of the event",
}
"""Label -> meaning, in the order of the ids."""

TARGETS = {
    "event": tuple(f"event {k}" for k in range(1, 4)),
    "explore": tuple(f"explore {r}.{k}" for r in range(1, 4) for k in range(1, 7)),
    "gather": tuple(f"gather {r}.{k}" for r in range(1, 4) for k in range(1, 7)),
    "research": tuple(f"research {k}" for k in range(1, PROJECTS + 1)),
    "upgrade": tuple(f"upgrade {k}" for k in range(1, 9)),
    "unblock": tuple(f"unblock {r}" for r in words.ROVERS),
    "construct": tuple(f"construct {k}" for k in range(1, PROJECTS + 1)),
    "restore": tuple(f"restore {f}" for f in words.PRODUCERS),
    "restart": tuple(f"restart {f}" for f in words.FACILITIES),
}
"""Kind of action -> labels of its targets; kinds that are missing have one, named as the kind."""
JOB_LABELS = tuple(label for job in words.JOBS for label in TARGETS.get(job, (job,)))
if len(JOB_LABELS) != LABELS:
    raise AssertionError(f"{len(JOB_LABELS)} actions with their targets; the record has room for {LABELS}")
JOB_OF = tuple(k for k, job in enumerate(words.JOBS) for _ in TARGETS.get(job, (job,)))
"""Place in the blocks ``do`` and ``join`` -> kind of action."""
JOB_AT = tuple(JOB_OF.index(k) for k in range(len(words.JOBS)))
"""Kind of action -> its first place in these blocks."""
_MEANINGS = tuple(words.JOB_MEANINGS[words.JOBS[k]] for k in JOB_OF)

PART_LABELS = tuple(f"{f}.{part}" for f in words.FACILITIES for part in words.PARTS)

ACTIONS = Actions(
    Block("option", len(OPTIONS), "what has no other number", tuple(OPTIONS), tuple(OPTIONS.values())),
    # The commonest decisions come first: whoever goes through a mask finds them sooner.
    Block("do", len(JOB_LABELS), "declare an action with this pawn on top", JOB_LABELS, _MEANINGS),
    Block(
        "join", len(JOB_LABELS), "add the pawn or helper to an action that is declared already", JOB_LABELS, _MEANINGS
    ),
    Block("reroll", len(words.DICE), "re-roll this die: by the skill if it can, else for Morale tokens", words.DICE),
    Block("facility", FACILITIES, "this facility: shut it down; take the part from it", words.FACILITIES),
    Block("part", FACILITIES * PARTS, "repair this part", PART_LABELS),
    Block("astronaut", PLAYERS, "the astronaut of the seat 0, 1, 2 or 3 places to the left of the seat to decide"),
    Block("cure", PLAYERS * CONDITIONS, "cure a condition: seats as in astronaut, for each the conditions"),
    Block("marker", len(words.BLOCKS), "move the Malfunction marker of this block down", words.BLOCKS),
    Block("place", SPOTS, "lose a good from this place, rings 1 to 3, six places each"),
    Block("good", GOODS, "this kind of good", words.GOODS),
    Block("project", PROJECTS, "advance this project"),
    Block(
        "plant",
        2 * (GROWTH + 1),
        "save a plant for 1 oxygen (seeds on places 1 to 6, grown), then the same for 1 energy",
    ),
)

PASS, IDLE, SKILL, ACCEPT, DONE, PAY_OXYGEN, PAY_ENERGY, SPARE, UP, DOWN, PAY, TAKE = (
    ACTIONS.encode("option", label) for label in OPTIONS
)
(A_REROLL, A_FACILITY, A_PART, A_ASTRONAUT, A_CURE, A_MARKER, A_PLACE, A_GOOD, A_PROJECT, A_PLANT, A_DO, A_JOIN) = (
    ACTIONS.start(name)
    for name in (
        *("reroll", "facility", "part", "astronaut", "cure", "marker"),
        *("place", "good", "project", "plant", "do", "join"),
    )
)
