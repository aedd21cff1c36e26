/* SPDX-License-Identifier: MIT
 * test_canonical.c - one strategy, one file, one name: whatever the order of its nodes, the sharing
 * of its parts, what hangs loose, and the forms of its integers. */
#include "engine/proof/canonical.h"
#include "tests/unit/check_help.h"

enum { NODES = 60, FILES = 300, DEEP = CERTIFICATE_LINE_MAX };

/* rewrite writes the canonical form of a file. */
static uint32_t rewrite(bytes_t *in, bytes_t *out)
{
	certificate_header_t header;
	certificate_reader_t *reader;
	strategy_t strategy;
	errinfo_t why;
	uint32_t nodes;

	out->length = 0;
	assert_int_equal(certificate_read_begin(bytes_source(in), &header, &reader, &why), ERR_OK);
	assert_int_equal(
	        strategy_read(reader, header.defender_first, STRATEGY_BYTES_MAX, &strategy, &why),
	        ERR_OK);
	assert_int_equal(canonical_write(&header, &strategy, bytes_sink(out), &nodes, &why),
	                 ERR_OK);
	strategy_free(&strategy);
	certificate_reader_free(reader);
	return nodes;
}

static void checked(bytes_t *file, check_result_t *result)
{
	const check_options_t options = {.memory = SMALL};
	errinfo_t why;

	if (check_stream(bytes_source(file), &options, result, &why) != ERR_OK)
		fail_msg("%s", why.text);
}

static void closed(file_t *f)
{
	assert_int_equal(certificate_write_end(f->writer, f->last), ERR_OK);
	certificate_writer_free(f->writer);
}

/* Black B3, and A2 after all replies but A2, which leaves A1. */
static void write_corner(file_t *f)
{
	const certificate_header_t h = go("O../.X./...", "A3");
	uint32_t at_a2, at_a1;

	begin(f, &h);
	at_a2 = leaf(f, 3);
	at_a1 = leaf(f, 6);
	(void)attack(f, 1, defence(f, at_a2, 3, at_a1));
	closed(f);
}

/* The same with the leaves the other way about, one of them twice, and a node nobody comes to. */
static void write_corner_otherwise(file_t *f)
{
	const certificate_header_t h = go("O../.X./...", "A3");
	uint32_t at_a1, at_a2;

	begin(f, &h);
	at_a1 = leaf(f, 6);
	(void)leaf(f, 3);
	(void)leaf(f, 8);
	at_a2 = leaf(f, 3);
	(void)attack(f, 1, defence(f, at_a2, 3, at_a1));
	closed(f);
}

static void the_name_is_that_of_the_strategy(void **state)
{
	check_result_t a, b, c;
	file_t one, other;
	bytes_t again = {.length = 0};
	uint8_t digest[SHA256_BYTES];
	char text[SHA256_HEX_BYTES];
	sha256_t sha;

	(void)state;
	write_corner(&one);
	write_corner_otherwise(&other);
	checked(&one.bytes, &a);
	checked(&other.bytes, &b);
	assert_true(a.proven && b.proven && a.canonical && !b.canonical);
	assert_string_equal(a.digest, b.digest);
	assert_int_equal(rewrite(&other.bytes, &again), 4);
	assert_int_equal(again.length, one.bytes.length);
	assert_memory_equal(again.data, one.bytes.data, again.length);
	checked(&again, &c);
	assert_true(c.canonical);

	/* The name is what sha256sum says of the canonical file. */
	sha256_begin(&sha);
	sha256_add(&sha, one.bytes.data, one.bytes.length);
	sha256_end(&sha, digest);
	sha256_hex(digest, text);
	assert_string_equal(a.digest, text);
	bytes_free(&one.bytes);
	bytes_free(&other.bytes);
	bytes_free(&again);
}

static void another_claim_has_another_name(void **state)
{
	certificate_header_t h = go("OX/..", "A2");
	check_result_t first, next;
	file_t f;

	(void)state;
	begin(&f, &h);
	(void)leaf(&f, 2);
	closed(&f);
	checked(&f.bytes, &first);
	bytes_free(&f.bytes);
	strcpy(h.target, "a2"); /* spelled otherwise */
	begin(&f, &h);
	(void)leaf(&f, 2);
	closed(&f);
	checked(&f.bytes, &next);
	bytes_free(&f.bytes);
	assert_true(first.canonical && next.canonical && first.proven && next.proven);
	assert_string_not_equal(first.digest, next.digest);
}

static void options_are_in_order(void **state)
{
	certificate_header_t h = {.kind = "proof", .game = "gomoku", .goal = "win", .black = true};
	check_result_t result;
	certificate_writer_t *w;
	file_t f;

	(void)state;
	strcpy(h.rows, "XX./.../...");
	h.options = 2;
	h.option[0] = (certificate_option_t){"rule", "standard"};
	h.option[1] = (certificate_option_t){"k", "3"};
	begin(&f, &h);
	(void)leaf(&f, 2);
	closed(&f);
	checked(&f.bytes, &result);
	assert_true(result.proven && result.canonical);
	assert_string_equal(result.header.option[0].name, "k");
	bytes_free(&f.bytes);
	strcpy(h.option[1].name, "rule");
	assert_int_equal(certificate_write_begin(&h, bytes_sink(&f.bytes), &w, NULL), ERR_RANGE);
}

