/* SPDX-License-Identifier: MIT
 * check.c - `tesuji check`: checks a certificate, as the program tesuji-check does
 * (clients/check), and draws the board as a diagram.
 */
#include "clients/cli/check.h"

#include "clients/check/front.h"
#include "clients/cli/args.h"
#include "clients/cli/complain.h"
#include "clients/cli/proof_file.h"

static void draw(const certificate_header_t *header)
{
	proof_file_draw(header, header->fen[0] != '\0' ? header->fen : header->rows, NULL);
}

exit_t check_command(const args_t *args)
{
	front_t front = {.path = args->operand,
	                 .options = {.exhaustive = args->exhaustive},
	                 .time_ms = args->time_ms > 0 ? (uint64_t)args->time_ms : 0,
	                 .json = args->json,
	                 .quiet = args->quiet,
	                 .draw = draw};
	errinfo_t why;
	exit_t code;

	if (args->max_positions != TESUJI_DEFAULT)
		front.options.most =
		        args->max_positions > 0 ? (uint64_t)args->max_positions : CHECK_NO_LIMIT;
	if (args->expect != NULL && !front_expect(args->expect, &front.expect)) {
		complain("--expect %s: expected proven, denied, denied:ORDER, denied:absolute or "
		         "denied-within:N",
		         args->expect);
		return EXIT_USAGE;
	}
	code = front_check(&front, &why);
	if (code >= EXIT_LIMIT)
		complain("%s: %s", args->operand, why.text);
	return code;
}
