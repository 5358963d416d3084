import dataclasses
import itertools

import numpy as np
import pytest
from test_contract import HIDDEN
from toy import TOY
from toy import agents as toy_agents

import marszoo
from marszoo.agents import lookahead, scripted
from marszoo.agents.base import Agent, View
from marszoo.agents.lookahead import Scripted, ScriptedAgent
from marszoo.agents.random import RandomAgent
from marszoo.envs import registry as envs
from marszoo.envs.core import rng
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.batch import Batch
from marszoo.envs.core.batch_kernels import CHOICE_STREAM
from marszoo.envs.core.record import diff

scripted.register("toy", toy_agents)

GAMES = {TOY.id: TOY, **{id: envs.get(id) for id in envs.games()}}


SEARCH = "mcts:30"


def names_of(game):
    return ("random", *scripted.names_of(game.name), SEARCH)


EVERY_AGENT = [(id, name) for id, game in GAMES.items() for name in names_of(game)]
# The toy is small enough to be played uncompiled; compiled games show what bounds checks find.
MARKED = [
    pytest.param(id, name, marks=pytest.mark.interpreted if id == TOY.id else pytest.mark.boundscheck)
    for id, name in EVERY_AGENT
    if name != SEARCH  # which has no compiled player
]


def some_batch(game, n=24, steps=60, seed=3, num_players=2, **options):
    batch = Batch(game, n, seed=seed, num_players=num_players, **options)
    batch.reset()
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


class First(Agent):
    """The first legal action; `answer` replaces what it says."""

    name = "first"

    def __init__(self, answer=None):
        super().__init__()
        self.answer = answer

    def decide(self, view):
        return view.action_masks.argmax(axis=1) if self.answer is None else self.answer(view)


# --- views ---


def test_a_view_has_the_public_fields_and_no_other():
    public = {f.name for f in dataclasses.fields(View) if not f.name.startswith("_")}
    assert public == {"game", "content", "observations", "action_masks", "players", "seeds"}


def test_the_rows_of_a_view_are_those_asked_for():
    batch = some_batch(TOY)
    whole, few = View.of_batch(batch), View.of_batch(batch, [5, 2])
    chosen = np.zeros(24, bool)
    chosen[[2, 5]] = True
    masked = View.of_batch(batch, chosen)
    for field in ("observations", "action_masks", "players", "seeds"):
        values = getattr(whole, field)
        np.testing.assert_array_equal(getattr(few, field), values[[5, 2]])
        np.testing.assert_array_equal(getattr(masked, field), values[[2, 5]])
    assert few.worlds(2).tobytes() == b"".join(whole.worlds(2)[i].tobytes() for i in (5, 2))
    assert len(whole) == 24
    assert len(few) == 2


def test_seeds_follow_from_the_game_and_its_decisions_alone():
    small, large = some_batch(TOY, 4), some_batch(TOY, 24, threads=2)
    np.testing.assert_array_equal(View.of_batch(small).seeds, View.of_batch(large).seeds[:4])
    assert len(set(View.of_batch(large).seeds.tolist())) == 24
    before = View.of_batch(small).seeds
    small.step(small.random_actions())
    assert not (View.of_batch(small).seeds == before).any()


def test_of_states_sees_what_a_batch_sees():
    batch = some_batch(TOY)
    ours, theirs = View.of_states(TOY, TOY.shipped, batch.states, batch.seeds), View.of_batch(batch)
    for field in ("observations", "action_masks", "players", "seeds"):
        np.testing.assert_array_equal(getattr(ours, field), getattr(theirs, field))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_worlds_look_the_same_to_the_seat_and_have_generators_of_their_own(game):
    batch = some_batch(game, num_players=3)
    view = View.of_batch(batch)
    before = batch.states.tobytes()
    worlds = view.worlds(3)
    assert batch.states.tobytes() == before
    assert worlds.shape == (24, 3)
    assert view.worlds(2).tobytes() == b"".join(worlds[i, :2].tobytes() for i in range(24))
    words = [*worlds["rng"].ravel().tolist(), *batch.states["rng"].tolist()]
    assert len(set(words)) == 24 * 4
    for j in range(3):
        guess = View.of_states(game, batch.content, worlds[:, j], batch.seeds)
        np.testing.assert_array_equal(guess.observations, view.observations)
        np.testing.assert_array_equal(guess.action_masks, view.action_masks)


