package check

import (
	"slices"

	"wobbly/il"
	"wobbly/il/diag"
)

// Warnings lists what is legal and probably a mistake, in text order: a lock with the name of a
// variable, once for each unit. Whoever writes synchronized (p) expects the lock of the object in
// p, as in Java.
func Warnings(core *il.Core) (all diag.List) {
	if len(core.Locks) == 0 {
		return nil
	}
	rename := map[string][]diag.Edit{} // of every occurrence of a lock
	var locks []string                 // by warning
	for i, section := range core.Program.Sections() {
		variables := map[string]bool{}
		for _, f := range core.Units[i].Formals {
			variables[f] = true
		}
		first := map[string]il.Pos{}
		il.Walk(section.Body, func(s il.Stmt) {
			il.EachVar(s, func(name string, _ il.Pos) { variables[name] = true })
			if ref, _ := il.LockOf(s); ref.Lock != "" {
				if _, again := first[ref.Lock]; !again {
					first[ref.Lock] = ref.LockAt
				}
				rename[ref.Lock] = append(rename[ref.Lock], diag.Edit{
					At: ref.LockAt, End: end(ref.LockAt, ref.Lock), Text: ref.Lock + "_lock",
				})
			}
		})
		for lock, at := range first {
			if variables[lock] {
				locks = append(locks, lock)
				all = append(all, diag.Diagnostic{
					Code: diag.LockNotObject, At: at, End: end(at, lock),
					Message: lock + " names a lock, not the object in " + lock,
					Label:   "one lock for every object",
					Fix: "give the lock another name, such as " + lock + "_lock: " +
						"an object has no lock of its own",
				})
			}
		}
	}
	for i, lock := range locks {
		if !slices.Contains(core.Locks, lock+"_lock") {
			all[i].Edits = rename[lock]
		}
	}
	all.Sort()
	return all
}
