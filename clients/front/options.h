/* SPDX-License-Identifier: MIT
 * options.h - options with types and ranges, as arguments of a program and as a protocol sets them.
 *
 * Units     as each option says.
 * Ownership values lie where the rows point; texts are copied there.
 * Threads   one thread at a time.
 * Errors    a wrong value changes nothing, and one text says which option and what is wrong.
 */
#ifndef CLIENTS_FRONT_OPTIONS_H
#define CLIENTS_FRONT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { OPTIONS_TEXT_BYTES = 256, OPTIONS_ERROR_BYTES = 256 };

/* An option has a number or a text; the last row of a table has no name. The names of arguments
 * begin with "--". `is_switch` is a number 0 or 1 that a protocol writes "false" or "true". */
typedef struct {
	const char *name;
	int64_t least, most;
	int64_t *number;
	char *text; /* [OPTIONS_TEXT_BYTES] */
	bool is_switch;
} option_t;

/* options_number reads a whole number from `least` to `most`; false for other words. */
bool options_number(const char *word, int64_t least, int64_t most, int64_t *out);

/* options_find returns the option of that name, upper and lower case being the same, or NULL. */
const option_t *options_find(const option_t *table, const char *name);

/* options_set sets an option. Returns false with the reason in `why` [OPTIONS_ERROR_BYTES]. */
bool options_set(const option_t *option, const char *value, char *why);

/* What the arguments ask for: to run; nothing more, since the help or the version was printed; or
 * nothing, since an argument is wrong, which was written to stderr. */
typedef enum { OPTIONS_RUN, OPTIONS_SHOWN, OPTIONS_WRONG } options_asked_t;

/* options_arguments reads "--name value" and "--name=value" by the table, --help and --version. */
options_asked_t options_arguments(const char *program, const char *usage, const option_t *table,
                                  int argc, char **argv);

#endif
