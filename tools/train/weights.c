/* SPDX-License-Identifier: MIT
 * weights.c - see weights.h. An array begins behind its name, with a brace, and has one whole
 * number before each comma; nothing else of C is understood. */
#include "tools/train/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/go/life/group_net_weights.h"
#include "engine/game/go/life/net_weights.h"
#include "tools/train/arrays.h"

enum { FILE_MOST = 1 << 20, NAME_MOST = 64 };

#define DEFINE(name, length) int16_t name[length];
NETWORK_ARRAYS(DEFINE, net, 9)
NETWORK_ARRAYS(DEFINE, group_net, 14)

typedef struct {
	const char *name;
	int16_t *values;
	size_t count;
} array_t;

enum { ARRAYS = 9 };

#define ROW(name, length) {#name, name, length},

static const array_t arrays[][ARRAYS] = {
        [WEIGHTS_BOARDS] = {NETWORK_ARRAYS(ROW, net, 9)},
        [WEIGHTS_GROUPS] = {NETWORK_ARRAYS(ROW, group_net, 14)},
};

static bool read_array(const char *text, const char *name, int16_t *values, size_t count)
{
	char begins[NAME_MOST];
	const char *at;

	(void)snprintf(begins, sizeof(begins), "int16_t %s[", name);
	at = strstr(text, begins);
	at = at != NULL ? strchr(at, '{') : NULL;
	for (size_t i = 0; i < count && at != NULL; i++) {
		char *end;
		const long value = strtol(at + 1, &end, 10);

		if (end == at + 1 || *end != ',' || value < INT16_MIN || value > INT16_MAX)
			return false;
		values[i] = (int16_t)value;
		at = end;
	}
	return at != NULL && strncmp(at, ",\n}", 3) == 0;
}

bool weights_read(weights_t which, const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, FILE_MOST + 1);
	bool good = file != NULL && text != NULL;

	if (good)
		good = fread(text, 1, FILE_MOST, file) < FILE_MOST && ferror(file) == 0;
	for (size_t i = 0; i < ARRAYS && good; i++) {
		const array_t *array = &arrays[which][i];

		good = read_array(text, array->name, array->values, array->count);
	}
	if (file != NULL)
		(void)fclose(file);
	free(text);
	return good;
}
