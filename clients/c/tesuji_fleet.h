/* SPDX-License-Identifier: MIT
 * tesuji_fleet.h - the fleet of daemons that search each other's jobs (docs/fleet.md), as one of
 * them knows it.
 *
 * Numbers are those of the daemon that is asked, since its start. A front hears of workers, a
 * worker of fronts; so to see all of a fleet ask several of its daemons.
 *
 * Ownership as in tesuji.h.
 * Threads   as in tesuji.h.
 * Errors    as in tesuji.h. A daemon that is in no fleet is no error: then is_in is 0.
 */
#ifndef TESUJI_FLEET_H
#define TESUJI_FLEET_H

#include "tesuji.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	TESUJI_MEMBERS_MAX = 64,   /* daemons of a fleet that one of them tells of */
	TESUJI_MEMBER_BYTES = 128, /* room for the name of a daemon in its fleet */
};

/* Another daemon of the fleet, that was heard of. */
typedef struct {
	char name[TESUJI_MEMBER_BYTES];
	char role[TESUJI_NAME_BYTES]; /* "both", "front" (hands jobs out), "worker" (takes them) */
	char version[TESUJI_NAME_BYTES];
	uint64_t places, free;        /* jobs of others that it searches at once; could begin now */
	uint64_t jobs;                /* that it has of the daemon that is asked */
	uint64_t silent_ms;           /* since it was heard of */
	char why[TESUJI_ERROR_BYTES]; /* why it gets no jobs, for people; "": it may get some */
} tesuji_member_t;

/* What a daemon tells of its fleet. Some 30 KB. */
typedef struct {
	int is_in; /* 1: it is in a fleet; 0: it is in none, and nothing else is set */
	char name[TESUJI_MEMBER_BYTES]; /* of the daemon that is asked, and its role */
	char role[TESUJI_NAME_BYTES];
	int is_connected; /* 1: to a broker */

	/* Its own jobs: those that are elsewhere now, and how many were handed out; of these that
	 * ended by a result from there, that were declined, of which nothing was heard any more,
	 * that failed there. */
	uint64_t out, handed_out, settled, declined, lapsed, failed;
	/* Jobs of others: those that are here now, and how many were taken in, and done. */
	uint64_t errands, taken, done;
	uint64_t lost; /* messages, coming or going */
	unsigned members_count;
	tesuji_member_t members[TESUJI_MEMBERS_MAX];
} tesuji_fleet_t;

/* tesuji_fleet asks what the daemon knows of its fleet. */
TESUJI_API int tesuji_fleet(tesuji_t *t, tesuji_fleet_t *out);

#ifdef __cplusplus
}
#endif

#endif
