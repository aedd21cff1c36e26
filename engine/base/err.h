/* SPDX-License-Identifier: MIT
 * err.h - the one error type of the project: 0 is success, errors are negative.
 *
 * One row is one error: its constant, its number (the same on the wire), its name on the wire, a
 * text for people. err.c makes err_name() and err_text() of the rows; a test compares them with
 * the list in protocol/SPEC.md. New rows go to the end, and numbers never change.
 *
 * Ownership an errinfo_t is plain storage of the caller's.
 * Threads   any.
 */
#ifndef ENGINE_BASE_ERR_H
#define ENGINE_BASE_ERR_H

#define ERR_TABLE(X)                                                                   \
	X(ERR_OK, 0, "ok", "success")                                                  \
	X(ERR_NOMEM, -1, "no_memory", "out of memory")                                 \
	X(ERR_RANGE, -2, "out_of_range", "value outside its range")                    \
	X(ERR_BUSY, -3, "busy", "too many jobs in flight, try again later")            \
	X(ERR_SYNTAX, -4, "bad_syntax", "text that cannot be read")                    \
	X(ERR_TYPE, -5, "bad_type", "value of the wrong type")                         \
	X(ERR_MISSING, -6, "missing_field", "a required field is missing")             \
	X(ERR_VALUE, -7, "bad_value", "value that makes no sense here")                \
	X(ERR_POSITION, -8, "bad_position", "position that the rules do not allow")    \
	X(ERR_GAME, -9, "unknown_game", "no such game or goal")                        \
	X(ERR_METHOD, -10, "unknown_method", "no such method")                         \
	X(ERR_JOB, -11, "unknown_job", "no such job")                                  \
	X(ERR_FRAME, -12, "bad_frame", "bytes that are not a MessagePack-RPC message") \
	X(ERR_LIMIT, -13, "over_limit", "message above a limit of the protocol")       \
	X(ERR_DRAINING, -14, "shutting_down", "the server is shutting down")           \
	X(ERR_CANCELLED, -15, "cancelled", "the job was cancelled")                    \
	X(ERR_IO, -16, "io_error", "input or output failed")                           \
	X(ERR_CLOSED, -17, "closed", "the connection was closed")                      \
	X(ERR_TIMEOUT, -18, "timeout", "no answer in time")                            \
	X(ERR_PROTOCOL, -19, "protocol_error", "the peer broke the protocol")          \
	X(ERR_INTERNAL, -20, "internal", "a fault in tesuji itself")                   \
	X(ERR_LOGIN, -21, "not_logged_in", "log in first")                             \
	X(ERR_TOKEN, -22, "wrong_token", "no account has this token")                  \
	X(ERR_OWNER, -23, "not_yours", "it belongs to another account")                \
	X(ERR_QUOTA, -24, "over_quota", "the account has used up what it may have")    \
	X(ERR_KEY, -25, "key_conflict", "the key belongs to another problem")          \
	X(ERR_JOURNAL, -26, "not_journalled", "the journal did not take it")

#define ERR_ROW(constant, number, name, text) constant = (number),
typedef enum { ERR_TABLE(ERR_ROW) } err_t;
#undef ERR_ROW

/* How many there are: their numbers run from 0 down without gaps. */
#define ERR_ONE(constant, number, name, text) +1
enum { ERR_COUNT = 0 ERR_TABLE(ERR_ONE) };
#undef ERR_ONE

enum { ERRINFO_TEXT_MAX = 192, ERRINFO_PATH_MAX = 96 };

/* An error with its circumstances. Programs read `code` and `path`; `text` is for people and is
 * never parsed.
 *   path   the field or setting that is wrong: "limits.order", "params.play[3]"; "" where the
 *          error is about no single field
 *   text   the whole sentence. With a path it begins with the path and ": "
 *          ("limits.order: 9 is not in 0..7"), since every reader wants both;
 *          where err_place was called, the place comes before that */
typedef struct {
	err_t code;
	char path[ERRINFO_PATH_MAX];
	char text[ERRINFO_TEXT_MAX];
} errinfo_t;

/* err_name returns the error's name on the wire; "internal" for a number that is no error. */
const char *err_name(err_t code);

/* err_text returns a short text for people, never NULL. */
const char *err_text(err_t code);

/* err_from_errno maps an errno value to the nearest error (ENOMEM to ERR_NOMEM, ECONNRESET and
 * EPIPE to ERR_CLOSED, ...; any other to ERR_IO). */
err_t err_from_errno(int errno_value);

/* err_fail fills *why, which may be NULL, with `code`, no path, and the formatted text, cut to
 * fit. It returns `code`, so that a function can end with `return err_fail(...)`. `code` is no
 * ERR_OK. */
err_t err_fail(errinfo_t *why, err_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* err_at does the same for the field at `path`, which it puts into the path and before the
 * formatted text. A path that is too long (no field of the protocol has such a path) stays in
 * the text alone. */
err_t err_at(errinfo_t *why, err_t code, const char *path, const char *format, ...)
        __attribute__((format(printf, 4, 5)));

/* err_under puts `outer` before the path of the error in *why, which a callee has just reported
 * with `code`: "limits.order" under "params" becomes "params.limits.order". It changes nothing
 * if `code` is ERR_OK, the error has no path, or `why` is NULL. Returns `code`. */
err_t err_under(errinfo_t *why, err_t code, const char *outer);

/* err_rename replaces the path `from` by `to`, for a field that the caller knows by another
 * name. It leaves every other path as it is. Returns `code`. */
err_t err_rename(errinfo_t *why, err_t code, const char *from, const char *to);

/* err_place puts the formatted text ("tesuji.conf:12: ") before the whole text of the error in
 * *why, which a callee has just reported with `code`, and leaves its path as it is: for the place
 * where a field was read. Call it last: err_under, err_rename and err_rest expect the path at the
 * beginning of the text. It changes nothing if `code` is ERR_OK or `why` is NULL. Returns
 * `code`. */
err_t err_place(errinfo_t *why, err_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* err_rest returns the part of the text after the path (": 9 is not in 0..7"), or the whole text
 * where there is no path. It points into *why. */
const char *err_rest(const errinfo_t *why);

#endif
