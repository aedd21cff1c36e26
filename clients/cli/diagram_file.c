/* SPDX-License-Identifier: MIT
 * diagram_file.c - see diagram_file.h.
 */
#include "clients/cli/diagram_file.h"

#include "clients/cli/complain.h"
#include "clients/cli/output.h"

exit_t diagram_save(const char *path, const diagram_t *d)
{
	char why[DIAGRAM_WHY_BYTES];
	output_t out;
	exit_t code = output_open(&out, path);

	if (code != EXIT_PROVEN)
		return code;
	if (!diagram_svg(out.to, d, why)) {
		complain("no diagram: %s", why);
		code = EXIT_BAD_INPUT;
	}
	return output_close(&out, code);
}
