# The front door. Every target first installs the Debian packages that are missing (packages.txt), then builds.
#
#   make run        simulate an example: results, summary, figures        EXAMPLE=examples/x/x.yaml OUT=out/x
#   make check      what to run at every save: format, build, unit and conformance tests
#   make test       everything that has to pass before a change lands     THOROUGH=1 for everything that CI runs
#   make bench      the benchmark table, AGAINST=REV with the ratios to another revision; `make bench-peers` compares
#                   with Simbody and MuJoCo                               CASE=chain-90
#   make papers     every figure and table of the papers next to ours     PAPER=nascimento-2024 ITEM="figure 24"
#   make fuzz       a million executions of every fuzz target             FUZZ_RUNS=1000000
#   make coverage   what the tests reach
#   make lint       format, cppcheck, clang-tidy; `make format` fixes the format
#   make docs       the documentation as HTML in out/docs
#   make page       the page of `gudgeon serve` in build/page; needs node
#   make wheel      the Python package in dist, with the library inside
#   make install    command, library, headers, man page, completions      PREFIX=/usr/local DESTDIR=
#   make clean      remove build and out

EXAMPLE ?= examples/crank-slider/config-1.yaml
OUT ?= out/$(basename $(notdir $(EXAMPLE)))
PREFIX ?= /usr/local
FUZZ_RUNS ?= 1000000
FUZZ_SECONDS ?= $(if $(THOROUGH),30,15)

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.PHONY: run check test bench bench-peers papers fuzz coverage lint format docs page page-shots wheel install clean \
    packages-run packages-test packages-peers packages-docs packages-papers packages-page check-format check-cppcheck check-tidy \
    check-release check-page check-asan check-tsan check-fuzz

stage = @printf '\n== %s\n' '$(1)'
jobs := $(shell nproc)
quiet := $(if $(MAKE_TERMOUT),,--quiet)

# $(call build,PRESET,TARGETS): configure, then build; both are quick when there is nothing to do
define build
	@mkdir -p build && cmake --preset $(1) >build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }
	@ninja -C build/$(1) $(quiet) $(2)
endef

run: packages-run
	$(call stage,building Gudgeon)
	$(call build,release,product)
	$(call stage,running $(EXAMPLE))
	build/release/gudgeon run $(EXAMPLE) -o $(OUT)

test: packages-test lint check-release check-page check-asan $(if $(THOROUGH),check-tsan) check-fuzz
	$(call stage,everything passed)

check: packages-test check-format
	$(call stage,gcc: build)
	$(call build,release)
	$(call stage,gcc: unit and conformance tests)
	@ctest --preset release -j$(jobs) -L 'unit|conform'

lint: packages-test check-format check-cppcheck check-tidy

check-format:
	$(call stage,format)
	@tools/format --check

check-cppcheck:
	$(call stage,cppcheck)
	@tools/cppcheck

check-tidy:
	$(call stage,clang-tidy)
	@mkdir -p build && cmake --preset asan >build/asan.log 2>&1 || { cat build/asan.log; exit 1; }
	@$(if $(THOROUGH),TIDY_NODES=75000) tools/tidy

check-release:
	$(call stage,gcc: build)
	$(call build,release)
	$(call stage,gcc: tests)
	@ctest --preset release -j$(jobs)

# in a real browser
check-page: page
	$(call stage,the page in a browser)
	@node web/test/browser.mjs

# the second compiler; warnings are errors as with the first one
check-asan:
	$(call stage,clang with sanitizers: build)
	$(call build,asan)
	$(call stage,sanitizers: tests)
	@tools/once asan$(THOROUGH) ctest --preset asan$(if $(THOROUGH),-thorough) -j$(jobs)

# what threads share
check-tsan:
	$(call stage,clang with ThreadSanitizer: build)
	$(call build,tsan,unit_lib_threads_test unit_step_determinism_test unit_team_test unit_film_threads_test gudgeon)
	$(call stage,ThreadSanitizer: tests)
	@tools/once tsan ctest --preset tsan -R 'lib_threads|step_determinism|team|film_threads|shell/serve'

# the targets belong to the build with sanitizers
check-fuzz:
	$(call build,asan)
	$(call stage,fuzzing: $(FUZZ_SECONDS) seconds)
	@tools/once fuzz tools/fuzz --seconds $(FUZZ_SECONDS)

fuzz: packages-test
	$(call build,asan)
	@tools/fuzz --runs $(FUZZ_RUNS)

bench: packages-run
	$(call build,release,bench)
	@tools/bench $(if $(AGAINST),--against $(AGAINST))

bench-peers: packages-peers
	$(call build,release,bench-peers)
	@tools/bench-peers $(CASE)

papers: packages-papers
	$(call build,release,product)
	@papers/build.py $(PAPER) $(if $(ITEM),'$(ITEM)') -j $(jobs)

coverage: packages-test
	$(call build,coverage)
	@rm -rf build/coverage/profile
	@ctest --preset coverage -j$(jobs)
	@tools/coverage

docs: packages-docs
	$(call build,release,product)
	@tools/docs

# types are checked, and everything ends up in four files
page: packages-page
	$(call build,release,product)
	$(call stage,building the page)
	@cd web && { cmp -s package-lock.json node_modules/.lock || { npm ci --no-audit --no-fund --silent && cp package-lock.json node_modules/.lock; }; }
	@cd web && npx tsc --noEmit && node build.mjs ../build/page

# a picture of every main view, for review
page-shots: page
	@node web/test/browser.mjs --shots out/page

wheel: packages-run
	$(call build,release,product)
	@cp build/release/libgudgeon.so build/release/libgudgeon.stripped && strip build/release/libgudgeon.stripped
	@tools/wheel build/release/libgudgeon.stripped dist

install: packages-run
	$(call build,release,product)
	@DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)' --strip

format: packages-test
	@tools/format

clean:
	rm -rf build out dist

packages-run:
	@tools/packages run
packages-test:
	@tools/packages run test
packages-page:
	@tools/packages run page
packages-peers:
	@tools/packages run peers
packages-papers:
	@tools/packages run papers
packages-docs:
	@tools/packages run docs
