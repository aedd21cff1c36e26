/* SPDX-License-Identifier: MIT
 * args.h - reads the command line of `tesuji`.
 *
 * Ownership strings of args_t are borrowed from argv.
 * Threads   any.
 * Errors    args_parse returns false and says in one line what is wrong.
 */
#ifndef CLIENTS_CLI_ARGS_H
#define CLIENTS_CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "clients/c/tesuji.h"

typedef enum {
	CMD_NONE = 0,
	CMD_SOLVE = 1,
	CMD_INFO = 2,
	CMD_JOBS = 4,
	CMD_CANCEL = 8,
	CMD_WATCH = 16,
	CMD_HELP = 32,
	CMD_DIAGRAM = 64,
	CMD_GAMES = 128,
	CMD_STATUS = 256,
	CMD_CHECK = 512,
	CMD_STORE = 1024,
	CMD_SHOW = 2048,
	CMD_LIFE = 4096,
	CMD_PROBLEM = 8192,
	CMD_SERVER = 16384,
	CMD_ACK = 32768,
	CMD_BATCH = 65536,
	CMD_FLEET = 131072,
	CMD_ALL = 262143,
	CMD_ASK = CMD_ALL & ~(CMD_HELP | CMD_DIAGRAM | CMD_CHECK | CMD_STORE |
	                      CMD_SHOW), /* talk to a daemon */
} command_t;

enum {
	COMPLAINT_BYTES = 512,
	OPTIONS_BYTES = 256,     /* all --option together, with the NUL */
	DEFAULT_TIME_MS = 60000, /* makes solve end by itself */
};

typedef struct {
	command_t command;
	const char *operand; /* the file, the job number, the command to explain; NULL = none */
	const char *folder;  /* of store, after what is to be done */
	const char *to;      /* of store backup and restore, and of server backup: the new folder */
	const char *key;     /* of batch, after what is to be done */
	uint64_t job;        /* of cancel and watch */

	const char *game, *rows, *fen;
	char options[OPTIONS_BYTES];  /* "k=4 rule=renju", "" = none */
	char goal[TESUJI_GOAL_BYTES]; /* "" = none */
	const char *target;           /* of either form of the goal; NULL = none */
	bool by_goal;                 /* the goal was given by --goal */
	const char *first, *ko;
	const char *group, *region; /* of life */
	bool exact;
	tesuji_colour_t attacker;
	int attacker_threats, defender_threats;
	int64_t move; /* this and the limits: TESUJI_DEFAULT = not given */
	int64_t order, depth, within, nodes, time_ms, table_bytes, workers;
	const char *schedule, *driver, *engine, *zone, *label, *server;
	const char *durable;                     /* key of a durable job; NULL: it is none */
	const char *token_file;                  /* whose first line is the token to log in with */
	const char *tls_ca, *tls_cert, *tls_key; /* as in tesuji_tls.h */
	const char *style, *moves, *mark, *svg;  /* of a diagram */
	const char *sgf;      /* where to write a proof, a solution or a collection, as records */
	const char *pgn;      /* where to write a solution or a collection of chess */
	const char *solution; /* of a problem */
	const char *tsv, *resume; /* the table of a collection; of a run that goes on */
	int64_t jobs;             /* of a collection: how many at once; TESUJI_DEFAULT */
	const char *certificate;  /* where to write one */
	int64_t numbers;
	int64_t sample;         /* facts of a store; TESUJI_DEFAULT */
	int64_t max_positions;  /* of a check; 0 = no limit; TESUJI_DEFAULT = by its size */
	const char *expect;     /* what a certificate is to claim; NULL = anything */
	bool all_moves, stream; /* of solve */
	bool follow;            /* of fleet */
	bool ko_verdict, shortest, exhaustive, json, board, quiet, detach, local, help, version;
} args_t;

/* args_parse reads the command line. On failure it returns false and writes what is wrong to
 * `complaint` (COMPLAINT_BYTES). With help or version set, nothing else was checked. */
bool args_parse(args_t *args, int argc, char *const *argv, char *complaint);

/* args_is_standard tells whether FILE (NULL: not given) means the standard input or output. */
static inline bool args_is_standard(const char *file)
{
	return file != NULL && strcmp(file, "-") == 0;
}

/* args_collection tells whether an option was given that is about collections alone. */
static inline bool args_collection(const args_t *args)
{
	if (args->tsv != NULL || args->resume != NULL)
		return true;
	return args->command == CMD_SOLVE &&
	       (args->jobs != TESUJI_DEFAULT || args->sgf != NULL || args->pgn != NULL);
}

#endif
