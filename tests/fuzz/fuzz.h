/* SPDX-License-Identifier: MIT
 * fuzz.h - a fuzz target: libFuzzer calls it, and so does replay.c on the
 * committed corpus in every normal test run. A fault is an abort. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
