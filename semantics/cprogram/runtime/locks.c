/* Locks with names. A thread gives back those that it holds when it ends. */
static pthread_mutex_t wobbly_locks[8];
static __thread int wobbly_levels[8];

#define LOCK_NAMED(n) STEP(pthread_mutex_lock(&wobbly_locks[n]); wobbly_levels[n]++)
#define UNLOCK_NAMED(n) STEP(wobbly_levels[n]--; pthread_mutex_unlock(&wobbly_locks[n]))

static void wobbly_release(void *unused) {
  for (int n = 0; n < 8; n++)
    while (wobbly_levels[n]-- > 0)
      pthread_mutex_unlock(&wobbly_locks[n]);
}
