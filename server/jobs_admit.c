/* SPDX-License-Identifier: MIT
 * jobs_admit.c - may a job be submitted? What a connection, a peer and the server may have in
 * flight, in this order, since the first that is exhausted is what the client can do most about.
 *
 * Of an operator on the control socket only the server's own bound is asked, and that has a
 * reserve: somebody who wants to see what is wrong may have to try a job. */
#include "server/jobs_admit.h"

#include <assert.h>

#include "protocol/limits.h"

/* retry_after returns about when a place is free for all who were told to come
 * back, with `sharing` jobs in flight where they wait. */
static uint64_t retry_after(jobs_t *jobs, unsigned sharing)
{
	double wait_ms;

	assert(sharing > 0);
	jobs->refused++;
	wait_ms = jobs->mean_ms * jobs->refused / sharing;
	return wait_ms < RETRY_LEAST_MS  ? RETRY_LEAST_MS
	       : wait_ms > RETRY_MOST_MS ? RETRY_MOST_MS
	                                 : (uint64_t)wait_ms;
}

err_t jobs_admit_table(jobs_t *jobs, const conn_t *conn, uint64_t bytes, uint64_t most,
                       uint64_t *retry_ms, errinfo_t *why)
{
	const peer_t *peer = conn->peer;
	const uint64_t alone = peers_most(peer, 0, 0, most);
	const uint64_t share = peers_most(peer, peer->table_bytes, jobs->table_bytes, most);
	bool own;

	if (bytes == 0)
		return ERR_OK;
	if (bytes > alone)
		return err_at(why, ERR_RANGE, "params.limits.table_bytes",
		              "%llu is above the %llu that one peer "
		              "may have of this server's %llu (max_job_table_mib, peer_share)",
		              (unsigned long long)bytes, (unsigned long long)alone,
		              (unsigned long long)most);
	own = bytes > share || peer->table_bytes > share - bytes;
	if (!own && jobs->table_bytes <= most - bytes)
		return ERR_OK;
	*retry_ms = retry_after(jobs, jobs->active_count);
	if (!own)
		return err_at(why, ERR_BUSY, "params.limits.table_bytes",
		              "jobs in flight have %llu of this "
		              "server's %llu",
		              (unsigned long long)jobs->table_bytes, (unsigned long long)most);
	return err_at(why, ERR_BUSY, "params.limits.table_bytes",
	              "jobs of %s have %llu, its share is %llu of "
	              "this server's %llu (max_job_table_mib, peer_share)",
	              peer->text, (unsigned long long)peer->table_bytes, (unsigned long long)share,
	              (unsigned long long)most);
}

err_t jobs_admit(jobs_t *jobs, const conn_t *conn, uint64_t *retry_ms, errinfo_t *why)
{
	const unsigned most = jobs->max_jobs + (conn->place == PLACE_CONTROL ? CONTROL_JOBS : 0);
	const peer_t *peer = conn->peer;

	if (conn->jobs >= jobs->max_jobs_per_connection) {
		*retry_ms = retry_after(jobs, conn->jobs);
		return err_fail(why, ERR_BUSY, "%u jobs of this connection are in flight already",
		                jobs->max_jobs_per_connection);
	}
	if (jobs->active_count >= most) {
		*retry_ms = retry_after(jobs, jobs->active_count);
		return err_fail(why, ERR_BUSY, "%u jobs of this server are in flight already",
		                most);
	}
	if (peer->jobs < peers_most(peer, peer->jobs, jobs->active_count, most))
		return ERR_OK;
	*retry_ms = retry_after(jobs, peer->jobs);
	return err_fail(why, ERR_BUSY,
	                "%u jobs of %s are in flight already, its share of this server's %u "
	                "(max_jobs, peer_share): wait, or cancel some",
	                peer->jobs, peer->text, most);
}
