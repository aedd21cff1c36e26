#!/bin/bash
# SPDX-License-Identifier: MIT
# run.sh - everything that has to pass: builds (gcc, clang), all tests in a plain,
# an ASan+UBSan and a TSan build, clang-tidy, cppcheck, lint, vectors, the page in a browser, the examples of
# the README, docs/usage.md and docs/engines.md, the quickstart. One line a stage, failures in full, and in the end
#
#     N passed, N failed, N skipped
#
# where a build or a checker's run counts as one. Installs missing packages first.
# `tests/run.sh STAGE...` runs only these stages (see the end of this file).
set -u
exec </dev/null

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
cd "$root" || exit 1
. deploy/packages.sh

jobs=$(nproc)
passed=0 failed=0 skipped=0
output=$(mktemp) || exit 1
trap 'rm -f "$output" "$output.cmake"' EXIT
export LC_ALL=C.UTF-8 CLICOLOR_FORCE=0 CTEST_OUTPUT_ON_FAILURE=1
export PYTHONDONTWRITEBYTECODE=1
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=suppressions=$root/tests/tsan.supp:halt_on_error=0:atexit_sleep_ms=20
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)

# report NAME PASSED FAILED SKIPPED adds up, and shows the output of a failure.
report() {
	local word=ok

	passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + $4))
	[ "$3" -eq 0 ] || word=FAILED
	printf '%-7s %-22s %5d passed, %d failed, %d skipped   %d s\n' \
		"$word" "$1" "$2" "$3" "$4" $((SECONDS - began))
	if [ "$3" -ne 0 ]; then
		sed 's/^/        /' "$output"
	fi
}

# step NAME COMMAND... counts as one check: the exit code.
step() {
	local name=$1 began=$SECONDS

	shift
	if "$@" >"$output" 2>&1; then
		report "$name" 1 0 0
	else
		report "$name" 0 1 0
		return 1
	fi
}

# counted NAME COMMAND... counts what the command's last line says.
counted() {
	local name=$1 began=$SECONDS code ok bad left

	shift
	"$@" >"$output" 2>&1
	code=$?
	read -r ok bad left < <(tail -n 1 "$output" | sed -nE \
		's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?$/\1 \2 \4/p')
	if [ -z "${bad:-}" ] || { [ "$code" -ne 0 ] && [ "$bad" -eq 0 ]; }; then
		echo "(exit $code)" >>"$output"
		ok=${ok:-0} bad=1
	fi
	report "$name" "$ok" "$bad" "${left:-0}"
	grep '^SKIP' "$output" | sed 's/^/        /'
}

# ctests NAME FOLDER [OPTION...] runs ctest and counts its tests. One more than there are processors runs
# at once: many wait for a process or a clock.
ctests() {
	local name=$1 folder=$2 began=$SECONDS code total bad left

	shift 2
	ctest --test-dir "$folder" -j $((jobs + 1)) --no-tests=error "$@" >"$output" 2>&1
	code=$?
	read -r bad total < <(sed -nE \
		's/^[0-9]+% tests passed, ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$output")
	left=$(grep -cE '\*\*\*Skipped' "$output")
	if [ -z "${total:-}" ] || { [ "$code" -ne 0 ] && [ "$bad" -eq 0 ]; }; then
		total=1 bad=1 left=0
	fi
	if [ "$bad" -ne 0 ]; then # in full, but the failures only
		sed -i -E '/ +Passed +[0-9.]+ sec$/d; /^ +Start +[0-9]+: /d' "$output"
	fi
	report "$name" $((total - bad - left)) "$bad" "$left"
	sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) .*\*\*\*Skipped.*/        SKIP \1/p' "$output"
}

skip() {
	local began=$SECONDS

	report "$1" 0 0 1
	echo "        SKIP $1: $2"
}

# build NAME FOLDER OPTION... configures and builds everything, as one check.
build() {
	step "$1" build_in "${@:2}"
}

build_in() {
	local folder=$1 options=("${launcher[@]}" -DWITH_TESTS=ON "${@:2}")

	[ -e "$folder/CMakeCache.txt" ] || options+=(-G Ninja)
	cmake -S . -B "$folder" "${options[@]}" >"$output.cmake" 2>&1 || {
		cat "$output.cmake"
		return 1
	}
	cmake --build "$folder" -j "$jobs" 2>&1 | grep -vE '^\[[0-9]+/[0-9]+\] '
	return "${PIPESTATUS[0]}"
}

stage_release() {
	build "build gcc" build -DCMAKE_BUILD_TYPE=Release || return
	ctests "tests" build -LE lint
}

# One build with clang serves its warnings, the fuzzers, the address sanitizer and clang-tidy.
build_clang() {
	build "build clang asan+ubsan" build-fuzz -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang \
		-DSANITIZE=address -DWITH_FUZZ=ON
}

