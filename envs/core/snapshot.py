"""Positions as bytes: what ``get_state`` gives and ``set_state`` takes.

A snapshot is a fixed head (magic, format, sizes, checksum), a JSON header that says what the record belongs to, and the
record itself. Everything that does not fit is refused by name: a record of another game would be read as nonsense, and
compiled code does not check what it reads.
"""

import functools
import hashlib
import json
import struct
import zlib
from typing import Any

import numpy as np

from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game, Options

FORMAT = 1
"""Version of the format; raised when what is written can no longer be read as before."""

_HEAD = struct.Struct("<8sIII")  # magic, FORMAT, length of the JSON header, CRC-32 of all that follows
_MAGIC = b"marszoo\0"
_SHOWN = ("flat", "structured", "any_content", "content")  # options that leave the game as it is, and the digest


@functools.cache
def _layout(dtype: np.dtype[Any]) -> str:
    """A short name of the record's fields, so that a record of an older layout is not taken for one of ours."""
    assert dtype.fields is not None
    text = repr([(name, str(part[0]), part[1]) for name, part in sorted(dtype.fields.items())])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def identity(game: Game, content: Content, options: Options) -> dict[str, Any]:
    """What a state belongs to: game, content, layout of the record, and the options that shape the game."""
    chosen = {k: v for k, v in options.as_dict(content).items() if k not in _SHOWN}
    return {"game": game.id, "content": content.digest, "layout": _layout(game.state), "options": chosen}


def refuse_other(found: dict[str, Any], game: Game, content: Content, options: Options, what: str) -> None:
    """Raise ValueError if `found`, an identity that was saved, is not the one of game, content and options.

    Other content passes with the option ``any_content``. `what` is the thing that was saved, for the message.
    """
    own = identity(game, content, options)
    if found.get("game") != own["game"]:
        raise ValueError(f"the {what} is of game {found.get('game')!r}; this is {own['game']!r}")
    if found.get("layout") != own["layout"]:
        raise ValueError(f"the {what} is of another version of {own['game']!r}: its record has other fields")
    theirs = found.get("options", {})
    for name in dict.fromkeys([*own["options"], *theirs]):
        if theirs.get(name) != own["options"].get(name):
            raise ValueError(
                f"the {what} was made with {name}={theirs.get(name)!r}; here {name}={own['options'].get(name)!r}"
            )
    if found.get("content") != own["content"] and not options.any_content:
        raise ValueError(
            f"the {what} was made with content {found.get('content')}; here it is {own['content']} ({content.source}). "
            "any_content=True accepts it all the same"
        )


def pack(header: dict[str, Any], record: bytes) -> bytes:
    text = json.dumps(header).encode()
    body = text + record
    return _HEAD.pack(_MAGIC, FORMAT, len(text), zlib.crc32(body)) + body


def unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the record of a snapshot.

    Raises:
        ValueError: not a snapshot, one of another format, or a damaged one.
    """
    data = bytes(data)
    if len(data) < _HEAD.size or not data.startswith(_MAGIC):
        raise ValueError("not a marszoo state: the bytes do not begin as get_state() writes them")
    _, version, length, checksum = _HEAD.unpack_from(data)
    if version != FORMAT:
        raise ValueError(f"the state has format {version}; this version reads format {FORMAT}")
    body = data[_HEAD.size :]
    if zlib.crc32(body) != checksum:
        raise ValueError("the state is damaged: its checksum does not match")
    try:
        header: dict[str, Any] = json.loads(body[:length])
    except ValueError:  # the length is not covered by the checksum
        raise ValueError("the state is damaged: its header cannot be read") from None
    record = body[length:]
    return header, record
