// Package examples_test holds every program of this directory against the
// expectations in its header, which were worked out by hand from Figure 7:
// units, summaries, all races, and all pairs left out with the reason. Every
// race is confirmed by the witness checker, every program is in canonical
// format, and README.md lists them all. README.md explains the header.
package examples_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/bounded"
	"wobbly/abstract/compact"
	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/internal/quick"
	"wobbly/witness"
	witnesscheck "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// example is a file of this directory.
type example struct {
	header
	name  string // its path from here
	src   *il.Source
	locks *il.Core // whose locks have names; set by TestExamples
}

// load reads the examples that match pattern.
func load(t *testing.T, pattern string) []example {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var all []example
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		h, err := readHeader(filepath.Base(name), string(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all,
			example{header: h, name: filepath.ToSlash(name), src: il.NewSource(name, string(text))})
	}
	return all
}

// legal returns all legal examples, those of the theory too.
func legal(t *testing.T) []example {
	t.Helper()
	return append(load(t, "*.il"), load(t, "theory/*.il")...)
}

// core parses and checks a legal example.
func (x example) core(t *testing.T) *il.Core {
	t.Helper()
	p, errs := parse.File(x.src)
	if len(errs) == 0 {
		var core *il.Core
		if core, errs = check.Program(p, check.Options{Strict: x.strict}); core != nil {
			return core
		}
	}
	t.Fatalf("not legal: %s", strings.Join(x.errors(errs), "; "))
	return nil
}

// TestExamples runs the analysis on every legal example.
func TestExamples(t *testing.T) {
	const least = 36
	all := legal(t)
	if len(all) < least {
		t.Errorf("%d legal examples, want at least %d", len(all), least)
	}
	for _, x := range all {
		t.Run(x.name, func(t *testing.T) {
			core := x.core(t)
			x.locks = core
			x.units(t, core)
			result := x.analyse(t, core, abstract.Options{})
			x.summaries(t, core, result)
			reported, err := result.Reports(nil)
			if err != nil {
				t.Fatal(err)
			}
			races := reported.ListRaces(math.MaxInt)
			x.races(t, races)
			x.deadlocks(t, core)
			x.checkFiltered(t, core, reported.ListFiltered(math.MaxInt))
			x.literal(t, core)
			x.confirm(t, core, races)
			x.reportsAreTrue(t, races)
			x.modes(t, core, races)
		})
	}
}

func (x example) analyse(t *testing.T, core *il.Core, opts abstract.Options) abstract.Result {
	t.Helper()
	result, err := compact.Run(core, opts)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// units holds "expect units" against the units of the file, in order.
func (x example) units(t *testing.T, core *il.Core) {
	t.Helper()
	var got []string
	for _, u := range core.Units {
		s := u.Name + "(" + strings.Join(u.Formals, ", ") + ")"
		if u.Private {
			s = "private " + s
		}
		got = append(got, s)
	}
	if want := strings.Join(x.expect["units"], " "); strings.Join(got, " ") != want {
		t.Errorf("units\n\t%s\nwant\n\t%s", strings.Join(got, " "), want)
	}
}

// summaries holds "expect summary" and "expect sizes" against W and A.
func (x example) summaries(t *testing.T, core *il.Core, result abstract.Result) {
	t.Helper()
	summary, sizes := map[string]string{}, map[string]string{}
	for _, u := range core.Units {
		w, a := result.Size(u)
		summary[u.Name] = x.summary(result, u)
		sizes[u.Name] = fmt.Sprintf("W %s A %s", w, a)
		if l := result.Lock(u); l.Held() {
			t.Errorf("%s ends at lock level %d", u.Name, l)
		}
	}
	for word, got := range map[string]map[string]string{"summary": summary, "sizes": sizes} {
		for _, line := range x.expect[word] {
			unit, want, _ := strings.Cut(line, " ")
			if got[unit] != want {
				t.Errorf("%s of %s\n\t%s\nwant\n\t%s", word, unit, got[unit], want)
			}
		}
	}
}

// summary renders W in text order and A in source order.
func (x example) summary(result abstract.Result, u *il.Unit) string {
	var w, a []string
	for _, e := range result.Wobbly(u, math.MaxInt) {
		w = append(w, string(e))
	}
	for _, access := range result.Accesses(u, math.MaxInt) {
		a = append(a, x.access(access))
	}
	return "W {" + strings.Join(w, ", ") + "} A {" + strings.Join(a, ", ") + "}"
}

// access renders "12 read b.f lock 1"; level 0 goes unsaid.
func (x example) access(a abstract.Access) string {
	s := fmt.Sprintf("%d %s %s", x.src.Position(a.At).Line, a.Kind, a.Path)
	if a.Lock.Held() {
		s += " lock " + strings.TrimPrefix(x.locks.LevelText(a.Lock), "x")
	}
	return s
}

func (x example) pair(r abstract.Report) string {
	return r.Left.Unit.Name + " " + x.access(r.Left.Access) + " / " +
		r.Right.Unit.Name + " " + x.access(r.Right.Access)
}

// races holds "expect race" against the reported races: all of them.
func (x example) races(t *testing.T, races []abstract.Report) {
	t.Helper()
	got := []string{}
	for _, r := range races {
		got = append(got, x.pair(r))
	}
	x.complete(t, "race", got)
}

// deadlocks compares "expect deadlock" with Theorem D, if the program names locks.
func (x example) deadlocks(t *testing.T, core *il.Core) {
	t.Helper()
	if len(core.Locks) == 0 {
		return
	}
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range core.Pairs() {
		for _, d := range sets.Deadlocks(p) {
			got = append(got, x.deadlock(core, p, [2]il.Pos{d.Left.At, d.Right.At}))
		}
	}
	x.complete(t, "deadlock", got)
}

// deadlock renders "left 3 waits for lock m / right 9 waits for lock n".
func (x example) deadlock(core *il.Core, p il.Pair, at [2]il.Pos) string {
	if p.Left == p.Right && at[1] < at[0] {
		at[0], at[1] = at[1], at[0]
	}
	var sides [2]string
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		sides[i] = fmt.Sprintf("%s %d waits for ", u.Name, x.src.Position(at[i]).Line)
		for _, v := range core.Order {
			il.Walk(v.Body, func(s il.Stmt) {
				if l, ok := il.LockOf(s); ok && il.Acquires(s) && s.Pos() == at[i] {
					sides[i] += l.Words()
				}
			})
		}
	}
	return sides[0] + " / " + sides[1]
}

