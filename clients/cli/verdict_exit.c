/* SPDX-License-Identifier: MIT
 * verdict_exit.c - see verdict_exit.h.
 */
#include "clients/cli/verdict_exit.h"

exit_t verdict_exit_for_code(tesuji_code_t code)
{
	switch (code) {
	case TESUJI_E_RANGE:
	case TESUJI_E_SYNTAX:
	case TESUJI_E_TYPE:
	case TESUJI_E_MISSING:
	case TESUJI_E_VALUE:
	case TESUJI_E_POSITION:
	case TESUJI_E_GAME:
	case TESUJI_E_JOB:
	case TESUJI_E_LIMIT:
	case TESUJI_E_KEY:
		return EXIT_BAD_INPUT;
	case TESUJI_E_BUSY:
	case TESUJI_E_DRAINING:
	case TESUJI_E_IO:
	case TESUJI_E_CLOSED:
	case TESUJI_E_TIMEOUT:
	case TESUJI_E_PROTOCOL:
	case TESUJI_E_METHOD:
	case TESUJI_E_LOGIN:
	case TESUJI_E_TOKEN:
	case TESUJI_E_OWNER:
	case TESUJI_E_QUOTA:
	case TESUJI_E_JOURNAL:
		return EXIT_NO_SERVER;
	case TESUJI_E_NOMEM:
		return EXIT_NO_MEMORY;
	case TESUJI_OK:
	case TESUJI_E_FRAME:
	case TESUJI_E_CANCELLED:
	case TESUJI_E_INTERNAL:
		break;
	}
	return EXIT_INTERNAL;
}

exit_t verdict_exit(const tesuji_report_t *r)
{
	if (r->state == TESUJI_FAILED)
		return verdict_exit_for_code(r->error.code);
	switch (r->value) {
	case TESUJI_PROVEN:
		return EXIT_PROVEN;
	case TESUJI_DISPROVEN:
		return EXIT_DISPROVEN;
	case TESUJI_UNDECIDED:
		break;
	}
	return EXIT_UNDECIDED;
}
