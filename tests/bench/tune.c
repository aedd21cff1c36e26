/* SPDX-License-Identifier: MIT
 * tune.c - compiled with TESUJI_TUNE it defines the tuned numbers and sets them; without, it starts
 * the program that was. */
#include "tests/bench/tune.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/tuning/tuning.h"

enum { EXIT_USAGE = 64, EXIT_UNAVAILABLE = 69 };

static const char option[] = "--tune";

#ifdef TESUJI_TUNE

#define TUNE(name, value, low, high, what, ...) int name = (value);
#include "engine/tuning/tuning.def"
#undef TUNE

typedef struct {
	const char *name;
	int *at, low, high;
	const char *what, *set, *command;
} number_t;

static const number_t numbers[] = {
#define TUNE(name, value, low, high, what, ...) {#name, &(name), low, high, what, __VA_ARGS__},
#include "engine/tuning/tuning.def"
#undef TUNE
};
enum { NUMBERS = sizeof(numbers) / sizeof(numbers[0]) };

#define TUNE(name, value, low, high, what, ...) \
	static_assert((low) <= (value) && (value) <= (high), #name);
#include "engine/tuning/tuning.def"
#undef TUNE

static _Noreturn void refuse(const char *text, const char *why)
{
	(void)fprintf(stderr, "%s %.80s: %s\n", option, text, why);
	exit(EXIT_USAGE);
}

static _Noreturn void list(void)
{
	for (unsigned i = 0; i < NUMBERS; i++) {
		const number_t *n = &numbers[i];

		printf("%s\t%d\t%d..%d\t%s\t%s\t%s\n", n->name, *n->at, n->low, n->high, n->what,
		       n->set, n->command);
	}
	exit(EXIT_SUCCESS);
}

/* set takes "NAME=VALUE", or "list". */
static void set(const char *text)
{
	const size_t length = strcspn(text, "=");
	const number_t *n = numbers;
	char why[64], *end;
	long value;

	if (strcmp(text, "list") == 0)
		list();
	while (n < numbers + NUMBERS &&
	       (strlen(n->name) != length || memcmp(n->name, text, length) != 0))
		n++;
	if (n == numbers + NUMBERS)
		refuse(text, "no such number (--tune list prints them)");
	if (text[length] != '=')
		refuse(text, "expected NAME=VALUE");
	errno = 0;
	value = strtol(text + length + 1, &end, 10);
	if (end == text + length + 1 || *end != '\0')
		refuse(text, "expected NAME=VALUE, the value in digits");
	(void)snprintf(why, sizeof(why), "expected %d to %d", n->low, n->high);
	if (errno != 0 || value < n->low || value > n->high)
		refuse(text, why);
	*n->at = (int)value;
}

void tune_args(int *argc, char **argv)
{
	int left = 1;

	for (int i = 1; i < *argc; i++)
		if (strcmp(argv[i], option) != 0)
			argv[left++] = argv[i];
		else if (++i < *argc)
			set(argv[i]);
		else
			refuse("", "expected NAME=VALUE after it");
	argv[left] = NULL;
	*argc = left;
}

#else

void tune_args(int *argc, char **argv)
{
	char self[PATH_MAX], path[PATH_MAX + 8];
	ssize_t length;
	char *name;
	int i = 1;

	while (i < *argc && strcmp(argv[i], option) != 0)
		i++;
	if (i == *argc)
		return;
	length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (length > 0) {
		self[length] = '\0';
		name = strrchr(self, '/');
		(void)snprintf(path, sizeof(path), "%.*s/tuned%s", (int)(name - self), self, name);
		(void)execv(path, argv);
	}
	(void)fprintf(stderr,
	              "%s: the program that takes it, tuned/ beside this one, is not built\n",
	              option);
	exit(EXIT_UNAVAILABLE);
}

#endif
