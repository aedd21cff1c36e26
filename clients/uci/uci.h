/* SPDX-License-Identifier: MIT
 * uci.h - the Universal Chess Interface: an engine that proves mates.
 *
 * Threads   the main thread.
 * Errors    a faulty line is answered by one "info string"; it changes nothing.
 * Source    "Description of the universal chess interface", Meyer-Kahlen 2006.
 */
#ifndef CLIENTS_UCI_UCI_H
#define CLIENTS_UCI_UCI_H

#include <stdint.h>

#include "clients/front/service.h"

enum { UCI_MULTIPV_MOST = 32 };

typedef struct {
	int64_t threads, hash_mib, multipv;
	char server[OPTIONS_TEXT_BYTES], token_file[OPTIONS_TEXT_BYTES];
	service_tls_t tls;
} uci_settings_t;

/* uci_serve talks over the standard streams until "quit", the end of the input or SIGTERM, and
 * returns an exit code. */
int uci_serve(const uci_settings_t *settings);

#endif
