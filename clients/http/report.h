/* SPDX-License-Identifier: MIT
 * report.h - maps of the daemon's as the library's reports, for what draws and writes those.
 *
 * Threads   any; no state.
 * Errors    false: the bytes are no such map, or there is no memory.
 */
#ifndef CLIENTS_HTTP_REPORT_H
#define CLIENTS_HTTP_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "clients/c/tesuji.h"

/* Each reads one MessagePack map: of job.progress, of job.done, and the job map (job.status). */
bool report_progress(const void *bytes, size_t length, tesuji_report_t *out);
bool report_done(const void *bytes, size_t length, tesuji_report_t *out);
bool report_job(const void *bytes, size_t length, tesuji_report_t *out);

#endif
