/* SPDX-License-Identifier: MIT
 * assets.c - see assets.h.
 *
 * Design     One folder, no folders in it, so that a path of a request is compared with names and
 *            is never a path of the file system. What changes on disk later is not seen.
 *
 * Caches     A file has the hash of its bytes for an ETag. A browser keeps it and asks each time
 *            whether it is still the same ("no-cache"), so that a page and its script are of one
 *            build.
 *
 * Policy     The page loads from here alone, sends nothing anywhere else, and is framed by nobody.
 *            data: is for images that the page draws itself, to save the board as one.
 */
#include "clients/http/assets.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <uv.h>

enum { FILES_MOST = 32, NAME_BYTES = 64, PATH_BYTES = 1024, FILE_BYTES_MOST = 4 << 20 };
enum { ETAG_BYTES = 32 };

typedef struct {
	char *bytes;
	size_t length;
	char etag[ETAG_BYTES];
} content_t;

typedef struct {
	char name[NAME_BYTES];
	const char *type;
	content_t plain, packed; /* packed: by gzip; no bytes: there is none */
} asset_t;

struct assets {
	asset_t file[FILES_MOST];
	size_t files;
};

static const char policy[] =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* type_of returns the media type by the ending of a name; NULL: none that is known. */
static const char *type_of(const char *name)
{
	static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
	                                       {".js", "text/javascript; charset=utf-8"},
	                                       {".css", "text/css; charset=utf-8"},
	                                       {".svg", "image/svg+xml"},
	                                       {".png", "image/png"},
	                                       {".txt", "text/plain; charset=utf-8"}};
	const char *ending = strrchr(name, '.');

	for (size_t i = 0; ending != NULL && i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(ending, types[i][0]) == 0)
			return types[i][1];
	return NULL;
}

/* etag_of writes the quoted hash (FNV-1a, 64 bits) of a file's bytes. */
static void etag_of(content_t *content)
{
	uint64_t hash = 0xcbf29ce484222325U;

	for (size_t i = 0; i < content->length; i++)
		hash = (hash ^ (unsigned char)content->bytes[i]) * 0x100000001b3U;
	snprintf(content->etag, sizeof(content->etag), "\"%016" PRIx64 "\"", hash);
}

/* content_read reads a file whole; false, with errno. */
static bool content_read(const char *path, content_t *content)
{
	FILE *file = fopen(path, "rb");
	struct stat status;
	bool is_read;

	if (file == NULL)
		return false;
	is_read = fstat(fileno(file), &status) == 0;
	if (is_read && (!S_ISREG(status.st_mode) || status.st_size > FILE_BYTES_MOST)) {
		errno = S_ISREG(status.st_mode) ? EFBIG : EINVAL;
		is_read = false;
	}
	if (is_read) {
		content->length = (size_t)status.st_size;
		content->bytes = malloc(content->length + 1);
		is_read = content->bytes != NULL &&
		          fread(content->bytes, 1, content->length, file) == content->length;
	}
	fclose(file);
	if (is_read)
		etag_of(content);
	return is_read;
}

/* asset_add reads one file of the folder, and its packed form if there is one. */
static bool asset_add(assets_t *assets, const char *folder, const char *name, char *why)
{
	char path[PATH_BYTES];
	asset_t *asset;

	if (type_of(name) == NULL || strlen(name) >= NAME_BYTES)
		return true; /* none of the page's */
	if (assets->files == FILES_MOST) {
		snprintf(why, ASSETS_ERROR_BYTES, "%s: more than %d files", folder, FILES_MOST);
		return false;
	}
	asset = &assets->file[assets->files++];
	strcpy(asset->name, name);
	asset->type = type_of(name);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (!content_read(path, &asset->plain)) {
		snprintf(why, ASSETS_ERROR_BYTES, "%.256s: %s", path, strerror(errno));
		return false;
	}
	snprintf(path, sizeof(path), "%s/%s.gz", folder, name);
	if (!content_read(path, &asset->packed) && errno != ENOENT) {
		snprintf(why, ASSETS_ERROR_BYTES, "%.256s: %s", path, strerror(errno));
		return false;
	}
	return true;
}

