/* SPDX-License-Identifier: MIT
 * fuzz_certificate.c - any bytes as a certificate.
 *
 * As they are, and once more with a trailer that is right after the last node that can be read, or
 * a CRC would keep nearly everything from the checker. What is refused must say where, and what the
 * default mode takes for a proof the exhaustive one must take for one. What can be read is written
 * in its canonical form, which is read again: the same claim and name, and judged the same.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include <zlib.h>

#include "engine/proof/bytes.h"
#include "engine/proof/canonical.h"
#include "engine/proof/check/check.h"

enum {
	MOST = 2000,       /* positions in the default mode */
	MOST_ALL = 200000, /* in the exhaustive one */
	MEMORY = 1 << 16,
};

/* checked returns 1 for a proof, 0 for none, -1 if that took too long. */
static int checked(bytes_t *file, bool exhaustive, uint64_t most)
{
	static check_result_t result;
	const check_options_t options = {.exhaustive = exhaustive, .most = most, .memory = MEMORY};
	errinfo_t why = {.code = ERR_OK};
	const err_t err = check_stream(bytes_source(file), &options, &result, &why);

	CHECK(err == why.code && (err == ERR_OK) == (why.text[0] == '\0'));
	CHECK(err == ERR_OK || !result.proven);
	CHECK(err != ERR_OK || result.proven || result.reason[0] != '\0');
	CHECK(err != ERR_OK || result.claim[0] != '\0');
	return err == ERR_LIMIT ? -1 : err == ERR_OK && result.proven;
}

/* put_trailer ends a file of so many nodes; the last is the root. */
static void put_trailer(bytes_t *file, uint32_t nodes)
{
	const uint32_t crc = (uint32_t)crc32(0, file->data, (uInt)file->length);
	const uint32_t number[] = {nodes - 1, nodes, crc};
	const uint8_t array_of_four = 0x94, uint_32 = 0xce, zero = 0;

	(void)bytes_write(file, &array_of_four, 1);
	(void)bytes_write(file, &zero, 1);
	for (unsigned i = 0; i < 3; i++) {
		const uint8_t bytes[] = {uint_32, (uint8_t)(number[i] >> 24),
		                         (uint8_t)(number[i] >> 16), (uint8_t)(number[i] >> 8),
		                         (uint8_t)number[i]};

		(void)bytes_write(file, bytes, sizeof(bytes));
	}
}

/* mend cuts the file after its last good node and ends it there. False: it has none. */
static bool mend(bytes_t *file)
{
	static certificate_header_t header;
	certificate_item_t item;
	certificate_reader_t *reader;
	uint32_t nodes = 0;
	size_t good;

	file->step = 1; /* so that `at` is how much was read */
	if (certificate_read_begin(bytes_source(file), &header, &reader, NULL) != ERR_OK)
		return false;
	for (good = file->at; certificate_read(reader, &item, NULL) == ERR_OK; good = file->at) {
		if (item.kind == CERTIFICATE_END)
			break;
		nodes++;
	}
	certificate_reader_free(reader);
	file->step = 0;
	if (nodes == 0)
		return false;
	file->length = good;
	put_trailer(file, nodes);
	return true;
}

/* rewrite writes the canonical form of a file. False: it cannot be read. */
static bool rewrite(bytes_t *file, bytes_t *out)
{
	static certificate_header_t header;
	certificate_reader_t *reader;
	strategy_t strategy;
	uint32_t nodes;
	bool good;

	if (certificate_read_begin(bytes_source(file), &header, &reader, NULL) != ERR_OK)
		return false;
	good = strategy_read(reader, header.defender_first, STRATEGY_BYTES_MAX, &strategy, NULL) ==
	       ERR_OK;
	if (good)
		CHECK(canonical_write(&header, &strategy, bytes_sink(out), &nodes, NULL) == ERR_OK);
	strategy_free(&strategy);
	certificate_reader_free(reader);
	return good;
}

/* check_form: the canonical file says the same as this one. */
static void check_form(bytes_t *file)
{
	static check_result_t first, again;
	const check_options_t options = {.most = MOST, .memory = MEMORY};
	bytes_t out = {.length = 0}, twice = {.length = 0};
	const err_t err = check_stream(bytes_source(file), &options, &first, NULL);

	if (rewrite(file, &out)) {
		CHECK(rewrite(&out, &twice) && out.length == twice.length &&
		      memcmp(out.data, twice.data, out.length) == 0);
		/* Where nodes are shared there may be fewer positions, and so no limit. */
		CHECK(check_stream(bytes_source(&out), &options, &again, NULL) == err ||
		      err == ERR_LIMIT);
		CHECK(err != ERR_OK || (again.canonical && again.proven == first.proven &&
		                        strcmp(again.digest, first.digest) == 0 &&
		                        strcmp(again.claim, first.claim) == 0));
	}
	bytes_free(&out);
	bytes_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bytes_t file = {.length = 0};

	(void)bytes_write(&file, data, size);
	(void)checked(&file, false, MOST);
	if (mend(&file) && checked(&file, false, MOST) == 1)
		CHECK(checked(&file, true, MOST_ALL) != 0);
	check_form(&file);
	bytes_free(&file);
	return 0;
}
