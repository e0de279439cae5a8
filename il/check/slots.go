package check

import (
	"fmt"

	"wobbly/il"
	"wobbly/il/diag"
)

// checkLimits reports where a program exceeds the limits of il.Level: more than il.MaxLocks names,
// or a named lock that a thread takes more than il.MaxDepth times at once. It is exact only if
// nothing else is wrong.
func (c *checker) checkLimits(locks []string, order []*il.Unit) {
	if len(locks) > il.MaxLocks {
		e := c.report(diag.LockLimit, c.firstUse(locks[il.MaxLocks]), "",
			fmt.Sprintf("%d locks have names", len(locks)))
		e.Label = fmt.Sprintf("wobbly allows %d", il.MaxLocks)
		e.Fix = "use fewer names"
		return
	}
	if len(locks) == 0 || len(c.errs) > 0 || c.partial {
		return
	}
	for _, lock := range locks {
		c.checkDepth(lock, order)
	}
}

// firstUse returns the position of the first statement that names a lock.
func (c *checker) firstUse(lock string) (at il.Pos) {
	for i := range c.units {
		if il.Any(c.units[i].Body, func(s il.Stmt) bool {
			ref, ok := il.LockOf(s)
			at = s.Pos()
			return ok && ref.Lock == lock
		}) {
			break
		}
	}
	return at
}

// checkDepth reports the first statement at which a lock is taken more often than il.MaxDepth.
func (c *checker) checkDepth(lock string, order []*il.Unit) {
	deepest := make(map[string]int, len(order)) // by method
	for _, u := range order {                   // callees first
		depth, deepestHere := 0, 0
		il.Walk(il.Lower(u.Body, nil), func(s il.Stmt) {
			inCallee := 0
			if call, ok := s.(*il.Call); ok {
				inCallee = deepest[call.Method]
			} else if ref, ok := il.LockOf(s); ok && ref.Lock == lock {
				if il.Acquires(s) {
					depth++
				} else {
					depth--
				}
			}
			now := depth + inCallee
			if deepestHere <= il.MaxDepth && now > il.MaxDepth {
				e := c.report(diag.LockLimit, s.Pos(), "",
					fmt.Sprintf("lock %s is taken %d times at once", lock, now))
				e.Label = fmt.Sprintf("wobbly allows %d", il.MaxDepth)
				e.Fix = "take it once and keep it"
			}
			deepestHere = max(deepestHere, now)
		})
		if deepestHere > il.MaxDepth {
			return
		}
		deepest[u.Name] = deepestHere
	}
}

// NamedLock returns an error at the first named lock of a program, for a command that supports only
// the unnamed one.
func NamedLock(core *il.Core) diag.Diagnostic {
	var first il.LockRef
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			ref, _ := il.LockOf(s)
			if ref.Lock != "" && (first.Lock == "" || ref.LockAt < first.LockAt) {
				first = ref
			}
		})
	}
	return diag.Diagnostic{
		Code: diag.LockLimit, At: first.LockAt, End: end(first.LockAt, first.Lock),
		Message: "lock " + first.Lock + " has a name",
	}
}
