/* SPDX-License-Identifier: MIT
 * tesuji.c - names and numbers of the public header.
 *
 * Design     tesuji.h stands alone, so it repeats enums of the protocol. Here the compiler compares
 *            them.
 */
#include "clients/c/tesuji_life.h"

#include <stdio.h>

#include "engine/base/version.h"
#include "protocol/msg_moves.h"
#include "protocol/msg.h"
#include "protocol/msg_life.h"

#define SAME(a, b) _Static_assert((int)(a) == (int)(b), #a " differs from " #b)

SAME(TESUJI_QUEUED, MSG_QUEUED);
SAME(TESUJI_RUNNING, MSG_RUNNING);
SAME(TESUJI_DONE, MSG_DONE);
SAME(TESUJI_CANCELLED, MSG_CANCELLED);
SAME(TESUJI_EXPIRED, MSG_EXPIRED);
SAME(TESUJI_FAILED, MSG_FAILED);
SAME(TESUJI_DISPROVEN, MSG_DISPROVEN);
SAME(TESUJI_UNDECIDED, MSG_UNDECIDED);
SAME(TESUJI_PROVEN, MSG_PROVEN);
SAME(TESUJI_SCOPE_NONE, MSG_SCOPE_NONE);
SAME(TESUJI_SCOPE_ABSOLUTE, MSG_SCOPE_ABSOLUTE);
SAME(TESUJI_SCOPE_ORDER, MSG_SCOPE_ORDER);
SAME(TESUJI_SCOPE_HEURISTIC, MSG_SCOPE_HEURISTIC);
SAME(TESUJI_SCOPE_WITHIN, MSG_SCOPE_WITHIN);
SAME(TESUJI_NO_COLOUR, MSG_COLOUR_NONE);
SAME(TESUJI_BLACK, MSG_BLACK);
SAME(TESUJI_WHITE, MSG_WHITE);
SAME(TESUJI_ATTACKER, MSG_ATTACKER);
SAME(TESUJI_DEFENDER, MSG_DEFENDER);
SAME(TESUJI_KO_UNASKED, MSG_KO_UNASKED);
SAME(TESUJI_KO_NONE, MSG_KO_NONE);
SAME(TESUJI_KO_FIGHT, MSG_KO_FIGHT);
SAME(TESUJI_KO_FAILS, MSG_KO_FAILS);
SAME(TESUJI_LAMBDA, MSG_DRIVER_LAMBDA);
SAME(TESUJI_PLAIN, MSG_DRIVER_PLAIN);
SAME(TESUJI_AUTO, MSG_ENGINE_AUTO);
SAME(TESUJI_ALPHABETA, MSG_ENGINE_ALPHABETA);
SAME(TESUJI_DFPN, MSG_ENGINE_DFPN);
SAME(TESUJI_CAPTURE, MSG_ASKED_CAPTURE);
SAME(TESUJI_SAVE, MSG_ASKED_SAVE);
SAME(TESUJI_CUT, MSG_ASKED_CUT);
SAME(TESUJI_KILL, MSG_ASKED_KILL);
SAME(TESUJI_LIVE, MSG_ASKED_LIVE);
SAME(TESUJI_EYES, MSG_ASKED_EYES);
SAME(TESUJI_ASK_KILL, MSG_ASKS_KILL);
SAME(TESUJI_ASK_LIVE, MSG_ASKS_LIVE);
SAME(TESUJI_LIFE_OPEN, MSG_LIFE_OPEN);
SAME(TESUJI_LIFE_ALIVE, MSG_LIFE_ALIVE);
SAME(TESUJI_LIFE_DEAD, MSG_LIFE_DEAD);
SAME(TESUJI_LIFE_UNSETTLED, MSG_LIFE_UNSETTLED);
SAME(TESUJI_LIFE_KO, MSG_LIFE_KO);
SAME(TESUJI_LIFE_SEKI, MSG_LIFE_SEKI);
SAME(TESUJI_BLOCKS_BYTES, MSG_BLOCKS_BYTES);
SAME(TESUJI_REGION_BYTES, MSG_REGION_BYTES);
SAME(TESUJI_STONES_BYTES, MSG_STONES_BYTES);
SAME(TESUJI_GAME_OPTIONS_BYTES, MSG_OPTIONS_BYTES);
SAME(TESUJI_MOVE_FAILS, MSG_MOVE_FAILS);
SAME(TESUJI_MOVE_WORKS, MSG_MOVE_WORKS);
SAME(TESUJI_UNLIMITED, MSG_THREATS_UNLIMITED);
SAME(TESUJI_POINT_BYTES, MSG_POINT_BYTES);
SAME(TESUJI_TARGET_BYTES, MSG_TARGET_BYTES);
SAME(TESUJI_LINE_MOVES, MSG_LINE_MOVES);
SAME(TESUJI_ZONE_POINTS, MSG_ZONE_POINTS);
SAME(TESUJI_ROWS_BYTES, MSG_ROWS_BYTES);
SAME(TESUJI_LABEL_BYTES, MSG_LABEL_BYTES);
SAME(TESUJI_GOAL_BYTES, MSG_NAME_BYTES);
SAME(TESUJI_NAME_BYTES, MSG_NAME_BYTES);
SAME(TESUJI_GAMES_MAX, MSG_GAMES);
SAME(TESUJI_LIMITS_MAX, MSG_LIMITS);
SAME(TESUJI_OPTIONS_MAX, MSG_OPTIONS);
SAME(TESUJI_CLAIM_BYTES, MSG_CLAIM_BYTES);
SAME(TESUJI_E_NOMEM, ERR_NOMEM);
SAME(TESUJI_E_RANGE, ERR_RANGE);
SAME(TESUJI_E_BUSY, ERR_BUSY);
SAME(TESUJI_E_SYNTAX, ERR_SYNTAX);
SAME(TESUJI_E_TYPE, ERR_TYPE);
SAME(TESUJI_E_MISSING, ERR_MISSING);
SAME(TESUJI_E_VALUE, ERR_VALUE);
SAME(TESUJI_E_POSITION, ERR_POSITION);
SAME(TESUJI_E_GAME, ERR_GAME);
SAME(TESUJI_E_METHOD, ERR_METHOD);
SAME(TESUJI_E_JOB, ERR_JOB);
SAME(TESUJI_E_FRAME, ERR_FRAME);
SAME(TESUJI_E_LIMIT, ERR_LIMIT);
SAME(TESUJI_E_DRAINING, ERR_DRAINING);
SAME(TESUJI_E_CANCELLED, ERR_CANCELLED);
SAME(TESUJI_E_IO, ERR_IO);
SAME(TESUJI_E_CLOSED, ERR_CLOSED);
SAME(TESUJI_E_TIMEOUT, ERR_TIMEOUT);
SAME(TESUJI_E_PROTOCOL, ERR_PROTOCOL);
SAME(TESUJI_E_INTERNAL, ERR_INTERNAL);
SAME(TESUJI_E_LOGIN, ERR_LOGIN);
SAME(TESUJI_E_TOKEN, ERR_TOKEN);
SAME(TESUJI_E_OWNER, ERR_OWNER);
SAME(TESUJI_E_QUOTA, ERR_QUOTA);
SAME(TESUJI_E_KEY, ERR_KEY);
SAME(TESUJI_E_JOURNAL, ERR_JOURNAL);

