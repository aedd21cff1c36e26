/* SPDX-License-Identifier: MIT
 * args.c - see args.h.
 *
 * Design     getopt_long would need the options' table a second time, and could not say "--order is
 *            not for 'tesuji info'". Options and operands may stand in any order, before or after
 *            the command; "--" ends the options; "-" is an operand. Both "--name value" and
 *            "--name=value" are read. A first pass stores the values, a second one checks that they
 *            fit the command, since the command may come last.
 *
 * Ranges     Only values that the command itself converts are checked here. The rest is left to the
 *            daemon, which knows its limits; its error is told under the option's name, found by
 *            the `path` of the row.
 */
#include "clients/cli/args.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/options.h"

/* read_count reads a whole number, which may end with k, M or G. */
static bool read_count(const char *text, uint64_t *out)
{
	static const char suffixes[] = "kMG";
	const char *suffix;
	char *end = NULL;
	uint64_t n;

	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	n = strtoull(text, &end, 10);
	if (errno != 0)
		n = UINT64_MAX; /* too large for any range */
	if (*end != '\0') {
		suffix = strchr(suffixes, *end);
		if (suffix == NULL || end[1] != '\0')
			return false;
		for (long i = 0; i <= suffix - suffixes; i++)
			n = n > UINT64_MAX / 1000 ? UINT64_MAX : n * 1000;
	}
	*out = n;
	return true;
}

static bool store_number(const option_row_t *o, const char *text, int64_t *out, char *complaint)
{
	uint64_t n = 0;
	double seconds;
	char *end = NULL;

	if (o->kind == KIND_SECONDS) {
		seconds = text[0] == '-' ? NAN : strtod(text, &end);
		if (end == NULL || end == text || *end != '\0' || !isfinite(seconds)) {
			snprintf(complaint, COMPLAINT_BYTES,
			         "--%s: '%s' is not a number of seconds", o->name, text);
			return false;
		}
		if (seconds > (double)o->most) {
			snprintf(complaint, COMPLAINT_BYTES,
			         "--%s: %s is more than %" PRIu64 " seconds", o->name, text,
			         o->most);
			return false;
		}
		/* a tiny time must not become 0, which means no limit */
		*out = seconds > 0 && seconds < 0.001 ? 1 : llround(seconds * 1000);
		return true;
	}
	if (!read_count(text, &n)) {
		snprintf(complaint, COMPLAINT_BYTES, "--%s: '%s' is not a whole number", o->name,
		         text);
		return false;
	}
	if (n > o->most) {
		snprintf(complaint, COMPLAINT_BYTES, "--%s: %s is more than %" PRIu64, o->name,
		         text, o->most);
		return false;
	}
	*out = (int64_t)n * (o->kind == KIND_MIB ? 1 << 20 : 1);
	return true;
}

static bool store_threats(const option_row_t *o, const char *text, int *out, char *complaint)
{
	static const char *const names[] = {"0", "1", "2", "unlimited"};

	for (int i = 0; i < 4; i++) {
		if (strcmp(text, names[i]) == 0) {
			*out = i; /* TESUJI_UNLIMITED is 3 */
			return true;
		}
	}
	snprintf(complaint, COMPLAINT_BYTES, "--%s: '%s' is not 0, 1, 2 or unlimited", o->name,
	         text);
	return false;
}

static bool store_colour(const option_row_t *o, const char *text, tesuji_colour_t *out,
                         char *complaint)
{
	if (strcmp(text, "black") == 0 || strcmp(text, "b") == 0 || strcmp(text, "B") == 0) {
		*out = TESUJI_BLACK;
	} else if (strcmp(text, "white") == 0 || strcmp(text, "w") == 0 || strcmp(text, "W") == 0) {
		*out = TESUJI_WHITE;
	} else {
		snprintf(complaint, COMPLAINT_BYTES, "--%s: '%s' is neither black nor white",
		         o->name, text);
		return false;
	}
	return true;
}

