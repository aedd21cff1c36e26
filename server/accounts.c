/* SPDX-License-Identifier: MIT
 * accounts.c - the list of accounts, and its file.
 *
 * The list is an array sorted by name: found in a dozen comparisons, and read again as a whole.
 * Users and groups are looked for one by one, once a connection. Their names are resolved when the
 * file is read, since the resolver may wait; a file of a busy server has numbers.
 */
#include "server/accounts.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/lines.h"
#include "server/log.h"

#define BLANKS " \t\r"

enum { NAME_DIGITS_MAX = 10, MODE_OTHERS = 0007 };

struct accounts {
	account_t **row; /* by name */
	size_t count, room;
	uint64_t sessions; /* given out; so none is given twice, also not to an account that comes
	                      back */
};

typedef struct {
	const char *name;
	size_t offset;
	uint64_t most;
} limit_row_t;

#define LIMIT_ROW(name, most) {#name, offsetof(account_limits_t, name), most},
static const limit_row_t limit_rows[] = {ACCOUNT_LIMIT_TABLE(LIMIT_ROW)};
#undef LIMIT_ROW

account_t *accounts_hold(account_t *account)
{
	if (account != NULL)
		account->refs++;
	return account;
}

void accounts_drop(account_t *account)
{
	if (account == NULL)
		return;
	assert(account->refs > 0);
	if (--account->refs > 0)
		return;
	explicit_bzero(&account->mark, sizeof(account->mark));
	mem_free(account, sizeof(*account));
}

static void rows_free(account_t **row, size_t count, size_t room)
{
	for (size_t i = 0; i < count; i++)
		accounts_drop(row[i]);
	mem_free(row, room * sizeof(*row));
}

static err_t read_number(const char *name, const char *text, uint64_t least, uint64_t most,
                         uint64_t *out, errinfo_t *why)
{
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (!isdigit((unsigned char)text[0]) || *end != '\0')
		return err_at(why, ERR_SYNTAX, name, "'%.64s' is not a number", text);
	if (errno != 0 || n < least || n > most)
		return err_at(why, ERR_RANGE, name, "%.64s is not in %llu..%llu", text,
		              (unsigned long long)least, (unsigned long long)most);
	*out = n;
	return ERR_OK;
}

/* read_id reads a user or group, by number or name. */
static err_t read_id(const char *name, const char *text, bool is_user, uint32_t *out,
                     errinfo_t *why)
{
	const struct passwd *user = NULL;
	const struct group *group = NULL;
	uint64_t number = 0;
	err_t err = ERR_OK;

	if (isdigit((unsigned char)text[0]))
		err = read_number(name, text, 0, ACCOUNT_NOBODY - 1, &number, why);
	else if (is_user && (user = getpwnam(text)) != NULL)
		number = user->pw_uid;
	else if (!is_user && (group = getgrnam(text)) != NULL)
		number = group->gr_gid;
	else
		err = err_at(why, ERR_VALUE, name, "there is no %s '%.64s'",
		             is_user ? "user" : "group", text);
	if (err == ERR_OK)
		*out = (uint32_t)number;
	return err;
}

static err_t read_text(const char *name, const char *text, char *out, size_t room, errinfo_t *why)
{
	const size_t length = strlen(text);

	if (length == 0 || length >= room)
		return err_at(why, ERR_RANGE, name, "%zu bytes are not in 1..%zu", length,
		              room - 1);
	memcpy(out, text, length + 1);
	return ERR_OK;
}

static err_t read_class(const char *text, account_t *out, errinfo_t *why)
{
	for (unsigned i = 0; i < MSG_CLASSES; i++) {
		if (strcmp(text, msg_class_names[i]) != 0)
			continue;
		out->class = (msg_class_t)i;
		return ERR_OK;
	}
	return err_at(why, ERR_VALUE, "class",
	              "'%.64s' is not one of operator, interactive, normal, batch", text);
}

static err_t read_token(const char *text, account_t *out, errinfo_t *why)
{
	if (!tokens_hash_good(text)) /* which may be the token itself: it is not repeated */
		return err_at(why, ERR_VALUE, "token",
		              "not a hash of crypt(3), as tesujid --new-token makes it");
	strbuf_copy(out->hash, sizeof(out->hash), text);
	return ERR_OK;
}

static err_t read_gateway(const char *text, account_t *out, errinfo_t *why)
{
	out->is_gateway = strcmp(text, "yes") == 0;
	return out->is_gateway || strcmp(text, "no") == 0
	               ? ERR_OK
	               : err_at(why, ERR_VALUE, "gateway", "'%.64s' is not yes or no", text);
}

