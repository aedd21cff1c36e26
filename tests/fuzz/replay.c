/* SPDX-License-Identifier: MIT
 * replay.c - runs a fuzz target over files and folders of files, without
 * libFuzzer: `replay_scan tests/fuzz/corpus/scan`. Naming nothing that exists
 * is a failure, so that an empty corpus cannot pass.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/fuzz/fuzz.h"

enum { INPUT_MAX = 4 << 20, PATH_BYTES = 4096 };

static unsigned replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = malloc(INPUT_MAX), *exact;
	size_t size;

	if (file == NULL || data == NULL) {
		fprintf(stderr, "%s: cannot be read\n", path);
		exit(1);
	}
	size = fread(data, 1, INPUT_MAX, file);
	fclose(file);
	exact = realloc(data, size > 0 ? size : 1); /* so that ASan sees its end */
	if (exact == NULL)
		exit(1);
	LLVMFuzzerTestOneInput(exact, size);
	free(exact);
	return 1;
}

static unsigned replay(const char *path)
{
	struct dirent *entry;
	DIR *folder = opendir(path);
	unsigned count = 0;

	if (folder == NULL)
		return replay_file(path);
	while ((entry = readdir(folder)) != NULL) {
		char name[PATH_BYTES];

		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		count += replay_file(name);
	}
	closedir(folder);
	return count;
}

int main(int argc, char **argv)
{
	unsigned count = 0;

	for (int i = 1; i < argc; i++)
		count += replay(argv[i]);
	printf("%u inputs\n", count);
	return count > 0 ? 0 : 1;
}
