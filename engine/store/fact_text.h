/* SPDX-License-Identifier: MIT
 * fact_text.h - a record as a line of text, for export and import (docs/store.md).
 *
 * Threads   values.
 */
#ifndef ENGINE_STORE_FACT_TEXT_H
#define ENGINE_STORE_FACT_TEXT_H

#include "engine/base/err.h"
#include "engine/base/strbuf.h"
#include "engine/store/fact_record.h"

enum { STORE_LINE_MAX = 4 * PACKED_MAX }; /* bytes of a line, the NUL included */

/* fact_text_write adds a sound record, without a newline. */
void fact_text_write(uint64_t hash, const fact_record_t *record, strbuf_t *out);

/* fact_text_read reads one; an error has the name of the field that is none as its path: hash,
 * numbers, place, board, moves, zone. */
err_t fact_text_read(const char *text, fact_record_bytes_t *out, errinfo_t *why);

#endif
