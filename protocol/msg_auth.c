/* SPDX-License-Identifier: MIT
 * msg_auth.c - the tables of fields of the messages that are about who asks. */
#include "protocol/msg_auth.h"

#include "protocol/fields.h"
#include "protocol/tables.h"

const char *const msg_auth_names[] = {"none", "token", NULL};
const char *const msg_class_names[] = {"operator", "interactive", "normal", "batch", NULL};

const field_t msg_hello_fields[] = {
        {TEXT(msg_hello_t, name)},          {TEXT(msg_hello_t, version)},
        {UINT(msg_hello_t, protocol)},      {CHOICE(msg_hello_t, auth, msg_auth_names)},
        {MAYBE_TEXT(msg_hello_t, account)}, {.name = NULL},
};

static const field_t login_fields[] = {
        {TEXT(msg_login_t, token)},
        {.name = NULL},
};

static const field_t logged_in_fields[] = {
        {TEXT(msg_logged_in_t, account)},
        {CHOICE(msg_logged_in_t, class, msg_class_names)},
        {.name = NULL},
};

static const field_t check_fields[] = {
        {TEXT(msg_check_t, token)},
        {TEXT(msg_check_t, address)},
        {.name = NULL},
};

static const field_t checked_fields[] = {
        {MAYBE_TEXT(msg_checked_t, account)},
        {.name = NULL},
};

static const field_t reloaded_fields[] = {
        {MAYBE_TEXT(msg_reloaded_t, frozen)},
        {.name = NULL},
};

static const field_t draining_fields[] = {
        {UINT(msg_draining_t, jobs)},
        {.name = NULL},
};

static const field_t backup_fields[] = {
        {TEXT(msg_backup_t, to)},
        {.name = NULL},
};

static const field_t backed_up_fields[] = {
        {UINT(msg_backed_up_t, bytes)},
        {UINT(msg_backed_up_t, facts)},
        {UINT(msg_backed_up_t, records)},
        {.name = NULL},
};

BOTH_WAYS(msg_hello, msg_hello_fields, msg_hello_t)
BOTH_WAYS(msg_login, login_fields, msg_login_t)
BOTH_WAYS(msg_logged_in, logged_in_fields, msg_logged_in_t)
BOTH_WAYS(msg_check, check_fields, msg_check_t)
BOTH_WAYS(msg_checked, checked_fields, msg_checked_t)
BOTH_WAYS(msg_reloaded, reloaded_fields, msg_reloaded_t)
BOTH_WAYS(msg_draining, draining_fields, msg_draining_t)
BOTH_WAYS(msg_backup, backup_fields, msg_backup_t)
BOTH_WAYS(msg_backed_up, backed_up_fields, msg_backed_up_t)
