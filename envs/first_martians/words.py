"""The closed vocabulary of the content file. Compiled code compares the numbers; files and documentation use the words."""

BLOCKS = ("working", "living", "system")
WORKING, LIVING, SYSTEM = range(3)
"""Facility blocks in the order of the chain: Working, Living, System, Working."""
MALFUNCTION_DICE = ("yellow", "orange", "red")
"""The die of each block."""

FACILITIES = (
    *("oxygenator_1", "oxygenator_2", "solar_panel_1", "solar_panel_2", "farm"),
    *("quiet_place", "crew_quarters", "med_lab", "control_center"),
    *("garage_hall", "probe_bay", "lab", "working_bay"),
)
"""The thirteen facilities; the first four are the producers, with a productivity marker each."""
(
    OXYGENATOR_1,
    OXYGENATOR_2,
    SOLAR_PANEL_1,
    SOLAR_PANEL_2,
    FARM,
    QUIET_PLACE,
    CREW_QUARTERS,
    MED_LAB,
    CONTROL_CENTER,
    GARAGE_HALL,
    PROBE_BAY,
    LAB,
    WORKING_BAY,
) = range(13)
PRODUCERS = FACILITIES[:4]
BLOCK_OF = (2, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0)
"""Facility -> its block: top row System, middle row Living, bottom row Working."""
TOP_OUTPUT = (4, 4, 5, 5)
"""Highest place of each producer's productivity marker; the lowest is 1."""

BITS = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
"""How many of four bits are set: parts that are broken, Shutdown tiles that lie on a facility."""

PARTS = ("hardware", "cpu", "connector", "filter")
"""Kinds of parts: hardware, CPU, energy connector, oxygen filter."""

GOODS = ("oxygen", "energy", "food", "part", "seed", "sample")
"""Supplies: oxygen, energy, food, spare parts, seeds, samples. The first two are also the kinds of Shutdown tiles."""
OXYGEN, ENERGY, FOOD, PART, SEED, SAMPLE = range(6)
TILE_KINDS = GOODS[:2]

COLOURS = ("brown", "gray", "green", "blue")
"""Action dice: Build and Manage, Gather and Unwind, Explore, Research and Heal."""
BROWN_DICE, GRAY_DICE, GREEN_DICE, BLUE_DICE = range(4)
DICE = ("success", "wound", "adventure")
"""The three dice of a colour."""
SUCCESS_DIE, WOUND_DIE, ADVENTURE_DIE = range(3)

ROVERS = ("froggy", "scorpio")
FROGGY, SCORPIO = range(2)

PENALTIES = (
    *("none", "malfunction", "wilt", "no_rover", "cost_oxygen", "cost_energy", "must_roll"),
    *("rover_risk", "lose_sample", "stress", "token", "output"),
)
"""What a part that is broken brings with it."""
(
    P_NONE,
    P_MALFUNCTION,
    P_WILT,
    P_NO_ROVER,
    P_COST_OXYGEN,
    P_COST_ENERGY,
    P_MUST_ROLL,
    P_ROVER_RISK,
    P_LOSE_SAMPLE,
    P_STRESS,
    P_TOKEN,
    P_OUTPUT,
) = range(12)

KINDS = ("complication", "obstacle", "failure")
"""Kinds of malfunction cards: the first half of a keyword pair; the second is a facility."""

MODIFIERS = ("roll", "wound", "pawn", "help")
"""Modifier tokens, stored from 1 on (0: none)."""
M_ROLL, M_WOUND, M_PAWN, M_HELP = 1, 2, 3, 4

WHO = ("me", "first", "any", "all")
"""Whom an effect falls on: who acts (the First Player where nobody does), the First Player, one astronaut of choice, all."""
ME, FIRST, ANY, ALL = range(4)

EFFECTS = (
    *("track", "lower", "break", "fix", "stress", "calm", "morale", "gloom", "tokens", "wound", "heal", "condition"),
    *("gain", "lose", "cargo", "dust", "clear", "token", "seek", "red", "green", "rover", "strip", "wilt", "study"),
)
"""Effect words, stored from 1 on (0 ends a list).

``tokens`` to ``condition`` follow each other, as they fall on astronauts: the rules and the scripted agents ask whether
a word lies between the two.
"""
(
    TRACK,
    LOWER,
    BREAK,
    FIX,
    STRESS,
    CALM,
    MORALE,
    GLOOM,
    TOKENS,
    WOUND,
    HEAL,
    CONDITION,
    GAIN,
    LOSE,
    CARGO,
    DUST,
    CLEAR,
    TOKEN,
    SEEK,
    RED,
    GREEN,
    ROVER,
    STRIP,
    WILT,
    STUDY,
) = range(1, 26)
MOST = 7
"""The largest N of an effect."""
ANY_BLOCK = 3
"""Argument of ``lower`` for a block of choice."""

FORMS = {
    "track": "track N BLOCK",
    "lower": "lower N BLOCK",
    "break": "break FACILITY.PART",
    "fix": "fix N",
    "stress": "stress N",
    "calm": "calm N",
    "morale": "morale N",
    "gloom": "gloom N",
    "tokens": "tokens N WHO",
    "wound": "wound N WHO",
    "heal": "heal N WHO",
    "condition": "condition ID WHO",
    "gain": "gain N GOOD",
    "lose": "lose N GOOD",
    "cargo": "cargo N GOOD",
    "dust": "dust N PRODUCER",
    "clear": "clear N PRODUCER",
    "token": "token MODIFIER FACILITY",
    "seek": "seek BLOCK KEYWORD",
    "red": "red BLOCK",
    "green": "green BLOCK",
    "rover": "rover ROVER",
    "strip": "strip N",
    "wilt": "wilt N",
    "study": "study N",
}
"""Effect word -> how it is written."""
CAPITALS = {
    "BLOCK": BLOCKS,
    "GOOD": GOODS,
    "PRODUCER": PRODUCERS,
    "MODIFIER": MODIFIERS,
    "FACILITY": FACILITIES,
    "ROVER": ROVERS,
    "WHO": WHO,
}
"""Word in capitals of a form -> the words that may stand in its place. N is a number, ID a condition of the file; ``lower``
also takes ``any`` for its BLOCK."""

