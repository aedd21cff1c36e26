/* SPDX-License-Identifier: MIT
 * options.c - see options.h: the table of commands, the table of options, and the help made of
 * them.
 */
#include "clients/cli/options.h"

#include <string.h>

#include "clients/cli/exits.h"

#define AT(field) offsetof(args_t, field)
#define ASKS      (CMD_SOLVE | CMD_PROBLEM) /* put a problem */
#define FOLLOW    (CMD_SOLVE | CMD_WATCH)
#define COUNT_MAX 9007199254740991u /* 2^53 - 1, the largest integer on the wire */

/* clang-format off */
static const option_row_t options[] = {
	{"game", "NAME", ASKS, KIND_TEXT, AT(game), 0, "params.game",
	 "which game (default: the file's, or go)"},
	{"goal", "GOAL", ASKS, KIND_GOAL, 0, 0, "params.goal.type",
	 "TYPE or TYPE:POINT (default: the game's first goal)"},
	{"capture", "POINT", ASKS, KIND_CAPTURE, 0, 0, "params.goal.target",
	 "the same as --goal capture:POINT, a stone of the block"},
	{"attacker", "COLOUR", ASKS | CMD_DIAGRAM, KIND_COLOUR, AT(attacker), 0, "params.goal.attacker",
	 "black or white (default: whoever is to move)"},
	{"first", "SIDE", ASKS, KIND_TEXT, AT(first), 0, "params.goal.first",
	 "attacker, or defender: can he prevent it?"},
	{"rows", "TEXT", ASKS | CMD_STATUS | CMD_LIFE | CMD_DIAGRAM, KIND_TEXT, AT(rows), 0, "params.position.rows",
	 "the board instead of a file, rows from the top: X.O/.XO"},
	{"fen", "FEN", ASKS | CMD_DIAGRAM, KIND_TEXT, AT(fen), 0, "params.position.fen",
	 "likewise for chess"},
	{"option", "NAME=VALUE", ASKS | CMD_DIAGRAM, KIND_OPTION, 0, 0, "params.options",
	 "an option of the game; may be given more than once"},
	{"move", "N", ASKS | CMD_STATUS | CMD_LIFE | CMD_DIAGRAM, KIND_COUNT, AT(move), COUNT_MAX, "params.position.move",
	 "the position after N moves of the record (default: all)"},
	{"ko", "POINT", ASKS | CMD_STATUS | CMD_LIFE, KIND_TEXT, AT(ko), 0, "params.ko",
	 "a ko that may not be retaken at once"},
	{"ko-verdict", NULL, CMD_SOLVE, KIND_FLAG, AT(ko_verdict), 0, "params.ko_verdict",
	 "tell whether it takes a ko, and how many threats (Go)"},
	{"attacker-threats", "N", ASKS, KIND_THREATS, AT(attacker_threats), 0,
	 "params.threats.attacker", "ko threats elsewhere: 0, 1, 2 or unlimited (default 0)"},
	{"defender-threats", "N", ASKS, KIND_THREATS, AT(defender_threats), 0,
	 "params.threats.defender", "likewise for the defender (default 0)"},
	{"order", "N", ASKS | CMD_STATUS, KIND_COUNT, AT(order), COUNT_MAX, "params.limits.order",
	 "highest order searched, 0 to 7 (default 3)"},
	{"depth", "N", ASKS, KIND_COUNT, AT(depth), COUNT_MAX, "params.limits.depth",
	 "greatest depth searched, odd (default 507 plies)"},
	{"within", "N", ASKS, KIND_COUNT, AT(within), COUNT_MAX, "params.limits.within",
	 "in at most N moves of the attacker, by all moves"},
	{"mate", "N", ASKS, KIND_COUNT, AT(within), COUNT_MAX, "params.limits.within",
	 "the same as --within N"},
	{"shortest", NULL, ASKS, KIND_FLAG, AT(shortest), 0, "params.shortest",
	 "the least number of moves as well"},
	{"time", "S", ASKS | CMD_STATUS | CMD_LIFE | CMD_CHECK, KIND_SECONDS, AT(time_ms), 86400, "params.limits.time_ms",
	 "give up after S seconds (60; status, life 1; check 0)"},
	{"nodes", "N", ASKS | CMD_LIFE | CMD_SHOW, KIND_COUNT, AT(nodes), COUNT_MAX, "params.limits.nodes",
	 "at most N nodes, 5M = 5 million (no limit; --sgf 10k)"},
	{"workers", "N", ASKS, KIND_COUNT, AT(workers), COUNT_MAX, "params.limits.workers",
	 "most threads on the problem (default: all)"},
	{"schedule", "NAME", ASKS, KIND_TEXT, AT(schedule), 0, "params.schedule",
	 "auto, or depth: slower, the least depth"},
	{"driver", "NAME", ASKS, KIND_TEXT, AT(driver), 0, "params.driver",
	 "lambda, or plain: all moves, no orders"},
	{"engine", "NAME", ASKS, KIND_TEXT, AT(engine), 0, "params.engine",
	 "auto, alphabeta, or dfpn: by proof numbers"},
	{"zone", "NAME", ASKS, KIND_TEXT, AT(zone), 0, "params.zone",
	 "sound, none, or inversion: smaller, a guess (Go)"},
	{"table", "MIB", CMD_SOLVE, KIND_MIB, AT(table_bytes), 1048576, "params.limits.table_bytes",
	 "a table of its own (default: the shared one)"},
	{"label", "TEXT", CMD_SOLVE, KIND_TEXT, AT(label), 0, "params.label",
	 "a name for the job in lists"},
	{"detach", NULL, CMD_SOLVE, KIND_FLAG, AT(detach), 0, "params.detach",
	 "leave it to the daemon and print the job's number"},
	{"durable", "KEY", CMD_SOLVE, KIND_TEXT, AT(durable), 0, "params.key",
	 "keep it over any end of the daemon, until it is taken"},
	{"all-moves", NULL, CMD_SOLVE, KIND_FLAG, AT(all_moves), 0, NULL,
	 "ask about every first move: which ones work?"},
	{"stream", NULL, CMD_SOLVE, KIND_FLAG, AT(stream), 0, NULL,
	 "with --all-moves: each answer as it comes"},
	{"group", "STONES", CMD_LIFE, KIND_TEXT, AT(group), 0, "params.group",
	 "a stone of the dragon, or several with blanks between"},
	{"exact", NULL, CMD_LIFE, KIND_FLAG, AT(exact), 0, "params.exact",
	 "the dragon is the blocks of --group and no others"},
	{"region", "POINTS", CMD_LIFE, KIND_TEXT, AT(region), 0, "params.region",
	 "where either side may play: A1-G7,H3 (default: found)"},
	{"local", NULL, ASKS | CMD_STATUS | CMD_LIFE | CMD_GAMES, KIND_FLAG, AT(local), 0, NULL,
	 "work in this process even when a daemon is running"},
	{"server", "ADDRESS", CMD_ASK, KIND_TEXT, AT(server), 0, NULL,
	 "unix:/path, /path, [tcp:]host:port or tls://host:port"},
	{"token-file", "FILE", CMD_ASK, KIND_TEXT, AT(token_file), 0, NULL,
	 "log in with the token in it (TESUJI_TOKEN_FILE)"},
	{"tls-ca", "FILE", CMD_ASK, KIND_TEXT, AT(tls_ca), 0, NULL,
	 "the authorities of tls:// servers (TESUJI_TLS_CA)"},
	{"tls-cert", "FILE", CMD_ASK, KIND_TEXT, AT(tls_cert), 0, NULL,
	 "this client's certificate there (TESUJI_TLS_CERT)"},
	{"tls-key", "FILE", CMD_ASK, KIND_TEXT, AT(tls_key), 0, NULL,
	 "its key, if not in the same file (TESUJI_TLS_KEY)"},
	{"style", "NAME", CMD_DIAGRAM, KIND_TEXT, AT(style), 0, NULL,
	 "go, renju, hex or chess (default: the record's, or go)"},
	{"moves", "TEXT", CMD_DIAGRAM | CMD_SHOW, KIND_TEXT, AT(moves), 0, NULL,
	 "\"D4 E5 pass\", chess \"e2e4 e7e8q\"; show: replies"},
	{"numbers", "N", CMD_DIAGRAM, KIND_COUNT, AT(numbers), TESUJI_LINE_MOVES, NULL,
	 "number the last N moves of the record (default 0)"},
	{"mark", "POINT", CMD_DIAGRAM, KIND_TEXT, AT(mark), 0, NULL, "the goal's point"},
	{"svg", "FILE", CMD_DIAGRAM | CMD_STATUS | CMD_LIFE | FOLLOW, KIND_TEXT, AT(svg), 0, NULL,
	 "draw the board into an SVG image"},
	{"certificate", "FILE", FOLLOW, KIND_TEXT, AT(certificate), 0, NULL,
	 "write the proof, or what denies one (-: stdout)"},
	{"sgf", "FILE", CMD_SHOW | CMD_SOLVE | CMD_PROBLEM, KIND_TEXT, AT(sgf), 0, NULL,
	 "write it all into game records (not of chess)"},
	{"pgn", "FILE", CMD_SOLVE | CMD_PROBLEM, KIND_TEXT, AT(pgn), 0, NULL,
	 "write a solution or collection of chess"},
	{"jobs", "N", CMD_SOLVE, KIND_COUNT, AT(jobs), 64, NULL,
	 "problems at once (default: as many as workers)"},
	{"tsv", "FILE", ASKS, KIND_TEXT, AT(tsv), 0, NULL,
	 "write a table of a collection's answers"},
	{"resume", "FILE", ASKS, KIND_TEXT, AT(resume), 0, NULL,
	 "go on with such a table; what is in it is not asked"},
	{"solution", "MOVE", CMD_PROBLEM, KIND_TEXT, AT(solution), 0, NULL,
	 "the setter's (default: the record's first move, or bm)"},
	{"exhaustive", NULL, CMD_CHECK, KIND_FLAG, AT(exhaustive), 0, NULL,
	 "try every legal reply everywhere: slower"},
	{"max-positions", "N", CMD_CHECK, KIND_COUNT, AT(max_positions), COUNT_MAX, NULL,
	 "look at N positions (default: by size); 0 = no limit"},
	{"expect", "CLAIM", CMD_CHECK, KIND_TEXT, AT(expect), 0, NULL,
	 "proven, denied, denied:ORDER|absolute, denied-within:N"},
	{"sample", "N", CMD_STORE, KIND_COUNT, AT(sample), COUNT_MAX, NULL,
	 "verify: find out so many facts again (100)"},
	{"json", NULL, CMD_ASK | CMD_CHECK, KIND_FLAG, AT(json), 0, NULL,
	 "the answer as one JSON object"},
	{"board", NULL, FOLLOW, KIND_FLAG, AT(board), 0, NULL,
	 "progress with the board and the moves being looked at"},
	{"watch", NULL, CMD_FLEET, KIND_FLAG, AT(follow), 0, NULL,
	 "again every second, until Ctrl-C"},
	{"quiet", NULL, FOLLOW | CMD_PROBLEM | CMD_CHECK, KIND_FLAG, AT(quiet), 0, NULL, "no progress (-q)"},
	{"help", NULL, CMD_ALL, KIND_FLAG, AT(help), 0, NULL, "this help (-h)"},
	{"version", NULL, CMD_ALL, KIND_FLAG, AT(version), 0, NULL, "the version (-V)"},
	{NULL, NULL, 0, KIND_FLAG, 0, 0, NULL, NULL},
};

