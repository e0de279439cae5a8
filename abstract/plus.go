package abstract

// RacerDX+ (mode Plus) replaces the stability of Theorem 6.10 by a weaker premise, under which the
// theorem holds as well: Theorem 2 of docs/theory.md, where the proof is.
//
// When both threads are about to access, they evaluate their paths in one heap, at one moment. So
// earlier changes of the heap do not matter, except for objects that a call has already evaluated
// and that the callee's formal still holds. Their paths are the captured prefixes.
//
// Let c be the larger number of captured fields of the two accesses of a pair (Access.Captured),
// and q = v.f1...fc the prefix of one of their paths v.f1...fk; for c = 0 it is the root. Theorem 2
// requires of q, in the summary of each unit, that
//
//   - it is not written: q ∉ Wr;
//   - none of its proper prefixes is touched: e ⊀ q for all e ∈ W,
//
// where W is that of mode NoWB, what is read and what is written together.

// intact reports whether the prefix of path with c fields is not written and has no touched proper
// prefix, in a summary of the modes Plus and CommonSuffix. It is the premise of Theorems 2 and 2m
// for one thread.
func (d D) intact(path Expr, c int) bool {
	q := path.First(c)
	return !d.Wr.Has(q) && d.Stable(q)
}

// First returns the prefix of e with n fields, or e if it has at most n.
func (e Expr) First(n int) Expr {
	for p := range e.ProperPrefixes() {
		if n == 0 {
			return p
		}
		n--
	}
	return e
}

// Captured returns the larger number of captured fields of two accesses.
func Captured(a, b Access) int { return max(a.Captured, b.Captured) }

// capturedIntact is the premise of Theorem 2.
var capturedIntact = premise{
	fields: sameFields,
	held: func(a, b Access) (left, right int) {
		c := Captured(a, b)
		return c, c
	},
	stays: D.intact, weaker: true, rest: noRest,
}

// capture makes the rules compute Wr and the captured fields of accesses, in addition to W, L and
// A, and replaces the premise by p.
func (r *rules) capture(p premise) {
	r.prefixArguments = noArguments
	r.prepare = D.withWritten
	r.touch = D.touchWritten
	r.atCaller = Access.capturedAt
	r.inherit = inheritWritten
	r.conditions = r.conditions.with(p)
}

// withWritten returns d, with an empty Wr if it has none.
func (d D) withWritten() D {
	if d.Wr == nil {
		d.Wr = new(Set[Expr])
	}
	return d
}

// touchWritten adds e to W, and to Wr if e is a target.
func (d D) touchWritten(e TouchedExpr) {
	d.touch(e)
	if e.Target() {
		d.Wr.Add(e.Expr)
	}
}

// capturedAt returns the access with its path in terms of a caller. The call has evaluated the
// fields that the path has gained.
func (a Access) capturedAt(path Expr) Access {
	a.Captured += path.Len() - a.Path.Len()
	return a.at(path)
}

// inheritWritten adds fml(W'[θ]) to W and fml(Wr'[θ]) to Wr.
func inheritWritten(t *transfer, d, sum D, theta map[string]Expr) {
	inheritWobbly(t, d, sum, theta)
	t.replace(d.Wr, sum.Wr, theta)
}
