/* SPDX-License-Identifier: MIT
 * codec_whole.c - see codec_whole.h. */
#include "protocol/codec_whole.h"

#include "protocol/scan.h"

err_t codec_decode_whole(codec_t *codec, const uint8_t *data, size_t length, size_t most,
                         const char *name, node_t *root, errinfo_t *why)
{
	scan_limits_t limits = scan_request_limits;
	scan_t scan;

	limits.messages_only = false;
	limits.bytes_max = most;
	scan_begin(&scan, &limits);
	if (scan_feed(&scan, data, length) != SCAN_WHOLE || scan.taken != length)
		return err_fail(why, ERR_FRAME, "no map of MessagePack");
	return codec_decode(codec, data, length, name, root, why);
}
