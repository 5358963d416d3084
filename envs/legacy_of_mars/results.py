"""How a game went: Victory Points of a mission, Title Points of a campaign, and what decides between equals."""

from typing import Any

import numpy as np

from marszoo.envs.core.content import Content
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules import campaign, scoring
from marszoo.envs.legacy_of_mars.state import MISSIONS, PLAYERS, TITLES


@jit
def results(s: Any, content: Any, score: Any, key: Any) -> None:
    """A mission: Victory Points, ranked as `scoring.standing` says; alone the key is the share of the mission's goal.

    A campaign: Title Points of the missions that are over, and within equal ones the place in the last mission; who
    missed it comes last. Alone the score is the Victory Points of the mission being played, and the key the share of the
    goal of the last mission, 0 before it.
    """
    if s.num_players == 1:
        score[0] = scoring.points(s, content, 0)
        key[0] = 0.0 if s.campaign and s.mission < MISSIONS - 1 else scoring.share(s, content)
        return
    for p in range(s.num_players):
        if s.campaign:
            score[p] = campaign.title_points(s, p)
            place = np.int64(s.ranked[p, MISSIONS - 1])
            key[p] = score[p] - (place if place else 1 + PLAYERS) / 100.0
        else:
            score[p] = scoring.points(s, content, p)
            key[p] = scoring.standing(s, p, score[p])


@jit
def measure(s: Any, content: Any, out: Any) -> None:  # noqa: ARG001  # every game has this signature
    """Generations played, those in which missions ended included; of a campaign, of its last mission; then Title Points."""
    for p in range(s.num_players):
        out[p, 0] = np.int64(s.generation)
        for m in range(MISSIONS):
            out[p, 1 + m] = campaign.TITLE_POINTS[s.title[p, m]]


def report(s: Any, content: Content, seat: int) -> dict[str, Any]:
    """For infos of a campaign: what each mission that is over brought the seat, and its Title Points; else nothing."""
    if not s["campaign"]:
        return {}
    missions = [
        {
            "mission": content.ids["mission"][m],
            "title": TITLES[int(s["title"][seat, m])],
            "title_points": int(campaign.TITLE_POINTS[int(s["title"][seat, m])]),
            "score": int(s["earned"][seat, m]),
            "rank": int(s["ranked"][seat, m]),
        }
        for m in range(int(campaign.missions_over(s)))
    ]
    return {"missions": missions, "title_points": sum(m["title_points"] for m in missions)}
