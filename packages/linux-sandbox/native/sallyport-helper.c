/*
 * sallyport-helper: does for a command what Node.js has no system calls for.
 *
 *   sallyport-helper landlock-abi
 *   sallyport-helper user-namespaces
 *   sallyport-helper run --plan-fd N [--status-fd M] -- COMMAND [ARGUMENT...]
 *   sallyport-helper supervise [--status-fd M] -- COMMAND [ARGUMENT...]
 *
 * It executes a plan and decides nothing: what is allowed was decided, and compiled to bit masks and a BPF program,
 * by whoever wrote the plan. Whatever can't be done exactly as planned ends it before the command starts.
 *
 * `run` restricts the command (Landlock, no capabilities, seccomp, no inherited descriptors) and, like a PID name
 * space, lets nothing the command started outlive it. `supervise` restricts nothing; what the command leaves behind
 * may live on, unless the run was ended from outside. Both end everything when whoever started them dies.
 *
 * The plan is a sequence of NUL-terminated records, in this order:
 *   "sallyport-plan 1"  "fs=HEX"  "net=HEX"  "scoped=HEX"  then any number of "path=HEX:PATH" and "env=NAME=VALUE",
 *   "seccomp=LENGTH" followed by LENGTH raw bytes,  "end"
 *
 * With --status-fd, one JSON object a line: {"started":PID}, {"exec-failed":ERRNO}, {"exit-code":N}, {"signal":N},
 * {"setup-failed":"WHAT","errno":N}. Exit status: the command's, 128+N when signal N ended it, 127 or 126 when it
 * couldn't be executed, 125 when anything else went wrong.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The kernel's numbers, so that it compiles against headers older than the kernel it runs on. All of them are in the
 * table that every architecture shares. */
enum { NR_OPENAT2 = 437, NR_CLOSE_RANGE = 436, NR_LANDLOCK_CREATE = 444, NR_LANDLOCK_ADD = 445, NR_LANDLOCK_RESTRICT = 446 };
enum { LANDLOCK_CREATE_VERSION = 1, LANDLOCK_RULE_PATH = 1 };
enum { RESOLVE_WITHOUT_SYMLINKS = 0x04 };

struct ruleset_attributes { uint64_t fs, net, scoped; };                           /* landlock_create_ruleset(2) */
struct path_attributes { uint64_t access; int32_t parent_fd; } __attribute__((packed)); /* landlock_add_rule(2) */
struct how_to_open { uint64_t flags, mode, resolve; };                             /* openat2(2) */

enum { EXIT_SETUP = 125, EXIT_CANNOT_EXECUTE = 126, EXIT_NOT_FOUND = 127 };
enum { PLAN_LIMIT = 4 << 20, KILL_DEADLINE_MS = 5000, KILL_ROUND_MS = 2, FREEZE_ROUNDS = 32 };

struct plan {
  int ruleset_fd;
  struct sock_fprog seccomp;
  char **environment; /* NAME=VALUE, NULL at the end */
};

/* What the child tells when it doesn't get as far as the command. */
struct failure { char what[48]; int error; };

static int status_fd = -1;
static int signal_fd = -1;
static pid_t caller = -1;

/* ------------------------------------------------------------------------------------------------ telling */

