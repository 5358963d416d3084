# `make` lists the targets. Every tool runs from the active environment; `make install` fills it.
.DEFAULT_GOAL := help
PYTHON ?= python

.PHONY: help
help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: install
install: ## the package, editable, with every development tool, and the commit hooks
	$(PYTHON) -m pip install -e ".[dev]"
	$(PYTHON) -m pre_commit install

.PHONY: format
format: ## rewrite the sources in the one format, with safe fixes
	$(PYTHON) -m ruff check --fix-only --quiet .
	$(PYTHON) -m ruff format .

.PHONY: lint
lint: ## format and lint rules, changing nothing
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .

.PHONY: types
types: ## mypy, strict
	$(PYTHON) -m mypy

.PHONY: imports
imports: ## the import contracts of pyproject.toml
	PYTHONPATH=src lint-imports

.PHONY: test
test: ## the test suite
	$(PYTHON) -m pytest

.PHONY: interpreted
interpreted: ## the tests that fit a run without compilation
	NUMBA_DISABLE_JIT=1 $(PYTHON) -m pytest -m interpreted

.PHONY: boundscheck
boundscheck: ## the tests that visit the rules, compiled with checks of every array index
	NUMBA_BOUNDSCHECK=1 $(PYTHON) -m pytest -m boundscheck

.PHONY: wheel
wheel: ## build wheel and sdist, compare them, play from the installed wheel
	$(PYTHON) -m pytest -m wheel

.PHONY: docs
docs: ## regenerate the tables in docs/
	$(PYTHON) docs/generate.py

.PHONY: playthroughs
playthroughs: ## record the text playthroughs anew; a change of one needs a reason (CONTRIBUTING.md)
	$(PYTHON) tests/playthroughs/record.py

.PHONY: bench
bench: ## speed beside the yardsticks (needs the extra "bench"), and the long checks
	$(PYTHON) bench/run.py
	$(PYTHON) bench/training.py

.PHONY: check
check: lint types imports test interpreted boundscheck wheel ## all that CI runs, in the active environment
