// Package examples_test compares the analyses of every program of this directory with the
// expectations in its header, which were worked out by hand from Figure 7: units, summaries, all
// races, and all pairs left out with the reason. It also checks that the witness checker confirms
// every race, that the programs are formatted, and that README.md lists them all. README.md
// explains the header.
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
	name string // the path of the file, such as theory/x.il
	src  *il.Source
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
		all = append(all, example{
			header: h,
			name:   filepath.ToSlash(name),
			src:    il.NewSource(name, string(text)),
		})
	}
	return all
}

// legal returns all legal examples, including those in theory/.
func legal(t *testing.T) []example {
	t.Helper()
	return append(load(t, "*.il"), load(t, "theory/*.il")...)
}

// core parses and checks a legal example.
func (x example) core(t *testing.T) *il.Core {
	t.Helper()
	p, errs := parse.File(x.src)
	if len(errs) > 0 {
		t.Fatalf("%s does not parse: %s", x.name, strings.Join(x.errors(errs), "; "))
	}
	core, errs := check.Program(p, check.Options{Strict: x.strict})
	if core == nil {
		t.Fatalf("%s is not legal: %s", x.name, strings.Join(x.errors(errs), "; "))
	}
	return core
}

// TestExamples compares the analysis of every legal example with its header.
func TestExamples(t *testing.T) {
	const minExamples = 36
	all := legal(t)
	if len(all) < minExamples {
		t.Errorf("%d legal examples, want at least %d", len(all), minExamples)
	}
	for _, x := range all {
		t.Run(x.name, func(t *testing.T) {
			core := x.core(t)
			x.checkUnits(t, core)
			result := x.analyze(t, core, abstract.Options{})
			x.checkSummaries(t, core, result)
			reported, err := result.Reports(nil)
			if err != nil {
				t.Fatal(err)
			}
			races := reported.ListRaces(math.MaxInt)
			x.checkRaces(t, core, races)
			x.checkDeadlocks(t, core)
			x.checkFiltered(t, core, reported.ListFiltered(math.MaxInt))
			x.checkReadings(t, core)
			x.checkWitnesses(t, core, races)
			x.checkReportsAreTrue(t, races)
			x.checkModes(t, core, races)
		})
	}
}

// analyze returns the result of an analysis of the example.
func (x example) analyze(t *testing.T, core *il.Core, opts abstract.Options) abstract.Result {
	t.Helper()
	result, err := compact.Run(core, opts)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// checkUnits compares "expect units" with the units of the file, in order.
func (x example) checkUnits(t *testing.T, core *il.Core) {
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

// checkSummaries compares "expect summary" and "expect sizes" with W and A, and checks that L is 0.
func (x example) checkSummaries(t *testing.T, core *il.Core, result abstract.Result) {
	t.Helper()
	summary, sizes := map[string]string{}, map[string]string{}
	for _, u := range core.Units {
		w, a := result.Size(u)
		summary[u.Name] = x.summary(core, result, u)
		sizes[u.Name] = fmt.Sprintf("W %s A %s", w, a)
		if l := result.Lock(u); l.Held() {
			t.Errorf("%s ends at lock level %d, want 0", u.Name, l)
		}
	}
	x.checkUnitLines(t, "summary", summary)
	x.checkUnitLines(t, "sizes", sizes)
}

// checkUnitLines compares the lines "expect" word, each of a unit, with the texts of the units.
func (x example) checkUnitLines(t *testing.T, word string, got map[string]string) {
	t.Helper()
	for _, line := range x.expect[word] {
		unit, want, _ := strings.Cut(line, " ")
		if got[unit] != want {
			t.Errorf("%s of %s\n\t%s\nwant\n\t%s", word, unit, got[unit], want)
		}
	}
}

// summary renders W in text order and A in source order.
func (x example) summary(core *il.Core, result abstract.Result, u *il.Unit) string {
	var w, a []string
	for _, e := range result.Wobbly(u, math.MaxInt) {
		w = append(w, string(e))
	}
	for _, access := range result.Accesses(u, math.MaxInt) {
		a = append(a, x.access(core, access))
	}
	return "W {" + strings.Join(w, ", ") + "} A {" + strings.Join(a, ", ") + "}"
}

// access renders an access as "12 read b.f lock 1", or "12 read b.f" at level 0.
func (x example) access(core *il.Core, a abstract.Access) string {
	s := fmt.Sprintf("%d %s %s", x.src.Position(a.At).Line, a.Kind, a.Path)
	if a.Lock.Held() {
		s += " lock " + strings.TrimPrefix(core.LevelText(a.Lock), "x")
	}
	return s
}

// pair renders the two accesses of a report.
func (x example) pair(core *il.Core, r abstract.Report) string {
	return r.Left.Unit.Name + " " + x.access(core, r.Left.Access) + " / " +
		r.Right.Unit.Name + " " + x.access(core, r.Right.Access)
}

// checkRaces compares "expect race" with all reported races.
func (x example) checkRaces(t *testing.T, core *il.Core, races []abstract.Report) {
	t.Helper()
	got := []string{}
	for _, r := range races {
		got = append(got, x.pair(core, r))
	}
	x.checkAll(t, "race", got)
}

// checkDeadlocks compares "expect deadlock" with the deadlocks that the analysis predicts (Theorem
// D of docs/theory.md), if the program names locks.
func (x example) checkDeadlocks(t *testing.T, core *il.Core) {
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
	x.checkAll(t, "deadlock", got)
}

// deadlock renders two blocked acquires as "left 3 waits for lock m / right 9 waits for lock n".
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

// checkAll compares the lines that begin with "expect" and word with got. If got is empty, the
// header must say "none".
func (x example) checkAll(t *testing.T, word string, got []string) {
	t.Helper()
	if len(got) == 0 {
		got = []string{none}
	}
	if d := difference(got, x.expect[word]); d != "" {
		t.Errorf("expect %s:%s", word, d)
	}
}

// checkFiltered compares "expect filtered" with the pairs left out, each with all wobbly prefixes
// on either side and the line of the statement that makes them wobbly.
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
			t.Errorf("%s is left out, but no proper prefix is touched", x.pair(core, r))
		}
		slices.Sort(reasons)
		got = append(got, x.pair(core, r)+": "+strings.Join(slices.Compact(reasons), ", "))
	}
	x.checkAll(t, "filtered", got)
}

