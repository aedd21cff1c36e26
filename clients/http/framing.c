/* SPDX-License-Identifier: MIT
 * framing.c - see framing.h.
 *
 * Design     libmicrohttpd 0.9.75 takes what it can make sense of: the first of two lengths, a
 *            length beside "chunked", a name with a blank before its colon, which is then no length
 *            at all. Its option for strictness covers a missing Host and blanks in the target, and
 *            answers with HTML. So all of that is looked at here, before any byte of a body is.
 *            What it cannot read itself (a chunk without a length, a line without a colon) it
 *            refuses by itself, and closes.
 *
 * Limits     It has one piece of memory for a head. Where the parameters of a query do not fit it
 *            forgets to answer, so they are counted before it takes them apart.
 */
#include "clients/http/framing.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static const char scheme[] = "http://", chunked[] = "chunked";

/* Headers of which there is one at most, since each has one value that counts. */
typedef enum { HOST, LENGTH, CODING, SINGLES = 8 } single_t;

static const char *const single[SINGLES] = {
        [HOST] = MHD_HTTP_HEADER_HOST,
        [LENGTH] = MHD_HTTP_HEADER_CONTENT_LENGTH,
        [CODING] = MHD_HTTP_HEADER_TRANSFER_ENCODING,
        MHD_HTTP_HEADER_AUTHORIZATION,
        MHD_HTTP_HEADER_ORIGIN,
        MHD_HTTP_HEADER_CONTENT_TYPE,
        "Idempotency-Key",
        "Last-Event-ID",
};

typedef struct {
	const char *value[SINGLES];
	const char *wrong; /* NULL: nothing */
} heads_t;

const char *framing_target(const char *target)
{
	unsigned parameters = 0;

	for (const char *c = target; *c != '\0'; c++) {
		if (*c <= ' ' || *c > '~')
			return "the path has a byte that must be percent-encoded";
		parameters += *c == '&' || *c == '?';
	}
	return parameters > FRAMING_QUERY_MOST ? "the query has more than 128 parameters" : NULL;
}

const char *framing_path(const char *target)
{
	const char *end;

	if (strncasecmp(target, scheme, strlen(scheme)) != 0)
		return target;
	end = target + strlen(scheme) + strcspn(target + strlen(scheme), "/?");
	return *end == '/' ? end : "/";
}

/* is_token: can that be the name of a header (RFC 9110, 5.6.2)? */
static bool is_token(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (name[i] <= ' ' || name[i] > '~' ||
		    strchr("\"(),/:;<=>?@[\\]{}", name[i]) != NULL)
			return false;
	return length > 0;
}

static bool is_value(const char *value, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (((unsigned char)value[i] < ' ' && value[i] != '\t') || value[i] == '\x7f')
			return false;
	return true;
}

static enum MHD_Result look(void *context, enum MHD_ValueKind kind, const char *name,
                            size_t name_length, const char *value, size_t value_length)
{
	heads_t *h = context;

	(void)kind;
	if (!is_token(name, name_length))
		h->wrong = "a header has a name that can be none";
	else if (value != NULL && !is_value(value, value_length))
		h->wrong = "a header has a control character in its value";
	for (unsigned i = 0; i < SINGLES && h->wrong == NULL; i++) {
		if (strlen(single[i]) != name_length || strcasecmp(single[i], name) != 0)
			continue;
		if (h->value[i] != NULL)
			h->wrong = "a header that must be there once is there twice";
		h->value[i] = value != NULL ? value : "";
	}
	return h->wrong == NULL ? MHD_YES : MHD_NO;
}

/* is_host: a name or an address, and a port (RFC 3986, 3.2.2); origin.c judges whose. */
static bool is_host(const char *host)
{
	for (; *host != '\0'; host++)
		if (!isalnum((unsigned char)*host) && strchr("-._~%!$&'()*+,;=:[]", *host) == NULL)
			return false;
	return true;
}

/* body_wrong: is it certain where the body ends? */
static const char *body_wrong(const heads_t *h, bool is_old, unsigned *status)
{
	const char *coding = h->value[CODING];
	size_t length;

	if (coding == NULL)
		return NULL;
	if (h->value[LENGTH] != NULL)
		return "Content-Length and Transfer-Encoding exclude each other";
	if (is_old)
		return "HTTP/1.0 has no Transfer-Encoding";
	if (strcasecmp(coding, chunked) == 0)
		return NULL;
	length = strlen(coding);
	if (length > strlen(chunked) && strchr(", \t", coding[length - strlen(chunked) - 1]) &&
	    strcasecmp(coding + length - strlen(chunked), chunked) == 0)
		*status = MHD_HTTP_NOT_IMPLEMENTED;
	return "the only Transfer-Encoding here is chunked";
}

static const char *host_wrong(const heads_t *h, bool is_old, const char *target)
{
	const char *host = h->value[HOST];
	const bool is_absolute = strncasecmp(target, scheme, strlen(scheme)) == 0;

	if (host == NULL)
		return is_old && !is_absolute ? NULL : "there is no Host";
	if (!is_host(host))
		return "Host is no name of a host";
	target += strlen(scheme);
	if (is_absolute &&
	    (strcspn(target, "/?") != strlen(host) || strncasecmp(target, host, strlen(host)) != 0))
		return "the request line names another host than Host";
	return NULL;
}

const char *framing_head(struct MHD_Connection *connection, const char *version, const char *target,
                         unsigned *status)
{
	const bool is_old = strcmp(version, MHD_HTTP_VERSION_1_0) == 0;
	heads_t heads = {.wrong = NULL};

	*status = MHD_HTTP_BAD_REQUEST;
	(void)MHD_get_connection_values_n(connection, MHD_HEADER_KIND, look, &heads);
	if (heads.wrong == NULL)
		heads.wrong = body_wrong(&heads, is_old, status);
	if (heads.wrong == NULL)
		heads.wrong = host_wrong(&heads, is_old, target);
	return heads.wrong;
}
