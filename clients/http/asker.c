/* SPDX-License-Identifier: MIT
 * asker.c - see asker.h.
 *
 * Design     Whoever asks can write what he likes into X-Forwarded-For; a proxy adds to its end the
 *            address that it has seen, as one more word or as one more header. So it is read from
 *            its end, through the proxies that are known, and what comes before the first address
 *            that is none of theirs is not looked at.
 */
#include "clients/http/asker.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "clients/http/gateway.h"

/* Where the address of version 4 begins in "::ffff:192.0.2.1"; headers of one request that are
 * looked at. Of version 6 a household has a network of 64 bits or more to itself (RFC 6177), and
 * could ask from another address each time. */
enum { MAPPED_AT = 12, HEADERS_MOST = 16, NETWORK_BYTES = 8 };

static void of_v4(const struct in_addr *v4, asker_t *out)
{
	memset(&out->address, 0, sizeof(out->address));
	memset(&out->address.s6_addr[MAPPED_AT - 2], 0xff, 2);
	memcpy(&out->address.s6_addr[MAPPED_AT], v4, sizeof(*v4));
}

bool asker_read(const char *text, asker_t *out)
{
	struct in_addr v4;

	if (inet_pton(AF_INET6, text, &out->address) == 1)
		return true;
	if (inet_pton(AF_INET, text, &v4) != 1)
		return false;
	of_v4(&v4, out);
	return true;
}

void asker_write(const asker_t *asker, char out[INET6_ADDRSTRLEN])
{
	if (IN6_IS_ADDR_V4MAPPED(&asker->address))
		(void)inet_ntop(AF_INET, &asker->address.s6_addr[MAPPED_AT], out, INET6_ADDRSTRLEN);
	else
		(void)inet_ntop(AF_INET6, &asker->address, out, INET6_ADDRSTRLEN);
}

bool asker_same(const asker_t *a, const asker_t *b)
{
	if (IN6_IS_ADDR_V4MAPPED(&a->address) || IN6_IS_ADDR_V4MAPPED(&b->address))
		return IN6_ARE_ADDR_EQUAL(&a->address, &b->address);
	return memcmp(&a->address, &b->address, NETWORK_BYTES) == 0;
}

bool asker_is_proxy(const gateway_options_t *options, const asker_t *asker)
{
	for (unsigned i = 0; i < options->proxies; i++)
		if (IN6_ARE_ADDR_EQUAL(&options->proxy[i].address, &asker->address))
			return true;
	return false;
}

void asker_of_socket(const struct sockaddr *name, asker_t *out)
{
	out->address = in6addr_any;
	if (name != NULL && name->sa_family == AF_INET)
		of_v4(&((const struct sockaddr_in *)(const void *)name)->sin_addr, out);
	else if (name != NULL && name->sa_family == AF_INET6)
		out->address = ((const struct sockaddr_in6 *)(const void *)name)->sin6_addr;
}

/* last_word reads the last address of a list of `length` bytes, and returns how long the list is
 * before that; 0 with *good false: it is no address. */
static size_t last_word(const char *list, size_t length, asker_t *out, bool *good)
{
	char word[INET6_ADDRSTRLEN];
	size_t begin;

	while (length > 0 && strchr(" \t,", list[length - 1]) != NULL)
		length--;
	for (begin = length; begin > 0 && strchr(" \t,", list[begin - 1]) == NULL;)
		begin--;
	*good = length > begin && length - begin < sizeof(word);
	if (!*good)
		return 0;
	memcpy(word, list + begin, length - begin);
	word[length - begin] = '\0';
	*good = asker_read(word, out);
	return begin;
}

typedef struct {
	const char *header[HEADERS_MOST]; /* the last of them, in the order of coming */
	unsigned count;
} forwarded_t;

static enum MHD_Result collect(void *context, enum MHD_ValueKind kind, const char *name,
                               const char *value)
{
	forwarded_t *f = context;

	(void)kind;
	if (strcasecmp(name, "X-Forwarded-For") != 0 || value == NULL)
		return MHD_YES;
	if (f->count == HEADERS_MOST) {
		memmove(f->header, f->header + 1, (HEADERS_MOST - 1) * sizeof(*f->header));
		f->count--;
	}
	f->header[f->count++] = value;
	return MHD_YES;
}

void asker_of(const request_t *r, asker_t *out)
{
	const union MHD_ConnectionInfo *info =
	        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const gateway_options_t *options = &r->gateway->options;
	forwarded_t f = {.count = 0};
	asker_t before;
	bool good = true;

	asker_of_socket(info != NULL ? info->client_addr : NULL, out);
	if (!asker_is_proxy(options, out))
		return;
	(void)MHD_get_connection_values(r->connection, MHD_HEADER_KIND, collect, &f);
	while (f.count-- > 0) {
		const char *list = f.header[f.count];

		for (size_t length = strlen(list); length > 0;) {
			length = last_word(list, length, &before, &good);
			if (!good)
				return;
			*out = before;
			if (!asker_is_proxy(options, out))
				return;
		}
	}
}
