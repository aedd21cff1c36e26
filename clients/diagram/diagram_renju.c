/* SPDX-License-Identifier: MIT
 * diagram_renju.c - see diagram_renju.h. The rules are those of the checker of certificates, which
 * is the only code of the clients that knows any.
 */
#include "clients/diagram/diagram_renju.h"

#include <string.h>

#include "engine/proof/check/renju.h"

bool diagram_renju_asked(const char *options)
{
	static const char word[] = "rule=renju";
	const size_t length = sizeof(word) - 1;

	for (const char *at = strstr(options, word); at != NULL; at = strstr(at + length, word))
		if ((at == options || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' '))
			return true;
	return false;
}

static uint8_t stone_of(char letter)
{
	return letter == 'X' ? STONE_BLACK : letter == 'O' ? STONE_WHITE : STONE_NONE;
}

void diagram_renju_bans(unsigned width, unsigned height, unsigned stride, const char *stone,
                        bool *banned)
{
	const check_claim_t claim = {.width = (int)width,
	                             .height = (int)height,
	                             .area = (int)(width * height),
	                             .k = 5,
	                             .renju = true};
	check_board_t board = {.ko = NO_POINT, .passed = NO_POINT};
	unsigned threes;

	assert(width * height <= CHECK_AREA_MAX);
	for (unsigned y = 0; y < height; y++)
		for (unsigned x = 0; x < width; x++)
			board.at[y * width + x] = stone_of(stone[y * stride + x]);
	for (unsigned y = 0; y < height; y++)
		for (unsigned x = 0; x < width; x++)
			banned[y * stride + x] =
			        board.at[y * width + x] == STONE_NONE &&
			        renju_forbidden(&claim, &board, (int)(y * width + x), &threes);
}
