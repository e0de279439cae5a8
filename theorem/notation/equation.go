// Package notation formats commands, traces, states, abstract states and the differences between
// two of these in the paper's notation.
package notation

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// side is a side of an equation: an abstract state and the term for it.
type side struct {
	name string
	d    abstract.D
}

// Term returns the side of an equation with this term and value, for Equal.
func Term(name string, d abstract.D) side { return side{name, d} }

// Equal returns nil if two abstract states are equal, and otherwise an error that lists their
// differences.
func Equal(src *il.Source, l, r side) error {
	var texts []string
	for _, x := range [2][2]side{{l, r}, {r, l}} {
		if only := minus(src, x[0].d, x[1].d); len(only) > 0 {
			texts = append(texts, "only "+x[0].name+" has "+strings.Join(only, ", "))
		}
	}
	if l.d.L != r.d.L {
		texts = append(texts,
			fmt.Sprintf("%s has L = %d, %s has L = %d", l.name, l.d.L, r.name, r.d.L))
	}
	if len(texts) == 0 {
		return nil
	}
	return errors.New(strings.Join(texts, "; "))
}

// minus formats the elements of d that o lacks, in order.
func minus(src *il.Source, d, o abstract.D) []string {
	var texts []string
	for e := range d.W.All() {
		if !o.W.Has(e) {
			texts = append(texts, string(e)+" in W")
		}
	}
	slices.Sort(texts)
	lacking := abstract.Bottom()
	for a := range d.A.All() {
		if !o.A.Has(a) {
			lacking.A.Add(a)
		}
	}
	for _, a := range lacking.Accesses() {
		texts = append(texts, Access(src, a)+" in A")
	}
	return texts
}

// Access formats an element of A: "read a.f at 3:5 under 1".
func Access(src *il.Source, a abstract.Access) string {
	at := ""
	if a.At != il.NoPos {
		at = " at " + src.At(a.At)
	}
	return fmt.Sprintf("%s %s%s under %d", a.Kind, a.Path, at, a.Lock)
}

// D formats an abstract state, with its sets sorted.
func D(src *il.Source, d abstract.D) string {
	var w, a []string
	for _, e := range d.Wobbly() {
		w = append(w, string(e))
	}
	for _, x := range d.Accesses() {
		a = append(a, Access(src, x))
	}
	return fmt.Sprintf("⟨{%s}, %d, {%s}⟩", strings.Join(w, ", "), d.L, strings.Join(a, ", "))
}

func Traces(set [][]il.Command) string {
	return "{" + strings.Join(slice.Map(set, Trace), ", ") + "}"
}

// Report formats the two accesses of a report.
func Report(core *il.Core, r abstract.Report) string {
	side := func(s abstract.Side) string {
		return fmt.Sprintf("%s at %s in %s, as %s at lock level %d", s.Kind, core.Source.At(s.At),
			s.Unit.Name, s.Path, s.Lock)
	}
	return side(r.Left) + "  with  " + side(r.Right)
}

func Sites(core *il.Core, p il.Pair, s il.Sites) string {
	side := func(u *il.Unit, s il.Site) string {
		return fmt.Sprintf("the %s at %s from %s", s.Kind, core.Source.At(s.At), u.Name)
	}
	return side(p.Left, s[0]) + " and " + side(p.Right, s[1])
}

// Cap formats the level at which locks are capped, as the end of a list. It returns "" for 0, which
// means no cap.
func Cap(lockCap int) string {
	if lockCap == 0 {
		return ""
	}
	return fmt.Sprintf(", L-hat = %d", lockCap)
}

func Init(in semantics.Init) string {
	parts := slice.Map(in.Cells,
		func(c [3]string) string { return c[0] + "." + c[1] + " = " + c[2] })
	for i, s := range in.Stacks {
		for _, x := range slices.Sorted(maps.Keys(s)) {
			parts = append(parts, fmt.Sprintf("%v.%s = %s", semantics.Tid(i), x, s[x]))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func Trace(t []il.Command) string {
	return "[" + strings.Join(slice.Map(t, il.CommandText), ", ") + "]"
}

// Block formats a block on one line.
func Block(b *il.Block) string {
	if len(b.List()) == 0 {
		return "{ }"
	}
	texts := slice.Map(b.List(), func(s il.Stmt) string {
		text := il.Text(s)
		if blocks := il.Blocks(s); blocks != nil {
			text += " " + strings.Join(slice.Map(blocks, Block), " else ")
		}
		return text
	})
	return "{ " + strings.Join(texts, "; ") + " }"
}

// State formats the current frame and the heap of a state.
func State(s semantics.State) string {
	var texts []string
	for x, l := range s.S.Top.Vars() {
		texts = append(texts, x+" = "+l.String())
	}
	for a, l := range s.H.Cells() {
		texts = append(texts, a.String()+" = "+l.String())
	}
	return "{" + strings.Join(texts, ", ") + "}"
}
