/* SPDX-License-Identifier: MIT
 * conf_args.c - the command line: the words of argv to an action and settings.
 *
 * getopt_long would want a second table and permutes argv, which a reload reads
 * again; the grammar (--name value, --name=value) is smaller than its set-up.
 * Two passes over the same words: the first finds --config and the action, the
 * second, after the file was read, applies the settings.
 */
#include "server/conf_args.h"

#include <string.h>

/* One word of the command line with its value. */
typedef struct {
	char name[64];
	const char *value; /* NULL = none was given */
} arg_t;

static const struct {
	const char *name;
	conf_action_t action;
	bool takes_file;
} actions[] = {
        {"help", CONF_HELP, false},         {"version", CONF_VERSION, false},
        {"check-config", CONF_CHECK, true}, {"dump-config", CONF_DUMP, false},
        {"config", CONF_SERVE, true},       {"new-token", CONF_NEW_TOKEN, true},
};

enum { ACTIONS = sizeof(actions) / sizeof(actions[0]) };

static int action_find(const char *name)
{
	for (int i = 0; i < ACTIONS; i++)
		if (strcmp(actions[i].name, name) == 0)
			return i;
	return -1;
}

/* arg_next splits the word at argv[*at] and moves *at behind it and its value. */
static err_t arg_next(int argc, char *const *argv, int *at, arg_t *out, errinfo_t *why)
{
	const char *word = argv[*at], *equals;
	size_t length;
	int action;

	if (strncmp(word, "--", 2) != 0 || word[2] == '\0')
		return err_fail(why, ERR_SYNTAX, "'%.64s' is not an option; try --help", word);
	word += 2;
	equals = strchr(word, '=');
	length = equals != NULL ? (size_t)(equals - word) : strlen(word);
	if (length >= sizeof(out->name))
		return err_fail(why, ERR_SYNTAX, "unknown option '--%.64s'", word);
	memcpy(out->name, word, length);
	out->name[length] = '\0';
	out->value = equals != NULL ? equals + 1 : NULL;
	(*at)++;
	action = action_find(out->name);
	if (action >= 0 && !actions[action].takes_file && equals != NULL)
		return err_fail(why, ERR_SYNTAX, "--%s takes no value", out->name);
	if (equals != NULL || (action >= 0 && !actions[action].takes_file))
		return ERR_OK;
	if (*at < argc && (action < 0 || strncmp(argv[*at], "--", 2) != 0))
		out->value = argv[(*at)++];
	if (out->value == NULL && strcmp(out->name, "check-config") != 0)
		return err_fail(why, ERR_MISSING, "--%s needs a value", out->name);
	return ERR_OK;
}

err_t conf_args_read(int argc, char *const *argv, conf_command_t *out, errinfo_t *why)
{
	conf_command_t command = {.action = CONF_SERVE};

	for (int at = 1; at < argc;) {
		arg_t arg;
		err_t err = arg_next(argc, argv, &at, &arg, why);
		int action;

		if (err != ERR_OK)
			return err;
		action = action_find(arg.name);
		if (action < 0)
			continue;
		if (actions[action].action != CONF_SERVE)
			command.action = actions[action].action;
		if (arg.value != NULL)
			command.file = arg.value;
	}
	*out = command;
	return ERR_OK;
}

err_t conf_args_apply(conf_t *conf, int argc, char *const *argv, errinfo_t *why)
{
	for (int at = 1; at < argc;) {
		arg_t arg = {.value = NULL};
		err_t err = arg_next(argc, argv, &at, &arg, why);

		if (err != ERR_OK)
			return err;
		if (action_find(arg.name) >= 0)
			continue;
		err = conf_set(conf, arg.name, arg.value, why);
		if (err != ERR_OK)
			return err_place(why, err, "--");
	}
	return ERR_OK;
}