static void tell(const char *line) {
  size_t length = strlen(line);
  while (status_fd >= 0 && length > 0) {
    ssize_t written = write(status_fd, line, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return; /* the reader is gone: nobody is left to be told */
    line += written;
    length -= (size_t)written;
  }
}

static void tell_number(const char *key, long value) {
  char line[64];
  snprintf(line, sizeof line, "{\"%s\":%ld}\n", key, value);
  tell(line);
}

/* `what` is one of our own words, so it needs no escaping. */
_Noreturn static void fail(const char *what, int error) {
  char line[160];
  snprintf(line, sizeof line, "{\"setup-failed\":\"%s\",\"errno\":%d}\n", what, error);
  tell(line);
  fprintf(stderr, "sallyport-helper: %s: %s\n", what, strerror(error));
  exit(EXIT_SETUP);
}

/* ------------------------------------------------------------------------------------------------ the plan */

static char *read_plan(int fd, size_t *length) {
  size_t capacity = 1 << 16, used = 0;
  char *text = malloc(capacity);
  if (text == NULL) fail("read plan", errno);
  for (;;) {
    if (used == capacity) {
      if (capacity >= PLAN_LIMIT) fail("read plan", EFBIG);
      capacity *= 2;
      char *larger = realloc(text, capacity);
      if (larger == NULL) fail("read plan", errno);
      text = larger;
    }
    ssize_t got = read(fd, text + used, capacity - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read plan", errno);
    if (got == 0) break;
    used += (size_t)got;
  }
  if (close(fd) != 0) fail("close plan", errno);
  *length = used;
  return text;
}

/* The next NUL-terminated record. A plan that was cut off, because its writer died, never reaches "end". */
static char *next_record(char **cursor, const char *end) {
  char *record = *cursor;
  char *nul = record < end ? memchr(record, 0, (size_t)(end - record)) : NULL;
  if (nul == NULL) fail("plan is incomplete", EINVAL);
  *cursor = nul + 1;
  return record;
}

static uint64_t parse_number(const char *text, int base, char until, const char **rest) {
  char *after;
  errno = 0;
  unsigned long long value = strtoull(text, &after, base);
  if (errno != 0 || after == text || *after != until) fail("plan has a wrong number", EINVAL);
  if (rest != NULL) *rest = after + 1;
  return value;
}

static const char *value_of(const char *record, const char *key) {
  size_t length = strlen(key);
  return strncmp(record, key, length) == 0 && record[length] == '=' ? record + length + 1 : NULL;
}

static uint64_t mask_record(char **cursor, const char *end, const char *key) {
  const char *value = value_of(next_record(cursor, end), key);
  if (value == NULL) fail("plan has an unexpected record", EINVAL);
  return parse_number(value, 16, '\0', NULL);
}

/* The planner resolved every symbolic link. One that is there now was put there since, to widen the rule. */
static void allow_path(int ruleset_fd, uint64_t access, const char *path) {
  struct how_to_open how = {.flags = O_PATH | O_CLOEXEC, .mode = 0, .resolve = RESOLVE_WITHOUT_SYMLINKS};
  int fd = (int)syscall(NR_OPENAT2, AT_FDCWD, path, &how, sizeof how);
  if (fd < 0) fail("open the path of a rule", errno);
  struct path_attributes rule = {.access = access, .parent_fd = fd};
  if (syscall(NR_LANDLOCK_ADD, ruleset_fd, LANDLOCK_RULE_PATH, &rule, 0) != 0) fail("add a landlock rule", errno);
  if (close(fd) != 0) fail("close the path of a rule", errno);
}

static struct plan load_plan(int fd) {
  size_t length;
  char *cursor = read_plan(fd, &length);
  const char *end = cursor + length;
  struct plan plan = {.ruleset_fd = -1};
  size_t variables = 0;

  if (strcmp(next_record(&cursor, end), "sallyport-plan 1") != 0) fail("plan has an unknown version", EINVAL);
  struct ruleset_attributes handled = {0};
  handled.fs = mask_record(&cursor, end, "fs");
  handled.net = mask_record(&cursor, end, "net");
  handled.scoped = mask_record(&cursor, end, "scoped");
  /* Kernels that know fewer fields accept the longer structure as long as the unknown ones are zero, and refuse it
   * otherwise. A plan that handles nothing is refused as well (ENOMSG). */
  plan.ruleset_fd = (int)syscall(NR_LANDLOCK_CREATE, &handled, sizeof handled, 0);
  if (plan.ruleset_fd < 0) fail("create a landlock ruleset", errno);

  plan.environment = calloc(1, sizeof *plan.environment);
  if (plan.environment == NULL) fail("read plan", errno);
  for (;;) {
    char *record = next_record(&cursor, end);
    const char *value;
    if ((value = value_of(record, "path")) != NULL) {
      const char *path;
      uint64_t access = parse_number(value, 16, ':', &path);
      allow_path(plan.ruleset_fd, access, path);
    } else if ((value = value_of(record, "env")) != NULL) {
      char **larger = realloc(plan.environment, (variables + 2) * sizeof *larger);
      if (larger == NULL) fail("read plan", errno);
      plan.environment = larger;
      plan.environment[variables++] = record + strlen("env=");
      plan.environment[variables] = NULL;
    } else if ((value = value_of(record, "seccomp")) != NULL) {
      uint64_t bytes = parse_number(value, 10, '\0', NULL);
      if (bytes == 0 || bytes % sizeof(struct sock_filter) != 0 || bytes > (uint64_t)(end - cursor) ||
          bytes / sizeof(struct sock_filter) > BPF_MAXINSNS)
        fail("plan has a wrong seccomp program", EINVAL);
      /* Copied, because the bytes needn't be aligned where they are. */
      plan.seccomp.filter = malloc(bytes);
      if (plan.seccomp.filter == NULL) fail("read plan", errno);
      memcpy(plan.seccomp.filter, cursor, bytes);
      plan.seccomp.len = (unsigned short)(bytes / sizeof(struct sock_filter));
      cursor += bytes;
      break;
    } else {
      fail("plan has an unexpected record", EINVAL);
    }
  }
  if (strcmp(next_record(&cursor, end), "end") != 0 || cursor != end) fail("plan is incomplete", EINVAL);
  return plan;
}

/* ------------------------------------------------------------------------------------------------ in the child */

_Noreturn static void child_failed(int report_fd, const char *what, int error) {
  struct failure failure = {.error = error};
  snprintf(failure.what, sizeof failure.what, "%s", what);
  ssize_t written = write(report_fd, &failure, sizeof failure);
  _exit(written == (ssize_t)sizeof failure ? EXIT_SETUP : EXIT_CANNOT_EXECUTE);
}

/* user_namespaces(7), capabilities(7): user 0 would get its capabilities back at execve(2), so the bounding set and
 * the rule that does it (SECBIT_NOROOT) go too where that is permitted. Where it isn't, no_new_privs keeps execve from
 * granting more than the nothing that is left. */
static void drop_capabilities(int report_fd) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3];
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
  memset(none, 0, sizeof none);
  if (syscall(SYS_capget, &header, held) != 0) child_failed(report_fd, "read capabilities", errno);
  if (held[0].effective & (1u << CAP_SETPCAP)) {
    for (int capability = 0; capability < 64; capability++) {
      if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0) continue;
      if (errno == EINVAL && capability > 0) break; /* past the last one that this kernel knows */
      child_failed(report_fd, "drop a capability from the bounding set", errno);
    }
    unsigned long bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED |
                         SECBIT_KEEP_CAPS_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
    if (prctl(PR_SET_SECUREBITS, bits, 0, 0, 0) != 0) child_failed(report_fd, "set secure bits", errno);
  }
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0)
    child_failed(report_fd, "clear ambient capabilities", errno);
  if (syscall(SYS_capset, &header, none) != 0) child_failed(report_fd, "drop capabilities", errno);
  if (syscall(SYS_capget, &header, held) != 0) child_failed(report_fd, "read capabilities", errno);
  for (int word = 0; word < _LINUX_CAPABILITY_U32S_3; word++)
    if ((held[word].effective | held[word].permitted | held[word].inheritable) != 0)
      child_failed(report_fd, "capabilities were kept", EPERM);
}

