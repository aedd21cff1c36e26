/* SPDX-License-Identifier: MIT
 * pace.c - a prepare handle that reads the clock before the loop waits.
 *
 * libuv counts how long it has waited (UV_METRICS_IDLE_TIME); the rest of the time that has
 * passed is the turn. It is wall time, because clients wait that long: a turn is long as well
 * when the machine had no time for this process. A turn that is too long is logged at the level
 * "debug", and server.info counts such turns.
 *
 * The budget of a turn begins with the first call of pace_over, soon after the wait: the work
 * that calls it comes before work that has bounds of its own. Requests, results and telling have
 * their time in the order in which they arrive. Writing comes last and gets the time that
 * PACE_REST_NS leaves, because answers that wait cost memory.
 */
#include "server/pace.h"

#include <assert.h>
#include <string.h>

#include "server/log.h"

static void mark_cb(uv_prepare_t *mark)
{
	pace_t *pace = mark->data;
	const uint64_t now = clock_now_ns(), slept = uv_metrics_idle_time(pace->loop);
	const uint64_t turn = now - pace->marked_ns - (slept - pace->slept_ns);

	assert(slept >= pace->slept_ns && now - pace->marked_ns >= slept - pace->slept_ns);
	pace->thread = pthread_self();
	pace->marked_ns = now;
	pace->slept_ns = slept;
	pace->work_ns = 0;
	memset(pace->kind_ns, 0, sizeof(pace->kind_ns));
	pace->turns++;
	metrics_add(&pace->lengths, turn);
	if (turn > pace->longest_ns)
		pace->longest_ns = turn;
	if (turn <= PACE_LONG_NS)
		return;
	pace->long_turns++;
	log_line(LOG_DEBUG, LOG_SERVER, "event=long-turn ms=%.3f", (double)turn / NS_PER_MS);
}

void pace_init(pace_t *pace, uv_loop_t *loop)
{
	*pace = (pace_t){.loop = loop, .clock_ns = clock_now_ns, .marked_ns = clock_now_ns()};
	(void)uv_loop_configure(loop, UV_METRICS_IDLE_TIME); /* cannot fail */
	pace->slept_ns = uv_metrics_idle_time(loop);
	(void)uv_prepare_init(loop, &pace->mark);
	pace->mark.data = pace;
	(void)uv_prepare_start(&pace->mark, mark_cb);
}

void pace_close(pace_t *pace)
{
	uv_close((uv_handle_t *)&pace->mark, NULL);
}

bool pace_is_here(const pace_t *pace)
{
	return pace->turns == 0 || pthread_equal(pace->thread, pthread_self()) != 0;
}

bool pace_over(pace_t *pace, pace_kind_t kind)
{
	const uint64_t now = pace->clock_ns();
	const uint64_t most = kind == PACE_WRITING ? PACE_TURN_NS : PACE_REST_NS;

	assert(kind < PACE_KINDS);
	if (pace->work_ns == 0)
		pace->work_ns = now;
	if (pace->kind_ns[kind] == 0)
		pace->kind_ns[kind] = now;
	return now - pace->work_ns >= most && now - pace->kind_ns[kind] >= PACE_LEAST_NS;
}
