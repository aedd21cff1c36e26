/* SPDX-License-Identifier: MIT
 * text.h - a record as a line of text, for export and import (docs/store.md).
 *
 * Threads   values.
 */
#ifndef ENGINE_STORE_TEXT_H
#define ENGINE_STORE_TEXT_H

#include "engine/base/err.h"
#include "engine/base/strbuf.h"
#include "engine/store/fact_record.h"

enum { STORE_LINE_MAX = 4 * PACKED_MAX }; /* bytes of a line, the NUL included */

/* packed_to_text adds a sound record, without a newline. */
void packed_to_text(uint64_t hash, const fact_record_t *record, strbuf_t *out);

/* packed_from_text reads one; complains of what is none. */
err_t packed_from_text(const char *text, fact_record_bytes_t *out, errinfo_t *why);

#endif
