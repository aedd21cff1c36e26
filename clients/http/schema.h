/* SPDX-License-Identifier: MIT
 * schema.h - JSON schemas of values, from the protocol's tables of fields.
 *
 * Ownership results are the caller's: json_decref. NULL: no memory.
 * Threads   any; no state.
 */
#ifndef CLIENTS_HTTP_SCHEMA_H
#define CLIENTS_HTTP_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

#include "protocol/tables.h"

/* A table with a name of its own, by which the schemas of others refer to it. `taken`: it is of
 * what the daemon takes, which ignores keys that it does not know; what it gives has no others. */
typedef struct {
	const char *name;
	const field_t *fields;
	bool taken;
} schema_name_t;

/* The names; the last row has none. */
extern const schema_name_t schema_names[];

/* schema_of makes the schema of a map, by its row of schema_names. */
json_t *schema_of(const schema_name_t *named);

/* schema_reference refers to the schema of a map that has a name. */
json_t *schema_reference(const field_t *fields);

/* schema_field makes the schema of one value. `taken` as above. */
json_t *schema_field(const field_t *field, bool taken);

#endif
