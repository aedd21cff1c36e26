/* SPDX-License-Identifier: MIT
 * verdict.h - the three values of a search: 1 proven, 0 disproven at any depth,
 * one half neither yet. 1 and 0 are facts; one half is only "not yet". */
#ifndef ENGINE_BASE_VERDICT_H
#define ENGINE_BASE_VERDICT_H

typedef enum {
	VALUE_DISPROVEN = 0, /* 0 */
	VALUE_UNDECIDED = 1, /* one half */
	VALUE_PROVEN = 2,    /* 1 */
} value_t;

#endif
