"""Compare agents; see ``python evaluate.py --help`` and docs/training.md."""

from marszoo.agents.evaluate import main

if __name__ == "__main__":
    raise SystemExit(main())
