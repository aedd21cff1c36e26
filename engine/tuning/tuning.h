/* SPDX-License-Identifier: MIT
 * tuning.h - the tuned numbers of tuning.def, by their names.
 *
 * A name is a constant of type int. Files compiled with TESUJI_TUNE, for benches alone, see a
 * variable of type int instead, which tests/bench/tune.c defines and sets; so a name must not stand
 * where C wants a constant: as the length of an array, a case, a member of an enum, or in a static
 * initializer. TUNED_TABLE begins the declaration of a table of tuned numbers inside a function.
 * Only .c files include this header; those that do are listed in tests/bench/CMakeLists.txt.
 *
 * Threads   a bench sets them before any thread searches; then they are constant. */
#ifndef ENGINE_TUNING_TUNING_H
#define ENGINE_TUNING_TUNING_H

#ifdef TESUJI_TUNE
#define TUNE(name, value, low, high, what, ...) extern int name;
#include "engine/tuning/tuning.def"
#undef TUNE
#define TUNED_TABLE const
#else
#define TUNE(name, value, low, high, what, ...) name = (value),
enum {
#include "engine/tuning/tuning.def"
};
#undef TUNE
#define TUNED_TABLE static const
#endif

#endif
