/* SPDX-License-Identifier: MIT
 * complain.h - tells errors: one line on stderr, which begins with "tesuji: ". Any thread.
 */
#ifndef CLIENTS_CLI_COMPLAIN_H
#define CLIENTS_CLI_COMPLAIN_H

void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* complain_clean replaces control characters by '?', for a text from outside that goes to a
 * terminal. */
void complain_clean(char *text);

#endif
