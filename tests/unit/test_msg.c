/* SPDX-License-Identifier: MIT
 * test_msg.c - messages: defaults, both directions, and that the protocol's
 * mirrors agree with the engine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/game.h"
#include "engine/solve/limits.h"
#include "engine/solve/solver.h"
#include "protocol/msg.h"
#include "protocol/rpc.h"
#include "protocol/sgf.h"
#include "tests/unit/codec_help.h"

static wirebuf_t out;

static void limits_are_those_of_the_engine(void **state)
{
	const limit_row_t *row = limits_rows();
	msg_submit_t submit;

	(void)state;
	msg_submit_init(&submit);
#define SAME(key, low, high, otherwise)                                              \
	assert_string_equal(row->name, #key);                                        \
	assert_true(row->least == (uint64_t)(low) && row->most == (uint64_t)(high)); \
	assert_true(submit.limits.key == (uint64_t)(otherwise));                     \
	assert_true(row->fallback == (uint64_t)(otherwise) ||                        \
	            (uint64_t)(otherwise) == MSG_ORDER_OPEN);                        \
	row++;
	MSG_LIMIT_TABLE(SAME)
#undef SAME
	assert_null(row->name);
}

static void numbers_are_those_of_the_engine(void **state)
{
	(void)state;
	for (unsigned i = 0; i < JOB_STATES; i++)
		assert_string_equal(msg_state_names[i], job_state_name((job_state_t)i));
	assert_null(msg_state_names[JOB_STATES]);
	for (unsigned i = 0; i < 3; i++)
		assert_string_equal(msg_value_names[i], value_name((value_t)i));
	for (unsigned i = 0; i <= SCOPE_HEURISTIC; i++)
		assert_string_equal(msg_scope_names[i], scope_name((scope_t)i));
	assert_null(msg_scope_names[SCOPE_WITHIN + 1]);
	assert_int_equal(MSG_PROVEN, VALUE_PROVEN);
	assert_int_equal(MSG_SCOPE_ORDER, SCOPE_ORDER);
	assert_int_equal(MSG_SCOPE_HEURISTIC, SCOPE_HEURISTIC);
	assert_int_equal(MSG_FAILED, JOB_FAILED);
	assert_int_equal(MSG_BLACK, COLOUR_BLACK);
	assert_int_equal(MSG_WHITE, COLOUR_WHITE);
	assert_int_equal(MSG_SCHEDULE_AUTO, SCHEDULE_AUTO);
	assert_int_equal(MSG_SCHEDULE_DEPTH, SCHEDULE_DEPTH);
	assert_int_equal(MSG_ATTACKER, SIDE_ATTACKER);
	assert_int_equal(MSG_DEFENDER, SIDE_DEFENDER);
	assert_int_equal(MSG_KO_UNASKED, KO_UNASKED);
	assert_int_equal(MSG_KO_NONE, KO_NONE);
	assert_int_equal(MSG_KO_FIGHT, KO_FIGHT);
	assert_int_equal(MSG_KO_FAILS, KO_FAILS);
	for (unsigned ko = KO_UNASKED; ko <= KO_FAILS; ko++)
		assert_string_equal(msg_ko_names[ko], ko_name((ko_t)ko));
	assert_int_equal(MSG_DRIVER_LAMBDA, DRIVER_LAMBDA);
	assert_int_equal(MSG_DRIVER_PLAIN, DRIVER_PLAIN);
	assert_int_equal(MSG_ENGINE_AUTO, ALGORITHM_AUTO);
	assert_int_equal(MSG_ENGINE_ALPHABETA, ALGORITHM_ALPHABETA);
	assert_int_equal(MSG_ENGINE_DFPN, ALGORITHM_DFPN);
	assert_int_equal(MSG_ZONING_SOUND, ZONING_SOUND);
	assert_int_equal(MSG_ZONING_NONE, ZONING_NONE);
	assert_int_equal(MSG_ZONING_INVERSION, ZONING_INVERSION);
	assert_int_equal(MSG_ZONE_POINTS, BOARD_MAX * BOARD_MAX);
	assert_true((int)MSG_ZONE_AREAS >= (int)ZONE_AREAS_MAX);
	assert_true((int)MSG_OPTIONS >= (int)OPTIONS_MAX);
	assert_int_equal(MSG_THREATS_UNLIMITED, THREATS_UNLIMITED);
	assert_true((int)MSG_LINE_MOVES >= (int)LINE_MAX_MOVES);
	assert_true((int)MSG_POINT_BYTES >= (int)MOVE_TEXT_MAX);
	assert_true((int)MSG_ROWS_BYTES >= (int)ROWS_TEXT_MAX);
	assert_int_equal(MSG_LABEL_BYTES, LABEL_MAX);
	assert_int_equal(SGF_SIDE_MOST, BOARD_MAX);
}

static void defaults_are_not_sent(void **state)
{
	msg_submit_t submit, back;
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, 4096);
	msg_submit_init(&submit);
	strcpy(submit.position.rows, ".X/..");
	strcpy(submit.goal.type, "capture");
	strcpy(submit.goal.target, "B2");
	msg_submit_write(&out, &submit);
	assert_int_equal(out.data[0], 0x82); /* position, goal */
	memset(&back, 0x55, sizeof(back));
	assert_int_equal(msg_submit_read(reread(&out), &back, &why), ERR_OK);
	assert_string_equal(back.game, "");
	assert_string_equal(back.position.rows, ".X/..");
	assert_string_equal(back.position.fen, "");
	assert_string_equal(back.options, "");
	assert_int_equal(back.driver, MSG_DRIVER_LAMBDA);
	assert_int_equal(back.engine, MSG_ENGINE_AUTO);
	assert_int_equal(back.goal.first, MSG_ATTACKER);
	assert_false(back.ko_verdict);
	assert_int_equal(back.zone, MSG_ZONING_SOUND);
	assert_null(back.position.sgf);
	assert_int_equal(back.position.move, MSG_MOVE_ALL);
	assert_int_equal(back.goal.attacker, MSG_COLOUR_NONE);
	assert_string_equal(back.ko, "");
	assert_int_equal(back.threats.attacker, 0);
	assert_memory_equal(&back.limits, &submit.limits, sizeof(back.limits));
	assert_int_equal(back.schedule, MSG_SCHEDULE_AUTO);
	assert_false(back.detach);
	assert_false(back.fresh);
	assert_int_equal(back.progress_ms, PROGRESS_DEFAULT_MS);
	assert_string_equal(back.label, "");
	wirebuf_fini(&out);
}

