/* SPDX-License-Identifier: MIT
 * weights.h - reads the weights of a network from a file of the form of net_weights.h into the
 * variables of tools/train/variable, so that a program can search with any network.
 *
 * Threads   weights_read: before any search.
 */
#ifndef TOOLS_TRAIN_WEIGHTS_H
#define TOOLS_TRAIN_WEIGHTS_H

#include <stdbool.h>

/* weights_read returns false if the file cannot be read, or lacks an array, or has one of another
 * length; some variables may have been written by then. */
bool weights_read(const char *path);

#endif
