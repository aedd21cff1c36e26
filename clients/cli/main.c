/* SPDX-License-Identifier: MIT
 * main.c - the command `tesuji`: reads the command line, runs one command, and makes sure that
 * its answer was written.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clients/cli/args.h"
#include "clients/cli/batch_durable.h"
#include "clients/cli/check.h"
#include "clients/cli/complain.h"
#include "clients/cli/daemon.h"
#include "clients/cli/diagram.h"
#include "clients/cli/fleet.h"
#include "clients/cli/games.h"
#include "clients/cli/life.h"
#include "clients/cli/options.h"
#include "clients/cli/problem.h"
#include "clients/cli/show.h"
#include "clients/cli/solve.h"
#include "clients/cli/status.h"
#include "clients/cli/store.h"
#include "clients/local/local.h"

static exit_t run(const args_t *args)
{
	switch (args->command) {
	case CMD_SOLVE:
		return solve_command(args);
	case CMD_PROBLEM:
		return problem_command(args);
	case CMD_STATUS:
		return status_command(args);
	case CMD_LIFE:
		return life_command(args);
	case CMD_GAMES:
		return games_command(args);
	case CMD_INFO:
		return daemon_info(args);
	case CMD_SERVER:
		return daemon_server(args);
	case CMD_FLEET:
		return fleet_command(args);
	case CMD_JOBS:
		return daemon_jobs(args);
	case CMD_CANCEL:
		return daemon_cancel(args);
	case CMD_ACK:
		return daemon_ack(args);
	case CMD_BATCH:
		return batch_durable_command(args);
	case CMD_WATCH:
		return daemon_watch(args);
	case CMD_DIAGRAM:
		return diagram_command(args);
	case CMD_CHECK:
		return check_command(args);
	case CMD_SHOW:
		return show_command(args);
	case CMD_STORE:
		return store_command(args);
	case CMD_NONE:
	case CMD_HELP:
	case CMD_ASK:
	case CMD_ALL:
		break;
	}
	options_help(stdout,
	             args->operand != NULL ? options_command(args->operand)->command : CMD_NONE);
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
