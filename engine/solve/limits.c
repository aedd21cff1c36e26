/* SPDX-License-Identifier: MIT
 * limits.c - the limits table as data.
 *
 * Moves      A question about moves is one without lambda, whose passes are no moves. The unit is
 *            the same in all games: moves of the attacker, his passes where he has them included.
 */
#include "engine/solve/limits.h"

#include <stddef.h>
#include <string.h>

#include "engine/base/check.h"

#define LIMIT_ROW(field, least, most, fallback, unit, help) \
	{#field, (least), (most), (fallback), (unit), (help)},
static const limit_row_t rows[] = {LIMIT_TABLE(LIMIT_ROW){NULL, 0, 0, 0, NULL, NULL}};
#undef LIMIT_ROW

const limit_row_t *limits_rows(void)
{
	return rows;
}

const limit_row_t *limits_row(const char *name)
{
	const limit_row_t *row = rows;

	assert(name != NULL);
	while (strcmp(row->name, name) != 0)
		row++;
	return row;
}

/* check compares one limit with its row of the table. */
static err_t check(const char *name, uint64_t value, errinfo_t *why)
{
	const limit_row_t *row = limits_row(name);

	if (value >= row->least && value <= row->most)
		return ERR_OK;
	(void)err_at(why, ERR_RANGE, name, "%llu is not in %llu..%llu", (unsigned long long)value,
	             (unsigned long long)row->least, (unsigned long long)row->most);
	return err_under(why, ERR_RANGE, "limits");
}

err_t limits_resolve(limits_t *l, errinfo_t *why)
{
	err_t err;

	if (l->order < 0) {
		l->order = (int)limits_row("order")->fallback;
		l->order_is_open = true;
	}
	if (l->depth == 0)
		l->depth = (unsigned)limits_row("depth")->fallback;
	l->bounded |= l->within > 0;
	if ((err = check("order", (uint64_t)l->order, why)) != ERR_OK ||
	    (err = check("depth", l->depth, why)) != ERR_OK ||
	    (err = check("within", l->within, why)) != ERR_OK ||
	    (err = check("nodes", l->nodes, why)) != ERR_OK ||
	    (err = check("time_ms", l->time_ms, why)) != ERR_OK ||
	    (err = check("table_bytes", l->table_bytes, why)) != ERR_OK ||
	    (err = check("workers", l->workers, why)) != ERR_OK)
		return err;
	if (l->driver != DRIVER_LAMBDA && l->driver != DRIVER_PLAIN)
		return err_at(why, ERR_VALUE, "driver", "%d is none", (int)l->driver);
	if (l->engine > ALGORITHM_DFPN)
		return err_at(why, ERR_VALUE, "engine", "%d is none", (int)l->engine);
	if (l->zoning > ZONING_INVERSION)
		return err_at(why, ERR_VALUE, "zone", "%d is none", (int)l->zoning);
	if (l->depth % 2 == 0)
		return err_at(why, ERR_RANGE, "limits.depth",
		              "%u is even; lines end with the attacker's move, "
		              "so a depth is odd",
		              l->depth);
	return ERR_OK;
}

unsigned limits_plies(const game_t *game, unsigned moves)
{
	return 2 * moves - 1 + game->tail;
}

unsigned limits_moves(const game_t *game, unsigned plies)
{
	return plies > game->tail ? (plies + 1 - game->tail) / 2 : 0;
}

err_t limits_bound(limits_t *l, const game_t *game, bool ko, errinfo_t *why)
{
	const char *const field = l->bounded ? "limits.within" : "shortest";

	if (!l->bounded && !l->shortest)
		return ERR_OK;
	if (ko)
		return err_at(why, ERR_VALUE, field, "there is no verdict by ko about moves");
	if (l->depth != (unsigned)limits_row("depth")->fallback)
		return err_at(why, ERR_VALUE, field, "a depth is given as well");
	if (l->zoning == ZONING_INVERSION)
		return err_at(why, ERR_VALUE, field,
		              "the inversion rule guesses, and this does not");
	if (l->bounded && l->within == 0 && game->tail == 0)
		return err_at(why, ERR_VALUE, field, "without a move nothing is reached");
	if (l->bounded)
		l->depth = limits_plies(game, l->within);
	assert(!l->bounded || l->depth < DEPTH_MAX);
	l->driver = DRIVER_PLAIN;
	return ERR_OK;
}
