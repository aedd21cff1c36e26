/* SPDX-License-Identifier: MIT
 * metrics.c - see metrics.h. */
#include "server/metrics.h"

#include <assert.h>

#include "engine/base/clock.h"

/* Three in ten times as much: a search may take 100 us, and a thousand seconds. */
const uint64_t metrics_bounds[METRICS_BUCKETS] = {
        100 * NS_PER_US,
        300 * NS_PER_US,
        NS_PER_MS,
        3 * NS_PER_MS,
        10 * NS_PER_MS,
        30 * NS_PER_MS,
        100 * NS_PER_MS,
        300 * NS_PER_MS,
        (uint64_t)NS_PER_S,
        3 * (uint64_t)NS_PER_S,
        10 * (uint64_t)NS_PER_S,
        30 * (uint64_t)NS_PER_S,
        100 * (uint64_t)NS_PER_S,
        300 * (uint64_t)NS_PER_S,
        1000 * (uint64_t)NS_PER_S,
};

void metrics_add(histogram_t *histogram, uint64_t ns)
{
	unsigned at = 0;

	while (at < METRICS_BUCKETS && ns > metrics_bounds[at])
		at++;
	histogram->count[at]++;
	histogram->sum_ns += ns;
}

unsigned metrics_class(const account_t *account)
{
	return account != NULL ? account->class : MSG_CLASSES;
}

void metrics_submitted(metrics_t *metrics, account_t *account)
{
	metrics->submitted++;
	if (account == NULL)
		return;
	account->counts.submitted++;
	account->counts.active++;
}

void metrics_ended(metrics_t *metrics, account_t *account, const result_t *result)
{
	const unsigned class = metrics_class(account);

	assert(class < METRICS_CLASSES && result->wait_ns <= result->time_ns);
	metrics->ended[class][result->state]++;
	metrics->values[result->value - VALUE_DISPROVEN]++;
	metrics->nodes += result->nodes;
	if (result->remembered) {
		metrics->remembered++;
	} else {
		metrics_add(&metrics->wait[class], result->wait_ns);
		metrics_add(&metrics->solve, result->time_ns - result->wait_ns);
	}
	if (account == NULL)
		return;
	assert(account->counts.active > 0);
	account->counts.active--;
	account->counts.nodes += result->nodes;
}

void metrics_refused(metrics_t *metrics, account_t *account, err_t err)
{
	const unsigned at = (unsigned)-(int)err;

	if (at < METRICS_ERRORS)
		metrics->errors[at]++;
	if (account != NULL)
		account->counts.refused++;
}
