package semantics

import "wobbly/il"

// Deadlock returns the commands of a deadlock, A's first: each thread is at a lock() of a lock that
// the other one holds. ok is false if k is not a deadlock.
func Deadlock(k Config) (pair [2]*il.Lock, ok bool) {
	for _, i := range Tids {
		c, _ := k.Threads[i].Point.Command()
		if pair[i], ok = c.(*il.Lock); !ok {
			return pair, false
		}
		if stuck := Enabled(k, i); stuck == nil || stuck.Reason != LockHeld {
			return pair, false
		}
	}
	return pair, true
}

// Deadlocks searches the configurations that in leads to for deadlocks, and returns each pair of
// commands once, in the order of discovery. If the result is cut, there may be more.
func Deadlocks(core *il.Core, p il.Pair, in Init, limits Limits) (
	found [][2]*il.Lock, cut bool, err error,
) {
	k, err := NewConfig(core, p, in)
	if err != nil {
		return nil, false, err
	}
	search := Search{Start: k, Limits: limits}
	seen := map[[2]*il.Lock]bool{}
	for r := range search.All() {
		if pair, ok := Deadlock(r.Config); ok && !seen[pair] {
			seen[pair] = true
			found = append(found, pair)
		}
	}
	return found, search.Cut, nil
}
