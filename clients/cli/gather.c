/* SPDX-License-Identifier: MIT
 * gather.c - see gather.h.
 *
 * Bounds     Folders are followed to a depth of DEPTH_MOST, and no links to folders: so a
 *            circle of them ends. What is neither file nor folder (a pipe) is not opened; with the
 * suffix of a format it is a fault, as a link is that leads nowhere.
 */
#include "clients/cli/gather.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clients/cli/complain.h"
#include "clients/cli/source.h"

enum { DEPTH_MOST = 32, SIZE_BYTES = 16, SIZE_LEAST = 2, SIZE_MOST = 20 };

/* A walk through a folder. */
typedef struct {
	const args_t *args;
	const collection_hints_t *hints;
	gather_t *out;
} tour_t;

/* hints_of takes from the command line what a reader may need: the game, the move, and the size
 * among the options. */
static collection_hints_t hints_of(const args_t *args)
{
	collection_hints_t hints = {.game = args->game, .move = (long)args->move};
	const char *size = args->options;
	unsigned width = 0, height = 0;

	while (size != NULL && strncmp(size, "size=", strlen("size=")) != 0) {
		size = strchr(size, ' ');
		size = size != NULL ? size + 1 : NULL;
	}
	if (size == NULL)
		return hints;
	if (sscanf(size, "size=%2ux%2u", &width, &height) < 2)
		height = width;
	if (width >= SIZE_LEAST && width <= SIZE_MOST && height >= SIZE_LEAST &&
	    height <= SIZE_MOST) {
		hints.width = width;
		hints.height = height;
	}
	return hints;
}

/* is_own tells whether a file is one that the command itself writes. */
static bool is_own(const args_t *args, const struct stat *about)
{
	const char *const own[] = {args->tsv, args->resume, args->sgf, args->pgn};
	struct stat other;

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (own[i] != NULL && stat(own[i], &other) == 0 && other.st_dev == about->st_dev &&
		    other.st_ino == about->st_ino)
			return true;
	return false;
}

static void fault_of_file(tour_t *tour, const char *path, int error)
{
	collection_fault(&tour->out->all, path, 0,
	                 error == EFBIG     ? "too large for a collection"
	                 : error == ENOTSUP ? "neither a file nor a folder"
	                                    : strerror(error));
}

static void file_read(tour_t *tour, const char *path)
{
	char *text;
	size_t length;
	const int error = source_bytes(path, COLLECTION_FILE_BYTES_MAX, &text, &length);

	if (error != 0) {
		fault_of_file(tour, path, error);
		return;
	}
	(void)formats_read(&tour->out->all, path, text, length, tour->hints);
	free(text);
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void folder_read(tour_t *tour, const char *folder, unsigned depth);

/* named_read reads what has the suffix of a format and is no folder: a file, or a link to one. */
static void named_read(tour_t *tour, const char *path)
{
	struct stat about;

	if (stat(path, &about) != 0)
		fault_of_file(tour, path, errno); /* a link that leads nowhere */
	else if (is_own(tour->args, &about))
		return;
	else if (S_ISDIR(about.st_mode))
		tour->out->passed_over++;
	else if (!S_ISREG(about.st_mode))
		fault_of_file(tour, path, ENOTSUP);
	else
		file_read(tour, path);
}

/* entry_read reads a file or folder of a folder. */
static void entry_read(tour_t *tour, const char *path, unsigned depth)
{
	struct stat about;

	if (lstat(path, &about) != 0)
		fault_of_file(tour, path, errno);
	else if (S_ISDIR(about.st_mode))
		folder_read(tour, path, depth + 1);
	else if (formats_known(path))
		named_read(tour, path);
	else
		tour->out->passed_over++;
}

static void folder_read(tour_t *tour, const char *folder, unsigned depth)
{
	const bool slash = folder[strlen(folder) - 1] == '/';
	struct dirent **entries = NULL;
	const int count = depth < DEPTH_MOST ? scandir(folder, &entries, is_visible, by_bytes) : -1;

	if (count < 0)
		fault_of_file(tour, folder, depth < DEPTH_MOST ? errno : ELOOP);
	for (int i = 0; i < count; i++) {
		const size_t bytes = strlen(folder) + strlen(entries[i]->d_name) + 2;
		char *path = malloc(bytes);

		if (path != NULL) {
			snprintf(path, bytes, "%s%s%s", folder, slash ? "" : "/",
			         entries[i]->d_name);
			entry_read(tour, path, depth);
		} else {
			tour->out->all.failed = ERR_NOMEM;
		}
		free(path);
		free(entries[i]);
	}
	free(entries);
}

/* failed complains of a collection that could not be kept. */
static exit_t failed(const args_t *args, gather_t *out)
{
	const err_t why = out->all.failed;

	if (why == ERR_OK)
		return EXIT_PROVEN;
	if (why == ERR_LIMIT)
		complain("%s: more than %d problems or faults", source_name(args->operand),
		         COLLECTION_PROBLEMS_MAX);
	else
		complain("%s: %s", source_name(args->operand), err_text(why));
	gather_free(out);
	return why == ERR_LIMIT ? EXIT_BAD_INPUT : EXIT_NO_MEMORY;
}

/* own_check refuses to write answers over the file that they are about. */
static exit_t own_check(const args_t *args)
{
	struct stat about;

	if (args_is_standard(args->operand) || stat(args->operand, &about) != 0 ||
	    !S_ISREG(about.st_mode) || !is_own(args, &about))
		return EXIT_PROVEN;
	complain("%s: it would be written over; give --tsv, --resume, --sgf and --pgn another file",
	         args->operand);
	return EXIT_USAGE;
}

exit_t gather_read(const args_t *args, gather_t *out)
{
	const collection_hints_t hints = hints_of(args);
	tour_t tour = {args, &hints, out};
	struct stat about;
	exit_t code;

	*out = (gather_t){.is_folder = !args_is_standard(args->operand) &&
	                               stat(args->operand, &about) == 0 && S_ISDIR(about.st_mode)};
	collection_init(&out->all);
	if (out->is_folder) {
		folder_read(&tour, args->operand, 0);
		return failed(args, out);
	}
	code = own_check(args);
	if (code == EXIT_PROVEN)
		code = source_load(args->operand, COLLECTION_FILE_BYTES_MAX, &out->text,
		                   &out->length);
	if (code != EXIT_PROVEN)
		return code;
	out->format =
	        formats_read(&out->all, source_name(args->operand), out->text, out->length, &hints);
	return failed(args, out);
}

void gather_passed_over(const gather_t *gathered, const args_t *args)
{
	if (gathered->passed_over > 0 && !args->quiet)
		complain("%s: passed over %u %s without the suffix of a format", args->operand,
		         gathered->passed_over, gathered->passed_over == 1 ? "file" : "files");
}

void gather_free(gather_t *gathered)
{
	collection_free(&gathered->all);
	free(gathered->text);
	gathered->text = NULL;
}