def test_a_seed_of_its_own_gives_an_agent_other_random_numbers():
    view = View.of_batch(some_batch(TOY))
    assert view.reseeded(0) is view
    assert not (view.reseeded(1).seeds == view.seeds).any()
    assert not (view.reseeded(1).seeds == view.reseeded(2).seeds).any()


# --- what every agent promises ---


@pytest.mark.parametrize(("id", "name"), EVERY_AGENT)
def test_an_agent_gives_legal_actions_and_leaves_the_games_alone(id, name):
    batch = some_batch(GAMES[id], num_players=3)
    agent = marszoo.make_agent(name)
    before = batch.states.tobytes(), batch.action_masks.tobytes()
    actions = agent.act(View.of_batch(batch))
    assert actions.shape == (24,)
    assert actions.dtype == np.int64
    assert (batch.action_masks[np.arange(24), actions] == 1).all()
    assert (batch.states.tobytes(), batch.action_masks.tobytes()) == before
    np.testing.assert_array_equal(agent.act(View.of_batch(batch)), actions)


@pytest.mark.parametrize(("id", "name"), EVERY_AGENT)
def test_an_answer_depends_on_no_other_row(id, name):
    batch = some_batch(GAMES[id])
    agent = marszoo.make_agent(name, seed=5)
    order = np.random.default_rng(0).permutation(24)
    np.testing.assert_array_equal(agent.act(View.of_batch(batch, order)), agent.act(View.of_batch(batch))[order])


def hidden_replaced(game, batch, seed):
    """Copies of the states of a batch in which all that the seat to move cannot see is different, as is the generator."""
    changed = np.array(batch.states)
    for i, seat in enumerate(batch.players):
        game.kernels.determinize(changed, i, batch.content.tables, int(seat), np.uint64(seed + i))
    return changed


@pytest.mark.parametrize(("id", "name"), [(id, name) for id, name in EVERY_AGENT if name != "random"])
def test_an_agent_sees_nothing_hidden(id, name):
    game = GAMES[id]
    agent = marszoo.make_agent(name)
    seen = 0
    for seed, steps in ((1, 12), (2, 40), (3, 90)):
        batch = some_batch(game, 32, steps, seed, num_players=3)
        changed = hidden_replaced(game, batch, 1000 * seed)
        assert (changed["rng"] != batch.states["rng"]).all()
        changed["rng"] = batch.states["rng"]
        seen += sum(bool(diff(a, b)) for a, b in zip(changed, batch.states, strict=True))
        changed["rng"] ^= np.uint64(seed)
        guess = View.of_states(game, batch.content, changed, batch.seeds)
        np.testing.assert_array_equal(agent.act(guess), agent.act(View.of_batch(batch)))
    if HIDDEN.get(id, {3: True})[3]:
        assert seen > 70
    else:  # all is open: there is nothing to guess
        assert seen == 0


def test_the_hidden_information_test_can_fail():
    # An agent that looks at the true generator is what the test above is to find.
    class Peeking(First):
        def decide(self, view):
            masks = view.action_masks
            words = view._states["rng"][view._rows]
            return [np.flatnonzero(m)[int(w) % int(m.sum())] for m, w in zip(masks, words, strict=True)]

    batch = some_batch(TOY, 32)
    guess = View.of_states(TOY, batch.content, hidden_replaced(TOY, batch, 1), batch.seeds)
    assert (Peeking().act(guess) != Peeking().act(View.of_batch(batch))).any()


@pytest.mark.parametrize(("id", "name"), MARKED)
def test_inside_the_batch_an_agent_plays_as_it_does_outside(id, name):
    game = GAMES[id]
    agent, rival = marszoo.make_agent(name, seed=7), RandomAgent(seed=1)
    inside = Batch(game, 12, seed=9, chooser=Scripted(game, [rival, agent]))
    inside.controllers[:] = -1, 1
    outside = Batch(game, 12, seed=9)
    inside.reset()
    outside.reset()
    played = 0
    while played < 400:
        # Rows of the other batch catch up: the agent's seat is asked until the caller's is to move, or a game has ended.
        while (rows := np.flatnonzero(outside.players == 1)).size:
            actions = np.zeros(12, np.int64)
            actions[rows] = agent.act(View.of_batch(outside, rows))
            outside.step(actions, active=outside.players == 1)
            played += len(rows)
        assert outside.states.tobytes() == inside.states.tobytes()
        actions = rival.act(View.of_batch(outside))
        inside.step(actions)
        outside.step(actions)


