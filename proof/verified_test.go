//go:build verified

// Package proof_test holds the analyses in Go against those that are extracted
// from the Coq text.
package proof_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestVerified: on random programs of three drawings, W and A of both units and
// the reports of racerdx, nowb, plus and meet are those of the extracted
// functions. It needs the command that `make verified` builds, and fails without
// it; the build tag keeps it out of runs that have no OCaml.
func TestVerified(t *testing.T) {
	const command, programs = "./verified", 400
	if _, err := os.Stat(command); err != nil {
		t.Fatalf("%v: make verified builds it", err)
	}
	restless := gen.Default()
	restless.Methods = 4
	var lines, want []string
	for _, o := range []gen.Options{gen.Default(), gen.Tiny(), restless} {
		iltest.Random(t, programs, o, func(c *il.Core) {
			for _, pair := range c.Pairs() {
				e := newEncoder(c, pair)
				lines = append(lines, e.program())
				want = append(want, e.answer(t))
			}
		})
	}
	run := exec.Command(command)
	run.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d answers to %d programs", len(got), len(want))
	}
	reports := 0
	for i := range want {
		if g, w := unordered(got[i]), unordered(want[i]); g != w {
			t.Fatalf("%s\n got %s\nwant %s", lines[i], g, w)
		}
		reports += strings.Count(want[i], ",")
	}
	if reports < programs {
		t.Errorf("only %d reports", reports)
	}
	t.Logf("%d programs, %d reports", len(want), reports)
}

// An encoder writes one program C1 || C2 in the notation of main.ml.
type encoder struct {
	core    *il.Core
	pair    il.Pair
	methods map[string]int // by name, callees first
	order   []*il.Unit
	sites   map[il.Pos]int
	unit    *il.Unit
	locals  map[string]int
}

func newEncoder(c *il.Core, pair il.Pair) *encoder {
	e := &encoder{core: c, pair: pair, methods: map[string]int{}, sites: map[il.Pos]int{}}
	for _, u := range c.Order {
		if !u.Thread {
			e.methods[u.Name] = len(e.order)
			e.order = append(e.order, u)
		}
	}
	return e
}

func (e *encoder) program() string {
	var b strings.Builder
	fmt.Fprint(&b, len(e.order))
	for _, u := range e.order {
		fmt.Fprintf(&b, " %d %s", len(u.Formals), e.body(u))
	}
	fmt.Fprintf(&b, " %s %s", e.body(e.pair.Left), e.body(e.pair.Right))
	fmt.Fprintf(&b, " %d", max(len(e.pair.Left.Formals), len(e.pair.Right.Formals)))
	return b.String()
}

func (e *encoder) body(u *il.Unit) string {
	e.unit, e.locals = u, map[string]int{}
	return e.block(u.Body)
}

func (e *encoder) block(b *il.Block) string {
	s := "K"
	if b == nil {
		return s
	}
	for _, stmt := range slices.Backward(b.Stmts) {
		s = "S " + e.stmt(stmt) + " " + s
	}
	return s
}

func (e *encoder) stmt(s il.Stmt) string {
	do := fmt.Sprintf("D %d ", e.site(s.Pos()))
	switch s := s.(type) {
	case *il.Skip:
		return "K"
	case *il.Copy:
		return do + "m " + e.variable(s.Dst) + " " + e.variable(s.Src)
	case *il.Load:
		return do + "l " + e.variable(s.Dst) + " " + e.expr(s.Src)
	case *il.Store:
		return do + "s " + e.expr(s.Dst) + " " + e.variable(s.Src)
	case *il.New:
		return do + "n " + e.variable(s.Dst)
	case *il.Lock:
		return do + "k"
	case *il.Unlock:
		return do + "u"
	case *il.If:
		return "I " + e.block(s.Then) + " " + e.block(s.Else)
	case *il.While:
		return "W " + e.block(s.Body)
	case *il.Call:
		call := fmt.Sprintf("C %d %d %d", e.site(s.At), e.methods[s.Method], len(s.Args))
		for _, a := range s.Args {
			call += " " + e.expr(a)
		}
		return call
	default:
		panic(fmt.Sprintf("%T is no core statement", s))
	}
}

func (e *encoder) site(p il.Pos) int {
	if _, ok := e.sites[p]; !ok {
		e.sites[p] = len(e.sites)
	}
	return e.sites[p]
}

func (e *encoder) variable(name string) string {
	if i := e.unit.Formal(name); i >= 0 {
		return "A" + strconv.Itoa(i)
	}
	if _, ok := e.locals[name]; !ok {
		e.locals[name] = len(e.locals)
	}
	return "L" + strconv.Itoa(e.locals[name])
}

func (e *encoder) expr(x il.Expr) string {
	s := fmt.Sprintf("%s %d", e.variable(x.Root), len(x.Fields))
	for _, f := range x.Fields {
		s += " " + strconv.Itoa(slices.Index(e.core.Fields, f))
	}
	return s
}

// answer is what main.ml should say of the program, by the analyses in Go.
func (e *encoder) answer(t *testing.T) string {
	var parts []string
	modes := []abstract.Mode{abstract.Figure7, abstract.NoWB, abstract.Plus, abstract.CommonSuffix}
	for _, mode := range modes {
		opts := abstract.Options{Mode: mode}
		var pairs []string
		for _, r := range abstract.Reports(e.pair, e.summaries(t, opts), opts) {
			if r.Race {
				pairs = append(pairs, fmt.Sprintf("%d,%d", e.site(r.Left.At), e.site(r.Right.At)))
			}
		}
		parts = append(parts, sorted(pairs))
	}
	sums := e.summaries(t, abstract.Options{Mode: abstract.Figure7})
	for _, u := range []*il.Unit{e.pair.Left, e.pair.Right} {
		parts = append(parts, e.summary(u, sums[u.Index]))
	}
	return strings.Join(parts, "|")
}

func (e *encoder) summaries(t *testing.T, opts abstract.Options) []abstract.D {
	t.Helper()
	sums, err := abstract.Summaries(e.core, opts)
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

func (e *encoder) summary(u *il.Unit, d abstract.D) string {
	e.unit, e.locals = u, map[string]int{}
	var w, a []string
	for x := range d.W {
		w = append(w, e.path(x))
	}
	for _, x := range d.Accesses() {
		a = append(a, fmt.Sprintf("%d:%s:%d", e.site(x.At), e.path(x.Path), x.Lock))
	}
	return sorted(w) + "#" + sorted(a)
}

func (e *encoder) path(x abstract.Expr) string {
	words := strings.Split(string(x), ".")
	words[0] = e.variable(words[0])
	for i, f := range words[1:] {
		words[i+1] = strconv.Itoa(slices.Index(e.core.Fields, f))
	}
	return strings.Join(words, ".")
}

func sorted(all []string) string {
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// unordered is an answer with the smaller site of each pair first, where both
// units have one text: Go reports each pair of a unit with itself once.
func unordered(answer string) string {
	parts := strings.Split(answer, "|")
	if len(parts) != 6 || parts[4] != parts[5] {
		return answer
	}
	for i, part := range parts[:4] {
		var pairs []string
		for _, pair := range strings.Fields(part) {
			var p, q int
			if _, err := fmt.Sscanf(pair, "%d,%d", &p, &q); err != nil {
				return answer
			}
			pairs = append(pairs, fmt.Sprintf("%d,%d", min(p, q), max(p, q)))
		}
		parts[i] = sorted(pairs)
	}
	return strings.Join(parts, "|")
}