static const command_row_t commands[] = {
	{CMD_SOLVE, "solve", "[FILE]", "prove or disprove that a goal can be reached",
	 "FILE is a game record (SGF) or one line of FEN, \"-\" the standard input; --rows\n"
	 "and --fen give the board without a file. The attacker moves first\n"
	 "unless --first says otherwise. The search ends at order 3 and after 60 seconds\n"
	 "unless told otherwise. In Gomoku, Atari-Go and chess all moves are searched\n"
	 "after order 3, if no order is named. With --all-moves each legal first move is\n"
	 "asked about as a question of its own: it works, fails, or stays open.\n\n"
	 "FILE may also be a collection: a folder, or a file with many problems (SGF,\n"
	 "EPD, FEN, PGN, PSQ, RenLib, strings of moves, tables; docs/collections.md).\n"
	 "Each is asked with the same options, and a table is written at the end. Exits\n"
	 "with 0 only if all are proven. A position is the one after all moves of its\n"
	 "game, or after --move.\n\n"
	 "  tesuji solve problem.sgf --capture D5\n"
	 "  tesuji solve --fen \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"\n"
	 "  tesuji solve mates.epd --resume mates.tsv\n"
	 "  tesuji solve --game gomoku --option size=6x5 --option k=4 --driver plain\n"},
	{CMD_PROBLEM, "problem", "[FILE]", "is a problem sound, and its solution the only one?",
	 "FILE is a game record (SGF) or one line of FEN or EPD, \"-\" the standard input;\n"
	 "--rows and --fen give the board without a file. The position is that before\n"
	 "the record's first move, which is taken for the solution; of an EPD bm is.\n"
	 "Each first move is asked about as a question of its own: one must work, all\n"
	 "others fail. Then the main line is followed, and the places in it are told\n"
	 "where several moves work. --time is for the moves of one position. With\n"
	 "--mate N (in other games --within N) moves that are slower do not work.\n"
	 "--sgf and --pgn write the whole solution, wrong first moves and their\n"
	 "refutations included. A collection (see solve) is judged problem by problem, a\n"
	 "row each, and a line of sums at the end; --tsv writes the rows as a table, and\n"
	 "--resume goes on with one. Exits with 0 only if all are sound and unique, and\n"
	 "the solutions work.\n\n"
	 "  tesuji problem corner.sgf --goal capture-all:B2 --driver plain\n"
	 "  tesuji problem --fen \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\" --depth 3\n"
	 "  tesuji problem mates.epd --resume judged.tsv --pgn solutions.pgn\n"},
	{CMD_STATUS, "status", "[FILE]", "what can be captured, saved and cut on a Go board",
	 "FILE is a game record (SGF), \"-\" the standard input; --rows gives the board\n"
	 "without a file. For every block: can the other side capture it by moving first,\n"
	 "and if so, can its owner save it; for every two blocks of a colour that are\n"
	 "near each other: can they be cut. On the board small letters are blocks that\n"
	 "can be captured, capitals the moves of the list.\n\n"
	 "  tesuji status game.sgf --move 120 --time 2 --svg status.svg\n"},
	{CMD_LIFE, "life", "[FILE]", "does a dragon of Go live? By which moves?",
	 "FILE is a game record (SGF), \"-\" the standard input; --rows gives the board\n"
	 "without a file. The dragon is the block on --group and all that is connected\n"
	 "with it for certain. Does it live if the other side moves first, does it if its\n"
	 "owner does; where who moves first decides, by which moves? The answers are\n"
	 "about the region that is told with them (docs/lifedeath.md); what the time does\n"
	 "not suffice for is judged, and named so. Exits with 2 unless it is decided.\n\n"
	 "  tesuji life game.sgf --move 120 --group R3\n"},
	{CMD_GAMES, "games", NULL, "the games there are, their goals and options", NULL},
	{CMD_INFO, "info", NULL, "what the daemon is and can do", NULL},
	{CMD_SERVER, "server", "ACTION [TO]", "have the daemon reload, end, show figures, copy data",
	 "For whoever runs the daemon: ask at its control socket (--server), or as an\n"
	 "account of the class operator. ACTION is one of\n"
	 "  reload   read the settings and the accounts again, as SIGHUP does\n"
	 "  drain    take no more work, and end when what there is has ended, as SIGTERM\n"
	 "           does; the second time, end at once\n"
	 "  stats    how it has fared since its start: jobs, answers, speed, waits,\n"
	 "           refusals; with --json everything that docs/metrics.md names\n"
	 "  backup TO\n"
	 "           copy the store and the journal while they are in use, into a new\n"
	 "           folder on the daemon's machine, one that the daemon may write to\n\n"
	 "  tesuji server reload --server unix:/run/tesujid/control.sock\n"
	 "  tesuji server backup /var/lib/tesujid/backup-1\n"},
	{CMD_FLEET, "fleet", NULL, "the daemons that search each other's jobs",
	 "What the daemon does in its fleet (docs/fleet.md), how many jobs go there and\n"
	 "come back in a second, and the others of whom it has heard: a front hears of\n"
	 "workers, a worker of fronts. It takes half a second; with --json there is one\n"
	 "line a look. Exits with 69 if the daemon is in no fleet.\n\n"
	 "  tesuji fleet --watch\n"},
	{CMD_JOBS, "jobs", NULL, "the jobs of the daemon", NULL},
	{CMD_CANCEL, "cancel", "ID", "stop a job", NULL},
	{CMD_ACK, "ack", "KEY", "have the daemon forget a durable job that has ended",
	 "KEY is that of solve --durable KEY, which asks for the result again as long as\n"
	 "it is kept, also after a restart of the daemon (docs/durable.md).\n\n"
	 "  tesuji solve problem.sgf --capture D5 --durable night/17\n"
	 "  tesuji ack night/17\n"},
	{CMD_BATCH, "batch", "ACTION KEY", "a collection that was handed in under a key",
	 "KEY is that of solve COLLECTION --durable KEY, which hands in the problems as\n"
	 "one batch and shows the answers as they come, as often as it is called, also\n"
	 "after a restart of the daemon, or on another machine that has the collection\n"
	 "(docs/collections.md). ACTION is one of\n"
	 "  status   how far it is\n"
	 "  cancel   begin no more of it; the answers that there are stay\n"
	 "  ack      have the daemon forget it, once it has ended\n\n"
	 "  tesuji solve mates.epd --durable night --tsv mates.tsv\n"
	 "  tesuji batch status night\n"},
	{CMD_WATCH, "watch", "ID", "follow a job to its end, whoever submitted it",
	 "Ctrl-C ends the watching, not the job.\n"},
	{CMD_DIAGRAM, "diagram", "[FILE]", "draw a board with numbered moves",
	 "FILE is a game record (SGF) or one line of FEN, \"-\" the standard input; --rows\n"
	 "and --fen give the board without a file. The diagram is text, or with --svg an\n"
	 "image (\"--svg -\" writes it to standard output). Odd numbers are --attacker's\n"
	 "moves; without it the colour is that of the goal's enemy, else of whose turn it\n"
	 "is. With --option rule=renju, if Black plays first, # or a cross is a point\n"
	 "that the rules forbid him.\n\n"
	 "  tesuji diagram game.sgf --numbers 10 --svg game.svg\n"
	 "  tesuji diagram --style hex --rows \"...X/.O../..X./....\" --moves \"a1 b3\"\n"},
	{CMD_CHECK, "check", "FILE", "replay a certificate: is it a proof, or a denial?",
	 "FILE is a certificate (docs/proofs.md), \"-\" the standard input. It is replayed\n"
	 "by rules that share nothing with the search. Replies that cannot matter are\n"
	 "left out, by rules of the checker's own. Says what is proven, or denied and how\n"
	 "far, or where it breaks. Exits with 0 if the file bears out its claim, be it a\n"
	 "proof or a denial; with 4 if that is not the one that --expect names: denied:2\n"
	 "is also borne out by a denial of order 3, or an absolute one. Positions are\n"
	 "bounded by the nodes in the file unless --max-positions says otherwise: then 3.\n"},
	{CMD_SHOW, "show", "FILE", "go through a proof or denial: what if I play here?",
	 "FILE is a certificate (docs/proofs.md), \"-\" the standard input. It is checked,\n"
	 "and the attacker's first move shown. Lines are read then: a defender's move is\n"
	 "answered; moves, line, back, top, board, help and quit are the other words.\n"
	 "--moves begins with some replies. --sgf writes the moves as a tree of\n"
	 "variations, at most --nodes of them, for any editor of game records.\n\n"
	 "  tesuji show --moves \"C2 pass\" corner.proof\n"
	 "  tesuji show --sgf corner.sgf corner.proof\n"},
	{CMD_STORE, "store", "ACTION DIR [TO]", "look at a store of answers, copy it, write it out and in",
	 "DIR is the folder of a store that no daemon has open. ACTION is one of\n"
	 "  info     what is in it\n"
	 "  verify   look at every fact: as it was written? And find out some of them\n"
	 "           again, on other boards, with certificates that are checked\n"
	 "  export   write them to standard output, one a line\n"
	 "  import   take in such lines from standard input; DIR is made if need be\n"
	 "  compact  give the room that was freed back to the disk\n"
	 "  backup   copy it into the new folder TO; DIR may be a journal, too. Of a\n"
	 "           daemon that runs: tesuji server backup\n"
	 "  restore  copy a backup, DIR, into the new folder TO for a daemon to use,\n"
	 "           after finding out some of its facts again (--sample)\n"},
	{CMD_HELP, "help", "[COMMAND]", "explain the command", NULL},
	{CMD_NONE, NULL, NULL, NULL, NULL},
};
/* clang-format on */

