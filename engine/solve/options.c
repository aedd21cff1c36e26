/* SPDX-License-Identifier: MIT
 * options.c - the limits table as data. */
#include "engine/solve/options.h"

#include <stddef.h>

#define LIMIT_ROW(field, least, most, fallback, unit, help) \
	{#field, (least), (most), (fallback), (unit), (help)},
static const limit_row_t rows[] = {LIMIT_TABLE(LIMIT_ROW){NULL, 0, 0, 0, NULL, NULL}};
#undef LIMIT_ROW

const limit_row_t *limit_rows(void)
{
	return rows;
}