/* Everything but standard input, output and error, and the descriptor that reports failures (closed by execve). */
static void close_descriptors(int report_fd) {
  if (report_fd > 3 && syscall(NR_CLOSE_RANGE, 3u, (unsigned)report_fd - 1, 0) != 0)
    child_failed(report_fd, "close descriptors", errno);
  if (syscall(NR_CLOSE_RANGE, (unsigned)report_fd + 1, ~0u, 0) != 0)
    child_failed(report_fd, "close descriptors", errno);
}

static void restrict_self(const struct plan *plan, int report_fd) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) child_failed(report_fd, "set no_new_privs", errno);
  if (syscall(NR_LANDLOCK_RESTRICT, plan->ruleset_fd, 0) != 0) child_failed(report_fd, "enforce landlock", errno);
  drop_capabilities(report_fd);
  close_descriptors(report_fd);
  for (char **variable = plan->environment; *variable != NULL; variable++)
    if (putenv(*variable) != 0) child_failed(report_fd, "set the environment", errno);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &plan->seccomp, 0, 0) != 0)
    child_failed(report_fd, "load the seccomp program", errno);
}

_Noreturn static void become_command(const struct plan *plan, char **command, int report_fd, pid_t parent,
                                     const sigset_t *mask) {
  /* Should the supervisor be killed itself, at least the command goes with it. */
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) child_failed(report_fd, "bind to the supervisor", errno);
  if (getppid() != parent) _exit(EXIT_SETUP);
  if (sigprocmask(SIG_SETMASK, mask, NULL) != 0) child_failed(report_fd, "restore the signal mask", errno);
  if (plan != NULL) restrict_self(plan, report_fd);
  execvp(command[0], command);
  child_failed(report_fd, "exec", errno);
}

