/* SPDX-License-Identifier: MIT
 * conf_args.h - the command line of tesujid.
 *
 * Ownership what is stored points into argv.
 * Threads   any thread, each with its own conf_t.
 */
#ifndef SERVER_CONF_ARGS_H
#define SERVER_CONF_ARGS_H

#include "server/conf.h"

/* conf_args_read finds the action and --config on the command line, and leaves settings alone.
 * ERR_SYNTAX, ERR_MISSING: a word that is no option, or an option without its value. */
err_t conf_args_read(int argc, char *const *argv, conf_command_t *out, errinfo_t *why);

/* conf_args_apply applies the settings of the command line to *conf, up to the first that is bad.
 */
err_t conf_args_apply(conf_t *conf, int argc, char *const *argv, errinfo_t *why);

#endif
