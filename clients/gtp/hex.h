/* SPDX-License-Identifier: MIT
 * hex.h - the Hex engine: commands of GTP as HexGui gives them.
 *
 * Black joins the first row with the last, white the first column with the last; "a1" is the top
 * left. The move swap-pieces is taken as white's first: it removes the black stone and puts a white
 * one on the point mirrored in the main diagonal. The engine itself does not swap.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    as gtp_serve.
 */
#ifndef CLIENTS_GTP_HEX_H
#define CLIENTS_GTP_HEX_H

#include "clients/gtp/ask.h"
#include "clients/gtp/gtp.h"

/* hex_serve answers commands on the standard streams. The connection must not be one by turns
 * (service_place_t.lasts). */
gtp_end_t hex_serve(tesuji_t *daemon, const ask_limits_t *limits, unsigned workers);

#endif
