/* SPDX-License-Identifier: MIT
 * scan.c - the boundary scanner.
 *
 * Design     A MessagePack value is a head (a type byte and perhaps a big-endian size) and then
 *            either a body of so many bytes or so many values. due[] holds, for each open
 *            container, how many values it still waits for; a recursive parser would keep nothing
 *            else on its stack. A head is taken when all of its bytes are there, or not at all. So
 *            scanning may stop and resume at any byte between two heads.
 *
 * Charging: what a head announces is charged when the head is read, bodies to bytes_max and
 * values to values_max. So five bytes that announce four billion values fail at the fifth byte,
 * and a string of 4 GiB does not keep a connection waiting for its body. An empty container
 * opens nothing and is charged as one value. Decoding at once, without this pass, would be less
 * code, but the decoder allocates whatever a head announces.
 *
 * Invariant taken + skip <= bytes_max; values <= values_max; the sum of due[] is the number of
 *           heads to come, and is part of `values`.
 */
#include "protocol/scan.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

const scan_limits_t scan_request_limits = {FRAME_BYTES_MAX, FRAME_VALUES_MAX, FRAME_DEPTH_MAX,
                                           true};
const scan_limits_t scan_reply_limits = {REPLY_BYTES_MAX, REPLY_VALUES_MAX, FRAME_DEPTH_MAX, true};

enum { HEAD_SHORT = 0, HEAD_READ = 1 };

typedef struct {
	unsigned bytes; /* type byte and size field */
	uint64_t body;  /* bytes after the head */
	uint64_t inner; /* values after the head */
} head_t;

/* The types from 0xc0 to 0xdf: bytes of the size field; bytes of the body that the size does not
 * count; how many values one unit of the size stands for. */
typedef struct {
	uint8_t size, fixed, values;
} shape_t;

static const shape_t shapes[32] = {
        {0, 0, 0},  /* c0 nil */
        {0, 0, 0},  /* c1 reserved */
        {0, 0, 0},  /* c2 false */
        {0, 0, 0},  /* c3 true */
        {1, 0, 0},  /* c4 bin 8 */
        {2, 0, 0},  /* c5 bin 16 */
        {4, 0, 0},  /* c6 bin 32 */
        {1, 1, 0},  /* c7 ext 8 */
        {2, 1, 0},  /* c8 ext 16 */
        {4, 1, 0},  /* c9 ext 32 */
        {0, 4, 0},  /* ca float 32 */
        {0, 8, 0},  /* cb float 64 */
        {0, 1, 0},  /* cc uint 8 */
        {0, 2, 0},  /* cd uint 16 */
        {0, 4, 0},  /* ce uint 32 */
        {0, 8, 0},  /* cf uint 64 */
        {0, 1, 0},  /* d0 int 8 */
        {0, 2, 0},  /* d1 int 16 */
        {0, 4, 0},  /* d2 int 32 */
        {0, 8, 0},  /* d3 int 64 */
        {0, 2, 0},  /* d4 fixext 1 */
        {0, 3, 0},  /* d5 fixext 2 */
        {0, 5, 0},  /* d6 fixext 4 */
        {0, 9, 0},  /* d7 fixext 8 */
        {0, 17, 0}, /* d8 fixext 16 */
        {1, 0, 0},  /* d9 str 8 */
        {2, 0, 0},  /* da str 16 */
        {4, 0, 0},  /* db str 32 */
        {2, 0, 1},  /* dc array 16 */
        {4, 0, 1},  /* dd array 32 */
        {2, 0, 2},  /* de map 16 */
        {4, 0, 2},  /* df map 32 */
};

void scan_begin(scan_t *scan, const scan_limits_t *limits)
{
	assert(limits->depth_max <= FRAME_DEPTH_MAX);
	memset(scan, 0, sizeof(*scan));
	scan->limits = limits;
	scan->values = 1;
	scan->due[0] = 1;
}

/* head_read reads the head at `at`, of which `have` > 0 bytes are there. */
static int head_read(const uint8_t *at, size_t have, head_t *head)
{
	uint8_t type = at[0];
	uint64_t count = 0;
	shape_t shape;

	*head = (head_t){.bytes = 1};
	if (type < 0x80 || type >= 0xe0)
		return HEAD_READ;
	if (type < 0xc0) {
		if (type < 0x90)
			head->inner = 2u * (type - 0x80u);
		else if (type < 0xa0)
			head->inner = type - 0x90u;
		else
			head->body = type - 0xa0u;
		return HEAD_READ;
	}
	shape = shapes[type - 0xc0];
	head->bytes += shape.size;
	if (have < head->bytes)
		return HEAD_SHORT;
	for (unsigned i = 1; i <= shape.size; i++)
		count = count << 8 | at[i];
	if (shape.values > 0)
		head->inner = count * shape.values;
	else
		head->body = count + shape.fixed;
	return HEAD_READ;
}