/* store_goal reads "TYPE" or "TYPE:POINT"; with `type` given, "POINT" alone. */
static bool store_goal(const option_row_t *o, const char *type, const char *text, args_t *args,
                       char *complaint)
{
	const char *point = type != NULL ? text : strchr(text, ':');
	size_t length = strcspn(text, ":");

	if (args->goal[0] != '\0') {
		snprintf(complaint, COMPLAINT_BYTES, "--%s: there is a goal already, %s", o->name,
		         args->goal);
		return false;
	}
	if (type == NULL && point != NULL)
		point++;
	if (type != NULL)
		length = strlen(type);
	if (length == 0 || length >= sizeof(args->goal) || (point != NULL && point[0] == '\0')) {
		snprintf(complaint, COMPLAINT_BYTES, "--%s: '%s' is not of the form %s", o->name,
		         text, o->argument);
		return false;
	}
	memcpy(args->goal, type != NULL ? type : text, length);
	args->goal[length] = '\0';
	args->target = point;
	args->by_goal = type == NULL;
	return true;
}

/* store_assignment appends "NAME=VALUE" to the options of the game. */
static bool store_assignment(const option_row_t *o, const char *text, args_t *args, char *complaint)
{
	const char *equals = strchr(text, '=');
	size_t used = strlen(args->options);

	if (equals == NULL || equals == text || strchr(text, ' ') != NULL) {
		snprintf(complaint, COMPLAINT_BYTES, "--%s: '%s' is not of the form %s", o->name,
		         text, o->argument);
		return false;
	}
	if (used + 1 + strlen(text) >= sizeof(args->options)) {
		snprintf(complaint, COMPLAINT_BYTES, "--%s: more than %zu bytes in all", o->name,
		         sizeof(args->options) - 1);
		return false;
	}
	snprintf(args->options + used, sizeof(args->options) - used, "%s%s", used > 0 ? " " : "",
	         text);
	return true;
}

/* option_store reads the value of an option into the field that its row names. */
static bool option_store(const option_row_t *o, const char *text, args_t *args, char *complaint)
{
	void *at = (char *)args + o->at;

	switch (o->kind) {
	case KIND_FLAG:
		*(bool *)at = true;
		return true;
	case KIND_TEXT:
		*(const char **)at = text;
		return true;
	case KIND_COLOUR:
		return store_colour(o, text, at, complaint);
	case KIND_THREATS:
		return store_threats(o, text, at, complaint);
	case KIND_CAPTURE:
		return store_goal(o, "capture", text, args, complaint);
	case KIND_GOAL:
		return store_goal(o, NULL, text, args, complaint);
	case KIND_OPTION:
		return store_assignment(o, text, args, complaint);
	case KIND_COUNT:
	case KIND_SECONDS:
	case KIND_MIB:
		break;
	}
	return store_number(o, text, at, complaint);
}

static const option_row_t *option_find(const char *name, size_t length)
{
	if (name[0] != '-' || name[1] == '\0')
		return NULL;
	if (name[1] != '-') { /* a short option */
		static const char letters[] = "hVq";
		static const char *const names[] = {"help", "version", "quiet"};
		const char *letter = length == 2 ? strchr(letters, name[1]) : NULL;

		if (letter == NULL)
			return NULL;
		name = names[letter - letters];
		length = strlen(name);
	} else {
		name += 2;
		length -= 2;
	}
	for (const option_row_t *o = options_rows(); o->name != NULL; o++) {
		if (strlen(o->name) == length && memcmp(o->name, name, length) == 0)
			return o;
	}
	return NULL;
}

/* option_read reads the option at argv[*i] and its value, and marks its row in *seen. */
static bool option_read(args_t *args, int argc, char *const *argv, int *i, uint64_t *seen,
                        char *complaint)
{
	const char *word = argv[*i], *equals = strchr(word, '='), *text = "";
	size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);
	const option_row_t *o = option_find(word, length);

	if (o == NULL) {
		snprintf(complaint, COMPLAINT_BYTES, "unknown option '%.*s'", (int)length, word);
		return false;
	}
	if (o->argument == NULL && equals != NULL) {
		snprintf(complaint, COMPLAINT_BYTES, "--%s takes no argument", o->name);
		return false;
	}
	if (o->argument != NULL) {
		text = equals != NULL ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
		if (text == NULL || text[0] == '\0') {
			snprintf(complaint, COMPLAINT_BYTES, "--%s needs an argument: --%s %s",
			         o->name, o->name, o->argument);
			return false;
		}
	}
	assert(o >= options_rows() && o - options_rows() < 64);
	*seen |= (uint64_t)1 << (o - options_rows());
	return option_store(o, text, args, complaint);
}

