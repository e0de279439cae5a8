package check

import (
	"slices"

	"wobbly/il"
)

// ANF reports whether every method is in argument normal form (Definition 5.12):
// no formal is stored, as in π := arg. Program makes it so unless NoANF is set.
// Thread blocks, which are not called, are not looked at.
func ANF(core *il.Core) bool {
	return everyStatement(core, func(u *il.Unit, s il.Stmt) bool {
		store, ok := s.(*il.Store)
		return !ok || u.Formal(store.Src) < 0
	})
}

// StrongANF reports whether formals occur in methods only as roots of paths and in the arguments of
// calls: they are not stored, copied or assigned. It is what Lemma 5.13 needs (G32): replaced by a
// path, such a formal leaves a command that is one.
func StrongANF(core *il.Core) bool {
	return everyStatement(core, func(u *il.Unit, s il.Stmt) bool {
		_, call := s.(*il.Call)
		return call || !slices.ContainsFunc(il.Bare(s), func(x string) bool { return u.Formal(x) >= 0 })
	})
}

func everyStatement(core *il.Core, wanted func(u *il.Unit, s il.Stmt) bool) bool {
	all := true
	for _, u := range core.Units {
		if !u.Thread {
			il.Walk(u.Body, func(s il.Stmt) { all = all && wanted(u, s) })
		}
	}
	return all
}
