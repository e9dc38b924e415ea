# All commands. `make` or `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Build output lives outside the clone, so that a fresh clone starts warm.
CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/halcyon
export CARGO_TARGET_DIR ?= $(CACHE)/target
ifneq ($(filter-out help clean,$(MAKECMDGOALS)),)
$(shell scripts/claim-build-folder "$(CARGO_TARGET_DIR)")
endif

WEB_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/dist -prune -o -type f -print) $(wildcard locales/*.json locales/documents/*.json)
SERVER_SOURCES := $(shell find server crates shared -type f) Cargo.toml Cargo.lock

.PHONY: help run build dev test check contract bench gallery pictures test-full test-faults test-failover fuzz lighthouse audit audit-weather notices check-deploy check-home-assistant dist clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: target/quick/halcyon ## Build what changed and serve http://127.0.0.1:8080
	@target/quick/halcyon serve

build: target/release/halcyon ## Build the page and the server fully optimised, as it is deployed

dev: web/node_modules/.installed ## Vite with hot reload, and a server that restarts on changes
	@scripts/dev

test: ## Everything: lint, both databases, web, contract, end to end
	@scripts/test

check: ## The fast part of test
	@scripts/test --fast

contract: web/node_modules/.installed ## Regenerate openapi.json, .env.example and the web's types
	@scripts/contract

bench: ## Speed and memory, each beside its limit
	@scripts/bench

gallery: ## Pictures of every page and state, in all sizes, themes and languages, on one page
	@scripts/e2e --config=gallery.config.ts --project=pages

pictures: ## The icons, and the screenshots of the install dialog and the README
	@cd web && node build/pictures.mjs
	@scripts/e2e --config=gallery.config.ts --project=install --project=readme

test-full: ## The whole accessibility matrix, and all journeys of Firefox, WebKit and the native wrapper
	@FULL=1 scripts/e2e --grep '@full|engines/'

test-faults: ## Kills, restarts, a full or broken disk, ten thousand connections, two replicas; takes long
	@scripts/test-faults

test-failover: ## The PostgreSQL primary lost, frozen, cut off and switched under load (Patroni; needs root)
	@scripts/test-failover

fuzz: ## Every call of the contract with unexpected input (schemathesis)
	@scripts/fuzz

lighthouse: build ## Lighthouse on a phone, median of five runs of every public page, each within its limits
	@scripts/lighthouse

notices: web/node_modules/.installed ## Rewrite the licence texts of all dependencies, after a change of a lock file
	@node scripts/supply-chain/main.mjs notices

check-deploy: target/quick/halcyon ## Try the deployment files: alerting rules, schemas, Caddy, the image's root file system
	@scripts/check-deploy

check-home-assistant: ## A real Home Assistant reads what we publish by MQTT (PyPI, Python 3.13)
	@scripts/check-home-assistant

audit: ## Advisories, licences and sources of all dependencies (cargo-deny and npm, needs the network)
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	@cargo deny check
	@npm --prefix web audit --omit=dev --package-lock-only

audit-weather: ## Compare every recorded hour with the code of its source (needs ../shared)
	@scripts/audit-weather

dist: build ## Pack the binary with units, documents and licences into dist/
	@scripts/dist

clean: ## Remove the built page and links; the cache outside the clone stays
	@rm -rf web/dist target dist

web/node_modules/.installed: web/package.json web/package-lock.json
	@scripts/need npm cargo cc
	@echo "Installing the packages of the page"
	@scripts/install web
	@touch $@

e2e/node_modules/.installed: e2e/package.json e2e/package-lock.json
	@scripts/install e2e
	@touch $@

web/dist/index.html: web/node_modules/.installed openapi.json $(WEB_SOURCES)
	@echo "Building the page"
	@cd web && npm run --silent build

# `quick` leaves out the optimisations that make a `release` slow to build, which is what is deployed and measured.
target/quick/halcyon target/release/halcyon: target/%/halcyon: web/dist/index.html $(SERVER_SOURCES)
	@scripts/need cargo cc
	@echo "Building the server ($*); the first time takes minutes"
	@cargo build --profile $* --package halcyon
	@scripts/link-binary $*
