/* SPDX-License-Identifier: MIT
 * renlib.h - reads libraries of RenLib (.lib): trees of moves of Renju and Gomoku on 15x15 points.
 *
 * The marked nodes are the problems, or, where none is marked, the leaves. A problem's line is the
 * number of its node in the file, the first being 1; its id is the node's comment.
 *
 * Threads   any.
 * Errors    a file that breaks off, and nodes that cannot be played, are faults.
 */
#ifndef CLIENTS_COLLECTION_RENLIB_H
#define CLIENTS_COLLECTION_RENLIB_H

#include "clients/collection/reader.h"

bool collection_renlib_looks(const char *text, size_t length);
void collection_renlib_read(reader_t *r);

#endif
