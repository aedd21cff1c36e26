/* SPDX-License-Identifier: MIT
 * diagram_file.h - writes a diagram as an image file. Main thread.
 */
#ifndef CLIENTS_CLI_DIAGRAM_FILE_H
#define CLIENTS_CLI_DIAGRAM_FILE_H

#include "clients/diagram/diagram.h"
#include "clients/cli/exits.h"

/* diagram_save writes the SVG to `path` ("-": the standard output). Returns EXIT_PROVEN (0), or
 * the exit code after a complaint. */
exit_t diagram_save(const char *path, const diagram_t *d);

#endif
