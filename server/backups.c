/* SPDX-License-Identifier: MIT
 * backups.c - one thread for each backup.
 *
 * Weighed    libuv's pool, whose threads commits of the store and judgements of dragons wait for: a
 *            backup takes as long as two disks do. The journal's own thread: a client waits for
 *            each of its commits.
 *
 * Priority   While it copies, the thread is no lower than the loop: commits wait for it when it has
 *            the data held, on a machine that is busy with other things, too. To look at the
 *            copies takes a second or two of a core for each gigabyte, and nobody waits: below the
 *            loop, and above the workers.
 *
 * Order      The store comes first. The journal is then the younger of the two, which is as after
 *            any end of the daemon: nothing in it relies on the store. */
#include "server/backups.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/strbuf.h"
#include "server/list.h"
#include "server/log.h"

enum { NICE = 10 }; /* of the look at the copies; the loop has 0, workers have 19 */

/* What is copied; the thread of the backup. */
typedef struct {
	backup_source_t source;
	const char *below; /* the folder that it is copied to */
	int fd;            /* of the copy */
	backup_copied_t copied;
} part_t;

enum { PARTS = 2 };

/* find_parts fills in what there is to copy, and returns how many. */
static unsigned find_parts(const backups_t *b, part_t part[PARTS])
{
	unsigned count = 0;

	part[count] = (part_t){.below = "store", .fd = -1};
	count += committer_source(b->committer, &part[count].source);
	part[count] = (part_t){.below = "journal", .fd = -1};
	count += journal_source(b->journal, &part[count].source);
	return count;
}

static err_t copy_part(backups_t *b, part_t *part)
{
	err_t err = staging_file(&b->staging, part->below, &part->fd, &b->why);

	if (err == ERR_OK)
		err = backup_copy(&part->source, part->fd, &b->is_cancelled, &part->copied,
		                  &b->why);
	b->msg.bytes += part->copied.bytes;
	b->held_ns = part->copied.held_ns > b->held_ns ? part->copied.held_ns : b->held_ns;
	return err;
}

static err_t check_part(backups_t *b, part_t *part)
{
	const err_t err =
	        backup_check(&part->source, part->fd, &b->is_cancelled, &part->copied, &b->why);

	if (part->copied.kind == BACKUP_STORE)
		b->msg.facts += part->copied.records;
	else
		b->msg.records += part->copied.records;
	return err;
}

/* copy_all copies what there is, then looks at the copies. */
static err_t copy_all(backups_t *b)
{
	part_t part[PARTS];
	const unsigned count = find_parts(b, part);
	err_t err = ERR_OK;

	for (unsigned i = 0; i < count && err == ERR_OK; i++)
		err = copy_part(b, &part[i]);
	(void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICE);
	for (unsigned i = 0; i < count && err == ERR_OK; i++)
		err = check_part(b, &part[i]);
	for (unsigned i = 0; i < count; i++)
		if (part[i].fd >= 0 && close(part[i].fd) != 0 && err == ERR_OK)
			err = err_at(&b->why, ERR_IO, "to", "the copy cannot be written: %s",
			             strerror(errno));
	return err_rename(&b->why, err, "ledger", "journal");
}

/* check_place refuses a folder within one that is copied, which a restart would find there. */
static err_t check_place(backups_t *b)
{
	part_t part[PARTS];

	for (unsigned i = find_parts(b, part); i-- > 0;)
		if (staging_is_within(&b->staging, part[i].source.path))
			return err_at(&b->why, ERR_VALUE, "to", "it is within the %s",
			              part[i].below);
	return ERR_OK;
}

/* tell_where says to who may not write there that the service's unit may be why. */
static void tell_where(backups_t *b)
{
	const int error = b->staging.error;

	if (error != EACCES && error != EROFS && error != EPERM)
		return;
	(void)err_at(&b->why, ERR_IO, "to",
	             "cannot make %.80s: %s; the server may write to few folders where it is a "
	             "service (ReadWritePaths= of its unit)",
	             b->to, strerror(error));
}

static void make(backups_t *b)
{
	if (staging_begin(&b->staging, b->to, &b->why) != ERR_OK)
		tell_where(b);
	else if (check_place(b) == ERR_OK && copy_all(b) == ERR_OK)
		(void)staging_end(&b->staging, &b->why);
	else
		staging_drop(&b->staging);
}

static void *backup_main(void *context)
{
	backups_t *b = context;

	make(b);
	bridge_post(b->bridge, &b->ended);
	return NULL;
}

/* tell logs and counts a backup that is over. */
static void tell(backups_t *b, uint64_t took_ns)
{
	char text[LOG_LINE_MAX / 2];

	if (b->why.code == ERR_CANCELLED) {
		b->counts.cancelled++;
		log_line(LOG_NOTICE, LOG_SERVER, "event=backup-cancelled to=%s",
		         log_quoted(text, sizeof(text), b->to));
		return;
	}
	if (b->why.code != ERR_OK) {
		b->counts.failed++;
		log_line(LOG_ERROR, LOG_SERVER, "event=backup-failed why=%s",
		         log_quoted(text, sizeof(text), b->why.text));
		return;
	}
	b->counts.made++;
	b->counts.last_s = (uint64_t)time(NULL);
	b->counts.bytes = b->msg.bytes;
	b->counts.took_ns = took_ns;
	b->counts.held_ns = b->held_ns;
	log_line(LOG_NOTICE, LOG_SERVER,
	         "event=backup to=%s bytes=%llu facts=%llu records=%llu ms=%llu held_ms=%llu",
	         log_quoted(text, sizeof(text), b->to), (unsigned long long)b->msg.bytes,
	         (unsigned long long)b->msg.facts, (unsigned long long)b->msg.records,
	         (unsigned long long)(took_ns / NS_PER_MS),
	         (unsigned long long)(b->held_ns / NS_PER_MS));
}

static void ended_cb(bridge_node_t *node)
{
	backups_t *b = LIST_ENTRY(node, backups_t, ended);
	const uint64_t took_ns = clock_now_ns() - b->began_ns;

	assert(b->is_running);
	b->is_running = false;
	tell(b, took_ns);
	b->ended_cb(b, &b->msg, &b->why);
	b->idle_cb(b);
}

err_t backups_begin(backups_t *b, const char *to, errinfo_t *why)
{
	if (b->is_running)
		return err_fail(why, ERR_BUSY, "a backup is being made, into %.100s", b->to);
	if (b->committer == NULL && b->journal == NULL)
		return err_fail(why, ERR_VALUE, "the server has no store and no journal");
	if (to[0] != '/')
		return err_at(why, ERR_VALUE, "to",
		              "'%.80s' is not absolute: it is a folder of the server's machine",
		              to);
	strbuf_copy(b->to, sizeof(b->to), to);
	b->msg = (msg_backed_up_t){.bytes = 0};
	b->why = (errinfo_t){.code = ERR_OK};
	b->held_ns = 0;
	b->began_ns = clock_now_ns();
	b->ended.run = ended_cb;
	atomic_store(&b->is_cancelled, false);
	if (background_begin(b->background, backup_main, b) != ERR_OK)
		return err_fail(why, ERR_NOMEM, "cannot make a thread for the backup");
	b->is_running = true;
	return ERR_OK;
}

void backups_cancel(backups_t *b)
{
	atomic_store_explicit(&b->is_cancelled, true, memory_order_relaxed);
}
