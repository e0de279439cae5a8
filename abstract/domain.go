package abstract

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"wobbly/il"
)

// Expr is an expression of Exp as text, "x" or "x.f.g". Names have no dots, so the text determines
// the expression.
type Expr string

func ExprOf(e il.Expr) Expr { return Expr(e.String()) }

// Cut splits e into its root and the rest, which is empty or begins with a dot.
func (e Expr) Cut() (root, rest string) {
	if i := strings.IndexByte(string(e), '.'); i >= 0 {
		return string(e[:i]), string(e[i:])
	}
	return string(e), ""
}

// Root returns the variable with which e begins.
func (e Expr) Root() string {
	root, _ := e.Cut()
	return root
}

// Fields lists the fields after the root; it is nil for a variable.
func (e Expr) Fields() []string {
	_, rest := e.Cut()
	if rest == "" {
		return nil
	}
	return strings.Split(rest[1:], ".")
}

// IsPrefixOf is Definition 6.1's e ⪯ o.
func (e Expr) IsPrefixOf(o Expr) bool {
	rest, ok := strings.CutPrefix(string(o), string(e))
	return ok && (rest == "" || rest[0] == '.')
}

// Len returns the number of fields.
func (e Expr) Len() int { return strings.Count(string(e), ".") }

// ProperPrefixes returns the e with e ≺ x, shortest first: the root, and so on.
func (e Expr) ProperPrefixes() iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		for i := range len(e) {
			if e[i] == '.' && !yield(e[:i]) {
				return
			}
		}
	}
}

// Subst is e[θ]: e with the root replaced by its image under θ. A root outside θ stays.
func (e Expr) Subst(theta map[string]Expr) Expr {
	root, rest := e.Cut()
	if to, ok := theta[root]; ok {
		return to + Expr(rest)
	}
	return e
}

// Access is an element of the A component: a load or store at a position, the path it accesses in
// terms of the method whose summary this is, and the lock level at which it happens.
//
// In the modes Plus and CommonSuffix it also has Captured, the number of leading fields of the path
// that calls have evaluated: |Path| minus the number of fields in the text of the access. It never
// distinguishes two elements of A. In the other modes it is 0.
type Access struct {
	At       il.Pos
	Kind     il.AccessKind
	Path     Expr
	Lock     il.Level
	Captured int
	History  il.History // of a path to the access; zero if no lock has a name
}

// Compare orders accesses by position, kind, path, lock level and history.
func (a Access) Compare(b Access) int {
	return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Path, b.Path), a.Lock.Compare(b.Lock), a.History.Compare(b.History))
}

// Own returns the number of own fields of an access in the modes Plus and CommonSuffix: those in
// the text of the access.
func (a Access) Own() int { return a.Path.Len() - a.Captured }

func (a Access) String() string {
	return fmt.Sprintf("{%d %s %s %v}", a.At, a.Kind, a.Path, a.Lock)
}

// D is an abstract state <W, L, A> (Definition 4.2).
//
// Its concretization: some path through the code touches the expressions of W and writes those of
// Wr, holds the lock L times, and has made the accesses of A.
type D struct {
	W *Set[Expr] // wobbly expressions
	// Wr has the elements of W that are targets of commands. It is nil except in the modes Plus and
	// CommonSuffix.
	Wr *Set[Expr]
	L  il.Level
	A  *Set[Access]

	// Histories are the minimal histories of paths to this point, and C the critical elements. Both
	// are nil if no lock has a name.
	Histories []il.History
	C         *Set[Critical]
}

// Bottom returns the least element <∅, 0, ∅>, with which every summary starts.
func Bottom() D {
	sets := new(struct { // both with one allocation
		w Set[Expr]
		a Set[Access]
	})
	return D{W: &sets.w, A: &sets.a}
}

// Join returns the least upper bound ⊔ of Definition 4.3. It may reuse d.
func (d D) Join(o D) D {
	d.W.AddAll(o.W)
	if o.Wr != nil {
		d = d.withWritten()
		d.Wr.AddAll(o.Wr)
	}
	d.A.AddAll(o.A)
	d.L = d.L.Max(o.L)
	if len(o.Histories) > 0 {
		d.Histories = il.Minimal(append(slices.Clip(d.Histories), o.Histories...))
		if d.C == nil {
			d.C = new(Set[Critical])
		}
		d.C.AddAll(o.C)
	}
	return d
}

// Below is the order ⊑, pointwise ⊆, ≤ and ⊆.
func (d D) Below(o D) bool {
	missing := func(h il.History) bool { return !slices.Contains(o.Histories, h) }
	return d.L.Compare(o.L) <= 0 && d.W.Within(o.W) && d.Wr.Within(o.Wr) && d.A.Within(o.A) &&
		d.C.Within(o.C) && !slices.ContainsFunc(d.Histories, missing)
}

// States are the lattice 𝒟: ⊔ is pointwise ∪, max and ∪.
type States struct{}

func (States) Bottom() D { return Bottom() }

func (States) Join(d, e D) D { return d.Clone().Join(e) }

func (States) Leq(d, e D) bool { return d.Below(e) }

func (States) Equal(d, e D) bool {
	return d.L == e.L && d.W.Equal(e.W) && d.Wr.Equal(e.Wr) && d.A.Equal(e.A) &&
		d.C.Equal(e.C) && slices.Equal(d.Histories, e.Histories)
}

// Clone returns a copy that shares no set with d.
func (d D) Clone() D { return Bottom().Join(d) }

// Wobbly lists W in text order.
func (d D) Wobbly() []Expr { return d.W.Sorted(cmp.Compare[Expr]) }

// Written lists Wr in text order.
func (d D) Written() []Expr { return d.Wr.Sorted(cmp.Compare[Expr]) }

// Accesses lists A in the order of Access.Compare.
func (d D) Accesses() []Access { return d.A.Sorted(Access.Compare) }
