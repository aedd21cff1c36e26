/* SPDX-License-Identifier: MIT
 * sgf_board.c - the few rules that a game record needs, and a client that plays.
 *
 * A record is history: playing a move does not ask whether it was legal. Blocks are found anew
 * at each move, but only up to the first liberty, and no stone is looked at twice for one move:
 * some ten stones a move in a game, the whole board at worst. `looked` counts them, so that a
 * reader of text from elsewhere can stop (sgf_property.c). Counting liberties from move to move
 * would make the worst case as cheap as the usual one, with three times the code; set-up stones
 * need a limit anyway.
 */
#include "protocol/sgf_board.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char columns[] = "ABCDEFGHJKLMNOPQRSTU";

unsigned sgf_board_beside(const sgf_board_t *board, int point, int out[4])
{
	int width = (int)board->width, last = width * (int)board->height - 1;
	unsigned count = 0;

	if (point >= width)
		out[count++] = point - width;
	if (point + width <= last)
		out[count++] = point + width;
	if (point % width > 0)
		out[count++] = point - 1;
	if (point % width < width - 1)
		out[count++] = point + 1;
	return count;
}

void sgf_board_block(const sgf_board_t *board, int point, sgf_block_t *out)
{
	uint8_t seen[SGF_POINTS_MAX] = {0};
	const uint8_t colour = board->stones[point];

	assert(colour != SGF_EMPTY);
	out->stones = out->liberties = 0;
	out->stone[out->stones++] = point;
	seen[point] = 1;
	for (unsigned i = 0; i < out->stones; i++) {
		int beside[4];
		unsigned sides = sgf_board_beside(board, out->stone[i], beside);

		for (unsigned j = 0; j < sides; j++) {
			const uint8_t there = board->stones[beside[j]];

			if (seen[beside[j]] || (there != SGF_EMPTY && there != colour))
				continue;
			seen[beside[j]] = 1;
			if (there == SGF_EMPTY)
				out->liberty[out->liberties++] = beside[j];
			else
				out->stone[out->stones++] = beside[j];
		}
	}
}

/* What a move has looked at. A stone with a stamp that is still on the board belongs to a block
 * that has a liberty, unless its stamp is that of the block that is being looked at. */
typedef struct {
	uint8_t stamp[SGF_POINTS_MAX], last;
	int16_t stone[SGF_POINTS_MAX]; /* the block that is being looked at */
	unsigned stones;               /* how many stones of it were found */
} look_t;

/* look_alive walks the block at `point` until it meets a liberty, or a stone of a block that is
 * known to have one, and returns whether it has. If it has not, look->stone is the whole block. */
static bool look_alive(sgf_board_t *board, int point, look_t *look)
{
	const uint8_t colour = board->stones[point], stamp = ++look->last;

	assert(colour != SGF_EMPTY && stamp <= 5); /* four neighbours, and the stone itself */
	look->stone[0] = (int16_t)point;
	look->stones = 1;
	look->stamp[point] = stamp;
	for (unsigned i = 0; i < look->stones; i++) {
		int beside[4];
		const unsigned sides = sgf_board_beside(board, look->stone[i], beside);

		board->looked++;
		for (unsigned j = 0; j < sides; j++) {
			const int next = beside[j];

			if (board->stones[next] == SGF_EMPTY)
				return true;
			if (board->stones[next] != colour || look->stamp[next] == stamp)
				continue;
			if (look->stamp[next] != 0)
				return true;
			look->stamp[next] = stamp;
			look->stone[look->stones++] = (int16_t)next;
		}
	}
	return false;
}

/* block_take removes the block at `point` if it has no liberty, and returns how many stones it
 * removed. */
static unsigned block_take(sgf_board_t *board, int point, look_t *look)
{
	if (look->stamp[point] != 0 || look_alive(board, point, look))
		return 0;
	for (unsigned i = 0; i < look->stones; i++)
		board->stones[look->stone[i]] = SGF_EMPTY;
	return look->stones;
}

