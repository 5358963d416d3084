"""What a viewer sees of a position, as plain Python values: all that the text and the picture are made from.

Everything on the table is open, so every viewer sees the same; the viewer's own seat is marked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING, A
from marszoo.envs.first_martians import happened, words
from marszoo.envs.first_martians.actions import JOB_AT
from marszoo.envs.first_martians.asked import situation, waiting
from marszoo.envs.first_martians.describe import HELPERS, goal_text, job_phrase
from marszoo.envs.first_martians.glossary import CONDITIONS
from marszoo.envs.first_martians.phrases import amount, effects_phrase, skill_phrase
from marszoo.envs.first_martians.rules import base, goals
from marszoo.envs.first_martians.rules.round import R_PAWNS
from marszoo.envs.first_martians.seen_base import Block, Place, Upgrade, blocks_of, places_of, upgrades_of
from marszoo.envs.first_martians.state import NOT_ENDED, PAWNS, SLOTS, WON


@dataclass(frozen=True)
class Objective:
    """A mandatory or an optional objective of the mission."""

    text: str
    progress: int
    wanted: int
    share: float
    done: bool
    optional: bool


@dataclass(frozen=True)
class Project:
    """Something to be worked on step by step."""

    number: int
    name: str
    place: str  # Lab, or Working Bay
    steps: int
    needed: int
    cost: str  # of a step, in words; "" none
    ring: int  # 0 in the HUB


@dataclass(frozen=True)
class Event:
    """An event that lies open."""

    slot: int
    name: str
    pawns: int  # of an Event action
    left: int  # Action phases until it is due
    price: str  # paid in place of the penalty; "" none
    payable: bool
    reward: str
    penalty: str


@dataclass(frozen=True)
class Job:
    """A declared action that is not resolved yet."""

    text: str
    kind: str
    target: int
    pawns: int  # on it, helpers included
    least: int  # without which it is not done
    sure: int  # with which it succeeds without dice
    leader: int
    rover: str  # "" none


@dataclass(frozen=True)
class Helper:
    """An AOM or a rover."""

    name: str
    state: str  # ready, spent (asked for this round), blocked


@dataclass(frozen=True)
class Stress:
    """The Stress track."""

    at: int
    length: int
    places: tuple[tuple[int, str], ...]  # from where on which standing effect holds


@dataclass(frozen=True)
class Player:
    """An astronaut."""

    seat: int
    name: str
    role: str
    you: bool
    first: bool
    moving: bool
    wounds: int
    health: int  # wounds that kill
    tokens: int  # Morale tokens
    pawns: int  # still to be assigned this round
    conditions: tuple[tuple[str, str], ...]  # name, what it does
    skill: str
    ready: bool  # not used this round


@dataclass(frozen=True)
class Scene:
    """Everything that is to be seen."""

    title: str
    mission: str
    kind: str
    difficulty: str
    status: str  # sol and phase, or how the mission ended
    decision: str  # who decides what; "" when the game is over
    mover: int  # seat to move; -1 when the game is over
    sol: int
    sols: int
    phase: int
    ended: bool
    won: bool
    objectives: tuple[Objective, ...]
    projects: tuple[Project, ...]
    broken: int
    threshold: int  # -1: any number
    blocks: tuple[Block, ...]  # System, Living, Working
    upgrades: tuple[Upgrade, ...]
    balance: tuple[int, int]  # oxygen, energy: what is produced less what is needed
    stock: tuple[int, ...]
    cargo: tuple[int, ...]  # Pending
    plants: tuple[int, ...]  # seeds on the growth track, then grown plants
    saved: tuple[int, ...]  # of those, from the wilting going on
    stress: Stress
    morale: int
    places: tuple[Place, ...]
    rovers: tuple[bool, bool]  # blocked: Froggy, Scorpio
    events: tuple[Event, ...]
    jobs: tuple[Job, ...]
    helpers: tuple[Helper, ...]
    dice: tuple[tuple[str, tuple[int, ...]], ...]  # colour of action dice: faces of six with success, wound, adventure
    thrown: tuple[tuple[str, bool], ...]  # action dice on the table: die, whether it shows its symbol
    players: tuple[Player, ...]
    pending: tuple[str, ...]  # what is still to be resolved, the next first
    news: tuple[str, ...]  # oldest first
    past: tuple[str, ...]  # of these, all but what was declared


def look(s: Any, content: Content, seat: int, names: Sequence[str]) -> Scene:
    """The position in record `s`; `seat` (-1: none) is marked as the viewer's."""
    row = content.rows["mission"][int(s["mission"])]
    status, decision = situation(s, content, names)
    running = int(s["over"]) == RUNNING
    news = happened.lines_of(s, content, names)
    return Scene(
        title="First Martians",
        mission=content.names["mission"][int(s["mission"])],
        kind=row["kind"],
        difficulty=words.DIFFICULTIES[int(s["difficulty"])],
        status=status,
        decision=decision,
        mover=int(s["player"]) if running else -1,
        sol=int(s["sol"]),
        sols=int(s["sols"]),
        phase=int(s["phase"]),
        ended=int(s["ending"]) != NOT_ENDED,
        won=int(s["ending"]) == WON,
        objectives=objectives_of(s, content),
        projects=projects_of(s, content),
        broken=int(base.broken_parts(s)),
        threshold=int(s["threshold"]),
        blocks=blocks_of(s, content),
        upgrades=upgrades_of(s, content),
        balance=(int(base.surplus(s, content.tables, 0)), int(base.surplus(s, content.tables, 1))),
        stock=tuple(map(int, s["stock"])),
        cargo=tuple(map(int, s["cargo"])),
        plants=tuple(map(int, s["plants"])),
        saved=tuple(map(int, s["saved"])),
        stress=stress_of(s, content),
        morale=int(s["morale"]),
        places=places_of(s, content),
        rovers=(bool(s["blocked"][0]), bool(s["blocked"][1])),
        events=events_of(s, content),
        jobs=jobs_of(s, content),
        helpers=helpers_of(s, content),
        dice=tuple((c, tuple(map(int, content.tables["dice"][k]))) for k, c in enumerate(words.COLOURS)),
        thrown=tuple(
            (name, d == 1) for name, d in zip(words.DICE, map(int, s["die"]), strict=True) if running and d >= 0
        ),
        players=tuple(player_at(s, content, p, seat, names) for p in range(int(s["num_players"]))),
        pending=waiting(s, content, names) if running else (),
        news=tuple(text for _, text in news),
        past=tuple(text for declared, text in news if not declared),
    )


