/* SPDX-License-Identifier: MIT
 * test_store_damage.c - a store whose data is not what was written is refused, or answers right: it
 * never ends the process.
 *
 * TESUJI_ROUNDS sets how many damages (10000 by hand), TESUJI_SEED repeats a run. Each is looked
 * at by a child: it opens the store, asks it all that was ever put into it, writes to it, and asks
 * again. */
#include <limits.h>
#include <lmdb.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/store/store_copy.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_damage.h"

enum {
	SIDE = 15,
	SMALL_BYTES = STORE_LEAST_MIB << 20,
	KEPT = 400,  /* facts in the store, */
	OTHERS = 40, /* and those that are put into it afterwards */
	TURNS = 6,   /* of commits, so that there are free pages */
	ROUNDS = 200,
	SECONDS_MOST = 120, /* of a child: it is lost in a circle */
};

/* What became of a damage. */
enum { REFUSED, RIGHT, FALSE_FACT, SHUT_LATER, FATES };

static canonical_t *forms;
static image_t *sound, *damaged;

static void make_scenes(void)
{
	rng_t rng = {11};

	forms = calloc(KEPT + OTHERS, sizeof(*forms));
	assert_non_null(forms);
	for (unsigned i = 0; i < KEPT + OTHERS;) {
		char rows[SIDE * (SIDE + 1) + 1], *c = rows;
		const problem_t problem = {
		        .game = "gomoku", .rows = rows, .attacker = COLOUR_BLACK};
		position_t *pos;

		for (unsigned y = 0; y < SIDE; y++, *c++ = '/')
			for (unsigned x = 0; x < SIDE; x++)
				*c++ = ".......XO"[rng_below(&rng, 9)];
		c[-1] = '\0';
		if (game_create(&problem, &pos, NULL) != ERR_OK)
			continue;
		assert_true(canonical_make(&problem, pos,
		                           (canonical_wish_t){.verdict = CANONICAL_NO_VERDICT},
		                           &forms[i++]));
		position_free(pos);
	}
}

/* fact_of makes the fact about a canonical form: no two have the same. */
static fact_t fact_of(unsigned i)
{
	return (fact_t){.value = i % 3 == 0 ? VALUE_DISPROVEN : VALUE_PROVEN,
	                .scope = SCOPE_ABSOLUTE,
	                .order = 2,
	                .depth = 5,
	                .best = (move_t)(i % (SIDE * SIDE)),
	                .line_length = 1,
	                .line = {(move_t)(i % (SIDE * SIDE))},
	                .nodes = 100 + i};
}

static void put_facts(store_t *store, unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++) {
		const fact_t fact = fact_of(i);

		store_keep(store, &forms[i], &fact);
	}
}

/* count_found counts those that are there; UINT_MAX: one is false. */
static unsigned count_found(store_t *store)
{
	unsigned found = 0;

	for (unsigned i = 0; i < KEPT + OTHERS; i++) {
		const fact_t is = fact_of(i);
		fact_t got;

		if (!store_find(store, &forms[i], (wanted_t){.order = 9}, &got))
			continue;
		if (got.nodes != is.nodes || got.value != is.value || got.best != is.best ||
		    got.line_length != 1 || got.line[0] != is.line[0] || got.depth != is.depth)
			return UINT_MAX;
		found++;
	}
	return found;
}

static bool look(uint64_t hash, const uint8_t *bytes, size_t count, void *context)
{
	unsigned *sum = context;

	*sum += (unsigned)hash + fact_record_is_sound(bytes, count);
	return true;
}