/* head_fault compares what a head announces with the limits. */
static scan_fault_t head_fault(const scan_t *scan, const head_t *head)
{
	const scan_limits_t *limits = scan->limits;
	uint64_t room = limits->bytes_max - scan->taken;

	assert(scan->taken <= limits->bytes_max && scan->values <= limits->values_max);
	if (head->bytes > room || head->body > room - head->bytes)
		return SCAN_OVER_BYTES;
	if (head->inner > limits->values_max - scan->values)
		return SCAN_OVER_VALUES;
	/* Each value takes at least one byte. So a container that cannot end within the limit is
	 * refused now. */
	if (head->inner > room - head->bytes)
		return SCAN_OVER_BYTES;
	if (head->inner > 0 && scan->depth == limits->depth_max)
		return SCAN_OVER_DEPTH;
	return SCAN_FINE;
}

/* head_take adds a head that head_fault has accepted to the state. */
static void head_take(scan_t *scan, const head_t *head)
{
	assert(scan->due[scan->depth] > 0 && scan->skip == 0);
	scan->due[scan->depth]--;
	scan->taken += head->bytes;
	scan->skip = head->body;
	if (head->inner == 0)
		return;
	scan->values += (uint32_t)head->inner;
	scan->due[++scan->depth] = (uint32_t)head->inner;
	assert(scan->depth <= scan->limits->depth_max);
	assert(scan->values <= scan->limits->values_max);
}

/* body_step skips the part of the body that is there; false while some of it is missing. */
static bool body_step(scan_t *scan, size_t length)
{
	size_t here = length - scan->taken;
	size_t step = scan->skip < here ? (size_t)scan->skip : here;

	scan->taken += step;
	scan->skip -= step;
	assert(scan->taken <= length && scan->taken + scan->skip <= scan->limits->bytes_max);
	return scan->skip == 0;
}

static scan_state_t refuse(scan_t *scan, scan_fault_t fault)
{
	scan->fault = fault;
	return SCAN_REFUSED;
}

scan_state_t scan_feed(scan_t *scan, const uint8_t *data, size_t length)
{
	assert(length >= scan->taken);
	if (scan->fault != SCAN_FINE)
		return SCAN_REFUSED;
	while (body_step(scan, length)) {
		const uint8_t *at = data + scan->taken;
		scan_fault_t fault;
		head_t head;

		while (scan->due[scan->depth] == 0) {
			if (scan->depth == 0)
				return SCAN_WHOLE;
			scan->depth--;
		}
		if (scan->taken == scan->limits->bytes_max)
			return refuse(scan, SCAN_OVER_BYTES);
		if (scan->taken == length)
			return SCAN_MORE;
		if (scan->limits->messages_only && scan->taken == 0 && *at != 0x93 && *at != 0x94)
			return refuse(scan, SCAN_NO_MESSAGE);
		if (*at == 0xc1)
			return refuse(scan, SCAN_RESERVED);
		if (head_read(at, length - scan->taken, &head) == HEAD_SHORT)
			return SCAN_MORE;
		fault = head_fault(scan, &head);
		if (fault != SCAN_FINE)
			return refuse(scan, fault);
		head_take(scan, &head);
	}
	return SCAN_MORE;
}

err_t scan_explain(const scan_t *scan, errinfo_t *why)
{
	const scan_limits_t *limits = scan->limits;

	switch (scan->fault) {
	case SCAN_NO_MESSAGE:
		return err_fail(why, ERR_FRAME,
		                "byte 0: no MessagePack-RPC message begins like this");
	case SCAN_RESERVED:
		return err_fail(why, ERR_FRAME, "byte %zu: c1 is no MessagePack type", scan->taken);
	case SCAN_OVER_BYTES:
		return err_fail(why, ERR_LIMIT, "byte %zu: the message is longer than %zu bytes",
		                scan->taken, limits->bytes_max);
	case SCAN_OVER_VALUES:
		return err_fail(why, ERR_LIMIT,
		                "byte %zu: the message announces more than %" PRIu32 " values",
		                scan->taken, limits->values_max);
	case SCAN_OVER_DEPTH:
		return err_fail(why, ERR_LIMIT, "byte %zu: containers are nested more than %u deep",
		                scan->taken, limits->depth_max);
	case SCAN_FINE:
		break;
	}
	return err_fail(why, ERR_INTERNAL, "a scan that was not refused");
}