/* ------------------------------------------------------------------------------------------------ ending everything */

struct process { pid_t pid, parent; bool descends; };
struct snapshot { struct process *processes; size_t count, capacity; };

/* proc_pid_stat(5): the name in parentheses may contain anything, also parentheses, so look from the end. */
static bool read_parent(const char *pid, pid_t *parent) {
  char path[300], text[512];
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false; /* it ended, or isn't ours to see */
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  if (length <= 0) return false;
  text[length] = '\0';
  char *name_end = strrchr(text, ')');
  int value;
  if (name_end == NULL || sscanf(name_end + 1, " %*c %d", &value) != 1) return false;
  *parent = (pid_t)value;
  return true;
}

static int by_pid(const void *left, const void *right) {
  pid_t a = ((const struct process *)left)->pid, b = ((const struct process *)right)->pid;
  return (a > b) - (a < b);
}

static bool take_snapshot(struct snapshot *snapshot) {
  DIR *proc = opendir("/proc");
  if (proc == NULL) return false;
  snapshot->count = 0;
  for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
    pid_t parent;
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9' || !read_parent(entry->d_name, &parent)) continue;
    if (snapshot->count == snapshot->capacity) {
      size_t capacity = snapshot->capacity == 0 ? 1024 : snapshot->capacity * 2;
      struct process *larger = realloc(snapshot->processes, capacity * sizeof *larger);
      if (larger == NULL) break; /* end those we have; the next round sees the others */
      snapshot->processes = larger;
      snapshot->capacity = capacity;
    }
    snapshot->processes[snapshot->count++] = (struct process){(pid_t)atoi(entry->d_name), parent, false};
  }
  closedir(proc);

  pid_t self = getpid();
  if (snapshot->count > 0) qsort(snapshot->processes, snapshot->count, sizeof *snapshot->processes, by_pid);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < snapshot->count; i++) {
      struct process *process = &snapshot->processes[i];
      if (process->descends) continue;
      struct process key = {.pid = process->parent};
      const struct process *parent = bsearch(&key, snapshot->processes, snapshot->count, sizeof key, by_pid);
      if (process->parent == self || (parent != NULL && parent->descends)) process->descends = changed = true;
    }
  }
  return true;
}

static size_t signal_descendants(const struct snapshot *snapshot, int signal) {
  size_t count = 0;
  for (size_t i = 0; i < snapshot->count; i++)
    if (snapshot->processes[i].descends && kill(snapshot->processes[i].pid, signal) == 0) count++;
  return count;
}

