/* SPDX-License-Identifier: MIT
 * proof_file.c - see proof_file.h.
 *
 * Design     What the checker reads is kept and read again from memory, so that the file may be a
 *            pipe, and so that what is shown is what was checked. Of a file that is no certificate
 *            only the beginning is read and kept.
 */
#include "clients/cli/proof_file.h"

#include <stdio.h>
#include <string.h>

#include "clients/cli/args.h"
#include "clients/cli/complain.h"
#include "clients/diagram/diagram.h"
#include "engine/game/game.h"
#include "engine/proof/bytes.h"

/* The bytes read from the file. */
typedef struct {
	FILE *file;
	bytes_t read;
} copy_t;

static long read_and_keep(void *from, void *buffer, size_t capacity)
{
	copy_t *copy = from;
	const size_t got = fread(buffer, 1, capacity, copy->file);

	if (!bytes_write(&copy->read, buffer, got) || (got == 0 && ferror(copy->file)))
		return -1;
	return (long)got;
}

static exit_t exit_of(err_t err)
{
	return err == ERR_IO      ? EXIT_INPUT_OUTPUT
	       : err == ERR_NOMEM ? EXIT_NO_MEMORY
	       : err == ERR_LIMIT ? EXIT_LIMIT
	                          : EXIT_BAD_INPUT;
}

exit_t proof_file_open(const char *path, proof_file_t *out)
{
	const bool from_stdin = args_is_standard(path);
	const check_options_t options = {0};
	copy_t copy = {.file = from_stdin ? stdin : fopen(path, "rb")};
	errinfo_t why;
	bool no_memory;
	err_t err;

	out->browse = NULL;
	if (copy.file == NULL) {
		complain("%s: no such file, or it cannot be read", path);
		return EXIT_NO_FILE;
	}
	err = check_stream((certificate_source_t){read_and_keep, &copy}, &options, &out->result,
	                   &why);
	if (err == ERR_OK && out->result.proven)
		err = browse_open(bytes_source(&copy.read), BROWSE_BYTES_MAX, &out->browse, &why);
	if (!from_stdin)
		(void)fclose(copy.file);
	no_memory = copy.read.no_memory;
	bytes_free(&copy.read);
	if (err != ERR_OK) {
		complain("%s: %s", path, no_memory ? "no memory" : why.text);
		return no_memory ? EXIT_NO_MEMORY : exit_of(err);
	}
	return out->result.proven ? EXIT_PROVEN : EXIT_DISPROVEN;
}

void proof_file_close(proof_file_t *file)
{
	browse_close(file->browse);
	file->browse = NULL;
}

const char *proof_file_end(const browse_t *browse)
{
	static const char *const held[] = {
	        [BROWSE_HELD_LOST] = "the goal is out of reach",
	        [BROWSE_HELD_SAFE] = "the rules keep the goal out of reach",
	        [BROWSE_HELD_SPENT] = "nothing is left of what is denied",
	        [BROWSE_HELD_FAR] = "the goal takes more moves than are left",
	        [BROWSE_HELD_STUCK] = "no move is legal",
	        [BROWSE_HELD_MET] = "it goes on as from another position"};

	return browse_turn(browse) == BROWSE_REACHED ? "the goal is reached"
	                                             : held[browse_held(browse)];
}

/* diagram_of returns the diagram of a claim's board. */
static diagram_t diagram_of(const certificate_header_t *header, const char *rows)
{
	static const style_t styles[] = {[BOARD_GO] = STYLE_GO,
	                                 [BOARD_RENJU] = STYLE_RENJU,
	                                 [BOARD_HEX] = STYLE_HEX,
	                                 [BOARD_CHESS] = STYLE_CHESS};
	const game_t *game = game_find(header->game);
	const style_t style = game != NULL ? styles[game->style] : STYLE_GO;

	return (diagram_t){.style = style, .rows = rows, .target = header->target, .last = ""};
}

void proof_file_draw(const certificate_header_t *header, const char *rows, const char *last)
{
	diagram_t d = diagram_of(header, rows);

	if (last != NULL)
		d.last = last;
	(void)diagram_text(stdout, &d, NULL);
	if (last != NULL)
		diagram_legend(stdout, &d);
}

void proof_file_draw_line(const certificate_header_t *header, const char *rows,
                          const char (*moves)[TESUJI_POINT_BYTES], unsigned count, bool black)
{
	diagram_t d = diagram_of(header, rows);

	d.moves = moves;
	d.count = count;
	d.first = black ? TESUJI_BLACK : TESUJI_WHITE;
	(void)diagram_text(stdout, &d, NULL);
	diagram_legend(stdout, &d);
}
