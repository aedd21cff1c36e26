/* SPDX-License-Identifier: MIT
 * convert.h - converts the structs of tesuji.h to and from those of protocol/. Library
 * internals.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_CONVERT_H
#define CLIENTS_C_CONVERT_H

#include "clients/c/handle.h"

/* convert_number and convert_text convert one field of a request, whose path is for errors: a
 * number that is not TESUJI_DEFAULT, a text that is not NULL, which must fit `room` bytes.
 * Defaults leave *to as it is. */
int convert_number(const char *path, int64_t given, uint64_t *to, tesuji_error_t *why);
int convert_text(const char *path, const char *given, char *to, size_t room, tesuji_error_t *why);

/* convert_move copies a move or points that a daemon has sent: letters, digits, blanks and the
 * signs of "O-O", "e8=Q+"; others become '?'. */
void convert_move(char *to, size_t room, const char *from);

/* convert_request fills a message from a request. It returns TESUJI_OK, or the code of the first
 * field that the message cannot hold, with its path in *why. */
int convert_request(const tesuji_request_t *request, msg_submit_t *out, tesuji_error_t *why);

/* Each fills the struct that a program gets from a message. */
void convert_progress(const msg_progress_t *msg, tesuji_report_t *out);
void convert_done(const msg_done_t *msg, tesuji_report_t *out);
void convert_kept(const msg_kept_t *msg, tesuji_error_t *out);
void convert_job(const msg_job_t *msg, tesuji_report_t *out);
void convert_row(const msg_row_t *msg, tesuji_report_t *out);
void convert_info(const msg_info_t *msg, tesuji_info_t *out);
void convert_error(const msg_error_t *msg, tesuji_error_t *out);

#endif
