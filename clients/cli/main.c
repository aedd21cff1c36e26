/* SPDX-License-Identifier: MIT
 * main.c - the command `tesuji`: read the command line, run one command, make
 * sure that its answer was written.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clients/cli/args.h"
#include "clients/cli/commands.h"
#include "clients/cli/complain.h"
#include "clients/cli/options.h"
#include "clients/local/local.h"

static exit_t run(const args_t *args)
{
	switch (args->command) {
	case CMD_SOLVE:
		return command_solve(args);
	case CMD_STATUS:
		return command_status(args);
	case CMD_GAMES:
		return command_games(args);
	case CMD_INFO:
		return command_info(args);
	case CMD_JOBS:
		return command_jobs(args);
	case CMD_CANCEL:
		return command_cancel(args);
	case CMD_WATCH:
		return command_watch(args);
	case CMD_DIAGRAM:
		return command_diagram(args);
	case CMD_CHECK:
		return command_check(args);
	case CMD_SHOW:
		return command_show(args);
	case CMD_STORE:
		return command_store(args);
	case CMD_NONE:
	case CMD_HELP:
	case CMD_ASK:
	case CMD_ALL:
		break;
	}
	options_help(stdout,
	             args->operand != NULL ? command_find(args->operand)->command : CMD_NONE);
	return EXIT_PROVEN;
}

int main(int argc, char **argv)
{
	char complaint[COMPLAINT_BYTES];
	args_t args;
	exit_t code = EXIT_PROVEN;

	if (!local_streams())
		return EXIT_INPUT_OUTPUT;
	if (!args_parse(&args, argc, argv, complaint)) {
		complain("%s", complaint);
		return EXIT_USAGE;
	}
	if (args.version)
		printf("tesuji %s\n", tesuji_version());
	else if (args.help)
		options_help(stdout, args.command == CMD_HELP ? CMD_NONE : args.command);
	else
		code = run(&args);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		complain("cannot write the answer: %s", strerror(errno));
		return EXIT_INPUT_OUTPUT;
	}
	return (int)code;
}
