package abstract

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
)

// Condition is the lock condition under which two accesses are reported.
type Condition uint8

const (
	Or  Condition = iota // L1 = 0 or L2 = 0 (Theorem 1)
	Sum                  // L1 + L2 <= 1 for each lock, as printed in Theorem 6.10
)

// ParseCondition returns the condition with a name, "or" or "sum".
func ParseCondition(s string) (Condition, error) {
	switch s {
	case "or":
		return Or, nil
	case "sum":
		return Sum, nil
	default:
		return Or, fmt.Errorf("the condition must be one of or, sum, not %q", s)
	}
}

func (c Condition) String() string {
	if c == Sum {
		return "sum"
	}
	return "or"
}

// Holds reports whether accesses at levels l1 and l2 may race. Sum implies Or, also for named
// locks: no lock is held at both points, and none is held twice.
func (c Condition) Holds(l1, l2 il.Level) bool {
	if l1.Excludes(l2) {
		return false
	}
	sum := l1.Plus(l2)
	return c == Or || sum.Capped(1) == sum
}

// parseNames returns the union of the sets whose names s lists, separated by commas. Errors call
// the sets what. names lists the names in the order of the sets 1, 2, 4, ...
func parseNames[T ~uint16 | ~uint32](what, s string, names []string) (all T, err error) {
	for name := range strings.SplitSeq(s, ",") {
		i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
		if i < 0 {
			return 0, fmt.Errorf("unknown %s %q: there are %s", what, name,
				strings.Join(names, ", "))
		}
		all |= 1 << i
	}
	return all, nil
}

// Options are the parameters of the analysis. The zero value is Figure 7 as corrected.
type Options struct {
	Mode      Mode
	Cap       int // L-hat, the largest lock level counted; 0 for none
	Condition Condition
	Literal   Reading
	Without   Clause // clauses switched off

	MaxElements int // of W and of A of a summary in set form; 0 for a million
}