/* unknown_command complains of a word, and lists the commands. */
static void unknown_command(const char *word, char *complaint)
{
	int used = snprintf(complaint, COMPLAINT_BYTES, "unknown command '%.200s' (", word);

	for (const command_row_t *row = options_commands(); row->name != NULL; row++)
		used += snprintf(complaint + used, (size_t)(COMPLAINT_BYTES - used), "%s%s",
		                 row->name, row[1].name != NULL ? ", " : ")");
}

/* operand_take stores a word that is no option. */
static bool operand_take(args_t *args, const char *word, char *complaint)
{
	const command_row_t *row;

	if (args->command == CMD_BATCH && args->operand != NULL && args->key == NULL) {
		args->key = word;
		return true;
	}
	if (args->command == CMD_STORE && args->operand != NULL && args->folder == NULL) {
		args->folder = word;
		return true;
	}
	if (args->to == NULL &&
	    (args->folder != NULL || (args->command == CMD_SERVER && args->operand != NULL))) {
		args->to = word; /* whether it may be there is for the commands to say */
		return true;
	}
	if (args->command != CMD_NONE && args->operand != NULL) {
		snprintf(complaint, COMPLAINT_BYTES, "unexpected '%s' after '%s'", word,
		         args->to != NULL    ? args->to
		         : args->key != NULL ? args->key
		                             : args->operand);
		return false;
	}
	if (args->command != CMD_NONE) {
		args->operand = word;
		return true;
	}
	row = options_command(word);
	if (row == NULL) {
		unknown_command(word, complaint);
		return false;
	}
	args->command = row->command;
	return true;
}

/* is_same: are both files given, and the same by name? */
static bool is_same(const char *one, const char *other)
{
	return one != NULL && other != NULL && strcmp(one, other) == 0;
}

/* collection_check tells what is wrong with the arguments that are about collections; NULL:
 * nothing. */
static const char *collection_check(const args_t *args)
{
	const bool asked = args_collection(args);

	if (asked && args->all_moves)
		return "--all-moves is for one problem; --jobs, --tsv, --resume, --sgf and --pgn "
		       "are for a collection";
	if (asked && args->operand == NULL && args->command == CMD_PROBLEM)
		return "--tsv and --resume are for a collection in a FILE";
	if (asked && args->operand == NULL)
		return "--jobs, --tsv, --resume, --sgf and --pgn are for a collection in a FILE";
	if (args->tsv != NULL && args->resume != NULL && strcmp(args->tsv, args->resume) != 0)
		return "--resume goes on with its own table; no other --tsv can be given";
	if (args_is_standard(args->tsv) || args_is_standard(args->resume) ||
	    args_is_standard(args->sgf) || args_is_standard(args->pgn))
		return "--tsv, --resume, --sgf and --pgn need a file here";
	if (is_same(args->sgf, args->pgn) || is_same(args->tsv, args->sgf) ||
	    is_same(args->tsv, args->pgn) || is_same(args->resume, args->sgf) ||
	    is_same(args->resume, args->pgn))
		return "--tsv, --resume, --sgf and --pgn cannot name the same file";
	if (args->durable != NULL && args->jobs != TESUJI_DEFAULT)
		return "--durable hands in a collection as a whole; --jobs cannot go with it";
	if (args->jobs == 0)
		return "--jobs: 0 is not in 1..64";
	return NULL;
}

/* solve_check checks the arguments of solve and problem: what is missing, what excludes each
 * other. */
