package racerd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// lookup determines the entry of E that is the ownership of an expression. An access has the
// ownership of its path without the last field, or in the Full lookups that of the whole path.
type lookup uint8

const (
	lookupDeep      lookup = iota // the entry of the longest prefix that has one
	lookupBase                    // the entry of the root (the implementation, 2018)
	lookupExact                   // the expression's own entry
	lookupFullDeep                // like lookupDeep
	lookupFullExact               // like lookupExact (Figure 5(C) as printed)
)

// assumption is an assumption about a method's formals.
type assumption uint8

const (
	formalsConditional assumption = iota // formal i is OwnedIf({i})
	formalsUnowned                       // all are Unowned
	formalsOwned                         // all are Owned
)

// evidence is the evidence that a method runs concurrently with other threads.
type evidence uint8

const (
	evidenceComposition evidence = iota // the program C1 || C2 itself, or that a class is checked
	// a lock() on the path to the access, as in the paper's Figure 8
	evidenceLocksAbove
	evidenceLocksInUnit // a lock() anywhere in the body of the unit
)

// Dedup determines the reports of a file that are similar. Only the first of them is shown.
type Dedup uint8

const (
	ShowAll  Dedup = iota
	perSites       // one for an unordered pair of sites
	perPath        // one for the fields of a path and an unordered pair of kinds
	perUnits       // one for a pair of units
)

// Options configures the analysis. The zero value is RacerD as in Theorem 3.
type Options struct {
	Condition        abstract.Condition
	EqualPaths       bool // paths must have the same root too: the same formal, by number
	AlwaysWiden      bool // the level is ⊤ after every loop
	Lookup           lookup
	ConditionalOwned bool // in a report OwnedIf(N) counts as owned, even where N is not empty
	Formals          assumption
	Evidence         evidence
	DropReads        bool // reads are not recorded
	KeepStale        bool // entries of a path survive the reassignment of its prefixes
	PrefixReads      bool // reads of prefixes and arguments are recorded
	Dedup            Dedup

	MaxElements int // of A of a summary, and of races to be deduplicated; 0 for a million
}

// Switch is a single change to Options by name.
type Switch struct {
	Name     string
	Violates string // the condition of Theorem 3 that the switch violates; "" if none
	Text     string
	Set      func(o *Options)
}

// Switches lists every switch: those that violate a condition, in the order of the conditions, then
// the others.
var Switches = []Switch{
	{"equal-paths", "I1", "a report needs the same formal as root of both paths",
		func(o *Options) { o.EqualPaths = true }},
	{"sum", "I2", "a report needs L1 + L2 <= 1, not only L1 = 0 or L2 = 0",
		func(o *Options) { o.Condition = abstract.Sum }},
	{"always-widen", "I2",
		"the lock count is ⊤ after every loop, even if its body left it unchanged",
		func(o *Options) { o.AlwaysWiden = true }},
	{"full-path", "I3", "an access is owned if its whole path is, or else a prefix",
		func(o *Options) { o.Lookup = lookupFullDeep }},
	{"full-path-exact", "I3", "an access is owned if its whole path is (Figure 5(C) as printed)",
		func(o *Options) { o.Lookup = lookupFullExact }},
	{"conditional-owned", "I3", "what is owned on a condition is not reported",
		func(o *Options) { o.ConditionalOwned = true }},
	{"formals-owned", "I4", "all formals are owned from the beginning",
		func(o *Options) { o.Formals = formalsOwned }},
	{"locks-above", "I5", "one access of a report must follow a lock() of its unit",
		func(o *Options) { o.Evidence = evidenceLocksAbove }},
	{"locks-in-unit", "I5", "one unit of a report must use the lock in its own body",
		func(o *Options) { o.Evidence = evidenceLocksInUnit }},
	{"drop-reads", "I6", "reads are not recorded", func(o *Options) { o.DropReads = true }},
	{"per-sites", "I6", "one report for a pair of sites", func(o *Options) { o.Dedup = perSites }},
	{"per-path", "I6", "one report for the fields of a path and a pair of kinds",
		func(o *Options) { o.Dedup = perPath }},
	{"per-units", "I6", "one report for a pair of units", func(o *Options) { o.Dedup = perUnits }},
	{"base", "", "the ownership of an expression is that of its root (the implementation, 2018)",
		func(o *Options) { o.Lookup = lookupBase }},
	{"exact", "", "the ownership of an expression is its own entry, not that of a prefix",
		func(o *Options) { o.Lookup = lookupExact }},
	{"formals-unowned", "", "formals are never owned, whatever the caller passes",
		func(o *Options) { o.Formals = formalsUnowned }},
	{"keep-stale", "", "an assignment to x leaves what is known of x.f",
		func(o *Options) { o.KeepStale = true }},
	{"prefix-reads", "", "a path also reads its prefixes, and a call its arguments (Section 5.2.4)",
		func(o *Options) { o.PrefixReads = true }},
}

// ParseSwitches returns the options with the switches whose names s lists, separated by commas.
func ParseSwitches(s string) (Options, error) {
	var o Options
	for name := range strings.SplitSeq(s, ",") {
		i := slices.IndexFunc(Switches,
			func(x Switch) bool { return strings.EqualFold(x.Name, name) })
		if i < 0 {
			names := slice.Map(Switches, func(x Switch) string { return x.Name })
			return Options{},
				fmt.Errorf("unknown switch %q: there are %s", name, strings.Join(names, ", "))
		}
		Switches[i].Set(&o)
	}
	return o, nil
}

func (o Options) maxElements() int { return cmp.Or(o.MaxElements, 1<<20) }

// deep reports whether an expression inherits the ownership of its prefixes.
func (o Options) deep() bool { return o.Lookup == lookupDeep || o.Lookup == lookupFullDeep }

// own returns E(x), and the prefix of x that has the entry.
func (o Options) own(e environment, x il.Expr) (entry, il.Expr) {
	switch o.Lookup {
	case lookupDeep, lookupFullDeep:
		h, n := e.longest(x)
		return h, prefix(x, n)
	case lookupBase:
		root := prefix(x, 0)
		return e.exact(root), root
	case lookupExact, lookupFullExact:
		return e.exact(x), x
	default:
		panic(fmt.Sprintf("racerd: no case for lookup %d", o.Lookup))
	}
}

// guard returns the expression whose ownership an access to a path has.
func (o Options) guard(path il.Expr) il.Expr {
	if o.Lookup == lookupFullDeep || o.Lookup == lookupFullExact {
		return path
	}
	return prefix(path, len(path.Fields)-1)
}

// formal returns the ownership of formal i at the beginning of its unit.
func (o Options) formal(i int) Ownership {
	switch o.Formals {
	case formalsConditional:
		return OwnedIf(i)
	case formalsUnowned:
		return Unowned
	case formalsOwned:
		return Owned
	default:
		panic(fmt.Sprintf("racerd: no case for formals %d", o.Formals))
	}
}

// thread returns the threads that are known to run concurrently at the beginning of u.
func (o Options) thread(u *il.Unit) threads {
	locks := func(s il.Stmt) bool { return il.Acquires(s) }
	if o.Evidence == evidenceComposition ||
		o.Evidence == evidenceLocksInUnit && il.Any(u.Body, locks) {
		return anyThread
	}
	return noThread
}

// owned reports whether a snapshot with this ownership counts as owned in a report.
func (o Options) owned(x Ownership) bool {
	return x == Owned || o.ConditionalOwned && x != Unowned
}

func prefix(x il.Expr, n int) il.Expr {
	return il.Expr{Root: x.Root, Fields: x.Fields[:n], At: x.At}
}
