/* SPDX-License-Identifier: MIT
 * turns.c - a handle whose server has no thread of its own; link.c gives the server its turns.
 */
#include "clients/c/turns.h"

#include "clients/c/handle.h"

void turns_set(tesuji_t *t, int (*turn)(void *turner, int *fd), void *turner)
{
	t->turn = turn;
	t->turner = turner;
}