static long now_ms(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
  return time.tv_sec * 1000L + time.tv_nsec / 1000000L;
}

/* Returns whether nothing is left to wait for. */
static bool reap(pid_t command, int *status, bool *ended) {
  for (;;) {
    int result;
    pid_t pid = waitpid(-1, &result, WNOHANG);
    if (pid > 0 && pid == command) {
      *status = result;
      *ended = true;
    }
    if (pid == 0) return false;
    if (pid < 0 && errno != EINTR) return true; /* ECHILD */
  }
}

/* As a child subreaper this process inherits every orphan below it, double forks and new sessions included: no child
 * left means no descendant left. Stopping the tree first keeps it from forking faster than it is killed. A process
 * that we may not signal (set-user-ID) or that the kernel can't end now is given up at the deadline. */
static void end_descendants(pid_t command, int *status, bool *ended) {
  struct snapshot snapshot = {0};
  long deadline = now_ms() + KILL_DEADLINE_MS;
  while (!reap(command, status, ended) && now_ms() < deadline) {
    size_t stopped = 0, before;
    int rounds = 0;
    do {
      before = stopped;
      if (!take_snapshot(&snapshot)) break;
      stopped = signal_descendants(&snapshot, SIGSTOP);
    } while (stopped > before && ++rounds < FREEZE_ROUNDS);
    signal_descendants(&snapshot, SIGKILL);
    /* The child that ends wakes us; the timeout is for those that only now became our children. */
    struct pollfd wait_for = {.fd = signal_fd, .events = POLLIN};
    struct signalfd_siginfo drained;
    if (poll(&wait_for, 1, KILL_ROUND_MS) > 0)
      while (read(signal_fd, &drained, sizeof drained) == (ssize_t)sizeof drained) continue;
  }
  free(snapshot.processes);
}

/* ------------------------------------------------------------------------------------------------ supervising */

/* Who reads the status dies with the caller, also where another process stands between us and it. */
static bool caller_is_gone(short status_events) {
  return getppid() != caller || (status_events & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

/* The terminal sends its signals to the whole foreground group, so the command has got them already. */
static bool already_delivered(const struct signalfd_siginfo *info, pid_t command) {
  return info->ssi_code == SI_KERNEL && getpgid(command) == getpgrp();
}

static int supervise(const struct plan *plan, char **command, const sigset_t *mask) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) fail("create a pipe", errno);
  pid_t self = getpid();
  pid_t child = fork();
  if (child < 0) fail("fork", errno);
  if (child == 0) become_command(plan, command, report[1], self, mask);
  close(report[1]);

  /* Ends with the exec, which closes the child's end, or with its report. */
  struct failure failure;
  ssize_t length;
  do length = read(report[0], &failure, sizeof failure);
  while (length < 0 && errno == EINTR);
  close(report[0]);
  int status = 0;
  bool ended = false;
  if (length != 0) {
    end_descendants(child, &status, &ended);
    if (length != (ssize_t)sizeof failure) fail("start the command", EIO);
    if (strcmp(failure.what, "exec") != 0) fail(failure.what, failure.error);
    tell_number("exec-failed", failure.error);
    fprintf(stderr, "sallyport-helper: exec %s: %s\n", command[0], strerror(failure.error));
    return failure.error == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_EXECUTE;
  }
  tell_number("started", (long)child);

  bool told_to_end = false;
  while (!ended) {
    struct pollfd events[2] = {{.fd = signal_fd, .events = POLLIN}, {.fd = status_fd, .events = 0}};
    if (poll(events, 2, -1) < 0 && errno != EINTR) fail("wait for the command", errno);
    if (caller_is_gone(events[1].revents)) {
      end_descendants(child, &status, &ended);
      return EXIT_SETUP;
    }
    struct signalfd_siginfo info;
    while (read(signal_fd, &info, sizeof info) == (ssize_t)sizeof info) {
      if (info.ssi_signo == SIGCHLD) {
        reap(child, &status, &ended);
      } else {
        if (info.ssi_signo == SIGTERM) told_to_end = true;
        if (!ended && !already_delivered(&info, child)) kill(child, (int)info.ssi_signo);
      }
    }
  }
  if (plan != NULL || told_to_end) end_descendants(child, &status, &ended);
  if (WIFSIGNALED(status)) {
    tell_number("signal", WTERMSIG(status));
    return 128 + WTERMSIG(status);
  }
  tell_number("exit-code", WEXITSTATUS(status));
  return WEXITSTATUS(status);
}

