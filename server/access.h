/* SPDX-License-Identifier: MIT
 * access.h - what a connection may ask, and what it may see.
 *
 * Without accounts (accounts.h) everybody may ask everything. With them a connection says who it is
 * before all else, and sees the jobs of its account alone. An operator sees and cancels everything:
 * an account of the class operator, whoever connects to the control socket, and the program around
 * an embedded server.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_ACCESS_H
#define SERVER_ACCESS_H

#include "protocol/methods.h"
#include "server/inside.h"

/* access_has: does the connection need no login, or has it logged in? access_is_operator: is it an
 * operator's, of a server with accounts? */
bool access_has(const server_t *server, const conn_t *conn);
bool access_is_operator(const server_t *server, const conn_t *conn);

/* access_administers: may the connection reload the settings and end the server? That is an
 * operator, and without accounts who is on the control socket. */
bool access_administers(const server_t *server, const conn_t *conn);

/* access_passes_on: may the connection have tokens checked that others have given it? */
bool access_passes_on(const conn_t *conn);

/* access_request: may the connection call the method? ERR_LOGIN if not. */
err_t access_request(const server_t *server, const conn_t *conn, method_t method, errinfo_t *why);

/* access_sees: may the connection see what belongs to the account `owner`; NULL: to nobody who has
 * one? access_job returns ERR_OWNER if it may not see the job. */
bool access_sees(const server_t *server, const conn_t *conn, const account_t *owner);
err_t access_job(const server_t *server, const conn_t *conn, const record_t *record,
                 errinfo_t *why);

#endif
