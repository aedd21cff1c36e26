/* SPDX-License-Identifier: MIT
 * certificate.h - fetches the certificate of a job, and writes it to a file.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    certificate_save writes them to stderr, and returns the exit code.
 */
#ifndef CLIENTS_CLI_CERTIFICATE_H
#define CLIENTS_CLI_CERTIFICATE_H

#include "clients/c/tesuji_proof.h"
#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "clients/cli/session.h"

/* How a certificate is waited for. */
typedef struct {
	tesuji_making_t *making; /* limits, and how far it is; NULL: the default ones */
	int (*put)(void *to, const void *bytes, size_t length); /* takes the pieces; 0: go on */
	void *to;
	void (*tick)(void *context); /* called some times a second; NULL: nobody */
	void *context;
} certificate_wait_t;

/* certificate_fetch fetches the certificate of a job, and waits until it is made; a daemon that
 * makes others is asked again, until a signal comes (interrupt.h). Returns what tesuji_certify
 * returned last, and tells nothing. */
int certificate_fetch(const session_t *session, uint64_t job, const certificate_wait_t *wait);

/* certificate_save fetches the proof or denial of the report and writes it to args->certificate
 * ("-": the standard output). If that fails, a file that was there stays. Making a certificate
 * may take as long (args->time_ms) and search as many nodes as the job did; a terminal sees
 * progress, and Ctrl-C ends it. If the report has no verdict, that is said and nothing written.
 * Returns EXIT_PROVEN, or the exit code after a complaint: EXIT_LIMIT if a limit ended the
 * making. */
exit_t certificate_save(const session_t *session, const tesuji_report_t *report,
                        const args_t *args);

#endif