/* read_limit reads a limit, or says that there is no such thing. */
static err_t read_limit(const char *name, const char *text, account_t *out, errinfo_t *why)
{
	for (size_t i = 0; i < sizeof(limit_rows) / sizeof(limit_rows[0]); i++) {
		const limit_row_t *row = &limit_rows[i];

		if (strcmp(name, row->name) == 0)
			return read_number(name, text, 0, row->most,
			                   (uint64_t *)(void *)((char *)&out->most + row->offset),
			                   why);
	}
	return err_fail(why, ERR_VALUE, "unknown word '%.64s'", name);
}

/* read_word reads name=value, cut at the '='. */
static err_t read_word(const char *name, const char *value, account_t *out, errinfo_t *why)
{
	uint64_t weight = 0;
	err_t err;

	if (strcmp(name, "class") == 0)
		return read_class(value, out, why);
	if (strcmp(name, "token") == 0)
		return read_token(value, out, why);
	if (strcmp(name, "user") == 0)
		return read_id(name, value, true, &out->user, why);
	if (strcmp(name, "group") == 0)
		return read_id(name, value, false, &out->group, why);
	if (strcmp(name, "cert") == 0)
		return read_text(name, value, out->cert, sizeof(out->cert), why);
	if (strcmp(name, "gateway") == 0)
		return read_gateway(value, out, why);
	if (strcmp(name, "weight") != 0)
		return read_limit(name, value, out, why);
	err = read_number(name, value, 1, ACCOUNT_WEIGHT_MAX, &weight, why);
	if (err == ERR_OK)
		out->weight = (unsigned)weight;
	return err;
}

bool accounts_name_good(const char *name)
{
	for (const char *c = name; *c != '\0'; c++)
		if (!isalnum((unsigned char)*c) && strchr("-_@", *c) == NULL)
			return false;
	return name[0] != '\0' && strlen(name) < MSG_ACCOUNT_BYTES;
}

/* read_line reads an account from a line that has one. The line is cut into words. */
static err_t read_line(char *line, account_t *out, errinfo_t *why)
{
	char given[LINES_BYTES_MAX] = " ", *save = NULL;
	const char *name = strtok_r(line, BLANKS, &save);
	strbuf_t seen;
	err_t err = ERR_OK;

	if (!accounts_name_good(name))
		return err_fail(why, ERR_VALUE,
		                "'%.64s' is no name: letters, digits, - _ and @, %d at most", name,
		                MSG_ACCOUNT_BYTES - 1);
	strbuf_copy(out->name, sizeof(out->name), name);
	strbuf_init(&seen, given, sizeof(given));
	for (char *word; err == ERR_OK && (word = strtok_r(NULL, BLANKS, &save)) != NULL;) {
		char *equals = strchr(word, '='), key[NAME_DIGITS_MAX + MSG_NAME_BYTES];

		if (equals == NULL)
			return err_fail(why, ERR_SYNTAX, "'%.64s' is not name=value", word);
		*equals = '\0';
		(void)snprintf(key, sizeof(key), " %.30s ", word);
		if (strstr(given, key) != NULL)
			return err_at(why, ERR_VALUE, word, "given twice");
		strbuf_printf(&seen, "%s", key);
		err = read_word(word, equals + 1, out, why);
	}
	if (err == ERR_OK && out->hash[0] == '\0' && out->cert[0] == '\0' &&
	    out->user == ACCOUNT_NOBODY && out->group == ACCOUNT_NOBODY)
		return err_fail(why, ERR_MISSING,
		                "nobody can log in as %s: it needs a token, user, group or cert",
		                out->name);
	return err;
}

static int by_name(const void *a, const void *b)
{
	return strcmp((*(account_t *const *)a)->name, (*(account_t *const *)b)->name);
}

static account_t *account_new(void)
{
	account_t *account = mem_alloc(sizeof(*account));

	if (account == NULL)
		return NULL;
	account->refs = 1;
	account->class = MSG_CLASS_NORMAL;
	account->weight = 1;
	account->user = account->group = ACCOUNT_NOBODY;
	return account;
}

static err_t add(accounts_t *to, account_t *account, errinfo_t *why)
{
	if (to->count == to->room) {
		const size_t room = 2 * to->room + 16;
		account_t **row = mem_grow(to->row, to->room * sizeof(*row), room * sizeof(*row));

		if (row == NULL)
			return err_fail(why, ERR_NOMEM, "out of memory");
		to->row = row;
		to->room = room;
	}
	if (to->count == ACCOUNTS_MAX)
		return err_fail(why, ERR_LIMIT, "more than %d accounts", ACCOUNTS_MAX);
	to->row[to->count++] = accounts_hold(account);
	return ERR_OK;
}

