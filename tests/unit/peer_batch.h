/* SPDX-License-Identifier: MIT
 * peer_batch.h - the answer to batch.watch, for tests that play a daemon. */
#ifndef TESTS_UNIT_PEER_BATCH_H
#define TESTS_UNIT_PEER_BATCH_H

#include "protocol/msg_batch.h"
#include "protocol/rpc.h"

/* batch_results answers with the state of a batch of nine jobs, eight of which have ended, and so
 * many results. */
static inline wirebuf_t batch_results(uint32_t msgid, msg_batch_state_t state, uint32_t count)
{
	const msg_done_t done = {.job = 7, .state = MSG_DONE, .value = MSG_PROVEN, .best = "A1"};
	const msg_batch_results_t msg = {
	        .status = {.batch = 5, .state = state, .jobs = 9, .ended = 8}, .count = count};
	wirebuf_t out;

	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_response(&out, msgid);
	msg_batch_results_open(&out, &msg);
	for (uint32_t i = 0; i < count; i++)
		msg_done_write(&out, &done);
	return out;
}

#endif
