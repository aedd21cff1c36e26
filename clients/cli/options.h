/* SPDX-License-Identifier: MIT
 * options.h - the table of commands and the table of options.
 *
 * A row of the option table has the name, the argument, the commands that take it, the field
 * where its value goes, its range, the field of the protocol that it becomes (so that an error
 * of the daemon can be told in terms of the option), and the help. Parsing (args.c) and --help
 * are made from these rows.
 *
 * Ownership the tables are constant.
 * Threads   any.
 */
#ifndef CLIENTS_CLI_OPTIONS_H
#define CLIENTS_CLI_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "clients/cli/args.h"

typedef enum {
	KIND_FLAG,    /* bool */
	KIND_TEXT,    /* const char * */
	KIND_COUNT,   /* int64_t; k, M and G multiply by 10^3, 10^6, 10^9 */
	KIND_SECONDS, /* decimal, stored as int64_t in ms */
	KIND_MIB,     /* whole number, stored as int64_t in bytes */
	KIND_COLOUR,  /* tesuji_colour_t */
	KIND_THREATS, /* int */
	KIND_CAPTURE, /* a point, the goal "capture" */
	KIND_GOAL,    /* "capture:D5" or "mate" */
	KIND_OPTION,  /* "k=4", appended to args_t.options */
} kind_t;

typedef struct {
	const char *name, *argument; /* argument: NULL for a flag */
	unsigned commands;           /* commands that take it, CMD_... or-ed */
	kind_t kind;
	size_t at;        /* offset in args_t */
	uint64_t most;    /* KIND_COUNT, KIND_SECONDS, KIND_MIB: in the argument's unit */
	const char *path; /* the field of the protocol; NULL: none */
	const char *help;
} option_row_t;

typedef struct {
	command_t command;
	const char *name, *operand, *help;
	const char *details; /* more lines for `tesuji help NAME`; NULL = none */
} command_row_t;

/* Both tables end with a row whose name is NULL. */
const option_row_t *options_rows(void);
const command_row_t *options_commands(void);

/* options_command returns the command of a name, NULL if there is none. */
const command_row_t *options_command(const char *name);

/* options_for_path returns the option whose value goes to the field `path` of the protocol
 * ("params.limits.order"), NULL if there is none. */
const option_row_t *options_for_path(const char *path);

/* options_help writes the help of one command, or for CMD_NONE of all. */
void options_help(FILE *out, command_t command);

#endif
