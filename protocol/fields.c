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

void fields_name(const node_t *in, const char *number, const char *key)
{
	const node_t given = codec_field(in, number), text = codec_field(in, "key");
	const bool has_number = codec_kind(&given) != NODE_ABSENT;

	if (has_number && codec_kind(&text) != NODE_ABSENT)
		codec_fail(&text, ERR_VALUE, "both %s and key are given", number);
	else if (!has_number && key[0] == '\0')
		codec_fail(&given, ERR_MISSING, "missing, and no key is given either");
}

void fields_move(const node_t *in, bool has_sgf)
{
	const node_t move = codec_field(in, "move");

	if (!has_sgf && codec_kind(&move) != NODE_ABSENT)
		codec_fail(&move, ERR_VALUE, "counts the moves of an sgf, which is not given");
}
