/* SPDX-License-Identifier: MIT
 * psq.h - reads games of Gomoku as Piskvork saves them (PSQ): the position after the last move.
 *
 * Threads   any.
 * Errors    each game with a move that cannot be is a fault.
 * Source    https://gomocup.org/, the files of its tournaments
 */
#ifndef CLIENTS_COLLECTION_PSQ_H
#define CLIENTS_COLLECTION_PSQ_H

#include "clients/collection/reader.h"

bool collection_psq_looks(const char *text, size_t length);
void collection_psq_read(reader_t *r);

#endif
