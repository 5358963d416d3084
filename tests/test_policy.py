"""What a policy computes, what networks it is made of, and what it fits."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest
from policies import layers, some_policy, some_view
from toy import TEAM, TOY

import marszoo
from marszoo.agents.ppo.perceptron import BLOCK
from marszoo.agents.ppo.policy import Policy, PolicyAgent
from marszoo.envs.core.layout import Actions, Block, Group, Observation, Segment

A = TOY.actions.n


def by_hand(networks, activation, row):
    """The network on one observation, in float64."""
    x = row.astype(np.float64)
    for k, (weight, bias) in enumerate(networks):
        x = x @ weight.astype(np.float64) + bias
        if k < len(networks) - 1:
            x = np.tanh(x) if activation == "tanh" else np.where(x > 0, x, 0)
    return x


# --- computing ---


@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("n", [1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK])
def test_logits_and_values_are_those_of_the_layers(n, activation):
    policy = some_policy(activation=activation)
    seen = some_view(n=n).observations
    logits, values = policy.logits(seen), policy.values(seen)
    assert (logits.shape, logits.dtype) == ((n, A), np.float32)
    assert (values.shape, values.dtype) == ((n,), np.float32)
    for i in range(n):
        np.testing.assert_allclose(logits[i], by_hand(policy.policy, activation, seen[i]), atol=1e-5)
        np.testing.assert_allclose(values[i], by_hand(policy.value, activation, seen[i])[0], atol=1e-5)


def test_a_row_gets_the_same_bits_in_every_batch():
    policy = some_policy(hidden=(64, 33))
    seen = some_view(n=100).observations.copy()
    logits, values = policy.logits(seen), policy.values(seen)
    random = np.random.default_rng(1)
    for _ in range(40):
        rows = random.permutation(100)[: random.integers(0, 101)]
        np.testing.assert_array_equal(policy.logits(seen[rows]), logits[rows])
        np.testing.assert_array_equal(policy.values(seen[rows]), values[rows])


def test_computing_changes_no_observation():
    seen = some_view(n=BLOCK).observations.copy()
    before = seen.copy()
    some_policy(hidden=()).logits(seen)
    some_policy().values(seen)
    np.testing.assert_array_equal(seen, before)


@pytest.mark.parametrize("shape", [(3, 5), (37,), (2, 3, 37)])
def test_observations_of_another_shape_are_refused(shape):
    policy = some_policy()
    with pytest.raises(
        ValueError, match=rf"observations have shape .*; the policy needs \(n, {TOY.observation.width(2)}\)"
    ):
        policy.logits(np.zeros(shape, np.float32))


def test_a_policy_keeps_its_arrays_to_itself():
    weights = layers(TOY.observation.width(2), A)
    policy = Policy.of_layers(
        weights, layers(TOY.observation.width(2), 1), game=TOY, content=TOY.shipped, num_players=2
    )
    before = policy.logits(np.ones((1, TOY.observation.width(2)), np.float32))
    weights[0][0][:] = 0
    np.testing.assert_array_equal(policy.logits(np.ones((1, TOY.observation.width(2)), np.float32)), before)
    for own in (policy, copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))):
        with pytest.raises(ValueError, match="read-only"):
            own.policy[0][0][0, 0] = 1.0


# --- PyTorch's networks ---


@pytest.fixture(scope="module")
def make_network():
    """Makes a policy of sb3-contrib for the toy game."""
    gymnasium = pytest.importorskip("gymnasium")
    policies = pytest.importorskip("sb3_contrib.common.maskable.policies")

    def make(**keywords):
        space = gymnasium.spaces.Box(0.0, 10.0, (TOY.observation.width(2),), np.float32)
        given = {"net_arch": {"pi": [16, 12], "vf": [8]}, **keywords}
        policy = policies.MaskableActorCriticPolicy(space, gymnasium.spaces.Discrete(A), lambda _: 0.0, **given)
        return policy.to("cpu")

    return make


def of_network(network, **given):
    return Policy.of_network(network, **{"game": TOY, "content": TOY.shipped, "num_players": 2, **given})


@pytest.mark.parametrize(("activation", "arch"), [("Tanh", {"pi": [16, 12], "vf": [8]}), ("ReLU", [11]), ("Tanh", [])])
def test_a_policy_computes_what_its_network_does(make_network, activation, arch):
    torch = pytest.importorskip("torch")
    network = make_network(activation_fn=getattr(torch.nn, activation), net_arch=arch)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.3 * torch.randn_like(parameter))
    policy, view = of_network(network, steps=70, curve=[{"steps": 70}]), some_view()
    with torch.no_grad():
        seen = torch.as_tensor(view.observations)
        wanted = network.get_distribution(seen, action_masks=view.action_masks).distribution.probs.numpy()
        worth = network.predict_values(seen).numpy()[:, 0]
        best = network.predict(view.observations, deterministic=True, action_masks=view.action_masks)[0]
    odds = np.exp(policy.logits(view.observations)) * view.action_masks
    np.testing.assert_allclose(odds / odds.sum(axis=1, keepdims=True), wanted, atol=1e-5)
    np.testing.assert_allclose(policy.values(view.observations), worth, atol=1e-4)
    np.testing.assert_array_equal(PolicyAgent(policy).act(view), best)
    assert policy.activation == (activation.lower() if arch else "tanh")
    assert (policy.steps, policy.curve) == (70, [{"steps": 70}])


def test_standardized_observations_become_a_part_of_the_first_layers(make_network):
    torch = pytest.importorskip("torch")
    from marszoo.agents.ppo.network import LEAST, Standardize

    random = np.random.default_rng(2)
    means, deviations = random.uniform(0, 2, (2, TOY.observation.width(2)))
    deviations[:3] = 0.0  # entries that never change
    given = {"means": means.tolist(), "deviations": deviations.tolist()}
    network = make_network(features_extractor_class=Standardize, features_extractor_kwargs=given)
    view = some_view()
    with torch.no_grad():
        seen = torch.as_tensor(view.observations)
        wanted = network.get_distribution(seen, action_masks=view.action_masks).distribution.probs.numpy()
        worth = network.predict_values(seen).numpy()[:, 0]
        inside = network.extract_features(seen).numpy()
    np.testing.assert_allclose(inside, (view.observations - means) / np.maximum(deviations, LEAST), atol=1e-4)
    policy = of_network(network)
    odds = np.exp(policy.logits(view.observations)) * view.action_masks
    np.testing.assert_allclose(odds / odds.sum(axis=1, keepdims=True), wanted, atol=1e-4)
    np.testing.assert_allclose(policy.values(view.observations), worth, atol=1e-3)


def test_further_training_leaves_a_policy_as_it_was(make_network):
    torch = pytest.importorskip("torch")
    network = make_network()
    policy = of_network(network)
    before = [np.array(array) for layer in (*policy.policy, *policy.value) for array in layer]
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(1.0)
    for then, (weight, bias) in zip(
        zip(before[::2], before[1::2], strict=True), (*policy.policy, *policy.value), strict=True
    ):
        np.testing.assert_array_equal(then[0], weight)
        np.testing.assert_array_equal(then[1], bias)


def test_networks_that_a_policy_cannot_express_are_refused_by_name(make_network):
    torch = pytest.importorskip("torch")
    nature = pytest.importorskip("stable_baselines3.common.torch_layers")

    class Narrow(nature.BaseFeaturesExtractor):
        def forward(self, seen):
            return seen

    for keywords, message in (
        ({"activation_fn": torch.nn.ELU}, "one activation, Tanh or ReLU; this network has ELU"),
        (
            {
                "features_extractor_class": Narrow,
                "features_extractor_kwargs": {"features_dim": TOY.observation.width(2)},
            },
            "with FlattenExtractor or Standardize; this has Narrow",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            of_network(make_network(**keywords))
    network = make_network()
    network.extra = torch.nn.Linear(2, 2)
    with pytest.raises(ValueError, match=r"no place for these parameters of the network: extra\.weight, extra\.bias"):
        of_network(network)
    network = make_network()
    network.action_net = torch.nn.Linear(12, A, bias=False)
    with pytest.raises(ValueError, match=r"this network has no action_net\.bias"):
        of_network(network)
    network = make_network()
    network.mlp_extractor.value_net[0] = torch.nn.Bilinear(3, 3, 8)
    with pytest.raises(ValueError, match="value_net of this network has Bilinear in place of Linear"):
        of_network(network)
    network = make_network()
    network.mlp_extractor.policy_net[1] = torch.nn.ReLU()
    with pytest.raises(ValueError, match="this network has ReLU, Tanh"):
        of_network(network)
    with pytest.raises(ValueError, match=r"policy\.0\.weight is float64, and must be float32"):
        of_network(make_network().double())
    with pytest.raises(ValueError, match=r"toy_v3 with 3 players has"):
        of_network(make_network(), num_players=3)


def test_a_network_whose_training_went_wrong_is_refused(make_network):
    torch = pytest.importorskip("torch")
    network = make_network()
    with torch.no_grad():
        network.action_net.bias[2] = float("nan")
    with pytest.raises(ValueError, match=r"policy\.2\.bias has entries that are not finite"):
        of_network(network)


# --- what a policy fits ---


def test_a_policy_plays_what_it_was_trained_for():
    for num in (2, 3, 4):
        some_policy(num_players=num).check(TOY, TOY.shipped, num)


OTHER_LAYOUT = dataclasses.replace(
    TOY,
    observation=Observation(
        dataclasses.replace(
            TOY.observation.groups[0],
            segments=tuple(
                dataclasses.replace(s, name="round_number") if s.name == "round" else s
                for s in TOY.observation.groups[0].segments
            ),
        ),
        *TOY.observation.groups[1:],
    ),
)
OTHER_ACTIONS = dataclasses.replace(TOY, actions=Actions(Block("thing", A, "something")))


@pytest.fixture
def other_content(tmp_path):
    text = TOY.content_file.read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("value = 1", "value = 2"), encoding="utf-8")
    content = TOY.load(path)
    assert content.digest != TOY.shipped.digest
    return content


@pytest.mark.parametrize(
    ("game", "num_players", "message"),
    [
        (TEAM, 2, "another game: toy_v3, not toy_team_v0"),
        (dataclasses.replace(TOY, version=4), 2, "another version of the game: toy_v3, not toy_v4"),
        (TOY, 3, "2 players of toy_v3, not for 3"),
        (
            OTHER_LAYOUT,
            2,
            "another layout of observations and actions: [0-9a-f]{16}; toy_v3 with 2 players has [0-9a-f]{16}",
        ),
        (OTHER_ACTIONS, 2, "another layout of observations and actions"),
    ],
)
def test_a_policy_refuses_by_name_what_does_not_fit(game, num_players, message):
    policy = some_policy()
    with pytest.raises(ValueError, match=f"the policy was trained for {message}"):
        policy.check(game, TOY.shipped, num_players)
    with pytest.raises(ValueError, match=f"agent 'mine': the policy was trained for {message}"):
        PolicyAgent(policy, name="mine").check(game, TOY.shipped, num_players)


def test_other_content_is_refused_unless_it_may_be_any(other_content):
    policy = some_policy()
    with pytest.raises(
        ValueError, match=r"other content: digest \w+, while that of .*mine\.toml is \w+; any_content=True"
    ):
        policy.check(TOY, other_content, 2)
    policy.check(TOY, other_content, 2, any_content=True)
    view = some_view(content=other_content)
    with pytest.raises(ValueError, match="agent 'ppo': the policy was trained with other content"):
        PolicyAgent(policy).act(view)
    PolicyAgent(policy, any_content=True).act(view)
    with pytest.raises(ValueError, match="another game"):
        PolicyAgent(policy, any_content=True).act(some_view(TEAM))


def test_an_agent_notices_a_change_of_what_it_plays():
    agent = PolicyAgent(some_policy())
    view = some_view()
    first = agent.act(view)
    for game, num in ((TEAM, 2), (TOY, 3)):
        with pytest.raises(ValueError, match="the policy was trained for"):
            agent.act(some_view(game, num_players=num))
    np.testing.assert_array_equal(agent.act(view), first)
    agent.policy = some_policy(seed=5)
    assert (agent.act(view) != first).any()
    agent.policy = some_policy(num_players=3)
    with pytest.raises(ValueError, match="3 players of toy_v3, not for 2"):
        agent.act(view)


def test_players_are_told_apart_where_the_width_of_the_observation_does_not():
    flat = dataclasses.replace(TOY, observation=Observation(Group("all", (Segment("x", 37, "anything"),))))
    policy = some_policy(flat)
    view = dataclasses.replace(some_view(num_players=3), game=flat, observations=np.zeros((24, 37), np.float32))
    with pytest.raises(ValueError, match="2 players of toy_v3, not for 3"):
        PolicyAgent(policy).decide(view)


def test_a_scripted_agent_says_beforehand_which_games_it_plays():
    bare = dataclasses.replace(TOY, name="bare")
    marszoo.make_agent("random").check(bare, TOY.shipped, 2)
    with pytest.raises(ValueError, match="bare_v3 offers no agent 'greedy'"):
        marszoo.make_agent("greedy").check(bare, TOY.shipped, 2)
