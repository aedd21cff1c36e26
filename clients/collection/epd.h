/* SPDX-License-Identifier: MIT
 * epd.h - reads chess positions, one a line: EPD with its operations bm, dm and id, and FENs.
 *
 * Threads   any.
 * Errors    each line that cannot be read is a fault.
 * Source    the PGN standard, section 16: EPD,
 *           https://www.chessprogramming.org/Extended_Position_Description
 */
#ifndef CLIENTS_COLLECTION_EPD_H
#define CLIENTS_COLLECTION_EPD_H

#include "clients/collection/reader.h"

bool collection_epd_looks(const char *text, size_t length);
void collection_epd_read(reader_t *r);

#endif
