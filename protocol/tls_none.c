/* SPDX-License-Identifier: MIT
 * tls_none.c - tls.h and tls_rules.h where there is no TLS (WITH_TLS): neither rules nor a tls_t
 * can be made, and nothing else here is ever called.
 */
#include "protocol/tls.h"
#include "protocol/tls_rules.h"

struct ssl_ctx_st *tls_rules_new(tls_side_t side, bool allow_12, errinfo_t *why)
{
	(void)side;
	(void)allow_12;
	(void)err_fail(why, ERR_VALUE, "this was built without TLS (WITH_TLS)");
	return NULL;
}

void tls_rules_free(struct ssl_ctx_st *rules)
{
	(void)rules;
}

err_t tls_rules_own(struct ssl_ctx_st *rules, const tls_file_t *cert, const tls_file_t *key,
                    errinfo_t *why)
{
	(void)rules;
	(void)cert;
	(void)key;
	(void)why;
	return ERR_INTERNAL;
}

err_t tls_rules_trust(struct ssl_ctx_st *rules, const tls_file_t *authorities, errinfo_t *why)
{
	(void)rules;
	(void)authorities;
	(void)why;
	return ERR_INTERNAL;
}

err_t tls_rules_ask(struct ssl_ctx_st *rules, const tls_file_t *authorities, errinfo_t *why)
{
	(void)rules;
	(void)authorities;
	(void)why;
	return ERR_INTERNAL;
}

tls_t *tls_new(struct ssl_ctx_st *context, tls_side_t side)
{
	(void)context;
	(void)side;
	return NULL;
}

err_t tls_expect(tls_t *tls, const char *host)
{
	(void)tls;
	(void)host;
	return ERR_INTERNAL;
}

void tls_free(tls_t *tls)
{
	(void)tls;
}

err_t tls_feed(tls_t *tls, const uint8_t *bytes, size_t length)
{
	(void)tls;
	(void)bytes;
	(void)length;
	return ERR_INTERNAL;
}

tls_step_t tls_shake(tls_t *tls)
{
	(void)tls;
	return TLS_BROKEN;
}

bool tls_is_shaking(const tls_t *tls)
{
	(void)tls;
	return false;
}

tls_step_t tls_read(tls_t *tls, uint8_t *to, size_t room, size_t *got)
{
	(void)tls;
	(void)to;
	(void)room;
	*got = 0;
	return TLS_BROKEN;
}

bool tls_has_input(const tls_t *tls)
{
	(void)tls;
	return false;
}

bool tls_is_ended(const tls_t *tls)
{
	(void)tls;
	return false;
}

bool tls_is_halfway(const tls_t *tls)
{
	(void)tls;
	return false;
}

bool tls_has_client(const tls_t *tls)
{
	(void)tls;
	return false;
}

err_t tls_write(tls_t *tls, const uint8_t *bytes, size_t length)
{
	(void)tls;
	(void)bytes;
	(void)length;
	return ERR_INTERNAL;
}

void tls_end(tls_t *tls)
{
	(void)tls;
}

size_t tls_output(tls_t *tls, const uint8_t **bytes)
{
	(void)tls;
	*bytes = NULL;
	return 0;
}

void tls_written(tls_t *tls, size_t length)
{
	(void)tls;
	(void)length;
}

bool tls_has_output(const tls_t *tls)
{
	(void)tls;
	return false;
}

size_t tls_memory(const tls_t *tls)
{
	(void)tls;
	return 0;
}

tls_fault_t tls_fault(const tls_t *tls)
{
	(void)tls;
	return TLS_FAULT_NONE;
}

const char *tls_why(const tls_t *tls)
{
	(void)tls;
	return "";
}

const char *tls_version(const tls_t *tls)
{
	(void)tls;
	return "";
}

bool tls_common_name(const tls_t *tls, char *name, size_t size)
{
	(void)tls;
	(void)name;
	(void)size;
	return false;
}