stage_address() {
	build_clang || return
	ctests "tests asan+ubsan" build-fuzz -LE 'lint|deploy|web'
}

stage_thread() {
	build "build tsan" build-tsan -DCMAKE_BUILD_TYPE=Debug -DSANITIZE=thread || return
	ctests "tests tsan" build-tsan -LE 'lint|deploy|web|one_thread'
}

# The analyzer stops after 50,000 steps in a function (its default is 225,000): most of its time went to the
# rest of a few long ones. It reads compile_commands.json of the build with clang.
stage_tidy() {
	[ -e build-fuzz/compile_commands.json ] || build_clang || return
	step "clang-tidy" tidy
}

# The analyzer does not follow the paths of tests: a third of its time went there, and they end at the first wrong value.
tidy() {
	local code=0

	tidy_of '^'"$root"'/(engine|protocol|server|clients|tools)/' || code=1
	tidy_of '^'"$root"'/tests/' '-checks=-clang-analyzer-*' || code=1
	return "$code"
}

# tidy_of FILES [OPTION...]
tidy_of() {
	run-clang-tidy-14 -p build-fuzz -quiet -j "$jobs" "${@:2}" \
		-extra-arg={-Xclang,-analyzer-config,-Xclang,max-nodes=50000} "$1" \
		2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' | grep -vE '^clang-tidy|^$'
	return "${PIPESTATUS[0]}"
}

# uninitvar and objectIndex: cppcheck 2.10 loses track of out-parameters and of
# pointers into arrays; the compilers and clang-tidy look for the same. NDEBUG: what it
# knows of assert() it knows of that of <assert.h>, not of the one of check.h.
stage_cppcheck() {
	step "cppcheck" cppcheck -q -j "$jobs" --std=c11 --language=c --enable=warning,portability \
		--error-exitcode=1 --suppress=missingIncludeSystem --suppress=uninitvar \
		--suppress=objectIndex -D_GNU_SOURCE -D__linux__ -DNDEBUG -I . \
		engine protocol server clients tools
}

stage_lint() {
	counted "lint" /usr/bin/python3 tests/lint/lint.py
	step "lint catches" /usr/bin/python3 tests/lint/test_lint.py
}

stage_vectors() {
	local files=(../shared/vectors/*.tsv)

	if [ -e "${files[0]}" ]; then
		counted "vectors" build/tests/vectors/check "${files[@]}"
	else
		skip "vectors" "there are no ../shared/vectors/*.tsv beside this folder"
	fi
}

stage_readme() {
	counted "README examples" /usr/bin/python3 tests/deploy/readme.py build README.md docs/usage.md docs/engines.md docs/collections.md docs/asking.md
}

stage_quickstart() {
	step "quickstart" deploy/quickstart.sh
}

# What can be left out is left out: it compiles, and no more (its tests run by hand, from a build with WITH_TESTS).
stage_bare() {
	step "build without options" bare_build
}

bare_build() {
	build_in build-bare -DWITH_TESTS=OFF -DWITH_TLS=OFF -DWITH_HTTP=OFF -DWITH_METRICS_HTTP=OFF -DWITH_NATS=OFF -DWITH_USDT=OFF -DWITH_WEB=OFF
}

# Not one of the stages that run by default: some minutes, and it needs root and the network.
stage_package() {
	step "packages" deploy/package.sh --test
}

# beside STAGE STAGE... runs the first, which uses one processor, while the others run.
beside() {
	local lines child stage began=$SECONDS more wrong none

	lines=$(mktemp) || exit 1
	"$root/tests/run.sh" "$1" >"$lines" 2>&1 &
	child=$!
	for stage in "${@:2}"; do
		"stage_$stage"
	done
	wait "$child"
	read -r more wrong none < <(tail -n 1 "$lines" | sed -nE \
		's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?$/\1 \2 \4/p')
	if [ -z "${wrong:-}" ]; then
		cp "$lines" "$output"
		report "$1" 0 1 0
	else
		sed '$d' "$lines"
		passed=$((passed + more)) failed=$((failed + wrong)) skipped=$((skipped + ${none:-0}))
	fi
	rm -f "$lines"
}

stage_small() {
	beside lint bare vectors readme quickstart
}

stages=("$@")
[ $# -gt 0 ] || stages=(release small address thread tidy cppcheck)

packages_for tests || {
	echo "0 passed, 1 failed"
	exit 1
}
packages_for_page || echo "The page is not tested: no node, npm or chromium here"
for stage in "${stages[@]}"; do
	if ! declare -F "stage_$stage" >/dev/null; then
		echo "run.sh: no stage '$stage'" >&2
		exit 64
	fi
	"stage_$stage"
done
if [ "$skipped" -gt 0 ]; then
	echo "$passed passed, $failed failed, $skipped skipped"
else
	echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
