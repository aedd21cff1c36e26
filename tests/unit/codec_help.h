/* SPDX-License-Identifier: MIT
 * codec_help.h - the codec that the tests of messages share, and reading back what
 * was written. */
#ifndef TESTS_UNIT_CODEC_HELP_H
#define TESTS_UNIT_CODEC_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "protocol/codec.h"

static codec_t *codec;
static node_t root; /* of what reread read last */

static inline int codec_setup(void **state)
{
	(void)state;
	codec = codec_create();
	return codec == NULL;
}

static inline int codec_teardown(void **state)
{
	(void)state;
	codec_destroy(codec);
	return 0;
}

/* reread decodes what was written to `out` into root, and returns that. */
static inline const node_t *reread(const wirebuf_t *out)
{
	errinfo_t why;

	assert_int_equal(out->failed, ERR_OK);
	assert_int_equal(codec_decode(codec, out->data, out->length, "params", &root, &why),
	                 ERR_OK);
	return &root;
}

/* has: does what reread read last have the key? */
static inline bool has(const char *key)
{
	node_t field = codec_field(&root, key);

	return codec_kind(&field) != NODE_ABSENT;
}

#endif
