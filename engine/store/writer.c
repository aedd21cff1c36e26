/* SPDX-License-Identifier: MIT
 * writer.c - a keeper process that makes one more process for each task.
 *
 * Weighed    In this process, with handlers of SIGBUS and SIGSEGV that leave by a jump: right for
 *            a read, and it was so for writes; but a write may have spoilt the heap before it
 *            faults. A fork of this process for each task: it is large, and each page of a table
 *            that a worker touches afterwards would be copied. One process that keeps the data
 *            mapped: what a task leaves behind after a wild write is not known. So there is a
 *            keeper, begun early, that does nothing but fork for each task: 0.1 ms beside a
 *            commit, which waits for the disk.
 *
 * Ends       The keeper ends when this process does, in whatever way (PR_SET_PDEATHSIG, the end of
 *            the socket), and the work ends with the keeper. Signals that ask a daemon to end do
 *            not end its keeper: the last commit comes after them. The work has a number of
 *            seconds of the processor: a circle in the data has an end.
 *
 * Heap       The work allocates memory, though the keeper may be the copy of a process that had
 * other threads: fork takes the locks of malloc, and leaves them free in the copy.
 *
 * Files      The keeper has none but its socket, and those of the task while it is being done. So a
 *            lock that the task brings along stays taken until the work has ended, even where
 *            this process ends before it. */
#include "engine/store/writer.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	FILES_CLOSED = 65536, /* where close_range is missing */
};

/* What precedes the bytes of a task; and the answer. */
typedef struct {
	uint64_t count;
	rlim_t file_bytes; /* RLIMIT_FSIZE of who asks */
	unsigned files;    /* bit i: file i comes along */
	unsigned seconds;
} head_t;

typedef struct {
	int error;  /* errno: no process could be made */
	int status; /* as waitpid has it */
	uint8_t answer[WRITER_ANSWER_MOST];
} reply_t;

/* move_all sends or receives all of the bytes. */
static bool move_all(int socket, void *bytes, size_t count, bool is_sending)
{
	uint8_t *at = bytes;

	while (count > 0) {
		const ssize_t moved = is_sending ? send(socket, at, count, MSG_NOSIGNAL)
		                                 : recv(socket, at, count, 0);

		if (moved < 0 && errno == EINTR)
			continue;
		if (moved <= 0) {
			errno = moved == 0 ? EPIPE : errno;
			return false;
		}
		at += moved;
		count -= (size_t)moved;
	}
	return true;
}

/* Room for the files that a message brings along. */
typedef union {
	struct cmsghdr head;
	char room[CMSG_SPACE(WRITER_FILES * sizeof(int))];
} files_t;

static bool send_head(int socket, head_t *head, const int file[WRITER_FILES])
{
	struct iovec part = {head, sizeof(*head)};
	files_t files = {.room = {0}};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	int open[WRITER_FILES];
	unsigned count = 0;
	ssize_t sent;

	for (unsigned i = 0; i < WRITER_FILES; i++)
		if (file[i] >= 0) {
			head->files |= 1u << i;
			open[count++] = file[i];
		}
	if (count > 0) {
		message.msg_control = &files;
		message.msg_controllen = CMSG_SPACE(count * sizeof(int));
		files.head.cmsg_level = SOL_SOCKET;
		files.head.cmsg_type = SCM_RIGHTS;
		files.head.cmsg_len = CMSG_LEN(count * sizeof(int));
		memcpy(CMSG_DATA(&files.head), open, count * sizeof(int));
	}
	do
		sent = sendmsg(socket, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)sizeof(*head); /* a message so short goes as a whole */
}

static bool take_head(int socket, head_t *head, int file[WRITER_FILES])
{
	struct iovec part = {head, sizeof(*head)};
	files_t files;
	struct msghdr message = {.msg_iov = &part,
	                         .msg_iovlen = 1,
	                         .msg_control = &files,
	                         .msg_controllen = sizeof(files)};
	const int *open;
	ssize_t taken;

	do
		taken = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL);
	while (taken < 0 && errno == EINTR);
	if (taken != (ssize_t)sizeof(*head) || (message.msg_flags & MSG_CTRUNC) != 0)
		return false;
	open = CMSG_FIRSTHDR(&message) != NULL
	               ? (const int *)(const void *)CMSG_DATA(CMSG_FIRSTHDR(&message))
	               : NULL;
	for (unsigned i = 0; i < WRITER_FILES; i++)
		file[i] = (head->files >> i & 1) != 0 && open != NULL ? *open++ : -1;
	return true;
}

/* end_with has this process end when its parent does. */
static void end_with(pid_t parent)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
}

/* work_now is the process of one task. */
static _Noreturn void work_now(writer_work_t *work, const writer_task_t *task, rlim_t file_bytes,
                               void *answer, pid_t keeper)
{
	const struct itimerval most = {.it_value.tv_sec = task->seconds};
	const struct rlimit no_core = {0, 0}; /* it would lie in the folder of the store */
	struct rlimit limit;

	end_with(keeper);
	(void)setrlimit(RLIMIT_CORE, &no_core);
	(void)setitimer(ITIMER_PROF, &most, NULL); /* SIGPROF ends the process */
	if (getrlimit(RLIMIT_FSIZE, &limit) == 0) {
		limit.rlim_cur = file_bytes < limit.rlim_max ? file_bytes : limit.rlim_max;
		(void)setrlimit(RLIMIT_FSIZE, &limit);
	}
	work(task, answer);
	_exit(0);
}

