/* SPDX-License-Identifier: MIT
 * tune.h - the option --tune NAME=VALUE of benches: another value for a tuned number.
 *
 * A bench is built twice: PROGRAM, of the libraries that everything else is built of, and
 * tuned/PROGRAM beside it, whose tuned numbers are variables (engine/tuning/tuning.h). */
#ifndef TESTS_BENCH_TUNE_H
#define TESTS_BENCH_TUNE_H

/* tune_args takes each `--tune NAME=VALUE` out of the arguments and sets the number; to be called
 * first in main. `--tune list` prints the table and ends the program: name, value, range, meaning,
 * what it was set on and by which command, with tabs between. PROGRAM becomes tuned/PROGRAM if the
 * option is there. An unknown name, a text that is no number and a value out of range end the
 * program with one line on stderr and exit code 64. */
void tune_args(int *argc, char **argv);

#endif