static void everything_is_sent(void **state)
{
	static const char *const sgf = "(;SZ[5])";
	msg_submit_t submit, back;
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, 4096);
	msg_submit_init(&submit);
	submit.position.sgf = sgf;
	submit.position.sgf_bytes = strlen(sgf);
	submit.position.move = 12;
	strcpy(submit.goal.type, "capture");
	strcpy(submit.goal.target, "B2");
	submit.goal.attacker = MSG_WHITE;
	submit.goal.first = MSG_DEFENDER;
	submit.ko_verdict = true;
	strcpy(submit.ko, "C3");
	submit.threats.attacker = 2;
	submit.threats.defender = MSG_THREATS_UNLIMITED;
	submit.limits = (msg_limits_t){0, 9, 5, 1, 2, 3, 4};
	submit.schedule = MSG_SCHEDULE_DEPTH;
	submit.driver = MSG_DRIVER_PLAIN;
	submit.engine = MSG_ENGINE_DFPN;
	submit.zone = MSG_ZONING_INVERSION;
	strcpy(submit.game, "gomoku");
	strcpy(submit.options, "k=4 rule=renju size=6x5");
	submit.detach = true;
	submit.fresh = true;
	submit.progress_ms = 0;
	strcpy(submit.label, "n\xc3\xa4me");
	msg_submit_write(&out, &submit);
	assert_int_equal(msg_submit_read(reread(&out), &back, &why), ERR_OK);
	assert_int_equal(back.position.sgf_bytes, strlen(sgf));
	assert_memory_equal(back.position.sgf, sgf, strlen(sgf));
	assert_int_equal(back.position.move, 12);
	assert_int_equal(back.goal.attacker, MSG_WHITE);
	assert_int_equal(back.goal.first, MSG_DEFENDER);
	assert_true(back.ko_verdict);
	assert_string_equal(back.ko, "C3");
	assert_int_equal(back.threats.attacker, 2);
	assert_int_equal(back.threats.defender, MSG_THREATS_UNLIMITED);
	assert_memory_equal(&back.limits, &submit.limits, sizeof(back.limits));
	assert_int_equal(back.schedule, MSG_SCHEDULE_DEPTH);
	assert_int_equal(back.driver, MSG_DRIVER_PLAIN);
	assert_int_equal(back.engine, MSG_ENGINE_DFPN);
	assert_int_equal(back.zone, MSG_ZONING_INVERSION);
	assert_string_equal(back.game, "gomoku");
	assert_string_equal(back.options, submit.options);
	assert_true(back.detach);
	assert_true(back.fresh);
	assert_int_equal(back.progress_ms, 0);
	assert_string_equal(back.label, submit.label);
	wirebuf_fini(&out);
}