static void do_task(writer_work_t *work, const writer_task_t *task, rlim_t file_bytes,
                    reply_t *reply)
{
	const pid_t keeper = getpid();
	const pid_t process = fork();

	if (process == 0)
		work_now(work, task, file_bytes, reply->answer, keeper);
	reply->error = process < 0 ? errno : 0;
	while (process > 0 && waitpid(process, &reply->status, 0) < 0 && errno == EINTR)
		;
}

/* serve_one does a task that comes in; false: none will come any more. */
static bool serve_one(int socket, writer_work_t *work, reply_t *reply)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
	writer_task_t task;
	head_t head = {.count = 0};
	void *bytes;
	bool goes_on;

	if (!take_head(socket, &head, task.file))
		return false;
	task.count = head.count;
	task.seconds = head.seconds;
	/* Given back to the system at once: the keeper stays small. */
	bytes = mmap(NULL, head.count + 1, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (bytes == MAP_FAILED)
		return false;
	task.bytes = bytes;
	memset(reply, 0, sizeof(*reply));
	goes_on = move_all(socket, bytes, head.count, false);
	if (goes_on)
		do_task(work, &task, head.file_bytes, reply);
	(void)munmap(bytes, head.count + 1);
	for (unsigned i = 0; i < WRITER_FILES; i++)
		if (task.file[i] >= 0)
			(void)close(task.file[i]);
	return goes_on && move_all(socket, reply, sizeof(*reply), true);
}

static void close_others(int socket)
{
	if (close_range(0, (unsigned)socket - 1, 0) != 0 ||
	    close_range((unsigned)socket + 1, ~0u, 0) != 0)
		for (int fd = 0; fd < FILES_CLOSED; fd++)
			if (fd != socket)
				(void)close(fd);
	/* What is opened next is not taken for standard output. */
	for (int fd = 0; fd < 3 && fd != socket; fd++)
		(void)open("/dev/null", O_RDWR | O_CLOEXEC);
}

static void reset_signals(void)
{
	static const int asked[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1, SIGUSR2,
	                            SIGPIPE, SIGXFSZ, SIGTSTP, SIGALRM, SIGWINCH};
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL);
	for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
		(void)signal(asked[i], SIG_IGN);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void keep(int socket, writer_work_t *work, pid_t parent)
{
	reply_t *reply = mmap(NULL, sizeof(*reply), PROT_READ | PROT_WRITE,
	                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	end_with(parent);
	reset_signals();
	close_others(socket);
	(void)prctl(PR_SET_NAME, "tesuji-store");
	while (reply != MAP_FAILED && serve_one(socket, work, reply))
		;
	_exit(0);
}

bool writer_begin(writer_t *w, writer_work_t *work)
{
	const pid_t parent = getpid();
	int pair[2];

	assert(w->process == 0);
	w->work = work;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	w->process = fork();
	if (w->process == 0)
		keep(pair[1], work, parent);
	(void)close(pair[1]);
	if (w->process < 0) {
		const int error = errno;

		(void)close(pair[0]);
		w->process = 0;
		errno = error;
		return false;
	}
	w->socket = pair[0];
	return true;
}

void writer_end(writer_t *w)
{
	if (w->process == 0)
		return;
	(void)close(w->socket);
	while (waitpid(w->process, NULL, 0) < 0 && errno == EINTR)
		;
	w->process = 0;
}

/* ask has the keeper do a task; false: it is gone. */
static bool ask(const writer_t *w, const writer_task_t *task, reply_t *reply)
{
	struct rlimit limit = {.rlim_cur = RLIM_INFINITY};
	head_t head = {.count = task->count, .seconds = task->seconds};

	(void)getrlimit(RLIMIT_FSIZE, &limit);
	head.file_bytes = limit.rlim_cur;
	return send_head(w->socket, &head, task->file) &&
	       move_all(w->socket, (void *)(uintptr_t)task->bytes, task->count, true) &&
	       move_all(w->socket, reply, sizeof(*reply), false);
}

/* is_alive: has the keeper not ended? It sends nothing by itself. */
static bool is_alive(const writer_t *w)
{
	uint8_t byte;

	return recv(w->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
	       (errno == EAGAIN || errno == EWOULDBLOCK);
}

static bool begin_anew(writer_t *w)
{
	writer_end(w);
	return writer_begin(w, w->work);
}

writer_fate_t writer_run(writer_t *w, const writer_task_t *task, void *answer, size_t answer_bytes)
{
	reply_t reply;

	assert(answer_bytes <= WRITER_ANSWER_MOST && w->work != NULL && task->seconds > 0);
	/* A keeper that somebody has ended meanwhile did nothing of this task: another one. */
	if ((w->process == 0 || !is_alive(w)) && !begin_anew(w))
		return WRITER_FAILED;
	if (!ask(w, task, &reply)) {
		writer_end(w);
		return WRITER_CRASHED;
	}
	if (reply.error != 0) {
		errno = reply.error;
		return WRITER_FAILED;
	}
	if (!WIFEXITED(reply.status) || WEXITSTATUS(reply.status) != 0)
		return WRITER_CRASHED;
	memcpy(answer, reply.answer, answer_bytes);
	return WRITER_DONE;
}
