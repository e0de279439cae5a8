/* Whose turn it is. Handing over orders all that came before it, so that
 * ThreadSanitizer has nothing to report but the two accesses at the end. */

static pthread_mutex_t wobbly_mutex;
static int wobbly_made;  /* how many steps were made */
static int wobbly_stand; /* threads that stand before the racing access, its address evaluated */
static int wobbly_gone;  /* A has made it; nothing is ordered by this */

static __thread int wobbly_thread, wobbly_racing, wobbly_level;
static __thread const char *wobbly_take;

static void wobbly_wait(void) {
  for (;;) {
    int n = __atomic_load_n(&wobbly_made, __ATOMIC_ACQUIRE);
    if (n == wobbly_steps) {
      wobbly_racing = 1;
      return;
    }
    if (wobbly_schedule[n] == "AB"[wobbly_thread])
      return;
    sched_yield();
  }
}

static void wobbly_meet(void) {
  if (!wobbly_racing)
    return;
  __atomic_fetch_add(&wobbly_stand, 1, __ATOMIC_ACQ_REL);
  while (__atomic_load_n(&wobbly_stand, __ATOMIC_ACQUIRE) < 2)
    sched_yield();
  while (wobbly_thread == 1 && !__atomic_load_n(&wobbly_gone, __ATOMIC_RELAXED))
    sched_yield();
}

static void wobbly_next(void) {
  if (!wobbly_racing) {
    __atomic_fetch_add(&wobbly_made, 1, __ATOMIC_ACQ_REL);
    return;
  }
  __atomic_store_n(&wobbly_gone, 1, __ATOMIC_RELAXED);
  while (wobbly_level-- > 0)
    pthread_mutex_unlock(&wobbly_mutex);
  pthread_exit(0);
}

static int wobbly_choose(void) { return *wobbly_take++ == '1'; }

static void wobbly_begin(int thread) {
  wobbly_thread = thread;
  wobbly_take = wobbly_takes[thread];
#ifdef __linux__
  pthread_setname_np(pthread_self(), thread == 0 ? "A" : "B");
#endif
}

#define STEP(command) do { wobbly_wait(); command; wobbly_next(); } while (0)
#define LOAD(x, path) do { wobbly_wait(); struct object *volatile *wobbly_cell = &(path); wobbly_meet(); x = *wobbly_cell; wobbly_next(); } while (0)
#define STORE(path, x) do { wobbly_wait(); struct object *volatile *wobbly_cell = &(path); wobbly_meet(); *wobbly_cell = x; wobbly_next(); } while (0)
#define LOCK() STEP(pthread_mutex_lock(&wobbly_mutex); wobbly_level++)
#define UNLOCK() STEP(wobbly_level--; pthread_mutex_unlock(&wobbly_mutex))
