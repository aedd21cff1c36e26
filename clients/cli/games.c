/* SPDX-License-Identifier: MIT
 * games.c - `tesuji games`: lists the games and goals, with the options by which the command
 * takes them. The daemon, or its code in this process, says which these are.
 */
#include "clients/cli/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clients/cli/session.h"

static void print_option(const tesuji_option_t *o)
{
	printf("  --option %s=", o->name);
	if (o->words[0] != '\0') {
		for (const char *c = o->words; *c != '\0'; c++)
			putchar(*c == ' ' ? '|' : *c);
	} else if (strcmp(o->kind, "text") == 0) {
		printf("TEXT");
	} else {
		printf("%s", strcmp(o->kind, "size") == 0 ? "WIDTHxHEIGHT or SIDE" : "N");
		printf(", %" PRId64 " to %" PRId64, o->least, o->most);
	}
	if (o->fallback[0] != '\0')
		printf(" (default %s)", o->fallback);
	printf("\n      %s\n", o->help);
}

static void print_game(const tesuji_game_t *game)
{
	char goals[sizeof(game->goals)], *rest = NULL;

	printf("%s\n  %s\n", game->name, game->help);
	strcpy(goals, game->goals);
	for (char *goal = strtok_r(goals, " ", &rest); goal != NULL;
	     goal = strtok_r(NULL, " ", &rest))
		printf("  --goal %s%s\n", goal, goal == goals ? " (default)" : "");
	for (unsigned i = 0; i < game->options_count; i++)
		print_option(&game->options[i]);
}

/* words_json writes words, parted by blanks, as an array. */
static void words_json(json_t *j, const char *key, const char *words)
{
	json_open(j, key, '[');
	for (words += strspn(words, " "); *words != '\0'; words += strspn(words, " ")) {
		char word[TESUJI_NAME_BYTES];
		size_t length = strcspn(words, " ");

		(void)snprintf(word, sizeof(word), "%.*s", (int)length, words);
		json_text(j, NULL, word);
		words += length;
	}
	json_close(j, ']');
}

static void option_json(json_t *j, const tesuji_option_t *o)
{
	bool has_range = o->words[0] == '\0' && o->least >= 0 && o->most >= 0;

	json_open(j, NULL, '{');
	json_text(j, "name", o->name);
	json_text(j, "kind", o->kind);
	if (has_range) {
		json_count(j, "least", (uint64_t)o->least);
		json_count(j, "most", (uint64_t)o->most);
	}
	words_json(j, "words", o->words);
	json_text(j, "default", o->fallback);
	json_text(j, "help", o->help);
	json_close(j, '}');
}

void games_json(json_t *j, const tesuji_info_t *info)
{
	json_open(j, "games", '[');
	for (unsigned i = 0; i < info->games_count; i++) {
		const tesuji_game_t *game = &info->games[i];

		json_open(j, NULL, '{');
		json_text(j, "name", game->name);
		words_json(j, "goals", game->goals);
		json_text(j, "help", game->help);
		json_text(j, "style", game->style);
		json_open(j, "options", '[');
		for (unsigned k = 0; k < game->options_count; k++)
			option_json(j, &game->options[k]);
		json_close(j, ']');
		json_close(j, '}');
	}
	json_close(j, ']');
}

exit_t games_command(const args_t *args)
{
	session_t session;
	tesuji_info_t info;
	json_t j;
	exit_t code = session_open(&session, args, true);

	if (code != EXIT_PROVEN)
		return code;
	if (tesuji_info(session.handle, &info) != TESUJI_OK) {
		code = session_failed(&session);
	} else if (args->json) {
		json_init(&j, stdout);
		json_open(&j, NULL, '{');
		json_text(&j, "server", session.where);
		games_json(&j, &info);
		json_close(&j, '}');
	} else {
		for (unsigned i = 0; i < info.games_count; i++) {
			if (i > 0)
				putchar('\n');
			print_game(&info.games[i]);
		}
	}
	session_close(&session);
	return code;
}