static void read_image(const char *folder, uint8_t *to, size_t *bytes)
{
	char path[FOLDER_BYTES + 16];
	int fd;

	(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	*bytes = (size_t)read(fd, to, DAMAGE_MOST / 2);
	(void)close(fd);
}

/* make_sound fills a store, lets go of much of it at once, and fills it again. */
static void make_sound(const char *folder)
{
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi dbi;
	store_t *store = store_at(folder, SMALL_BYTES);

	for (unsigned i = 0; i < TURNS; i++) {
		put_facts(store, KEPT * i / TURNS, KEPT * (i + 1) / TURNS);
		commit(store);
	}
	store_close(store);
	assert_int_equal(mdb_env_create(&env), 0);
	assert_int_equal(mdb_env_set_maxdbs(env, 3), 0);
	assert_int_equal(mdb_env_open(env, folder, MDB_NOLOCK, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(mdb_dbi_open(txn, i == 0 ? "facts" : "costs", 0, &dbi), 0);
		assert_int_equal(mdb_drop(txn, dbi, 0), 0);
	}
	assert_int_equal(mdb_txn_commit(txn), 0);
	mdb_env_close(env);
	store = store_at(folder, SMALL_BYTES);
	for (unsigned i = 0; i < TURNS; i++) {
		put_facts(store, KEPT * i / TURNS, KEPT * (i + 1) / TURNS);
		commit(store);
		if (i == TURNS - 2)
			read_image(folder, sound->older, &sound->older_bytes);
	}
	assert_int_equal(count_found(store), KEPT);
	store_close(store);
	read_image(folder, sound->byte, &sound->bytes);
}

/* wait_tick waits until a change of the data has another time than the last one. */
static void wait_tick(const char *folder)
{
	char path[FOLDER_BYTES + 16];
	struct timespec now;
	struct stat is;

	(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
	if (stat(path, &is) != 0)
		return;
	do
		(void)clock_gettime(CLOCK_REALTIME_COARSE, &now);
	while (now.tv_sec == is.st_mtim.tv_sec && now.tv_nsec <= is.st_mtim.tv_nsec);
}

/* use asks, writes and asks again, with damage in between. */
static int use(store_t *store, const char *folder, damage_t kind, rng_t rng)
{
	unsigned sum = 0;
	store_stats_t stats;
	errinfo_t why;

	if (count_found(store) == UINT_MAX)
		return FALSE_FACT;
	if (kind >= DAMAGE_SHORT_WHILE) {
		wait_tick(folder);
		if (kind == DAMAGE_REMOVED_WHILE)
			damage_files(DAMAGE_KIND_OF_FILE, folder, &rng);
		else
			damage_write(damaged, folder);
	}
	if (count_found(store) == UINT_MAX)
		return FALSE_FACT;
	for (unsigned i = 0; i < 4; i++) {
		put_facts(store, KEPT + OTHERS * i / 4, KEPT + OTHERS * (i + 1) / 4);
		(void)store_commit(store, &why);
		if (count_found(store) == UINT_MAX)
			return FALSE_FACT;
	}
	(void)store_walk(store, look, &sum, &why);
	store_stats(store, &stats);
	return stats.state == STORE_OPEN ? RIGHT : SHUT_LATER;
}

static int child(const char *folder, damage_t kind, rng_t rng)
{
	const store_config_t config = {
	        .folder = folder, .bytes = SMALL_BYTES, .takes_unsound = rng_below(&rng, 4) == 0};
	errinfo_t why;
	store_t *store;
	int fate;

	(void)alarm(SECONDS_MOST);
	if (store_open(&config, &store, &why) != ERR_OK)
		return strncmp(why.text, "store: ", 7) == 0 && strstr(why.text, folder) != NULL
		               ? REFUSED
		               : FATES;
	fate = use(store, folder, kind, rng);
	store_close(store);
	return fate == FALSE_FACT && kind == DAMAGE_RESEALED ? RIGHT : fate;
}

static void clear(const char *folder)
{
	static const char *const names[] = {"data.mdb", "lock.mdb", "tesuji.lock"};
	char path[FOLDER_BYTES + 16];

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		if (unlink(path) != 0)
			(void)rmdir(path);
	}
}

/* suffer damages the store in one way; what became of it. */
static int suffer(const char *folder, damage_t kind, rng_t *rng)
{
	int status;
	pid_t pid;

	clear(folder);
	memcpy(damaged->byte, sound->byte, sound->bytes);
	damaged->bytes = sound->bytes;
	damage_do(kind, damaged, rng);
	damage_write(kind < DAMAGE_SHORT_WHILE ? damaged : sound, folder);
	if (kind == DAMAGE_LOCKS || kind == DAMAGE_KIND_OF_FILE)
		damage_files(kind, folder, rng);
	(void)fflush(NULL);
	pid = fork();
	if (pid == 0)
		_exit(child(folder, kind, *rng));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	(void)rng_next(rng);
	if (WIFSIGNALED(status))
		fail_msg("%s: signal %d", damage_names[kind], WTERMSIG(status));
	if (WEXITSTATUS(status) >= FATES || WEXITSTATUS(status) == FALSE_FACT)
		fail_msg("%s: %d", damage_names[kind], WEXITSTATUS(status));
	return WEXITSTATUS(status);
}

static void damage_is_refused_or_does_no_harm(void **state)
{
	const char *given = getenv("TESUJI_ROUNDS");
	const unsigned rounds = given != NULL ? (unsigned)strtoul(given, NULL, 10) : ROUNDS;
	unsigned fates[DAMAGES][FATES] = {{0}};
	char folder[FOLDER_BYTES];
	rng_t rng = seed_take();

	(void)state;
	make_scenes();
	sound = calloc(1, sizeof(*sound));
	damaged = calloc(1, sizeof(*damaged));
	assert_true(sound != NULL && damaged != NULL);
	folder_make(folder);
	make_sound(folder);
	memcpy(damaged, sound, sizeof(*sound));
	for (unsigned i = 0; i < rounds; i++)
		fates[i % DAMAGES][suffer(folder, (damage_t)(i % DAMAGES), &rng)]++;
	for (unsigned k = 0; k < DAMAGES; k++)
		print_message("%-22s %5u refused, %5u right, %5u shut later\n", damage_names[k],
		              fates[k][REFUSED], fates[k][RIGHT], fates[k][SHUT_LATER]);
	assert_int_equal(fates[DAMAGE_LOCKS][REFUSED], 0);
	assert_int_equal(fates[DAMAGE_KIND_OF_FILE][RIGHT], 0);
	assert_int_equal(fates[DAMAGE_REMOVED_WHILE][RIGHT], 0);
	clear(folder);
	folder_drop(folder);
	free(forms);
	free(sound);
	free(damaged);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(damage_is_refused_or_does_no_harm)};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
