/* SPDX-License-Identifier: MIT
 * test_certificate.c - what is written is read again; what is damaged or out of bounds is refused
 * with its place, however the bytes come. */
#include <string.h>

#include "engine/proof/bytes.h"
#include "tests/unit/seed.h"

enum {
	CHANGES = 20000,
	TRAILER_BYTES = 9, /* with three nodes */
};

static certificate_header_t claim(void)
{
	return (certificate_header_t){.kind = "proof",
	                              .game = "gomoku",
	                              .option = {{"k", "4"}, {"rule", "standard"}},
	                              .options = 2,
	                              .goal = "win",
	                              .target = "C3 D4",
	                              .black = true,
	                              .rows = ".X./..O/...",
	                              .ko = "A1",
	                              .threats = {2, CERTIFICATE_UNLIMITED},
	                              .order = 3,
	                              .depth = 507,
	                              .by = "a test"};
}

static certificate_writer_t *begin(const certificate_header_t *header, bytes_t *out)
{
	certificate_writer_t *w;
	errinfo_t why;

	out->length = 0;
	assert_int_equal(certificate_write_begin(header, bytes_sink(out), &w, &why), ERR_OK);
	return w;
}

/* write_small writes three nodes: a leaf, a defence, an attack. */
static void write_small(bytes_t *out)
{
	const certificate_header_t header = claim();
	certificate_writer_t *w = begin(&header, out);
	certificate_reply_t replies[] = {{300, 0}, {CERTIFICATE_PASS, 0}, {8, 0}};
	uint32_t node;

	assert_int_equal(certificate_write_attack(w, 20479, CERTIFICATE_NONE, &node), ERR_OK);
	assert_int_equal(certificate_write_defence(w, 0, replies, 3, &node), ERR_OK);
	assert_int_equal(certificate_write_attack(w, 4, node, &node), ERR_OK);
	assert_int_equal(node, 2);
	assert_int_equal(certificate_write_end(w, node), ERR_OK);
	certificate_writer_free(w);
}

/* read_all reads a file to its end; ERR_OK: it was whole. */
static err_t read_all(bytes_t *in, certificate_header_t *header, errinfo_t *why)
{
	certificate_reader_t *r;
	certificate_item_t item = {.kind = CERTIFICATE_ATTACK};
	err_t err = certificate_read_begin(bytes_source(in), header, &r, why);

	if (err != ERR_OK)
		return err;
	while (err == ERR_OK && item.kind != CERTIFICATE_END)
		err = certificate_read(r, &item, why);
	certificate_reader_free(r);
	return err;
}

static void what_is_written_is_read(void **state)
{
	const certificate_header_t want = claim();
	certificate_header_t got;
	bytes_t b = {.length = 0};

	(void)state;
	write_small(&b);
	for (b.step = 0; b.step < 4; b.step++) {
		certificate_reader_t *r;
		certificate_item_t item;
		errinfo_t why;

		assert_int_equal(certificate_read_begin(bytes_source(&b), &got, &r, &why), ERR_OK);
		assert_memory_equal(&want, &got, sizeof(got));
		assert_int_equal(certificate_read(r, &item, &why), ERR_OK);
		assert_int_equal(item.kind, CERTIFICATE_ATTACK);
		assert_int_equal(item.move, 20479);
		assert_int_equal(item.child, CERTIFICATE_NONE);
		assert_int_equal(certificate_read(r, &item, &why), ERR_OK);
		assert_int_equal(item.kind, CERTIFICATE_DEFENCE);
		assert_int_equal(item.child, 0);
		assert_int_equal(item.count, 3);
		assert_int_equal(item.replies[0].move, CERTIFICATE_PASS);
		assert_int_equal(item.replies[2].move, 300);
		assert_int_equal(certificate_read(r, &item, &why), ERR_OK);
		assert_int_equal(item.child, 1);
		assert_int_equal(certificate_read(r, &item, &why), ERR_OK);
		assert_int_equal(item.kind, CERTIFICATE_END);
		assert_int_equal(item.child, 2);
		certificate_reader_free(r);
	}
	bytes_free(&b);
}

/* A file of more bytes than any buffer has. */
static void long_files(void **state)
{
	const certificate_header_t header = claim();
	bytes_t b = {.length = 0};
	certificate_writer_t *w = begin(&header, &b);
	certificate_header_t got;
	errinfo_t why;
	uint32_t node;

	(void)state;
	for (unsigned i = 0; i < 100000; i++)
		assert_int_equal(
		        certificate_write_attack(w, (int32_t)(i % 361), CERTIFICATE_NONE, &node),
		        ERR_OK);
	assert_int_equal(certificate_write_end(w, 7), ERR_OK);
	certificate_writer_free(w);
	assert_true(b.length > 200000);
	assert_int_equal(read_all(&b, &got, &why), ERR_OK);
	b.step = 1000;
	assert_int_equal(read_all(&b, &got, &why), ERR_OK);
	bytes_free(&b);
}

static void every_truncation_is_refused(void **state)
{
	bytes_t b = {.length = 0};
	certificate_header_t got;
	errinfo_t why;
	size_t whole;

	(void)state;
	write_small(&b);
	whole = b.length;
	for (b.length = 0; b.length < whole; b.length++) {
		assert_int_equal(read_all(&b, &got, &why), ERR_SYNTAX);
		assert_true(strncmp(why.path, "header", 6) == 0 ||
		            strncmp(why.path, "nodes[", 6) == 0);
	}
	assert_int_equal(read_all(&b, &got, &why), ERR_OK);
	b.data[whole] = 0xc0; /* the buffer had room */
	b.length++;
	assert_int_equal(read_all(&b, &got, &why), ERR_SYNTAX);
	bytes_free(&b);
}

