/* SPDX-License-Identifier: MIT
 * stop.c - the names of the stopping points and the trigger that tests arm.
 *
 * One armed point for the whole process: a countdown that every passage of
 * that point lowers. All atomics are relaxed: a test arms the trigger before
 * it submits, and the submission publishes it. */
#include "engine/search/core/stop.h"

#include <stdatomic.h>

#include "engine/base/check.h"

static _Atomic int armed = STOP_POINTS;
static _Atomic unsigned passages_left;
static _Atomic bool fired;

const char *stop_name(stop_point_t point)
{
#define STOP_ROW(constant, name, where) [constant] = (name),
	static const char *const names[] = {STOP_TABLE(STOP_ROW)};
#undef STOP_ROW

	CHECK((unsigned)point < STOP_POINTS);
	return names[point];
}

void stop_inject(stop_point_t point, unsigned nth)
{
	atomic_store_explicit(&fired, false, memory_order_relaxed);
	atomic_store_explicit(&passages_left, nth, memory_order_relaxed);
	atomic_store_explicit(&armed, (int)point, memory_order_relaxed);
}

bool stop_fired(void)
{
	return atomic_load_explicit(&fired, memory_order_relaxed);
}

#ifndef NDEBUG
bool stop_passes(stop_point_t point)
{
	if (atomic_load_explicit(&armed, memory_order_relaxed) != (int)point)
		return false;
	if (atomic_fetch_sub_explicit(&passages_left, 1, memory_order_relaxed) != 0)
		return false;
	atomic_store_explicit(&armed, STOP_POINTS, memory_order_relaxed);
	atomic_store_explicit(&fired, true, memory_order_relaxed);
	return true;
}
#endif
