/* SPDX-License-Identifier: MIT
 * check_help.h - certificates made by hand, and checked. */
#ifndef TESTS_UNIT_CHECK_HELP_H
#define TESTS_UNIT_CHECK_HELP_H

#include <stdio.h>
#include <string.h>

#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
#include "tests/unit/seed.h"

enum { SMALL = 1 << 12 }; /* bytes of the checker's memory */

typedef struct {
	certificate_writer_t *writer;
	bytes_t bytes;
	uint32_t last;
} file_t;

static inline certificate_header_t go(const char *rows, const char *target)
{
	certificate_header_t h = {.kind = "proof", .game = "go", .goal = "capture", .black = true};

	strcpy(h.rows, rows);
	strcpy(h.target, target);
	return h;
}

static inline void begin(file_t *f, const certificate_header_t *header)
{
	memset(f, 0, sizeof(*f));
	assert_int_equal(certificate_write_begin(header, bytes_sink(&f->bytes), &f->writer, NULL),
	                 ERR_OK);
}

/* leaf, attack and defence write nodes and return their numbers. */
static inline uint32_t attack(file_t *f, int32_t move, uint32_t child)
{
	assert_int_equal(certificate_write_attack(f->writer, move, child, &f->last), ERR_OK);
	return f->last;
}

static inline uint32_t leaf(file_t *f, int32_t move)
{
	return attack(f, move, CERTIFICATE_NONE);
}

static inline uint32_t defence(file_t *f, uint32_t otherwise, int32_t reply, uint32_t child)
{
	certificate_reply_t replies[] = {{reply, child}};

	assert_int_equal(certificate_write_defence(f->writer, otherwise, replies,
	                                           child != CERTIFICATE_NONE, &f->last),
	                 ERR_OK);
	return f->last;
}

/* end makes the last node the root and checks the file. */
static inline err_t end(file_t *f, const check_options_t *options, check_result_t *result)
{
	errinfo_t why = {.code = ERR_OK};
	err_t err;

	assert_int_equal(certificate_write_end(f->writer, f->last), ERR_OK);
	certificate_writer_free(f->writer);
	err = check_stream(bytes_source(&f->bytes), options, result, &why);
	bytes_free(&f->bytes);
	assert_int_equal(err, why.code);
	return err;
}

#endif
