package theorem

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
)

// side is an abstract state with what it is called in an equation.
type side struct {
	name string
	d    abstract.D
}

// equal is nil where two abstract states are the same, and else says in what
// they differ.
func equal(src *il.Source, l, r side) error {
	var texts []string
	for _, x := range [2][2]side{{l, r}, {r, l}} {
		if only := minus(src, x[0].d, x[1].d); len(only) > 0 {
			texts = append(texts, "only "+x[0].name+" has "+strings.Join(only, ", "))
		}
	}
	if l.d.L != r.d.L {
		texts = append(texts, fmt.Sprintf("%s has L = %d, %s has L = %d", l.name, l.d.L, r.name, r.d.L))
	}
	if len(texts) == 0 {
		return nil
	}
	return errors.New(strings.Join(texts, "; "))
}

// minus lists the elements that d has and o lacks, in order.
func minus(src *il.Source, d, o abstract.D) []string {
	var texts []string
	for e := range d.W {
		if !o.W[e] {
			texts = append(texts, string(e)+" in W")
		}
	}
	slices.Sort(texts)
	lacking := abstract.Bottom()
	for a := range d.A {
		if !o.A[a] {
			lacking.A[a] = true
		}
	}
	for _, a := range lacking.Accesses() {
		texts = append(texts, accessText(src, a)+" in A")
	}
	return texts
}

// accessText is an element of A: "read a.f at 3:5 under 1".
func accessText(src *il.Source, a abstract.Access) string {
	at := ""
	if a.At != il.NoPos {
		at = " at " + src.At(a.At)
	}
	return fmt.Sprintf("%s %s%s under %d", a.Kind, a.Path, at, a.Lock)
}

// dText is an abstract state, its sets sorted.
func dText(src *il.Source, d abstract.D) string {
	var w, a []string
	for _, e := range d.Wobbly() {
		w = append(w, string(e))
	}
	for _, x := range d.Accesses() {
		a = append(a, accessText(src, x))
	}
	return fmt.Sprintf("⟨{%s}, %d, {%s}⟩", strings.Join(w, ", "), d.L, strings.Join(a, ", "))
}

// tracesText is a set of traces.
func tracesText(set [][]il.Command) string {
	texts := make([]string, len(set))
	for i, t := range set {
		texts[i] = traceText(t)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}
