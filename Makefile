# `make help` lists what there is. Everything happens inside this folder: packages in .venv/, data in var/.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
# Arguments for pytest, e.g. make test ARGS="-k alignment"
ARGS ?=

# Compiled modules are kept, whatever the shell says: pytest would rewrite and compile every test anew in each process.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --quiet --disable-pip-version-check --require-hashes
MANAGE := MUSTER_LOCAL=1 $(PY) manage.py
# Says how far it is in percent, and at the end which tests took longest.
PYTEST := scripts/with-services $(PY) -m pytest --durations=5 --durations-min=2
ROOMS := accounts adventures battles campaigns common compendium gambling jobs p2v_site warbands webhooks
TEMPLATES = $(wildcard $(addsuffix /templates,$(ROOMS)))
SCRIPTS = $(wildcard $(addsuffix /static/js,$(ROOMS)))
BIOME = $(wildcard $(VENV)/bin/biome)
CHECKS := style format types imports scripts sheets templates migrations settings packages
STATIC_FILES = $(shell find $(wildcard $(addsuffix /static,$(ROOMS))) p2v_site/styles -type f)

.PHONY: help run setup test test-quick test-browser test-postgres test-long lint $(addprefix lint-,$(CHECKS)) fmt bench bench-faults bench-players shots lock audit hooks clean

help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- Using it ---

run: setup ## Serve Muster on http://127.0.0.1:8000/ (HOST and PORT change it)
	@MUSTER_LOCAL=1 HOST=$(HOST) PORT=$(PORT) exec $(PY) scripts/serve.py

setup: $(VENV)/.runtime var/static/.collected ## Everything that run does, without serving
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) load_compendium
	@$(MANAGE) refold_campaigns
	@$(MANAGE) load_demo

# --- Working on it ---

test: test-quick test-browser ## Run all tests; what this machine lacks is skipped, in one line each

test-quick: $(VENV)/.dev ## Run the tests that need no browser
	@echo "Tests that need no browser"
	@$(PYTEST) -n auto --dist worksteal -m "not browser" $(ARGS)

test-browser: $(VENV)/.dev ## Run the tests in Chromium
	@echo "Tests in Chromium"
	@$(PYTEST) -n auto --dist worksteal -m browser $(ARGS)

# Everything was shown on SQLite, with all examples: here is shown that PostgreSQL takes every statement alike. After a
# thorough test-quick of the same code (MUSTER_THOROUGH=1) these are the tests that tests/statements.py chooses.
test-postgres: $(VENV)/.dev ## Run the tests that touch the database on PostgreSQL
	@echo "Tests that touch the database, on PostgreSQL"
	@scripts/with-services bash -c 'DATABASE_URL=$${MUSTER_TEST_POSTGRES_URL:?PostgreSQL is not on this machine} \
		MUSTER_THOROUGH=0 $(PY) -m pytest -n auto --dist worksteal -m "database and not browser and not sqlite" $(ARGS)'

test-long: $(VENV)/.dev ## Try all examples, play 10,000 battles by chance and roll 100,000 resolutions (many minutes)
	@MUSTER_THOROUGH=1 MUSTER_LONG=1 $(PY) -m pytest -n auto --dist worksteal \
		$(shell grep --recursive --files-with-matches --include='test_*.py' --extended-regexp 'tests\.examples|^from hypothesis' tests) $(ARGS)

lint: $(VENV)/.dev ## Check style, types, import contracts, scripts, style sheets, templates, migrations and settings
	@failed=(); for check in $(CHECKS); do $(MAKE) "lint-$$check" || failed+=("$$check"); done; \
		if [ "$${#failed[@]}" -gt 0 ]; then echo "Not clean: $${failed[*]} (make lint-$${failed[0]} runs one of them)"; exit 1; fi; \
		echo "Clean: $(CHECKS)"

lint-style:
	$(VENV)/bin/ruff check

lint-format:
	$(VENV)/bin/ruff format --check

