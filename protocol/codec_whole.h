/* SPDX-License-Identifier: MIT
 * codec_whole.h - decodes a value that stands alone, and comes from no connection: of a file, or of
 * another daemon.
 *
 * Ownership and threads as in codec.h.
 */
#ifndef PROTOCOL_CODEC_WHOLE_H
#define PROTOCOL_CODEC_WHOLE_H

#include "protocol/codec.h"

/* codec_decode_whole scans bytes, which may be anything, and decodes them as codec_decode does.
 * They should be one value, of `most` bytes at most. ERR_FRAME: they are not; ERR_NOMEM. */
err_t codec_decode_whole(codec_t *codec, const uint8_t *data, size_t length, size_t most,
                         const char *name, node_t *root, errinfo_t *why);

#endif
