/* SPDX-License-Identifier: MIT
 * errors.c - see errors.h. */
#include "clients/http/errors.h"

const tesuji_error_t errors_no_memory = {.code = TESUJI_E_NOMEM, .text = "out of memory"};
const tesuji_error_t errors_closing = {.code = TESUJI_E_DRAINING,
                                       .text = "the gateway is shutting down"};
const tesuji_error_t errors_nonsense = {.code = TESUJI_E_PROTOCOL,
                                        .text = "an answer that makes no sense"};