static const asset_t *find(const assets_t *assets, const char *path)
{
	const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;

	for (size_t i = 0; assets != NULL && path[0] == '/' && i < assets->files; i++)
		if (strcmp(assets->file[i].name, name) == 0)
			return &assets->file[i];
	return NULL;
}

assets_t *assets_load(const char *folder, char *why)
{
	DIR *entries = strlen(folder) + NAME_BYTES < PATH_BYTES ? opendir(folder) : NULL;
	assets_t *assets = calloc(1, sizeof(*assets));
	bool is_read = entries != NULL && assets != NULL;

	snprintf(why, ASSETS_ERROR_BYTES, "%.256s: %s", folder, strerror(errno));
	for (struct dirent *entry; is_read && (entry = readdir(entries)) != NULL;)
		is_read = asset_add(assets, folder, entry->d_name, why);
	if (entries != NULL)
		closedir(entries);
	if (is_read && find(assets, "/") == NULL) {
		snprintf(why, ASSETS_ERROR_BYTES, "%.256s: there is no index.html", folder);
		is_read = false;
	}
	if (is_read)
		return assets;
	assets_free(assets);
	return NULL;
}

void assets_free(assets_t *assets)
{
	for (size_t i = 0; assets != NULL && i < assets->files; i++) {
		free(assets->file[i].plain.bytes);
		free(assets->file[i].packed.bytes);
	}
	free(assets);
}

bool assets_folder(char *out, size_t size)
{
	char program[PATH_BYTES], path[2 * PATH_BYTES], *end;
	size_t length = sizeof(program);
	struct stat status;

	if (uv_exepath(program, &length) != 0)
		return false;
	end = strrchr(program, '/');
	if (end == NULL)
		return false;
	*end = '\0';
	snprintf(path, sizeof(path), "%s/" ASSETS_FOLDER, program);
	if (strlen(path) >= size || stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
		return false;
	strcpy(out, path);
	return true;
}

/* lists tells whether a header, a list with commas, has this word and does not refuse it by
 * "q=0". */
static bool lists(const char *header, const char *word)
{
	const size_t length = strlen(word);

	for (const char *at = header; at != NULL && *at != '\0';) {
		const size_t item = strcspn(at, ",");
		const size_t skip = strspn(at, " \t");
		const char *rest = at + skip + length;

		if (skip + length <= item && strncmp(at + skip, word, length) == 0 &&
		    strchr(" \t;,", *rest) != NULL) {
			rest += strspn(rest, " \t;");
			return strncmp(rest, "q=0", 3) != 0 ||
			       strspn(rest + 3, ".0") < strcspn(rest + 3, " \t,");
		}
		at += item + (at[item] == ',');
	}
	return false;
}

bool assets_answer(const assets_t *assets, request_t *r)
{
	const asset_t *asset = find(assets, r->path);
	const content_t *content;
	struct MHD_Response *response;
	bool is_known;

	if (asset == NULL)
		return false;
	if (strcmp(r->method, MHD_HTTP_METHOD_GET) != 0 &&
	    strcmp(r->method, MHD_HTTP_METHOD_HEAD) != 0) {
		request_refuse(r, "GET, HEAD");
		return true;
	}
	content = asset->packed.bytes != NULL &&
	                          lists(request_header(r, MHD_HTTP_HEADER_ACCEPT_ENCODING), "gzip")
	                  ? &asset->packed
	                  : &asset->plain;
	is_known = lists(request_header(r, MHD_HTTP_HEADER_IF_NONE_MATCH), content->etag);
	response = MHD_create_response_from_buffer(is_known ? 0 : content->length, content->bytes,
	                                           MHD_RESPMEM_PERSISTENT);
	if (response != NULL) {
		(void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, asset->type);
		(void)MHD_add_response_header(response, MHD_HTTP_HEADER_ETAG, content->etag);
		(void)MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
		(void)MHD_add_response_header(response, MHD_HTTP_HEADER_VARY, "Accept-Encoding");
		(void)MHD_add_response_header(response, "Content-Security-Policy", policy);
		(void)MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
		if (content == &asset->packed)
			(void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING,
			                              "gzip");
	}
	request_respond(r, is_known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response);
	return true;
}
