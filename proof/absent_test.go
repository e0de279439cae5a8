//go:build full

package proof_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/verified"
	"wobbly/witness/absence"
)

// object is a JSON object.
type object = map[string]any

// absenceCorruptions change the thread of a certificate. Each returns false if it does not apply.
var absenceCorruptions = map[string]func(r *rand.Rand, thread object) bool{
	"relies on nothing": func(r *rand.Rand, t object) bool { return clearMap(t, "relies") },
	"relies on fewer": func(r *rand.Rand, t object) bool {
		return dropKey(r, t["relies"].(object))
	},
	"relies on less": func(r *rand.Rand, t object) bool {
		return dropName(r, t["relies"].(object))
	},
	"relies on another": func(r *rand.Rand, t object) bool {
		return rename(r, t["relies"].(object))
	},
	"no loops": func(r *rand.Rand, t object) bool {
		return dropLoops(t, len(t["loops"].([]any)))
	},
	"a loop less": func(r *rand.Rand, t object) bool { return dropLoops(t, 1) },
	"a loop twice": loops(func(r *rand.Rand, all []any) []any {
		return append(all, all[0])
	}),
	"loops in reverse": loops(func(r *rand.Rand, all []any) []any {
		slices.Reverse(all)
		return all
	}),
	"no variables": loop(func(r *rand.Rand, s object) bool { return clearMap(s, "vars") }),
	"a variable less": loop(func(r *rand.Rand, s object) bool {
		return dropKey(r, s["vars"].(object))
	}),
	"a variable with less": loop(func(r *rand.Rand, s object) bool {
		return dropName(r, s["vars"].(object))
	}),
	"a variable renamed": loop(func(r *rand.Rand, s object) bool {
		return rename(r, s["vars"].(object))
	}),
	"no cells": loop(func(r *rand.Rand, s object) bool { return clearMap(s, "cells") }),
	"a cell less": loop(func(r *rand.Rand, s object) bool {
		return dropKey(r, s["cells"].(object))
	}),
	"a cell with less": loop(func(r *rand.Rand, s object) bool {
		return dropName(r, s["cells"].(object))
	}),
	"a cell renamed": loop(func(r *rand.Rand, s object) bool {
		return rename(r, s["cells"].(object))
	}),
	"several are single": loop(func(r *rand.Rand, s object) bool {
		s["single"], s["several"] = s["several"], s["single"]
		return len(s["single"].([]any))+len(s["several"].([]any)) > 0
	}),
	"none single":  loop(func(r *rand.Rand, s object) bool { return clearList(s, "single") }),
	"none several": loop(func(r *rand.Rand, s object) bool { return clearList(s, "several") }),
	"nothing published": loop(func(r *rand.Rand, s object) bool {
		return clearList(s, "published")
	}),
	"nothing stored": loop(func(r *rand.Rand, s object) bool { return clearMap(s, "stored") }),
	"stored fewer": loop(func(r *rand.Rand, s object) bool {
		return dropKey(r, s["stored"].(object))
	}),
	"stored less": loop(func(r *rand.Rand, s object) bool {
		return dropName(r, s["stored"].(object))
	}),
	"stored another": loop(func(r *rand.Rand, s object) bool {
		return rename(r, s["stored"].(object))
	}),
	"a fact with less": loop(func(r *rand.Rand, s object) bool {
		return dropName(r, s["facts"].(object))
	}),
	"a fact renamed": loop(func(r *rand.Rand, s object) bool {
		return rename(r, s["facts"].(object))
	}),
	"a fact of another path": loop(func(r *rand.Rand, s object) bool {
		facts := s["facts"].(object)
		if len(facts) == 0 {
			return false
		}
		path := anyKey(r, facts)
		facts[path+path[strings.LastIndex(path, "."):]] = facts[path]
		delete(facts, path)
		return true
	}),
}

// clearMap empties the object of a key.
func clearMap(m object, key string) bool {
	had := len(m[key].(object)) > 0
	m[key] = object{}
	return had
}

// clearList empties the list of a key.
func clearList(m object, key string) bool {
	had := len(m[key].([]any)) > 0
	m[key] = []any{}
	return had
}

// anyKey returns a key of a map that is not empty.
func anyKey(r *rand.Rand, m object) string {
	keys := slices.Sorted(maps.Keys(m))
	return keys[r.IntN(len(keys))]
}

// dropKey removes a key.
func dropKey(r *rand.Rand, m object) bool {
	if len(m) == 0 {
		return false
	}
	delete(m, anyKey(r, m))
	return true
}

// dropName removes a name from the list of a key.
func dropName(r *rand.Rand, m object) bool {
	if len(m) == 0 {
		return false
	}
	key := anyKey(r, m)
	names := m[key].([]any)
	if len(names) == 0 {
		return false
	}
	i := r.IntN(len(names))
	m[key] = slices.Delete(slices.Clone(names), i, i+1)
	return true
}

// rename replaces the first name of a key by that of the initial objects.
func rename(r *rand.Rand, m object) bool {
	if len(m) == 0 {
		return false
	}
	key := anyKey(r, m)
	names := slices.Clone(m[key].([]any))
	if len(names) == 0 || names[0] == "initial" {
		return false
	}
	names[0] = "initial"
	m[key] = names
	return true
}

// dropLoops removes the last n loops of a thread.
func dropLoops(t object, n int) bool {
	all := t["loops"].([]any)
	if len(all) == 0 {
		return false
	}
	t["loops"] = all[:len(all)-n]
	return true
}

// loops returns the corruption of a thread that applies change to its loops.
func loops(change func(*rand.Rand, []any) []any) func(*rand.Rand, object) bool {
	return func(r *rand.Rand, t object) bool {
		all := t["loops"].([]any)
		if len(all) == 0 {
			return false
		}
		t["loops"] = change(r, slices.Clone(all))
		return true
	}
}

