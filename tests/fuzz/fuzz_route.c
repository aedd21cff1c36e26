/* SPDX-License-Identifier: MIT
 * fuzz_route.c - any bytes as the path of a request to the gateway, and as its Host and Origin.
 *
 * The input is lines: method, path, Host, Origin; a line that is missing is a header that is.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "clients/http/origin.h"
#include "clients/http/percent.h"
#include "clients/http/routes.h"

enum { BYTES_MOST = 4096, LINES = 4, NAME_MOST = 64 };

/* read_name reads the name of a job or a batch, which written again is read as the same. */
static void read_name(const request_named_t *named)
{
	char name[NAME_MOST], written[3 * NAME_MOST], again[NAME_MOST];

	if (percent_read(named->name, named->length, name, sizeof(name)) != PERCENT_OK)
		return;
	CHECK(percent_write(name, written, sizeof(written)));
	CHECK(strcspn(written, "/?#\"<> ") == strlen(written));
	CHECK(percent_read(written, strlen(written), again, sizeof(again)) == PERCENT_OK);
	CHECK(strcmp(name, again) == 0);
}

/* find looks for the route, and checks what is found. */
static void find(const char *method, const char *path)
{
	char allowed[ROUTES_ALLOWED_BYTES], again[ROUTES_ALLOWED_BYTES];
	request_named_t named = {.name = NULL}, other = {.name = NULL};
	const route_t *route = routes_find(method, path, &named, allowed);
	const size_t length = strlen(path);

	CHECK(strlen(allowed) < ROUTES_ALLOWED_BYTES);
	if (route == NULL)
		return;
	CHECK(route->answer != NULL);
	CHECK((strchr(route->path, '{') != NULL) == (named.name != NULL));
	CHECK(named.number == 0);
	if (named.name != NULL) {
		CHECK(named.name > path && named.length > 0);
		CHECK(named.name + named.length <= path + length);
		CHECK(memchr(named.name, '/', named.length) == NULL);
		read_name(&named);
	}
	CHECK(routes_find("NONE", path, &other, again) == NULL && strstr(again, route->method));
}

/* ask checks who may ask: a page of another origin never, whatever the Host. */
static void ask(const char *host, const char *origin)
{
	static const gateway_options_t options = {.host = {"solver.example"},
	                                          .hosts = 1,
	                                          .origin = {"http://go.example"},
	                                          .origins = 1};
	char name[ORIGIN_HOST_BYTES];

	CHECK(host == NULL || !origin_host(host, name) || strlen(name) < sizeof(name));
	if (!origin_may_ask(&options, host, origin) || origin == NULL)
		return;
	CHECK(strcmp(origin, options.origin[0]) == 0 ||
	      (host != NULL && strlen(origin) == strlen("http://") + strlen(host)));
	CHECK(!origin_may_ask(&options, host, "http://evil.example"));
	CHECK(!origin_may_ask(&options, "evil.example", origin));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char text[BYTES_MOST + 1];
	const size_t length = size < BYTES_MOST ? size : BYTES_MOST;
	char *line[LINES] = {text};

	memcpy(text, data, length);
	text[length] = '\0';
	for (unsigned i = 0; i + 1 < LINES && line[i] != NULL; i++) {
		line[i + 1] = strchr(line[i], '\n');
		if (line[i + 1] != NULL)
			*line[i + 1]++ = '\0';
	}
	if (line[1] != NULL)
		find(line[0], line[1]);
	ask(line[2], line[3]);
	return 0;
}
