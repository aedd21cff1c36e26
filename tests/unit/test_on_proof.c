/* SPDX-License-Identifier: MIT
 * test_on_proof.c - what /proof answers where there is no memory. The daemon and the answers of
 * requests are played by this file.
 */
#include "clients/http/on_proof.h"

#include <string.h>

#include "clients/http/gateway.h"
#include "clients/http/relay.h"
#include "engine/base/mem.h"
#include "engine/proof/bytes.h"
#include "tests/unit/seed.h"

static gateway_t gateway;
static bool has_memory;
static unsigned told_status;
static json_int_t nodes;

const char *request_query(const request_t *r, const char *name)
{
	(void)r;
	assert_string_equal(name, "moves");
	return NULL;
}

void request_json(request_t *r, unsigned status, const json_t *value)
{
	(void)r;
	told_status = status;
	nodes = json_integer_value(json_object_get(value, "nodes"));
}

void request_fail(request_t *r, unsigned status, const char *code, const char *format, ...)
{
	(void)r;
	(void)format;
	fail_msg("%u %s", status, code);
}

void request_fail_as(request_t *r, const tesuji_error_t *error)
{
	(void)r;
	assert_int_equal(error->code, TESUJI_E_NOMEM);
	told_status = MHD_HTTP_SERVICE_UNAVAILABLE;
}

void request_fail_at(request_t *r, unsigned status, const char *code, const char *pointer,
                     const char *format, ...)
{
	(void)r;
	(void)format;
	fail_msg("%u %s %s", status, code, pointer);
}

void relay_call(request_t *r, const char *method, json_t *params,
                void (*answered)(void *user, const upstream_answer_t *answer))
{
	json_t *result = json_pack("{s:{s:s}}", "result", "value", "proven");
	const upstream_answer_t answer = {.result = result};

	assert_string_equal(method, "job.status");
	json_decref(params);
	answered(r, &answer);
	json_decref(result);
}

/* browsers_ask lends a proof of one attack. */
void browsers_ask(browsers_t *b, request_t *r, void (*told)(request_t *r, browse_t *browse))
{
	const certificate_header_t h = {.kind = "proof",
	                                .game = "go",
	                                .goal = "capture",
	                                .target = "A3",
	                                .rows = "OX./.../...",
	                                .black = true};
	certificate_writer_t *writer;
	bytes_t bytes = {0};
	browse_t *browse;
	uint32_t node;

	(void)b;
	assert_int_equal(certificate_write_begin(&h, bytes_sink(&bytes), &writer, NULL), ERR_OK);
	(void)certificate_write_attack(writer, 3, CERTIFICATE_NONE, &node);
	assert_int_equal(certificate_write_end(writer, node), ERR_OK);
	certificate_writer_free(writer);
	assert_int_equal(browse_open(bytes_source(&bytes), BROWSE_BYTES_MAX, &browse, NULL),
	                 ERR_OK);
	mem_fail_after(has_memory ? -1 : 0);
	told(r, browse);
	mem_fail_after(-1);
	browse_close(browse);
	bytes_free(&bytes);
}

static void test_bug_no_memory_was_told_as_nodes_below_0(void **state)
{
	request_t r = {.gateway = &gateway, .named = {.number = 1}};

	(void)state;
	has_memory = true;
	on_proof_get(&r);
	assert_int_equal(told_status, MHD_HTTP_OK);
	assert_int_equal(nodes, 0);
	has_memory = false;
	on_proof_get(&r);
	assert_int_equal(told_status, MHD_HTTP_SERVICE_UNAVAILABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_bug_no_memory_was_told_as_nodes_below_0),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
