// Package examples_test holds every program of this directory against the expectations in its
// header, which were worked out by hand from Figure 7: units, summaries, all races, and all pairs
// left out with the reason. Every race is confirmed by the witness checker, every program is in
// canonical format, and README.md lists them all. README.md explains the header.
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
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
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
		s := x.sites(il.Pair{Left: r.Left.Unit, Right: r.Right.Unit}, il.Sites{
			{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind},
		})
		if !slices.Contains(real, s) {
			t.Errorf("%s is reported, but not among the races of \"truth race\"", s)
		}
	}
}

// sites renders a pair of places, "m 12 read / n 15 write", the earlier unit
// first and in a self pair the earlier place.
func (x example) sites(p il.Pair, s il.Sites) string {
	if p.Left.Index > p.Right.Index {
		p.Left, p.Right, s[0], s[1] = p.Right, p.Left, s[1], s[0]
	}
	s = p.Sites(s[0], s[1])
	return fmt.Sprintf("%s %d %s / %s %d %s", p.Left.Name, x.src.Position(s[0].At).Line, s[0].Kind,
		p.Right.Name, x.src.Position(s[1].At).Line, s[1].Kind)
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
