/*
 * Shifts the clock of a program by CLOCK_SHIFT_SECONDS when it is preloaded. Only the time of day: durations, timers and the times
 * of files stay as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static time_t shift;

__attribute__((constructor)) static void prepare(void)
{
  const char *text = getenv("CLOCK_SHIFT_SECONDS");
  shift = text ? (time_t)atoll(text) : 0;
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *at)
{
  int result = real_clock_gettime ? real_clock_gettime(clock, at) : (int)syscall(SYS_clock_gettime, clock, at);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI))
    at->tv_sec += shift;
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
  struct timespec now;
  (void)zone;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  if (result == 0 && at) {
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
  }
  return result;
}

time_t time(time_t *at)
{
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0)
    return (time_t)-1;
  if (at)
    *at = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *at, int base)
{
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, at) == 0 ? base : 0;
}
