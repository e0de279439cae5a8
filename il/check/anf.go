package check

import (
	"slices"

	"wobbly/il"
)

// ANF reports whether every method is in argument normal form (Definition 5.12): no formal is
// stored, as in π := arg. Program makes it so unless NoANF is set.
func ANF(core *il.Core) bool {
	return everyStatement(core, func(u *il.Unit, s il.Stmt) bool {
		store, ok := s.(*il.Store)
		return !ok || u.Formal(store.Src) < 0
	})
}

// StrongANF reports whether formals occur in methods only as roots of paths and in the arguments of
// calls: they are not stored, copied or assigned. Lemma 5.13 needs it (G32): if a path replaces
// such a formal in a command, the result is a command.
func StrongANF(core *il.Core) bool {
	return everyStatement(core, func(u *il.Unit, s il.Stmt) bool {
		_, call := s.(*il.Call)
		isFormal := func(x string) bool { return u.Formal(x) >= 0 }
		return call || !slices.ContainsFunc(il.Bare(s), isFormal)
	})
}

// everyStatement reports whether all statements of methods have a property.
func everyStatement(core *il.Core, has func(u *il.Unit, s il.Stmt) bool) bool {
	return !slices.ContainsFunc(core.Units, func(u *il.Unit) bool {
		return !u.Thread && il.Any(u.Body, func(s il.Stmt) bool { return !has(u, s) })
	})
}
