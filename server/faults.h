/* SPDX-License-Identifier: MIT
 * faults.h - telling the operator of work that failed a check of its own (engine/solve/fault.c).
 *
 * Threads   faults_post: any thread. The log lines are written by the loop.
 * Errors    without memory the question is not told; the job that failed is.
 */
#ifndef SERVER_FAULTS_H
#define SERVER_FAULTS_H

#include "engine/solve/solver.h"
#include "server/bridge.h"

/* faults_post has the loop write what failed. */
void faults_post(bridge_t *bridge, const solver_fault_t *fault);

#endif
