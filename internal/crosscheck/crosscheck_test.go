package crosscheck

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/campaign"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics/explore"
	"wobbly/witness"
)

// options returns those of the command, with a limit that suits tests.
func options() Options {
	o := Options{Search: explore.Defaults(), Limit: 10_000}
	o.Search.MaxStates, o.Search.Reduce, o.Search.Prune = 5000, true, true
	return o
}

// small returns the generator of small programs.
func small() gen.Generator {
	d, _ := gen.FindGenerator("small")
	return d
}

// comparePair compares the program of a text, which must have one pair of units.
func comparePair(t *testing.T, text string, o Options) Pair {
	t.Helper()
	pairs, err := Program(context.Background(), iltest.Core(t, text), nil, o)
	if err != nil || len(pairs) != 1 {
		t.Fatalf("Program has %d pairs, error %v; want one pair", len(pairs), err)
	}
	return pairs[0]
}

// TestVerdicts: each verdict and each reason has a program that leads to it.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		text, reading string
		verdict       Verdict
		reason, says  string // says is a part of the explanation or the note
	}{
		{"m(a) { a.f := new(); }", "", agreed, "", ""},
		{"m(a) { x := new(); b := a; b.f := x; }", "", missed, findings.ReasonLocal,
			"has the path b.f in m, and b is not a parameter there"},
		{"m(a) { a.f := new(); a := new(); }", "", missed, findings.ReasonWobbly,
			"a is wobbly in m"},
		{"{ x := arg1.f.g; } || { y := new(); arg1.g := y; }", "", missed, findings.ReasonFields,
			"the fields differ"},
		{"m(a) { lock(); a.f := new(); unlock(); }", "G18", impossible, "",
			"the checker refuses RacerDX's witness"},
	} {
		o := options()
		if c.reading != "" {
			o.Analysis.Literal, _ = abstract.ParseReadings(c.reading)
		}
		p := comparePair(t, c.text, o)
		if len(p.Rows) != 1 || !p.Complete() {
			t.Errorf("%s: %+v, want one row, complete", c.text, p)
			continue
		}
		r := p.Rows[0]
		if r.Verdict != c.verdict || r.Why.Reason != c.reason ||
			!strings.Contains(r.Why.Text+r.Note, c.says) ||
			(r.Witness != nil) != (c.verdict == missed) {
			t.Errorf("%s: %+v, want %v because of %s: %q", c.text, r, c.verdict, c.reason, c.says)
		}
	}
}

// TestCut: a pair that a cut search has not found is unknown, and a cut list of reports makes a
// pair incomplete.
func TestCut(t *testing.T) {
	o := options()
	o.Search.MaxStates = 1
	p := comparePair(t, "m(a) { x := new(); x := new(); x := new(); a.f := x; }", o)
	if p.Complete() || len(p.Rows) != 1 || p.Rows[0].Verdict != unknown {
		t.Errorf("the pair within one state = %+v, want one unknown row", p)
	}
	o = options()
	o.Limit = 0
	if p := comparePair(t, "m(a) { a.f := new(); }", o); p.Complete() || !p.Truncated {
		t.Errorf("the pair with a limit of 0 = %+v, want it incomplete and truncated", p)
	}
	var strict, all Totals
	strict.add(&p, true)
	all.add(&p, false)
	if strict.LeftOut != 1 || strict.Reported != 0 || all.Unknown != 1 || all.LeftOut != 1 {
		t.Errorf("the totals are %+v and %+v, want the pair left out and unknown", strict, all)
	}
}

// TestRandom tests the true positives theorem: on random programs, RacerDX reports nothing that
// cannot happen. The counts do not depend on the number of workers.
func TestRandom(t *testing.T) {
	o := options()
	d := compare.Draw{
		Generator: small(), Seed: 1, Programs: uint64(quick.Cases(1500)), Runner: campaign.Local(2),
	}
	total, failures := Sweep(d, o).Run(context.Background())
	for _, f := range failures {
		t.Errorf("seed %d: %v\n%s", f.Seed, f.What, f.Program.Source.Text)
	}
	if total.Programs != d.Programs || 10*total.LeftOut > total.Pairs ||
		total.Agreed < uint64(quick.Cases(1000)) || total.Agreed == total.Real {
		t.Errorf("too few of the programs are interesting: %+v", total)
	}
	d.Programs = uint64(quick.Cases(200))
	one, _ := Sweep(d, o).Run(context.Background())
	d.Runner = campaign.Local(5)
	if five, _ := Sweep(d, o).Run(context.Background()); !reflect.DeepEqual(one, five) {
		t.Errorf("the counts depend on the workers: %+v, %+v", one, five)
	}
	t.Logf("%+v", total)
}