static bool solve_check(const args_t *args, const char *command, char *complaint)
{
	int positions = (args->operand != NULL) + (args->rows != NULL) + (args->fen != NULL);
	const char *wrong = NULL;

	if (positions == 0 && args->options[0] == '\0') {
		snprintf(complaint, COMPLAINT_BYTES, "%s needs a FILE, --rows TEXT or --fen FEN",
		         command);
		return false;
	}
	if (positions > 1)
		wrong = "only one of a FILE, --rows TEXT and --fen FEN may be given";
	else if (args->operand == NULL && args->move != TESUJI_DEFAULT)
		wrong = "--move is for a game record in a FILE";
	else if (args->ko_verdict && (args->attacker_threats != 0 || args->defender_threats != 0))
		wrong = "--ko-verdict tries all numbers of threats; none can be given";
	else if (args->local && args->detach)
		wrong = "--detach needs a daemon; it cannot go with --local";
	else if (args->durable != NULL && (args->local || args->all_moves))
		wrong = "--durable is for jobs of a daemon; it cannot go with --local or "
		        "--all-moves";
	else if (args->stream && !args->all_moves)
		wrong = "--stream is for --all-moves";
	else if (args->all_moves && (args->detach || args->svg != NULL || args->board ||
	                             args->certificate != NULL || args->ko_verdict))
		wrong = "--all-moves cannot go with --detach, --svg, --board, --certificate or "
		        "--ko-verdict";
	else if (args_is_standard(args->svg))
		wrong = "--svg needs a file here: standard output is for the answer";
	else if (args->svg != NULL && args->detach)
		wrong = "--svg needs the result; it cannot go with --detach";
	else
		wrong = collection_check(args);
	if (wrong != NULL)
		snprintf(complaint, COMPLAINT_BYTES, "%s", wrong);
	return wrong == NULL;
}

/* server_check checks the arguments of server. */
static bool server_check(const args_t *args, char *complaint)
{
	const char *action = args->operand != NULL ? args->operand : "";
	const bool copies = strcmp(action, "backup") == 0;

	if (!copies && strcmp(action, "reload") != 0 && strcmp(action, "drain") != 0 &&
	    strcmp(action, "stats") != 0)
		snprintf(complaint, COMPLAINT_BYTES,
		         "server: '%s' is not reload, drain, stats or backup", action);
	else if (copies && args->to == NULL)
		snprintf(complaint, COMPLAINT_BYTES,
		         "server backup needs the folder to be made, on the daemon's machine");
	else if (!copies && args->to != NULL)
		snprintf(complaint, COMPLAINT_BYTES, "unexpected '%s' after '%s'", args->to,
		         action);
	else
		return true;
	return false;
}

/* status_check checks the arguments of status and life. */
static bool status_check(const args_t *args, char *complaint)
{
	const bool life = args->command == CMD_LIFE;
	const char *wrong = NULL;

	if ((args->operand != NULL) == (args->rows != NULL))
		wrong = life ? "life needs one of a FILE and --rows TEXT"
		             : "status needs one of a FILE and --rows TEXT";
	else if (life && args->group == NULL)
		wrong = "life needs --group POINT, a stone of the dragon";
	else if (args->operand == NULL && args->move != TESUJI_DEFAULT)
		wrong = "--move is for a game record in a FILE";
	else if (args_is_standard(args->svg))
		wrong = "--svg needs a file here: standard output is for the answer";
	if (wrong != NULL)
		snprintf(complaint, COMPLAINT_BYTES, "%s", wrong);
	return wrong == NULL;
}

/* job_check reads the number of a job. */
static bool job_check(args_t *args, const char *command, char *complaint)
{
	const char *text = args->operand;

	if (text == NULL) {
		snprintf(complaint, COMPLAINT_BYTES,
		         "%s needs the number of a job; see 'tesuji jobs'", command);
		return false;
	}
	if (text[strspn(text, "0123456789")] != '\0' || strlen(text) > 15 || text[0] == '\0') {
		snprintf(complaint, COMPLAINT_BYTES, "'%s' is not the number of a job", text);
		return false;
	}
	args->job = strtoull(text, NULL, 10);
	return true;
}

/* batch_check checks what is to be done with a batch, and that it is named. */
static bool batch_check(const args_t *args, char *complaint)
{
	static const char *const actions[] = {"status", "cancel", "ack"};
	bool is_known = false;

	for (size_t i = 0; args->operand != NULL && i < sizeof(actions) / sizeof(actions[0]); i++)
		is_known |= strcmp(args->operand, actions[i]) == 0;
	if (!is_known)
		snprintf(complaint, COMPLAINT_BYTES, "batch: '%s' is not status, cancel or ack",
		         args->operand != NULL ? args->operand : "");
	else if (args->key == NULL)
		snprintf(complaint, COMPLAINT_BYTES, "batch %s needs the KEY of solve --durable",
		         args->operand);
	return is_known && args->key != NULL;
}