def objectives_of(s: Any, content: Content) -> tuple[Objective, ...]:
    row = content.rows["mission"][int(s["mission"])]

    def objective(k: int) -> Objective:
        return Objective(
            text=goal_text(s, content, k),
            progress=int(goals.progress(s, content.tables, k)),
            wanted=int(goals.wanted(s, content.tables, k)),
            share=float(goals.share(s, content.tables, k)),
            done=bool(s["done"][k]),
            optional=k >= len(row["objectives"]),
        )

    return tuple(objective(k) for k in range(len(row["objectives"]) + len(row.get("optional", ()))))


def projects_of(s: Any, content: Content) -> tuple[Project, ...]:
    table = content.tables["mission"][int(s["mission"])]
    rows = content.rows["mission"][int(s["mission"])].get("projects", ())
    facilities = {
        "lab": content.names["facility"][words.LAB],
        "working_bay": content.names["facility"][words.WORKING_BAY],
    }
    return tuple(
        Project(
            number=p + 1,
            name=row["name"],
            place=facilities[row["place"]],
            steps=int(s["steps"][p]),
            needed=int(table["steps"][p][int(s["num_players"]) - 1]),
            cost=amount(row["cost"]) if row["cost"] else "",
            ring=int(row["ring"]),
        )
        for p, row in enumerate(rows)
    )


