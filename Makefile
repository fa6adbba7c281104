# Everything here sets up what it needs: `make run` and `make test` work from a fresh clone.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input install
PYTEST := $(BIN)/python -m pytest -q -n auto --dist worksteal

# Tests start many programs: compiled once, they start three times as fast. `clean` takes it away.
test test-fast fuzz crash-test: export PYTHONDONTWRITEBYTECODE :=

FUZZ_WEB := tests/web/test_api_schema.py tests/web/test_live_fuzz.py

.PHONY: help run demo test test-fast fuzz crash-test bench bench-tracking bench-live \
	bench-opponent bench-hints bench-thinking bench-line format texts clean \
	install uninstall chromium wiring firmware firmware-tools
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

help:
	@echo 'make run             a board in the browser, without any hardware (PORT=8080 elsewhere)'
	@echo 'make demo            play a recorded game in the terminal'
	@echo 'make test            lint, types and every test'
	@echo 'make test-fast       the tests that take under a minute in all'
	@echo 'make fuzz            100,000 wild texts for each kind that is read, a million frames; the whole API'
	@echo 'make crash-test      kill the daemon at 300 random moments of games'
	@echo 'make bench           speed tables'
	@echo 'make bench-tracking  accuracy table of the tracker'
	@echo 'make bench-live      how fast the running daemon lights the board, and what it costs'
	@echo 'make bench-opponent  how well the opponent plays; hours, or less: ARGS="--games 10 --positions 500"'
	@echo 'make bench-thinking  how fast the daemon lights the board while it thinks itself'
	@echo 'make wiring          make anew what follows from hardware/wiring.yaml and the field model'
	@echo 'make firmware        compile the firmware; hardware/firmware/Makefile brings it onto a board'
	@echo 'make bench-hints     how soon graded hints come, and that no light waits for them'
	@echo 'make bench-line      2,000 turns on each emulated firmware over a bad line'
	@echo 'make format          put the code in its standard form'
	@echo 'make texts           add new English texts to the catalogs of the other languages'
	@echo 'make clean           remove everything that was set up here'
	@echo 'make install         the daemon as a service, on a Raspberry Pi (DRY_RUN=1 only says how)'
	@echo 'make uninstall       take it away again; games stay'

run: $(VENV)/.run
	@$(BIN)/pacoboard run --config config/virtual.yaml $(if $(PORT),--port $(PORT))

demo: $(VENV)/.run
	@$(BIN)/pacoboard demo

test: $(VENV)/.test chromium firmware
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy
	@$(PYTEST)

test-fast: $(VENV)/.test chromium firmware
	@$(PYTEST) -m 'not slow'

