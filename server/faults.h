/* SPDX-License-Identifier: MIT
 * faults.h - logs work that failed a check of its own (engine/solve/fault.c).
 *
 * Threads   faults_post: any thread. The loop thread writes the log lines.
 * Errors    without memory the question is not logged; the job that failed is.
 */
#ifndef SERVER_FAULTS_H
#define SERVER_FAULTS_H

#include "engine/solve/solver.h"
#include "server/bridge.h"

/* faults_post copies what is known of the fault and has the loop log it. */
void faults_post(bridge_t *bridge, const solver_fault_t *fault);

#endif