/* The CRC finds every change of a byte before the trailer. */
static void every_change_is_refused(void **state)
{
	rng_t rng = seed_take();
	bytes_t b = {.length = 0};
	certificate_header_t got;
	errinfo_t why;

	(void)state;
	write_small(&b);
	for (unsigned i = 0; i < CHANGES; i++) {
		uint8_t *at = &b.data[rng_below(&rng, (uint32_t)b.length - TRAILER_BYTES)];
		const uint8_t was = *at;

		*at = (uint8_t)rng_next(&rng);
		if (*at != was)
			assert_int_not_equal(read_all(&b, &got, &why), ERR_OK);
		*at = was;
	}
	assert_int_equal(read_all(&b, &got, &why), ERR_OK);
	bytes_free(&b);
}

static void the_writer_refuses(void **state)
{
	const certificate_header_t header = claim();
	certificate_header_t wrong = claim();
	certificate_reply_t twice[] = {{3, 0}, {3, 0}}, later[] = {{3, 1}};
	certificate_writer_t *w;
	bytes_t b = {.length = 0};
	uint32_t node;

	(void)state;
	for (unsigned i = 0; i < 6; i++) {
		err_t err = ERR_OK;

		w = begin(&header, &b);
		(void)certificate_write_attack(w, 0, CERTIFICATE_NONE, &node);
		if (i == 0)
			err = certificate_write_attack(w, 0, 1, &node);
		else if (i == 1)
			err = certificate_write_attack(w, CERTIFICATE_MOVE_MAX + 1, 0, &node);
		else if (i == 2)
			err = certificate_write_defence(w, 0, twice, 2, &node);
		else if (i == 3)
			err = certificate_write_defence(w, CERTIFICATE_NONE, later, 1, &node);
		else if (i == 4)
			err = certificate_write_defence(w, 1, NULL, 0, &node);
		else
			err = certificate_write_end(w, 1);
		assert_int_equal(err, ERR_RANGE);
		assert_int_equal(certificate_write_end(w, 0), ERR_RANGE); /* it sticks */
		certificate_writer_free(w);
	}
	wrong.threats[1] = 4;
	assert_int_equal(certificate_write_begin(&wrong, bytes_sink(&b), &w, NULL), ERR_RANGE);
	bytes_free(&b);
}

/* Headers that are not as the format has them: what is put in place of a piece of a good one. */
static void bad_headers(void **state)
{
	static const struct {
		const char *from, *to, *text;
	} bad[] = {
	        {"\xa6tesuji", "\xa6tesuj1", "header: \"tesuj1\" is no key of this format"},
	        {"certificate", "certificatf", "header: this is no certificate (byte 8)"},
	        {"\xa6"
	         "format\x01",
	         "\xa6"
	         "format\x02",
	         "format: 2, this program knows 1"},
	        {"\xa5rules\x01", "\xa5rules\x00", "rules: 0, this program knows 1"},
	        {"\xa5rules", "\xa5order", "\"order\" twice"},
	        {"\xa4"
	         "game",
	         "\xa4"
	         "gamf",
	         "\"gamf\" is no key of this format"},
	        {"\xa5"
	         "black",
	         "\xa5"
	         "block",
	         "attacker: \"block\" is neither black nor white"},
	        {"\xa8"
	         "attacker\x02",
	         "\xa8"
	         "attacker\x04",
	         "threats.attacker: neither 0 to 2"},
	        {"\xa9unlimited", "\xa9unlimitee", "threats.defender: neither 0 to 2"},
	        {"\xa4rule",
	         "\xa1k\xa1"
	         "4",
	         "options: \"k\" twice"},
	        {"\xa4rows",
	         "\xa4"
	         "rowz",
	         "\"position.rowz\" is no key of this format"},
	        {"\xa4type", "\xa4rows", "\"goal.rows\" is no key of this format"},
	        {"a test", "a t\nst", "by: byte 0x0a in a text"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const size_t length = strlen(bad[i].from);
		certificate_header_t got;
		bytes_t b = {.length = 0};
		errinfo_t why;
		uint8_t *at;

		write_small(&b);
		at = memmem(b.data, b.length, bad[i].from, length);
		assert_non_null(at);
		memcpy(at, bad[i].to, length);
		assert_int_not_equal(read_all(&b, &got, &why), ERR_OK);
		if (strstr(why.text, bad[i].text) == NULL || strncmp(why.path, "header", 6) != 0)
			fail_msg("%zu: %s", i, why.text);
		bytes_free(&b);
	}
}

/* Bytes that claim more than there is. */
static void bombs(void **state)
{
	static const char *const bomb[] = {"\xdf\xff\xff\xff\xff",
	                                   "\x81\xdb\xff\xff\xff\xff",
	                                   "\xdd\xff\xff\xff\xff",
	                                   "\xc1",
	                                   "\x81\xa6tesuji\xdb\x7f\xff\xff\xff",
	                                   "\x81\xa6tesuji\xdd\x7f\xff\xff\xff"};

	(void)state;
	for (size_t i = 0; i < sizeof(bomb) / sizeof(bomb[0]); i++) {
		bytes_t b = {.length = 0};
		certificate_header_t got;
		errinfo_t why;

		(void)bytes_write(&b, bomb[i], strlen(bomb[i]));
		assert_int_equal(read_all(&b, &got, &why), ERR_SYNTAX);
		bytes_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_written_is_read),
	        cmocka_unit_test(long_files),
	        cmocka_unit_test(every_truncation_is_refused),
	        cmocka_unit_test(every_change_is_refused),
	        cmocka_unit_test(the_writer_refuses),
	        cmocka_unit_test(bad_headers),
	        cmocka_unit_test(bombs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
