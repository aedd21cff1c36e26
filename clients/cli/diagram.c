/* SPDX-License-Identifier: MIT
 * diagram.c - `tesuji diagram`.
 *
 * Design     No daemon and no engine are asked: any board is drawn as it is given, even one that no
 *            game could reach. Only what cannot be drawn is refused.
 */
#include "clients/cli/diagram.h"

#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/diagram/diagram.h"
#include "clients/cli/diagram_file.h"
#include "clients/cli/diagram_record.h"
#include "clients/diagram/diagram_renju.h"
#include "clients/cli/source.h"

typedef struct {
	diagram_t diagram;
	diagram_record_t record;
	char moves[TESUJI_LINE_MOVES][TESUJI_POINT_BYTES];
} work_t;

/* usage_check checks which arguments are given together. */
static exit_t usage_check(const args_t *args)
{
	int boards = (args->operand != NULL) + (args->rows != NULL) + (args->fen != NULL);
	const char *wrong = NULL;

	if (boards != 1)
		wrong = "diagram needs one of a FILE, --rows TEXT and --fen FEN";
	else if (args->operand == NULL && args->move != TESUJI_DEFAULT)
		wrong = "--move is for a game record in a FILE";
	else if (args->operand == NULL && args->numbers != 0)
		wrong = "--numbers is for a game record in a FILE";
	else if (args->options[0] != '\0' && strcmp(args->options, "rule=renju") != 0)
		wrong = "--option: the only option of a diagram is rule=renju";
	else if (args->numbers != 0 && args->moves != NULL)
		wrong = "only one of --numbers N and --moves TEXT may be given";
	if (wrong != NULL)
		complain("%s", wrong);
	return wrong == NULL ? EXIT_PROVEN : EXIT_USAGE;
}

static exit_t choose_style(const args_t *args, style_t *out)
{
	const char *name = args->style != NULL                  ? args->style
	                   : args->fen != NULL                  ? "chess"
	                   : diagram_renju_asked(args->options) ? "renju"
	                                                        : "";

	if (!diagram_style_parse(name, out)) {
		complain("--style: '%s' is not go, renju, hex or chess", name);
		return EXIT_USAGE;
	}
	if (args->fen != NULL && *out != STYLE_CHESS) {
		complain("--style: a FEN is drawn in the style chess");
		return EXIT_USAGE;
	}
	if (diagram_renju_asked(args->options) && *out != STYLE_RENJU) {
		complain("--option: rule=renju is for the style renju");
		return EXIT_USAGE;
	}
	return EXIT_PROVEN;
}

/* moves_read splits the text of --moves at blanks and commas. */
static exit_t moves_read(work_t *work, const char *text)
{
	static const char between[] = " \t\n,";
	unsigned count = 0;

	for (text += strspn(text, between); *text != '\0'; text += strspn(text, between)) {
		size_t length = strcspn(text, between);

		if (count == TESUJI_LINE_MOVES || length >= TESUJI_POINT_BYTES) {
			complain(count == TESUJI_LINE_MOVES ? "--moves: more than %d moves"
			                                    : "--moves: a move is longer than %d "
			                                      "letters",
			         count == TESUJI_LINE_MOVES ? TESUJI_LINE_MOVES
			                                    : TESUJI_POINT_BYTES - 1);
			return EXIT_BAD_INPUT;
		}
		memcpy(work->moves[count], text, length);
		work->moves[count++][length] = '\0';
		text += length;
	}
	work->diagram.moves = (const char(*)[TESUJI_POINT_BYTES])work->moves;
	work->diagram.count = count;
	return EXIT_PROVEN;
}

/* record_take makes the diagram of a game record. */
static exit_t record_take(work_t *work, const args_t *args)
{
	diagram_t *d = &work->diagram;
	exit_t code = diagram_record_read(args->operand, args->move, (unsigned)args->numbers,
	                                  args->style != NULL ? &d->style : NULL, &work->record);

	if (code != EXIT_PROVEN)
		return code;
	d->style = work->record.style;
	d->rows = work->record.rows;
	d->moves = (const char(*)[TESUJI_POINT_BYTES])work->record.moves;
	d->count = work->record.count;
	if (args->moves == NULL && d->count == 0)
		d->last = work->record.last;
	if (d->first == TESUJI_NO_COLOUR && d->target[0] == '\0')
		d->first = work->record.first;
	return EXIT_PROVEN;
}

static exit_t fill(work_t *work, const args_t *args)
{
	diagram_t *d = &work->diagram;
	exit_t code;

	d->rows = args->rows != NULL ? args->rows : args->fen;
	d->first = args->attacker;
	d->target = args->mark != NULL ? args->mark : "";
	d->last = "";
	d->bans = diagram_renju_asked(args->options);
	code = usage_check(args);
	if (code == EXIT_PROVEN)
		code = choose_style(args, &d->style);
	if (code == EXIT_PROVEN && args->operand != NULL)
		code = record_take(work, args);
	if (code == EXIT_PROVEN && args->moves != NULL)
		code = moves_read(work, args->moves);
	return code;
}

exit_t diagram_command(const args_t *args)
{
	work_t *work = calloc(1, sizeof(*work));
	char why[DIAGRAM_WHY_BYTES];
	exit_t code;

	if (work == NULL) {
		complain("no memory");
		return EXIT_NO_MEMORY;
	}
	code = fill(work, args);
	if (code == EXIT_PROVEN && !diagram_check(&work->diagram, why)) {
		complain("no diagram: %s", why);
		code = EXIT_BAD_INPUT;
	}
	if (code == EXIT_PROVEN) {
		diagram_guess(&work->diagram);
		if (args->svg != NULL) {
			code = diagram_save(args->svg, &work->diagram);
		} else {
			(void)diagram_text(stdout, &work->diagram, NULL);
			diagram_legend(stdout, &work->diagram);
		}
	}
	free(work);
	return code;
}
