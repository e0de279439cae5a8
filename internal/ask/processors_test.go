package ask

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"testing"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/report"
)

// TestProcessors: the documents of all examples and of large random programs, and the errors of an
// illegal program, do not depend on the number of processors.
func TestProcessors(t *testing.T) {
	large := gen.Large(quick.Cases(12_000), 10, 3)
	texts := []examples.File{
		{Name: "large.il", Text: large},
		{Name: "long.il", Text: gen.Large(quick.Cases(4_000), 1_000, 4)},
		{Name: "races.il", Text: gen.DoublingRaces(300)},
		{Name: "illegal.il",
			Text: large + "typo(a) { x := b.f; m15oo(a); lock() }\n" + "n() { x := y }\n"},
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, x := range append(texts, examples.All()...) {
		runtime.GOMAXPROCS(1)
		want := document(t, x)
		for _, n := range []int{2, 4, 8} {
			runtime.GOMAXPROCS(n)
			if document(t, x) != want {
				t.Errorf("%s: the output differs on %d processors", x.Name, n)
			}
		}
	}
}

// document returns the JSON document that check writes about a program.
func document(t *testing.T, x examples.File) string {
	t.Helper()
	a, err := Analysis{Limit: 10}.Analyzer()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	json := slices.IndexFunc(report.CheckFormats,
		func(f report.CheckFormat) bool { return f.Name == "json" })
	log := report.CheckFormats[json].Open(&out, report.Style{})
	core, err := Load(context.Background(), il.NewSource(x.Name, x.Text), false)
	var doc *report.Check
	if err == nil {
		doc, err = Check(context.Background(), core, Checking{Analyzer: a})
	}
	if illegal, ok := err.(*Illegal); ok {
		err = log.Errors(illegal.Source, illegal.Errors)
	} else if err == nil {
		_, err = log.Check(doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}