/* args.c has a bit for each option. */
_Static_assert(sizeof(options) / sizeof(options[0]) <= 64, "a bit for each option");

const option_row_t *options_rows(void)
{
	return options;
}

const command_row_t *options_commands(void)
{
	return commands;
}

const command_row_t *options_command(const char *name)
{
	const command_row_t *row = commands;

	while (row->name != NULL && strcmp(row->name, name) != 0)
		row++;
	return row->name != NULL ? row : NULL;
}

const option_row_t *options_for_path(const char *path)
{
	for (const option_row_t *o = options; o->name != NULL; o++)
		if (o->path != NULL && strcmp(o->path, path) == 0)
			return o;
	return NULL;
}

static void help_options(FILE *out, unsigned command)
{
	enum { INDENT = 24 };

	fputs("\nOptions\n", out);
	for (const option_row_t *o = options; o->name != NULL; o++) {
		int used;

		if ((o->commands & command) == 0)
			continue;
		used = fprintf(out, "  --%s%s%s", o->name, o->argument != NULL ? " " : "",
		               o->argument != NULL ? o->argument : "");
		fprintf(out, "%*s%s\n", used < INDENT - 1 ? INDENT - used : 1, "", o->help);
	}
}

static void help_all(FILE *out)
{
	fputs("tesuji proves or disproves goals in board games by lambda-search: that a block\n"
	      "is captured, a row completed, the king mated.\n\n"
	      "  tesuji solve problem.sgf --capture D5\n\nCommands\n",
	      out);
	for (const command_row_t *c = commands; c->name != NULL; c++) {
		int used = fprintf(out, "  %s%s%s", c->name, c->operand != NULL ? " " : "",
		                   c->operand != NULL ? c->operand : "");

		fprintf(out, "%*s%s\n", 24 - used, "", c->help);
	}
	fputs("\n'tesuji help COMMAND' tells more. The daemon is the one that --server or the\n"
	      "environment variable TESUJI_SERVER names, else the one that listens at\n"
	      "/run/tesujid/tesujid.sock or 127.0.0.1:7411. Without one, solve, status and\n"
	      "life do the work in their own process, and games looks there. A daemon may want\n"
	      "a token: it is read from the file that --token-file or TESUJI_TOKEN_FILE names,\n"
	      "or from TESUJI_TOKEN. tls://host:port is a daemon inside TLS.\n\nExit status\n",
	      out);
#define EXIT_ROW(constant, number, text) fprintf(out, "  %3d  %s\n", number, text);
	EXIT_TABLE(EXIT_ROW)
#undef EXIT_ROW
}

void options_help(FILE *out, command_t command)
{
	for (const command_row_t *c = commands; c->name != NULL; c++) {
		if (c->command != command)
			continue;
		fprintf(out, "tesuji %s%s%s%s\n  %s\n", c->name, c->operand != NULL ? " " : "",
		        c->operand != NULL ? c->operand : "",
		        command == CMD_SOLVE ? " [OPTION...]" : "", c->help);
		if (c->details != NULL)
			fprintf(out, "\n%s", c->details);
		help_options(out, c->command);
		return;
	}
	help_all(out);
}
