/* SPDX-License-Identifier: MIT
 * loop_request.h - requests out of choices, for loop_time.c. */
#ifndef TESTS_BENCH_LOOP_REQUEST_H
#define TESTS_BENCH_LOOP_REQUEST_H

#include "protocol/codec.h"
#include "protocol/methods.h"

enum { CHOICES = 96 };

typedef struct {
	uint32_t choice[CHOICES];
	unsigned at, used; /* the next one; most that a request has taken */
} choices_t;

/* loop_request writes the request that the choices make. loop_request_tell prints it, shortened. */
void loop_request(method_t method, choices_t *c, uint32_t msgid, wirebuf_t *out);
void loop_request_tell(method_t method, choices_t *c);

#endif