// loop returns the corruption of a thread that applies change to one of its loops.
func loop(change func(*rand.Rand, object) bool) func(*rand.Rand, object) bool {
	return func(r *rand.Rand, t object) bool {
		all := t["loops"].([]any)
		return len(all) > 0 && change(r, all[r.IntN(len(all))].(object))
	}
}

// publishing generates programs in which objects are published and found again, in loops and calls.
func publishing() gen.Options {
	o := gen.Default()
	o.Threads, o.Methods, o.Formals, o.Statements = 0.7, 2, 2, 10
	o.Fields, o.Locals, o.Path = 2, 2, 2
	o.New, o.Copy, o.Store, o.StoreFormal, o.LocalRoot, o.Reassign = 0.3, 0.15, 0.6, 0.3, 0.5, 0.15
	o.Call, o.Sugar, o.While = 0.2, 0.1, 0.15
	return o
}

// TestAgreesOnAbsence: the extracted checker accepts every certificate of the search, and every
// corrupted one that Go accepts. Go accepts no others, except as judged says.
func TestAgreesOnAbsence(t *testing.T) {
	t.Parallel()
	command := extracted(t, seconds)
	random := rand.New(rand.NewPCG(1, 1))
	found := 0
	applied, refused := map[string]int{}, map[string]int{}
	for n := range *programs {
		core := iltest.Checked(t, gen.Program(gen.Rand(*from+uint64(n)), publishing()))
		for _, pair := range core.Pairs() {
			for _, text := range certificates(t, core, pair) {
				found++
				if !judged(t, command, core, pair, text, "as it was found") {
					t.Fatalf("the extracted checker refuses\n%s\nfor\n%s", text, core.Source.Text)
				}
				for _, name := range slices.Sorted(maps.Keys(absenceCorruptions)) {
					var d object
					if err := json.Unmarshal(text, &d); err != nil {
						t.Fatal(err)
					}
					threads := d["threads"].([]any)
					if !absenceCorruptions[name](random, threads[random.IntN(2)].(object)) {
						continue
					}
					applied[name]++
					corrupted, err := json.Marshal(d)
					if err != nil {
						t.Fatal(err)
					}
					if !judged(t, command, core, pair, corrupted, name) {
						refused[name]++
					}
				}
			}
		}
	}
	t.Logf("%d certificates; corrupted: %v, refused: %v", found, applied, refused)
	for name := range absenceCorruptions {
		if refused[name] == 0 {
			t.Errorf("%s: none of %d is refused, want at least one", name, applied[name])
		}
	}
}

// TestAgreesOnMoreAbsence is TestAgreesOnAbsence for programs that publish less, with uncorrupted
// certificates.
func TestAgreesOnMoreAbsence(t *testing.T) {
	t.Parallel()
	command := extracted(t, seconds)
	found := 0
	for n := range *programs {
		core := iltest.Checked(t, gen.Program(gen.Rand(*from+uint64(n)), gen.Default()))
		for _, pair := range core.Pairs() {
			for _, text := range certificates(t, core, pair) {
				found++
				if !judged(t, command, core, pair, text, "as it was found") {
					t.Errorf("the extracted checker refuses\n%s\nfor\n%s", text, core.Source.Text)
				}
			}
		}
	}
	t.Logf("%d certificates", found)
}

// certificates returns the certificates that are found for the pairs of accesses of two units, each
// as a document.
func certificates(t *testing.T, core *il.Core, pair il.Pair) (all [][]byte) {
	t.Helper()
	f, err := absence.NewFinder(t.Context(), core, pair, absence.NoLimit)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range core.Reachable(pair.Left) {
		for _, a := range il.Accesses(l.Body) {
			for _, r := range core.Reachable(pair.Right) {
				for _, b := range il.Accesses(r.Body) {
					if !a.Conflicts(b) {
						continue
					}
					if c := f.Absent(t.Context(), [2]il.Site{a.Site, b.Site}); c != nil {
						d, err := absence.NewEncoder(core).Document(c)
						if err != nil {
							t.Fatal(err)
						}
						text, err := json.Marshal(d)
						if err != nil {
							t.Fatal(err)
						}
						all = append(all, text)
					}
				}
			}
		}
	}
	return all
}

// judgedByGo reports whether the checker in Go accepts a certificate.
func judgedByGo(t *testing.T, core *il.Core, text []byte) bool {
	t.Helper()
	read, err := absence.ReadAll(text)
	if err != nil {
		return false
	}
	c, err := absence.NewDecoder(core).Certificate(read[0])
	return err == nil && absence.NewChecker(core).Check(t.Context(), c) == nil
}

// judged reports whether the extracted checker accepts a certificate; corruption is the name of
// what has been changed. Go must agree, except that it may refuse a certificate whose variables,
// facts, loop order, or what these rest on are corrupted: the extracted checker ignores a variable
// that a loop assigns before it reads it, with its facts.
func judged(t *testing.T, command *verified.Command, core *il.Core, pair il.Pair, text []byte,
	corruption string) bool {
	t.Helper()
	ok, err := command.Absent(core, pair, text)
	if err != nil {
		t.Fatal(err)
	}
	mayDiffer := func(part string) bool { return strings.Contains(corruption, part) }
	ignored := slices.ContainsFunc([]string{"variable", "fact", "loop", "relies"}, mayDiffer)
	if byGo := judgedByGo(t, core, text); byGo != ok && (byGo || !ignored) {
		t.Errorf("%s: Go accepts %v, the extracted checker %v\n%s\nof\n%s", corruption, byGo, ok,
			text, core.Source.Text)
	}
	return ok
}