static void short_intervals_are_raised(void **state)
{
	msg_submit_t submit, back;
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, 4096);
	msg_submit_init(&submit);
	strcpy(submit.position.rows, ".X/..");
	strcpy(submit.goal.type, "capture");
	strcpy(submit.goal.target, "B2");
	submit.progress_ms = 1;
	msg_submit_write(&out, &submit);
	assert_int_equal(msg_submit_read(reread(&out), &back, &why), ERR_OK);
	assert_int_equal(back.progress_ms, PROGRESS_LEAST_MS);
	wirebuf_fini(&out);
}

/* The longest job map fits a frame that a client accepts many times over. */
static void longest_job(void **state)
{
	static msg_job_t job, back;
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, REPLY_BYTES_MAX);
	memset(&job, 0, sizeof(job));
	job.job = CODEC_INTEGER_MAX;
	job.line.count = job.result.line.count = MSG_LINE_MOVES;
	job.coords.count = job.result.coords.count = MSG_LINE_MOVES;
	for (unsigned i = 0; i < MSG_LINE_MOVES; i++) {
		snprintf(job.line.move[i], MSG_POINT_BYTES, "%015u", i);
		snprintf(job.result.line.move[i], MSG_POINT_BYTES, "%015u", 2 * i);
		snprintf(job.coords.move[i], MSG_POINT_BYTES, "%015u", 3 * i);
		snprintf(job.result.coords.move[i], MSG_POINT_BYTES, "%015u", 4 * i);
	}
	job.result.zone.is_known = true;
	job.result.zone.count = job.result.indices.count = MSG_ZONE_POINTS;
	job.result.areas = MSG_ZONE_AREAS;
	for (unsigned i = 0; i < MSG_ZONE_POINTS; i++) {
		snprintf(job.result.zone.point[i], MSG_POINT_BYTES, "%015u", 5 * i);
		job.result.indices.index[i] = (uint8_t)(1 + i % MSG_ZONE_AREAS);
	}
	job.has_result = job.result.has_error = true;
	job.result.job = 1;
	memset(job.result.error.message, 'm', sizeof(job.result.error.message) - 1);
	memset(job.rows, '.', sizeof(job.rows) - 1);
	msg_job_write(&out, &job);
	assert_int_equal(msg_job_read(reread(&out), &back, &why), ERR_OK);
	assert_memory_equal(&job.line, &back.line, sizeof(job.line));
	assert_memory_equal(&job.result.line, &back.result.line, sizeof(job.line));
	assert_memory_equal(&job.coords, &back.coords, sizeof(job.line));
	assert_memory_equal(&job.result.coords, &back.result.coords, sizeof(job.line));
	assert_memory_equal(&job.result.zone, &back.result.zone, sizeof(job.result.zone));
	assert_memory_equal(&job.result.indices, &back.result.indices, sizeof(msg_indices_t));
	assert_int_equal(back.result.areas, MSG_ZONE_AREAS);
	assert_string_equal(job.result.error.message, back.result.error.message);
	assert_string_equal(job.rows, back.rows);
	assert_true(back.has_result && back.result.has_error);
	assert_true(out.length < REPLY_BYTES_MAX / 16);
	wirebuf_fini(&out);
}

/* An unknown zone is not an empty one, and one area needs no indices. */
static void zones(void **state)
{
	static msg_done_t done, back;
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, 4096);
	memset(&done, 0, sizeof(done));
	done.job = 1;
	msg_done_write(&out, &done);
	memset(&back, 0x55, sizeof(back));
	assert_int_equal(msg_done_read(reread(&out), &back, &why), ERR_OK);
	assert_false(has("zone") || has("areas") || has("indices"));
	assert_false(back.zone.is_known);
	wirebuf_fini(&out);

	done.zone.is_known = true;
	msg_done_write(&out, &done);
	assert_int_equal(msg_done_read(reread(&out), &back, &why), ERR_OK);
	assert_true(has("zone") && !has("areas") && !has("indices"));
	assert_true(back.zone.is_known && back.zone.count == 0);
	wirebuf_fini(&out);

	done.zone.count = done.indices.count = 2;
	strcpy(done.zone.point[0], "A1");
	strcpy(done.zone.point[1], "T19");
	done.areas = 3;
	memcpy(done.indices.index, "\2\1", 2);
	msg_done_write(&out, &done);
	assert_int_equal(msg_done_read(reread(&out), &back, &why), ERR_OK);
	assert_int_equal(back.zone.count, 2);
	assert_string_equal(back.zone.point[1], "T19");
	assert_int_equal(back.areas, 3);
	assert_int_equal(back.indices.count, 2);
	assert_memory_equal(back.indices.index, "\2\1", 2);
	wirebuf_fini(&out);
}

