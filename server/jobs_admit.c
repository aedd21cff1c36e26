/* SPDX-License-Identifier: MIT
 * jobs_admit.c - whether a job may be submitted: what a connection, a peer and the server may
 * have in flight (peers_admit), and the own tables of the jobs in flight.
 *
 * For an operator on the control socket only the server's bound counts, which is higher there:
 * somebody who wants to find out what is wrong may have to try a job.
 */
#include "server/jobs_admit.h"

#include <assert.h>

/* retry_after returns after how many ms, about, all who were refused will have found a place,
 * where `sharing` jobs in flight stand in their way. */
static uint64_t retry_after(jobs_t *jobs, unsigned sharing)
{
	assert(sharing > 0);
	jobs->refused++;
	return peers_retry(jobs->mean_ms * jobs->refused / sharing);
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
	if (peer->account != NULL && peer->account->most.table_mib > 0 &&
	    peer->table_bytes + bytes > peer->account->most.table_mib << 20)
		return err_at(why, ERR_QUOTA, "params.limits.table_bytes",
		              "jobs of %s have %llu, and it may have %llu MiB: wait, or ask for "
		              "less",
		              peer->text, (unsigned long long)peer->table_bytes,
		              (unsigned long long)peer->account->most.table_mib);
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
	const peer_t *peer = conn->peer;
	const bound_t bound = {
	        .what = "jobs",
	        .doing = "in flight",
	        .settings = "max_jobs, peer_share",
	        .of_conn = conn->jobs + conn->awaited,
	        .most_of_conn = jobs->max_jobs_per_connection,
	        .of_peer = peer->jobs,
	        .used = jobs->active_count,
	        .most = jobs->max_jobs + (conn->place == PLACE_CONTROL ? CONTROL_JOBS : 0),
	        .most_of_account = peer->account != NULL ? peer->account->most.jobs : 0,
	};
	bound_hit_t hit;
	const err_t err = peers_admit(peer, &bound, &hit, why);

	if (err == ERR_OK)
		return ERR_OK;
	*retry_ms = retry_after(jobs, hit == BOUND_OF_CONN     ? conn->jobs + conn->awaited
	                              : hit == BOUND_OF_SERVER ? jobs->active_count
	                                                       : peer->jobs);
	return err;
}
