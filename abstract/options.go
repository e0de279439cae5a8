package abstract

import (
	"fmt"
	"slices"
	"strings"
)

// Condition is the lock condition under which two accesses are reported.
type Condition uint8

// The reporting conditions.
const (
	Or  Condition = iota // L1 = 0 or L2 = 0 (Theorem 1)
	Sum                  // L1 + L2 <= 1, as printed in Theorem 6.10
)

// ParseCondition reads the contract's words.
func ParseCondition(s string) (Condition, error) {
	switch s {
	case "or":
		return Or, nil
	case "sum":
		return Sum, nil
	}
	return Or, fmt.Errorf("unknown condition %q: it is or, or sum", s)
}

// String gives the contract's word.
func (c Condition) String() string {
	if c == Sum {
		return "sum"
	}
	return "or"
}

// Holds tells whether accesses at levels l1 and l2 may be reported.
func (c Condition) Holds(l1, l2 int) bool {
	if c == Sum {
		return l1+l2 <= 1
	}
	return l1 == 0 || l2 == 0
}

// Reading is a literal reading of the paper, or of its first implementation,
// that the corrected analysis does not follow. Each is off unless asked for.
type Reading uint16

// The readings.
const (
	ReadingG18      Reading = 1 << iota // [[C;c]]# applies c before C
	ReadingG19                          // no fml after substitution
	ReadingG26                          // WB in both directions
	ReadingG29                          // exec records accesses at the initial level
	ReadingBareDrop                     // applying a summary drops bare formals from W
	ReadingOneSided                     // only the first access need be stable
)

// Readings lists every reading with its name and what it says.
var Readings = []struct {
	Reading    Reading
	Name, Text string
}{
	{ReadingG18, "G18", "sequencing as printed: in C; c the command c is analysed before C"},
	{ReadingG19, "G19", "no filter to formals after a summary's formals were replaced by actuals"},
	{ReadingG26, "G26", "WB(e1 ... en) in both directions, as Lemma 5.13 has it"},
	{ReadingG29, "G29", "exec records an access at the lock level its trace began with"},
	{ReadingBareDrop, "bare-formals", "applying a summary forgets that a formal itself was touched (Infer, 2018)"},
	{ReadingOneSided, "one-sided", "only the left access of a pair need be stable (Infer, 2018)"},
}

// ParseReadings reads names separated by commas.
func ParseReadings(s string) (Reading, error) {
	names := make([]string, len(Readings))
	for i, r := range Readings {
		names[i] = r.Name
	}
	var all Reading
	indices, err := parseNames("reading", s, names)
	for _, i := range indices {
		all |= Readings[i].Reading
	}
	return all, err
}

// parseNames gives the places among names of those that s lists, separated by
// commas. The error says what the names are of.
func parseNames(what, s string, names []string) ([]int, error) {
	var indices []int
	for _, name := range strings.Split(s, ",") {
		i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
		if i < 0 {
			return nil, fmt.Errorf("unknown %s %q: there are %s", what, name, strings.Join(names, ", "))
		}
		indices = append(indices, i)
	}
	return indices, nil
}

// Options are the parameters of the analysis. The zero value is Figure 7 as
// corrected.
type Options struct {
	Mode      Mode
	Cap       int // L-hat, the largest lock level counted; 0 for none
	Condition Condition
	Literal   Reading
	Without   Clause // clauses switched off

	MaxElements int // of W and of A of a summary in set form; 0 for a million
}

// reads tells whether the literal reading r was asked for.
func (o Options) reads(r Reading) bool { return o.Literal&r != 0 }

// without tells whether the clause c is switched off.
func (o Options) without(c Clause) bool { return o.Without&c != 0 }

// add is Figure 7's add(L, L') = min(L + L', L-hat).
func (o Options) add(l, l2 int) int {
	if o.Cap > 0 {
		return min(l+l2, o.Cap)
	}
	return l + l2
}

// incr is Figure 7's incr(L) = add(L, 1).
func (o Options) incr(l int) int {
	if o.without(ClauseLockCount) {
		return l
	}
	return o.add(l, 1)
}

// decr is Figure 7's decr(L) = max(L - 1, 0).
func (o Options) decr(l int) int {
	if o.without(ClauseUnlockCount) {
		return l
	}
	return max(l-1, 0)
}

// bottom is ⊥, with a place for Wr in the modes Plus and Meet.
func (o Options) bottom() D { return o.prepare(Bottom()) }

// prepare gives d a place for Wr in the modes Plus and Meet.
func (o Options) prepare(d D) D {
	if o.Mode.Captures() && d.Wr == nil {
		d.Wr = map[Expr]bool{}
	}
	return d
}

// join is the ⊔ of Definition 4.3. It may reuse d.
func (o Options) join(d, e D) D {
	least := min(d.L, e.L)
	d = d.Join(e)
	if o.without(ClauseJoinMax) {
		d.L = least
	}
	return d
}
