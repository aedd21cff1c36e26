/* SPDX-License-Identifier: MIT
 * certificate.h - writes the certificate of a job to a file.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_CERTIFICATE_H
#define CLIENTS_CLI_CERTIFICATE_H

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/session.h"

/* certificate_save fetches the proof or denial of the report and writes it to args->certificate
 * ("-": the standard output). If that fails, a file that was there stays. Making a certificate
 * may take as long (args->time_ms) and search as many nodes as the job did; a terminal sees
 * progress, and Ctrl-C ends it. If the report has no verdict, that is said and nothing written.
 * Returns EXIT_PROVEN, or the exit code after a complaint: EXIT_LIMIT if a limit ended the
 * making. */
exit_t certificate_save(const session_t *session, const tesuji_report_t *report,
                        const args_t *args);

#endif
