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

// lookup says which entry of E is the ownership of an expression, and which expression's ownership
// an access has: that of its path without the last field, or with Full of the whole path.
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

// evidence is what shows that a method runs concurrently with other threads.
type evidence uint8

const (
	evidenceComposition evidence = iota // the program C1 || C2 itself, or that a class is checked
	evidenceLocksAbove                  // a lock() on the path to the access, as in the paper's Figure 8
	evidenceLocksInUnit                 // a lock() anywhere in the body of the unit
)

// Dedup says which reports of the programs of a file are similar. The first of them is shown.
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
	Name, Text string
	Violates   string // the condition of Theorem 3 that the switch violates; "" if none
	Set        func(o *Options)
}

// Switches lists every switch: those that violate a condition, in the order of the conditions, then
// the others.
var Switches = []Switch{
	{"equal-paths", "a report needs the same formal as root of both paths", "I1", func(o *Options) { o.EqualPaths = true }},
	{"sum", "a report needs L1 + L2 <= 1, not only L1 = 0 or L2 = 0", "I2", func(o *Options) { o.Condition = abstract.Sum }},
	{"always-widen", "the lock count is ⊤ after every loop, even if its body left it unchanged", "I2", func(o *Options) { o.AlwaysWiden = true }},
	{"full-path", "an access is owned if its whole path is, or else a prefix", "I3", func(o *Options) { o.Lookup = lookupFullDeep }},
	{"full-path-exact", "an access is owned if its whole path is (Figure 5(C) as printed)", "I3", func(o *Options) { o.Lookup = lookupFullExact }},
	{"conditional-owned", "what is owned on a condition is not reported", "I3", func(o *Options) { o.ConditionalOwned = true }},
	{"formals-owned", "all formals are owned from the beginning", "I4", func(o *Options) { o.Formals = formalsOwned }},
	{"locks-above", "one access of a report must follow a lock() of its unit", "I5", func(o *Options) { o.Evidence = evidenceLocksAbove }},
	{"locks-in-unit", "one unit of a report must use the lock in its own body", "I5", func(o *Options) { o.Evidence = evidenceLocksInUnit }},
	{"drop-reads", "reads are not recorded", "I6", func(o *Options) { o.DropReads = true }},
	{"per-sites", "one report for a pair of sites", "I6", func(o *Options) { o.Dedup = perSites }},
	{"per-path", "one report for the fields of a path and a pair of kinds", "I6", func(o *Options) { o.Dedup = perPath }},
	{"per-units", "one report for a pair of units", "I6", func(o *Options) { o.Dedup = perUnits }},
	{"base", "the ownership of an expression is that of its root (the implementation, 2018)", "", func(o *Options) { o.Lookup = lookupBase }},
	{"exact", "the ownership of an expression is its own entry, not that of a prefix", "", func(o *Options) { o.Lookup = lookupExact }},
	{"formals-unowned", "formals are never owned, whatever the caller passes", "", func(o *Options) { o.Formals = formalsUnowned }},
	{"keep-stale", "an assignment to x leaves what is known of x.f", "", func(o *Options) { o.KeepStale = true }},
	{"prefix-reads", "a path also reads its prefixes, and a call its arguments (Section 5.2.4)", "", func(o *Options) { o.PrefixReads = true }},
}

func ParseSwitches(s string) (Options, error) {
	var o Options
	for name := range strings.SplitSeq(s, ",") {
		i := slices.IndexFunc(Switches, func(x Switch) bool { return strings.EqualFold(x.Name, name) })
		if i < 0 {
			names := slice.Map(Switches, func(x Switch) string { return x.Name })
			return Options{}, fmt.Errorf("unknown switch %q: there are %s", name, strings.Join(names, ", "))
		}
		Switches[i].Set(&o)
	}
	return o, nil
}

func (o Options) maxElements() int { return cmp.Or(o.MaxElements, 1<<20) }

// deep reports whether an expression inherits the ownership of its prefixes.
func (o Options) deep() bool { return o.Lookup == lookupDeep || o.Lookup == lookupFullDeep }

// own returns E(x), and the prefix of x that has the entry.
func (o Options) own(e environment, x il.Expr) (held, il.Expr) {
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
		panic(fmt.Sprintf("wobbly: no case for lookup %d", o.Lookup))
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
		panic(fmt.Sprintf("wobbly: no case for formals %d", o.Formals))
	}
}

// thread returns what is known to run concurrently at the beginning of u.
func (o Options) thread(u *il.Unit) threads {
	switch o.Evidence {
	case evidenceComposition:
		return anyThread
	case evidenceLocksAbove:
		return noThread
	case evidenceLocksInUnit:
		if il.Any(u.Body, func(s il.Stmt) bool { return il.Acquires(s) }) {
			return anyThread
		}
		return noThread
	default:
		panic(fmt.Sprintf("wobbly: no case for evidence %d", o.Evidence))
	}
}

// owned reports whether a snapshot with this ownership counts as owned in a report.
func (o Options) owned(x Ownership) bool {
	return x == Owned || o.ConditionalOwned && x != Unowned
}

func prefix(x il.Expr, n int) il.Expr { return il.Expr{Root: x.Root, Fields: x.Fields[:n], At: x.At} }