/* ------------------------------------------------------------------------------------------------ the command line */

_Noreturn static void usage(void) {
  fputs("usage: sallyport-helper landlock-abi | user-namespaces\n"
        "       sallyport-helper run --plan-fd N [--status-fd M] -- COMMAND [ARGUMENT...]\n"
        "       sallyport-helper supervise [--status-fd M] -- COMMAND [ARGUMENT...]\n", stderr);
  exit(EXIT_SETUP);
}

static int descriptor(const char *text) {
  char *after;
  errno = 0;
  long value = text == NULL ? -1 : strtol(text, &after, 10);
  if (value < 3 || value > 65535 || errno != 0 || *after != '\0' || fcntl((int)value, F_GETFD) < 0) usage();
  /* The command must be able neither to write a status nor to read a plan. */
  if (fcntl((int)value, F_SETFD, FD_CLOEXEC) != 0) fail("mark a descriptor close-on-exec", errno);
  return (int)value;
}

static void prepare_to_supervise(sigset_t *mask) {
  sigset_t watched, blocked;
  caller = getppid();
  sigemptyset(&watched);
  const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGCHLD};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&watched, signals[i]);
  blocked = watched;
  sigaddset(&blocked, SIGPIPE); /* a status nobody reads is no reason to die */
  if (sigprocmask(SIG_BLOCK, &blocked, mask) != 0) fail("block signals", errno);
  signal_fd = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signal_fd < 0) fail("create a signal descriptor", errno);
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) fail("become a child subreaper", errno);
  if (prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0) != 0) fail("bind to the caller", errno);
  /* It may have died before we could ask to be told. */
  struct pollfd status = {.fd = status_fd, .events = 0};
  if (poll(&status, 1, 0) < 0) fail("look at the caller", errno);
  if (caller_is_gone(status_fd >= 0 ? status.revents : 0)) exit(EXIT_SETUP);
}

static int landlock_abi(void) {
  long version = syscall(NR_LANDLOCK_CREATE, NULL, 0, LANDLOCK_CREATE_VERSION);
  printf("%ld\n", version < 0 ? 0 : version);
  return 0;
}

static int user_namespaces(void) {
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0) puts("ok");
  else printf("%d %s\n", errno, strerror(errno));
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "landlock-abi") == 0) return landlock_abi();
  if (argc == 2 && strcmp(argv[1], "user-namespaces") == 0) return user_namespaces();
  bool restricted = argc > 1 && strcmp(argv[1], "run") == 0;
  if (!restricted && (argc < 2 || strcmp(argv[1], "supervise") != 0)) usage();

  int plan_fd = -1, next = 2;
  for (; next < argc && strcmp(argv[next], "--") != 0; next += 2) {
    if (restricted && strcmp(argv[next], "--plan-fd") == 0) plan_fd = descriptor(argv[next + 1]);
    else if (strcmp(argv[next], "--status-fd") == 0) status_fd = descriptor(argv[next + 1]);
    else usage();
  }
  if (next + 1 >= argc || restricted != (plan_fd >= 0)) usage();

  sigset_t mask;
  prepare_to_supervise(&mask);
  if (!restricted) return supervise(NULL, argv + next + 1, &mask);
  struct plan plan = load_plan(plan_fd);
  return supervise(&plan, argv + next + 1, &mask);
}
