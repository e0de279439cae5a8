package verified

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
)

// certificate is a certificate of absence as package witness/absence writes it.
type certificate struct {
	Sites [2]struct {
		At   string `json:"at"`
		Kind string `json:"kind"`
	} `json:"sites"`
	Threads [2]struct {
		Relies map[string][]string `json:"relies"`
		Loops  []struct {
			Vars      map[string][]string `json:"vars"`
			Cells     map[string][]string `json:"cells"`
			Single    []string            `json:"single"`
			Several   []string            `json:"several"`
			Facts     map[string][]string `json:"facts"`
			Published []string            `json:"published"`
			Stored    map[string][]string `json:"stored"`
		} `json:"loops"`
	} `json:"threads"`
}

// Absent reports whether the extracted checker accepts a certificate of absence, given as JSON, for
// the two units that it names.
func (c *Command) Absent(core *il.Core, pair il.Pair, text []byte) (bool, error) {
	p := encodeReachable(core, pair)
	var x certificate
	if err := json.Unmarshal(text, &x); err != nil {
		return false, err
	}
	request, err := p.certificate(&x)
	if err != nil {
		return false, err
	}
	if err := c.load(p); err != nil {
		return false, err
	}
	answer, err := c.ask("absence " + request)
	return answer == "accepted", err
}

// certificate writes a certificate in the notation of proof/main.ml.
func (p *Program) certificate(x *certificate) (string, error) {
	w := &certificateWriter{p: p, allocations: map[string]int{}}
	accesses := map[[2]string]int{}
	for _, u := range p.core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if il.Allocates(s) {
				w.allocations[p.core.Source.At(s.Pos())] = p.site(s.Pos())
			}
		})
		for _, a := range il.Accesses(u.Body) {
			accesses[[2]string{p.core.Source.At(a.At), a.Kind.String()}] = p.siteOf(a.Site)
		}
	}
	for _, s := range x.Sites {
		n, ok := accesses[[2]string{s.At, s.Kind}]
		if !ok {
			return "", fmt.Errorf("the program has no %s at %s", s.Kind, s.At)
		}
		w.number(n)
	}
	for i := range x.Threads {
		t := &x.Threads[i]
		w.cells(t.Relies)
		w.number(len(t.Loops))
		for j := range t.Loops {
			l := &t.Loops[j]
			w.number(1 + len(p.methods))
			w.unit(0, [2]*il.Unit{p.pair.Left, p.pair.Right}[i], l.Vars, l.Facts)
			for _, m := range slices.Sorted(maps.Keys(p.methods)) {
				w.unit(1+p.methods[m], p.core.Methods[m], l.Vars, l.Facts)
			}
			w.cells(l.Cells)
			w.set(l.Single)
			w.set(l.Several)
			w.set(l.Published)
			w.cells(l.Stored)
		}
	}
	return strings.Join(w.words, " "), w.err
}

// certificateWriter writes the words of a certificate. It keeps the first error.
type certificateWriter struct {
	p           *Program
	allocations map[string]int // the sites of new(), by position
	words       []string       // what has been written
	err         error
}

func (w *certificateWriter) number(n int) { w.words = append(w.words, strconv.Itoa(n)) }

// unit writes what is known of a method's variables, and of its parameters at entry. In the
// notation both threads have the same number of parameters; those that a thread lacks hold initial
// objects.
func (w *certificateWriter) unit(number int, u *il.Unit, vars, facts map[string][]string) {
	w.number(number)
	lacking := 0
	if number == 0 {
		lacking = w.p.formals() - len(u.Formals)
	}
	w.variablesAndFacts(u, lacking, vars, facts, func(x string) (string, bool) {
		_, local := w.p.locals[u][x]
		return x, local || u.Formal(x) >= 0
	})
	w.variablesAndFacts(u, 0, vars, facts, func(x string) (string, bool) {
		x, entry := strings.CutSuffix(x, "@entry")
		return x, entry && u.Formal(x) >= 0
	})
}

// variablesAndFacts writes the entries of vars and facts whose variables kind accepts; kind returns
// the name to write. Before the facts, it adds lacking parameters, which hold initial objects.
func (w *certificateWriter) variablesAndFacts(
	u *il.Unit, lacking int, vars, facts map[string][]string, kind func(string) (string, bool),
) {
	var names, paths []string
	for _, x := range slices.Sorted(maps.Keys(vars)) {
		if _, ok := kind(x); ok {
			names = append(names, x)
		}
	}
	for _, e := range slices.Sorted(maps.Keys(facts)) {
		root, _, _ := strings.Cut(e, ".")
		if _, ok := kind(root); ok {
			paths = append(paths, e)
		}
	}
	variable := func(x string) {
		x, _ = kind(x)
		w.words = append(w.words, w.p.variable(u, x))
	}
	w.number(len(names) + lacking)
	for _, x := range names {
		variable(x)
		w.set(vars[x])
	}
	for i := range lacking {
		w.words = append(w.words, fmt.Sprintf("A%d", len(u.Formals)+i))
		w.set([]string{"initial"})
	}
	w.number(len(paths))
	for _, e := range paths {
		parts := strings.Split(e, ".")
		variable(parts[0])
		w.number(len(parts) - 1)
		for _, f := range parts[1:] {
			w.number(w.p.field(f))
		}
		w.set(facts[e])
	}
}

// cells writes what the cells of objects hold. A key is the name of an object, a point and a field.
func (w *certificateWriter) cells(m map[string][]string) {
	w.number(len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		i := strings.LastIndex(key, ".")
		w.name(key[:max(i, 0)])
		w.number(w.p.field(key[i+1:]))
		w.set(m[key])
	}
}

func (w *certificateWriter) set(all []string) {
	w.number(len(all))
	for _, n := range all {
		w.name(n)
	}
}

// name writes the name of an object: "initial", "private 1:8", or "public A 1:8".
func (w *certificateWriter) name(s string) {
	if s == "initial" {
		w.words = append(w.words, "I")
		return
	}
	kind, at := s, ""
	if i := strings.LastIndex(s, " "); i >= 0 {
		kind, at = s[:i], s[i+1:]
	}
	letter, ok := map[string]string{"private": "P", "public A": "A", "public B": "B"}[kind]
	site, known := w.allocations[at]
	if (!ok || !known) && w.err == nil {
		w.err = errors.New("the program has no object of that name")
	}
	w.words = append(w.words, letter)
	w.number(site)
}