@pytest.mark.parametrize(("id", "name"), EVERY_AGENT)
def test_in_one_environment_an_agent_plays_as_it_does_in_a_batch(id, name):
    game = GAMES[id]
    batch = Batch(game, 2, seed=11)
    batch.reset()
    env = AECGame(game)
    env.reset(seed=int(batch.seeds[1]))
    agent = marszoo.make_agent(name, seed=2)
    for _ in range(30):
        actions = agent.act(View.of_batch(batch))
        assert agent.act_env(env) == actions[1]
        env.step(int(actions[1]))
        batch.step(actions)
        if batch.terminations[1]:
            break
        assert env.states.tobytes() == batch.states[1:2].tobytes()


def test_agents_refuse_to_act_without_a_mask():
    view = View.of_batch(some_batch(TOY))
    for agent in (RandomAgent(), ScriptedAgent("greedy"), First()):
        with pytest.raises(ValueError, match=f"agent '{agent.name}' does not act without action masks"):
            agent.act(dataclasses.replace(view, action_masks=None))
        with pytest.raises(ValueError, match=f"agent '{agent.name}': action masks have shape"):
            agent.act(dataclasses.replace(view, action_masks=view.action_masks[:, 1:]))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            lambda view: np.full(len(view), 10**6),
            "agent 'first' chose the illegal action 1000000 in row 0; legal actions",
        ),
        (lambda view: view.action_masks.argmin(axis=1), "agent 'first' chose the illegal action"),
        (lambda view: np.full(len(view), -1), "chose the illegal action -1"),
        (lambda view: view.action_masks.argmax(axis=1)[1:], r"agent 'first' returned int64 of shape \(23,\)"),
        (lambda view: view.action_masks.argmax(axis=1) * 1.0, "agent 'first' returned float64"),
    ],
)
def test_a_wrong_answer_is_an_error_that_names_the_agent(answer, message):
    view = View.of_batch(some_batch(TOY))
    First().act(view)
    with pytest.raises(ValueError, match=message):
        First(answer).act(view)


def test_an_empty_view_needs_no_action():
    view = View.of_batch(some_batch(TOY), np.zeros(24, bool))
    for agent in (RandomAgent(), ScriptedAgent("greedy")):
        assert agent.act(view).shape == (0,)


def test_nobody_acts_in_an_environment_where_nobody_is_to_move():
    env = AECGame(TOY)
    agent = RandomAgent()
    with pytest.raises(ValueError, match="nobody is to move"):
        agent.act_env(env)
    env.reset(seed=0)
    while not env.terminations[env.agent_selection]:
        env.step(agent.act_env(env))
    with pytest.raises(ValueError, match="nobody is to move"):
        agent.act_env(env)


@pytest.mark.parametrize("seed", [-1, 2**53, 0.5, True])
def test_a_seed_must_be_one(seed):
    with pytest.raises(ValueError, match="seed="):
        marszoo.make_agent("random", seed=seed)


# --- one-step search ---


def test_random_is_uniform_over_legal_actions():
    batch = Batch(TOY, 3000, seed=1)
    batch.reset()
    actions = RandomAgent().act(View.of_batch(batch))
    legal = np.flatnonzero(batch.action_masks[0])
    counts = np.bincount(actions, minlength=TOY.actions.n)[legal]
    assert counts.sum() == 3000
    expected = 3000 / len(legal)
    assert ((counts - expected) ** 2 / expected).sum() < 20  # chi squared, 2 degrees of freedom: 1 in 20 000


@pytest.mark.interpreted
def test_lookahead_takes_the_action_whose_position_is_worth_most():
    batch = some_batch(TOY)
    view = View.of_batch(batch)
    agent = ScriptedAgent("greedy", worlds=1, coins=1.0, cards=0.0, rivals=0.0)
    actions = agent.act(view)
    worlds = view.worlds(1)[:, 0]
    differ = 0
    for i, seat in enumerate(view.players):
        values = {}
        for a in np.flatnonzero(view.action_masks[i]):
            tried, mask = np.array(worlds[i : i + 1]), np.array(view.action_masks[i])
            TOY.kernels.act(tried, 0, batch.content.tables, int(a), mask, np.zeros(0, np.float32), False)
            values[a] = tried["coins"][0, seat]
        assert values[actions[i]] == max(values.values())
        differ += len(set(values.values())) > 1
    assert differ >= 8


def test_ties_are_broken_by_the_seed():
    batch = Batch(TOY, 200, seed=1)
    batch.reset()
    actions = ScriptedAgent("greedy", coins=0.0, cards=0.0, rivals=0.0).act(View.of_batch(batch))
    assert set(actions.tolist()) == set(np.flatnonzero(batch.action_masks[0]).tolist())


