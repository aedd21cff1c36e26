/* SPDX-License-Identifier: MIT
 * stones.c - blocks by flood fill, every time anew. */
#include "engine/proof/check/stones.h"

#include <assert.h>
#include <string.h>

int stones_neighbours(const check_claim_t *claim, int point, int out[4])
{
	const int x = point % claim->width, y = point / claim->width;
	int count = 0;

	if (x > 0)
		out[count++] = point - 1;
	if (x + 1 < claim->width)
		out[count++] = point + 1;
	if (y > 0)
		out[count++] = point - claim->width;
	if (y + 1 < claim->height)
		out[count++] = point + claim->width;
	return count;
}

void stones_block(const check_claim_t *claim, const check_board_t *board, int point,
                  check_block_t *out)
{
	int todo[CHECK_AREA_MAX], near[4];
	int left = 0;

	assert(board->at[point] != STONE_NONE);
	memset(out, 0, sizeof(*out));
	todo[left++] = point;
	set_add(&out->stones, point);
	while (left > 0) {
		const int count = stones_neighbours(claim, todo[--left], near);

		assert(left < claim->area); /* a stone is put on the list once */
		out->size++;
		for (int i = 0; i < count; i++) {
			const int q = near[i];

			if (board->at[q] == STONE_NONE && !set_has(&out->liberties, q)) {
				set_add(&out->liberties, q);
				out->free++;
			} else if (board->at[q] == board->at[point] && !set_has(&out->stones, q)) {
				set_add(&out->stones, q);
				todo[left++] = q;
			}
		}
	}
}

int stones_put(const check_claim_t *claim, check_board_t *board, int point, int colour, int *last)
{
	int near[4], taken = 0;
	const int count = stones_neighbours(claim, point, near);

	assert(board->at[point] == STONE_NONE);
	board->at[point] = (uint8_t)colour;
	for (int i = 0; i < count; i++) {
		check_block_t block;

		if (board->at[near[i]] != other_colour(colour))
			continue;
		stones_block(claim, board, near[i], &block);
		for (int q = 0; q < claim->area && block.free == 0; q++) {
			if (!set_has(&block.stones, q))
				continue;
			board->at[q] = STONE_NONE;
			*last = q;
			taken++;
		}
	}
	return taken;
}

bool stones_breathe(const check_claim_t *claim, const check_board_t *board, int point, int colour)
{
	int near[4];
	const int count = stones_neighbours(claim, point, near);

	for (int i = 0; i < count; i++) {
		check_block_t block;

		if (board->at[near[i]] == STONE_NONE)
			return true;
		stones_block(claim, board, near[i], &block);
		if ((board->at[near[i]] == colour) == (block.free > 1))
			return true; /* joins a block with another liberty, or takes one with
			              * none */
	}
	return false;
}

int stones_dead(const check_claim_t *claim, const check_board_t *board)
{
	for (int p = 0; p < claim->area; p++) {
		check_block_t block;

		if (board->at[p] == STONE_NONE)
			continue;
		stones_block(claim, board, p, &block);
		if (block.free == 0)
			return p;
	}
	return NO_POINT;
}

void stones_near(const check_claim_t *claim, const set_t *points, set_t *out)
{
	int near[4];

	for (int p = 0; p < claim->area; p++) {
		int count;

		if (!set_has(points, p))
			continue;
		set_add(out, p);
		count = stones_neighbours(claim, p, near);
		for (int i = 0; i < count; i++)
			set_add(out, near[i]);
	}
}