// complete holds all lines of one word against what was found; the word has
// to occur, with "none" if there is nothing to find.
func (x example) complete(t *testing.T, word string, got []string) {
	t.Helper()
	if len(got) == 0 {
		got = []string{none}
	}
	if d := difference(got, x.expect[word]); d != "" {
		t.Errorf("expect %s:%s", word, d)
	}
}

// checkFiltered compares "expect filtered" with the pairs left out, each with all
// wobbly prefixes on either side and the line of the statement that touches it.
func (x example) checkFiltered(t *testing.T, core *il.Core, filtered []abstract.Report) {
	t.Helper()
	origins := abstract.OriginsOf(core, abstract.Figure7)
	got := []string{}
	for _, r := range filtered {
		var reasons []string
		for _, s := range [2]abstract.Side{r.Left, r.Right} {
			for e := range s.Path.ProperPrefixes() {
				o, ok := origins.Touch(s.Unit, e)
				if !ok {
					continue
				}
				line := x.src.Position(o.Stmt.Pos()).Line
				reasons = append(reasons,
					fmt.Sprintf("%s wobbly in %s at %d", e, s.Unit.Name, line))
			}
		}
		if len(reasons) == 0 {
			t.Errorf("%s is left out, but no proper prefix is touched", x.pair(r))
		}
		slices.Sort(reasons)
		got = append(got, x.pair(r)+": "+strings.Join(slices.Compact(reasons), ", "))
	}
	x.complete(t, "filtered", got)
}

// literal compares "expect literal" with the numbers that another reading of the paper gives.
func (x example) literal(t *testing.T, core *il.Core) {
	t.Helper()
	for _, line := range x.expect["literal"] {
		reading, want, _ := strings.Cut(line, " gives ")
		opts, err := literalOptions(reading)
		if err != nil {
			t.Fatal(err)
		}
		reported, err := x.analyse(t, core, opts).Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("races %s, filtered %s", reported.Races(), reported.Filtered())
		if got != want {
			t.Errorf("%s gives %s, want %s", reading, got, want)
		}
	}
}

// includes reports whether a mode reports all that another one reports, as package abstract
// declares.
func includes(m, other abstract.Mode) bool {
	return m == other ||
		slices.ContainsFunc(abstract.Modes[other].Within,
			func(w abstract.Within) bool { return includes(m, w.Mode) })
}