def test_one_compiled_chooser_serves_all_agents_of_a_game():
    first, second = (
        Scripted(TOY, [marszoo.make_agent(n) for n in names]) for names in (["greedy"], ["random", "hoarder"])
    )
    assert first.bind(TOY) is second.bind(TOY)
    assert second.params[0, lookahead.WORLDS] == 0
    assert second.params[1, lookahead.WORLDS] == 1


def test_only_agents_without_python_can_run_compiled():
    with pytest.raises(ValueError, match="agent 'first' cannot run inside the compiled loop of toy_v3"):
        Scripted(TOY, [First()])


def test_a_game_without_scripted_agents_has_random_players():
    bare = dataclasses.replace(TOY, name="bare")
    assert scripted.module_for("bare") is None
    batch = Batch(bare, 4, seed=1, chooser=Scripted(bare, [RandomAgent()]))
    batch.controllers[:] = -1, 0
    batch.reset()
    batch.step(batch.random_actions())
    with pytest.raises(ValueError, match="bare_v3 offers no agent 'greedy'; it has no scripted agents"):
        Scripted(bare, [marszoo.make_agent("greedy")])


# --- plans ---


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_offers_greedy_and_another_plan_of_named_weights(game):
    module = scripted.module_for(game.name)
    names = [name for name, _ in module.WEIGHTS]
    assert len(set(names)) == len(names)
    assert "worlds" not in names
    assert all(meaning for _, meaning in module.WEIGHTS)
    assert "greedy" in module.AGENTS
    assert len(module.AGENTS) >= 2
    for name in module.AGENTS:
        assert set(scripted.plan_of(game, name)) == {"worlds", *names}
    for (a, one), (b, other) in itertools.combinations(module.AGENTS.items(), 2):
        assert one != other, (a, b)


def test_weights_can_be_replaced_by_name():
    row = marszoo.make_agent("greedy", seed=4, worlds=5, cards=9.0).compiled(TOY)
    assert row.tolist() == [5, 4, 1.0, 9.0, -0.3]
    with pytest.raises(ValueError, match=r"no weight 'card' \(did you mean 'cards'\?\); the weights are worlds, coins"):
        marszoo.make_agent("greedy", card=1.0).compiled(TOY)
    for worlds in (0, 65, 1.5):
        with pytest.raises(ValueError, match=r"worlds=.* is not a whole number from 1 to 64"):
            marszoo.make_agent("greedy", worlds=worlds).compiled(TOY)


def test_a_plan_with_wrong_weights_is_refused(monkeypatch):
    monkeypatch.setitem(toy_agents.AGENTS, "greedy", {"worlds": 1, "coins": 1.0, "cards": 1.0, "luck": 1.0})
    with pytest.raises(ValueError, match=r"agent 'greedy' has wrong weights: missing \['rivals'\], unknown \['luck'\]"):
        marszoo.make_agent("greedy").compiled(TOY)


def undone(word, numbers):
    """The first word of a ``mix``, from its result and the other two: every step of it can be taken back."""
    mask, gamma = 2**64 - 1, int(rng.GAMMA)

    def unshift(z, by):
        out = z
        for _ in range(64 // by + 1):
            out = z ^ (out >> by)
        return out

    def unfinalize(z):
        z = unshift(z, 31) * pow(0x94D049BB133111EB, -1, 2**64) & mask
        z = unshift(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & mask
        return unshift(z, 30)

    for number in reversed(numbers):
        word = ((unfinalize(word) - gamma) & mask) ^ number
    return (unfinalize(word) - gamma) & mask


def test_the_seed_that_deals_a_game_does_not_follow_from_the_seeds_of_its_decisions():
    batch = Batch(TOY, 8, seed=11)
    batch.reset()
    for _ in range(6):
        batch.step(batch.random_actions())
    view = View.of_batch(batch)
    count = view.worlds(1)["step_count"][:, 0].tolist()
    for row, seed in enumerate(batch.seeds.tolist()):
        numbers = (count[row], CHOICE_STREAM)
        mixed = int(rng.mix(np.uint64(seed), np.int64(count[row]), np.uint64(CHOICE_STREAM)))
        assert undone(mixed, numbers) == seed, "the attack is a real one"
        assert undone(int(view.seeds[row]), numbers) != seed
        # Nor by taking the two halves of the sum for each other.
        assert undone(int(view.seeds[row]) ^ mixed, numbers) != seed
