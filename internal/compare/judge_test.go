package compare

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/chord"
	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/report"
	"wobbly/witness"
)

// judged is a document with its lists.
type judged struct {
	*report.Check
	Reports  []report.Race
	Filtered []report.Filtered
}

// asked is Judge, with the lists of the document.
func asked(ctx context.Context, core *il.Core, only *il.Pair, a *analyzers.Analyzer,
	o analyzers.Options) (judged, error) {
	d, err := Judge(ctx, core, only, a, o, nil)
	if err != nil {
		return judged{}, err
	}
	return judged{documentOf(ctx, core, a, d), slices.Collect(d.Races), slices.Collect(d.Filtered)},
		nil
}

// documentOf returns the document of what was found.
func documentOf(ctx context.Context, core *il.Core, a *analyzers.Analyzer,
	found report.Found) *report.Check {
	return &report.Check{
		File: core.Source.Name, Source: core.Source, Analysis: a.Name, Title: a.Title,
		Condition: "or", Found: found, Interrupted: func() bool { return ctx.Err() != nil },
	}
}

// write prints a document in a format.
func (d judged) write(w io.Writer, format string) error {
	log := report.FindCheckFormat(format).Open(w, report.Style{})
	_, err := log.Check(d.Check)
	return cmp.Or(err, log.End())
}

