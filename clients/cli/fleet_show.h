/* SPDX-License-Identifier: MIT
 * fleet_show.h - writes what a daemon tells of its fleet: a table for people, or JSON.
 *
 * Ownership everything is the caller's.
 * Threads   any.
 * Errors    those of the stream: the caller asks ferror().
 */
#ifndef CLIENTS_CLI_FLEET_SHOW_H
#define CLIENTS_CLI_FLEET_SHOW_H

#include <stdint.h>
#include <stdio.h>

#include "clients/c/tesuji_fleet.h"
#include "clients/cli/json.h"

/* What the daemon told, and when: by the monotonic clock. */
typedef struct {
	tesuji_fleet_t fleet;
	int64_t at_ms;
} fleet_look_t;

/* Both show what `now` tells, and rates from what has happened since `before`. `where` is the
 * daemon's address. fleet_show_json writes one line. */
void fleet_show_print(FILE *out, const fleet_look_t *before, const fleet_look_t *now,
                      const char *where);
void fleet_show_json(FILE *out, const fleet_look_t *before, const fleet_look_t *now,
                     const char *where);

/* fleet_show_members writes the fields of a fleet, of its counts and its members, into an open
 * object. */
void fleet_show_members(json_t *j, const tesuji_fleet_t *fleet);

/* fleet_show_role says in words what a daemon does in its fleet; `role` as in tesuji_fleet_t. */
const char *fleet_show_role(const char *role);

#endif
