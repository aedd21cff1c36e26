/* SPDX-License-Identifier: MIT
 * origin.c - see origin.h.
 *
 * Design     The gateway listens on loopback and has no accounts of its own. So two things are
 *            checked of a browser, which may be made to ask by any page: Origin must be this
 *            gateway or one of those that were named, and Host must be an address, "localhost" or
 *            one of the names that were given (else a name that changes its address could lead a
 *            page here). Programs send no Origin.
 */
#include "clients/http/origin.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

bool origin_host(const char *text, char out[ORIGIN_HOST_BYTES])
{
	const char *end = text[0] == '[' ? strchr(text, ']') : strchr(text, ':');
	const size_t skip = text[0] == '[' ? 1 : 0;
	const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);

	if (length < skip || length - skip >= ORIGIN_HOST_BYTES || (skip == 1 && end == NULL))
		return false;
	memcpy(out, text + skip, length - skip);
	out[length - skip] = '\0';
	return out[0] != '\0';
}

static bool is_own_host(const gateway_options_t *options, const char *text)
{
	struct in6_addr address;
	char host[ORIGIN_HOST_BYTES];

	if (text == NULL)
		return true; /* HTTP/1.0; a browser sends one */
	if (!origin_host(text, host))
		return false;
	if (inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 ||
	    strcasecmp(host, "localhost") == 0)
		return true;
	for (unsigned i = 0; i < options->hosts; i++)
		if (strcasecmp(options->host[i], host) == 0)
			return true;
	return false;
}

bool origin_is_named(const gateway_options_t *options, const char *origin)
{
	for (unsigned i = 0; i < options->origins; i++)
		if (strcmp(options->origin[i], origin) == 0)
			return true;
	return false;
}

bool origin_may_ask(const gateway_options_t *options, const char *host, const char *origin)
{
	static const char scheme[] = "http://";

	if (!is_own_host(options, host))
		return false;
	if (origin == NULL || origin_is_named(options, origin))
		return true;
	return host != NULL && strncmp(origin, scheme, strlen(scheme)) == 0 &&
	       strcmp(origin + strlen(scheme), host) == 0;
}