// checkReadings compares "expect literal" with the numbers of reports under a literal reading of
// the paper.
func (x example) checkReadings(t *testing.T, core *il.Core) {
	t.Helper()
	for _, line := range x.expect["literal"] {
		reading, want, _ := strings.Cut(line, " gives ")
		opts, err := readingOptions(reading)
		if err != nil {
			t.Fatal(err)
		}
		reported, err := x.analyze(t, core, opts).Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("races %s, filtered %s", reported.Races(), reported.Filtered())
		if got != want {
			t.Errorf("%s gives %s, want %s", reading, got, want)
		}
	}
}

// readingOptions returns the options for a reading: "sum", the condition as printed; "cap N", a
// bound on the lock level; or one of abstract.Readings.
func readingOptions(reading string) (abstract.Options, error) {
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

// checkWitnesses checks that the checker accepts a witness of every race. A witness is compressed
// exactly where "expect compressed" says so.
func (x example) checkWitnesses(t *testing.T, core *il.Core, races []abstract.Report) {
	t.Helper()
	const maxSteps = 10_000
	_, compressed := x.expect["compressed"]
	builder, checker := reconstruct.New(core), witnesscheck.New(core)
	for _, r := range races {
		w, err := builder.Witness(r, maxSteps)
		if err != nil {
			t.Errorf("%s: no witness: %v", x.pair(core, r), err)
			continue
		}
		if err := checker.Check(w); err != nil {
			t.Errorf("%s: the witness is refused: %v", x.pair(core, r), err)
		}
		if w.Compressed != compressed || compressed == (countRuns(w) == 0) {
			t.Errorf("%s: witness with %d steps, %d of them runs, compressed = %t; want %t",
				x.pair(core, r), len(w.Steps), countRuns(w), w.Compressed, compressed)
		}
	}
}

// countRuns counts the steps that stand for more than one statement.
func countRuns(w *witness.Witness) int {
	n := 0
	for _, s := range w.Steps {
		if s.Do == witness.Run {
			n++
		}
	}
	return n
}

// checkReportsAreTrue checks the true positives theorem for x: each report is among the races of
// "truth race".
func (x example) checkReportsAreTrue(t *testing.T, races []abstract.Report) {
	t.Helper()
	truth := withoutReasons(x.truth["race"])
	for _, r := range races {
		s := x.sites(il.Pair{Left: r.Left.Unit, Right: r.Right.Unit}, il.Sites{
			{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind},
		})
		if !slices.Contains(truth, s) {
			t.Errorf("%s is reported, but not among the races of \"truth race\"", s)
		}
	}
}

// sites renders the sites of a race as "m 12 read / n 15 write", with the earlier unit first. If
// both threads run one unit, the earlier line is first.
func (x example) sites(p il.Pair, s il.Sites) string {
	if p.Left.Index > p.Right.Index {
		p.Left, p.Right, s[0], s[1] = p.Right, p.Left, s[1], s[0]
	}
	s = p.Sites(s[0], s[1])
	return fmt.Sprintf("%s %d %s / %s %d %s", p.Left.Name, x.src.Position(s[0].At).Line, s[0].Kind,
		p.Right.Name, x.src.Position(s[1].At).Line, s[1].Kind)
}

// TestIllegal checks that each program of illegal/ has exactly its expected errors, in text order.
func TestIllegal(t *testing.T) {
	for _, x := range load(t, "illegal/*.il") {
		t.Run(x.name, func(t *testing.T) {
			if len(x.expect["error"]) == 0 {
				t.Fatalf("the header of %s has no line \"expect error\"", x.name)
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

// TestIllegalCoversAssumptions checks that for each of the assumptions A1 to A6 of the paper's
// Section 3.1, a program of illegal/ is named after it.
func TestIllegalCoversAssumptions(t *testing.T) {
	for i := 1; i <= 6; i++ {
		pattern := fmt.Sprintf("illegal/a%d-*.il", i)
		if len(load(t, pattern)) == 0 {
			t.Errorf("no program matches %s", pattern)
		}
	}
}

// TestFormat checks that every legal example is formatted.
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
