/* SPDX-License-Identifier: MIT
 * peer_kept.h - what a daemon says that ends before a durable job does, for tests that play one. */
#ifndef TESTS_UNIT_PEER_KEPT_H
#define TESTS_UNIT_PEER_KEPT_H

#include "protocol/methods.h"
#include "protocol/rpc.h"

static inline wirebuf_t kept_note(uint64_t job)
{
	const msg_kept_t msg = {.job = job, .key = "night"};
	wirebuf_t out;

	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_KEPT);
	msg_kept_write(&out, &msg);
	return out;
}

#endif
