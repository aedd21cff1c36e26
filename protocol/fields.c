/* SPDX-License-Identifier: MIT
 * fields.c - checks of fields that exclude or need each other, for several messages.
 */
#include "protocol/fields.h"

void fields_one_of(const node_t *in, const char *const names[], unsigned count)
{
	const char *first = NULL;

	for (unsigned i = 0; i < count; i++) {
		if (first != NULL && names[i] != NULL)
			codec_fail(in, ERR_VALUE, "both %s and %s are given", first, names[i]);
		first = first == NULL ? names[i] : first;
	}
}

void fields_move(const node_t *in, bool has_sgf)
{
	const node_t move = codec_field(in, "move");

	if (!has_sgf && codec_kind(&move) != NODE_ABSENT)
		codec_fail(&move, ERR_VALUE, "counts the moves of an sgf, which is not given");
}
