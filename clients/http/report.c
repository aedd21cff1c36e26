/* SPDX-License-Identifier: MIT
 * report.c - see report.h. The messages are too large for a stack.
 */
#include "clients/http/report.h"

#include <stdlib.h>

#include "clients/c/convert.h"
#include "protocol/codec.h"
#include "protocol/msg.h"

typedef union {
	msg_progress_t progress;
	msg_done_t done;
	msg_job_t job;
} message_t;

typedef enum { OF_PROGRESS, OF_DONE, OF_JOB } map_t;

/* convert reads a map of that kind. */
static bool convert(const node_t *map, map_t kind, message_t *message, tesuji_report_t *out)
{
	switch (kind) {
	case OF_PROGRESS:
		if (msg_progress_read(map, &message->progress, NULL) != ERR_OK)
			return false;
		convert_progress(&message->progress, out);
		return true;
	case OF_DONE:
		if (msg_done_read(map, &message->done, NULL) != ERR_OK)
			return false;
		convert_done(&message->done, out);
		return true;
	case OF_JOB:
		if (msg_job_read(map, &message->job, NULL) != ERR_OK)
			return false;
		convert_job(&message->job, out);
		return true;
	}
	return false;
}

static bool read_as(map_t kind, const void *bytes, size_t length, tesuji_report_t *out)
{
	message_t *message = malloc(sizeof(*message));
	codec_t *codec = codec_create();
	node_t map;
	const bool good = message != NULL && codec != NULL &&
	                  codec_decode(codec, bytes, length, "", &map, NULL) == ERR_OK &&
	                  convert(&map, kind, message, out);

	codec_destroy(codec);
	free(message);
	return good;
}

bool report_progress(const void *bytes, size_t length, tesuji_report_t *out)
{
	return read_as(OF_PROGRESS, bytes, length, out);
}

bool report_done(const void *bytes, size_t length, tesuji_report_t *out)
{
	return read_as(OF_DONE, bytes, length, out);
}

bool report_job(const void *bytes, size_t length, tesuji_report_t *out)
{
	return read_as(OF_JOB, bytes, length, out);
}
