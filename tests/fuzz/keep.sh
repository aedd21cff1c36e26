#!/bin/sh
# SPDX-License-Identifier: MIT
# keep.sh NAME FOUND [N]: take the N (32) smallest inputs of the folder FOUND that
# reach new code into the committed corpus of the fuzz target NAME. Needs a
# WITH_FUZZ build in BUILD (build-fuzz).
set -eu
corpus=$(dirname "$0")/corpus/$1
fuzzer=${BUILD:-build-fuzz}/tests/fuzz/fuzz_$1
merged=$(mktemp -d)
trap 'rm -r "$merged"' EXIT
cp "$corpus"/* "$merged"
"$fuzzer" -merge=1 -max_len=600 "$merged" "$2" 2>&1 | tail -n 1
for old in "$corpus"/*; do
	rm "$merged/$(basename "$old")"
done
find "$merged" -type f -printf '%s %p\n' | sort -n | head -n "${3:-32}" | cut -d ' ' -f 2 |
	xargs -r cp -t "$corpus"
find "$corpus" -type f | wc -l
