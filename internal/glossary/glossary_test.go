package glossary_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/glossary"
	"wobbly/lesson/course"
	"wobbly/report"
)

// all returns every entry.
func all() []glossary.Word {
	var words []glossary.Word
	for _, g := range glossary.Groups() {
		words = append(words, g.Words...)
	}
	return words
}

// TestPrograms: each program is legal and short, and has as many races and reports as its entry
// says.
func TestPrograms(t *testing.T) {
	for _, w := range all() {
		if n := strings.Count(w.Program, "\n"); n < 1 || n > 4 ||
			!strings.HasSuffix(w.Program, "\n") {
			t.Errorf("%s: the program has %d lines, want 1 to 4, the last ended", w.Name, n)
		}
		core := load(t, w)
		if races, reports := raceCount(t, core), reportCount(t, core); races != w.Races ||
			reports != w.Reports {
			t.Errorf("%s: %d races and %d reports, and the entry says %d and %d", w.Name, races,
				reports, w.Races, w.Reports)
		}
	}
}

// TestFiltered: the programs of these entries have the filtered pair that the entries describe.
func TestFiltered(t *testing.T) {
	for _, name := range []string{"wobbly", "filtered", "false alarm"} {
		w, _ := glossary.Find(name)
		if doc := checked(t, load(t, w)); doc.TotalFiltered.String() != "1" {
			t.Errorf("%s: %s pairs are filtered, want 1", name, doc.TotalFiltered)
		}
	}
}

// TestDeadlocks: the programs of these entries have as many deadlocks as the entries say.
func TestDeadlocks(t *testing.T) {
	for name, want := range map[string]int{
		"deadlock": 1, "history": 1, "lock order": 0, "lock set": 0,
	} {
		w, _ := glossary.Find(name)
		if doc := checked(t, load(t, w)); len(doc.Deadlocks) != want {
			t.Errorf("%s: %d deadlocks, want %d", name, len(doc.Deadlocks), want)
		}
	}
}

// TestCertificate: the pair of this entry has a certificate, and collapse finds the race of the
// other one.
func TestCertificate(t *testing.T) {
	for name, want := range map[string]report.Pairs{
		"certificate": {Absent: 1}, "collapse": {Races: 1, Beyond: 1},
	} {
		w, _ := glossary.Find(name)
		doc, err := ask.Check(context.Background(), load(t, w),
			ask.Checking{Analyzer: ask.Plain(), Certify: ask.Certified})
		if err != nil {
			t.Fatal(err)
		}
		if x := doc.Pairs(); x.Absent != want.Absent || x.Races != want.Races ||
			x.Beyond != want.Beyond {
			t.Errorf("%s: the pairs are %+v, want %+v", name, x, want)
		}
	}
}

// load returns the program of an entry.
func load(t *testing.T, w glossary.Word) *il.Core {
	t.Helper()
	core, err := ask.Load(context.Background(), il.NewSource("word.il", w.Program), false)
	if err != nil {
		t.Fatalf("the program of %s is illegal: %v", w.Name, err.(*ask.Illegal).Errors)
	}
	return core
}

// checked returns what RacerDX says about a program.
func checked(t *testing.T, core *il.Core) *report.Check {
	t.Helper()
	doc, err := ask.Check(context.Background(), core, ask.Checking{Analyzer: ask.Plain()})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// raceCount returns the number of races that the exact search finds.
func raceCount(t *testing.T, core *il.Core) (n int) {
	t.Helper()
	doc, searched, err := ask.Explore(context.Background(), core,
		ask.Exploring{Search: ask.Search{MaxStates: 100_000, MaxObjects: 8, Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for p := range doc.Pairs {
		for range p.Races {
			n++
		}
		if !p.Complete {
			t.Errorf("%s: the search was cut", core.Source.Text)
		}
	}
	if err := searched(); err != nil {
		t.Fatal(err)
	}
	return n
}

// reportCount returns the number of races that RacerDX reports, each of which must be confirmed.
func reportCount(t *testing.T, core *il.Core) (n int) {
	t.Helper()
	for r := range checked(t, core).Races {
		n++
		if r.Verdict != report.Confirmed {
			t.Errorf("%s: %s is %s", core.Source.Text, r.ID, r.Verdict)
		}
	}
	return n
}

// TestEntries: names are unique, related entries and lessons exist, and each text is two sentences
// that fit on a screen.
func TestEntries(t *testing.T) {
	lessons, err := course.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, w := range all() {
		for _, name := range append([]string{w.Name}, w.Also...) {
			if other := seen[strings.ToLower(name)]; other != "" {
				t.Errorf("%s is in the entries %s and %s", name, other, w.Name)
			}
			seen[strings.ToLower(name)] = w.Name
			if got, ok := glossary.Find(strings.ToUpper(name)); !ok || got.Name != w.Name {
				t.Errorf("Find(%q) is the entry %q, want %q", strings.ToUpper(name), got.Name,
					w.Name)
			}
		}
		if len(w.See) == 0 {
			t.Errorf("%s: no related entry", w.Name)
		}
		for _, see := range w.See {
			if !slices.Contains(glossary.Names(), see) || see == w.Name {
				t.Errorf("%s: the related entry %s does not exist or is itself", w.Name, see)
			}
		}
		if w.Lesson < 1 || w.Lesson > len(lessons) {
			t.Errorf("%s: there is no lesson %d", w.Name, w.Lesson)
		}
		if n := strings.Count(w.Text, ". ") + 1; n != 2 || !strings.HasSuffix(w.Text, ".") ||
			len(w.Text) > 300 {
			t.Errorf("%s: %d sentences of %d bytes, want 2 of at most 300", w.Name, n, len(w.Text))
		}
	}
}

// TestNear: a misspelt word finds the nearest entry.
func TestNear(t *testing.T) {
	for typed, want := range map[string]string{
		"witnes": "witness", "wobly": "wobbly", "Lock Levle": "lock level", "xyzzyxyzzy": "",
	} {
		if got := glossary.Near(typed); got != want {
			t.Errorf("Near(%q) = %q, want %q", typed, got, want)
		}
	}
}

// TestCounts: races and reports are counted in words.
func TestCounts(t *testing.T) {
	for want, w := range map[string]glossary.Word{
		"No race.":                               {},
		"1 race, reported by RacerDX.":           {Races: 1, Reports: 1},
		"1 race, which RacerDX does not report.": {Races: 1},
		"2 races, of which RacerDX reports 1.":   {Races: 2, Reports: 1},
		"2 races, reported by RacerDX.":          {Races: 2, Reports: 2},
	} {
		if got := w.Counts(); got != want {
			t.Errorf("Counts of %d races and %d reports = %q, want %q", w.Races, w.Reports, got,
				want)
		}
	}
}
