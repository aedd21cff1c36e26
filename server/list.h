/* SPDX-License-Identifier: MIT
 * list.h - a circular doubly linked list whose links are members of its entries. An entry leaves
 * its list in O(1), and need not know which list that is.
 *
 * Ownership a list owns nothing.
 * Threads   the loop thread.
 * Invariant a link that is in no list points to itself.
 */
#ifndef SERVER_LIST_H
#define SERVER_LIST_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct link {
	struct link *next, *previous;
} link_t;

/* LIST_ENTRY returns the structure of `type` that has `link` as its `member`. */
#define LIST_ENTRY(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

static inline void list_init(link_t *list)
{
	list->next = list->previous = list;
}

static inline bool list_empty(const link_t *list)
{
	return list->next == list;
}

/* list_add appends the link, which must be in no list. */
static inline void list_add(link_t *list, link_t *link)
{
	assert(link->next == link && link->previous == link);
	link->previous = list->previous;
	link->next = list;
	list->previous->next = link;
	list->previous = link;
}

/* list_drop takes a link out of its list; it does nothing with a link that is in none. */
static inline void list_drop(link_t *link)
{
	assert(link->previous->next == link && link->next->previous == link);
	link->previous->next = link->next;
	link->next->previous = link->previous;
	list_init(link);
}

/* list_take moves all links of `from` to the list `to`, which it initialises. */
static inline void list_take(link_t *to, link_t *from)
{
	list_init(to);
	if (list_empty(from))
		return;
	*to = *from;
	to->next->previous = to;
	to->previous->next = to;
	list_init(from);
}

#endif
