import pathlib
import pickle

import pytest
from toy import TOY

import marszoo
from marszoo.agents import reference
from marszoo.agents.arena import play_match
from marszoo.agents.ppo.policy import Policy
from marszoo.envs import registry

POLICIES = sorted(reference.FOLDER.glob("*.safetensors"))
every_policy = pytest.mark.parametrize("path", POLICIES, ids=lambda path: path.stem)


def seats_of(path):
    return int(path.stem.rpartition("_")[2][:-1])


def game_of(path):
    return next(game for game in map(registry.get, registry.games()) if path.stem.startswith(f"{game.name}_"))


@every_policy
def test_a_reference_policy_fits_its_game_and_is_small(path):
    game = game_of(path)
    assert path.stat().st_size <= 2_000_000
    policy = Policy.load(path)
    policy.check(game, game.shipped, seats_of(path))
    assert policy.steps > 0
    assert policy.curve
    assert not any(str(pathlib.Path.home()) in str(value) for value in policy.config.values())


@pytest.mark.parametrize("id", registry.games())
def test_every_game_has_one_for_two_players_and_one_for_four(id):
    assert {2, 4} <= set(reference.available(registry.get(id)))


@every_policy
def test_it_beats_what_an_untrained_policy_cannot(path):
    game, players = game_of(path), seats_of(path)
    if game.shared(players):
        # Random crews reach 1 % there.
        options = {"difficulty": "training"}
        assert play_match(game, ["reference"] * players, games=20, **options).standings[0].win_share >= 0.7
    else:
        # Of equals, one of many thousand matches would end above this.
        games = {2: 40, 4: 60}[players]
        found = play_match(game, ["reference", *["random"] * (players - 1)], games=games)
        assert found.standings[0].win_share >= {2: 0.85, 4: 0.6}[players]
        assert found.standings[0].illegal == 0


def test_one_agent_plays_every_game_by_the_policy_of_that_game():
    agent = marszoo.make_agent("reference", seed=3)
    found = [agent.policy_for(registry.get(id), 2).game for id in registry.games()]
    assert found == list(registry.games())
    again = pickle.loads(pickle.dumps(agent))
    assert again.policy_for(registry.get(found[0]), 4).num_players == 4


def test_a_game_or_a_number_of_players_without_one_is_named():
    game = registry.get("terra_formars_v0")
    agent = marszoo.make_agent("reference")
    with pytest.raises(ValueError, match=r"no reference policy of terra_formars_v0 for 3 players; those are for 2, 4"):
        agent.check(game, game.shipped, 3)
    with pytest.raises(ValueError, match=r"no reference policy of toy_v3 for 2 players; the game has none"):
        agent.check(TOY, TOY.shipped, 2)


def test_options_are_those_of_a_policy():
    assert marszoo.make_agent("reference", deterministic=False, temperature=0.5).options["temperature"] == 0.5
    with pytest.raises(ValueError, match=r"temperature=0\.5 has no effect with deterministic=True"):
        marszoo.make_agent("reference", temperature=0.5)
    with pytest.raises(ValueError, match=r"no option 'temprature' \(did you mean 'temperature'\?\)"):
        marszoo.make_agent("reference", temprature=0.5)
