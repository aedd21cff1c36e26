/* SPDX-License-Identifier: MIT
 * bearers_turns.h - which token the daemon is asked about next, and which upstream is opened.
 *
 * Threads   the loop's.
 * Errors    those who wait are answered with them.
 */
#ifndef CLIENTS_HTTP_BEARERS_TURNS_H
#define CLIENTS_HTTP_BEARERS_TURNS_H

#include "clients/http/bearers_list.h"

/* bearers_go_on asks about the tokens whose turn it is, opens the upstreams of those that are good,
 * and comes again when the first of those may be tried that had to wait. It is called whenever one
 * of these has gone on. */
void bearers_go_on(bearers_t *b);

#endif
