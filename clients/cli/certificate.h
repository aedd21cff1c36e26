/* SPDX-License-Identifier: MIT
 * certificate.h - the certificate of a job into a file. */
#ifndef CLIENTS_CLI_CERTIFICATE_H
#define CLIENTS_CLI_CERTIFICATE_H

#include "clients/cli/exits.h"
#include "clients/cli/session.h"

/* certificate_save fetches the proof or denial that the report is about and writes it to `path`,
 * "-" the standard output; a file that is there stays if that fails. If nothing is decided it says
 * so and writes nothing. EXIT_PROVEN, or the exit code after a complaint. */
exit_t certificate_save(const session_t *session, const tesuji_report_t *report, const char *path);

#endif