// modes compares "expect analysis" with the numbers that another mode of the
// analysis returns. In every mode each race has a witness and is true, and a mode that
// includes RacerDX reports what that reports.
func (x example) modes(t *testing.T, core *il.Core, races []abstract.Report) {
	t.Helper()
	want := map[string]string{}
	for _, line := range x.expect["analysis"] {
		name, counts, _ := strings.Cut(line, " gives ")
		want[name] = counts
	}
	for _, m := range abstract.Modes[1:] {
		reported, err := x.analyse(t, core, abstract.Options{Mode: m.Mode}).Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("races %s, filtered %s", reported.Races(), reported.Filtered())
		if counts, ok := want[m.Name]; ok && got != counts {
			t.Errorf("%s gives %s, want %s", m.Name, got, counts)
		}
		delete(want, m.Name)
		all := reported.ListRaces(math.MaxInt)
		x.confirm(t, core, all)
		x.reportsAreTrue(t, all)
		for _, r := range races {
			if !includes(m.Mode, abstract.Figure7) {
				break
			}
			if !slices.ContainsFunc(all,
				func(o abstract.Report) bool { return x.pair(o) == x.pair(r) }) {
				t.Errorf("%s does not report %s", m.Name, x.pair(r))
			}
		}
	}
	if counts, n := want["flow"], x.flow(t, core); counts != "" &&
		counts != fmt.Sprintf("races %d", n) {
		t.Errorf("flow gives races %d, want %s", n, counts)
	}
	delete(want, "flow")
	for k, n := range x.bounded(t, core) {
		name := "bounded"
		if k != 1 {
			name = fmt.Sprintf("bounded %d", k)
		}
		if counts := want[name]; counts != "" && n >= 0 && counts != fmt.Sprintf("races %d", n) {
			t.Errorf("%s gives races %d, want %s", name, n, counts)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("there is no analysis %q", name)
	}
}

// flow counts the races of flow-sensitive RacerDX+, as pairs of sites. Each has a
// witness and is true.
func (x example) flow(t *testing.T, core *il.Core) int {
	t.Helper()
	r, err := flow.Analyze(core, flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, c := reconstruct.New(core), witnesscheck.New(core)
	real := sites(x.truth["race"])
	found := map[string]bool{}
	for _, p := range core.Pairs() {
		for _, y := range r.Reports(p) {
			l, r := y.Left, y.Right
			name := x.sites(l.Unit, l.At, l.Kind, r.Unit, r.At, r.Kind)
			found[name] = true
			w, err := b.Flow(y, math.MaxInt)
			if err == nil {
				err = c.Check(w)
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if !slices.Contains(real, name) {
				t.Errorf("flow reports %s, which is no race", name)
			}
		}
		if r.Cut(p.Left)+r.Cut(p.Right) != "" {
			t.Logf("flow is cut: %s %s", r.Cut(p.Left), r.Cut(p.Right))
		}
	}
	return len(found)
}

// bounded checks what package bounded reports, for each number of context switches:
// the witness, and that each report is a race. It gives how many there are.
func (x example) bounded(t *testing.T, core *il.Core) (counts [bounded.MaxSwitches + 1]int) {
	t.Helper()
	b, c := reconstruct.New(core), witnesscheck.New(core)
	real := sites(x.truth["race"])
	for k := range counts {
		if k != 1 && !quick.All {
			counts[k] = -1 // left to the build tag full
			continue
		}
		r, err := bounded.Analyze(core, bounded.Options{Switches: k})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range core.Pairs() {
			all, _ := r.Reports(t.Context(), p)
			for _, y := range all {
				counts[k]++
				l, r := y.Sites[0], y.Sites[1]
				name := x.sites(p.Left, l.At, l.Kind, p.Right, r.At, r.Kind)
				if err := checkWitness(b, c, y, k); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if !slices.Contains(real, name) {
					t.Errorf("bounded reports %s, which is no race", name)
				}
			}
		}
	}
	return counts
}

// checkWitness returns nil if the witness of a report is accepted, and has no more context
// switches than allowed.
func checkWitness(b *reconstruct.Builder, c *witnesscheck.Checker, r bounded.Report,
	maxSwitches int) error {
	e, err := r.Execution()
	if err != nil {
		return err
	}
	if len(e.Turns) > maxSwitches+1 {
		return fmt.Errorf("%d turns", len(e.Turns))
	}
	w, err := b.Bounded(e, math.MaxInt)
	if err != nil {
		return err
	}
	return c.Check(w)
}

// literalOptions returns the options of a reading: sum, the printed condition; a
// cap on the lock level; or one of abstract.Readings.
func literalOptions(reading string) (abstract.Options, error) {
	var opts abstract.Options
	if reading == "sum" {
		opts.Condition = abstract.Sum
		return opts, nil
	}
	if _, err := fmt.Sscanf(reading, "cap %d", &opts.Cap); err == nil {
		return opts, nil
	}
	var err error
	opts.Literal, err = abstract.ParseReadings(reading)
	return opts, err
}

// confirm has the checker accept a witness of every race. A witness is
// compressed exactly where "expect compressed" says so.
func (x example) confirm(t *testing.T, core *il.Core, races []abstract.Report) {
	t.Helper()
	const maxSteps = 10_000
	_, compressed := x.expect["compressed"]
	builder, checker := reconstruct.New(core), witnesscheck.New(core)
	for _, r := range races {
		w, err := builder.Witness(r, maxSteps)
		if err != nil {
			t.Errorf("%s: no witness: %v", x.pair(r), err)
			continue
		}
		if err := checker.Check(w); err != nil {
			t.Errorf("%s: the witness is refused: %v", x.pair(r), err)
		}
		if w.Compressed != compressed || compressed == (countRuns(w) == 0) {
			t.Errorf("%s: the witness has %d steps, %d of them runs, and compressed is %v",
				x.pair(r), len(w.Steps), countRuns(w), w.Compressed)
		}
	}
}

func countRuns(w *witness.Witness) int {
	n := 0
	for _, s := range w.Steps {
		if s.Do == witness.Run {
			n++
		}
	}
	return n
}

// reportsAreTrue is the true positives theorem for this file: what is reported
// is among the races of "truth race".
func (x example) reportsAreTrue(t *testing.T, races []abstract.Report) {
	t.Helper()
	real := sites(x.truth["race"])
	for _, r := range races {
		l, r := r.Left, r.Right
		if s := x.sites(l.Unit, l.At, l.Kind, r.Unit, r.At, r.Kind); !slices.Contains(real, s) {
			t.Errorf("%s is reported, but not among the races of \"truth race\"", s)
		}
	}
}

// sites renders a pair of places, "m 12 read / n 15 write", the earlier unit
// first and in a self pair the earlier place.
func (x example) sites(u *il.Unit, p il.Pos, k il.AccessKind, v *il.Unit, q il.Pos,
	l il.AccessKind) string {
	if u.Index > v.Index || u == v && (p > q || p == q && k > l) {
		u, p, k, v, q, l = v, q, l, u, p, k
	}
	return fmt.Sprintf("%s %d %s / %s %d %s",
		u.Name, x.src.Position(p).Line, k, v.Name, x.src.Position(q).Line, l)
}

// TestIllegal: each program of illegal/ has exactly its expected errors, in text order.
func TestIllegal(t *testing.T) {
	for _, x := range load(t, "illegal/*.il") {
		t.Run(x.name, func(t *testing.T) {
			if len(x.expect["error"]) == 0 {
				t.Fatal("no expect error")
			}
			p, errs := parse.File(x.src)
			if p != nil {
				_, more := check.Program(p, check.Options{Strict: x.strict})
				errs = append(errs, more...)
			}
			errs.Sort()
			got := x.errors(errs)
			if !slices.Equal(got, x.expect["error"]) {
				t.Errorf("errors\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"),
					strings.Join(x.expect["error"], "\n\t"))
			}
		})
	}
}

// errors renders diagnostics as "E0041 at 7:3".
func (x example) errors(errs diag.List) []string {
	var all []string
	for _, e := range errs {
		all = append(all, string(e.Code)+" at "+x.src.At(e.At))
	}
	return all
}

// TestIllegalCoversAssumptions: for each of the assumptions A1 to A6 of Section 3.1, some program
// named after it violates it.
func TestIllegalCoversAssumptions(t *testing.T) {
	for i := 1; i <= 6; i++ {
		pattern := fmt.Sprintf("illegal/a%d-*.il", i)
		if len(load(t, pattern)) == 0 {
			t.Errorf("no program matches %s", pattern)
		}
	}
}

// TestFormat: every legal example is formatted as the printer formats it.
func TestFormat(t *testing.T) {
	for _, x := range legal(t) {
		p, errs := parse.File(x.src)
		if len(errs) > 0 {
			continue // TestExamples reports it
		}
		if got := il.Format(p); got != x.src.Text {
			t.Errorf("%s is not in canonical format, which is:\n%s", x.name, got)
		}
	}
}
