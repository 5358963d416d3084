"""The fields of a training run as tables: what training.md has of agents/config.py."""

import dataclasses
import inspect
import json
from typing import Any

from writing import joined, paragraphs, table

from marszoo.agents import config


def fields_of(cls: type[Any], prefix: str) -> str:
    """A table of the fields of a dataclass: name, default as YAML has it, and the sentence below the field."""
    # Not imported above: it comes with the extra that trains, and all else here does without.
    import docstring_parser

    sentences = {p.arg_name: p.description for p in docstring_parser.parse_from_object(cls).params}
    rows = []
    for field in dataclasses.fields(cls):
        if field.name in config.PARTS and cls is config.Config:
            continue
        made = field.default_factory
        default = field.default if made is dataclasses.MISSING else made()
        shown = "(required)" if default is dataclasses.MISSING else f"`{json.dumps(default)}`"
        rows.append((f"`{prefix}{field.name}`", shown, joined(sentences[field.name])))
    return table(("field", "default", "meaning"), rows)


def part_fields() -> str:
    """All fields of a training run, group by group."""
    groups = [fields_of(config.Config, "")]
    for name, cls in config.PARTS.items():
        groups.append(f"**{name}**. {joined(paragraphs(inspect.getdoc(cls) or '')[0])}")
        groups.append(fields_of(cls, f"{name}."))
    return "\n\n".join(groups)
