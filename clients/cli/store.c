/* SPDX-License-Identifier: MIT
 * store.c - `tesuji store`: checks a store that no daemon has open, and exports and imports it.
 *
 * It works on the folder itself. What is imported is trusted as the folder of a daemon is: its
 * form is checked, its truth is not.
 */
#include "clients/cli/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clients/cli/complain.h"
#include "clients/cli/store_backup.h"
#include "clients/cli/store_prove.h"
#include "engine/store/store_copy.h"
#include "engine/store/fact_text.h"

enum {
	MIB = 1 << 20,
	SIZE_MIB = 1024, /* the daemon's default: import may fill as much, */
	GROWTH = 2,      /* or so many times the present size */
	BATCH = 1000,    /* lines written by one transaction */
	PATH_BYTES = 4096,
};

/* What a walk over the store has counted. */
typedef struct {
	uint64_t proven, disproven, unsound, nodes;
	strbuf_t line;
} seen_t;

static bool count(uint64_t hash, const uint8_t *bytes, size_t length, void *context)
{
	seen_t *seen = context;
	fact_record_t r;

	(void)hash;
	if (!fact_record_is_sound(bytes, length)) {
		seen->unsound++;
		return true;
	}
	(void)fact_record_open(bytes, length, &r);
	seen->proven += r.value == VALUE_PROVEN;
	seen->disproven += r.value == VALUE_DISPROVEN;
	seen->nodes += r.nodes;
	return true;
}

static exit_t info(store_t *store, const args_t *args)
{
	store_stats_t stats;
	seen_t seen = {0};
	errinfo_t why;

	(void)args;
	store_stats(store, &stats);
	if (store_walk(store, count, &seen, &why) != ERR_OK)
		return store_backup_failed(&why);
	printf("format    %d\nrules     %d\n", STORE_FORMAT, STORE_RULES);
	printf("facts     %" PRIu64 "\nproven    %" PRIu64 "\ndisproven %" PRIu64 "\n", stats.facts,
	       seen.proven, seen.disproven);
	printf("nodes     %" PRIu64 "\nbytes     %" PRIu64 "\n", seen.nodes, stats.bytes);
	return EXIT_PROVEN;
}

static exit_t verify(store_t *store, const args_t *args)
{
	seen_t seen = {0};
	errinfo_t why;

	if (store_walk(store, count, &seen, &why) != ERR_OK)
		return store_backup_failed(&why);
	if (seen.unsound > 0) {
		complain("store: %" PRIu64 " of %" PRIu64 " facts are not what was written",
		         seen.unsound, seen.unsound + seen.proven + seen.disproven);
		return EXIT_BAD_INPUT;
	}
	printf("%" PRIu64 " facts, all sound\n", seen.proven + seen.disproven);
	(void)fflush(stdout); /* before the part that takes time */
	return store_prove(store, args, seen.proven + seen.disproven,
	                   args->sample == TESUJI_DEFAULT ? STORE_PROVE_DEFAULT
	                                                  : (uint64_t)args->sample);
}

static bool export_one(uint64_t hash, const uint8_t *bytes, size_t length, void *context)
{
	char text[STORE_LINE_MAX];
	seen_t *seen = context;
	strbuf_t line;
	fact_record_t r;

	if (!fact_record_is_sound(bytes, length) || !fact_record_open(bytes, length, &r)) {
		seen->unsound++;
		return true;
	}
	strbuf_init(&line, text, sizeof(text));
	fact_text_write(hash, &r, &line);
	(void)puts(text);
	return true;
}

static exit_t export_all(store_t *store, const args_t *args)
{
	seen_t seen = {0};
	errinfo_t why;

	(void)args;
	printf("tesuji store format=%d rules=%d\n", STORE_FORMAT, STORE_RULES);
	if (store_walk(store, export_one, &seen, &why) != ERR_OK)
		return store_backup_failed(&why);
	if (seen.unsound > 0)
		complain("store: left out %" PRIu64 " facts that are not what was written",
		         seen.unsound);
	return seen.unsound > 0 ? EXIT_BAD_INPUT : EXIT_PROVEN;
}

/* read_line reads a line without its newline. Returns false at the end. */
static bool read_line(char text[STORE_LINE_MAX])
{
	size_t length;

	if (fgets(text, STORE_LINE_MAX, stdin) == NULL)
		return false;
	length = strlen(text);
	if (length > 0 && text[length - 1] == '\n')
		text[length - 1] = '\0';
	return true;
}

/* bad_line complains of a line, and commits the lines before it. */
static exit_t bad_line(store_t *store, uint64_t number, const errinfo_t *why)
{
	errinfo_t lost;

	complain("line %" PRIu64 ": %s; what is before it was read", number, why->text);
	return store_commit(store, &lost) == ERR_OK ? EXIT_BAD_INPUT : store_backup_failed(&lost);
}