/* Which engine found a value is told or not, but it is never "auto". */
static void engines(void **state)
{
	static msg_done_t done, back;
	errinfo_t why;

	(void)state;
	memset(&done, 0, sizeof(done));
	done.job = 1;
	for (unsigned engine = MSG_ENGINE_AUTO; engine <= MSG_ENGINE_DFPN; engine++) {
		wirebuf_init(&out, 4096);
		done.engine = engine;
		msg_done_write(&out, &done);
		memset(&back, 0x55, sizeof(back));
		assert_int_equal(msg_done_read(reread(&out), &back, &why), ERR_OK);
		assert_int_equal(has("engine"), engine != MSG_ENGINE_AUTO);
		assert_int_equal(back.engine, engine);
		wirebuf_fini(&out);
	}
}

static void zones_out_of_bounds(void **state)
{
	static msg_done_t done;
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, 4096);
	memset(&done, 0, sizeof(done));
	done.job = 1;
	done.areas = 1;
	msg_done_write(&out, &done);
	assert_int_equal(msg_done_read(reread(&out), &done, &why), ERR_RANGE);
	assert_string_equal(why.text, "params.areas: 1 is not in 2..16");
	wirebuf_fini(&out);
	done.areas = 2;
	done.indices.count = 1;
	done.indices.index[0] = MSG_ZONE_AREAS + 1;
	msg_done_write(&out, &done);
	assert_int_equal(msg_done_read(reread(&out), &done, &why), ERR_RANGE);
	assert_string_equal(why.text, "params.indices[0]: 17 is not in 1..16");
	wirebuf_fini(&out);
}

static void best_is_nil_when_there_is_none(void **state)
{
	static msg_progress_t progress;
	errinfo_t why;
	node_t field;

	(void)state;
	wirebuf_init(&out, 4096);
	memset(&progress, 0, sizeof(progress));
	progress.job = 1;
	msg_progress_write(&out, &progress);
	reread(&out);
	field = codec_field(&root, "best");
	assert_int_equal(codec_kind(&field), NODE_ABSENT);
	strcpy(progress.best, "x");
	assert_int_equal(msg_progress_read(&root, &progress, &why), ERR_OK);
	assert_string_equal(progress.best, "");
	wirebuf_fini(&out);
}

static void job_numbers(void **state)
{
	msg_ref_t ref = {.job = CODEC_INTEGER_MAX};
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, 64);
	msg_ref_write(&out, &ref);
	assert_int_equal(msg_ref_read(reread(&out), &ref, &why), ERR_OK);
	wirebuf_fini(&out);
	ref.job = CODEC_INTEGER_MAX + 1;
	msg_ref_write(&out, &ref);
	assert_int_equal(msg_ref_read(reread(&out), &ref, &why), ERR_RANGE);
	wirebuf_fini(&out);
	ref.job = 0;
	msg_ref_write(&out, &ref);
	assert_int_equal(msg_ref_read(reread(&out), &ref, &why), ERR_MISSING);
	assert_string_equal(why.text, "params.job: missing, and no key is given either");
	wirebuf_fini(&out);
	put_map(&out, 1);
	put_text(&out, "job");
	put_uint(&out, 0);
	assert_int_equal(msg_ref_read(reread(&out), &ref, &why), ERR_RANGE);
	assert_string_equal(why.text, "params.job: 0 is not in 1..9007199254740991");
	wirebuf_fini(&out);
}

