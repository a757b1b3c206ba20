/*
 * Preloaded into a server by FaultCampaign: fails calls on the store's files, and moves the wall clock, as the control file
 * says. The layout of the control file is that of FaultShim.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, READ = 4 };

struct control {
    volatile int64_t clock_offset_seconds;
    volatile int32_t calls; /* 0: none fail */
    volatile int32_t error;
    volatile int64_t failed;
    char suffix[16]; /* of the file's name */
    char thread[16]; /* start of the thread's name; empty: every thread */
};

static struct control none;
static struct control *control = &none;
static const char *directory;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("MAYFLY_FAULT_CONTROL");
    directory = getenv("MAYFLY_FAULT_DIRECTORY");
    int fd = path == NULL ? -1 : open(path, O_RDWR);
    if (fd >= 0) {
        void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (mapped != MAP_FAILED) {
            control = mapped;
        }
        close(fd);
    }
}

static int fails(int call, int fd) {
    if ((control->calls & call) == 0 || directory == NULL) {
        return 0;
    }
    char link[64];
    char path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) {
        return 0;
    }
    path[length] = 0;
    size_t suffix = strnlen(control->suffix, sizeof control->suffix);
    if (strncmp(path, directory, strlen(directory)) != 0 || (size_t)length < suffix ||
        strncmp(path + length - suffix, control->suffix, suffix) != 0) {
        return 0;
    }
    char name[17] = {0};
    prctl(PR_GET_NAME, name);
    size_t thread = strnlen(control->thread, sizeof control->thread);
    if (strncmp(name, control->thread, thread) != 0) {
        return 0;
    }
    __sync_fetch_and_add(&control->failed, 1);
    errno = control->error;
    return 1;
}

#define NEXT(type, name, ...) \
    static type (*next)(__VA_ARGS__); \
    if (next == NULL) next = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *bytes, size_t count) {
    NEXT(ssize_t, "write", int, const void *, size_t);
    return fails(WRITE, fd) ? -1 : next(fd, bytes, count);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    NEXT(ssize_t, "writev", int, const struct iovec *, int);
    return fails(WRITE, fd) ? -1 : next(fd, parts, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return fails(WRITE, fd) ? -1 : next(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return fails(WRITE, fd) ? -1 : next(fd, bytes, count, offset);
}

int fsync(int fd) {
    NEXT(int, "fsync", int);
    return fails(SYNC, fd) ? -1 : next(fd);
}

int fdatasync(int fd) {
    NEXT(int, "fdatasync", int);
    return fails(SYNC, fd) ? -1 : next(fd);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset) {
    NEXT(ssize_t, "pread", int, void *, size_t, off_t);
    return fails(READ, fd) ? -1 : next(fd, bytes, count, offset);
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t offset) {
    NEXT(ssize_t, "pread64", int, void *, size_t, off64_t);
    return fails(READ, fd) ? -1 : next(fd, bytes, count, offset);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    NEXT(int, "clock_gettime", clockid_t, struct timespec *);
    int result = next(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += control->clock_offset_seconds;
    }
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    NEXT(int, "gettimeofday", struct timeval *, void *);
    int result = next(now, zone);
    if (result == 0) {
        now->tv_sec += control->clock_offset_seconds;
    }
    return result;
}

time_t time(time_t *to) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to != NULL) {
        *to = now.tv_sec;
    }
    return now.tv_sec;
}
