package analyzers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/bounded"
	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// threads has the names of the threads of C1 || C2. A premise about one thread has its name.
var threads = [2]string{"A", "B"}

// newTest returns a premise whose finding is yes or no.
func newTest(name string, holds bool, yes, no string) Test {
	if holds {
		return Test{Name: name, Holds: true, Finding: yes}
	}
	return Test{Name: name, Finding: no}
}

// lockTest returns the premise that one of two accesses holds no lock. In a program that names
// locks, the premise is that the lock sets are compatible, given the histories of the paths to each
// access. An analyzer that executes lock() and unlock() has no histories.
func lockTest(core *il.Core, locks [2]il.Level, histories [2][]il.History) Test {
	if len(core.Locks) > 0 {
		holds, why := findings.Compatible(core, threads, locks, histories)
		return Test{"lock", holds, why + "."}
	}
	return newTest("lock", abstract.Or.Holds(locks[0], locks[1]),
		fmt.Sprintf("the lock levels are %v and %v; one of them must be 0.", locks[0], locks[1]),
		fmt.Sprintf("both hold the lock, at levels %v and %v; one of them must be 0.", locks[0],
			locks[1]))
}

// absentFlow explains which premise of Theorem 2f or 2g fails.
func absentFlow(core *il.Core, options flow.Options) (Why, error) {
	result, err := flow.Analyze(core, options)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, p il.Pair, s il.Sites) Explanation {
		var at [2][]flow.Access
		var reached []Test // the premises that each thread reaches its access
		for i, u := range []*il.Unit{p.Left, p.Right} {
			at[i] = slice.Filter(result.Accesses(u),
				func(a flow.Access) bool { return a.Site == s[i] })
			if len(at[i]) > 0 {
				reached = append(reached, Test{threads[i], true, at[i][0].Sentence(u) + "."})
			} else {
				reached = append(reached, Test{threads[i], false, result.Absent(u, s[i]) + "."})
			}
		}
		if holding(reached) < len(reached) {
			return Explanation{Tests: reached}
		}
		return Explanation{Tests: nearest(result, p, at)}
	}, nil
}

// nearest returns the premises for the two accesses, one of each thread, for which most premises
// hold before the first that fails.
func nearest(result *flow.Result, p il.Pair, at [2][]flow.Access) (best []Test) {
	held := -1
	for _, a := range at[0] {
		for _, b := range at[1] {
			tests := flowTests(result, p, a, b)
			if n := holding(tests); n > held {
				best, held = tests, n
			}
		}
	}
	return best
}

// holding returns the number of premises before the first that fails.
func holding(tests []Test) (n int) {
	for n < len(tests) && tests[n].Holds {
		n++
	}
	return n
}

// flowTests returns the premises of Theorem 2f, or 2g if result relies, for two accesses.
func flowTests(result *flow.Result, p il.Pair, a, b flow.Access) []Test {
	all := []Test{
		{threads[0], true, a.Sentence(p.Left) + "."}, {threads[1], true, b.Sentence(p.Right) + "."},
		newTest("rest", a.Rest == b.Rest,
			fmt.Sprintf("both access %s of the object that they share.", a.Rest),
			fmt.Sprintf("of the object that they share, A accesses %s, and B %s.", a.Rest, b.Rest)),
		lockTest(result.Core(), [2]il.Level{a.Lock, b.Lock},
			[2][]il.History{{a.History()}, {b.History()}}),
	}
	if result.Relying() {
		all = append(all, relyTest(0, a, result.Clash(a, b)), relyTest(1, b, result.Clash(b, a)))
	}
	return all
}

// relyTest returns the premise that the other thread stores into no field that a thread relies on,
// except in its own objects. clashes lists the fields for which this fails.
func relyTest(thread int, a flow.Access, clashes []string) Test {
	self, other := threads[thread], threads[1-thread]
	fields := strings.Join(a.Relies, ", .")
	yes := self + " relies on nothing that the other thread can find."
	if len(a.Relies) > 0 {
		yes = fmt.Sprintf("%s relies on .%s. Before its access, %s stores into these fields only "+
			"in its own objects.", self, fields, other)
	}
	return newTest("rely", len(clashes) == 0, yes,
		fmt.Sprintf("%s relies on .%s, but before its access, %s stores into .%s of an object "+
			"that others can find.", self, fields, other, strings.Join(clashes, ", .")))
}

// absentBounded explains how each thread reaches its access alone, and whether more switches help.
func absentBounded(core *il.Core, switches int) (Why, error) {
	results := map[int]*bounded.Result{}
	for k := switches; k <= bounded.MaxSwitches; k++ {
		var err error
		if results[k], err = bounded.Analyze(core, bounded.Options{Switches: k}); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, p il.Pair, s il.Sites) Explanation {
		var e Explanation
		var prefixes [2][]bounded.Prefix
		for i, u := range []*il.Unit{p.Left, p.Right} {
			prefixes[i] = results[switches].Prefixes(ctx, u, s[i])
			e.Paths[i] = describePrefixes(u, prefixes[i])
		}
		if len(prefixes[0]) > 0 && len(prefixes[1]) > 0 {
			e.Tests = []Test{lockTest(core, leastLocks(prefixes), [2][]il.History{})}
		}
		if holding(e.Tests) == len(e.Tests) {
			e.Tests = append(e.Tests, Test{"meet", false, meets(ctx, results, switches, p, s)})
		}
		return e
	}, nil
}

// describePrefixes says how a thread reaches its access before the first step of the other thread.
func describePrefixes(u *il.Unit, all []bounded.Prefix) []string {
	if len(all) == 0 {
		return []string{fmt.Sprintf("By itself, %s never reaches it at an object that the other "+
			"thread may know.", u.Name)}
	}
	x := all[0]
	words := fmt.Sprintf("By itself, %s reaches it, at an object that the other thread may know, "+
		"if the threads share the object of %s", u.Name, x.Name)
	if n := len(all) - 1; n > 0 {
		words += fmt.Sprintf(", and in %s", text.Count(n, "other case"))
	}
	return []string{words + "."}
}

// leastLocks returns the lock levels of two prefixes, one of which holds no lock if possible.
func leastLocks(prefixes [2][]bounded.Prefix) [2]il.Level {
	for _, a := range prefixes[0] {
		for _, b := range prefixes[1] {
			if abstract.Or.Holds(a.Lock, b.Lock) {
				return [2]il.Level{a.Lock, b.Lock}
			}
		}
	}
	return [2]il.Level{prefixes[0][0].Lock, prefixes[1][0].Lock}
}

// meets returns a sentence saying that the threads do not meet within the given number of context
// switches, and with how many they do.
func meets(ctx context.Context, results map[int]*bounded.Result, switches int, p il.Pair,
	s il.Sites) string {
	never := fmt.Sprintf("in no execution with at most %s, from a state with two threads apart, "+
		"are both about to access one cell",
		text.CountOf(switches, "context switch", "context switches"))
	if _, cuts := results[switches].Reports(ctx, p); len(cuts) > 0 {
		never += ", but not all were searched (" + strings.Join(cuts, ", ") + ")"
	}
	for k := switches + 1; k <= bounded.MaxSwitches; k++ {
		list, _ := results[k].Reports(ctx, p)
		if slices.ContainsFunc(list, func(r bounded.Report) bool { return r.Sites == s }) {
			return fmt.Sprintf("%s; with %d, they are.", never, k)
		}
	}
	return never + "."
}
