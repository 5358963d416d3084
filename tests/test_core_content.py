"""Reading content files: every error names the file, the entry, the key and what is allowed."""

import gc
import pathlib
import re
import weakref

import numpy as np
import pytest
from toy import TOY

from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.content import ContentError, once_per_content
from marszoo.envs.core.jit import COMPILED, versions

pytestmark = pytest.mark.interpreted

SHIPPED = TOY.content_file.read_text(encoding="utf-8")


@pytest.fixture
def edit(tmp_path):
    """Write the shipped file with some text replaced (once); gives its path."""

    def edited(old: str, new: str) -> pathlib.Path:
        assert old in SHIPPED
        path = tmp_path / "mine.toml"
        path.write_text(SHIPPED.replace(old, new, 1), encoding="utf-8")
        return path

    return edited


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'effect = "steal"',
            'effect = "stael"',
            ["card 'raid_a'", "effect", "'stael'", "did you mean 'steal'", "gain, steal, roll"],
        ),
        ('id = "vein_b"', 'id = "vein_a"', ["duplicate id 'vein_a'", "[[card]]"]),
        ('id = "shaft"', "id = 7", ["id", "7 is not a non-empty string"]),
        ("value = 5", "value = 50", ["card 'vein_c'", "value", "50", "1 to 9"]),
        ("value = 5", 'value = "five"', ["card 'vein_c'", "value", "'five'", "1 to 9"]),
        ("value = 5", "value = true", ["card 'vein_c'", "value", "True", "1 to 9"]),
        ("value = 5", "valeu = 5", ["card 'vein_c'", "valeu", "unknown key", "did you mean 'value'"]),
        ("value = 5\n", "\n", ["card 'vein_c'", "value", "missing"]),
        (
            'provenance = "house"\neffect = "roll"',
            'provenance = "mine"\neffect = "roll"',
            ["provenance", "'mine'", "printed, public, house"],
        ),
        ("rounds = 3", "rounds = 0", ["[rules]", "rounds", "0", "1 to 10"]),
        ("goal = 30\n", "goal = 30\nspeed = 1\n", ["[rules]", "speed", "unknown key"]),
        ("goal = 30\n", "", ["[rules]", "goal", "missing"]),
        ("[rules]", "[rulez]", ["rulez", "unknown key", "did you mean 'rules'"]),
        ("[rules]", "[rules", ["not a TOML file"]),
    ],
)
def test_a_mistake_is_named(edit, old, new, says):
    path = edit(old, new)
    with pytest.raises(ContentError) as caught:
        TOY.content(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    for part in says:
        assert part in message


def test_too_few_and_too_many_rows_are_refused(tmp_path):
    first, *cards = SHIPPED.split("[[card]]")
    path = tmp_path / "mine.toml"
    path.write_text("[[card]]".join([first, *cards[:7]]), encoding="utf-8")
    with pytest.raises(ContentError, match=r"7 rows; 8 to 16 are allowed"):
        TOY.content(path)
    more = [re.sub('id = "', f'id = "{k}_', card) for k in range(2) for card in cards]
    path.write_text("[[card]]".join([first, *more]), encoding="utf-8")
    with pytest.raises(ContentError, match=r"28 rows; 8 to 16 are allowed"):
        TOY.content(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ContentError, match=r"nowhere\.toml: cannot be read"):
        TOY.content(tmp_path / "nowhere.toml")


def test_content_errors_are_value_errors(edit):
    with pytest.raises(ValueError, match="stael"):
        AECGame(TOY, content=edit('effect = "steal"', 'effect = "stael"'))


def test_tables_hold_what_the_file_says():
    content = TOY.shipped
    k = content.ids["card"].index("blast_a")
    assert content.names["card"][k] == "Blast"
    assert content.rows["card"][k]["effect"] == "roll"
    assert int(content.tables["card"]["value"][k]) == 2
    assert int(content.tables["card"]["effect"][k]) == 2
    assert int(content.tables["cards"]) == len(content.ids["card"]) == 14
    assert not np.asarray(content.tables["card"]["value"])[14:].any()


def test_the_digest_changes_with_play_and_not_with_remarks(edit):
    digest = TOY.shipped.digest
    assert TOY.content(edit("value = 5", "value = 6")).digest != digest
    assert TOY.content(edit('id = "vein_c"', 'id = "vein_x"')).digest != digest
    assert TOY.content(edit("# Every number is the toy's own.", "# Mine.")).digest == digest
    assert TOY.content(TOY.content_file).digest == digest


@pytest.mark.skipif(not COMPILED, reason="numba is switched off")
def test_own_content_compiles_nothing_anew(edit):
    shipped = AECGame(TOY)
    shipped.reset(seed=0)
    shipped.step(shipped.legal_actions()[0])
    kernels = [TOY.kernels.act, TOY.kernels.observe, TOY.step, TOY.legal, TOY.setup]
    before = [versions(kernel) for kernel in kernels]
    own = AECGame(TOY, content=edit("value = 5", "value = 6"))
    own.reset(seed=0)
    while own.running:
        own.step(own.legal_actions()[0])
    assert [versions(kernel) for kernel in kernels] == before


def test_what_is_said_once_per_content_is_forgotten_with_it(edit):
    asked = []

    @once_per_content
    def name(content, card, mark=""):
        asked.append((content.source, card, mark))
        return content.names["card"][card] + mark

    mine = TOY.content(edit(f'name = "{TOY.shipped.names["card"][0]}"', 'name = "Mine"'))
    for _ in range(2):
        assert name(TOY.shipped, 0) == TOY.shipped.names["card"][0]
        assert name(TOY.shipped, 1) == TOY.shipped.names["card"][1]
        assert name(TOY.shipped, 0, "!") == TOY.shipped.names["card"][0] + "!"
        assert name(mine, 0) == "Mine"
    assert len(asked) == len(set(asked)) == 4
    gone = weakref.ref(mine)
    del mine
    gc.collect()
    assert gone() is None
