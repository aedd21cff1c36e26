/* SPDX-License-Identifier: MIT
 * sgf.h - reads SGF: each game tree of a file is a problem.
 *
 * Threads   any.
 * Errors    each game that cannot be read is a fault, and so is text between games.
 */
#ifndef CLIENTS_COLLECTION_SGF_H
#define CLIENTS_COLLECTION_SGF_H

#include "clients/collection/reader.h"
#include "protocol/sgf.h"

/* collection_sgf_query returns what is wanted of a record that begins `base` bytes into its
 * file. */
sgf_query_t collection_sgf_query(const reader_t *r, const char *game, size_t base);

bool collection_sgf_looks(const char *text, size_t length);
void collection_sgf_read(reader_t *r);

#endif
