/* SPDX-License-Identifier: MIT
 * exits.h - the exit codes of the command; 64 and up follow sysexits.h. */
#ifndef CLIENTS_CLI_EXITS_H
#define CLIENTS_CLI_EXITS_H

/* Of a collection: 0 if all are proven, or sound and unique; else the code of the first of these
 * that it has: one that failed (70), faults of files or refused problems (65), problems that are
 * undecided or open (2), disproven or unsound (1), with another solution than the one told (6),
 * cooked (5). What ends it early counts before that: 69, 71, 74, 130. */
#define EXIT_TABLE(X)                                                                             \
	X(EXIT_PROVEN, 0, "proven, of a collection all (and: done, where none decides)")          \
	X(EXIT_DISPROVEN, 1, "disproven, or one at least (and: a rejected certificate or store)") \
	X(EXIT_UNDECIDED, 2, "not decided within the limits, or one at least")                    \
	X(EXIT_LIMIT, 3, "a limit ended the checking or making of a certificate")                 \
	X(EXIT_OTHER_CLAIM, 4, "a certificate is good, but not of the claim expected")            \
	X(EXIT_COOKED, 5, "a problem is sound, but several first moves work")                     \
	X(EXIT_OTHER_SOLUTION, 6, "a problem is sound, but its solution does not work")           \
	X(EXIT_USAGE, 64, "wrong use of the command or a limit out of range")                     \
	X(EXIT_BAD_INPUT, 65, "a file, position, goal or job number that makes no sense")         \
	X(EXIT_NO_FILE, 66, "no such file")                                                       \
	X(EXIT_NO_SERVER, 69, "the daemon cannot be reached, refuses, is gone, or in no fleet")   \
	X(EXIT_INTERNAL, 70, "a fault in tesuji itself")                                          \
	X(EXIT_NO_MEMORY, 71, "out of memory")                                                    \
	X(EXIT_INPUT_OUTPUT, 74, "reading or writing failed")                                     \
	X(EXIT_INTERRUPTED, 130, "interrupted (Ctrl-C); 143 by SIGTERM")

#define EXIT_ROW(constant, number, text) constant = (number),
typedef enum { EXIT_TABLE(EXIT_ROW) } exit_t;
#undef EXIT_ROW

#endif
