/* SPDX-License-Identifier: MIT
 * options.c - see options.h.
 */
#include "clients/front/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clients/c/tesuji.h"

enum { DIGITS_MAX = 18, NAME_BYTES = 64 };

bool options_number(const char *word, int64_t least, int64_t most, int64_t *out)
{
	const bool negative = word[0] == '-';
	const char *digits = word + (negative ? 1 : 0);
	const size_t count = strspn(digits, "0123456789");
	int64_t n;

	if (count == 0 || count > DIGITS_MAX || digits[count] != '\0')
		return false;
	n = strtoll(word, NULL, 10);
	if (n < least || n > most)
		return false;
	*out = n;
	return true;
}

const option_t *options_find(const option_t *table, const char *name)
{
	while (table->name != NULL && strcasecmp(table->name, name) != 0)
		table++;
	return table->name != NULL ? table : NULL;
}

bool options_set(const option_t *option, const char *value, char *why)
{
	if (option->text != NULL) {
		if (strlen(value) < OPTIONS_TEXT_BYTES) {
			strcpy(option->text, value);
			return true;
		}
		snprintf(why, OPTIONS_ERROR_BYTES, "%s: longer than %d bytes", option->name,
		         OPTIONS_TEXT_BYTES - 1);
		return false;
	}
	if (option->is_switch) {
		const bool on = strcasecmp(value, "true") == 0;

		if (on || strcasecmp(value, "false") == 0) {
			*option->number = on;
			return true;
		}
		snprintf(why, OPTIONS_ERROR_BYTES, "%s: '%.40s' is neither true nor false",
		         option->name, value);
		return false;
	}
	if (options_number(value, option->least, option->most, option->number))
		return true;
	snprintf(why, OPTIONS_ERROR_BYTES, "%s: '%.40s' is not a number from %lld to %lld",
	         option->name, value, (long long)option->least, (long long)option->most);
	return false;
}

/* argument reads the option argv[*at] and its value, and moves *at to the last that it took. */
static bool argument(const char *program, const option_t *table, int argc, char **argv, int *at)
{
	const char *given = argv[*at], *equals = strchr(given, '='), *value;
	const size_t length = equals != NULL ? (size_t)(equals - given) : strlen(given);
	char name[NAME_BYTES], why[OPTIONS_ERROR_BYTES];
	const option_t *option;

	snprintf(name, sizeof(name), "%.*s", (int)length, given);
	option = length < sizeof(name) ? options_find(table, name) : NULL;
	if (option == NULL) {
		fprintf(stderr, "%s: unknown option '%s'; see --help\n", program, given);
		return false;
	}
	value = equals != NULL ? equals + 1 : *at + 1 < argc ? argv[++*at] : NULL;
	if (value == NULL || value[0] == '\0') {
		fprintf(stderr, "%s: %s needs an argument\n", program, option->name);
		return false;
	}
	if (options_set(option, value, why))
		return true;
	fprintf(stderr, "%s: %s\n", program, why);
	return false;
}

options_asked_t options_arguments(const char *program, const char *usage, const option_t *table,
                                  int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const bool help = strcmp(argv[i], "--help") == 0;

		if (help || strcmp(argv[i], "--version") == 0) {
			if (help)
				fputs(usage, stdout);
			else
				printf("%s %s\n", program, tesuji_version());
			return OPTIONS_SHOWN;
		}
		if (!argument(program, table, argc, argv, &i))
			return OPTIONS_WRONG;
	}
	return OPTIONS_RUN;
}