/* random_file writes nodes with any children of the right kind, many of them alike. */
static void random_file(rng_t *rng, file_t *f)
{
	const certificate_header_t h = go("O../.X./...", "A3");
	uint32_t of_kind[2][NODES], count[2] = {0, 0};

	begin(f, &h);
	for (unsigned i = 0; i < NODES; i++) {
		const bool defends = count[0] > 0 && rng_below(rng, 2) == 0 && i + 1 < NODES;
		const uint32_t some = count[!defends];
		const uint32_t child =
		        some > 0 ? of_kind[!defends][rng_below(rng, some)] : CERTIFICATE_NONE;
		certificate_reply_t replies[2];
		unsigned listed = 0;

		if (!defends) {
			(void)attack(f, (int32_t)rng_below(rng, 3),
			             rng_below(rng, 4) == 0 ? CERTIFICATE_NONE : child);
		} else {
			for (; listed < rng_below(rng, 3); listed++)
				replies[listed] = (certificate_reply_t){
				        (int32_t)listed, of_kind[0][rng_below(rng, some)]};
			assert_int_equal(certificate_write_defence(
			                         f->writer,
			                         rng_below(rng, 3) == 0 ? CERTIFICATE_NONE : child,
			                         replies, listed, &f->last),
			                 ERR_OK);
		}
		of_kind[defends][count[defends]++] = f->last;
	}
	closed(f);
}

static void the_form_of_the_form_is_itself(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (unsigned i = 0; i < FILES; i++) {
		bytes_t once = {.length = 0}, twice = {.length = 0};
		check_result_t a, b;
		uint32_t nodes;
		file_t f;

		random_file(&rng, &f);
		nodes = rewrite(&f.bytes, &once);
		assert_in_range(nodes, 1, NODES);
		assert_int_equal(rewrite(&once, &twice), nodes);
		assert_int_equal(once.length, twice.length);
		assert_memory_equal(once.data, twice.data, once.length);
		checked(&f.bytes, &a);
		checked(&once, &b);
		assert_string_equal(a.digest, b.digest);
		assert_true(b.canonical && a.proven == b.proven);
		bytes_free(&f.bytes);
		bytes_free(&once);
		bytes_free(&twice);
	}
}

static void the_longest_line(void **state)
{
	const certificate_header_t h = go("O../.X./...", "A3");
	bytes_t out = {.length = 0};
	file_t f;

	(void)state;
	begin(&f, &h);
	(void)defence(&f, CERTIFICATE_NONE, 0, CERTIFICATE_NONE);
	for (unsigned i = 1; i < DEEP; i++)
		(void)(i % 2 == 1 ? attack(&f, 3, f.last)
		                  : defence(&f, f.last, 0, CERTIFICATE_NONE));
	closed(&f);
	assert_int_equal(rewrite(&f.bytes, &out), DEEP);
	bytes_free(&f.bytes);
	bytes_free(&out);
}

/* A certificate that does not end: a header, and then the same node for ever. */
typedef struct {
	bytes_t header;
	size_t node, given;
} endless_t;

static long read_endless(void *from, void *buffer, size_t capacity)
{
	endless_t *e = from;
	size_t length = 0;

	while (length < capacity) {
		const size_t at = e->given + length, end = e->header.length;

		((uint8_t *)buffer)[length++] =
		        e->header.data[at < end ? at : e->node + (at - e->node) % (end - e->node)];
	}
	e->given += length;
	return (long)length;
}

static void a_file_without_an_end_is_left(void **state)
{
	const certificate_header_t h = go("O../.X./...", "A3");
	const size_t most = 1 << 20, node_bytes = 3;
	certificate_header_t header;
	certificate_reader_t *reader;
	strategy_t strategy;
	endless_t endless = {.given = 0};
	errinfo_t why;
	file_t f;

	(void)state;
	begin(&f, &h);
	(void)leaf(&f, 3);
	closed(&f);
	endless.header = f.bytes;
	while (memcmp(&f.bytes.data[endless.node], "\x92\x01\x03", node_bytes) != 0)
		endless.node++;
	endless.header.length = endless.node + node_bytes;
	assert_int_equal(certificate_read_begin((certificate_source_t){read_endless, &endless},
	                                        &header, &reader, &why),
	                 ERR_OK);
	assert_int_equal(strategy_read(reader, false, most, &strategy, &why), ERR_LIMIT);
	assert_in_range(endless.given, most / 100, most);
	strategy_free(&strategy);
	certificate_reader_free(reader);
	bytes_free(&f.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(the_name_is_that_of_the_strategy),
	        cmocka_unit_test(another_claim_has_another_name),
	        cmocka_unit_test(options_are_in_order),
	        cmocka_unit_test(the_form_of_the_form_is_itself),
	        cmocka_unit_test(the_longest_line),
	        cmocka_unit_test(a_file_without_an_end_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
