/* SPDX-License-Identifier: MIT
 * certificate.h - the certificate of a job into a file. */
#ifndef CLIENTS_CLI_CERTIFICATE_H
#define CLIENTS_CLI_CERTIFICATE_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/session.h"

/* certificate_save fetches the proof or denial that the report is about and writes it to
 * args->certificate, "-" the standard output; a file that is there stays if that fails. It may take
 * as long as the search, args->time_ms, and search as many nodes; a terminal sees how far it is,
 * and Ctrl-C ends it. If nothing is decided it says so and writes nothing. EXIT_PROVEN, or the exit
 * code after a complaint: EXIT_LIMIT if a limit ended the making. */
exit_t certificate_save(const session_t *session, const tesuji_report_t *report,
                        const args_t *args);

#endif
