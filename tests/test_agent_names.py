import numpy as np
import pytest
from toy import TOY
from toy import agents as toy_agents

import marszoo
from marszoo.agents import registry, scripted
from marszoo.agents.base import Agent, View
from marszoo.agents.lookahead import ScriptedAgent
from marszoo.envs import registry as envs
from marszoo.envs.core.batch import Batch

scripted.register("toy", toy_agents)

GAMES = {TOY.id: TOY, **{id: envs.get(id) for id in envs.games()}}


def a_view(game=TOY, n=24):
    batch = Batch(game, n, seed=3)
    batch.reset()
    for _ in range(30):
        batch.step(batch.random_actions())
    return View.of_batch(batch)


def test_an_agent_made_by_name_plays_every_game_that_offers_the_name():
    agent = marszoo.make_agent("greedy")
    for game in GAMES.values():
        agent.act(a_view(game, 4))
    other = next(iter(envs.games()))
    with pytest.raises(ValueError, match=f"{other} offers no agent 'hoarder'; it has greedy"):
        marszoo.make_agent("hoarder").act(a_view(GAMES[other], 4))


def test_an_unknown_name_is_an_error_that_lists_the_names():
    with pytest.raises(
        ValueError, match=r"unknown agent 'gredy' \(did you mean 'greedy'\?\); the agents are random, "
    ) as info:
        marszoo.make_agent("gredy")
    assert "hoarder" in str(info.value)
    assert "PATH.py:CLASS" in str(info.value)
    with pytest.raises(ValueError, match="an agent's name is a string, not 3"):
        marszoo.make_agent(3)
    with pytest.raises(ValueError, match="agent 'random' does not take these options"):
        marszoo.make_agent("random", worlds=3)


def test_a_new_kind_of_agent_is_one_row(monkeypatch):
    monkeypatch.setitem(
        registry.KINDS, "twice", lambda argument, seed, **options: ScriptedAgent(argument, 2 * seed, **options)
    )
    agent = marszoo.make_agent("twice:greedy", seed=3, worlds=1)
    assert (agent.name, agent.seed, agent.weights) == ("greedy", 6, {"worlds": 1})


USER_FILE = """
import numpy as np
from marszoo.agents.base import Agent

class Plain:
    def act(self, view):
        return view.action_masks.argmax(axis=1)

class Tuned:
    def __init__(self, seed, last=False):
        self.seed, self.last = seed, last
    def act(self, view):
        if not self.last:
            return view.action_masks.argmax(axis=1)
        return view.action_masks.shape[1] - 1 - view.action_masks[:, ::-1].argmax(axis=1)

class Full(Agent):
    def decide(self, view):
        return view.action_masks.argmax(axis=1)

class Cheat:
    def act(self, view):
        return np.full(len(view), -5)

class Mute:
    pass

NUMBER = 3
"""


@pytest.fixture
def user_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(USER_FILE)
    return path


@pytest.mark.parametrize("cls", ["Plain", "Tuned", "Full"])
def test_a_class_in_a_file_is_an_agent(user_file, cls):
    view = a_view()
    agent = marszoo.make_agent(f"{user_file}:{cls}", seed=8)
    assert isinstance(agent, Agent)
    assert agent.name == f"{user_file}:{cls}"
    assert agent.seed == 8
    np.testing.assert_array_equal(agent.act(view), view.action_masks.argmax(axis=1))


def test_options_go_to_the_class(user_file):
    view = a_view()
    actions = marszoo.make_agent(f"{user_file}:Tuned", last=True).act(view)
    assert (actions > view.action_masks.argmax(axis=1)).any()


def test_answers_of_a_class_in_a_file_are_checked(user_file):
    with pytest.raises(ValueError, match=r"mine\.py:Cheat' chose the illegal action -5"):
        marszoo.make_agent(f"{user_file}:Cheat").act(a_view())


@pytest.mark.parametrize(
    ("cls", "message"),
    [
        (
            "Plan",
            r"mine.py has no class 'Plan' \(did you mean 'Plain'\?\); its classes are Plain, Tuned, Full, Cheat, Mute",
        ),
        ("NUMBER", "mine.py has no class 'NUMBER'"),
        ("Mute", "class Mute of .*mine.py has no method act"),
        ("", "names no class; write it as PATH.py:CLASS"),
    ],
)
def test_errors_about_a_file_name_it_and_the_class(user_file, cls, message):
    with pytest.raises(ValueError, match=message):
        marszoo.make_agent(f"{user_file}:{cls}")


def test_more_errors_about_files(user_file, tmp_path):
    with pytest.raises(ValueError, match="names no class"):
        marszoo.make_agent(str(user_file))
    with pytest.raises(ValueError, match=r"there is no file '.*gone.py'"):
        marszoo.make_agent(f"{tmp_path}/gone.py:Plain")
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_this_name\n")
    with pytest.raises(ValueError, match=r"broken\.py cannot be imported: ModuleNotFoundError"):
        marszoo.make_agent(f"{broken}:Plain")
    with pytest.raises(ValueError, match=r"class Tuned of .*mine\.py cannot be made: .*depth"):
        marszoo.make_agent(f"{user_file}:Tuned", depth=2)
