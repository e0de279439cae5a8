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
	var refs []il.LockRef // of all units, in text order
	var locks []string    // by warning
	for i, section := range core.Program.Sections() {
		variable := make([]bool, len(core.Locks)) // by lock
		see := func(name string, _ il.Pos) {
			if k := slices.Index(core.Locks, name); k >= 0 {
				variable[k] = true
			}
		}
		for _, f := range core.Units[i].Formals {
			see(f, il.NoPos)
		}
		first := len(refs)
		il.Walk(section.Body, func(s il.Stmt) {
			il.EachVar(s, see)
			if ref, _ := il.LockOf(s); ref.Lock != "" {
				refs = append(refs, ref)
			}
		})
		for _, ref := range refs[first:] {
			k := slices.Index(core.Locks, ref.Lock)
			if !variable[k] {
				continue
			}
			variable[k] = false // one warning is enough
			locks = append(locks, ref.Lock)
			all = append(all, diag.Diagnostic{
				Code: diag.LockNotObject, At: ref.LockAt, End: end(ref.LockAt, ref.Lock),
				Message: ref.Lock + " names a lock, not the object in " + ref.Lock,
				Label:   "one lock for every object",
				Fix: "give the lock another name, such as " + ref.Lock + "_lock: " +
					"an object has no lock of its own",
			})
		}
	}
	for i, lock := range locks {
		renamed := lock + "_lock"
		if slices.Index(core.Locks, renamed) >= 0 {
			continue
		}
		for _, ref := range refs {
			if ref.Lock == lock {
				edit := diag.Edit{At: ref.LockAt, End: end(ref.LockAt, lock), Text: renamed}
				all[i].Edits = append(all[i].Edits, edit)
			}
		}
	}
	return all
}
