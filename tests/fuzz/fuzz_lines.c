/* SPDX-License-Identifier: MIT
 * fuzz_lines.c - any bytes as lines of a protocol.
 *
 * A line has no control characters and fits its room, there are no more lines than line feeds and
 * one, and where lines are taken without waiting they are the same.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "clients/front/lines.h"

enum { ROOM = 64, WORDS = 8, BYTES_MOST = 1 << 16 };

static void sound(lines_t *in)
{
	char *words[WORDS], copy[ROOM];
	unsigned count;

	CHECK(strlen(in->text) == in->length && in->length < ROOM);
	CHECK(!in->is_long || in->length == ROOM - 1);
	for (size_t i = 0; i < in->length; i++)
		CHECK((unsigned char)in->text[i] >= ' ' && in->text[i] != 0x7f);
	strcpy(copy, in->text);
	count = lines_split(copy, words, WORDS);
	CHECK(count <= WORDS + 1);
	for (unsigned i = 0; i < count && i < WORDS; i++)
		CHECK(words[i][0] != '\0' && strchr(words[i], ' ') == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const int fd = memfd_create("lines", MFD_CLOEXEC);
	const size_t used = size < BYTES_MOST ? size : BYTES_MOST;
	const char comment = size > 0 && data[0] % 2 == 0 ? '#' : '\0';
	size_t feeds = 1, lines = 0;
	char text[ROOM];
	lines_got_t got;
	lines_t in;

	CHECK(fd >= 0 && write(fd, data, used) == (ssize_t)used && lseek(fd, 0, SEEK_SET) == 0);
	for (size_t i = 0; i < used; i++)
		feeds += data[i] == '\n';
	lines_init(&in, fd, comment, text, sizeof(text));
	while ((got = lines_take(&in, lines % 2 == 0)) == LINES_LINE) {
		lines++;
		sound(&in);
		CHECK(comment == '\0' || strchr(in.text, comment) == NULL);
	}
	CHECK(got == LINES_END && lines <= feeds && lines_take(&in, true) == LINES_END);
	CHECK(lines_leave(&in) && close(fd) == 0);
	return 0;
}
