"""Positions as text and as pictures: every game, then what Terra Formars shows."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import marszoo
from marszoo.envs import registry
from marszoo.envs.core import drawing
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.drawing import Canvas
from marszoo.envs.core.frames import TERMINATED, TRUNCATED
from marszoo.envs.terra_formars import glossary, happened, seen, state, words

GAMES = marszoo.games()
TABLES = [
    (id, players) for id in GAMES for players in range(registry.get(id).min_players, registry.get(id).max_players + 1)
]


def positions(env: AECGame, seed: int, every: int) -> Iterator[AECGame]:
    """A random game: its start, every few decisions of it (seldomer in a long game, the longer it takes), and its end."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    taken = following = shown = 0
    while env.action_masks().any():
        if taken == following:
            yield env
            shown += 1
            following += every * (1 + shown // 10)
        env.step(int(chance.choice(env.legal_actions())))
        taken += 1
    yield env


def as_text(env: AECGame, seat: int) -> str:
    return env.game.render_text(env.states[0], env.content, seat, env.possible_agents)


def as_image(env: AECGame, seat: int) -> Any:
    return env.game.render_image(env.states[0], env.content, seat, env.possible_agents)


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_text_names_everybody_and_who_decides(id: str, players: int) -> None:
    env = marszoo.make(id, num_players=players, render_mode="ansi")
    for position in positions(env, seed=1, every=7):
        text = position.render()
        assert isinstance(text, str)
        first = text.splitlines()[0]
        assert all(name in text for name in position.possible_agents)
        if position.action_masks().any():
            assert position.agent_selection in first
        assert text == text.rstrip()


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_picture_has_the_size_and_colours_of_a_picture(id: str, players: int) -> None:
    env = marszoo.make(id, num_players=players, render_mode="rgb_array", render_seat=0)
    shapes = set()
    for position in positions(env, seed=2, every=80):
        image = position.render()
        assert image.dtype == np.uint8
        assert len(np.unique(image @ np.array([65536, 256, 1]))) >= 5
        assert image.flags.writeable
        shapes.add(image.shape)
    ((height, width, channels),) = shapes
    assert (600, 800, 3) <= (height, width, channels) <= (900, 1200, 3)
    assert 3 * width == 4 * height


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_text_in_pictures_neither_overlaps_nor_leaves_them(
    id: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Canvas] = []
    finish = Canvas.array
    monkeypatch.setattr(Canvas, "array", lambda self: (drawn.append(self), finish(self))[1])
    env = marszoo.make(id, num_players=players)
    for seed in range(2):
        for position in positions(env, seed=seed, every=15):
            as_image(position, -1 if seed == 0 else position.seat)
    assert len(drawn) > 6
    for canvas in drawn:
        names = " ".join(text for _, text in canvas.texts)
        assert all(name in names for name in env.possible_agents)
        for k, (a, text) in enumerate(canvas.texts):
            assert 0 <= a[0] < a[2] <= canvas.width, text
            assert 0 <= a[1] < a[3] <= canvas.height, text
            for b, other in canvas.texts[:k]:
                apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
                assert apart, f"{text!r} {a} overlaps {other!r} {b}"


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_renderings_show_nothing_that_the_viewer_may_not_see(id: str, players: int) -> None:
    env = marszoo.make(id, num_players=players)
    guesses = unlike = 0
    for seed in range(3):
        for k, position in enumerate(positions(env, seed=seed, every=10)):
            to_all = as_text(position, -1)
            for seat, agent in enumerate(position.possible_agents):
                guess = position.determinize(agent, seed=k)
                guesses += 1
                unlike += guess.states.tobytes() != position.states.tobytes()
                assert as_text(guess, -1) == to_all
                assert as_text(guess, seat) == as_text(position, seat)
                if k % 16 == 1:
                    assert (as_image(guess, seat) == as_image(position, seat)).all()
    assert unlike > 0.9 * guesses


def test_no_display_is_touched() -> None:
    program = (
        "import sys, marszoo\n"
        "env = marszoo.make('terra_formars_v0', render_mode='rgb_array')\n"
        "env.reset(seed=0)\n"
        "env.render()\n"
        "assert not {'pygame', 'tkinter', 'matplotlib', 'PIL.ImageTk', 'PIL.ImageShow'} & set(sys.modules)\n"
    )
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environ = {k: v for k, v in os.environ.items() if k not in gone}
    environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_without_pillow_the_extra_is_named_and_text_still_works(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIL", "PIL.Image", "PIL.ImageDraw", "PIL.ImageFont"):
        monkeypatch.setitem(sys.modules, name, None)
    env = marszoo.make("terra_formars_v0", render_mode="rgb_array")
    env.reset(seed=0)
    with pytest.raises(ImportError, match=re.escape("marszoo[render]")):
        env.render()
    assert "player_0" in as_text(env, 0)


# --- the canvas ---


def test_text_is_cut_wrapped_and_shrunk_to_its_width() -> None:
    long = "one more Wound for everybody who is still here"
    cut = drawing.fit(long, 12, 90)
    assert cut.endswith("...")
    assert long.startswith(cut[:-3])
    assert drawing.text_width(cut, 12) <= 90
    lines = drawing.wrap(long, 12, 90, 9)
    assert " ".join(lines) == long
    assert all(drawing.text_width(line, 12) <= 90 for line in lines)
    assert drawing.wrap(long, 12, 90, 2)[1].endswith("...")
    assert drawing.fit("short", 12, 90) == "short"
    canvas = Canvas(200, 40)
    canvas.write((0, 0), "Armoured elder", 13, width=85, smallest=9)
    assert canvas.texts[0][1] == "Armoured elder"
    assert canvas.texts[0][0][2] <= 85


def test_letters_that_the_font_lacks_are_replaced() -> None:
    assert drawing.plain("Señor 2–4 × é 日") == "Senor 2-4 x e ?"


def test_right_aligned_text_ends_where_it_should() -> None:
    canvas = Canvas(200, 40)
    assert canvas.write((150, 5), "12", 20, align="right") == canvas.texts[0][0][0]
    assert canvas.texts[0][0][2] == 150


def test_a_meter_is_filled_in_proportion() -> None:
    canvas = Canvas(100, 20)
    canvas.meter((0, 0, 100, 20), 0.3, (255, 0, 0), (0, 0, 255))
    row = canvas.array()[10]
    assert (row[:28] == (255, 0, 0)).all()
    assert (row[32:98] == (0, 0, 255)).all()


# --- Terra Formars ---


def played(players: int, seed: int, decisions: int) -> AECGame:
    """A random game after so many decisions."""
    env = marszoo.make("terra_formars_v0", num_players=players)
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    for _ in range(decisions):
        env.step(int(chance.choice(env.legal_actions())))
    return env


@pytest.mark.interpreted
def test_a_card_drawn_unseen_is_shown_to_its_owner_only() -> None:
    env = played(3, seed=5, decisions=12)
    card = int(np.flatnonzero(env.states["place"][0] == state.PILE)[-1])
    name = env.content.names["support"][card]
    env.states["place"][0, card] = state.HAND + 1
    assert name in as_text(env, 1)
    for viewer in (-1, 0, 2):
        assert name not in as_text(env, viewer)
        assert "1 unknown card" in as_text(env, viewer)
    assert (as_image(env, 1) != as_image(env, 0)).any()
    env.states["known"][0, card] = 1
    assert name in as_text(env, 0)
    assert "unknown card" not in as_text(env, 0)


@pytest.mark.interpreted
def test_the_text_shows_wounds_prices_tokens_and_locked_dice() -> None:
    env = played(2, seed=3, decisions=8)
    s = env.states[0]
    s["part"], s["hurt"][0], s["points"][1], s["stars"][1], s["wounds"][1] = state.SPENDING, 2, 11, 1, 4
    s["face"][:] = (0, 1, 2, 3, 4, 5)
    s["paid_stars"][:] = (1, 0, 0, 0, 0, 0)
    s["special"][:] = (0, 0, 3, 0)
    text = as_text(env, 0)
    health = env.content.rows["cockroach"][int(s["slot"][0])]["health"]
    assert f"health {health - 2} of {health}" in text
    assert "player_1: 11 Victory Points, 1 Star token, 4 Wound tokens" in text
    assert re.search(r"Dice  \[\S+!\] \[[^!]+\] \[[^!]+\]", text)
    assert "from Special Dice: 3 Wounds" in text
    row = env.content.rows["support"][int(s["row"][0])]
    assert f"{row['name']} [" in text
    assert f"for {row['stars']} Star" in text


@pytest.mark.interpreted
def test_the_picture_marks_who_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Canvas] = []
    finish = Canvas.array
    monkeypatch.setattr(Canvas, "array", lambda self: (drawn.append(self), finish(self))[1])
    for decisions in (0, 6, 25, 50):
        env = played(3, seed=4, decisions=decisions)
        as_image(env, 0)
        texts = drawn[-1].texts
        (tag,) = [box for box, text in texts if text == "DECIDES"]
        (name,) = [box for box, text in texts if text.split(" (")[0] == env.agent_selection]
        assert abs(tag[1] - name[1]) < 5
        assert tag[0] > name[2]
        assert any(text.startswith(f"{env.agent_selection} decides: ") for _, text in texts)


def test_the_end_says_how_the_game_ended() -> None:
    env = played(2, seed=3, decisions=8)
    s = env.states[0]
    s["points"][:2] = 7, 9
    s["over"] = TERMINATED
    assert as_text(env, 0).startswith("Terra Formars | the game is over: most Victory Points (9) for player_1\n")
    s["points"][:2] = 9, 9
    s["over"] = TRUNCATED
    assert "scored as it stands: most Victory Points (9) for player_0 and player_1" in as_text(env, 0)


def test_every_kind_of_event_has_words_of_its_own() -> None:
    kinds = {value for name, value in vars(state).items() if name.startswith("E_")} - {state.E_NONE, state.E_TURN}
    env = played(2, seed=3, decisions=8)
    s = env.states[0]
    lines = set()
    for kind in kinds:
        s["events"], s["event"][0] = 1, (kind, 1, 0, 1)
        lines |= set(happened.happened(s, env.content, env.possible_agents))
    assert len(lines) == len(kinds) == 19
    assert all(line.startswith("player_1 ") for line in lines)
    with pytest.raises(ValueError, match="kind 99"):
        happened.deed(99, env.content, env.possible_agents, 0, 0)


def test_events_number_their_turns_however_long_the_game() -> None:
    env = played(2, seed=3, decisions=8)
    s = env.states[0]
    s["turn"], s["events"] = 300, 4
    s["event"][:4] = (
        (state.E_TURN, 0, 127, 0),
        (state.E_DRAW, 0, -1, 0),
        (state.E_TURN, 1, 127, 0),
        (state.E_HAND, 0, 0, 0),
    )
    lines = happened.happened(s, env.content, env.possible_agents)
    assert lines == (
        "turn 299: player_0",
        "player_0 draws a squad card",
        "turn 300: player_1",
        "player_0 discards the hand",
    )


def test_the_ring_of_events_is_read_from_its_oldest() -> None:
    env = played(2, seed=3, decisions=8)
    s = env.states[0]
    s["events"] = state.EVENTS + 3
    for k in range(state.EVENTS):
        s["event"][k] = state.E_POINTS, 0, 1, (k - 3) % state.EVENTS
    lines = happened.happened(s, env.content, env.possible_agents)
    amounts = [int(re.findall(r"takes (\d+)", line)[0]) for line in lines]
    assert amounts == list(range(state.EVENTS))


def test_every_decision_has_a_question() -> None:
    asked = set()
    for kind in range(1, len(state.DECISIONS) + 1):
        a = {state.PICK_RIVAL: words.STEAL_POINTS, state.PICK_EQUIPMENT: 1}.get(kind, 0)
        asked.add(seen.question((kind, 0, a, 0), ("Ann", "Bob")))
    assert len(asked) == len(state.DECISIONS)
    for reason in range(len(seen.REASONS)):
        assert seen.REASONS[reason] in seen.question((state.PLACE_MARKER, 0, reason, 1), ("Ann", "Bob"))
    assert "the marker of Bob" in seen.question((state.PLACE_MARKER, 0, state.BY_TECHNIQUE, 1), ("Ann", "Bob"))
    assert "of Bob to steal" in seen.question((state.PICK_EQUIPMENT, 0, 1, state.TO_STEAL), ("Ann", "Bob"))


def test_the_glossary_explains_every_word_in_the_order_of_the_rulebook() -> None:
    vocabularies = (words.TECHNIQUES, words.HERO_TALENTS, words.EQUIPMENT, words.SQUAD, words.COCKROACH_TALENTS)
    assert [tuple(part) for part in glossary.GLOSSARY.values()] == [tuple(v) for v in vocabularies]
    meanings = [text for part in glossary.GLOSSARY.values() for text in part.values()]
    assert len(set(meanings)) == len(meanings)