// TestReadingsAreCaught: random programs expose the readings of the paper that make the theorem
// false.
func TestReadingsAreCaught(t *testing.T) {
	for _, reading := range []string{"G18", "G19", "bare-formals", "one-sided"} {
		o := options()
		var err error
		if o.Analysis.Literal, err = abstract.ParseReadings(reading); err != nil {
			t.Fatal(err)
		}
		g := small()
		g.Options.Reassign, g.Options.LocalRoot, g.Options.Call = 0.15, 0.3, 0.3
		o.Search.MaxStates = 500
		total, failures := Sweep(compare.Draw{
			Generator: g, Seed: 1, Programs: uint64(max(quick.Cases(2500), 500)),
			Runner: campaign.Local(2),
		}, o).Run(context.Background())
		if len(failures) == 0 || total.Impossible == 0 {
			t.Errorf("%s goes unnoticed: %+v", reading, total)
		}
	}
}

// TestInterrupted: unfinished pairs are not counted.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	total, failures := Sweep(compare.Draw{
		Generator: small(), Programs: 100, Runner: campaign.Local(2),
	}, options()).Run(ctx)
	if total.Programs != 0 || len(failures) > 0 {
		t.Errorf("a cancelled sweep has %+v and %d failures, want none", total, len(failures))
	}
}

// TestView: reports that are in no list of candidates, or whose witness is refused, have rows too.
func TestView(t *testing.T) {
	const text = "m(a) { a.f := new(); a.g := a; }"
	core := iltest.Core(t, text)
	site := func(at string) il.Sites {
		s := il.Site{At: il.Pos(strings.Index(text, at)), Kind: il.Write}
		return il.Sites{s, s}
	}
	prove := func() (*witness.Witness, error) { return nil, errors.New("none") }
	found := func(s il.Sites, refused string) compare.Row {
		return compare.Row{
			Sites: s, Reports: [][]analyzers.Report{
				nil, {{Sites: s, Refused: refused,
					Prove: func() (*witness.Witness, error) { return &witness.Witness{}, nil }}},
			},
		}
	}
	reported := compare.Row{
		Sites:   site("a.g"),
		Reports: [][]analyzers.Report{{{Sites: site("a.g"), Prove: prove}}, nil},
	}
	v := view{core: core, o: options()}
	x := &compare.Pair{
		Pair: core.Pairs()[0], Answers: make([]compare.Answered, 2),
		Strays: []compare.Row{reported}, Refused: []compare.Row{found(site("a.f"), "it is wrong")},
	}
	p, err := v.pair(x)
	if err != nil || len(p.Rows) != 2 || !p.Complete() {
		t.Fatalf("pair = %+v, %v; want two rows, complete", p, err)
	}
	if r := p.Rows[0]; r.Verdict != refused || r.Note != "it is wrong" || r.Witness == nil {
		t.Errorf("row 0 = %+v, want the witness refused: it is wrong", r)
	}
	if r := p.Rows[1]; r.Verdict != impossible || !strings.HasSuffix(r.Note, "none") {
		t.Errorf("row 1 = %+v, want it impossible", r)
	}
	x.Answers[0].Failed = "too large"
	if _, err := v.pair(x); err == nil || err.Error() != "too large" {
		t.Errorf("pair of an analysis that failed: %v, want too large", err)
	}
}

// TestAnyBroken: one broken pair is enough to make a program broken.
func TestAnyBroken(t *testing.T) {
	pairs := []Pair{{Rows: []Row{{Verdict: impossible}}}, {}}
	if !anyBroken(pairs) {
		t.Error("anyBroken = false for a broken pair and an empty one, want true")
	}
	if anyBroken(pairs[1:]) {
		t.Error("anyBroken = true for an empty pair, want false")
	}
}
