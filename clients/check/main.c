/* SPDX-License-Identifier: MIT
 * main.c - tesuji-check: checks a certificate. It consists of the checker alone, without engine,
 * daemon or library, for users who want to trust as little code as possible. Exit codes are
 * those of tesuji (clients/cli/exits.h).
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "clients/check/front.h"
#include "engine/base/version.h"

static const char usage[] =
        "Usage: tesuji-check [OPTION...] FILE\n"
        "\n"
        "Replay a certificate, a file that proves or denies a claim about a board game, by\n"
        "rules of its own. FILE is a certificate, \"-\" the standard input.\n"
        "\n"
        "  --exhaustive  try every legal reply everywhere; else those that cannot matter are\n"
        "                left out\n"
        "  --expect CLAIM  proven, denied, denied:ORDER|absolute, denied-within:N\n"
        "  --json        the answer as one JSON object\n"
        "  --max-positions N  look at N positions at most (default: by the size of the\n"
        "                file); 0 = no limit\n"
        "  --time S      give up after S seconds; 0 = never (default)\n"
        "  --quiet       no progress\n"
        "  --help        this text (-h)\n"
        "  --version     the version\n"
        "\n"
        "Exit status\n"
        "  0   the file proves, or denies, what it claims to\n"
        "  1   it does not\n"
        "  3   not decided within a limit\n"
        "  4   it does, but that is not what --expect names\n"
        "  64  wrong use; 65 the file is no certificate; 66 no such file; 71 out of memory;\n"
        "  74  reading or writing failed\n";

__attribute__((format(printf, 1, 2))) static exit_t misused(const char *format, ...)
{
	va_list args;

	(void)fputs("tesuji-check: ", stderr);
	va_start(args, format);
	(void)vfprintf(stderr, format, args);
	va_end(args);
	(void)fputs("; see tesuji-check --help\n", stderr);
	return EXIT_USAGE;
}

/* finished flushes stdout. Returns `code`, or the code for an error of writing. */
static exit_t finished(exit_t code)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	perror("tesuji-check: standard output");
	return EXIT_INPUT_OUTPUT;
}

/* take reads one word of the command line. Returns false if the program is to end with *code. */
static bool take(const char *word, front_t *front, exit_t *code)
{
	*code = EXIT_PROVEN;
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
		(void)fputs(usage, stdout);
		return false;
	}
	if (strcmp(word, "--version") == 0) {
		printf("tesuji-check %s\n", TESUJI_VERSION);
		return false;
	}
	if (strcmp(word, "--exhaustive") == 0) {
		front->options.exhaustive = true;
		return true;
	}
	if (strcmp(word, "--json") == 0 || strcmp(word, "--quiet") == 0) {
		*(word[2] == 'j' ? &front->json : &front->quiet) = true;
		return true;
	}
	if (word[0] == '-' && word[1] != '\0')
		*code = misused("%s is no option", word);
	else if (front->path != NULL)
		*code = misused("one file at a time");
	front->path = word;
	return *code == EXIT_PROVEN;
}

/* read_number reads a whole number of at most 15 digits. */
static bool read_number(const char *text, uint64_t *out)
{
	enum { DIGITS_MOST = 15 };
	const size_t digits = strspn(text, "0123456789");

	*out = 0;
	if (digits == 0 || digits > DIGITS_MOST || text[digits] != '\0')
		return false;
	for (; *text != '\0'; text++)
		*out = *out * 10 + (uint64_t)(*text - '0');
	return true;
}

/* The options that have a value. */
typedef enum { VALUE_EXPECT, VALUE_POSITIONS, VALUE_TIME, VALUES } option_t;

/* find_value returns which option a word is, or VALUES for none. *text is what follows its '=',
 * or NULL if there is none. */
static option_t find_value(const char *word, const char **text)
{
	static const char *const names[VALUES] = {"--expect", "--max-positions", "--time"};

	for (unsigned i = 0; i < VALUES; i++) {
		const size_t length = strlen(names[i]);

		if (strncmp(word, names[i], length) != 0 ||
		    (word[length] != '\0' && word[length] != '='))
			continue;
		*text = word[length] == '=' ? &word[length + 1] : NULL;
		return (option_t)i;
	}
	*text = NULL;
	return VALUES;
}

/* set_value reads the value of an option. Returns false if it makes no sense. */
static bool set_value(option_t option, const char *text, front_t *front)
{
	enum { MS = 1000 };
	uint64_t number;

	if (option == VALUE_EXPECT)
		return front_expect(text, &front->expect);
	if (!read_number(text, &number))
		return false;
	if (option == VALUE_POSITIONS)
		front->options.most = number > 0 ? number : CHECK_NO_LIMIT;
	else
		front->time_ms = number * MS;
	return true;
}

/* take_value reads an option and its value, which is in the same word or in the next one,
 * `next`. Returns how many words it took. Returns 0 if the word is no such option, or with *code
 * set if the value is wrong. */
static int take_value(const char *word, const char *next, front_t *front, exit_t *code)
{
	const char *text;
	const option_t option = find_value(word, &text);
	const char *value = text != NULL ? text : next;

	*code = EXIT_PROVEN;
	if (option == VALUES)
		return 0;
	if (value != NULL && set_value(option, value, front))
		return text != NULL ? 1 : 2;
	if (text != NULL)
		*code = misused("%s makes no sense", word);
	else
		*code = misused("%s %s makes no sense", word, value != NULL ? value : "at the end");
	return 0;
}

int main(int argc, char **argv)
{
	front_t front = {.draw = front_draw};
	errinfo_t why;
	exit_t code;

	for (int i = 1, words; i < argc; i += words) {
		words = take_value(argv[i], argv[i + 1], &front, &code);
		if (words == 0 && (code != EXIT_PROVEN || !take(argv[i], &front, &code)))
			return (int)finished(code);
		if (words == 0)
			words = 1;
	}
	if (front.path == NULL)
		return (int)misused("which file?");
	code = front_check(&front, &why);
	if (code >= EXIT_LIMIT)
		(void)fprintf(stderr, "tesuji-check: %s: %s\n", front.path, why.text);
	return (int)finished(code);
}