static exit_t import(store_t *store, const args_t *args)
{
	char text[STORE_LINE_MAX], header[64];
	fact_record_bytes_t record;
	store_stats_t before, after;
	errinfo_t why = {.code = ERR_OK};
	uint64_t number = 1;

	(void)args;
	store_stats(store, &before);
	(void)snprintf(header, sizeof(header), "tesuji store format=%d rules=%d", STORE_FORMAT,
	               STORE_RULES);
	if (!read_line(text) || strcmp(text, header) != 0) {
		complain("line 1: not \"%s\"", header);
		return EXIT_BAD_INPUT;
	}
	while (read_line(text)) {
		number++;
		if (fact_text_read(text, &record, &why) != ERR_OK)
			return bad_line(store, number, &why);
		store_put(store, &record);
		if (number % BATCH == 0 && store_commit(store, &why) != ERR_OK)
			return store_backup_failed(&why);
	}
	if (ferror(stdin) || store_commit(store, &why) != ERR_OK)
		return store_backup_failed(&why);
	store_stats(store, &after);
	printf("%" PRIu64 " read, %" PRIu64 " facts there now, %" PRIu64 " before\n", number - 1,
	       after.facts, before.facts);
	if (after.evicted > 0)
		complain("store: %" PRIu64 " cheap facts made room", after.evicted);
	return EXIT_PROVEN;
}

/* settle_folder waits until the names in a folder are on the disk. */
static bool settle_folder(const char *folder)
{
	const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const bool done = fd >= 0 && fsync(fd) == 0;

	if (fd >= 0)
		(void)close(fd);
	return done;
}

/* compact writes a copy without holes, and puts it in the place of the data. */
static exit_t compact(store_t *store, const args_t *args)
{
	const char *folder = args->folder;
	char made[PATH_BYTES], from[PATH_BYTES + 16], to[PATH_BYTES];
	errinfo_t why;

	if (snprintf(made, sizeof(made), "%s/compact", folder) >= (int)sizeof(made) ||
	    snprintf(to, sizeof(to), "%s/data.mdb", folder) >= (int)sizeof(to)) {
		complain("store: the folder's name is too long");
		return EXIT_BAD_INPUT;
	}
	(void)snprintf(from, sizeof(from), "%s/data.mdb", made);
	(void)unlink(from); /* of a run that was interrupted */
	if (store_copy(store, made, &why) != ERR_OK)
		return store_backup_failed(&why);
	/* This process holds the store's lock, so nobody writes to the file that is replaced. */
	if (rename(from, to) != 0 || rmdir(made) != 0 || !settle_folder(folder)) {
		complain("store: cannot replace %.200s: %s", to, strerror(errno));
		return EXIT_INPUT_OUTPUT;
	}
	return info(store, args);
}

/* What may be done: to a store that is opened, or to a folder that is copied. */
typedef struct {
	const char *name;
	exit_t (*run)(store_t *store, const args_t *args);
	exit_t (*copies)(const args_t *args); /* args->folder to args->to */
	bool takes_unsound, makes, samples;
} action_t;

/* look sets *bytes to the size of the store's data. Returns false if there is none. */
static bool look(const char *folder, size_t *bytes)
{
	char path[PATH_BYTES];
	struct stat data;

	if (snprintf(path, sizeof(path), "%s/data.mdb", folder) >= (int)sizeof(path) ||
	    stat(path, &data) != 0)
		return false;
	*bytes = (size_t)data.st_size;
	return true;
}

/* open_and_do opens the store, and does with it what args->operand says. */
static exit_t open_and_do(const args_t *args, const action_t *action, size_t there)
{
	store_config_t config = {.folder = args->folder,
	                         .bytes = (size_t)SIZE_MIB * MIB,
	                         .must_exist = !action->makes,
	                         .takes_unsound = action->takes_unsound};
	errinfo_t why;
	store_t *store;
	exit_t code;

	if (config.bytes < GROWTH * there)
		config.bytes = GROWTH * there;
	if (store_open(&config, &store, &why) != ERR_OK)
		return store_backup_failed(&why);
	code = action->run(store, args);
	store_close(store);
	return code;
}

static const action_t *find_action(const char *name)
{
	static const action_t actions[] = {
	        {.name = "info", .run = info, .takes_unsound = true},
	        {.name = "verify", .run = verify, .takes_unsound = true, .samples = true},
	        {.name = "export", .run = export_all, .takes_unsound = true},
	        {.name = "import", .run = import, .makes = true},
	        {.name = "compact", .run = compact},
	        {.name = "backup", .copies = store_backup_make},
	        {.name = "restore", .copies = store_backup_restore, .samples = true},
	};

	for (unsigned i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strcmp(name, actions[i].name) == 0)
			return &actions[i];
	complain("store: '%s' is not info, verify, export, import, compact, backup or restore",
	         name);
	return NULL;
}

exit_t store_command(const args_t *args)
{
	const action_t *action = find_action(args->operand);
	size_t there = 0;

	if (action == NULL)
		return EXIT_USAGE;
	if (args->sample != TESUJI_DEFAULT && !action->samples) {
		complain("--sample is for 'tesuji store verify' and 'tesuji store restore'");
		return EXIT_USAGE;
	}
	if ((args->to != NULL) != (action->copies != NULL)) {
		complain(args->to != NULL ? "unexpected '%s' after '%s'"
		                          : "store: '%s %s' needs the folder to be made",
		         args->to != NULL ? args->to : args->operand, args->folder);
		return EXIT_USAGE;
	}
	if (!look(args->folder, &there) && !action->makes) {
		complain("store: there is none in %.200s", args->folder);
		return EXIT_NO_FILE;
	}
	return action->copies != NULL ? action->copies(args) : open_and_do(args, action, there);
}
