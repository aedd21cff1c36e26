/* SPDX-License-Identifier: MIT
 * weights.c - see weights.h. An array begins behind its name, with a brace, and has one whole
 * number before each comma; nothing else of C is understood. */
#include "tools/train/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

#define ARRAY(name)                                           \
	{                                                     \
#name, name, sizeof(name) / sizeof((name)[0]) \
	}

static const struct {
	const char *name;
	int16_t *values;
	size_t count;
} arrays[] = {
        ARRAY(net_first),     ARRAY(net_first_bias), ARRAY(net_next),
        ARRAY(net_next_bias), ARRAY(net_out),        ARRAY(net_pool),
        ARRAY(net_pool_bias), ARRAY(net_limit),      ARRAY(net_limit_bias),
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

bool weights_read(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, FILE_MOST + 1);
	bool good = file != NULL && text != NULL;

	if (good)
		good = fread(text, 1, FILE_MOST, file) < FILE_MOST && ferror(file) == 0;
	for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]) && good; i++)
		good = read_array(text, arrays[i].name, arrays[i].values, arrays[i].count);
	if (file != NULL)
		(void)fclose(file);
	free(text);
	return good;
}
