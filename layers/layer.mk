# What both layers share. SAM runs their Makefiles in the repository's root (WorkingDirectory in template.yaml) and
# says in ARTIFACTS_DIR where the layer goes. ONCESTEP_BUILD=local builds for this machine, for the embedded stack.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

UV := .local/uv/bin/uv
TARGET := $(ARTIFACTS_DIR)/python

ifeq ($(ONCESTEP_BUILD),local)
# The embedded stack runs functions under its own interpreter.
RUNTIME_PYTHON := .local/emulator/bin/python
PLATFORM := --python $(RUNTIME_PYTHON)
else
RUNTIME_PYTHON := $(shell layers/runtime-python 3.13)
PLATFORM := --python-version 3.13 --python-platform aarch64-manylinux_2_28
endif

# SAM's archives date every file to 1980: only bytecode that is checked by hash survives, and it takes two thirds off
# the import time of a cold start.
define compile-bytecode
	@if [ -n "$(RUNTIME_PYTHON)" ]; then \
	  $(RUNTIME_PYTHON) -m compileall -q --invalidation-mode checked-hash -s $(ARTIFACTS_DIR) $(TARGET); \
	else \
	  echo "WARNING: no Python 3.13 found, so this layer has no bytecode: cold starts take about 0.3 s longer."; \
	  echo "         Install Python 3.13 or set ONCESTEP_PYTHON313=/path/to/python3.13, then build again."; \
	fi
endef
