/* SPDX-License-Identifier: MIT
 * check_cmd.c - `tesuji check`: does a certificate prove, or deny, what it claims to?
 *
 * Design    No daemon and no search are asked, nor the engine that found the proof: the checker has
 *           rules of its own. Only what is good, "proven" or "denied", exits with 0. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/args.h"
#include "clients/cli/commands.h"
#include "clients/cli/complain.h"
#include "clients/cli/proof_file.h"

static long read_some(void *from, void *buffer, size_t capacity)
{
	const size_t got = fread(buffer, 1, capacity, from);

	return got == 0 && ferror((FILE *)from) ? -1 : (long)got;
}

static exit_t exit_of(err_t err)
{
	switch (err) {
	case ERR_IO:
		return EXIT_INPUT_OUTPUT;
	case ERR_NOMEM:
		return EXIT_NO_MEMORY;
	default:
		return EXIT_BAD_INPUT;
	}
}

static void report(const check_result_t *result, bool exhaustive)
{
	const bool is_proof = strcmp(result->header.kind, "proof") == 0;
	const certificate_header_t *header = &result->header;

	printf("%s: %s\n\n",
	       !result->proven ? "rejected"
	       : is_proof      ? "proven"
	                       : "denied",
	       result->claim);
	proof_draw(header, header->fen[0] != '\0' ? header->fen : header->rows, NULL);
	if (result->proven)
		printf("\n%" PRIu32 " nodes, replayed on %" PRIu64 " positions%s\n", result->nodes,
		       result->positions,
		       !is_proof    ? ", every legal move"
		       : exhaustive ? ", every legal reply"
		                    : "");
	else
		printf("\nnode %" PRIu32 "%s%s: %s\n", result->node,
		       result->path[0] != '\0' ? ", after " : "", result->path, result->reason);
}

exit_t command_check(const args_t *args)
{
	const bool from_stdin = args_is_standard(args->operand);
	const check_options_t options = {.exhaustive = args->exhaustive};
	check_result_t *result = calloc(1, sizeof(*result));
	FILE *file = from_stdin ? stdin : fopen(args->operand, "rb");
	errinfo_t why;
	exit_t code;
	err_t err;

	if (result == NULL || file == NULL) {
		complain(file == NULL ? "%s: no such file, or it cannot be read" : "%s: no memory",
		         args->operand);
		code = file == NULL ? EXIT_NO_FILE : EXIT_NO_MEMORY;
	} else {
		err = check_stream((certificate_source_t){read_some, file}, &options, result, &why);
		if (err == ERR_OK) {
			report(result, options.exhaustive);
			code = result->proven ? EXIT_PROVEN : EXIT_DISPROVEN;
		} else {
			complain("%s: %s", args->operand, why.text);
			code = exit_of(err);
		}
	}
	if (file != NULL && !from_stdin)
		(void)fclose(file);
	free(result);
	return code;
}
