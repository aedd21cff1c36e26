/* SPDX-License-Identifier: MIT
 * methods.c - the table of methods. So few rows are searched faster than a hash is computed.
 */
#include "protocol/methods.h"

#include <assert.h>
#include <string.h>

#define METHOD_ROW(constant, name, params, draining, help) {(name), (params), (draining), (help)},
static const method_row_t rows[] = {METHOD_TABLE(METHOD_ROW)};
#undef METHOD_ROW

const method_row_t *methods_row(method_t method)
{
	assert(method < METHODS);
	return &rows[method];
}

method_t methods_find(const char *name)
{
	unsigned at = 0;

	while (at < METHODS && strcmp(rows[at].name, name) != 0)
		at++;
	return (method_t)at;
}
