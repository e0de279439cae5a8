package findings

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/report"
)

// intactTest tests what Theorem 2 requires instead of stability: with c captured fields, the
// prefixes of the paths with c fields are not written, and none of their proper prefixes is
// touched.
func (f *Findings) intactTest(l, r abstract.Side, p report.Pair) report.Test {
	if !sameFields(l, r).Holds {
		return report.Test{
			Name: "intact", Finding: "there is no c: it is of two paths with the same fields.",
		}
	}
	c := abstract.Captured(l.Access, r.Access)
	q := [2]abstract.Expr{l.Path.First(c), r.Path.First(c)}
	for i, d := range f.sides(p) {
		if x, ok := spoils(d, c); ok {
			return report.Test{
				Name: "intact",
				Finding: fmt.Sprintf("c = %d: %s %s", c, capturedWords(c, q[i]),
					spoiledWords(x, q[i])), At: x.At,
			}
		}
	}
	return report.Test{
		Name: "intact", Holds: true, Finding: fmt.Sprintf("c = %d: %s", c, heldWords(c, q)),
	}
}

// spoils returns the shortest prefix of a path that makes the prefix with c fields not intact, with
// the reason.
func spoils(d report.Derivation, c int) (report.Wobbly, bool) {
	for n, x := range d.Prefixes[:min(c+1, len(d.Prefixes))] {
		switch {
		case n < c && x.Wobbly != nil:
			return *x.Wobbly, true
		case n == c && x.Written != nil:
			return *x.Written, true
		}
	}
	return report.Wobbly{}, false
}

// capturedWords says what a call may have evaluated.
func capturedWords(c int, q abstract.Expr) string {
	if c == 0 {
		return fmt.Sprintf("no call has evaluated a field, but the root %s must stay.", q)
	}
	return fmt.Sprintf("calls have evaluated the path up to %s, which must stay.", q)
}

// spoiledWords says why q may change.
func spoiledWords(x report.Wobbly, q abstract.Expr) string {
	if x.Prefix == string(q) {
		return fmt.Sprintf("It is in Wr of %s: %s.", x.Unit, report.ActionWords(x))
	}
	return fmt.Sprintf("Its prefix %s is in W of %s: %s.", x.Prefix, x.Unit, report.ActionWords(x))
}

// heldWords says why both prefixes stay.
func heldWords(c int, q [2]abstract.Expr) string {
	which := fmt.Sprintf("%s is", q[0])
	if q[0] != q[1] {
		which = fmt.Sprintf("%s and %s are", q[0], q[1])
	}
	if c == 0 {
		roots, it := "root", "it"
		if q[0] != q[1] {
			roots, it = "roots", "them"
		}
		return fmt.Sprintf("no call has evaluated a field, and the %s %s not in Wr: nothing "+
			"assigns to %s.", roots, which, it)
	}
	return fmt.Sprintf("calls have evaluated the paths so far, and that stays: %s not in Wr, and "+
		"no proper prefix is in W.", which)
}

// intactWords returns the premise of Theorem 2 on two paths.
func intactWords(l, r abstract.Side) string {
	c := abstract.Captured(l.Access, r.Access)
	which, paths := short(l.Path.First(c)), short(l.Path)
	if l.Path != r.Path {
		paths += " and " + short(r.Path)
		which += " and " + short(r.Path.First(c))
	}
	if c == 0 {
		return fmt.Sprintf("both threads walk %s in one heap (no call has evaluated a field), "+
			"from %s, to which neither assigns", paths, which)
	}
	return fmt.Sprintf("of %s calls have evaluated at most %s, which both threads leave intact "+
		"(nothing assigns to it, no proper prefix of it is in W)", paths, which)
}

// suffixFields tests what Theorem 2m requires of the fields: the paths have a common suffix r.
func suffixFields(l, r abstract.Side) report.Test {
	n := abstract.Rest(l.Access, r.Access)
	if n == 0 {
		return report.Test{
			Name: "fields",
			Finding: fmt.Sprintf("the last fields differ: %s and %s.", lastFields(l.Path, 1),
				lastFields(r.Path, 1)),
		}
	}
	return report.Test{
		Name: "fields", Holds: true,
		Finding: fmt.Sprintf("both paths end in r = %s, and have no longer rest in common that no "+
			"call has evaluated.", lastFields(l.Path, n)),
	}
}

// lastFields is .f.g, the last n fields of a path.
func lastFields(path abstract.Expr, n int) string {
	return strings.TrimPrefix(string(path), string(path.First(path.Len()-n)))
}

// suffixTest tests what Theorem 2m requires instead of stability: the part before r is stable in
// both paths.
func (f *Findings) suffixTest(l, r abstract.Side, p report.Pair) report.Test {
	if abstract.Rest(l.Access, r.Access) == 0 {
		return report.Test{
			Name: "intact", Finding: "there is no r, so nothing can be said to come before it.",
		}
	}
	n, m := f.par.Options.Mode.Held(l.Access, r.Access)
	q := [2]abstract.Expr{l.Path.First(n), r.Path.First(m)}
	names := fmt.Sprintf("q1 is %s and q2 is %s", q[0], q[1])
	for i, d := range f.sides(p) {
		if x, ok := spoils(d, q[i].Len()); ok {
			return report.Test{
				Name: "intact",
				Finding: fmt.Sprintf("%s, and q%d must stay. %s %s", names, i+1,
					spoiledWords(x, q[i]), needWords(d)), At: x.At,
			}
		}
	}
	return report.Test{
		Name: "intact", Holds: true,
		Finding: names +
			", and that stays: they are not in Wr, and no proper prefix of them is in W.",
	}
}

// needWords says how many fields r must have at least so that the part before it is stable.
func needWords(d report.Derivation) string {
	k := len(d.Prefixes)
	for n := k - 1; n >= 0; n-- {
		if _, ok := spoils(d, n); !ok {
			return fmt.Sprintf("The need of %s is %d: r would need that many fields.",
				d.Side.Path, k-n)
		}
	}
	return fmt.Sprintf("No r would do: the root of %s is assigned.", d.Side.Path)
}

// suffixWords returns the premise of Theorem 2m on two paths.
func suffixWords(l, r abstract.Side) string {
	n := abstract.Rest(l.Access, r.Access)
	whole := l.Path.First(l.Path.Len() - n)
	p, q := short(whole), short(r.Path.First(r.Path.Len()-n))
	which := fmt.Sprintf("%s and %s can be one object, and both threads leave them intact", p, q)
	if p == q {
		which = fmt.Sprintf("%s can be one object for both threads, and both "+
			"threads leave it intact", p)
	}
	return fmt.Sprintf("%s (nothing assigns to that, no proper prefix of it is in W); from there "+
		"both threads walk %s in one heap", which, short(l.Path[len(whole):]))
}
