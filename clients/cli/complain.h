/* SPDX-License-Identifier: MIT
 * complain.h - the one way the command reports what went wrong: one line on
 * stderr, "tesuji: " before it. */
#ifndef CLIENTS_CLI_COMPLAIN_H
#define CLIENTS_CLI_COMPLAIN_H

void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* complain_clean shows control characters of a stranger's text as '?', before
 * it goes to a terminal. */
void complain_clean(char *text);

#endif
