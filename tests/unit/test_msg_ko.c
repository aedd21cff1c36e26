/* SPDX-License-Identifier: MIT
 * test_msg_ko.c - the verdict by ko in job.done. */
#include <string.h>

#include "protocol/msg.h"
#include "tests/unit/codec_help.h"

static wirebuf_t out;

/* The verdict by ko is told or not; a number of threats belongs to a ko, none included. */
static void kos(void **state)
{
	static const unsigned threats[] = {0, 1, 2, MSG_THREATS_UNLIMITED, MSG_THREATS_UNTOLD};
	static msg_done_t done, back;
	errinfo_t why;

	(void)state;
	memset(&done, 0, sizeof(done));
	done.job = 1;
	for (unsigned ko = MSG_KO_UNASKED; ko <= MSG_KO_FAILS; ko++) {
		for (unsigned i = 0; i < sizeof(threats) / sizeof(threats[0]); i++) {
			wirebuf_init(&out, 4096);
			done.ko = ko;
			done.ko_threats = threats[i];
			msg_done_write(&out, &done);
			assert_int_equal(msg_done_read(reread(&out), &back, &why), ERR_OK);
			assert_int_equal(has("ko"), ko != MSG_KO_UNASKED);
			assert_int_equal(memmem(out.data, out.length, "\xa4more", 5) != NULL,
			                 threats[i] == MSG_THREATS_UNLIMITED);
			assert_int_equal(has("ko_threats"), threats[i] != MSG_THREATS_UNTOLD);
			assert_int_equal(back.ko, ko);
			assert_int_equal(back.ko_threats, threats[i]);
			wirebuf_fini(&out);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(kos),
	};

	return cmocka_run_group_tests(tests, codec_setup, codec_teardown);
}
