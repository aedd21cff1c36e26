/* SPDX-License-Identifier: MIT
 * queue.c - a singly linked list with its tail. Removing walks it all: only a job
 * that ends while it waits does that. */
#include "engine/solve/queue.h"

#include <stddef.h>

void queue_put(queue_t *q, task_t *t)
{
	t->next = NULL;
	if (q->tail != NULL)
		q->tail->next = t;
	else
		q->head = t;
	q->tail = t;
}

task_t *queue_take(queue_t *q)
{
	task_t *t = q->head;

	if (t == NULL)
		return NULL;
	q->head = t->next;
	if (q->head == NULL)
		q->tail = NULL;
	return t;
}

void queue_remove(queue_t *q, task_t *t)
{
	queue_t rest = {NULL, NULL};

	for (task_t *i; (i = queue_take(q)) != NULL;)
		if (i != t)
			queue_put(&rest, i);
	*q = rest;
}
