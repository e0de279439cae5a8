package abstract

import (
	"slices"
	"strings"

	"wobbly/il"
)

// A Clause is a set of clauses of the analysis: elements that Figure 7 adds or removes, levels that
// it counts, blocks that it enters, and premises of the reporting condition. Options.Without
// switches them off, to show that each is needed: without it there is a false or a missing report,
// or a lemma fails.
//
// A literal reading switches off two more clauses: ReadingG18 the order of sequencing, and
// ReadingG19 the filter after substitution. ReadingOneSided is the same as switching off
// ClauseStableRight. Clauses that only add accesses (accs, and those of a callee) have no switch:
// with fewer accesses there are fewer reports, and the theorem is about each single report.
type Clause uint32

// The clauses. Of an assignment, the target is on the left and the source on the right.
const (
	ClauseCopySource      Clause = 1 << iota // wobbly: x := y adds y
	ClauseCopyTarget                         // wobbly: x := y adds x
	ClauseLoadSource                         // wobbly: x := π adds π
	ClauseLoadTarget                         // wobbly: x := π adds x
	ClauseStoreSource                        // wobbly: π := x adds x
	ClauseStoreTarget                        // wobbly: π := x adds π
	ClauseNewTarget                          // wobbly: x := new() adds x
	ClauseFilterWobbly                       // wobbly: fml; off: expressions rooted at locals too
	ClauseFilterAccesses                     // accs: fml; off: paths rooted at locals too
	ClausePrefixArguments                    // call: WB(e1, ..., en)
	ClauseCalleeWobbly                       // call: W'[e/arg]
	ClauseCalleeLock                         // call: L + L'; off: L
	ClauseLockOffset                         // call: accesses of A' at L + l; off: at l
	ClauseLockCount                          // locking: lock() adds 1; off: nothing
	ClauseUnlockCount                        // locking: unlock() takes 1; off: nothing
	ClauseJoinMax                            // join: the larger level; off: the smaller
	ClauseThenBranch                         // if: [[C1]]#; off: as if it were empty
	ClauseElseBranch                         // if: [[C2]]#; off: as if it were empty
	ClauseLoopBody                           // while: one iteration; off: none
	ClauseStableLeft                         // report: the left path is stable
	ClauseStableRight                        // report: the right path is stable
	ClauseLockCondition                      // report: Options.Condition; off: any levels
	ClauseOneWrites                          // report: one access is a write; off: two reads too
	// report: equal fields; off: equal last fields (in mode CommonSuffix they suffice)
	ClauseSameFields
)

// Clauses lists every clause with its name and its text, in the order of the constants. off
// switches it off.
var Clauses = []struct {
	Clause     Clause
	Name, Text string
	off        func(*rules)
}{
	{ClauseCopySource, "copy-source", "x := y makes y wobbly", drop(ClauseCopySource)},
	{ClauseCopyTarget, "copy-target", "x := y makes x wobbly", drop(ClauseCopyTarget)},
	{ClauseLoadSource, "load-source", "x := path makes the path wobbly", drop(ClauseLoadSource)},
	{ClauseLoadTarget, "load-target", "x := path makes x wobbly", drop(ClauseLoadTarget)},
	{ClauseStoreSource, "store-source", "path := x makes x wobbly", drop(ClauseStoreSource)},
	{ClauseStoreTarget, "store-target", "path := x makes the path wobbly", drop(ClauseStoreTarget)},
	{ClauseNewTarget, "new-target", "x := new() makes x wobbly", drop(ClauseNewTarget)},
	{ClauseFilterWobbly, "filter-wobbly", "only what a formal roots becomes wobbly",
		func(r *rules) { r.fmlWobbly = everyExpr }},
	{ClauseFilterAccesses, "filter-accesses",
		"only paths that a formal roots are recorded as accesses",
		func(r *rules) { r.fmlAccs = everyExpr }},
	{ClausePrefixArguments, "prefix-arguments",
		"an actual that is a prefix of another becomes wobbly at the call",
		func(r *rules) { r.prefixArguments = noArguments }},
	{ClauseCalleeWobbly, "callee-wobbly",
		"what the callee makes wobbly is wobbly in the caller, actuals for formals",
		func(r *rules) { r.without(func(sum *D) { sum.W, sum.Wr = nil, nil }) }},
	{ClauseCalleeLock, "callee-lock", "the level after a call is the caller's plus the callee's",
		func(r *rules) { r.without(func(sum *D) { sum.L = il.Level{} }) }},
	{ClauseLockOffset, "lock-offset",
		"a callee's access is recorded at the caller's level plus its own",
		func(r *rules) { r.offset = func(_, access il.Level) il.Level { return access } }},
	{ClauseLockCount, "lock-count", "lock() adds 1 to the level",
		func(r *rules) { r.incr = sameLevel }},
	{ClauseUnlockCount, "unlock-count", "unlock() takes 1 from the level",
		func(r *rules) { r.decr = sameLevel }},
	{ClauseJoinMax, "join-max",
		"after two branches the level is the larger of theirs, not the smaller",
		func(r *rules) {
			r.join = func(d, e D) D {
				least := d.L.Min(e.L)
				d = d.Join(e)
				d.L = least
				return d
			}
		}},
	{ClauseThenBranch, "then-branch", "the then-branch of an if is analysed",
		func(r *rules) { r.then = empty }},
	{ClauseElseBranch, "else-branch", "the else-branch of an if is analysed",
		func(r *rules) { r.els = empty }},
	{ClauseLoopBody, "loop-body", "the body of a while is analysed, once",
		func(r *rules) { r.body = empty }},
	{ClauseStableLeft, "stable-left", "the left path of a report is stable",
		func(r *rules) { r.left = anyPath }},
	{ClauseStableRight, "stable-right",
		"the right path of a report is stable (the reading one-sided)",
		func(r *rules) { r.right = anyPath }},
	{ClauseLockCondition, "lock-condition", "the levels of a report satisfy the lock condition",
		func(r *rules) { r.locks = func(_, _ il.Level) bool { return true } }},
	{ClauseOneWrites, "one-writes", "one access of a report is a write",
		func(r *rules) { r.oneWrites = func(a, b Access) bool { return true } }},
	{ClauseSameFields, "same-fields",
		"the paths of a report have the same fields, not only the same last one",
		func(r *rules) { r.fields = sameLast }},
}

// drop replaces wobbly by a version that omits what a clause adds to W.
func drop(c Clause) func(*rules) {
	return func(r *rules) {
		touched := r.touched
		r.touched = func(s il.Stmt) Touches {
			t := touched(s)
			return touches(slices.DeleteFunc(t.List(),
				func(e TouchedExpr) bool { return e.By == c })...)
		}
	}
}

// without removes something from the summaries of callees.
func (r *rules) without(take func(sum *D)) {
	summary := r.summary
	r.summary = func(sum D) D {
		sum = summary(sum)
		take(&sum)
		return sum
	}
}

// ParseClauses reads names of clauses, separated by commas, as one set.
func ParseClauses(s string) (Clause, error) {
	var names []string
	for _, c := range Clauses {
		names = append(names, c.Name)
	}
	return parseNames[Clause]("clause", s, names)
}

func (c Clause) String() string {
	var names []string
	for _, x := range Clauses {
		if c&x.Clause != 0 {
			names = append(names, x.Name)
		}
	}
	return strings.Join(names, ",")
}
