# `make play` opens a game against a bot, `make test` proves the project; both do all set-up on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGE := $(shell find web/src -type f 2>/dev/null) web/package.json web/package-lock.json web/vite.config.ts

REFERENCE := tests/oracle tests/cases
STOCK := cases conservation hidden lockstep match

# Many processes start during the tests: what Python has compiled is kept, whatever the machine is set to.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check reference warm stock bounds bench clean

play: $(VENV)/ready
	$(BIN)/tianxia

# Many tests wait for a server or a disk, and what is installed for a network: three at a time keep two processors busy.
test:
	@$(MAKE) --no-print-directory -j 3 chromium warm proxies check reference stock bounds
	$(BIN)/pytest -n 3 --dist loadgroup --no-loadscope-reorder $(REFERENCE:%=--ignore=%)

check: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py check

# The slow reference is plain Python: it is tested while the rules are compiled, as are style and types.
reference: $(VENV)/ready-dev
	$(BIN)/pytest -q -n 0 $(REFERENCE)

# One game with rules that Numba compiles as it comes, without our changes to it: what they do, not what is said of it.
stock: $(VENV)/ready-dev
	TIANXIA_STOCK_NUMBA=1 $(BIN)/pytest -q -n 0 $(STOCK:%=tests/games/sun_tzu/test_%.py)

# A few games of each with every index of the rules checked; each by itself and the longest first: no processor waits for the last.
BOUNDS := bounds-huang bounds-huns bounds-chu_han bounds-sun_tzu
bounds-chu_han: MANY := --games 20 --every 8
bounds-sun_tzu bounds-huns: MANY := --games 2 --every 8
bounds-huang: MANY := --games 1 --every 16

.PHONY: $(BOUNDS)
bounds: $(BOUNDS)
$(BOUNDS): export NUMBA_BOUNDSCHECK = 1
$(BOUNDS): bounds-%: $(VENV)/ready-dev
	$(BIN)/python -m tests.games.$*.lockstep $(MANY)

warm: $(VENV)/ready
	$(BIN)/tianxia warmup

# Those that are told what to measure, or take an hour, are run by hand.
BY_HAND := board boardgameio book instructions kills load peers_chart peers_sides regret steady steps

bench: $(VENV)/ready-dev
	$(BIN)/pip install -q --group bench
	for script in $(filter-out $(BY_HAND:%=bench/%.py),$(wildcard bench/*.py)); do $(BIN)/python $$script || exit 1; done

$(VENV)/ready: pyproject.toml hatch_build.py $(PAGE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tianxia needs Python 3.11 or newer; name one: make play PYTHON=python3.12")'
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade "pip>=25.1"
	$(BIN)/pip install -q -e .
	touch $@

$(VENV)/ready-dev: $(VENV)/ready
	$(BIN)/pip install -q --group dev
	touch $@

# The headless shell of Debian opens no window around a page and is twice as fast; nobody is asked for a password for that.
.PHONY: chromium
chromium:
	@command -v chromium-headless-shell >/dev/null || { \
	  [ "$$(id -u)" != 0 ] && { command -v chromium || command -v google-chrome; } >/dev/null; } || { \
	  echo "Installing Chromium for the browser tests"; \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$SUDO apt-get update -qq; \
	  $$SUDO apt-get install -y -qq chromium-headless-shell >/dev/null || \
	  command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	  $$SUDO apt-get install -y -qq chromium >/dev/null; }

# Unpacked where only the tests find them: installed, both would start to listen.
.PHONY: proxies
proxies: $(VENV)/ready chromium
	@{ PATH="$$PATH:/usr/sbin"; command -v nginx >/dev/null && command -v caddy >/dev/null; } || [ -d $(VENV)/proxies ] || { \
	  echo "Unpacking nginx and Caddy for the tests of a site behind a proxy"; \
	  mkdir -p $(VENV)/debs && cd $(VENV)/debs && \
	  { apt-get download -qq nginx caddy 2>/dev/null || { \
	    SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); $$SUDO apt-get update -qq; apt-get download -qq nginx caddy; }; } && \
	  for package in *.deb; do dpkg-deb -x $$package ../proxies; done; }

clean:
	rm -rf $(VENV) web/node_modules src/tianxia/server/static/app dist build