// judgedBy judges an analyzer on a program.
func judgedBy(t *testing.T, text, name string, set func(o *analyzers.Options)) judged {
	t.Helper()
	a, ok := analyzers.Find(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	o := analyzers.DefaultOptions()
	if set != nil {
		set(&o)
	}
	d, err := asked(context.Background(), iltest.Core(t, text), nil, a, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d
}

// twice makes each access under several paths and lock levels.
const twice = `private get(p) { x := p.h; }
private set(p) { y := new(); p.h := y; }
m(a) { get(a.f); get(a.g); lock(); get(a.f); unlock(); }
n(b) { set(b.f); set(b.g); }`

// TestJudgeAll: reports of one pair of sites with different paths or lock levels count separately.
func TestJudgeAll(t *testing.T) {
	d := judgedBy(t, twice, "racerd", nil)
	if len(d.Reports) != 5 || d.TotalRaces.String() != "5" || d.Counts[report.Confirmed] != 5 {
		t.Errorf("%d reports of %s, %v, want 5, all confirmed", len(d.Reports), d.TotalRaces,
			d.Counts)
	}
	seen := map[string]bool{}
	for _, r := range d.Reports {
		seen[r.Note] = true
		if r.Left.Unit == "m" && r.Right.Unit == "n" && len(r.Left.Calls) != 1 ||
			r.Note != fmt.Sprintf("%s under %d and %s under %d", r.Left.Path, r.Left.Lock,
				r.Right.Path, r.Right.Lock) {
			t.Errorf("the report = %+v, want a note with its paths and locks", r)
		}
	}
	if !seen["a.f.h under 1 and b.f.h under 0"] || len(seen) != 5 {
		t.Errorf("the notes are %v, want 5 with that of a.f.h and b.f.h", seen)
	}
	if flow := judgedBy(t, twice, "flow", nil); len(flow.Reports) < 3 ||
		flow.Counts[report.Confirmed] != len(flow.Reports) || flow.Reports[0].Witness == nil {
		t.Errorf("flow = %+v, want 3 or more reports, all confirmed", flow)
	}
}

// TestEnds: path, lock level and calls of an access in a callee are those of the unit.
func TestEnds(t *testing.T) {
	const text = `private m(p) { p.g := p; }
private k(p) { m(p.h); }
top(a) { lock(); k(a.f); unlock(); }
bot(b) { k(b.f); }`
	for _, a := range analyzers.All() {
		d := judgedBy(t, text, a.Name, func(o *analyzers.Options) { o.Share = 0 })
		found := false
		for _, r := range d.Reports {
			if r.Left.Unit != "top" || r.Right.Unit != "bot" {
				continue
			}
			found = true
			want := report.Side{
				Unit: "top", At: "1:16", Kind: "write", Path: "a.f.h.g", Lock: 1,
				Calls: []string{"3:18", "2:16"},
			}
			if got := r.Left; got.Path != want.Path || got.Lock != want.Lock ||
				!slices.Equal(got.Calls, want.Calls) || got.At != want.At {
				t.Errorf("%s: %+v, want %+v", a.Name, got, want)
			}
			if got := r.Right; got.Path != "b.f.h.g" || got.Lock != 0 ||
				!slices.Equal(got.Calls, []string{"4:10", "2:16"}) || got.Within != "" ||
				got.Unreached {
				t.Errorf("%s: the right side = %+v, want b.f.h.g with two calls", a.Name, got)
			}
		}
		if !found && !reportsLess(a.Name) {
			t.Errorf("%s reports nothing", a.Name)
		}
	}
}

// reportsLess reports whether an analyzer may miss the race of TestEnds: nowb, since the
// access stores what it accesses; bounded-0, which lets one of the threads make no step, not
// even into a method; and what one of these includes.
func reportsLess(name string) bool {
	return name == "nowb" || name == "bounded-0" ||
		slices.ContainsFunc(analyzers.Inclusions(), func(in analyzers.Inclusion) bool {
			return in.Sub == name && reportsLess(in.Super)
		})
}

// TestWithin: a path that begins with a callee's local names the callee.
func TestWithin(t *testing.T) {
	const text = `private m(p) { x := p.f; lock(); x.g := x; unlock(); x.h := x; }
u(a) { m(a); } v(b) { lock(); m(b); unlock(); }`
	d := judgedBy(t, text, "chord", nil)
	for _, r := range d.Reports {
		if r.Left.At == "1:54" && r.Left.Unit == "u" && r.Right.Unit == "v" {
			if r.Left.Path != "x.h" || r.Left.Within != "m" || r.Left.Lock != 0 ||
				r.Right.Lock != 1 || len(r.Right.Calls) != 1 {
				t.Errorf("the report = %+v, want x.h within m, and one call on the right", r)
			}
			return
		}
	}
	t.Errorf("the pair is not among the reports: %+v", d.Reports)
}

// TestKept: reports that Chord was told to keep are reported and judged, even if no thread reaches
// them.
func TestKept(t *testing.T) {
	text, err := os.ReadFile("../../examples/burble.il")
	if err != nil {
		t.Fatal(err)
	}
	keep, err := chord.ParseStages("reachable,aliasing,escaping,unlocked")
	if err != nil {
		t.Fatal(err)
	}
	d := judgedBy(t, string(text), "chord", func(o *analyzers.Options) { o.Keep = keep })
	last := d.Stages[len(d.Stages)-1]
	if len(d.Reports) != 39 || last.Pairs != 5 || d.Counts[report.Impossible] != 37 ||
		len(d.Defects) > 0 {
		t.Errorf("%d reports, the stages %+v, the counts %v and the defects %v, want 39 reports, "+
			"37 of them impossible, and 5 pairs after the last stage", len(d.Reports), d.Stages,
			d.Counts, d.Defects)
	}
	unreached := 0
	for _, r := range d.Reports {
		if r.Left.Unreached || r.Right.Unreached {
			unreached++
			if r.Verdict != report.Impossible {
				t.Errorf("the report of an access that is not reached = %+v, want it impossible", r)
			}
		}
	}
	if unreached != 34 {
		t.Errorf("%d reports of what is not reached, want 34", unreached)
	}
	var b bytes.Buffer
	if err := d.write(&b, "text"); err != nil ||
		!strings.Contains(b.String(), "never calls the method with the access at") {
		t.Errorf("the text: %v, want that the method is never called:\n%s", err, b.String())
	}
}

// TestJudgeDefects: a report that is not a candidate, or that violates an inclusion, is a defect.
func TestJudgeDefects(t *testing.T) {
	const text = "m(a) { a.f := new(); x := a.g; }"
	core := iltest.Core(t, text)
	store, load := site(text, "a.f", il.Write), site(text, "x := a.g", il.Read)
	d, err := asked(context.Background(), core, nil,
		reporting("racerdx-sum", il.Sites{store, load}), analyzers.DefaultOptions())
	if err != nil || len(d.Defects) != 1 ||
		!strings.Contains(d.Defects[0], "1:8 write / 1:22 read") {
		t.Errorf("racerdx-sum = %+v, %v; want one defect, of 1:8 and 1:22", d, err)
	}
	const locked = "m(a) { lock(); a.f := new(); unlock(); }"
	store = site(locked, "a.f", il.Write)
	d, err = asked(context.Background(), iltest.Core(t, locked), nil,
		reporting("plus", il.Sites{store, store}), analyzers.DefaultOptions())
	if err != nil || len(d.Defects) != 1 || !strings.Contains(d.Defects[0], "and oracle does not") {
		t.Errorf("plus = %+v, %v; want one defect against oracle", d, err)
	}
	var b bytes.Buffer
	if err := d.write(&b, "text"); err != nil ||
		!strings.Contains(b.String(), "DEFECT: m || m: plus reports") {
		t.Errorf("the text: %v, want the defect of plus:\n%s", err, b.String())
	}
}

// TestTop: an unknown lock level is marked.
func TestTop(t *testing.T) {
	o, err := racerd.ParseSwitches("always-widen")
	if err != nil {
		t.Fatal(err)
	}
	d := judgedBy(t, "m(a) { while * { x := a.h; } a.f := a; } n(b) { y := b.f; }", "racerd",
		func(x *analyzers.Options) { x.RacerD = o })
	if len(d.Reports) != 1 {
		t.Fatalf("the reports are %+v, want one", d.Reports)
	}
	if r := d.Reports[0]; !r.Left.LockTop || r.Left.Lock != 2 || r.Right.LockTop ||
		r.Right.Lock != 0 || !strings.HasPrefix(r.Note, "a.f under ⊤") {
		t.Errorf("the report = %+v, want an unknown lock on the left only", r)
	}
}

// TestOwned: the document has the pairs that RacerD considers owned.
func TestOwned(t *testing.T) {
	const text = `m(a) { p := new(); put(p); } private put(q) { q.f := q; } n(b) { x := b.f; }`
	d := judgedBy(t, text, "racerd", nil)
	if d.TotalFiltered.String() != fmt.Sprint(len(d.Filtered)) {
		t.Errorf("%s candidates are filtered, and %d are listed, want all", d.TotalFiltered,
			len(d.Filtered))
	}
	const beside = `m(a) { a := new(); a.f := a; } n(b) { x := b.f; }`
	d = judgedBy(t, beside, "racerd", nil)
	i := slices.IndexFunc(d.Filtered,
		func(f report.Filtered) bool { return f.Left.Unit == "m" && f.Right.Unit == "n" })
	if i < 0 {
		t.Fatalf("no candidate of m and n is filtered: %+v", d.Filtered)
	}
	for n, f := range d.Filtered {
		if want := fmt.Sprint("F", n+1); f.ID != want {
			t.Errorf("filtered pair %s, want %s", f.ID, want)
		}
	}
	if f := d.Filtered[i]; !slices.Equal(f.Reasons, []string{report.ReasonOwned}) ||
		!slices.Equal(f.Owned, []string{"left"}) || f.Left.Path != "a.f" {
		t.Errorf("the candidate = %+v, want its left side owned", f)
	}
	o, err := racerd.ParseSwitches("locks-in-unit")
	if err != nil {
		t.Fatal(err)
	}
	d = judgedBy(t, "m(a) { a.f := a; }", "racerd", func(x *analyzers.Options) { x.RacerD = o })
	if len(d.Filtered) != 1 ||
		!slices.Equal(d.Filtered[0].Reasons, []string{report.ReasonNoEvidence}) {
		t.Errorf("filtered = %+v, want one candidate without evidence", d.Filtered)
	}
}

// TestDedup: similar reports are merged in the whole file, not only in each pair of units.
func TestDedup(t *testing.T) {
	const text = "m(a) { a.f := a; } n(b) { b.f := b; }"
	by := func(switches string, only func(*il.Core) *il.Pair) int {
		t.Helper()
		core := iltest.Core(t, text)
		a, _ := analyzers.Find("racerd")
		o := analyzers.DefaultOptions()
		var err error
		if o.RacerD, err = racerd.ParseSwitches(switches); err != nil {
			t.Fatal(err)
		}
		d, err := asked(context.Background(), core, only(core), a, o)
		if err != nil || d.TotalRaces.String() != fmt.Sprint(len(d.Reports)) {
			t.Fatal(err, d)
		}
		return len(d.Reports)
	}
	all := func(*il.Core) *il.Pair { return nil }
	if got := by("per-path", all); got != 1 {
		t.Errorf("%d reports, one for each path, want 1", got)
	}
	if got := by("per-units", all); got != 3 {
		t.Errorf("%d reports, one for each pair of units, want 3", got)
	}
	last := func(core *il.Core) *il.Pair { p := core.Pairs(); return &p[len(p)-1] }
	if got := by("per-path", last); got != 1 {
		t.Errorf("%d reports of the last pair, want 1", got)
	}
}

// TestLimit: a limit applies to the whole document, and counts are exact.
func TestLimit(t *testing.T) {
	for _, name := range []string{"racerd", "chord", "oracle", "flow"} {
		all := judgedBy(t, twice, name, nil)
		for _, limit := range []int{0, 1} {
			d := judgedBy(t, twice, name, func(o *analyzers.Options) { o.Limit = limit })
			if len(d.Reports) != limit || d.TotalRaces != all.TotalRaces ||
				d.Counts[report.Confirmed] != all.Counts[report.Confirmed] || !d.Complete() {
				t.Errorf("%s with limit %d: %d of %s reports, the counts %v; want %s and %v", name,
					limit, len(d.Reports), d.TotalRaces, d.Counts, all.TotalRaces, all.Counts)
			}
			var b bytes.Buffer
			if err := d.write(&b, "text"); err != nil ||
				!strings.Contains(b.String(),
					fmt.Sprintf("Showing %d of %s reports", limit, d.TotalRaces)) {
				t.Errorf("the text: %v, want %d of %s reports:\n%s", err, limit, d.TotalRaces,
					b.String())
			}
		}
	}
	const long = "m(a) { a.f.f.f := a; a.g := a; }"
	if d := judgedBy(t, long, "racerd", func(o *analyzers.Options) {
		o.Limit = 1
	}); len(d.Reports) != 1 || d.Reports[0].Left.Path != "a.g" {
		t.Errorf("the reports are %+v, want only that of the shortest path, a.g", d.Reports)
	}
}

// TestJudgeInterrupted: an interrupted judgement says so.
func TestJudgeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range []string{"oracle", "racerd", "hb"} {
		a, _ := analyzers.Find(name)
		d, err := asked(ctx, iltest.Core(t, twice), nil, a, analyzers.DefaultOptions())
		if err != nil || !d.Interrupted() || d.Complete() {
			t.Errorf("%s: %+v, %v; want it interrupted", name, d, err)
			continue
		}
		var text, doc bytes.Buffer
		if err := d.write(&text, "text"); err != nil ||
			!strings.Contains(strings.Join(strings.Fields(text.String()), " "),
				"Interrupted: this is not everything.") {
			t.Errorf("%s: the text: %v, want that this is not everything:\n%s", name, err,
				text.String())
		}
		if err := d.write(&doc, "json"); err != nil ||
			!strings.Contains(doc.String(), `"interrupted":true`) {
			t.Errorf("%s: the JSON: %v, want it interrupted:\n%s", name, err, doc.String())
		}
	}
	total := report.CompareTotal{Interrupted: true}
	all := report.CompareText(&report.Compare{Total: total},
		func(string) bool { return true }, true)
	var b bytes.Buffer
	if err := report.Text(&b, report.Style{}, all); err != nil ||
		!strings.Contains(b.String(), "Interrupted: this is not everything.") {
		t.Errorf("the text of all pairs: %v, want that this is not everything:\n%s", err,
			b.String())
	}
	if text, err := json.Marshal(total); err != nil ||
		!strings.Contains(string(text), `"interrupted":true`) {
		t.Errorf("the JSON of all pairs = %s, %v; want it interrupted", text, err)
	}
}

// TestSteps: a witness that would be too long is not built, and the report says so.
func TestSteps(t *testing.T) {
	d := judgedBy(t, twice, "flow", func(o *analyzers.Options) { o.Steps = 1 })
	if d.Counts[report.Unknown] != len(d.Reports) || len(d.Reports) == 0 || d.Complete() {
		t.Fatalf("flow with 1 step = %+v, want no report decided", d)
	}
	why := d.Reports[0].Why
	if last := why[len(why)-1]; !strings.HasPrefix(last, "Not decided: a witness of ") ||
		!strings.HasSuffix(last, " steps is longer than 1.") || d.Reports[0].Reason != "" {
		t.Errorf("the reasons end in %q, want a witness longer than 1", why)
	}
}

// TestCompressed: a race that only has a compressed witness is proved for every analyzer.
func TestCompressed(t *testing.T) {
	var b strings.Builder
	b.WriteString("m(a) { p0(a); a.q := a; }\n")
	for i := range 200 {
		fmt.Fprintf(&b, "private p%d(a) { p%d(a); p%d(a); }\n", i, i+1, i+1)
	}
	b.WriteString("private p200(a) { x := new(); x.q := x; }\n")
	for _, name := range []string{"racerd", "chord"} {
		d := judgedBy(t, b.String(), name, func(o *analyzers.Options) { o.Search.MaxStates = 1 })
		if len(d.Reports) != 1 || d.Reports[0].Verdict != report.Confirmed ||
			!d.Reports[0].Witness.Compressed || !d.Complete() {
			t.Errorf("%s: %+v, cut %v; want one confirmed, with a compressed witness", name,
				d.Reports, d.Cut)
		}
	}
}

// TestProofs: the witness of a report has the report's own paths and lock levels, if a prover has
// one. It proves the race even if the search is cut before it.
func TestProofs(t *testing.T) {
	d := judgedBy(t, twice, "racerd", func(o *analyzers.Options) { o.Search.MaxStates = 1 })
	if d.Counts[report.Confirmed] != 5 || len(d.Cut) > 0 {
		t.Fatalf("counts = %v, cut %v; want 5 confirmed", d.Counts, d.Cut)
	}
	for _, r := range d.Reports {
		locks := 0
		for _, s := range r.Witness.Steps {
			if s.Thread == "A" && s.Do == "lock()" {
				locks++
			}
		}
		if locks != r.Left.Lock {
			t.Errorf("%s: the witness holds %d locks on the left, want %d", r.Note, locks,
				r.Left.Lock)
		}
	}
}

// TestNamesShownAccesses: a race with a witness names the accesses that the witness shows, although
// other calls lead to the same positions.
func TestNamesShownAccesses(t *testing.T) {
	texts := []string{
		// The first call passes a new object, which the other thread does not reach.
		"m(a) { a.g := a; } n(a) { x := new(); m(x); m(a.f); }",
		// The last call races without an alias.
		"private m(a) { u := new(); a.f := u; } n(a, b) { m(b.g); b.f := a; m(b); }",
		// racerd reports a.f.f too, in which a.f is always a new object.
		"private m(a) { u := new(); a.f := u; } n(a) { m(a); m(a.f); }",
	}
	for _, text := range texts {
		core := iltest.Core(t, text)
		pairs := Certify(t.Context(), core,
			Certifying{Limit: 10, Evidence: noEvidence, Beyond: true})
		races := map[string][]report.Race{"certify": pairs.Proved}
		for _, a := range analyzers.All() {
			races[a.Name] = judgedBy(t, text, a.Name, nil).Reports
		}
		for _, name := range []string{"certify", "absent", "chord", "racerd"} {
			if len(races[name]) == 0 || races[name][0].Witness == nil {
				t.Errorf("%s finds no race with a witness in %s", name, text)
			}
		}
		for name, list := range races {
			for _, r := range list {
				if r.Witness == nil {
					continue
				}
				named := witness.Named{
					Left: claimOf(r.Left), Right: claimOf(r.Right), Witness: r.Witness,
				}
				if shown := named.Mismatch(); shown != "" {
					t.Errorf("%s names %s %v and %s %v in %s, and %s", name, r.Left.Path,
						r.Left.Calls, r.Right.Path, r.Right.Calls, text, shown)
				}
			}
		}
		if text == texts[0] {
			r := pairs.Proved[1].Right
			if r.Path != "a.f.g" || !slices.Equal(r.Calls, []string{"1:45"}) || r.Assumed {
				t.Errorf("n writes %s by %v, assumed %v; want a.f.g by the second call", r.Path,
					r.Calls, r.Assumed)
			}
		}
	}
}

func claimOf(s report.Side) witness.Claim {
	return witness.Claim{Unit: s.Unit, At: s.At, Kind: s.Kind, Calls: s.Calls}
}

// TestCutAnalyzer: a race that an analyzer does not report is not missed if the analyzer was cut.
func TestCutAnalyzer(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := new(); a.g := new(); a.f := new(); }")
	o := options("racerdx", "oracle")
	o.Analysis.Limit = 1
	pairs := EachPair(context.Background(), core, nil, o)
	total := NewTotals()
	total.Add(&pairs[0], o, false)
	want := Score{TruePositives: 1, Unknown: 3}
	if got := *total.scoreOf("racerdx", analyzers.Coenabled); got != want {
		t.Errorf("the score of racerdx = %+v, want %+v", got, want)
	}
}

// TestProversNeedNoSearch: if a prover decides everything, no search runs.
func TestProversNeedNoSearch(t *testing.T) {
	if d := judgedBy(t, twice, "flow", func(o *analyzers.Options) {
		o.Search.MaxStates = 1
	}); len(d.Cut) > 0 || !d.Complete() {
		t.Errorf("the search that flow does not need is cut: %v", d.Cut)
	}
}
