package findings

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/report"
)

// restTest is the condition on the fields in mode Meet (Theorem 2m): the paths
// have a common rest r.
func restTest(l, r abstract.Side) report.Test {
	n := abstract.Rest(l.Access, r.Access)
	if n == 0 {
		return report.Test{Name: "fields", Finding: fmt.Sprintf("the last fields differ: %s and %s.", lastFields(l.Path, 1), lastFields(r.Path, 1))}
	}
	return report.Test{Name: "fields", Holds: true, Finding: fmt.Sprintf("both paths end in r = %s, and have no longer rest in common that no call has evaluated.", lastFields(l.Path, n))}
}

// lastFields is .f.g, the last n fields of a path.
func lastFields(path abstract.Expr, n int) string {
	return strings.TrimPrefix(string(path), string(path.First(path.Len()-n)))
}

// meetTest is the condition that mode Meet has in the place of stability: what is
// before r in both paths stays.
func (f *Findings) meetTest(l, r abstract.Side, p report.Pair) report.Test {
	if abstract.Rest(l.Access, r.Access) == 0 {
		return report.Test{Name: "intact", Finding: "there is no r, so nothing can be said to come before it."}
	}
	n, m := f.par.Options.Mode.Held(l.Access, r.Access)
	q := [2]abstract.Expr{l.Path.First(n), r.Path.First(m)}
	names := fmt.Sprintf("q1 is %s and q2 is %s", q[0], q[1])
	sides := []report.Derivation{p.Left, p.Right}
	if f.oneSided() {
		sides = sides[:1]
	}
	for i, d := range sides {
		if x, ok := spoils(d, q[i].Len()); ok {
			return report.Test{Name: "intact", Finding: fmt.Sprintf("%s, and q%d must stay. %s %s", names, i+1, spoiledWords(x, q[i]), needWords(d))}
		}
	}
	return report.Test{Name: "intact", Holds: true, Finding: names + ", and that stays: they are not in Wr, and no proper prefix of them is in W."}
}

// needWords says how many fields r must have at least, so that what is before it
// stays.
func needWords(d report.Derivation) string {
	k := len(d.Prefixes)
	for n := k - 1; n >= 0; n-- {
		if _, ok := spoils(d, n); !ok {
			return fmt.Sprintf("The need of %s is %d: r would have to have so many fields.", d.Side.Path, k-n)
		}
	}
	return fmt.Sprintf("No r would do: the root of %s is assigned.", d.Side.Path)
}