lint-types:
	$(VENV)/bin/mypy

lint-imports:
	$(VENV)/bin/lint-imports

lint-scripts:
	$(VENV)/bin/oxlint $(SCRIPTS)

lint-sheets:
	$(if $(BIOME),$(BIOME) check,@echo "Style sheets are not checked: Biome is not published for this machine")

lint-templates:
	$(if $(TEMPLATES),$(VENV)/bin/djlint --lint --quiet $(TEMPLATES))
	@! grep --recursive --line-number --extended-regexp '^.{141,}' $(TEMPLATES) || \
		{ echo "A line of a template has at most 140 characters"; exit 1; }

lint-migrations:
	$(MANAGE) makemigrations --check --dry-run

lint-settings:
	@echo "manage.py check --deploy, with the settings of a real site"
	@env -u MUSTER_LOCAL -u DEBUG ALLOWED_HOSTS=muster.example EMAIL_URL=smtp+tls://mail.muster.example:587 \
		SECRET_KEY="$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(50))')" \
		$(PY) manage.py check --deploy --fail-level WARNING

lint-packages:
	@$(PY) scripts/audit.py

fmt: $(VENV)/.dev ## Format the code and mend what can be mended
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format
	$(if $(BIOME),$(BIOME) check --write)

bench: $(VENV)/.dev ## Measure the rules and the pages
	@MUSTER_LOCAL=1 $(PY) -m benchmarks

bench-players: $(VENV)/.dev ## Let the game's players play each other: 400 games for each pair, which takes hours
	@MUSTER_BENCH_GAMES=400 MUSTER_LOCAL=1 $(PY) -m benchmarks players

bench-faults: $(VENV)/.dev ## Kill, fill and load a site of its own: twenty kills each, two loads of ten minutes
	@scripts/with-services $(PY) -m benchmarks.faults
	@$(PY) -m benchmarks.load --seconds 600
	@scripts/with-services $(PY) -m tests.load

shots: $(VENV)/.dev ## Make the pictures of the README from the running site
	@MUSTER_LOCAL=1 $(PY) scripts/shots.py

lock: $(VENV)/.dev ## Pin the newest versions that pyproject.toml allows
	$(VENV)/bin/uv pip compile --quiet --upgrade --output-file requirements.txt pyproject.toml
	$(VENV)/bin/uv pip compile --quiet --upgrade --extra dev --constraint requirements.txt --output-file requirements-dev.txt pyproject.toml

audit: $(VENV)/.dev ## Ask the advisory service about the pinned packages
	@$(PY) scripts/audit.py

hooks: $(VENV)/.dev ## Check every commit from now on
	$(VENV)/bin/pre-commit install

clean: ## Remove the packages and caches (the data in var/ stays)
	rm -rf $(VENV) var/static .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- What the targets stand on; each is made anew only when what it is made from has changed ---

$(VENV)/.made:
	@$(PYTHON) -c 'import sys' 2>/dev/null || { echo "Muster needs Python 3.11 or newer, and \"$(PYTHON)\" was not found."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Muster needs Python 3.11 or newer;" \
		"$(PYTHON) is $$($(PYTHON) -V 2>&1). Name a newer one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing" \
		"(on Debian and Ubuntu: apt install python3-venv)."; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.runtime: requirements.txt | $(VENV)/.made
	@echo "Installing packages into $(VENV) (once; a minute or so)"
	@$(PIP) -r requirements.txt || { echo "The packages could not be installed: see above."; exit 1; }
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@echo "Installing the packages for development into $(VENV) (once)"
	@$(PIP) -r requirements-dev.txt || { echo "The packages could not be installed: see above."; exit 1; }
	@touch $@

var/static/.collected: $(VENV)/.runtime $(STATIC_FILES) p2v_site/settings.py
	@echo "Gathering static files"
	@$(MANAGE) collectstatic --noinput --verbosity 0
	@touch $@