UPGRADES = ("cancel", "output", "yield", "better", "sure")
"""What an upgrade does, stored as 0 … 4."""
U_CANCEL, U_OUTPUT, U_YIELD, U_BETTER, U_SURE = range(5)
UPGRADE_FORMS = {
    "cancel": "cancel PART",
    "output": "output N",
    "yield": "yield N GOOD",
    "better": "better N",
    "sure": "sure",
}

CONDITIONS = ("tokens", "roll", "wound", "stress")
"""What a condition does to its astronaut."""
C_TOKENS, C_ROLL, C_WOUND, C_STRESS = range(4)

SKILL_TIMES = ("assign", "roll")
"""When a skill is used: while assigning pawns (its effects), or to re-roll a die of its colour."""
AT_ASSIGN, AT_ROLL = range(2)

HAZARDS = ("none", "rover", "outward", "adventure", "morale", "wound", "pawn")
"""What an explored place brings."""
H_NONE, H_ROVER, H_OUTWARD, H_ADVENTURE, H_MORALE, H_WOUND, H_PAWN = range(7)

GOALS = (
    *("tiles", "deep", "poi", "cargo", "samples", "food", "plants", "parts"),
    *("repairs", "upgrades", "morale", "project"),
)
"""Kinds of objectives."""
(
    G_TILES,
    G_DEEP,
    G_POI,
    G_CARGO,
    G_SAMPLES,
    G_FOOD,
    G_PLANTS,
    G_PARTS,
    G_REPAIRS,
    G_UPGRADES,
    G_MORALE,
    G_PROJECT,
) = range(12)

MISSION_KINDS = ("building", "exploration", "research")
PLACES = ("lab", "working_bay")
"""Where a project is worked on: a Research or a Build action."""

JOBS = (
    *("event", "quiet", "quarters", "med", "manage", "explore", "gather", "research", "plant"),
    *("repair", "upgrade", "unblock", "construct", "restore", "restart"),
)
"""Kinds of actions, in the order they are resolved in: Event, Quiet Place, Crew Quarters, Med Lab, Control Center (Manage),
Garage Hall (Explore), Probe Bay (Gather), Lab (Research, planting), Working Bay (five kinds of Build), and last the
Shutdown tiles that are turned over at the end."""
(
    J_EVENT,
    J_QUIET,
    J_QUARTERS,
    J_MED,
    J_MANAGE,
    J_EXPLORE,
    J_GATHER,
    J_RESEARCH,
    J_PLANT,
    J_REPAIR,
    J_UPGRADE,
    J_UNBLOCK,
    J_CONSTRUCT,
    J_RESTORE,
    J_RESTART,
) = range(15)
_BUILDS = ("repair", "upgrade", "unblock", "construct", "restore")
_FACILITIES = {
    "quiet": QUIET_PLACE,
    "quarters": CREW_QUARTERS,
    "med": MED_LAB,
    "manage": CONTROL_CENTER,
    "explore": GARAGE_HALL,
    "gather": PROBE_BAY,
    "research": LAB,
    "plant": LAB,
    **dict.fromkeys(_BUILDS, WORKING_BAY),
}
JOB_FACILITY = tuple(_FACILITIES.get(job, -1) for job in JOBS)
"""Kind of action -> its facility; -1: none."""
JOB_MEANINGS = {
    "event": "Event action: attend to an open event",
    "quiet": "Quiet Place: gain Morale tokens",
    "quarters": "Crew Quarters: Morale up or Stress down",
    "med": "Med Lab: heal wounds or a condition",
    "manage": "Control Center: move a Malfunction marker down",
    "explore": "Garage Hall: explore a place",
    "gather": "Probe Bay: bring goods of one kind from an explored place",
    "research": "Lab: a step of a research project",
    "plant": "Lab: plant a seed",
    "repair": "Working Bay: repair a broken part",
    "upgrade": "Working Bay: install an upgrade",
    "unblock": "Working Bay: repair a blocked rover",
    "construct": "Working Bay: a step of a building project",
    "restore": "Working Bay: raise a productivity marker",
    "restart": "turn over a Shutdown tile of a facility at the end of the phase",
}

AOMS = ("explore", "gather", "research", "build")
"""Extra pawns, each for one type of action."""
_AOMS = {"explore": 0, "gather": 1, "research": 2, "plant": 2, **dict.fromkeys(_BUILDS, 3)}
AOM_OF_JOB = tuple(_AOMS.get(job, -1) for job in JOBS)
"""Kind of action -> the AOM that may join it; -1: none."""

PHASES = ("events", "morale", "production", "actions", "malfunction", "clean-up")
"""Places of the white marker on the Round Order track."""
EVENTS_PHASE, MORALE_PHASE, PRODUCTION_PHASE, ACTION_PHASE, MALFUNCTION_PHASE, CLEAN_UP_PHASE = range(6)

POOLS = ("none", "mission", "all")
"""A difficulty's dice that are always in the pool: none, those of the mission sheet, all three."""
DIFFICULTIES = ("training", "normal", "hard")
