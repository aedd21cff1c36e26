/* SPDX-License-Identifier: MIT
 * diagram_file.c - a diagram as an image in a file. */
#include "clients/cli/diagram_file.h"

#include <errno.h>
#include <string.h>

#include "clients/cli/args.h"
#include "clients/cli/complain.h"

exit_t diagram_save(const char *path, const diagram_t *d)
{
	char why[DIAGRAM_WHY_BYTES];
	bool to_stdout = args_is_standard(path);
	FILE *out = to_stdout ? stdout : fopen(path, "w");
	int error = errno;
	bool drawn, failed;

	if (out == NULL) {
		complain("%s: %s", path, strerror(error));
		return EXIT_INPUT_OUTPUT;
	}
	drawn = diagram_svg(out, d, why);
	errno = 0;
	failed = fflush(out) != 0 || ferror(out);
	error = errno;
	if (!to_stdout && fclose(out) != 0)
		failed = true;
	if (failed) {
		complain("%s: %s", to_stdout ? "standard output" : path, strerror(error));
		return EXIT_INPUT_OUTPUT;
	}
	if (!drawn)
		complain("no diagram: %s", why);
	return drawn ? EXIT_PROVEN : EXIT_BAD_INPUT;
}
