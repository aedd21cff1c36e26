/* SPDX-License-Identifier: MIT
 * login.h - the functions of tesuji_login.h, for the sources of libtesuji.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_LOGIN_H
#define CLIENTS_C_LOGIN_H

#include <stdbool.h>

#include "clients/c/tesuji_login.h"

/* login_is_wanted tells whether there is a token to log in with. */
static inline bool login_is_wanted(const char *token)
{
	return token != NULL && token[0] != '\0';
}

#endif