/* read_one adds the account of a line, if it has one. */
static err_t read_one(char *line, unsigned number, void *context, errinfo_t *why)
{
	accounts_t *to = context;
	account_t *account;
	err_t err;

	(void)number;
	line += strspn(line, BLANKS);
	if (*line == '\0')
		return ERR_OK;
	account = account_new();
	if (account == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	err = read_line(line, account, why);
	if (err == ERR_OK)
		err = add(to, account, why);
	accounts_drop(account);
	return err;
}

/* same_key: do both have the same token, user, group or certificate? */
static bool same_key(const account_t *a, const account_t *b)
{
	return strcmp(a->hash, b->hash) == 0 && strcmp(a->cert, b->cert) == 0 &&
	       a->user == b->user && a->group == b->group;
}

/* take_over makes the account that was there before what the new one of its name is. */
static void take_over(accounts_t *accounts, account_t *old, const account_t *new)
{
	if (!same_key(old, new)) {
		old->session = ++accounts->sessions;
		old->is_marked = false;
	}
	old->class = new->class;
	old->weight = new->weight;
	old->most = new->most;
	old->user = new->user;
	old->group = new->group;
	old->is_gateway = new->is_gateway;
	strbuf_copy(old->hash, sizeof(old->hash), new->hash);
	strbuf_copy(old->cert, sizeof(old->cert), new->cert);
}

/* replace makes *fresh the list, with the accounts of before where the names are the same. */
static void replace(accounts_t *accounts, accounts_t *fresh)
{
	for (size_t i = 0; i < fresh->count; i++) {
		account_t *old = accounts_find(accounts, fresh->row[i]->name);

		if (old == NULL) {
			fresh->row[i]->number = fresh->row[i]->session = ++accounts->sessions;
			continue;
		}
		take_over(accounts, old, fresh->row[i]);
		accounts_drop(fresh->row[i]);
		fresh->row[i] = accounts_hold(old);
	}
	for (size_t i = 0; i < accounts->count; i++)
		if (accounts_find(fresh, accounts->row[i]->name) == NULL)
			accounts->row[i]->session = ++accounts->sessions; /* gone */
	rows_free(accounts->row, accounts->count, accounts->room);
	accounts->row = fresh->row;
	accounts->count = fresh->count;
	accounts->room = fresh->room;
}

static int by_user(const void *a, const void *b)
{
	const uint32_t one = (*(account_t *const *)a)->user, other = (*(account_t *const *)b)->user;

	return one < other ? -1 : one > other;
}

static int by_group(const void *a, const void *b)
{
	const uint32_t one = (*(account_t *const *)a)->group,
	               other = (*(account_t *const *)b)->group;

	return one < other ? -1 : one > other;
}

static int by_cert(const void *a, const void *b)
{
	return strcmp((*(account_t *const *)a)->cert, (*(account_t *const *)b)->cert);
}

/* check_apart sorts the rows by what tells whose a connection is, and refuses two that have the
 * same; `has` tells whether a row has it, NULL: each has. */
static err_t check_apart(const accounts_t *accounts, int (*order)(const void *, const void *),
                         bool (*has)(const account_t *account), const char *what, errinfo_t *why)
{
	account_t **row = accounts->row;

	if (accounts->count > 0)
		qsort(row, accounts->count, sizeof(row[0]), order);
	for (size_t i = 1; i < accounts->count; i++)
		if ((has == NULL || has(row[i])) && order(&row[i - 1], &row[i]) == 0)
			return err_fail(why, ERR_VALUE, "the accounts %s and %s have the same %s",
			                row[i - 1]->name, row[i]->name, what);
	return ERR_OK;
}

static bool has_user(const account_t *account)
{
	return account->user != ACCOUNT_NOBODY;
}

static bool has_group(const account_t *account)
{
	return account->group != ACCOUNT_NOBODY;
}

static bool has_cert(const account_t *account)
{
	return account->cert[0] != '\0';
}

/* check_twice refuses what two accounts have alike; in the end the rows are sorted by name. */
static err_t check_twice(const accounts_t *accounts, errinfo_t *why)
{
	err_t err = check_apart(accounts, by_user, has_user, "user", why);

	if (err == ERR_OK)
		err = check_apart(accounts, by_group, has_group, "group", why);
	if (err == ERR_OK)
		err = check_apart(accounts, by_cert, has_cert, "cert", why);
	return err == ERR_OK ? check_apart(accounts, by_name, NULL, "name", why) : err;
}

err_t accounts_read_text(accounts_t *accounts, const char *name, const char *text, size_t length,
                         errinfo_t *why)
{
	accounts_t fresh = {.count = 0};
	err_t err = lines_each(text, length, name, LINES_BYTES_MAX, read_one, &fresh, why);

	if (err == ERR_OK && (err = check_twice(&fresh, why)) != ERR_OK)
		(void)err_place(why, err, "%s: ", name);
	if (err == ERR_OK)
		replace(accounts, &fresh);
	else
		rows_free(fresh.row, fresh.count, fresh.room);
	return err;
}

/* read_file reads a whole file into new memory, *bytes long. */
static err_t read_file(const char *path, char **out, size_t *bytes, size_t *used, errinfo_t *why)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* which may be a pipe */
	FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
	struct stat status;
	err_t err = ERR_OK;

	if (file == NULL && fd >= 0)
		(void)close(fd);
	if (file == NULL || fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) {
		err = err_at(why, ERR_IO, "accounts", "%s: %s", path,
		             file == NULL ? strerror(errno) : "is no file");
		if (file != NULL)
			(void)fclose(file);
		return err;
	}
	if ((status.st_mode & MODE_OTHERS) != 0)
		log_line(LOG_WARNING, LOG_CONF,
		         "accounts=%s mode=0%o why=\"others may read or write it\"", path,
		         (unsigned)status.st_mode & 0777);
	*bytes = (size_t)status.st_size + 1;
	*used = 0;
	*out = *bytes <= ACCOUNTS_FILE_BYTES_MAX ? mem_alloc(*bytes) : NULL;
	if (*bytes > ACCOUNTS_FILE_BYTES_MAX)
		err = err_at(why, ERR_LIMIT, "accounts", "%s: %zu bytes are more than %d", path,
		             *bytes - 1, ACCOUNTS_FILE_BYTES_MAX - 1);
	else if (*out == NULL)
		err = err_at(why, ERR_NOMEM, "accounts", "%s: out of memory", path);
	else
		*used = fread(*out, 1, *bytes, file);
	if (err == ERR_OK && ferror(file))
		err = err_at(why, ERR_IO, "accounts", "%s: %s", path, strerror(errno));
	(void)fclose(file);
	return err;
}

