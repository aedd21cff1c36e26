/* SPDX-License-Identifier: MIT
 * durable_record.c - see durable_record.h.
 *
 * The ledger's sums tell damage of the disk; they do not tell who has written a record. So each is
 * scanned and decoded as a message of a client is.
 *
 * The body is what msg_submit_write writes: fields in the order of the table, those at their
 * defaults left out. So two submissions are the same however their maps were ordered, and whether
 * or not a client sends defaults. */
#include "server/durable_record.h"

#include <string.h>

#include "protocol/codec_whole.h"

enum { VERSION = 1 };

/* What a kind of record has. */
static const struct {
	bool has_names, has_label;
	const char *number, *bytes; /* NULL: none */
} rows[DURABLE_KINDS] = {
        [DURABLE_JOB] = {.has_names = true, .bytes = "body"},
        [DURABLE_CANCEL] = {.bytes = NULL},
        [DURABLE_RESULT] = {.bytes = "done"},
        [DURABLE_BATCH] = {.has_names = true, .has_label = true, .number = "jobs"},
        [DURABLE_ITEM] = {.bytes = "body"},
        [DURABLE_ENDED] = {.number = "n", .bytes = "done"},
        [DURABLE_STOP] = {.bytes = NULL},
};

void durable_record_write(wirebuf_t *out, durable_kind_t kind, const durable_record_t *record)
{
	const uint32_t names = rows[kind].has_names ? 2 : 0, label = rows[kind].has_label,
	               number = rows[kind].number != NULL, bytes = rows[kind].bytes != NULL;

	put_map(out, 2 + names + label + number + bytes);
	put_text(out, "v");
	put_uint(out, VERSION);
	put_text(out, "at");
	put_uint(out, record->at_ms);
	if (rows[kind].has_names) {
		put_text(out, "account");
		put_text(out, record->account);
		put_text(out, "key");
		put_text(out, record->key);
	}
	if (rows[kind].has_label) {
		put_text(out, "label");
		put_text(out, record->label);
	}
	if (rows[kind].number != NULL) {
		put_text(out, rows[kind].number);
		put_uint(out, record->number);
	}
	if (rows[kind].bytes != NULL) {
		put_text(out, rows[kind].bytes);
		put_bin(out, record->bytes, record->count);
	}
}

err_t durable_record_put(ledger_change_t *change, ledger_name_t name,
                         const durable_record_t *record, uint8_t **bytes, size_t *capacity)
{
	wirebuf_t out;

	wirebuf_init(&out, LEDGER_RECORD_MOST);
	durable_record_write(&out, (durable_kind_t)name.kind, record);
	if (out.failed != ERR_OK) {
		const err_t err = out.failed;

		wirebuf_fini(&out);
		return err;
	}
	*change = (ledger_change_t){.what = LEDGER_PUT, .name = name};
	*bytes = wirebuf_take(&out, &change->count, capacity);
	change->bytes = *bytes;
	return ERR_OK;
}

err_t durable_record_read(codec_t *codec, durable_kind_t kind, const uint8_t *bytes, size_t count,
                          durable_record_t *out, errinfo_t *why)
{
	const char *lent = NULL;
	uint64_t version = 0;
	node_t root, field;
	err_t err = codec_decode_whole(codec, bytes, count, LEDGER_RECORD_MOST, "", &root, why);

	*out = (durable_record_t){.at_ms = 0};
	if (err != ERR_OK)
		return err;
	if (!codec_map(&root, REQUIRED))
		return codec_error(codec, why);
	field = codec_field(&root, "v");
	codec_uint(&field, REQUIRED, VERSION, VERSION, &version);
	field = codec_field(&root, "at");
	codec_uint(&field, REQUIRED, 0, CODEC_INTEGER_MAX, &out->at_ms);
	if (rows[kind].has_names) {
		field = codec_field(&root, "account");
		codec_text(&field, REQUIRED, out->account, sizeof(out->account));
		field = codec_field(&root, "key");
		codec_text(&field, REQUIRED, out->key, sizeof(out->key));
	}
	if (rows[kind].has_label) {
		field = codec_field(&root, "label");
		codec_text(&field, REQUIRED, out->label, sizeof(out->label));
	}
	if (rows[kind].number != NULL) {
		field = codec_field(&root, rows[kind].number);
		codec_uint(&field, REQUIRED, 0, CODEC_INTEGER_MAX, &out->number);
	}
	if (rows[kind].bytes != NULL) {
		field = codec_field(&root, rows[kind].bytes);
		codec_bytes(&field, REQUIRED, LEDGER_RECORD_MOST, &lent, &out->count);
	}
	out->bytes = (const uint8_t *)lent;
	return codec_error(codec, why);
}

void durable_record_body(wirebuf_t *out, const msg_submit_t *msg)
{
	msg_submit_t body = *msg, plain;

	msg_submit_init(&plain);
	body.progress_ms = plain.progress_ms;
	body.detach = plain.detach;
	body.durable = plain.durable;
	memcpy(body.key, plain.key, sizeof(body.key));
	msg_submit_write(out, &body);
}

err_t durable_record_submit(codec_t *codec, const uint8_t *bytes, size_t count, msg_submit_t *out,
                            errinfo_t *why)
{
	node_t root;
	err_t err =
	        codec_decode_whole(codec, bytes, count, LEDGER_RECORD_MOST, "params", &root, why);

	msg_submit_init(out);
	if (err == ERR_OK)
		err = msg_submit_read(&root, out, why);
	out->detach = true;
	return err;
}

void durable_record_digest(const uint8_t *bytes, size_t count, uint8_t out[SHA256_BYTES])
{
	sha256_t sha;

	sha256_begin(&sha);
	sha256_add(&sha, bytes, count);
	sha256_end(&sha, out);
}

err_t durable_record_done(codec_t *codec, const uint8_t *bytes, size_t count, msg_done_t *out,
                          errinfo_t *why)
{
	node_t root;
	const err_t err =
	        codec_decode_whole(codec, bytes, count, LEDGER_RECORD_MOST, "done", &root, why);

	return err == ERR_OK ? msg_done_read(&root, out, why) : err;
}