/* options_check complains of an option that the command does not take. */
static bool options_check(const args_t *args, uint64_t seen, const char *command, char *complaint)
{
	for (const option_row_t *o = options_rows(); o->name != NULL; o++) {
		if ((seen >> (o - options_rows()) & 1) != 0 && (o->commands & args->command) == 0) {
			snprintf(complaint, COMPLAINT_BYTES, "--%s is not for 'tesuji %s'", o->name,
			         command);
			return false;
		}
	}
	return true;
}

/* args_check is the second pass: it checks that options and operands fit the command. */
static bool args_check(args_t *args, uint64_t seen, char *complaint)
{
	const command_row_t *row = options_commands();

	if (args->help || args->version)
		return true;
	if (args->command == CMD_NONE) {
		snprintf(complaint, COMPLAINT_BYTES, "no command; try 'tesuji help'");
		return false;
	}
	while (row->command != args->command)
		row++;
	if (!options_check(args, seen, row->name, complaint))
		return false;
	if (args->command == CMD_DIAGRAM)
		return true; /* diagram.c checks them */
	if (args->command == CMD_STORE && args->folder == NULL) {
		snprintf(complaint, COMPLAINT_BYTES,
		         "store needs what is to be done, and the folder");
		return false;
	}
	if (args->command == CMD_STORE)
		return true;
	if (args->local && args->server != NULL) {
		snprintf(complaint, COMPLAINT_BYTES,
		         "either --local or --server ADDRESS, not both");
		return false;
	}
	if ((args->command & (CMD_SOLVE | CMD_PROBLEM)) != 0)
		return solve_check(args, row->name, complaint);
	if ((args->command & (CMD_STATUS | CMD_LIFE)) != 0)
		return status_check(args, complaint);
	if (args->command == CMD_ACK) {
		snprintf(complaint, COMPLAINT_BYTES, "ack needs a KEY");
		return args->operand != NULL;
	}
	if (args->command == CMD_BATCH)
		return batch_check(args, complaint);
	if ((args->command & (CMD_CHECK | CMD_SHOW)) != 0) {
		snprintf(complaint, COMPLAINT_BYTES, "%s needs a FILE", row->name);
		return args->operand != NULL;
	}
	if (args->command == CMD_CANCEL || args->command == CMD_WATCH)
		return job_check(args, row->name, complaint);
	if (args->command == CMD_SERVER)
		return server_check(args, complaint);
	if (args->operand != NULL &&
	    (args->command != CMD_HELP || options_command(args->operand) == NULL)) {
		snprintf(complaint, COMPLAINT_BYTES, "unexpected '%s' after '%s'", args->operand,
		         row->name);
		return false;
	}
	return true;
}

bool args_parse(args_t *args, int argc, char *const *argv, char *complaint)
{
	bool only_operands = false;
	uint64_t seen = 0;

	*args = (args_t){.move = TESUJI_DEFAULT,
	                 .order = TESUJI_DEFAULT,
	                 .depth = TESUJI_DEFAULT,
	                 .within = TESUJI_DEFAULT,
	                 .nodes = TESUJI_DEFAULT,
	                 .time_ms = TESUJI_DEFAULT,
	                 .table_bytes = TESUJI_DEFAULT,
	                 .workers = TESUJI_DEFAULT,
	                 .sample = TESUJI_DEFAULT,
	                 .jobs = TESUJI_DEFAULT,
	                 .max_positions = TESUJI_DEFAULT};
	complaint[0] = '\0';
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (!only_operands && strcmp(word, "--") == 0) {
			only_operands = true;
		} else if (!only_operands && word[0] == '-' && word[1] != '\0') {
			if (!option_read(args, argc, argv, &i, &seen, complaint))
				return false;
		} else if (!operand_take(args, word, complaint)) {
			return false;
		}
	}
	if (args->time_ms == TESUJI_DEFAULT &&
	    (args->command & (CMD_STATUS | CMD_LIFE | CMD_CHECK)) == 0)
		args->time_ms = DEFAULT_TIME_MS; /* the others have defaults of their own */
	return args_check(args, seen, complaint);
}
