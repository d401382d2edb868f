/* Tries system calls and prints one name=errno a line (0: it worked). Compiled and run by test/seccomp.test.ts. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void report(const char *name, long result) {
  printf("%s=%d\n", name, result < 0 ? errno : 0);
  fflush(stdout);
}

static void socket_probe(const char *name, int family, int type) {
  long fd = syscall(SYS_socket, family, type, 0);
  report(name, fd);
  if (fd >= 0) close((int)fd);
}

static void pair_probe(const char *name, int type) {
  int pair[2];
  long result = syscall(SYS_socketpair, AF_UNIX, type, 0, pair);
  report(name, result);
  if (result == 0) {
    close(pair[0]);
    close(pair[1]);
  }
}

/* Raw clone without a stack is a fork with extra flags: the child goes on here with a result of 0. */
static void clone_probe(const char *name, unsigned long flags) {
  long pid = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) _exit(0);
  report(name, pid);
  if (pid > 0) waitpid((pid_t)pid, NULL, 0);
}

/* In a child, so that a success doesn't change the rest of the run. */
static void unshare_probe(const char *name, unsigned long flags) {
  pid_t pid = fork();
  int status = 0;
  if (pid == 0) _exit(syscall(SYS_unshare, flags) < 0 ? errno : 0);
  waitpid(pid, &status, 0);
  printf("%s=%d\n", name, WEXITSTATUS(status));
  fflush(stdout);
}

static void *thread_body(void *value) {
  *(int *)value = 42;
  return NULL;
}

static void conversation(int type, const char *name) {
  int pair[2];
  char text[8] = "";
  int value = 0;
  socklen_t length = sizeof value;
  struct sockaddr_un address;
  socklen_t address_length = sizeof address;
  int ok = socketpair(AF_UNIX, type, 0, pair) == 0 && send(pair[0], "ping", 4, 0) == 4 &&
           recv(pair[1], text, sizeof text, 0) == 4 && memcmp(text, "ping", 4) == 0 &&
           setsockopt(pair[0], SOL_SOCKET, SO_KEEPALIVE, &value, sizeof value) == 0 &&
           getsockopt(pair[0], SOL_SOCKET, SO_TYPE, &value, &length) == 0 && value == type &&
           getsockname(pair[0], (struct sockaddr *)&address, &address_length) == 0 &&
           shutdown(pair[0], SHUT_WR) == 0 && recv(pair[1], text, sizeof text, 0) == 0;
  report(name, ok ? 0 : -1);
}

static void probe_arguments(void) {
  int value = 0;
  char character = 'x';
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/nonexistent/socket"};
  pthread_t thread;
  pid_t pid;

  socket_probe("socket_inet_stream", AF_INET, SOCK_STREAM);
  socket_probe("socket_inet_dgram", AF_INET, SOCK_DGRAM);
  socket_probe("socket_inet6_stream", AF_INET6, SOCK_STREAM);
  socket_probe("socket_netlink", AF_NETLINK, SOCK_RAW);
  socket_probe("socket_vsock", 40, SOCK_STREAM);
  socket_probe("socket_unix_stream", AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC);
  socket_probe("socket_unix_dgram", AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC);
  socket_probe("socket_unix_raw", AF_UNIX, SOCK_RAW);
  pair_probe("socketpair_stream", SOCK_STREAM);
  pair_probe("socketpair_dgram", SOCK_DGRAM);
  report("connect_unix", syscall(SYS_connect, -1, &address, sizeof address));
  report("sendto_address", syscall(SYS_sendto, -1, &character, 1, 0, &address, sizeof address));
  report("ioctl_tiocsti", syscall(SYS_ioctl, 0, TIOCSTI, &character));
  report("ioctl_tiocsti_high_half", syscall(SYS_ioctl, 0, 0x100000000UL | TIOCSTI, &character));
  report("ioctl_tioclinux", syscall(SYS_ioctl, 0, TIOCLINUX, &character));
  report("ioctl_fionread", syscall(SYS_ioctl, -1, FIONREAD, &value));
  report("clone3", syscall(SYS_clone3, NULL, 0));
  clone_probe("clone_newuser", 0x10000000);
  clone_probe("clone_newuser_high_half", 0x100000000UL | 0x10000000);
  unshare_probe("unshare_newuser", 0x10000000);
  unshare_probe("unshare_newns", 0x00020000);
  unshare_probe("unshare_newnet", 0x40000000);
  unshare_probe("unshare_newtime", 0x00000080);

  clone_probe("clone_plain", 0);
  unshare_probe("unshare_fs_files", 0x00000600);
  pid = fork();
  if (pid == 0) _exit(0);
  report("fork", pid);
  if (pid > 0) waitpid(pid, NULL, 0);
  errno = pthread_create(&thread, NULL, thread_body, &value);
  if (errno == 0) errno = pthread_join(thread, NULL);
  report("thread", value == 42 ? 0 : -1);
  conversation(SOCK_STREAM, "conversation_stream");
  conversation(SOCK_SEQPACKET, "conversation_seqpacket");
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "arguments") == 0) {
    probe_arguments();
    return 0;
  }
#ifdef __x86_64__
  if (argc == 2 && strcmp(argv[1], "int80") == 0) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L /* getpid of i386 */) : "memory");
    puts("alive");
    return 0;
  }
  if (argc == 2 && strcmp(argv[1], "x32") == 0) {
    report("x32_getpid", syscall(0x40000000L | SYS_getpid));
    return 0;
  }
#endif
  /* name=number …: each called with arguments no call accepts, so that nothing happens should it get through. */
  for (int index = 1; index < argc; index += 1) {
    char *separator = strchr(argv[index], '=');
    if (separator == NULL) return 2;
    *separator = '\0';
    report(argv[index], syscall(strtol(separator + 1, NULL, 10), -1L, -1L, -1L, -1L, -1L, -1L));
  }
  return 0;
}
