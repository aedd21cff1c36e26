/* SPDX-License-Identifier: MIT
 * conf_args.h - the command line of tesujid.
 *
 * Ownership the file name in conf_command_t points into argv.
 * Threads   any thread, with a conf_t of its own.
 */
#ifndef SERVER_CONF_ARGS_H
#define SERVER_CONF_ARGS_H

#include "server/conf.h"

/* conf_args_read reads the action and --config from the command line and ignores the settings in
 * it. ERR_SYNTAX: a word is no option. ERR_MISSING: an option has no value. */
err_t conf_args_read(int argc, char *const *argv, conf_command_t *out, errinfo_t *why);

/* conf_args_apply applies the settings of the command line to *conf. It stops at the first that
 * is wrong, which *why names. */
err_t conf_args_apply(conf_t *conf, int argc, char *const *argv, errinfo_t *why);

#endif