static void a_job_has_a_number_or_a_key(void **state)
{
	msg_ref_t ref = {.key = "night"};
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, 64);
	msg_watch_write(&out, &ref);
	assert_int_equal(msg_watch_read(reread(&out), &ref, &why), ERR_OK);
	assert_string_equal(ref.key, "night");
	assert_int_equal(ref.job, 0);
	wirebuf_fini(&out);
	ref.job = 7;
	msg_ref_write(&out, &ref);
	assert_int_equal(msg_ref_read(reread(&out), &ref, &why), ERR_VALUE);
	assert_string_equal(why.text, "params.key: both job and key are given");
	wirebuf_fini(&out);
}

static void info_carries_the_bounds(void **state)
{
	static msg_info_t info, back;
	errinfo_t why;

	(void)state;
	wirebuf_init(&out, 65536);
	msg_info_init(&info);
	strcpy(info.games[0].name, "go");
	strcpy(info.games[0].goals[0], "capture");
	strcpy(info.games[0].goals[1], "live");
	strcpy(info.games[0].style, "go");
	info.games[0].option_count = 2;
	info.games[0].options[0] = (msg_option_t){
	        .name = "k", .kind = "number", .least = 3, .most = 6, .fallback = "5", .help = "h"};
	info.games[0].options[1] = (msg_option_t){
	        .name = "rule", .kind = "word", .words = {"a", "b"}, .fallback = "a"};
	info.game_count = 1;
	msg_info_write(&out, &info);
	assert_int_equal(msg_info_read(reread(&out), &back, &why), ERR_OK);
#define SAME(constant, value, name, text)                                                         \
	{                                                                                         \
		node_t bounds = codec_field(&root, "bounds"), bound = codec_field(&bounds, name); \
		uint64_t number = 0;                                                              \
                                                                                                  \
		codec_uint(&bound, REQUIRED, 0, CODEC_INTEGER_MAX, &number);                      \
		assert_int_equal(number, constant);                                               \
	}
	BOUND_TABLE(SAME)
#undef SAME
	assert_int_equal(codec_error(codec, &why), ERR_OK);
	assert_int_equal(back.protocol, PROTOCOL_VERSION);
	assert_string_equal(back.games[0].goals[1], "live");
	assert_string_equal(back.games[0].goals[2], "");
	assert_string_equal(back.games[0].style, "go");
	assert_memory_equal(back.games[0].options, info.games[0].options, 2 * sizeof(msg_option_t));
	wirebuf_fini(&out);
}

static void paths_are_told_from_prose(void **state)
{
	static const struct {
		const char *message;
		size_t length;
	} rows[] = {
	        {"params.limits.order: 9 is not in 0..7", 19},
	        {"params.play[3]: there is a stone on D4", 14},
	        {"params: the request is longer than 65536 bytes", 6},
	        {"params.options.k: \"x\" is not in 3..8", 16},
	        {"params.job", 0},
	        {"params are missing: none", 0},
	        {"paramsx: no", 0},
	        {"method: there is no 'x'", 0}, /* of the envelope, no field of a request */
	        {"a fault in tesuji itself: check failed", 0},
	        {"", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(msg_path_length(rows[i].message), rows[i].length);
}

/* Nothing that was there before a message was emptied is told. */
static void an_emptied_message_tells_nothing(void **state)
{
	static msg_done_t full, empty;
	wirebuf_t expected;

	(void)state;
	wirebuf_init(&expected, 4096);
	msg_done_write(&expected, &empty);
	memset(&full, 1, sizeof(full));
	msg_done_init(&full);
	wirebuf_init(&out, 4096);
	msg_done_write(&out, &full);
	assert_int_equal(out.length, expected.length);
	assert_memory_equal(out.data, expected.data, out.length);
	wirebuf_fini(&out);
	wirebuf_fini(&expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(limits_are_those_of_the_engine),
	        cmocka_unit_test(numbers_are_those_of_the_engine),
	        cmocka_unit_test(defaults_are_not_sent),
	        cmocka_unit_test(everything_is_sent),
	        cmocka_unit_test(short_intervals_are_raised),
	        cmocka_unit_test(longest_job),
	        cmocka_unit_test(zones),
	        cmocka_unit_test(engines),
	        cmocka_unit_test(zones_out_of_bounds),
	        cmocka_unit_test(best_is_nil_when_there_is_none),
	        cmocka_unit_test(an_emptied_message_tells_nothing),
	        cmocka_unit_test(job_numbers),
	        cmocka_unit_test(a_job_has_a_number_or_a_key),
	        cmocka_unit_test(info_carries_the_bounds),
	        cmocka_unit_test(paths_are_told_from_prose),
	};

	return cmocka_run_group_tests(tests, codec_setup, codec_teardown);
}
