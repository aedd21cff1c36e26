/* SPDX-License-Identifier: MIT
 * weights.h - reads the weights of a network from a file of the form of net_weights.h, or of
 * group_net_weights.h, into the variables of tools/train/variable, so that a program can search
 * with any network.
 *
 * Threads   weights_read: before any search.
 */
#ifndef TOOLS_TRAIN_WEIGHTS_H
#define TOOLS_TRAIN_WEIGHTS_H

#include <stdbool.h>

/* Of which network: that of boards (net.h), or of groups (group_net.h). */
typedef enum { WEIGHTS_BOARDS, WEIGHTS_GROUPS } weights_t;

/* weights_read returns false if the file cannot be read, or lacks an array, or has one of another
 * length; some variables may have been written by then. */
bool weights_read(weights_t which, const char *path);

#endif
