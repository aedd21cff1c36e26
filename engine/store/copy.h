/* SPDX-License-Identifier: MIT
 * copy.h - store_draw, store_walk and store_copy are declared in store.h: what they need of the
 * inside is here. */
#ifndef ENGINE_STORE_COPY_H
#define ENGINE_STORE_COPY_H

#include "engine/store/env.h"

#endif