fuzz: $(VENV)/.test
	@PACOBOARD_FUZZ=100000 $(PYTEST) tests/*/test_wild_*.py $(FUZZ_WEB)

crash-test: $(VENV)/.test
	@PACOBOARD_CRASHES=300 $(PYTEST) tests/daemon/test_crashes.py

bench: $(VENV)/.bench
	@$(BIN)/python -m benchmarks

bench-tracking: $(VENV)/.bench
	@$(BIN)/python -m benchmarks.tracking $(ARGS)

# It starts daemons as the tests do.
bench-live: $(VENV)/.test
	@$(BIN)/python -m benchmarks.live $(ARGS)

bench-thinking: $(VENV)/.test
	@$(BIN)/python -m benchmarks.thinking $(ARGS)

bench-opponent: $(VENV)/.bench
	@$(BIN)/python -m benchmarks.opponent $(ARGS)

# It plays with the tables of the tests.
bench-hints: $(VENV)/.test
	@$(BIN)/python -m benchmarks.hints $(ARGS)

wiring: $(VENV)/.test
	@$(BIN)/python -m hardware.wiring
	@$(BIN)/python -m hardware.field_model

firmware: firmware-tools
	@if command -v avr-gcc >/dev/null; then $(MAKE) -s -C hardware/firmware; \
	  else echo 'The firmware is not compiled: avr-gcc is missing (on Debian: apt install gcc-avr).' >&2; fi

bench-line: $(VENV)/.test
	@PACOBOARD_LINE_TURNS=2000 $(PYTEST) -s tests/firmware/test_bad_line.py

format: $(VENV)/.test
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format --quiet

texts: $(VENV)/.run
	@$(BIN)/python -m board_daemon.languages

clean:
	@rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

install uninstall:
	@PYTHON='$(PYTHON)' DESTDIR='$(DESTDIR)' BOARD='$(BOARD)' sh config/install.sh $@ $(if $(DRY_RUN),--dry-run)

# --- the virtual environment: one stamp for each use, all renewed when pyproject.toml changes ---

$(VENV)/.made: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "pacoboard needs Python 3.11 or newer, but $(PYTHON) is" \
	    "$$($(PYTHON) -V 2>/dev/null || echo missing): name another with make PYTHON=..." >&2; \
	    exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(install_venv_module); }
	@echo 'Setting up $(VENV) ...'
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.made
	@$(PIP) --editable .
	@touch $@

# Thousands of modules come with it: compiled on all processors, where pip would use one; a few are
# templates that cannot be. In the tests what Python warns of while it compiles would be an error.
$(VENV)/.test: $(VENV)/.made
	@$(PIP) --no-compile --editable '.[test,hardware]'
	@$(BIN)/python -W ignore -m compileall -qq -j 0 $(VENV)/lib || true
	@touch $@

$(VENV)/.bench: $(VENV)/.made
	@$(PIP) --editable '.[bench]'
	@touch $@

# The browser in which the tests play on the page. Without it, and without the right to install it,
# they say that they are skipped, and why.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
	  if [ "$$(id -u)" = 0 ]; then sudo=; else sudo='sudo -n'; fi; \
	  if command -v apt-get >/dev/null && $$sudo true 2>/dev/null; then \
	    echo 'Installing the Debian package chromium ...'; \
	    $$sudo apt-get -qq update && \
	    $$sudo env DEBIAN_FRONTEND=noninteractive \
	      apt-get -qq -y --no-install-recommends install chromium >/dev/null; \
	  fi; } || true

# The firmware's compiler, and the emulator that the tests run it in. Without them, and without the
# right to install them, those tests say that they are skipped, and why.
firmware-tools:
	@missing=; \
	command -v gcc >/dev/null || missing="$$missing gcc"; \
	command -v avr-gcc >/dev/null || missing="$$missing gcc-avr"; \
	test -e /usr/include/stdio.h || missing="$$missing libc6-dev"; \
	test -e /usr/lib/avr/include/avr/io.h || missing="$$missing avr-libc"; \
	test -e /usr/include/simavr/sim_avr.h || missing="$$missing libsimavr-dev"; \
	test -e /usr/include/libelf.h || missing="$$missing libelf-dev"; \
	if [ "$$(id -u)" = 0 ]; then sudo=; else sudo='sudo -n'; fi; \
	if [ -n "$$missing" ] && command -v apt-get >/dev/null && $$sudo true 2>/dev/null; then \
	  echo "Installing the Debian packages$$missing ..."; \
	  $$sudo apt-get -qq update && \
	  $$sudo env DEBIAN_FRONTEND=noninteractive \
	    apt-get -qq -y --no-install-recommends install $$missing >/dev/null; \
	fi || true

# Debian ships the venv module apart from Python, in a package named after its version.
define install_venv_module
package=python$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv; \
if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; \
if command -v apt-get $$sudo >/dev/null; then \
  echo "Installing the Debian package $$package ..."; \
  $$sudo apt-get -qq update && \
  $$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install $$package >/dev/null; \
fi; \
$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
  echo "$(PYTHON) has no venv module: please install it (on Debian: apt install $$package)." >&2; \
  exit 1; }
endef
