/* SPDX-License-Identifier: MIT
 * conf_address.c - the addresses of a `listen` setting, read without a resolver: a name that is
 * looked up could block the loop, and could mean another machine after a reload. */
#include "server/conf_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>

/* port_parse reads a port up to the end of the `length` bytes at `text`. */
static bool port_parse(const char *text, size_t length, int *out)
{
	int port = 0;

	if (length == 0 || length > 5)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		port = port * 10 + (text[i] - '0');
	}
	*out = port;
	return port <= 65535;
}

/* host_known: something that needs no resolver, hence cannot block or change. Without its
 * brackets the last part of an IPv6 address could be a port. */
static bool host_known(const char *host, bool bracketed)
{
	struct in6_addr room;

	if (bracketed)
		return inet_pton(AF_INET6, host, &room) == 1;
	return strcmp(host, "localhost") == 0 || strcmp(host, "*") == 0 ||
	       inet_pton(AF_INET, host, &room) == 1;
}

bool conf_address_is_loopback(const char *host)
{
	struct in6_addr v6;
	struct in_addr v4;

	if (inet_pton(AF_INET6, host, &v6) == 1)
		return IN6_IS_ADDR_LOOPBACK(&v6);
	if (inet_pton(AF_INET, host, &v4) == 1)
		return ntohl(v4.s_addr) >> 24 == IN_LOOPBACKNET;
	return strcmp(host, "localhost") == 0;
}

bool conf_address_next(const char **cursor, char host[CONF_HOST_MAX], int *port, err_t *err)
{
	const char *p = *cursor, *colon = NULL;
	size_t length, host_length;
	bool bracketed = false;

	*err = ERR_OK;
	p += strspn(p, " \t,");
	*cursor = p;
	if (*p == '\0' || strcmp(p, "none") == 0)
		return false;
	length = strcspn(p, " \t,");
	for (size_t i = 0; i < length; i++)
		if (p[i] == ':')
			colon = p + i;
	*err = ERR_SYNTAX;
	if (colon == NULL || !port_parse(colon + 1, length - (size_t)(colon + 1 - p), port))
		return false;
	host_length = (size_t)(colon - p);
	if (host_length >= 2 && p[0] == '[' && p[host_length - 1] == ']') {
		p++;
		host_length -= 2;
		bracketed = true;
	}
	if (host_length == 0 || host_length >= CONF_HOST_MAX)
		return false;
	memcpy(host, p, host_length);
	host[host_length] = '\0';
	if (!host_known(host, bracketed))
		return false;
	*cursor += length;
	*err = ERR_OK;
	return true;
}