void sgf_board_play(sgf_board_t *board, int point, unsigned stone)
{
	unsigned taken = 0, own = 0, free_points = 0, sides;
	int beside[4], hole = SGF_NO_POINT;
	look_t look;

	assert(point >= 0 && point < (int)(board->width * board->height));
	assert(board->stones[point] == SGF_EMPTY);
	assert(stone == SGF_BLACK || stone == SGF_WHITE);
	memset(look.stamp, 0, sizeof(look.stamp));
	look.last = 0;
	board->stones[point] = (uint8_t)stone;
	sides = sgf_board_beside(board, point, beside);
	for (unsigned i = 0; i < sides; i++) {
		uint8_t there = board->stones[beside[i]];
		unsigned here;

		if (there == SGF_EMPTY || there == stone)
			continue;
		here = block_take(board, beside[i], &look);
		taken += here;
		if (here > 0)
			hole = beside[i];
	}
	for (unsigned i = 0; i < sides; i++) {
		own += board->stones[beside[i]] == (uint8_t)stone;
		free_points += board->stones[beside[i]] == SGF_EMPTY;
	}
	board->captured |= taken > 0;
	board->ko = taken == 1 && own == 0 && free_points == 1 ? hole : SGF_NO_POINT;
	board->ko_stone = stone == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
	if (taken == 0 && free_points == 0)
		(void)block_take(board, point, &look);
}

bool sgf_board_legal(const sgf_board_t *board, int point, unsigned stone)
{
	sgf_board_t after;

	if (board->stones[point] != SGF_EMPTY || (point == board->ko && stone == board->ko_stone))
		return false;
	after = *board;
	sgf_board_play(&after, point, stone);
	return after.stones[point] == stone;
}

void sgf_board_rows(const sgf_board_t *board, char *out, size_t capacity)
{
	static const char stones[] = {[SGF_EMPTY] = '.', [SGF_BLACK] = 'X', [SGF_WHITE] = 'O'};
	const uint8_t *at = board->stones;

	assert((size_t)(board->width + 1) * board->height <= capacity);
	(void)capacity;
	for (unsigned row = 0; row < board->height; row++) {
		for (unsigned column = 0; column < board->width; column++)
			*out++ = stones[*at++];
		*out++ = row + 1 < board->height ? '/' : '\0';
	}
}

void sgf_board_point(const sgf_board_t *board, int point, char *out, size_t capacity)
{
	int width = (int)board->width;

	assert(point >= 0 && point < width * (int)board->height);
	snprintf(out, capacity, "%c%d", columns[point % width], (int)board->height - point / width);
}

int sgf_board_find(const sgf_board_t *board, const char *text)
{
	const char *letter =
	        text[0] != '\0' ? strchr(columns, toupper((unsigned char)text[0])) : NULL;
	unsigned long column, row;
	char *end;

	if (letter == NULL || !isdigit((unsigned char)text[1]))
		return SGF_NO_POINT;
	column = (unsigned long)(letter - columns);
	row = strtoul(text + 1, &end, 10);
	if (*end != '\0' || column >= board->width || row < 1 || row > board->height)
		return SGF_NO_POINT;
	return (int)((board->height - row) * board->width + column);
}

void sgf_board_of(const sgf_position_t *position, sgf_board_t *out)
{
	const char *row = position->rows;

	*out = (sgf_board_t){.width = position->width, .height = position->height};
	for (unsigned y = 0; y < out->height; y++, row += out->width + 1) {
		for (unsigned x = 0; x < out->width; x++)
			out->stones[y * out->width + x] = row[x] == 'X'   ? SGF_BLACK
			                                  : row[x] == 'O' ? SGF_WHITE
			                                                  : SGF_EMPTY;
	}
	out->ko = sgf_board_find(out, position->ko);
	out->ko_stone = (uint8_t)position->to_play;
}
