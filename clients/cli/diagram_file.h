/* SPDX-License-Identifier: MIT
 * diagram_file.h - a diagram as an image in a file. */
#ifndef CLIENTS_CLI_DIAGRAM_FILE_H
#define CLIENTS_CLI_DIAGRAM_FILE_H

#include "clients/cli/diagram.h"
#include "clients/cli/exits.h"

/* diagram_save writes the SVG to `path`, "-" being standard output. On failure it
 * has complained and returns the exit code; EXIT_PROVEN (0) otherwise. */
exit_t diagram_save(const char *path, const diagram_t *d);

#endif
