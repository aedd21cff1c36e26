/* SPDX-License-Identifier: MIT
 * weights.c - see weights.h. An array begins behind its name, with a brace, and has one whole
 * number before each comma; nothing else of C is understood. */
#include "tools/train/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/go/life/group_net_weights.h"
#include "engine/game/go/life/net_weights.h"

enum { FILE_MOST = 1 << 20, NAME_MOST = 64 };

int16_t net_first[9 * 9 * 16];
int16_t net_first_bias[16];
int16_t net_next[7 * 16 * 9 * 16];
int16_t net_next_bias[7 * 16];
int16_t net_out[16];
int16_t net_pool[32 * 2 * 16];
int16_t net_pool_bias[32];
int16_t net_limit[2 * 32];
int16_t net_limit_bias[2];

int16_t group_net_first[9 * 14 * 16];
int16_t group_net_first_bias[16];
int16_t group_net_next[7 * 16 * 9 * 16];
int16_t group_net_next_bias[7 * 16];
int16_t group_net_out[16];
int16_t group_net_pool[32 * 2 * 16];
int16_t group_net_pool_bias[32];
int16_t group_net_limit[2 * 32];
int16_t group_net_limit_bias[2];

#define ARRAY(name)                                           \
	{                                                     \
#name, name, sizeof(name) / sizeof((name)[0]) \
	}

typedef struct {
	const char *name;
	int16_t *values;
	size_t count;
} array_t;

enum { ARRAYS = 9 };

#define NETWORK(prefix)                                                                       \
	{                                                                                     \
		ARRAY(prefix##_first), ARRAY(prefix##_first_bias), ARRAY(prefix##_next),      \
		        ARRAY(prefix##_next_bias), ARRAY(prefix##_out), ARRAY(prefix##_pool), \
		        ARRAY(prefix##_pool_bias), ARRAY(prefix##_limit),                     \
		        ARRAY(prefix##_limit_bias)                                            \
	}

static const array_t arrays[][ARRAYS] = {
        [WEIGHTS_BOARDS] = NETWORK(net), [WEIGHTS_GROUPS] = NETWORK(group_net)};

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
