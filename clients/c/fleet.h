/* SPDX-License-Identifier: MIT
 * fleet.h - the function of tesuji_fleet.h, for the sources of libtesuji.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_FLEET_H
#define CLIENTS_C_FLEET_H

#include "clients/c/tesuji_fleet.h"

#endif
