/* SPDX-License-Identifier: MIT
 * tls_files.c - see tls_files.h. */
#include "server/tls_files.h"

#include "engine/base/mem.h"
#include "protocol/tls_rules.h"

struct tls_files {
	struct ssl_ctx_st *rules;
	bool ask_client;
};

/* read_files reads what the settings name into the rules. */
static err_t read_files(tls_files_t *files, const conf_t *conf, errinfo_t *why)
{
	const tls_file_t cert = {"tls_cert", conf->tls_cert}, key = {"tls_key", conf->tls_key};
	const tls_file_t authorities = {"tls_client_ca", conf->tls_client_ca};
	err_t err = tls_rules_own(files->rules, &cert, &key, why);

	files->ask_client = conf->tls_client_ca[0] != '\0';
	if (err == ERR_OK && files->ask_client)
		err = tls_rules_ask(files->rules, &authorities, why);
	return err;
}

err_t tls_files_open(const conf_t *conf, tls_files_t **out, errinfo_t *why)
{
	tls_files_t *files = mem_alloc(sizeof(*files));
	errinfo_t reason = {.code = ERR_OK};
	err_t err = ERR_OK;

	*out = NULL;
	if (files == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	files->rules = tls_rules_new(TLS_SERVER, conf->tls_oldest == CONF_TLS_1_2, &reason);
	if (files->rules == NULL)
		err = err_at(why, reason.code, "listen_tls", "%s", reason.text);
	else if (conf->tls_cert[0] == '\0' || conf->tls_key[0] == '\0')
		err = err_at(why, ERR_MISSING, "listen_tls",
		             "needs a certificate and its key: set tls_cert and tls_key");
	else
		err = read_files(files, conf, why);
	if (err == ERR_OK)
		*out = files;
	else
		tls_files_free(files);
	return err;
}

void tls_files_free(tls_files_t *files)
{
	if (files == NULL)
		return;
	tls_rules_free(files->rules);
	mem_free(files, sizeof(*files));
}

struct ssl_ctx_st *tls_files_context(const tls_files_t *files)
{
	return files->rules;
}

bool tls_files_ask_client(const tls_files_t *files)
{
	return files->ask_client;
}
