/* SPDX-License-Identifier: MIT
 * options.h - one table of commands, one of options.
 *
 * A row of the option table gives the name, the argument, which commands take
 * it, where its value goes, its range, the field of the wire it becomes (so that
 * an error of the daemon can be told in terms of the option) and the help.
 * Parsing (args.c) and --help come from these rows.
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
	unsigned commands;           /* that take it, CMD_... or-ed */
	kind_t kind;
	size_t at;        /* offset in args_t */
	uint64_t most;    /* KIND_COUNT, KIND_SECONDS, KIND_MIB: in the argument's unit */
	const char *path; /* of the field on the wire; NULL = none */
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

/* options_command finds a command by its name, NULL if there is none. */
const command_row_t *options_command(const char *name);

/* options_for_path finds the option whose value travels in the field `path`
 * ("params.limits.order"); NULL if there is none. */
const option_row_t *options_for_path(const char *path);

/* options_help writes the help of one command, or of all for CMD_NONE. */
void options_help(FILE *out, command_t command);

#endif
