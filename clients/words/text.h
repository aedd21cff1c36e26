/* SPDX-License-Identifier: MIT
 * text.h - writes numbers for people.
 *
 * Each function writes into a text_t, and returns its characters.
 *
 * Ownership the text_t is the caller's.
 * Threads   any.
 */
#ifndef CLIENTS_WORDS_TEXT_H
#define CLIENTS_WORDS_TEXT_H

#include <stdint.h>

typedef struct {
	char text[32];
} text_t;

const char *text_count(text_t *out, uint64_t n);     /* 1,234,567 */
const char *text_short(text_t *out, uint64_t n);     /* 950, 12.3 k, 3.46 M */
const char *text_duration(text_t *out, double ms);   /* 0.42 ms, 12.3 ms, 4.2 s, 3 min 20 s */
const char *text_bytes(text_t *out, uint64_t bytes); /* 512 B, 64 KiB, 1.5 GiB */

#endif
