/* SPDX-License-Identifier: MIT
 * probe.h - places in a running program where a tracer may look in (USDT: bpftrace, perf,
 * SystemTap).
 *
 * Each is one no-op instruction, and a note in the ELF file that says where its arguments are; a
 * tracer puts a breakpoint there. Without WITH_USDT they are nothing at all. docs/metrics.md lists
 * them.
 *
 * PROBEn(name, ...) names a place of n arguments, which are integers or pointers without side
 * effects.
 *
 * Threads   any.
 */
#ifndef ENGINE_BASE_PROBE_H
#define ENGINE_BASE_PROBE_H

#ifdef WITH_USDT
#include <sys/sdt.h>

#define PROBE2(name, a, b)          DTRACE_PROBE2(tesuji, name, a, b)
#define PROBE5(name, a, b, c, d, e) DTRACE_PROBE5(tesuji, name, a, b, c, d, e)
#else
#define PROBE2(name, a, b)          ((void)(a), (void)(b))
#define PROBE5(name, a, b, c, d, e) ((void)(a), (void)(b), (void)(c), (void)(d), (void)(e))
#endif

#endif
