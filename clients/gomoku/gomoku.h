/* SPDX-License-Identifier: MIT
 * gomoku.h - the protocol of Gomocup and Piskvork: an engine for Gomoku and Renju.
 *
 * Threads   the main thread.
 * Errors    a faulty line is answered by one line "ERROR ..." and changes nothing; an unknown
 *           command by "UNKNOWN ...".
 * Source    "Gomoku AI Protocol", Petr Lastovicka 2000-2016; YXSHOWFORBID and YXNBEST are Yixin's.
 */
#ifndef CLIENTS_GOMOKU_GOMOKU_H
#define CLIENTS_GOMOKU_GOMOKU_H

#include "clients/front/service.h"

/* gomoku_serve talks over the standard streams until "END", the end of the input or SIGTERM, and
 * returns an exit code. */
int gomoku_serve(const service_place_t *place);

#endif
