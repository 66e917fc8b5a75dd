/* A disk for one process: it can be full or read-only, and beside each file of a database it keeps a copy of what has been
 * flushed, which is all that a power cut leaves. The process loads it with LD_PRELOAD; while the folder that BASKET_DISK
 * names has a file `full` or `read-only`, writes fail accordingly. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Something written, or cut off, and not flushed yet. */
struct change {
  struct change *next;
  off_t at;
  size_t length;
  int is_cut;
  char bytes[];
};

struct file {
  char path[PATH_MAX];
  int flushed;
  struct change *first, **end;
};

static struct file files[8];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), wanted = strlen(end);
  return length >= wanted && !strcmp(text + length - wanted, end);
}

/* The file of a database that this is; null if it is another one. */
static struct file *file_of(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 8);
  if (length <= 0) return NULL;
  path[length] = 0;
  if (!ends_with(path, ".db") && !ends_with(path, ".db-wal")) return NULL;
  struct file *file = files;
  while (*file->path && strcmp(file->path, path)) file++;
  if (!*file->path) {
    struct stat now;
    strcpy(file->path, path);
    file->end = &file->first;
    strcat(path, ".flushed");
    /* One that has just been made has nothing of another that had its name. */
    int anew = fstat(fd, &now) == 0 && now.st_size == 0 ? O_TRUNC : 0;
    file->flushed = open(path, O_RDWR | O_CREAT | anew, 0600);
  }
  return file;
}

static int is_there(const char *name) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", getenv("BASKET_DISK"), name);
  return access(path, F_OK) == 0;
}

static int refuses(void) {
  errno = is_there("full") ? ENOSPC : is_there("read-only") ? EROFS : 0;
  return errno != 0;
}

static void keep(struct file *file, off_t at, const void *bytes, size_t length, int is_cut) {
  struct change *change = malloc(sizeof *change + length);
  *change = (struct change){NULL, at, length, is_cut};
  memcpy(change->bytes, bytes, length);
  *file->end = change;
  file->end = &change->next;
}

static void flush(struct file *file) {
  for (struct change *change = file->first, *next; change; change = next) {
    next = change->next;
    if (change->is_cut) REAL(ftruncate, file->flushed, change->at);
    else REAL(pwrite, file->flushed, change->bytes, change->length, change->at);
    free(change);
  }
  file->first = NULL;
  file->end = &file->first;
}

static ssize_t put(int fd, const void *bytes, size_t length, off_t at, int moves) {
  pthread_mutex_lock(&mutex);
  struct file *file = file_of(fd);
  ssize_t written = -1;
  if (!file || !refuses()) {
    written = moves ? REAL(write, fd, bytes, length) : REAL(pwrite, fd, bytes, length, at);
    if (file && written > 0) keep(file, at, bytes, written, 0);
  }
  pthread_mutex_unlock(&mutex);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  return put(fd, bytes, length, lseek(fd, 0, SEEK_CUR), 1);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return put(fd, bytes, length, at, 0); }

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return put(fd, bytes, length, at, 0); }

int ftruncate(int fd, off_t length) {
  pthread_mutex_lock(&mutex);
  struct file *file = file_of(fd);
  int failed = file && refuses() ? -1 : REAL(ftruncate, fd, length);
  if (file && !failed) keep(file, length, "", 0, 1);
  pthread_mutex_unlock(&mutex);
  return failed;
}

int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

static int flushed(int fd, int failed) {
  pthread_mutex_lock(&mutex);
  struct file *file = failed ? NULL : file_of(fd);
  if (file) flush(file);
  pthread_mutex_unlock(&mutex);
  return failed;
}

int fsync(int fd) { return flushed(fd, REAL(fsync, fd)); }

int fdatasync(int fd) { return flushed(fd, REAL(fdatasync, fd)); }
