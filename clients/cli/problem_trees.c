/* SPDX-License-Identifier: MIT
 * problem_trees.c - see problem_trees.h.
 *
 * Kept       A run may take hours, and be killed. So the trees are kept in a file without a name,
 *            of which nothing is left then, and the files get theirs when the run ends.
 */
#include "clients/cli/problem_trees.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/batch_records.h"
#include "clients/cli/complain.h"
#include "clients/cli/output.h"

enum { COPY_BYTES = 1 << 16 };

/* What is said in place of a name. */
static const char kept_name[] = "a temporary file in " P_tmpdir;

static exit_t failed(const char *path, int error)
{
	complain("%s: %s", path, strerror(error));
	return error == ENOMEM ? EXIT_NO_MEMORY : EXIT_INPUT_OUTPUT;
}

/* drop_one forgets the trees of one file. */
static void drop_one(problem_trees_t *trees, unsigned i)
{
	if (trees->kept[i] != NULL)
		(void)fclose(trees->kept[i]);
	trees->kept[i] = NULL;
}

void problem_trees_drop(problem_trees_t *trees)
{
	for (unsigned i = 0; i < PROBLEM_TREES_FORMATS; i++)
		drop_one(trees, i);
}

exit_t problem_trees_open(problem_trees_t *trees, const args_t *args)
{
	exit_t code = EXIT_PROVEN;

	*trees = (problem_trees_t){
	        .path = {[PROBLEM_TREE_SGF] = args->sgf, [PROBLEM_TREE_PGN] = args->pgn}};
	for (unsigned i = 0; i < PROBLEM_TREES_FORMATS && code == EXIT_PROVEN; i++) {
		if (trees->path[i] == NULL)
			continue;
		code = output_place(trees->path[i]);
		if (code == EXIT_PROVEN && (trees->kept[i] = tmpfile()) == NULL)
			code = failed(kept_name, errno);
	}
	if (code != EXIT_PROVEN)
		problem_trees_drop(trees);
	return code;
}

/* format_of returns the format of the file in which a problem of a game has its tree;
 * PROBLEM_TREES_FORMATS: there is none. */
static unsigned format_of(const problem_trees_t *trees, const char *game)
{
	unsigned i = 0;

	while (i < PROBLEM_TREES_FORMATS &&
	       (trees->path[i] == NULL || !problem_tree_has((problem_tree_format_t)i, game)))
		i++;
	return i;
}

bool problem_trees_has(const problem_trees_t *trees, const char *game)
{
	return format_of(trees, game) < PROBLEM_TREES_FORMATS;
}

exit_t problem_trees_add(problem_trees_t *trees, problem_tree_t *tree)
{
	const unsigned i = format_of(trees, tree->analysis->first.begun.game);
	char *text = NULL;
	size_t length = 0;
	FILE *out;
	exit_t code;

	if (i == PROBLEM_TREES_FORMATS || trees->kept[i] == NULL)
		return EXIT_PROVEN;
	out = open_memstream(&text, &length);
	if (out == NULL)
		return failed(trees->path[i], ENOMEM);
	code = problem_tree_put(tree, (problem_tree_format_t)i, out);
	if (fclose(out) != 0 && code == EXIT_PROVEN)
		code = failed(trees->path[i], ENOMEM);
	if (code == EXIT_PROVEN && fwrite(text, 1, length, trees->kept[i]) != length) {
		code = failed(kept_name, errno);
		drop_one(trees, i);
	}
	if (code == EXIT_PROVEN) {
		trees->count[i]++;
		trees->without[i] += tree->without;
	}
	free(text);
	return code;
}

/* copy writes what was kept into the file. */
static exit_t copy(FILE *from, const char *path)
{
	char *buffer = malloc(COPY_BYTES);
	output_t out;
	exit_t code = buffer != NULL ? EXIT_PROVEN : failed(path, ENOMEM);
	size_t n;

	/* The last trees may not have been written yet. */
	if (code == EXIT_PROVEN && fseek(from, 0, SEEK_SET) != 0)
		code = failed(kept_name, errno);
	if (code == EXIT_PROVEN)
		code = output_open(&out, path);
	if (code == EXIT_PROVEN) {
		while ((n = fread(buffer, 1, COPY_BYTES, from)) > 0)
			(void)fwrite(buffer, 1, n, out.to); /* output_close tells what is wrong */
		code = output_close(&out, ferror(from) ? failed(kept_name, EIO) : EXIT_PROVEN);
	}
	free(buffer);
	return code;
}

/* left_out tells what is not in a file: problems of other games, those that have no tree, and those
 * that the run did not come to. */
static void left_out(const problem_trees_t *trees, unsigned i, const collection_t *problems,
                     const problem_row_t *rows)
{
	unsigned others = 0, refused = 0;

	for (unsigned k = 0; k < problems->problem_count; k++) {
		if (!problem_tree_has((problem_tree_format_t)i, problems->problems[k].game))
			others++;
		else
			refused += rows[k].verdict == PROBLEM_REFUSED;
	}
	batch_records_left_out(trees->path[i], others,
	                       i == PROBLEM_TREE_SGF ? BATCH_RECORDS_NOT_SGF
	                                             : BATCH_RECORDS_NOT_PGN);
	batch_records_left_out(trees->path[i], refused, "refused");
	batch_records_left_out(trees->path[i],
	                       problems->problem_count - others - refused - trees->count[i],
	                       "not judged to the end");
}

exit_t problem_trees_close(problem_trees_t *trees, const collection_t *problems,
                           const problem_row_t *rows)
{
	exit_t code = EXIT_PROVEN;

	for (unsigned i = 0; i < PROBLEM_TREES_FORMATS && code == EXIT_PROVEN; i++) {
		if (trees->kept[i] == NULL)
			continue;
		code = copy(trees->kept[i], trees->path[i]);
		if (code != EXIT_PROVEN)
			break;
		left_out(trees, i, problems, rows);
		problem_tree_without(trees->path[i], trees->without[i]);
	}
	problem_trees_drop(trees);
	return code;
}
