/* SPDX-License-Identifier: MIT
 * arrays.h - which arrays the header of a network's weights has (tools/train/header.py).
 *
 * NETWORK_ARRAYS calls the macro `each` with the name and the length of each of them: `prefix` is
 * that of the names, and a point of the board has so many states.
 */
#ifndef TOOLS_TRAIN_ARRAYS_H
#define TOOLS_TRAIN_ARRAYS_H

/* clang-format off */
#define NETWORK_ARRAYS(each, prefix, states)    \
	each(prefix##_first, 9 * (states) * 16) \
	each(prefix##_first_bias, 16)           \
	each(prefix##_next, 7 * 16 * 9 * 16)    \
	each(prefix##_next_bias, 7 * 16)        \
	each(prefix##_out, 16)                  \
	each(prefix##_pool, 32 * 2 * 16)        \
	each(prefix##_pool_bias, 32)            \
	each(prefix##_limit, 2 * 32)            \
	each(prefix##_limit_bias, 2)
/* clang-format on */

#endif
