/* SPDX-License-Identifier: MIT
 * broker_load.c - see broker_load.h.
 *
 * Design     The module is looked for at one place, BROKER_MODULE_FILE from the folder of the
 *            program: so what was installed elsewhere than it was built for finds it, and neither
 *            the environment nor a setting can have other code loaded. Only a daemon that is to be
 *            in a fleet looks for it, and needs libnats.
 */
#include "server/broker_load.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include <uv.h>

#include "server/broker_module.h"

static const char setting[] = "fleet";

/* module_path writes where the module has to be. The program's own path has no links and no dots
 * in it. */
static err_t module_path(char path[PATH_MAX], errinfo_t *why)
{
	static const char up[] = "../";
	size_t length = PATH_MAX - sizeof(BROKER_MODULE_FILE);
	const char *rest = BROKER_MODULE_FILE;
	char *slash = NULL;

	if (uv_exepath(path, &length) == 0)
		slash = strrchr(path, '/');
	while (slash != NULL && strncmp(rest, up, strlen(up)) == 0) {
		*slash = '\0';
		slash = strrchr(path, '/');
		rest += strlen(up);
	}
	if (slash == NULL)
		return err_at(why, ERR_IO, setting, "cannot tell where this program is");
	strcpy(slash + 1, rest);
	return ERR_OK;
}

static bool fits(const broker_module_t *module)
{
	return module->version == BROKER_MODULE_VERSION &&
	       module->ops_bytes == sizeof(broker_ops_t) &&
	       module->conf_bytes == sizeof(broker_conf_t) &&
	       module->why_bytes == sizeof(errinfo_t);
}

err_t broker_load(const broker_ops_t **out, errinfo_t *why)
{
	const broker_module_t *module;
	char path[PATH_MAX];
	void *handle;
	const err_t err = module_path(path, why);

	*out = NULL;
	if (err != ERR_OK)
		return err;
	if (access(path, F_OK) != 0)
		return err_at(
		        why, ERR_VALUE, setting,
		        "needs the package tesuji-fleet, or a build with NATS: there is no %s",
		        path);
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (handle == NULL)
		return err_at(why, ERR_VALUE, setting, "%s", dlerror());
	module = dlsym(handle, BROKER_MODULE_SYMBOL);
	if (module == NULL || !fits(module)) {
		(void)dlclose(handle);
		return err_at(why, ERR_VALUE, setting, "%s is of another release than this program",
		              path);
	}
	*out = module->ops;
	return ERR_OK;
}