err_t accounts_reload(accounts_t *accounts, const char *path, errinfo_t *why)
{
	size_t bytes = 0, used = 0;
	char *text = NULL;
	err_t err = read_file(path, &text, &bytes, &used, why);

	if (err == ERR_OK)
		err = accounts_read_text(accounts, path, text, used, why);
	if (text != NULL)
		explicit_bzero(text, bytes);
	mem_free(text, bytes);
	return err;
}

err_t accounts_open(const char *path, accounts_t **out, errinfo_t *why)
{
	err_t err;

	*out = NULL;
	if (path[0] == '\0')
		return ERR_OK;
	*out = mem_alloc(sizeof(**out));
	if (*out == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	err = tokens_start(why);
	if (err == ERR_OK)
		err = accounts_reload(*out, path, why);
	if (err != ERR_OK) {
		accounts_free(*out);
		*out = NULL;
	}
	return err;
}

void accounts_free(accounts_t *accounts)
{
	if (accounts == NULL)
		return;
	rows_free(accounts->row, accounts->count, accounts->room);
	mem_free(accounts, sizeof(*accounts));
}

size_t accounts_count(const accounts_t *accounts)
{
	return accounts->count;
}

account_t *accounts_at(const accounts_t *accounts, size_t index)
{
	assert(index < accounts->count);
	return accounts->row[index];
}

account_t *accounts_find(const accounts_t *accounts, const char *name)
{
	size_t from = 0, to = accounts->count;

	while (from < to) {
		const size_t middle = (from + to) / 2;
		const int order = strcmp(name, accounts->row[middle]->name);

		if (order == 0)
			return accounts->row[middle];
		if (order < 0)
			to = middle;
		else
			from = middle + 1;
	}
	return NULL;
}

account_t *accounts_of_peer(const accounts_t *accounts, uint32_t user, const uint32_t *groups,
                            unsigned count)
{
	for (size_t i = 0; i < accounts->count; i++)
		if (accounts->row[i]->user == user && user != ACCOUNT_NOBODY)
			return accounts->row[i];
	for (size_t i = 0; i < accounts->count; i++)
		for (unsigned j = 0; j < count; j++)
			if (accounts->row[i]->group == groups[j] && groups[j] != ACCOUNT_NOBODY)
				return accounts->row[i];
	return NULL;
}

account_t *accounts_of_cert(const accounts_t *accounts, const char *common_name)
{
	for (size_t i = 0; i < accounts->count; i++)
		if (common_name[0] != '\0' && strcmp(accounts->row[i]->cert, common_name) == 0)
			return accounts->row[i];
	return NULL;
}
