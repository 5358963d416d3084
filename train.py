"""Train an agent; see ``python train.py --help`` and docs/training.md."""

from marszoo.agents.train import main

if __name__ == "__main__":
    raise SystemExit(main())