def stress_of(s: Any, content: Content) -> Stress:
    n = int(s["num_players"]) - 1
    places = [
        (int(content.tables["stress"][k]["at"][n]), effects_phrase(content, row.get("effects", ())))
        for k, row in enumerate(content.rows["stress"])
    ]
    return Stress(int(s["stress"]), int(content.tables["stress_length"][n]), tuple(places))


def events_of(s: Any, content: Content) -> tuple[Event, ...]:
    out = []
    for slot in range(SLOTS):
        e = int(s["open"][slot])
        if e >= 0:
            row, price = content.rows["event"][e], content.tables["event"][e]["price"]
            out.append(
                Event(
                    slot=slot + 1,
                    name=content.names["event"][e],
                    pawns=int(content.tables["event"][e]["attend"]),
                    left=int(s["left"][slot]),
                    price=amount(row["price"]) if row.get("price") else "",
                    payable=bool(price[1] >= 0 and s["stock"][price[1]] >= price[0]),
                    reward=effects_phrase(content, row["reward"]) if row.get("reward") else "",
                    penalty=effects_phrase(content, row["penalty"]),
                )
            )
    return tuple(out)


def jobs_of(s: Any, content: Content) -> tuple[Job, ...]:
    """The actions declared, in the order they are resolved in."""
    out = []
    for j in sorted(range(int(s["jobs"])), key=lambda j: (int(s["job"][j]), j)):
        kind, target = int(s["job"][j]) - 1, int(s["target"][j])
        if kind >= 0:
            out.append(
                Job(
                    text=job_phrase(content, s, JOB_AT[kind] + target),
                    kind=words.JOBS[kind],
                    target=target,
                    pawns=int(s["pawns"][j]),
                    least=int(s["least"][j]),
                    sure=int(s["sure"][j]),
                    leader=int(s["leader"][j]),
                    rover=words.ROVERS[int(s["rover"][j]) - 1].title() if s["rover"][j] else "",
                )
            )
    return tuple(out)


def helpers_of(s: Any, content: Content) -> tuple[Helper, ...]:
    """The helpers of this number of players."""
    there = [*content.tables["aoms"][int(s["num_players"]) - 1], 1, 1]
    blocked = [0] * len(words.AOMS) + [int(n) for n in s["blocked"]]
    return tuple(
        Helper(name, "blocked" if blocked[k] else "spent" if int(s["helped"]) >> k & 1 else "ready")
        for k, name in enumerate(HELPERS)
        if there[k]
    )


def player_at(s: Any, content: Content, seat: int, viewer: int, names: Sequence[str]) -> Player:
    running = int(s["over"]) == RUNNING
    row = content.rows["astronaut"][int(s["astronaut"][seat])]
    turn = (seat - int(s["first"])) % int(s["num_players"])
    assigning = running and int(s["frame"][0][A]) <= R_PAWNS
    to_come = PAWNS * (turn + 1) - int(s["assigned"]) if assigning else 0
    conditions = [c for c in range(len(content.rows["condition"])) if int(s["condition"][seat]) >> c & 1]
    return Player(
        seat=seat,
        name=names[seat],
        role=content.names["astronaut"][int(s["astronaut"][seat])],
        you=seat == viewer,
        first=seat == int(s["first"]),
        moving=running and seat == int(s["player"]),
        wounds=int(s["wounds"][seat]),
        health=int(content.tables["health"]),
        tokens=int(s["tokens"][seat]),
        pawns=min(PAWNS, max(0, to_come)),
        conditions=tuple(
            (content.names["condition"][c], CONDITIONS[content.rows["condition"][c]["effect"]]) for c in conditions
        ),
        skill=skill_phrase(content, row),
        ready=bool(s["ready"][seat]),
    )