const char *tesuji_version(void)
{
	return TESUJI_VERSION;
}

const char *tesuji_code_name(tesuji_code_t code)
{
	return err_name((err_t)code);
}

const char *tesuji_code_text(tesuji_code_t code)
{
	return err_text((err_t)code);
}

const char *tesuji_state_name(tesuji_state_t state)
{
	return state <= TESUJI_FAILED ? msg_state_names[state] : "unknown";
}

const char *tesuji_value_name(tesuji_value_t value)
{
	return value <= TESUJI_PROVEN ? msg_value_names[value] : "unknown";
}

const char *tesuji_scope_name(tesuji_scope_t scope)
{
	return scope <= TESUJI_SCOPE_WITHIN ? msg_scope_names[scope] : "unknown";
}

size_t tesuji_error_path(const tesuji_error_t *error, char *path, size_t size)
{
	const size_t length = msg_path_length(error->text);

	if (size > 0)
		(void)snprintf(path, size, "%.*s", (int)length, error->text);
	return length;
}

const char *tesuji_colour_name(tesuji_colour_t colour)
{
	return colour == TESUJI_BLACK ? "black" : colour == TESUJI_WHITE ? "white" : "none";
}

const char *tesuji_side_name(tesuji_side_t side)
{
	return side <= TESUJI_DEFENDER ? msg_side_names[side] : "unknown";
}

const char *tesuji_ko_name(tesuji_ko_t ko)
{
	return ko <= TESUJI_KO_FAILS ? msg_ko_names[ko] : "unknown";
}

const char *tesuji_driver_name(tesuji_driver_t driver)
{
	return driver <= TESUJI_PLAIN ? msg_driver_names[driver] : "unknown";
}

const char *tesuji_engine_name(tesuji_engine_t engine)
{
	return engine <= TESUJI_DFPN ? msg_engine_names[engine] : "unknown";
}

const char *tesuji_asked_name(tesuji_asked_t asked)
{
	return asked <= TESUJI_EYES ? msg_asked_names[asked] : "unknown";
}

const char *tesuji_life_name(tesuji_life_t life)
{
	return life <= TESUJI_LIFE_SEKI ? msg_life_names[life] : "unknown";
}

const char *tesuji_tells_name(tesuji_tells_t tells)
{
	return tells <= TESUJI_MOVE_FAILS ? msg_tells_names[tells] : "unknown";
}
